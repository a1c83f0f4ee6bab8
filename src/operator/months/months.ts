import type { Readable } from 'node:stream'
import { settingsOf } from '../../accounts/businesses/businesses.ts'
import type { Context, Scope } from '../../core/context.ts'
import { type MoveSum, readFirstMove, sumLinesByDay, sumMoves } from '../../core/ledger/ledger.ts'
import { findLeft, refuseArchived } from '../../core/ledger/left.ts'
import { DAY, later, MINUTE } from '../../platform/clock.ts'
import { csvHead, csvLine } from '../../platform/csv.ts'
import { addDays, dayOf, startOf } from '../../platform/lagos.ts'
import { refuseFields } from '../../platform/refusal.ts'
import { type ZippedFile, zipOf } from '../../platform/zip.ts'
import { daysOf, FILES, type MonthFile, type Row, WALLET, walletRows } from './files.ts'
import {
  type Balance,
  type Month,
  type Summary,
  summaryCsv,
  summaryText,
  type Total,
} from './summary.ts'

// A month for the accountant: one ZIP with a file for each kind of record, the entries of the
// wallet, and a summary. The summary adds up the files, and beside them the ledger.
//
// (1) Only closed days are in it: ten minutes after midnight in Lagos no entry of the day before is
//     written any more, and entries never change. So all files say the same without a snapshot, and
//     each page is a statement of its own.
// (2) A record is in the month in which the ledger booked it, whenever it happened.
// (3) Opening balance, and all entries of the wallet, are the closing balance. The summary says so,
//     or by how much they differ; the same for each column of each file.
// (4) A month of which entries have left the database is refused. If they leave while it is
//     written, it is cut off before the summary.

const CLOSES_MS = 10 * MINUTE
/** How much of a file is sent at once, in characters. */
const CHUNK = 64_000

/** Refuses a month without a closed day. */
export function monthOf(name: string, now: Date): Month {
  const first = `${name}-01`
  const closed = closedAt(now)
  const from = startOf(first)
  const next = startOf(`${addDays(first, 31).slice(0, 7)}-01`)
  const until = next < closed ? next : closed
  if (from < until) return { name, from, until, through: dayOf(later(until, -DAY)) }
  const message = 'month must have a day that is over: a day is closed ten minutes after midnight.'
  return refuseFields([{ field: 'month', code: 'out_of_range', message }])
}

/** The last month that is over. */
export function monthBefore(now: Date): string {
  return addDays(`${dayOf(now).slice(0, 7)}-01`, -1).slice(0, 7)
}

/** The end of the last closed day. */
function closedAt(now: Date): Date {
  return startOf(dayOf(later(now, -CLOSES_MS)))
}

export async function zipOfMonth(context: Context, scope: Scope, month: Month): Promise<Readable> {
  await refuseLeft(context, scope, month)
  const { businessName } = await settingsOf(context, scope)
  const { opening, closing, sums } = await balancesOf(context, scope, month)
  const at = context.now()
  const totals: Total[] = []
  const records = FILES.map((file): ZippedFile => {
    const note = (ofFile: Total[]) => totals.push(...inLedger(file, ofFile, sums))
    return { name: file.name, lines: () => csvOf(file, file.read(context, scope, month), note) }
  })
  const noteWallet = (ofFile: Total[]) => {
    for (const total of ofFile) {
      const account = total.column as keyof Balance
      totals.push({ ...total, booked: closing[account] - opening[account] })
    }
  }
  const wallet = () => csvOf(WALLET, walletRows(context, scope, month, opening), noteWallet)
  const summary = { businessName, mode: scope.mode, month, at, opening, closing, sums, totals }
  const written = (write: (of: Summary) => string) =>
    async function* () {
      await refuseLeft(context, scope, month)
      yield write(summary)
    }
  const files = [
    ...records,
    { name: WALLET.name, lines: wallet },
    // Read last: by then the totals are known.
    { name: 'summary.csv', lines: written(summaryCsv) },
    { name: 'summary.txt', lines: written(summaryText) },
  ]
  return zipOf(files, at)
}

async function refuseLeft({ sql }: Context, scope: Scope, { name, from }: Month): Promise<void> {
  const left = await findLeft(sql, scope)
  if (left && from <= left.lastEntryAt) refuseArchived(`Ledger entries of ${name} are`, left)
}

/** The last column as the ledger has it, without the rows of the file. */
function inLedger({ sum }: MonthFile, totals: Total[], sums: MoveSum[]): Total[] {
  if (sum === undefined) return totals
  const own = sums.filter(({ reason }) => sum.reasons.includes(reason))
  const booked = own.reduce((all, one) => sum.of.reduce((part, name) => part + one[name], all), 0n)
  return totals.map((total, i) => (i === totals.length - 1 ? { ...total, booked } : total))
}

async function* csvOf(
  { name, columns, amounts }: Pick<MonthFile, 'name' | 'columns' | 'amounts'>,
  rows: AsyncIterable<Row>,
  note: (totals: Total[]) => void,
): AsyncGenerator<string> {
  const totals = amounts.map((column) => ({ file: name, column, rows: 0, said: 0n, booked: 0n }))
  let text = csvHead([...columns, ...amounts.map((column) => `${column}_naira`)])
  for await (const { cells, amounts } of rows) {
    text += csvLine([...cells, ...amounts.map(({ said }) => ({ naira: said }))])
    for (const [i, total] of totals.entries()) {
      const { said, booked } = amounts[i]!
      total.rows += 1
      total.said += said
      total.booked += booked
    }
    if (text.length < CHUNK) continue
    yield text
    text = ''
  }
  yield text
  note(totals)
}

/**
 * The balances before and after the month, and what moved in between, by reason. They are the
 * balance now less all later entries, day by day; what is not closed is read together with it.
 */
async function balancesOf(
  { sql, now }: Context,
  scope: Scope,
  { from, until }: Month,
): Promise<{ opening: Balance; closing: Balance; sums: MoveSum[] }> {
  const closed = closedAt(now())
  const closing = { available: 0n, pending: 0n }
  for (const name of ['available', 'pending'] as const) {
    const open = await sumLinesByDay(sql, scope, name, [closed])
    closing[name] = open.available - (open.sums.get(1) ?? 0n)
  }
  const first = (await readFirstMove(sql, scope)) ?? closed
  const began = startOf(dayOf(first))
  const since = (at: Date) => (at > began ? at : began)
  for (const day of daysOf({ from: since(until), until: closed })) {
    for (const { available, pending } of await sumMoves(sql, scope, day)) {
      closing.available -= available
      closing.pending -= pending
    }
  }
  const sums = new Map<string, MoveSum>()
  const opening = { ...closing }
  for (const day of daysOf({ from: since(from), until })) {
    for (const one of await sumMoves(sql, scope, day)) {
      const before = sums.get(one.reason) ?? { ...one, available: 0n, pending: 0n }
      const available = before.available + one.available
      const pending = before.pending + one.pending
      sums.set(one.reason, { ...one, available, pending })
      opening.available -= one.available
      opening.pending -= one.pending
    }
  }
  return { opening, closing, sums: [...sums.values()] }
}
