import { SECOND } from '../../platform/clock.ts'
import type { Turns } from '../../platform/keyed-calls.ts'
import type { Kobo } from '../../platform/money.ts'
import { PROVIDER_DEADLINE_MS } from '../client.ts'
import { answerAfter, answerBefore, type NotedRefund, noteOf } from '../noted-refunds.ts'
import type { LastAsked, ReturnEnquiry, ReturnOutcome, Silent } from '../outcomes.ts'
import { readHandle, readId, readRefund, readSaid, refundRefusalOf } from './answers.ts'
import { findCharge } from './card.ts'
import { KEY, type Paystack } from './client.ts'

// Refunds. Paystack takes no reference for them, and shows their notes: noted-refunds.ts.

type Asked = { key: string; charge: string; amount: Kobo; handle?: string }
type Enquired = { key: string; charge: string; handle?: string } & LastAsked

const SEARCH_MS = 4 * SECOND
const PER_PAGE = 100
const PAGES_MAX = 5

export async function refund(
  paystack: Paystack,
  inTurn: Turns,
  asked: Asked,
): Promise<ReturnOutcome> {
  const endMs = performance.now() + PROVIDER_DEADLINE_MS
  return inTurn(asked.charge, () => giveBack(paystack, asked, false, endMs))
}

/** Refunds a whole charge of which nothing was refunded. */
export async function reverse(
  paystack: Paystack,
  inTurn: Turns,
  { key, amount, handle }: { key: string; amount: Kobo; handle?: string },
): Promise<ReturnOutcome> {
  const endMs = performance.now() + PROVIDER_DEADLINE_MS
  const asked = { key, charge: key, amount, ...(handle && { handle }) }
  return inTurn(key, () => giveBack(paystack, asked, true, endMs))
}

async function giveBack(
  paystack: Paystack,
  asked: Asked,
  isWhole: boolean,
  endMs: number,
): Promise<ReturnOutcome> {
  if (!KEY.test(asked.key)) return { kind: 'refused', reason: 'request_rejected' }
  const charge = await chargeOf(paystack, asked.charge, asked.handle, endMs)
  if ('kind' in charge) return charge
  const refunds = await refundsOf(paystack, charge.id, endMs)
  const { key, amount } = asked
  const known = answerBefore(refunds, { key, amount, charged: charge.amount, isWhole })
  return known ?? create(paystack, asked, charge.id, endMs)
}

async function create(
  { client }: Paystack,
  { key, charge, amount }: Asked,
  id: string,
  endMs: number,
): Promise<ReturnOutcome> {
  const answer = await client.call({
    call: 'refund',
    method: 'POST',
    path: '/refund',
    json: {
      transaction: charge,
      amount: amount.toString(),
      currency: 'NGN',
      merchant_note: noteOf(key),
    },
    timeoutMs: endMs - performance.now(),
  })
  const said = readSaid(answer)
  if (said.kind === 'unavailable') return said
  if (said.kind === 'refused') {
    const outcome = refundRefusalOf(said.code)
    if (outcome.kind === 'unknown') client.noteUnknown('refund', answer)
    return outcome
  }
  const made = said.kind === 'done' ? readRefund(said.data) : null
  if (made !== null && made.charge === id && made.amount === amount) return made.outcome
  client.noteUnknown('refund', answer)
  return { kind: 'unknown' }
}

export async function enquireRefund(
  paystack: Paystack,
  { key, charge, handle, ...asked }: Enquired,
): Promise<ReturnEnquiry> {
  const endMs = performance.now() + PROVIDER_DEADLINE_MS
  const id = readId(handle)
  if (id !== null) return enquireById(paystack, id, key)
  const found = await chargeOf(paystack, charge, undefined, endMs)
  if ('kind' in found) return found.kind === 'refused' ? { kind: 'not_found' } : found
  const refunds = await refundsOf(paystack, found.id, endMs)
  return answerAfter(refunds, { key, ...asked, now: paystack.now() })
}

/** Paystack accepted it under this id, so "not found" says nothing about the money. */
async function enquireById({ client }: Paystack, id: string, key: string): Promise<ReturnOutcome> {
  const answer = await client.call({ call: 'fetch_refund', method: 'GET', path: `/refund/${id}` })
  const said = readSaid(answer)
  if (said.kind === 'unavailable') return said
  const found = said.kind === 'done' ? readRefund(said.data) : null
  if (found?.id === id && (found.key === null || found.key === key)) return found.outcome
  client.noteUnknown('fetch_refund', answer)
  return { kind: 'unknown', handle: id }
}

/** An approved charge, or the outcome of a refund without one. */
async function chargeOf(
  paystack: Paystack,
  key: string,
  handle: string | undefined,
  endMs: number,
): Promise<{ id: string; amount: Kobo } | ReturnOutcome> {
  const kept = readHandle(handle)
  if (kept.amount !== null && kept.id !== null) return { id: kept.id, amount: kept.amount }
  const { outcome, id, amount, isReversed } = await findCharge(paystack, {
    key,
    timeoutMs: searchMs(endMs),
    ...(handle !== undefined && { handle }),
  })
  switch (outcome.kind) {
    case 'unavailable':
      return outcome
    case 'not_found':
    case 'declined':
    case 'pending':
      return { kind: 'refused', reason: 'payment_unknown' }
  }
  const isPaid = outcome.kind === 'approved' || isReversed
  return isPaid && id !== null && amount !== null ? { id, amount } : { kind: 'unknown' }
}

/** All refunds of a charge, even if Paystack ignores the filter. Null if not known. */
async function refundsOf(
  paystack: Paystack,
  charge: string,
  endMs: number,
): Promise<NotedRefund[] | null> {
  const query = { transaction: charge }
  const pages = { max: PAGES_MAX, timeoutMs: () => searchMs(endMs) }
  const refunds = await listRefunds(paystack, query, pages)
  return Array.isArray(refunds) ? refunds.filter((one) => one.charge === charge) : null
}

/** All that the query means. */
export async function listRefunds(
  { client }: Paystack,
  query: Record<string, string>,
  pages: { max: number; timeoutMs?: () => number },
): Promise<NotedRefund[] | Silent> {
  const found: NotedRefund[] = []
  for (let page = 1; page <= pages.max; page++) {
    const answer = await client.call({
      call: 'list_refunds',
      method: 'GET',
      path: '/refund',
      query: { ...query, perPage: `${PER_PAGE}`, page: `${page}` },
      ...(pages.timeoutMs && { timeoutMs: pages.timeoutMs() }),
    })
    const said = readSaid(answer)
    if (said.kind === 'unavailable') return said
    if (said.kind !== 'done' || !Array.isArray(said.data)) return { kind: 'unknown' }
    const rows = said.data.map(readRefund)
    if (rows.includes(null)) {
      client.noteUnknown('list_refunds', answer)
      return { kind: 'unknown' }
    }
    found.push(...rows.filter((row) => row !== null))
    if (rows.length < PER_PAGE) return found
  }
  return { kind: 'unknown' }
}

function searchMs(endMs: number): number {
  return Math.min(SEARCH_MS, endMs - performance.now())
}
