import type { Turns } from '../../platform/keyed-calls.ts'
import type { Kobo } from '../../platform/money.ts'
import { nairaNumber } from '../amounts.ts'
import { PROVIDER_DEADLINE_MS } from '../client.ts'
import { answerAfter, answerBefore, type NotedRefund, noteOf } from '../noted-refunds.ts'
import type { LastAsked, ReturnEnquiry, ReturnOutcome } from '../outcomes.ts'
import { fieldsOf, momentOf } from '../values.ts'
import { readCharge, readHandle, readId, readRefund, readSaid } from './answers.ts'
import { findCharge } from './card.ts'
import { type Flutterwave, KEY } from './client.ts'
import { listRefunds } from './lists.ts'

// Refunds. Flutterwave takes no reference for them; their comment is the note of noted-refunds.ts.

type Asked = { key: string; charge: string; amount: Kobo; handle?: string }
type Enquired = { key: string; charge: string; handle?: string } & LastAsked

export async function refund(
  flutterwave: Flutterwave,
  inTurn: Turns,
  asked: Asked,
): Promise<ReturnOutcome> {
  const endMs = performance.now() + PROVIDER_DEADLINE_MS
  return inTurn(asked.charge, () => giveBack(flutterwave, asked, false, endMs))
}

/** Refunds a whole charge of which nothing was refunded. */
export async function reverse(
  flutterwave: Flutterwave,
  inTurn: Turns,
  { key, amount, handle }: { key: string; amount: Kobo; handle?: string },
): Promise<ReturnOutcome> {
  const endMs = performance.now() + PROVIDER_DEADLINE_MS
  const asked = { key, charge: key, amount, ...(handle && { handle }) }
  return inTurn(key, () => giveBack(flutterwave, asked, true, endMs))
}

async function giveBack(
  flutterwave: Flutterwave,
  asked: Asked,
  isWhole: boolean,
  endMs: number,
): Promise<ReturnOutcome> {
  if (!KEY.test(asked.key)) return { kind: 'refused', reason: 'request_rejected' }
  const charge = await chargeOf(flutterwave, asked.charge, asked.handle, endMs)
  if ('kind' in charge) return charge
  return giveBackFrom(flutterwave, { key: asked.key, amount: asked.amount, charge }, isWhole, endMs)
}

/** A paid transaction of theirs, and when it began. */
export type Paid = { id: string; amount: Kobo; beganAt: Date }

export async function giveBackFrom(
  flutterwave: Flutterwave,
  { key, amount, charge }: { key: string; amount: Kobo; charge: Paid },
  isWhole: boolean,
  endMs: number,
): Promise<ReturnOutcome> {
  const refunds = await refundsOf(flutterwave, charge, charge.beganAt, endMs)
  const known = answerBefore(refunds, { key, amount, charged: charge.amount, isWhole })
  return known ?? create(flutterwave, { key, amount, id: charge.id }, endMs)
}

async function create(
  { client }: Flutterwave,
  { key, amount, id }: { key: string; amount: Kobo; id: string },
  endMs: number,
): Promise<ReturnOutcome> {
  const answer = await client.call({
    call: 'refund',
    method: 'POST',
    path: `/transactions/${id}/refund`,
    json: { amount: nairaNumber(amount), comments: noteOf(key) },
    timeoutMs: endMs - performance.now(),
  })
  const said = readSaid(answer)
  if (said.kind === 'unavailable') return said
  if (said.kind === 'refused' && said.code === 'insufficient_balance')
    return { kind: 'unavailable' }
  if (said.kind === 'refused' && said.code === 'transaction_not_found') {
    return { kind: 'refused', reason: 'payment_unknown', said: said.said }
  }
  const made = said.kind === 'done' ? readRefund(said.data) : null
  if (made !== null && made.charge === id && made.amount === amount) return made.outcome
  client.noteUnknown('refund', answer)
  return { kind: 'unknown' }
}

