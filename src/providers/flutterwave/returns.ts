import { DAY, HOUR, later } from '../../platform/clock.ts'
import type { Turns } from '../../platform/keyed-calls.ts'
import { PROVIDER_DEADLINE_MS } from '../client.ts'
import { answerAfter } from '../noted-refunds.ts'
import type { LastAsked, ReturnEnquiry, ReturnOutcome } from '../outcomes.ts'
import type { Returns } from '../rails.ts'
import { readId } from './answers.ts'
import { type Flutterwave, KEY } from './client.ts'
import { enquireById, enquireFrom, giveBackFrom, paidUnder, refundsSince } from './refunds.ts'

// Returns of credits: refunds of the payment as which the money arrived. refunds.ts makes each
// once.
//
// A return is known by the id of its refund, or until that is known by the payment. After a crash
// neither is: then all refunds since it was requested are searched for our key.

/** If nobody knows when it was requested. */
const SEARCHED_MS = 30 * DAY

type Request = Parameters<Returns['returnCredit']>[0]
type Enquired = Parameters<Returns['enquireReturn']>[0]

export function returns(flutterwave: Flutterwave, inTurn: Turns) {
  return {
    returnCredit: (request: Request) => returnCredit(flutterwave, inTurn, request),
    enquireReturn: (request: Enquired) => enquireReturn(flutterwave, request),
  }
}

async function returnCredit(
  flutterwave: Flutterwave,
  inTurn: Turns,
  { key, credit, amount }: Request,
): Promise<ReturnOutcome> {
  if (amount > credit.amount) return { kind: 'refused', reason: 'amount_too_high' }
  if (amount < 1n) return { kind: 'refused', reason: 'amount_too_low' }
  const id = readId(credit.sessionId)
  if (id === null) return { kind: 'refused', reason: 'payment_unknown' }
  if (!KEY.test(key)) return { kind: 'refused', reason: 'request_rejected' }
  const endMs = performance.now() + PROVIDER_DEADLINE_MS
  const outcome = await inTurn(id, async () => {
    const charge = await paidUnder(flutterwave, id, endMs)
    if ('kind' in charge) return charge
    // With a fee that the customer bore, more than they call the amount.
    const whole = { ...charge, amount: credit.amount }
    return giveBackFrom(flutterwave, { key, amount, charge: whole }, false, endMs)
  })
  return outcome.kind === 'unknown' ? { handle: `of/${id}`, ...outcome } : outcome
}

async function enquireReturn(
  flutterwave: Flutterwave,
  { key, handle = '', askedAt, askedUntil }: Enquired,
): Promise<ReturnEnquiry> {
  const refund = readId(handle)
  if (refund !== null) return enquireById(flutterwave, refund, key)
  const endMs = performance.now() + PROVIDER_DEADLINE_MS
  const asked = { ...(askedAt && { askedAt }), ...(askedUntil && { askedUntil }) }
  const [, id] = /^of\/([1-9]\d{0,19})$/.exec(handle) ?? []
  if (id === undefined) return search(flutterwave, { key, ...asked }, endMs)
  const charge = await paidUnder(flutterwave, id, endMs)
  if ('kind' in charge) return charge.kind === 'unavailable' ? charge : { kind: 'unknown' }
  return enquireFrom(flutterwave, { key, charge, ...asked }, endMs)
}

async function search(
  flutterwave: Flutterwave,
  { key, askedAt, askedUntil }: { key: string } & LastAsked,
  endMs: number,
): Promise<ReturnEnquiry> {
  const now = flutterwave.now()
  const from = askedAt ? later(askedAt, -1 * HOUR) : later(now, -SEARCHED_MS)
  const refunds = await refundsSince(flutterwave, from, endMs)
  const ours = refunds?.filter((one) => one.key !== null) ?? null
  return answerAfter(ours, {
    key,
    now,
    ...(askedAt && { askedAt }),
    ...(askedUntil && { askedUntil }),
  })
}
