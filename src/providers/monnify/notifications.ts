import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { DAY } from '../../platform/clock.ts'
import { type Kobo, kobo } from '../../platform/money.ts'
import { equalSecrets } from '../../platform/secrets.ts'
import { silenceOf } from '../client.ts'
import { readAnswer } from '../json.ts'
import type { BankCredit, CreditOutcome, Notification, RailRequest } from '../outcomes.ts'
import type { OneOffAccounts } from '../rails.ts'
import { accountNumberOf, lineOf, memberOf, rowOf, textOf } from '../values.ts'

import { numberUnder } from './accounts.ts'
import { isNotFound, PAYMENT_STATES } from './answers.ts'
import type { Banks } from './banks.ts'
import type { Api } from './client.ts'
import { queryPayment } from './payments.ts'
import { amountOf, momentOf, referenceOf } from './values.ts'

// Notifications of Monnify: `{eventType, eventData}`, signed by HMAC-SHA512 over the body with the
// secret key, without a timestamp. A repeated credit has the same transaction reference, so it is
// booked once.
//
// Their sandbox signs nothing. There, a credit is a hint and is fetched before it is booked.

const SIGNATURE = /^[0-9a-f]{128}$/
/** A time further ahead than this is not believed. */
const AHEAD_MAX_MS = 1 * DAY
const FIRST_YEAR = Date.UTC(2015, 0, 1)

const TRANSFER_EVENTS = ['SUCCESSFUL_DISBURSEMENT', 'FAILED_DISBURSEMENT', 'REVERSED_DISBURSEMENT']
const REFUND_EVENTS = ['SUCCESSFUL_REFUND', 'FAILED_REFUND']
const OF_NO_USE = ['SETTLEMENT', 'ACCOUNT_ACTIVITY', 'LOW_BALANCE_ALERT', 'MANDATE_UPDATE']

export function notifies(api: Api, banks: Banks) {
  const key = createSecretKey(Buffer.from(api.config.secretKey))
  return {
    readNotification: (request: RailRequest) => read(api, banks, key, request),
    confirmCredit: ({ reference }: { reference: string }) => confirm(api, banks, reference),
    enquireCredit: (request: Enquired) => enquire(api, banks, request),
  }
}

function read(api: Api, banks: Banks, key: KeyObject, request: RailRequest): Notification {
  const signature = request.headers['monnify-signature']
  const isUnsigned = signature === undefined && api.takesUnsigned
  if (!isUnsigned && !isSigned(key, signature, request.body)) return { kind: 'forged' }
  const json = readAnswer(request.body.toString('utf8'))
  const event = textOf(memberOf(json, 'eventType'))
  const data = memberOf(json, 'eventData')
  const about = (what: 'transfer' | 'return' | 'charge', name: string): Notification => {
    const ours = referenceOf(memberOf(data, name))
    return ours === null ? { kind: 'unreadable' } : { kind: 'about', what, key: ours }
  }
  if (TRANSFER_EVENTS.includes(event)) return about('transfer', 'reference')
  if (REFUND_EVENTS.includes(event)) return about('return', 'refundReference')
  // The contract accepts only the exact amount. Unsigned, it could be anybody's.
  if (event === 'REJECTED_PAYMENT') return isUnsigned ? { kind: 'ignored' } : bouncedIn(data)
  if (OF_NO_USE.includes(event)) return { kind: 'ignored' }
  if (event !== 'SUCCESSFUL_TRANSACTION') return unknownEvent(api, event)
  if (memberOf(data, 'paymentMethod') === 'CARD') return about('charge', 'paymentReference')
  if (isUnsigned) {
    const reference = referenceOf(memberOf(data, 'transactionReference'))
    return reference === null ? { kind: 'unreadable' } : { kind: 'hint', reference }
  }
  const credit = creditIn(api, banks, data, destinationIn(data))
  return credit === null ? { kind: 'unreadable' } : { kind: 'credit', credit, ...feeIn(data) }
}

/** They add types without notice. Only what has no type at all is for a person to look at. */
function unknownEvent({ log }: Api, event: string): Notification {
  if (!/^[A-Z][A-Z0-9_]{2,59}$/.test(event)) return { kind: 'unreadable' }
  log.warn({ provider: 'monnify', event }, 'a notification of an unknown type is ignored')
  return { kind: 'ignored' }
}

function bouncedIn(data: unknown): Notification {
  const rejection = memberOf(data, 'paymentRejectionInformation')
  const from = sourceIn(data)
  const accountNumber = accountNumberOf(memberOf(rejection, 'destinationAccountNumber'))
  const amount = amountOf(memberOf(from, 'amountPaid'))
  const sessionId =
    referenceOf(memberOf(from, 'sessionId')) ?? referenceOf(memberOf(data, 'transactionReference'))
  if (accountNumber === null || amount === null || sessionId === null) return { kind: 'unreadable' }
  return { kind: 'bounced', accountNumber, amount, sessionId }
}