export async function enquireRefund(
  flutterwave: Flutterwave,
  { key, charge, handle, ...asked }: Enquired,
): Promise<ReturnEnquiry> {
  const endMs = performance.now() + PROVIDER_DEADLINE_MS
  const id = readId(handle)
  if (id !== null) return enquireById(flutterwave, id, key)
  const found = await chargeOf(flutterwave, charge, undefined, endMs)
  if ('kind' in found) return found.kind === 'refused' ? { kind: 'not_found' } : found
  return enquireFrom(flutterwave, { key, charge: found, ...asked }, endMs)
}

/** A refund whose answer was lost. */
export async function enquireFrom(
  flutterwave: Flutterwave,
  { key, charge, ...asked }: { key: string; charge: Paid } & LastAsked,
  endMs: number,
): Promise<ReturnEnquiry> {
  const refunds = await refundsOf(flutterwave, charge, asked.askedAt ?? charge.beganAt, endMs)
  return answerAfter(refunds, { key, ...asked, now: flutterwave.now() })
}

/** They accepted it under this id, so "not found" says nothing about the money. */
export async function enquireById(
  { client }: Flutterwave,
  id: string,
  key: string,
): Promise<ReturnOutcome> {
  const answer = await client.call({ call: 'fetch refund', method: 'GET', path: `/refunds/${id}` })
  const said = readSaid(answer)
  if (said.kind === 'unavailable') return said
  const found = said.kind === 'done' ? readRefund(said.data) : null
  if (found?.id === id && (found.key === null || found.key === key)) return found.outcome
  client.noteUnknown('fetch refund', answer)
  return { kind: 'unknown', handle: id }
}

/** An approved charge, or the outcome of a refund without one. */
async function chargeOf(
  flutterwave: Flutterwave,
  key: string,
  handle: string | undefined,
  endMs: number,
): Promise<Paid | ReturnOutcome> {
  const id = readHandle(handle)?.id
  if (id !== undefined) return paidUnder(flutterwave, id, endMs, key)
  const { outcome, id: found } = await findCharge(flutterwave, {
    key,
    timeoutMs: endMs - performance.now(),
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
  if (outcome.kind !== 'approved' || found === null) return { kind: 'unknown' }
  return paidUnder(flutterwave, found, endMs, key)
}

/** Reads the paid transaction with this id. `key`: its reference, if it must be this one. */
export async function paidUnder(
  { client }: Flutterwave,
  id: string,
  endMs: number,
  key?: string,
): Promise<Paid | ReturnOutcome> {
  const answer = await client.call({
    call: 'verify',
    method: 'GET',
    path: `/transactions/${id}/verify`,
    timeoutMs: endMs - performance.now(),
  })
  const said = readSaid(answer)
  if (said.kind === 'unavailable') return said
  if (said.kind === 'refused' && said.code === 'transaction_not_found') {
    return { kind: 'refused', reason: 'payment_unknown', said: said.said }
  }
  const data = fieldsOf(said.kind === 'done' ? said.data : null)
  const txRef = key ?? (typeof data.tx_ref === 'string' ? data.tx_ref : '')
  const { outcome, amount, id: readUnder } = readCharge(data, { key: txRef, amount: null })
  const beganAt = momentOf(data.created_at)
  const isIt = readUnder === id && outcome.kind === 'approved'
  if (isIt && amount !== null && beganAt !== null) return { id, amount, beganAt }
  client.noteUnknown('verify', answer)
  return { kind: 'unknown' }
}

/** All refunds of a charge since then. Null if not known. */
async function refundsOf(flutterwave: Flutterwave, { id }: Paid, from: Date, endMs: number) {
  const refunds = await refundsSince(flutterwave, from, endMs)
  return refunds?.filter(({ charge }) => charge === id) ?? null
}

/** All refunds since then. Null if not known. */
export async function refundsSince(
  flutterwave: Flutterwave,
  from: Date,
  endMs: number,
): Promise<NotedRefund[] | null> {
  const rows = await listRefunds(flutterwave, { from, to: flutterwave.now() }, endMs)
  const refunds = rows?.map(readRefund)
  if (!refunds || refunds.includes(null)) return null
  return refunds.filter((one) => one !== null)
}
