import type { Kobo } from '../../platform/money.ts'
import { nairaNumber } from '../amounts.ts'
import { silenceOf } from '../client.ts'
import type { ReturnEnquiry, ReturnOutcome } from '../outcomes.ts'
import type { Returns } from '../rails.ts'
import { accountNumberOf, memberOf, rowOf } from '../values.ts'
import {
  isNotFound,
  NO_SUCH_REFUND,
  REFUND_CODES,
  REFUND_EXISTS,
  REFUND_STATES,
} from './answers.ts'
import type { Banks } from './banks.ts'
import { type Api, wordsOf } from './client.ts'
import { amountOf, referenceOf } from './values.ts'

// Returns of credits. At Monnify, a return is a refund of the payment, paid from our wallet, with
// our key as its reference. It can fail days after it was accepted.

type Request = Parameters<Returns['returnCredit']>[0]

export function returns(api: Api, banks: Banks) {
  return {
    returnCredit: (request: Request) => returnCredit(api, banks, request),
    enquireReturn: ({ key }: { key: string }) => enquireReturn(api, key, null),
  }
}

async function returnCredit(
  api: Api,
  banks: Banks,
  { key, credit, amount }: Request,
): Promise<ReturnOutcome> {
  if (amount > credit.amount) return { kind: 'refused', reason: 'amount_too_high' }
  if (amount < 1n) return { kind: 'refused', reason: 'amount_too_low' }
  const transactionReference = referenceOf(credit.sessionId)
  if (transactionReference === null) return { kind: 'refused', reason: 'payment_unknown' }
  if (referenceOf(key) === null) return { kind: 'refused', reason: 'request_rejected' }
  const destination = await destinationOf(banks, credit)
  if (destination === null) return { kind: 'unavailable' }
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
      ...destination,
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
  if (line.kind === 'refused') return { ...line, said: wordsOf(said) }
  api.tellRefused({ call: 'return' }, said)
  return line
}

/**
 * The sender's account if known; otherwise Monnify looks it up. Null if their code of the bank is
 * not known now.
 */
async function destinationOf(banks: Banks, credit: Request['credit']) {
  const { senderAccountNumber, senderBankCode } = credit
  if (accountNumberOf(senderAccountNumber) === null || senderBankCode === '') return {}
  const theirs = await banks.theirCode({ code: senderBankCode, nipCode: null })
  if ('kind' in theirs) return null
  if (theirs.code === null) return {}
  return {
    destinationAccountNumber: senderAccountNumber,
    destinationAccountBankCode: theirs.code,
  }
}

type Asked = { transactionReference: string; amount: Kobo }

async function enquireReturn(api: Api, key: string, asked: Asked | null): Promise<ReturnEnquiry> {
  if (referenceOf(key) === null) return { kind: 'not_found' }
  const path = `/api/v1/refunds/${encodeURIComponent(key)}`
  const said = await api.ask({ call: 'return state', method: 'GET', path })
  if (said.kind === 'done') return refundIn(said.body, key, asked)
  const isNone = said.kind === 'refused' && said.code === NO_SUCH_REFUND
  return isNone || isNotFound(said) ? { kind: 'not_found' } : silenceOf(said)
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
