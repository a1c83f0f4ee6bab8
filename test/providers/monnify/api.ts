import type { IncomingHttpHeaders } from 'node:http'
import type { Kobo } from '../../../src/platform/money.ts'
import { decimalNaira, nairaNumber, readDecimalNaira } from '../../../src/providers/amounts.ts'
import { readAnswer } from '../../../src/providers/json.ts'
import { BANKS } from './banks.ts'
import * as special from './books.ts'
import { holderOf, type MonnifyBooks } from './books.ts'
import {
  begunForm,
  listedForm,
  oneOffForm,
  paymentForm,
  refundForm,
  reservedForm,
  type Shape,
  summaryForm,
} from './forms.ts'

// The calls of Monnify that the stand-in answers. It refuses a field that is unknown, missing or of
// another type.

export type Asked = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: Buffer
}
export type Answer = { status: number; body: string }
export type Account = {
  apiKey: string
  secretKey: string
  contractCode: string
  walletAccount: string
}
export type Api = { books: MonnifyBooks; account: Account; shape: () => Shape; page: () => string }

class Refused extends Error {
  readonly code: string
  readonly status: number

  constructor(code: string, message: string, status = 200) {
    super(message)
    this.code = code
    this.status = status
  }
}

/** The type of each field. `?`: optional. */
type Form = Record<string, 'text' | 'amount' | 'boolean' | 'list' | 'text?' | 'list?'>

function read(asked: Asked, form: Form): Record<string, string> {
  const sent = readAnswer(asked.body.toString()) as Record<string, unknown>
  // Parsed numbers are text, so only the bytes show whether one was sent in quotes.
  const quoted = (name: string) => asked.body.toString().includes(`"${name}":"`)
  for (const name of Object.keys(sent ?? {})) {
    if (!Object.hasOwn(form, name)) throw new Refused('99', `Unrecognized field "${name}"`, 400)
  }
  for (const [name, type] of Object.entries(form)) {
    const value = sent?.[name]
    if (value === undefined && type.endsWith('?')) continue
    const isGood = {
      text: typeof value === 'string' && value !== '' && quoted(name),
      amount: typeof value === 'string' && !quoted(name) && readDecimalNaira(value) !== null,
      boolean: typeof value === 'boolean',
      list: Array.isArray(value),
    }[type.replace('?', '') as 'text']
    if (!isGood) throw new Refused('99', `${name} is required`, 400)
  }
  return sent as Record<string, string>
}

const amountIn = (text: string | undefined) => readDecimalNaira(text) as Kobo

type Call = { name: string; at: RegExp; act(api: Api, asked: Asked, id: string): unknown }

const CALLS: Record<string, Call[]> = {
  GET: [
    { name: 'banks', at: /^\/api\/v1\/banks$/, act: () => BANKS },
    { name: 'validate', at: /^\/api\/v1\/disbursements\/account\/validate$/, act: validate },
    { name: 'query', at: /^\/api\/v2\/merchant\/transactions\/query$/, act: query },
    { name: 'search', at: /^\/api\/v1\/transactions\/search$/, act: search },
    { name: 'summary', at: /^\/api\/v2\/disbursements\/single\/summary$/, act: summary },
    { name: 'transfers', at: /^\/api\/v2\/disbursements\/search-transactions$/, act: transfers },
    { name: 'balance', at: /^\/api\/v2\/disbursements\/wallet-balance$/, act: balance },
    { name: 'refunds', at: /^\/api\/v1\/refunds$/, act: refunds },
    { name: 'refund state', at: /^\/api\/v1\/refunds\/([^/]+)$/, act: refundState },
    {
      name: 'read account',
      at: /^\/api\/v2\/bank-transfer\/reserved-accounts\/([^/]+)$/,
      act: readAccount,
    },
  ],
  POST: [
    { name: 'init', at: /^\/api\/v1\/merchant\/transactions\/init-transaction$/, act: init },
    {
      name: 'init transfer',
      at: /^\/api\/v1\/merchant\/bank-transfer\/init-payment$/,
      act: initTransfer,
    },
    { name: 'reserve', at: /^\/api\/v2\/bank-transfer\/reserved-accounts$/, act: reserve },
    { name: 'transfer', at: /^\/api\/v2\/disbursements\/single$/, act: transfer },
    { name: 'refund', at: /^\/api\/v1\/refunds\/initiate-refund$/, act: refund },
  ],
  PUT: [
    {
      name: 'kyc',
      at: /^\/api\/v1\/bank-transfer\/reserved-accounts\/([^/]+)\/kyc-info$/,
      act: kyc,
    },
  ],
  DELETE: [
    {
      name: 'close',
      at: /^\/api\/v1\/bank-transfer\/reserved-accounts\/reference\/([^/]+)$/,
      act: close,
    },
  ],
}

