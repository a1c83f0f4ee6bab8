import { DAY, HOUR, later, MINUTE } from '../../platform/clock.ts'
import type { Turns } from '../../platform/keyed-calls.ts'
import type { ReturnEnquiry, ReturnOutcome } from '../outcomes.ts'
import type { Returns } from '../rails.ts'
import { readRefund, readSaid, refundOutcomeOf } from './answers.ts'
import { keyInNote, type Paystack } from './client.ts'
import { enquireRefund, refund } from './refunds.ts'

// Returns of credits: refunds of the charge as which the money arrived. refunds.ts makes each once.
//
// A return is known by the id of its refund, or until that is known by the charge. After a crash
// neither is: then all refunds since it was requested are searched for our key.

const ON_ITS_WAY_MS = 10 * MINUTE
/** If nobody knows when it was requested. */
const SEARCHED_MS = 30 * DAY
const PER_PAGE = 100
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
  return search(paystack, key, asked)
}

async function search(
  { client, now }: Paystack,
  key: string,
  { askedAt, askedUntil = askedAt }: Pick<Enquired, 'askedAt' | 'askedUntil'>,
): Promise<ReturnEnquiry> {
  const from = askedAt ? later(askedAt, -1 * HOUR) : later(now(), -SEARCHED_MS)
  for (let page = 1; page <= PAGES_MAX; page++) {
    const answer = await client.call({
      call: 'list_refunds',
      method: 'GET',
      path: '/refund',
      query: { from: from.toISOString(), perPage: `${PER_PAGE}`, page: `${page}` },
    })
    const said = readSaid(answer)
    if (said.kind === 'unavailable') return said
    if (said.kind !== 'done' || !Array.isArray(said.data)) return { kind: 'unknown' }
    const rows = said.data.map(readRefund)
    const made = rows.find((row) => row && keyInNote(row.note) === key)
    if (made) return refundOutcomeOf(made)
    if (rows.includes(null)) {
      client.noteUnknown('list_refunds', answer)
      return { kind: 'unknown' }
    }
    if (rows.length < PER_PAGE) {
      const isYoung = askedUntil !== undefined && later(askedUntil, ON_ITS_WAY_MS) > now()
      return { kind: isYoung ? 'unknown' : 'not_found' }
    }
  }
  return { kind: 'unknown' }
}
