import { DAY, later } from '../../platform/clock.ts'
import { kobo } from '../../platform/money.ts'
import { readDecimalNaira } from '../amounts.ts'
import { chargeLines, statementLine, statementOf } from '../listed-statement.ts'
import type { RailStatementLine, StatementOutcome, StatementRequest } from '../outcomes.ts'
import { accountNumberOf, type Fields, momentOf, textOf } from '../values.ts'
import { feeOf, readBalance, readId, readRefund } from './answers.ts'
import type { Flutterwave } from './client.ts'
import { daysOf, readPage } from './lists.ts'

// Movements of our naira at Flutterwave, from its lists: payments with their fees, refunds,
// settlements to our bank, and transfers. The fees of transfers have no line: the ledger knows
// them from the transfers.
//
// The lists filter by when something began, and say nothing of when it ended, so a line has that
// time.

/** A refund is said to take 3 to 15 working days; its line is dated by when it began. */
const SETTLEMENT_TAKES_MS = 7 * DAY

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

export function fetchStatement(
  flutterwave: Flutterwave,
  request: StatementRequest,
): Promise<StatementOutcome> {
  return statementOf(
    listsOf(flutterwave, request),
    request,
    async ({ path, query, read }, page, timeoutMs) => {
      const rows = await readPage(flutterwave, { path, query, page, timeoutMs })
      const some = rows?.rows.map((row) =>
        row.currency === undefined || row.currency === 'NGN' ? read(row) : [],
      )
      if (!rows || !some || some.includes(null)) return { kind: 'unknown' }
      return { lines: some.flatMap((one) => one ?? []), isLast: rows.isLast }
    },
  )
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
  return chargeLines({ reference, id, amount, fee, at })
}

/** A transfer to an account number of ours, by its id there. */
function transferIn(row: Fields, id: string, at: Date): RailStatementLine[] | null {
  const paid = readDecimalNaira(row.charged_amount)
  if (paid === null) return null
  const fee = feeOf(row, paid) ?? kobo(0)
  const lines = [statementLine(id, 'credit', paid, at, 'Transfer')]
  return fee === 0n ? lines : [...lines, statementLine(`fee-${id}`, 'debit', fee, at, 'Fee')]
}

/** Only completed refunds: another may fail. */
function readBack(row: Fields): RailStatementLine[] | null {
  const refund = readRefund(row)
  if (refund === null) return null
  const { id, amount, outcome } = refund
  if (outcome.kind !== 'returned') return []
  const at = momentOf(row.created_at)
  return at && [statementLine(`refund-${id}`, 'debit', amount, at, 'Refund')]
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
  const settled = at && statementLine(`settlement-${id}`, 'debit', amount, at, 'Settlement')
  return settled && [{ ...settled, isSettlement: true }]
}

function readSent(row: Fields): RailStatementLine[] | null {
  const [id, amount, at] = [readId(row.id), readDecimalNaira(row.amount), momentOf(row.created_at)]
  if (id === null || amount === null || at === null) return null
  if (row.status !== 'SUCCESSFUL') return textOf(row.status) === '' ? null : []
  const accountNumber = accountNumberOf(row.account_number) ?? ''
  return [{ ...statementLine(id, 'debit', amount, at, 'Transfer'), accountNumber }]
}