export function callOf({ method, path }: Asked): string {
  return CALLS[method]?.find(({ at }) => at.test(path))?.name ?? 'nothing'
}

export function answerApi(api: Api, asked: Asked): Answer {
  const call = CALLS[asked.method]?.find(({ at }) => at.test(asked.path))
  if (!call) return springError(404, asked.path)
  const id = decodeURIComponent(call.at.exec(asked.path)?.[1] ?? '')
  try {
    const body = call.act(api, asked, id)
    if (body instanceof BadGateway) return { status: 502, body: 'error code: 502' }
    return done(body)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return failure(error.status, error.code, error.message)
  }
}

export function done(responseBody: unknown): Answer {
  const envelope = { requestSuccessful: true, responseMessage: 'success', responseCode: '0' }
  return { status: 200, body: JSON.stringify({ ...envelope, responseBody }) }
}

export function failure(status: number, responseCode: string, responseMessage: string): Answer {
  return {
    status,
    body: JSON.stringify({ requestSuccessful: false, responseMessage, responseCode }),
  }
}

export function springError(status: number, path: string): Answer {
  const error = status === 404 ? 'Not Found' : 'Unauthorized'
  return { status, body: JSON.stringify({ timestamp: '2026-11-23T10:00:00', status, error, path }) }
}

class BadGateway {}

const isBank = (sent: unknown) => BANKS.some(({ code }) => code === sent)

function validate(_: Api, { query }: Asked) {
  const [accountNumber, bankCode] = [query.get('accountNumber'), query.get('bankCode')]
  if (!isBank(bankCode) || !accountNumber) throw new Refused('99', 'bankCode is not valid', 400)
  if (accountNumber === special.NOBODYS_ACCOUNT) {
    throw new Refused('99', 'Invalid account details supplied', 404)
  }
  if (accountNumber === special.BUSY_ACCOUNT) {
    throw new Refused('99', 'Unable to process request at the moment. Please try again.', 400)
  }
  const accountName = holderOf(accountNumber)
  return { accountNumber, accountName, bankCode, currencyCode: 'NGN' }
}

function init({ books, account, page }: Api, asked: Asked) {
  const sent = read(asked, {
    amount: 'amount',
    customerName: 'text',
    customerEmail: 'text',
    paymentReference: 'text',
    paymentDescription: 'text',
    currencyCode: 'text',
    contractCode: 'text',
    redirectUrl: 'text?',
    paymentMethods: 'list',
  })
  if (sent['contractCode'] !== account.contractCode)
    throw new Refused('99', 'Invalid contract', 422)
  if (!/^[^@\s]+@[^@\s]+$/.test(sent['customerEmail']!))
    throw new Refused('99', 'Invalid email', 422)
  if (sent['paymentReference']!.length > 64)
    throw new Refused('99', 'paymentReference too long', 422)
  const [method] = sent['paymentMethods'] as unknown as string[]
  if (method !== 'CARD' && method !== 'ACCOUNT_TRANSFER') throw new Refused('99', 'method', 422)
  const payment = books.begin({
    paymentReference: sent['paymentReference']!,
    amount: amountIn(sent['amount']),
    method,
    description: sent['paymentDescription']!,
    customerEmail: sent['customerEmail']!,
    redirectUrl: sent['redirectUrl'] ?? null,
  })
  if (payment === null) throw new Refused('99', 'Duplicate payment reference', 422)
  const { transactionReference, paymentReference } = payment
  const checkoutUrl = `${page()}/checkout/${encodeURIComponent(transactionReference)}`
  return {
    transactionReference,
    paymentReference,
    merchantName: 'Sample',
    apiKey: account.apiKey,
    redirectUrl: payment.redirectUrl,
    enabledPaymentMethod: [method],
    checkoutUrl,
  }
}

