import { DAY, HOUR, later } from '../../platform/clock.ts'
import type { Turns } from '../../platform/keyed-calls.ts'
import { answerAfter } from '../noted-refunds.ts'
import type { LastAsked, ReturnEnquiry, ReturnOutcome } from '../outcomes.ts'
import type { Returns } from '../rails.ts'
import type { Paystack } from './client.ts'
import { enquireRefund, listRefunds, refund } from './refunds.ts'

// Returns of credits: refunds of the charge as which the money arrived. refunds.ts makes each once.
//
// A return is known by the id of its refund, or until that is known by the charge. After a crash
// neither is: then all refunds since it was requested are searched for our key.

/** If nobody knows when it was requested. */
const SEARCHED_MS = 30 * DAY
const PAGES_MAX = 50

type Request = Parameters<Returns['returnCredit']>[0]
type Enquired = Parameters<Returns['enquireReturn']>[0]

export function returns(paystack: Paystack, inTurn: Turns) {
  return {
    returnCredit: (request: Request) => returnCredit(paystack, inTurn, request),
    enquireReturn: (request: Enquired) => enquireReturn(paystack, request),
  }
}

async function returnCredit(
  paystack: Paystack,
  inTurn: Turns,
  { key, credit, amount }: Request,
): Promise<ReturnOutcome> {
  if (amount > credit.amount) return { kind: 'refused', reason: 'amount_too_high' }
  if (amount < 1n) return { kind: 'refused', reason: 'amount_too_low' }
  const charge = credit.sessionId
  const outcome = await refund(paystack, inTurn, { key, charge, amount })
  return outcome.kind === 'unknown' ? { handle: `of/${charge}`, ...outcome } : outcome
}

async function enquireReturn(
  paystack: Paystack,
  { key, handle, ...asked }: Enquired,
): Promise<ReturnEnquiry> {
  const [, charge] = /^of\/(.{1,100})$/.exec(handle ?? '') ?? []
  if (charge !== undefined) return enquireRefund(paystack, { key, charge, ...asked })
  if (handle !== undefined) return enquireRefund(paystack, { key, charge: '', handle, ...asked })
  return search(paystack, { key, ...asked })
}

async function search(
  paystack: Paystack,
  { key, ...asked }: { key: string } & LastAsked,
): Promise<ReturnEnquiry> {
  const now = paystack.now()
  const from = asked.askedAt ? later(asked.askedAt, -1 * HOUR) : later(now, -SEARCHED_MS)
  const refunds = await listRefunds(paystack, { from: from.toISOString() }, { max: PAGES_MAX })
  if (!Array.isArray(refunds)) return refunds
  return answerAfter(
    refunds.filter((one) => one.key !== null),
    { key, ...asked, now },
  )
}
