import type { Kobo } from '../../platform/money.ts'
import { nairaNumber } from '../amounts.ts'
import { silenceOf } from '../client.ts'
import type { ReturnEnquiry, ReturnOutcome } from '../outcomes.ts'
import type { Returns } from '../rails.ts'
import { accountNumberOf, memberOf, rowOf } from '../values.ts'
import { NO_SUCH_REFUND, REFUND_CODES, REFUND_EXISTS, REFUND_STATES } from './answers.ts'
import type { Api } from './client.ts'
import { amountOf, referenceOf } from './values.ts'

// Returns of credits. At Monnify, a return is a refund of the payment, paid from our wallet, with
// our key as its reference. It can fail days after it was accepted.

type Request = Parameters<Returns['returnCredit']>[0]

export function returns(api: Api) {
  return {
    returnCredit: (request: Request) => returnCredit(api, request),
    enquireReturn: ({ key }: { key: string }) => enquireReturn(api, key, null),
  }
}

async function returnCredit(api: Api, { key, credit, amount }: Request): Promise<ReturnOutcome> {
  if (amount > credit.amount) return { kind: 'refused', reason: 'amount_too_high' }
  if (amount < 1n) return { kind: 'refused', reason: 'amount_too_low' }
  const transactionReference = referenceOf(credit.sessionId)
  if (transactionReference === null) return { kind: 'refused', reason: 'payment_unknown' }
  if (referenceOf(key) === null) return { kind: 'refused', reason: 'request_rejected' }
  const said = await api.ask({
    call: 'return',
    method: 'POST',
    path: '/api/v1/refunds/initiate-refund',
    json: {
      transactionReference,
      refundReference: key,
      refundAmount: nairaNumber(amount),
      refundReason: 'Returned to the sender',
      customerNote: 'Returned',
      ...destinationOf(credit),
    },
  })
  const asked = { transactionReference, amount }
  if (said.kind === 'done') return refundIn(said.body, key, asked)
  if (said.kind !== 'refused') return silenceOf(said)
  if (said.code === REFUND_EXISTS) {
    const there = await enquireReturn(api, key, asked)
    return there.kind === 'not_found' ? { kind: 'unknown' } : there
  }
  const line = rowOf(REFUND_CODES, said.code) ?? { kind: 'unknown' }
  return line.kind === 'refused' ? { ...line, said: said.code } : line
}

/** The sender's account if known; otherwise Monnify looks it up. */
function destinationOf({ senderAccountNumber, senderBankCode }: Request['credit']) {
  const isKnown =
    accountNumberOf(senderAccountNumber) !== null && /^[0-9A-Z]{3,10}$/.test(senderBankCode)
  if (!isKnown) return {}
  return {
    destinationAccountNumber: senderAccountNumber,
    destinationAccountBankCode: senderBankCode,
  }
}

type Asked = { transactionReference: string; amount: Kobo }

async function enquireReturn(api: Api, key: string, asked: Asked | null): Promise<ReturnEnquiry> {
  if (referenceOf(key) === null) return { kind: 'not_found' }
  const path = `/api/v1/refunds/${encodeURIComponent(key)}`
  const said = await api.ask({ call: 'return state', method: 'GET', path })
  if (said.kind === 'done') return refundIn(said.body, key, asked)
  const isNone = said.kind === 'refused' && said.code === NO_SUCH_REFUND
  return isNone ? { kind: 'not_found' } : silenceOf(said)
}

function refundIn(body: unknown, key: string, asked: Asked | null): ReturnOutcome {
  if (memberOf(body, 'refundReference') !== key) return { kind: 'unknown' }
  const amount = amountOf(memberOf(body, 'refundAmount'))
  const of = referenceOf(memberOf(body, 'transactionReference'))
  if (amount === null || of === null) return { kind: 'unknown' }
  const isOther = asked && (amount !== asked.amount || of !== asked.transactionReference)
  if (isOther) return { kind: 'refused', reason: 'duplicate' }
  const state = rowOf(REFUND_STATES, memberOf(body, 'refundStatus'))
  if (state === undefined) return { kind: 'unknown' }
  if (state === 'accepted') return { kind: 'accepted' }
  if (state === 'failed') return { kind: 'refused', reason: 'refused_by_bank', said: 'FAILED' }
  return { kind: 'returned', sessionId: key }
}
