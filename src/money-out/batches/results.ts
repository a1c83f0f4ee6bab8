import type { Context } from '../../core/context.ts'
import { type Cell, csvHead, csvLine } from '../../platform/csv.ts'
import { type Batch, listLines } from './batches.sql.ts'
import { toWireLine } from './batches.ts'

// The result file of a batch, as CSV. An outcome that is not known is `pending`, never failed.

const PAGE = 500

type Result = ReturnType<typeof toWireLine>

const naira = ({ amount }: Result): Cell => ({ naira: BigInt(amount) })
const time = (text: string | null): Cell => text && new Date(text)

const COLUMNS: Record<string, (line: Result) => Cell> = {
  number: ({ number }) => BigInt(number),
  reference: ({ reference }) => reference,
  status: ({ status }) => status,
  failure_code: (line) => line.failure_code,
  failure_message: (line) => line.failure_message,
  amount_kobo: ({ amount }) => BigInt(amount),
  amount_naira: naira,
  bank_code: ({ bank }) => bank.code,
  bank_name: ({ bank }) => bank.name,
  account_number: (line) => line.account_number,
  account_name: (line) => line.account_name,
  name_check: (line) => line.name_check,
  reason: ({ reason }) => reason,
  payout_id: (line) => line.payout_id,
  session_id: (line) => line.session_id,
  completed_at: (line) => time(line.completed_at),
  reversed_at: (line) => time(line.reversed_at),
}

/** In the order of the batch. */
export async function* results({ sql }: Context, batch: Batch): AsyncGenerator<string> {
  yield csvHead(Object.keys(COLUMNS))
  let after = 0
  while (true) {
    const lines = await listLines(sql, batch, {}, { after, offset: 0, max: PAGE })
    const written = lines.map((line) => {
      const result = toWireLine(line)
      return csvLine(Object.values(COLUMNS).map((of) => of(result)))
    })
    if (written.length > 0) yield written.join('')
    if (lines.length < PAGE) return
    after = lines.at(-1)!.number
  }
}