function initTransfer({ books }: Api, asked: Asked) {
  const sent = read(asked, { transactionReference: 'text', bankCode: 'text?' })
  const payment = books.payments.get(sent['transactionReference']!)
  if (!payment) throw new Refused('99', 'Transaction not found', 404)
  return oneOffForm(payment, books.accountFor(payment), books.payableFor(payment))
}

function reserve({ books, account }: Api, asked: Asked) {
  const sent = read(asked, {
    accountReference: 'text',
    accountName: 'text',
    currencyCode: 'text',
    contractCode: 'text',
    customerEmail: 'text',
    customerName: 'text',
    bvn: 'text?',
    nin: 'text?',
    getAllAvailableBanks: 'boolean',
    preferredBanks: 'list',
  })
  if (sent['contractCode'] !== account.contractCode)
    throw new Refused('99', 'Invalid contract', 422)
  for (const type of ['bvn', 'nin']) {
    if (sent[type] === special.WRONG_BVN) throw new Refused('99', `Invalid ${type}`, 422)
  }
  const isBare = !sent['bvn'] && !sent['nin']
  if (books.contract.needsNumber && isBare) throw new Refused('99', 'BVN or NIN is required', 422)
  const { accountReference, accountName, customerName, bvn, nin } = sent as Record<string, string>
  const customerEmail = sent['customerEmail']!
  const asOf = { accountReference: accountReference!, accountName: accountName!, customerEmail }
  const numbers = { bvn: bvn ?? null, nin: nin ?? null, customerName: customerName! }
  const wanted = sent['preferredBanks'] as unknown as string[]
  const codes = wanted.filter((code) => !books.closedIssuers.has(code))
  if (codes.length === 0) throw new Refused('99', 'Preferred bank is not available', 422)
  if (books.hasReserved(customerEmail) && !books.reserved.has(asOf.accountReference)) {
    throw new Refused('R42', 'You cannot reserve more than 1 account(s) for a customer', 422)
  }
  const reserved = books.reserve({ ...asOf, ...numbers }, codes)
  if (!reserved) throw new Refused('99', 'Account reference already exists', 422)
  return reservedForm(reserved)
}

function readAccount({ books }: Api, _: Asked, id: string) {
  const found = books.reserved.get(id)
  if (!found) throw new Refused('99', 'Cannot find reserved account', 404)
  return reservedForm(found)
}

function kyc({ books }: Api, asked: Asked, id: string) {
  const sent = read(asked, { bvn: 'text?', nin: 'text?' })
  const found = books.reserved.get(id)
  if (!found) throw new Refused('99', 'Cannot find reserved account', 404)
  if (sent['bvn'] === special.WRONG_BVN) throw new Refused('99', 'Invalid BVN', 422)
  Object.assign(found, { bvn: sent['bvn'] ?? found.bvn, nin: sent['nin'] ?? found.nin })
  const { accountReference, accountName, customerName, bvn, nin } = found
  return { accountReference, accountName, customerName, bvn, nin }
}

function close({ books }: Api, _: Asked, id: string) {
  const found = books.reserved.get(id)
  if (!found) throw new Refused('99', 'Cannot find reserved account', 404)
  books.reserved.delete(id)
  return { ...reservedForm(found), status: 'INACTIVE' }
}

function query({ books, shape }: Api, asked: Asked) {
  const theirs = asked.query.get('transactionReference')
  const ours = asked.query.get('paymentReference')
  const found = theirs ? books.payments.get(theirs) : books.byPaymentReference(ours ?? '')
  if (!found) throw new Refused('99', 'There is no transaction matching the reference', 404)
  // Unlike a notification, the answer of a query names no account.
  const { destinationAccountInformation: _, ...form } = paymentForm(found, shape(), decimalNaira)
  return form
}

