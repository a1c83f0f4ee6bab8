import { DAY, later } from '../../platform/clock.ts'
import { type Kobo, kobo } from '../../platform/money.ts'
import { readDecimalNaira } from '../amounts.ts'
import type { RailStatementLine, StatementOutcome, StatementRequest } from '../outcomes.ts'
import { accountNumberOf, type Fields, momentOf, textOf } from '../values.ts'
import { feeOf, readBalance, readId, readRefund, refundStateOf } from './answers.ts'
import type { Flutterwave } from './client.ts'
import { daysOf, readPage } from './lists.ts'

// Movements of our naira at Flutterwave, from its lists: payments with their fees, refunds,
// settlements to our bank, and transfers. The fees of transfers have no line: the ledger knows
// them from the transfers.
//
// The lists filter by when something began, and say nothing of when it ended, so a line has that
// time. If one list is incomplete, the statement is `unknown`.

const PAGES_MAX = 10_000
/** A refund is said to take 3 to 15 working days; its line is dated by when it began. */
const SETTLEMENT_TAKES_MS = 7 * DAY
const SESSION_LENGTH_MAX = 64

type Span = { from: Date; to: Date }
/** Null if unreadable. */
type Reader = (row: Fields) => RailStatementLine[] | null
type List = { path: string; query: Record<string, string>; read: Reader }

function listsOf({ offers }: Flutterwave, span: Span): List[] {
  const began = (ms: number) => daysOf({ from: later(span.from, -ms), to: span.to })
  const days = { ...daysOf(span) }
  return [
    { path: '/transactions', query: { ...days, status: 'successful' }, read: readPaid },
    { path: '/refunds', query: days, read: readBack },
    { path: '/settlements', query: began(SETTLEMENT_TAKES_MS), read: readSettled },
    ...(offers.includes('payouts') ? [{ path: '/transfers', query: days, read: readSent }] : []),
  ]
}

export async function fetchStatement(
  flutterwave: Flutterwave,
  request: StatementRequest,
): Promise<StatementOutcome> {
  const { from, to, timeoutMs } = request
  // A page begun in the first half of the time may take the second half.
  const pageMs = timeoutMs === undefined ? undefined : timeoutMs / 2
  const endMs = performance.now() + (pageMs ?? Number.POSITIVE_INFINITY)
  const found = new Map<string, RailStatementLine>()
  const lines = () =>
    [...found.values()]
      .filter(({ occurredAt }) => occurredAt >= from && occurredAt < to)
      .sort((one, other) => one.occurredAt.getTime() - other.occurredAt.getTime())
  const lists = listsOf(flutterwave, request)
  let [list, page] = placeIn(request.page)
  let isFirst = true
  for (; list < lists.length; list++, page = 1) {
    for (let isWhole = false; !isWhole; page++) {
      if (page > PAGES_MAX) return { kind: 'unknown' }
      if (!isFirst && performance.now() > endMs) {
        return { kind: 'fetched', lines: lines(), next: `${list}:${page}` }
      }
      isFirst = false
      const { path, query, read } = lists[list]!
      const rows = await readPage(flutterwave, { path, query, page, timeoutMs: pageMs })
      const some = rows?.rows.map((row) =>
        row.currency === undefined || row.currency === 'NGN' ? read(row) : [],
      )
      if (!rows || !some || some.includes(null)) return { kind: 'unknown' }
      // New rows move others to the next page, so these appear twice.
      for (const line of some.flatMap((one) => one ?? []))
        found.set(`${line.direction} ${line.sessionId}`, line)
      isWhole = rows.isLast
    }
  }
  return { kind: 'fetched', lines: lines() }
}

/** The place where the call before ended; the beginning if unreadable. */
function placeIn(page = ''): [list: number, page: number] {
  const [, list = '0', number = '1'] = /^([0-3]):([1-9]\d{0,5})$/.exec(page) ?? []
  return [Number(list), Number(number)]
}

/** A line for the payment, by our reference, and one for what they keep. */
function readPaid(row: Fields): RailStatementLine[] | null {
  if (row.status !== 'successful') return textOf(row.status) === '' ? null : []
  const id = readId(row.id)
  const amount = readDecimalNaira(row.amount)
  const at = momentOf(row.created_at)
  const reference = textOf(row.tx_ref)
  if (id === null || amount === null || at === null || reference === '') return null
  const fee = feeOf(row, amount) ?? kobo(0)
  if (row.payment_type === 'bank_transfer') return transferIn(row, id, at)
  const sessionId = reference.length > SESSION_LENGTH_MAX ? `charge-${id}` : reference
  const paid = line(sessionId, 'credit', amount, at, 'Card payment')
  return fee === 0n ? [paid] : [paid, line(feeName(sessionId, id), 'debit', fee, at, 'Fee')]
}

/** A transfer to an account number of ours, by its id there. */
function transferIn(row: Fields, id: string, at: Date): RailStatementLine[] | null {
  const paid = readDecimalNaira(row.charged_amount)
  if (paid === null) return null
  const fee = feeOf(row, paid) ?? kobo(0)
  const lines = [line(id, 'credit', paid, at, 'Transfer')]
  return fee === 0n ? lines : [...lines, line(`fee-${id}`, 'debit', fee, at, 'Fee')]
}

/** Named after the payment, unless that is too long. */
function feeName(payment: string, id: string): string {
  const name = `fee-${payment}`
  return name.length > SESSION_LENGTH_MAX ? `fee-${id}` : name
}

/** Only completed refunds: another may fail. */
function readBack(row: Fields): RailStatementLine[] | null {
  const refund = readRefund(row)
  if (refund === null) return null
  const { id, amount, createdAt: at } = refund
  if (refundStateOf(refund) !== 'returned') return []
  return at && [line(`refund-${id}`, 'debit', amount, at, 'Refund')]
}

/** One to our balance there moves nothing. */
function readSettled(row: Fields): RailStatementLine[] | null {
  const id = readId(row.id)
  const amount = readBalance(row.net_amount)
  const at = momentOf(row.processed_date ?? row.due_date)
  if (id === null || amount === null) return null
  if (row.status !== 'completed' || /wallet/.test(textOf(row.destination))) {
    return textOf(row.status) === '' ? null : []
  }
  const settled = at && line(`settlement-${id}`, 'debit', amount, at, 'Settlement')
  return settled && [{ ...settled, isSettlement: true }]
}

function readSent(row: Fields): RailStatementLine[] | null {
  const [id, amount, at] = [readId(row.id), readDecimalNaira(row.amount), momentOf(row.created_at)]
  if (id === null || amount === null || at === null) return null
  if (row.status !== 'SUCCESSFUL') return textOf(row.status) === '' ? null : []
  const accountNumber = accountNumberOf(row.account_number) ?? ''
  return [{ ...line(id, 'debit', amount, at, 'Transfer'), accountNumber }]
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
