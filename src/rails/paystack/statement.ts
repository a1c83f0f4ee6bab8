import { DAY, later } from '../../lib/clock.ts'
import { type Kobo, kobo } from '../../lib/money.ts'
import { readKobo } from '../provider-amounts.ts'
import { STATEMENT_BYTES_MAX } from '../provider-client.ts'
import type { RailStatementLine, StatementOutcome } from '../rails.ts'
import { type Fields, fieldsOf, readId, readMoment, readRefund, readSaid } from './answers.ts'
import type { Paystack } from './card.ts'

// What moved on the balance at Paystack, put together of three lists: charges with their fees,
// refunds, and settlements to our bank. Together the lines are the balance's change.
//
// The lists are of when a thing began and the lines of when the money moved, so each list is read
// from some days before. One that cannot be read to its end makes the whole unknown.

const PER_PAGE = 100
const PAGES_MAX = 300
/** From its making to the customer's account a refund takes two weeks at the most. */
const REFUND_TAKES_MS = 30 * DAY
const SETTLEMENT_TAKES_MS = 7 * DAY
const SESSION_LENGTH_MAX = 64

type Span = { from: Date; to: Date }
/** Null for what cannot be read. */
type Reader = (row: Fields) => RailStatementLine[] | null

export async function fetchStatement(paystack: Paystack, span: Span): Promise<StatementOutcome> {
  const began = (ms: number) => ({ from: later(span.from, -ms), to: span.to })
  const paid = began(paystack.pageMs + DAY)
  const domain = paystack.domain
  const lists = [
    () => list(paystack, '/transaction', { ...paid, status: 'success' }, readPaid(domain)),
    // All of it has gone back since: it was paid all the same.
    () => list(paystack, '/transaction', { ...paid, status: 'reversed' }, readPaid(domain)),
    () => list(paystack, '/refund', began(REFUND_TAKES_MS), readBack(domain)),
    () => list(paystack, '/settlement', began(SETTLEMENT_TAKES_MS), readSettled(domain)),
  ]
  const found = new Map<string, RailStatementLine>()
  for (const ask of lists) {
    const lines = await ask()
    if (lines === null) return { kind: 'unknown' }
    // What is added meanwhile moves others to the next page: they are seen twice.
    for (const line of lines) found.set(line.sessionId, line)
  }
  const lines = [...found.values()]
    .filter(({ occurredAt }) => occurredAt >= span.from && occurredAt < span.to)
    .sort((one, other) => one.occurredAt.getTime() - other.occurredAt.getTime())
  return { kind: 'fetched', lines }
}

async function list(
  { client }: Paystack,
  path: string,
  { from, to, status }: Span & { status?: string },
  read: Reader,
): Promise<RailStatementLine[] | null> {
  const lines: RailStatementLine[] = []
  for (let page = 1; page <= PAGES_MAX; page++) {
    const answer = await client.call({
      call: `list_${path.slice(1)}s`,
      method: 'GET',
      path,
      query: {
        from: from.toISOString(),
        to: to.toISOString(),
        perPage: `${PER_PAGE}`,
        page: `${page}`,
        ...(status && { status }),
      },
      answerBytesMax: STATEMENT_BYTES_MAX,
    })
    const said = readSaid(answer)
    const rows = said.kind === 'done' && Array.isArray(said.data) ? said.data : null
    const read1 = rows?.map((row) => read(fieldsOf(row)))
    if (!rows || !read1 || read1.includes(null)) {
      if (said.kind !== 'unavailable') client.noteUnknown('statement', answer)
      return null
    }
    lines.push(...read1.flatMap((some) => some ?? []))
    if (rows.length < PER_PAGE) return lines
  }
  return null
}

/** The charge, by our reference, and what Paystack keeps of it. */
function readPaid(domain: string): Reader {
  return (row) => {
    const id = readId(row.id)
    const amount = readKobo(row.amount)
    const fees = row.fees === null || row.fees === undefined ? kobo(0) : readKobo(row.fees)
    const at = readMoment(row.paid_at)
    const { reference } = row
    if (!isOurs(row, domain) || id === null || at === null || typeof reference !== 'string') {
      return null
    }
    if (amount === null || fees === null) return null
    const sessionId = reference.length > SESSION_LENGTH_MAX ? `charge-${id}` : reference
    const paid = line(sessionId, 'credit', amount, at, 'Card payment')
    return fees === 0n ? [paid] : [paid, line(`fee-${id}`, 'debit', fees, at, 'Fee')]
  }
}

/** Only what has gone back; what waits may come to nothing. */
function readBack(domain: string): Reader {
  return (row) => {
    const refund = readRefund(row)
    if (refund === null || !isOurs(row, domain)) return null
    if (refund.status !== 'processed') return []
    const at = readMoment(row.refunded_at)
    return at && [line(`refund-${refund.id}`, 'debit', refund.amount, at, 'Refund')]
  }
}

function readSettled(domain: string): Reader {
  return (row) => {
    const id = readId(row.id)
    const amount = readKobo(row.effective_amount)
    const at = readMoment(row.settlement_date)
    if (id === null || amount === null || !isOurs(row, domain)) return null
    if (row.status !== 'success') return typeof row.status === 'string' ? [] : null
    return at && [line(`settlement-${id}`, 'debit', amount, at, 'Settlement')]
  }
}

function isOurs(row: Fields, domain: string): boolean {
  return row.domain === domain && row.currency === 'NGN'
}

function line(
  sessionId: string,
  direction: RailStatementLine['direction'],
  amount: Kobo,
  occurredAt: Date,
  narration: string,
): RailStatementLine {
  return { sessionId, direction, amount, accountNumber: '', narration, occurredAt }
}