function isSigned(key: KeyObject, signature: unknown, body: Buffer): boolean {
  if (typeof signature !== 'string' || !SIGNATURE.test(signature)) return false
  const right = createHmac('sha512', key).update(body).digest()
  return equalSecrets(right, Buffer.from(signature, 'hex'))
}

type Enquired = Parameters<NonNullable<OneOffAccounts['enquireCredit']>>[0]

/** By the payment that was begun for the account, which must have a reference of ours. */
async function enquire(
  api: Api,
  banks: Banks,
  { key, handle = '', accountNumber }: Enquired,
): Promise<CreditOutcome> {
  const isOurs = (data: unknown) => textOf(memberOf(data, 'paymentReference')).startsWith(`${key}-`)
  return confirm(api, banks, handle, { accountNumber, isOurs })
}

/** `known`: the account is that of our own row. */
async function confirm(
  api: Api,
  banks: Banks,
  reference: string,
  known?: { accountNumber: string; isOurs: (data: unknown) => boolean },
): Promise<CreditOutcome> {
  if (referenceOf(reference) === null) return { kind: 'not_found' }
  const said = await queryPayment(api, { transactionReference: reference })
  if (said.kind !== 'done') return isNotFound(said) ? { kind: 'not_found' } : silenceOf(said)
  const isIt = memberOf(said.body, 'transactionReference') === reference
  if (!isIt || known?.isOurs(said.body) === false) return { kind: 'unknown' }
  if (memberOf(said.body, 'paymentMethod') === 'CARD') return { kind: 'not_found' }
  const state = rowOf(PAYMENT_STATES, memberOf(said.body, 'paymentStatus'))
  if (state === undefined) return { kind: 'unknown' }
  if (state !== 'paid' && state !== 'part') return { kind: 'not_found' }
  const accountNumber =
    known?.accountNumber ?? destinationIn(said.body) ?? (await accountPaid(api, said.body))
  const credit = creditIn(api, banks, said.body, accountNumber)
  return credit === null ? { kind: 'unknown' } : { kind: 'credit', credit, ...feeIn(said.body) }
}

function destinationIn(data: unknown): string | null {
  const to = memberOf(data, 'destinationAccountInformation')
  return accountNumberOf(memberOf(to, 'accountNumber'))
}

/** The account that was paid, when a query does not name it: the one of the payment's reference. */
function accountPaid(api: Api, data: unknown): Promise<string | null> {
  const product = memberOf(data, 'product')
  const isReserved = memberOf(product, 'type') === 'RESERVED_ACCOUNT'
  return numberUnder(api, {
    isReserved,
    reference: isReserved ? memberOf(product, 'reference') : memberOf(data, 'transactionReference'),
  })
}

/** Null if it is not paid, or amount, account or reference is unreadable. */
function creditIn(
  api: Api,
  banks: Banks,
  data: unknown,
  accountNumber: string | null,
): BankCredit | null {
  const sessionId = referenceOf(memberOf(data, 'transactionReference'))
  const amount = amountOf(memberOf(data, 'amountPaid'))
  const state = rowOf(PAYMENT_STATES, memberOf(data, 'paymentStatus'))
  const currency = memberOf(data, 'currency') ?? memberOf(data, 'currencyCode') ?? 'NGN'
  if (sessionId === null || amount === null || accountNumber === null) return null
  if ((state !== 'paid' && state !== 'part') || currency !== 'NGN') return null
  const from = sourceIn(data)
  return {
    sessionId,
    accountNumber,
    amount,
    senderName: lineOf(memberOf(from, 'accountName')),
    senderBankCode: banks.ourCode(lineOf(memberOf(from, 'bankCode'), 10)),
    senderAccountNumber: lineOf(memberOf(from, 'accountNumber'), 20),
    narration: lineOf(memberOf(data, 'paymentDescription')),
    occurredAt: occurredAt(api, memberOf(data, 'paidOn')),
  }
}

/** Their fee is the part they do not settle. Omitted if unreadable. */
function feeIn(told: unknown): { fee?: Kobo } {
  const paid = amountOf(memberOf(told, 'amountPaid'))
  const settled = amountOf(memberOf(told, 'settlementAmount'))
  const isFee = paid !== null && settled !== null && settled < paid
  return isFee ? { fee: kobo(paid - settled) } : {}
}

/** A list, an object, an empty one, or missing. With several senders, there is no single one. */
function sourceIn(data: unknown): unknown {
  const said = memberOf(data, 'paymentSourceInformation')
  if (!Array.isArray(said)) return said ?? memberOf(data, 'accountDetails')
  return said.length === 1 ? said[0] : undefined
}

/** An impossible time becomes now: the money has arrived in any case. */
function occurredAt(api: Api, value: unknown): Date {
  const now = api.now()
  const ms = momentOf(value)?.getTime() ?? 0
  return ms >= FIRST_YEAR && ms <= now.getTime() + AHEAD_MAX_MS ? new Date(ms) : now
}
