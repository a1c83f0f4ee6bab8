import { later, MINUTE, SECOND } from '../../platform/clock.ts'
import type { Turns } from '../../platform/keyed-calls.ts'
import type { Kobo } from '../../platform/money.ts'
import { PROVIDER_DEADLINE_MS } from '../client.ts'
import type { LastAsked, ReturnEnquiry, ReturnOutcome } from '../outcomes.ts'

import {
  type Refund,
  readHandle,
  readId,
  readRefund,
  readSaid,
  refundOutcomeOf,
  refundRefusalOf,
} from './answers.ts'
import { findCharge } from './card.ts'
import { KEY, keyInNote, noteOf, type Paystack } from './client.ts'

// Refunds. At Paystack, a refund has no reference of ours, and a repeated request is a second
// refund. So:
//
// (1) The refund's note contains our key. Before a request, all refunds of the charge are searched;
//     one with our key is the answer.
// (2) A refund of the same amount with an unreadable note may be ours, in case Paystack changes
//     notes: the outcome is `unknown`, and nothing is requested.
// (3) An incomplete list cannot prove that a refund is missing.
// (4) A refund requested within the last ten minutes may not be listed yet, so it is not
//     `not_found`.
// (5) A process makes one call about a charge at a time. Between processes, the caller's lease
//     protects, and Paystack rejects refunds above the charge.
// (6) All calls together meet the deadline: a refund that would be late is not requested.

type Asked = { key: string; charge: string; amount: Kobo; handle?: string }
type Enquired = { key: string; charge: string; handle?: string } & LastAsked

const SEARCH_MS = 4 * SECOND
const PER_PAGE = 100
const PAGES_MAX = 5
const ON_ITS_WAY_MS = 10 * MINUTE

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
  if (refunds === null) return { kind: 'unknown' }
  const made = refunds.find(({ note }) => keyInNote(note) === asked.key)
  if (made !== undefined)
    return made.amount === asked.amount ? refundOutcomeOf(made) : { kind: 'unknown' }

  const others = refunds.filter(({ status }) => status !== 'failed')
  if (others.some((one) => isStrange(one) && one.amount === asked.amount))
    return { kind: 'unknown' }
  const gone = others.reduce((sum, { amount }) => sum + amount, 0n)
  const hasRoom = isWhole ? gone === 0n : gone + asked.amount <= charge.amount
  if (!hasRoom) return { kind: 'refused', reason: 'amount_too_high' }
  return create(paystack, asked, charge.id, endMs)
}

function isStrange({ note }: Refund): boolean {
  return keyInNote(note) === null
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
  if (made !== null && made.transaction === id && made.amount === amount)
    return refundOutcomeOf(made)
  client.noteUnknown('refund', answer)
  return { kind: 'unknown' }
}

export async function enquireRefund(
  paystack: Paystack,
  { key, charge, handle, askedAt, askedUntil = askedAt }: Enquired,
): Promise<ReturnEnquiry> {
  const endMs = performance.now() + PROVIDER_DEADLINE_MS
  const id = readId(handle)
  if (id !== null) return enquireById(paystack, id, key)
  const found = await chargeOf(paystack, charge, undefined, endMs)
  if ('kind' in found) return found.kind === 'refused' ? { kind: 'not_found' } : found
  const refunds = await refundsOf(paystack, found.id, endMs)
  if (refunds === null) return { kind: 'unknown' }
  const made = refunds.find(({ note }) => keyInNote(note) === key)
  if (made !== undefined) return refundOutcomeOf(made)
  const isYoung = askedUntil !== undefined && later(askedUntil, ON_ITS_WAY_MS) > paystack.now()
  return { kind: isYoung || refunds.some(isStrange) ? 'unknown' : 'not_found' }
}

/** Paystack accepted it under this id, so "not found" says nothing about the money. */
async function enquireById({ client }: Paystack, id: string, key: string): Promise<ReturnOutcome> {
  const answer = await client.call({ call: 'fetch_refund', method: 'GET', path: `/refund/${id}` })
  const said = readSaid(answer)
  if (said.kind === 'unavailable') return said
  const found = said.kind === 'done' ? readRefund(said.data) : null
  const keyOfFound = found === null ? null : keyInNote(found.note)
  const isOurs = found?.id === id && (keyOfFound === null || keyOfFound === key)
  if (isOurs) return refundOutcomeOf(found)
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
  { client }: Paystack,
  charge: string,
  endMs: number,
): Promise<Refund[] | null> {
  const found: Refund[] = []
  for (let page = 1; page <= PAGES_MAX; page++) {
    const query = { transaction: charge, perPage: `${PER_PAGE}`, page: `${page}` }
    const answer = await client.call({
      call: 'list_refunds',
      method: 'GET',
      path: '/refund',
      query,
      timeoutMs: searchMs(endMs),
    })
    const said = readSaid(answer)
    if (said.kind !== 'done' || !Array.isArray(said.data)) return null
    const rows = said.data.map(readRefund)
    if (rows.includes(null)) {
      client.noteUnknown('list_refunds', answer)
      return null
    }
    found.push(...rows.filter((row) => row?.transaction === charge).map((row) => row!))
    if (said.data.length < PER_PAGE) return found
  }
  return null
}

function searchMs(endMs: number): number {
  return Math.min(SEARCH_MS, endMs - performance.now())
}