function transfer({ books, account }: Api, asked: Asked) {
  const sent = read(asked, {
    amount: 'amount',
    reference: 'text',
    narration: 'text',
    destinationBankCode: 'text',
    destinationAccountNumber: 'text',
    destinationAccountName: 'text',
    currency: 'text',
    sourceAccountNumber: 'text',
  })
  if (sent['sourceAccountNumber'] !== account.walletAccount)
    throw new Refused('99', 'No wallet', 422)
  const { transfersOff, unlisted } = books.contract
  if (transfersOff) throw new Refused('99', 'Disbursement is not enabled', 403)
  if (unlisted) throw new Refused('D06', 'Unauthorized IP address', 400)
  const made = books.transfer({
    reference: sent['reference']!,
    amount: amountIn(sent['amount']),
    bankCode: sent['destinationBankCode']!,
    accountNumber: sent['destinationAccountNumber']!,
    accountName: sent['destinationAccountName']!,
    narration: sent['narration']!,
  })
  if (sent['destinationAccountNumber'] === special.LATE_ACCOUNT) return new BadGateway()
  if (made === 'name') throw new Refused('D01', 'Beneficiary account name mismatch', 400)
  if (typeof made === 'string') throw new Refused(made, 'The transfer was not made')
  return begunForm(made)
}

function summary({ books }: Api, asked: Asked) {
  const found = books.transfers.get(asked.query.get('reference') ?? '')
  if (!found) throw new Refused('D02', 'No such transfer', 404)
  found.asked += 1
  if (found.accountNumber === special.LATE_ACCOUNT && found.asked === 1) return new BadGateway()
  return summaryForm(found)
}

function refund({ books }: Api, asked: Asked) {
  const sent = read(asked, {
    transactionReference: 'text',
    refundReference: 'text',
    refundAmount: 'amount',
    refundReason: 'text',
    customerNote: 'text',
    destinationAccountNumber: 'text?',
    destinationAccountBankCode: 'text?',
  })
  if (books.contract.refundsOff) throw new Refused('99', 'Refund is not enabled', 403)
  if (sent['refundReason']!.length > 64 || sent['customerNote']!.length > 16) {
    throw new Refused('R8', 'Too long')
  }
  const bank = sent['destinationAccountBankCode']
  if (bank !== undefined && !isBank(bank)) throw new Refused('R6', 'Invalid account details')
  const made = books.refund({
    refundReference: sent['refundReference']!,
    transactionReference: sent['transactionReference']!,
    amount: amountIn(sent['refundAmount']),
    reason: sent['refundReason']!,
  })
  if (typeof made === 'string') throw new Refused(made, 'The refund was not made')
  return refundForm(made)
}

function refundState({ books }: Api, _: Asked, id: string) {
  const found = books.refunds.get(id)
  if (!found) throw new Refused('R7', 'No such refund', 404)
  return refundForm(found)
}

function balance({ books, account }: Api, asked: Asked) {
  if (asked.query.get('accountNumber') !== account.walletAccount)
    throw new Refused('99', 'None', 404)
  const availableBalance = nairaNumber(books.balance)
  return { availableBalance, ledgerBalance: availableBalance }
}

function search({ books }: Api, { query }: Asked) {
  const [from, to] = [Number(query.get('from')), Number(query.get('to'))]
  const all = [...books.payments.values()].filter(
    ({ createdOn }) => createdOn.getTime() >= from - 3_600_000 && createdOn.getTime() <= to,
  )
  return paged(all.map(listedForm), query.get('page'), query.get('size'))
}

function transfers({ books }: Api, { query }: Asked) {
  const [from, to] = [Number(query.get('startDate')), Number(query.get('endDate'))]
  const all = [...books.transfers.values()].filter(
    ({ createdOn }) => createdOn.getTime() >= from && createdOn.getTime() <= to,
  )
  return paged(all.map(summaryForm), query.get('pageNo'), query.get('pageSize'))
}

function refunds({ books }: Api, { query }: Asked) {
  return paged([...books.refunds.values()].map(refundForm), query.get('page'), query.get('size'))
}

function paged(all: object[], page: string | null, size: string | null) {
  const [number, count] = [Number(page), Number(size)]
  const content = all.slice(number * count, (number + 1) * count)
  return { content, totalElements: all.length, last: (number + 1) * count >= all.length, number }
}
