import { DAY, later } from '../../platform/clock.ts'
import { kobo } from '../../platform/money.ts'
import { readKobo } from '../amounts.ts'
import { STATEMENT_BYTES_MAX } from '../client.ts'
import {
  chargeLines,
  SESSION_LENGTH_MAX,
  type StatementPage,
  statementLine,
  statementOf,
} from '../listed-statement.ts'
import type { RailStatementLine, Silent, StatementOutcome, StatementRequest } from '../outcomes.ts'
import { accountNumberOf, type Fields, fieldsOf, momentOf, textOf } from '../values.ts'

import { readId, readRefund, readSaid } from './answers.ts'
import type { Paystack } from './client.ts'
import { sessionIdOf } from './payouts.ts'

// Movements of the balance at Paystack, from its lists: charges with their fees, refunds,
// settlements to our bank, and transfers. The sum of the lines is the change of the balance, but
// for the fees of transfers: the ledger knows these from the transfers.
//
// The lists filter by when something began, the lines by when money moved, so each list is read
// from some days earlier.

const PER_PAGE = 100
const USUAL_PER_PAGE = 50
/** A refund takes two weeks at most. */
const REFUND_TAKES_MS = 30 * DAY
const SETTLEMENT_TAKES_MS = 7 * DAY
const REVERSAL_TAKES_MS = 30 * DAY

type Span = { from: Date; to: Date }
/** Null if unreadable. */
type Reader = (row: Fields) => RailStatementLine[] | null
type List = { path: string; span: Span; status?: string; perPage?: null; read: Reader }

function listsOf({ pageMs, domain, offers }: Paystack, { from, to }: Span): List[] {
  const began = (ms: number) => ({ from: later(from, -ms), to })
  const paid = { path: '/transaction', span: began(pageMs + DAY), read: readPaid(domain) }
  return [
    { ...paid, status: 'success' },
    // Refunded in full since, but the payment moved money too.
    { ...paid, status: 'reversed' },
    { path: '/refund', span: began(REFUND_TAKES_MS), read: readBack(domain) },
    { path: '/settlement', span: began(SETTLEMENT_TAKES_MS), read: readSettled(domain) },
    ...(offers.includes('payouts') ? transferLists(domain, { from, to }) : []),
  ]
}

/** Their sources differ on the name of the page size, so these lists have the usual one. */
function transferLists(domain: string, { from, to }: Span): List[] {
  const began = (ms: number) => ({ from: later(from, -ms), to })
  const sent = { path: '/transfer', perPage: null, read: readSent(domain) } as const
  return [
    { ...sent, status: 'success', span: began(DAY) },
    { ...sent, status: 'reversed', span: began(REVERSAL_TAKES_MS) },
  ]
}

export function fetchStatement(
  paystack: Paystack,
  request: StatementRequest,
): Promise<StatementOutcome> {
  const read = (list: List, page: number, timeoutMs: number | undefined) =>
    readPage(paystack, list, page, timeoutMs)
  return statementOf(listsOf(paystack, request), request, read)
}

async function readPage(
  { client }: Paystack,
  { path, span, status, perPage, read }: List,
  page: number,
  timeoutMs: number | undefined,
): Promise<StatementPage | Silent> {
  const answer = await client.call({
    call: `list_${path.slice(1)}s`,
    method: 'GET',
    path,
    query: {
      from: span.from.toISOString(),
      to: span.to.toISOString(),
      ...(perPage !== null && { perPage: `${PER_PAGE}` }),
      page: `${page}`,
      ...(status && { status }),
    },
    answerBytesMax: STATEMENT_BYTES_MAX,
    ...(timeoutMs !== undefined && { timeoutMs }),
  })
  const said = readSaid(answer)
  const rows = said.kind === 'done' && Array.isArray(said.data) ? said.data : null
  const lines = rows?.map((row) => read(fieldsOf(row)))
  if (!rows || !lines || lines.includes(null)) {
    if (said.kind !== 'unavailable') client.noteUnknown('statement', answer)
    return { kind: 'unknown' }
  }
  return {
    lines: lines.flatMap((some) => some ?? []),
    isLast: rows.length < (perPage === null ? USUAL_PER_PAGE : PER_PAGE),
  }
}

/**
 * A line for the charge, by its reference, and one for Paystack's fee. The ledger knows the fee of
 * a transfer from the credit.
 */
function readPaid(domain: string): Reader {
  return (row) => {
    const id = readId(row.id)
    const amount = readKobo(row.amount)
    const fees = row.fees === null || row.fees === undefined ? kobo(0) : readKobo(row.fees)
    const at = momentOf(row.paid_at)
    const { reference, channel } = row
    if (!isOurs(row, domain) || id === null || at === null || typeof reference !== 'string') {
      return null
    }
    if (amount === null || fees === null) return null
    const isTransfer = channel === 'dedicated_nuban' || channel === 'bank_transfer'
    const fee = isTransfer ? kobo(0) : fees
    const narration = isTransfer ? 'Transfer in' : 'Card payment'
    return chargeLines({ reference, id, amount, fee, at, narration })
  }
}

/** Only completed refunds: a pending one may fail. */
function readBack(domain: string): Reader {
  return (row) => {
    const refund = readRefund(row)
    if (refund === null || !isOurs(row, domain)) return null
    if (refund.outcome.kind !== 'returned') return []
    const at = momentOf(row.refunded_at)
    return at && [statementLine(`refund-${refund.id}`, 'debit', refund.amount, at, 'Refund')]
  }
}

/** A reversed transfer is a debit and a credit. */
function readSent(domain: string): Reader {
  return (row) => {
    const [amount, at] = [readKobo(row.amount), momentOf(row.createdAt)]
    const reference = textOf(row.reference)
    if (amount === null || at === null || reference === '' || !isOurs(row, domain)) return null
    const sessionId = sessionIdOf(row, reference)
    if (sessionId.length > SESSION_LENGTH_MAX) return null
    const details = fieldsOf(fieldsOf(row.recipient).details)
    const accountNumber = accountNumberOf(details.account_number) ?? ''
    const sent = { ...statementLine(sessionId, 'debit', amount, at, 'Transfer'), accountNumber }
    if (row.status !== 'reversed') return [sent]
    const backAt = momentOf(row.updatedAt)
    return backAt && [sent, { ...sent, direction: 'credit', occurredAt: backAt }]
  }
}

function readSettled(domain: string): Reader {
  return (row) => {
    const id = readId(row.id)
    const amount = readKobo(row.effective_amount)
    const at = momentOf(row.settlement_date)
    if (id === null || amount === null || !isOurs(row, domain)) return null
    if (row.status !== 'success') return typeof row.status === 'string' ? [] : null
    const paid = at && statementLine(`settlement-${id}`, 'debit', amount, at, 'Settlement')
    return paid && [{ ...paid, isSettlement: true }]
  }
}

function isOurs(row: Fields, domain: string): boolean {
  return row.domain === domain && row.currency === 'NGN'
}
