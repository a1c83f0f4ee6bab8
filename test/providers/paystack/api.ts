import { naira } from '../../../src/platform/money.ts'
import {
  chargeByTransfer,
  closeAccount,
  createAccount,
  createCustomer,
  fetchCustomer,
} from './accounts-api.ts'
import type { PaystackBooks, StandInCharge } from './books.ts'
import {
  addEvidence,
  fetchDispute,
  listDisputes,
  resolveDispute,
  uploadFile,
  uploadUrl,
} from './disputes.ts'
import { openMandate, verifyMandate } from './mandates.ts'
import {
  createdRefund,
  type Domain,
  fetchedCharge,
  listedCharge,
  listedRefund,
  retriedRefund,
  settledCharge,
  settlementRecord,
  verifiedCharge,
} from './records.ts'
import { chargeAuthorization, deactivate } from './tokens.ts'
import {
  createRecipient,
  createTransfer,
  listBanks,
  listTransfers,
  resolve,
  verifyTransfer,
} from './transfers-api.ts'
import {
  type Asked,
  addressIn,
  amountIn,
  between,
  type Fields,
  fieldsOf,
  knowAll,
  metadataOf,
  paged,
  queryOf,
  Refused,
  textIn,
} from './wire.ts'

// The calls of Paystack's API in the stand-in, with their errors.

const LEAST = naira(50)
const MOST = naira(10_000_000)

export type Call =
  | 'initialize'
  | 'verify'
  | 'transactions'
  | 'transaction'
  | 'create_refund'
  | 'refunds'
  | 'refund'
  | 'retry_refund'
  | 'settlements'
  | 'settlement'
  | 'balance'
  | 'banks'
  | 'disputes'
  | 'dispute'
  | 'evidence'
  | 'upload_url'
  | 'upload_file'
  | 'resolve_dispute'
  | 'charge'
  | 'charge_token'
  | 'partial_debit'
  | 'forget_token'
  | 'open_mandate'
  | 'verify_mandate'
  | 'create_customer'
  | 'customer'
  | 'create_account'
  | 'close_account'
  | 'resolve'
  | 'recipient'
  | 'create_transfer'
  | 'verify_transfer'
  | 'transfers'
  | 'nothing'

const PATHS: [method: string, pattern: RegExp, call: Call][] = [
  ['POST', /^\/transaction\/initialize$/, 'initialize'],
  ['POST', /^\/transaction\/charge_authorization$/, 'charge_token'],
  ['POST', /^\/transaction\/partial_debit$/, 'partial_debit'],
  ['POST', /^\/customer\/authorization\/deactivate$/, 'forget_token'],
  ['POST', /^\/customer\/authorization\/initialize$/, 'open_mandate'],
  ['GET', /^\/customer\/authorization\/verify\/([^/]+)$/, 'verify_mandate'],
  ['GET', /^\/transaction\/verify\/([^/]+)$/, 'verify'],
  ['GET', /^\/transaction$/, 'transactions'],
  ['GET', /^\/transaction\/(\d+)$/, 'transaction'],
  ['POST', /^\/refund$/, 'create_refund'],
  ['GET', /^\/refund$/, 'refunds'],
  ['GET', /^\/refund\/([^/]+)$/, 'refund'],
  ['POST', /^\/refund\/retry_with_customer_details\/(\d+)$/, 'retry_refund'],
  ['GET', /^\/settlement$/, 'settlements'],
  ['GET', /^\/settlement\/(\d+)\/transactions$/, 'settlement'],
  ['GET', /^\/balance$/, 'balance'],
  ['GET', /^\/bank$/, 'banks'],
  ['GET', /^\/dispute$/, 'disputes'],
  ['GET', /^\/dispute\/(\d+)$/, 'dispute'],
  ['POST', /^\/dispute\/(\d+)\/evidence$/, 'evidence'],
  ['GET', /^\/dispute\/(\d+)\/upload_url$/, 'upload_url'],
  ['PUT', /^\/files\/(\w+)$/, 'upload_file'],
  ['PUT', /^\/dispute\/(\d+)\/resolve$/, 'resolve_dispute'],
  ['POST', /^\/charge$/, 'charge'],
  ['POST', /^\/customer$/, 'create_customer'],
  ['GET', /^\/customer\/([^/]+)$/, 'customer'],
  ['POST', /^\/dedicated_account$/, 'create_account'],
  ['DELETE', /^\/dedicated_account\/([^/]+)$/, 'close_account'],
  ['GET', /^\/bank\/resolve$/, 'resolve'],
  ['POST', /^\/transferrecipient$/, 'recipient'],
  ['POST', /^\/transfer$/, 'create_transfer'],
  ['GET', /^\/transfer\/verify\/([^/]+)$/, 'verify_transfer'],
  ['GET', /^\/transfer$/, 'transfers'],
]

export function callOf(method: string, path: string): Call {
  const found = PATHS.find(([verb, pattern]) => verb === method && pattern.test(path))
  return found?.[2] ?? 'nothing'
}

type Setting = {
  now: () => Date
  books: PaystackBooks
  secretKey: string
  domain: Domain
  heeds: boolean
  /** The code in the URL of the payment page. */
  page: string
}

export function answerApi(setting: Setting) {
  return (call: Call, asked: Asked): { status: number; body: string } => {
    try {
      if (call !== 'upload_file') logIn(setting, asked)
      const content = answerTo(setting, call, asked)
      return { status: 200, body: JSON.stringify({ status: true, ...content }) }
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      return { status: error.status, body: JSON.stringify(error.content) }
    }
  }
}

function logIn({ secretKey }: Setting, { headers }: Asked): void {
  const { authorization } = headers
  if (authorization === undefined) throw new Refused(401, 'No Authorization Header was found')
  if (authorization !== `Bearer ${secretKey}`) throw new Refused(401, 'Invalid key')
}

function answerTo(setting: Setting, call: Call, asked: Asked): object {
  const { books, domain } = setting
  const part = decodeURIComponent(asked.target.pathname.split('/').at(-1) ?? '')
  const named = asked.target.pathname.split('/')[2] ?? ''
  switch (call) {
    case 'initialize':
      return initialize(setting, fieldsOf(asked))
    case 'verify': {
      const data = verifiedCharge(chargeNamed(books, part), domain)
      return { message: 'Verification successful', data }
    }
    case 'transaction': {
      const found = books.charges.find(({ id }) => `${id}` === part)
      if (!found) throw new Refused(404, 'Transaction ID or reference is invalid', 'not_found')
      return { message: 'Transaction retrieved', data: fetchedCharge(found, domain) }
    }
    case 'transactions':
      return transactions(setting, asked)
    case 'create_refund':
      return createRefund(setting, fieldsOf(asked))
    case 'refund': {
      const found = books.refunds.find(({ id }) => `${id}` === part)
      if (!found) throw new Refused(404, 'Refund not found', 'not_found')
      return { message: 'Refund retrieved', data: listedRefund(found, domain) }
    }
    case 'retry_refund':
      return retryRefund(setting, part, fieldsOf(asked))
    case 'refunds':
      return refunds(setting, asked)
    case 'settlements': {
      const query = queryOf(asked, ['perPage', 'page', 'from', 'to', 'status', 'subaccount'])
      const all = between(books.settlements, query, ({ at }) => at)
      return paged('Settlements retrieved', all, query, (one) => settlementRecord(one, domain))
    }
    case 'balance': {
      const data = [{ currency: 'NGN', balance: Number(books.balance()) }]
      return { message: 'Balances retrieved', data }
    }
    case 'settlement': {
      const found = books.settlements.find(({ id }) => `${id}` === named)
      if (!found) throw new Refused(404, 'Settlement not found', 'not_found')
      const query = queryOf(asked, ['perPage', 'page', 'from', 'to'])
      return chargesPaged(found.charges, query, (one) => settledCharge(one, domain))
    }
    case 'disputes':
      return listDisputes(books, asked, domain)
    case 'dispute':
      return fetchDispute(books, part, domain)
    case 'evidence':
      return addEvidence(books, named, fieldsOf(asked))
    case 'upload_url':
      return uploadUrl(books, named, asked, setting.page)
    case 'upload_file':
      return uploadFile(books, part, asked)
    case 'resolve_dispute':
      return resolveDispute(books, named, fieldsOf(asked), domain)
    case 'banks':
      return listBanks(asked)
    case 'charge':
      return chargeByTransfer(books, fieldsOf(asked), setting.now())
    case 'charge_token':
    case 'partial_debit':
      return chargeAuthorization(setting, fieldsOf(asked), call === 'partial_debit')
    case 'forget_token':
      return deactivate(setting, fieldsOf(asked))
    case 'open_mandate':
      return openMandate(setting, fieldsOf(asked))
    case 'verify_mandate':
      return verifyMandate(setting, part)
    case 'create_customer':
      return createCustomer(books, fieldsOf(asked), domain)
    case 'customer':
      return fetchCustomer(books, part, domain)
    case 'create_account':
      return createAccount(books, fieldsOf(asked))
    case 'close_account':
      return closeAccount(books, part)
    case 'resolve':
      return resolve(books, asked)
    case 'recipient':
      return createRecipient(books, fieldsOf(asked), domain)
    case 'create_transfer': {
      const { transfers } = books
      return createTransfer({ transfers, balance: books.balance() }, fieldsOf(asked), domain)
    }
    case 'verify_transfer':
      return verifyTransfer(books, part, domain)
    case 'transfers':
      return listTransfers(books, asked, domain)
    case 'nothing':
      throw new Refused(404, 'The requested resource was not found')
  }
}

function initialize({ books, page }: Setting, fields: Fields): object {
  const known = ['email', 'amount', 'currency', 'reference', 'callback_url', 'channels', 'metadata']
  knowAll(fields, known)
  const email = textIn(fields, 'email')
  if (email === null) throw new Refused(400, 'Email Address is required', 'missing_params')
  if (!/^[^@\s]+@[^@\s]+\.[a-z]{2,}$/i.test(email) || email.endsWith('.local')) {
    throw new Refused(400, 'Invalid Email Address Passed', 'invalid_email_address')
  }
  const amount = amountIn(fields)
  if (amount === null || amount < LEAST || amount > MOST) {
    throw new Refused(400, 'Invalid Amount Sent', 'invalid_amount')
  }
  if ((fields.currency ?? 'NGN') !== 'NGN') {
    throw new Refused(403, 'Currency not supported by merchant', 'unsupported_currency')
  }
  const reference = textIn(fields, 'reference')
  if (reference !== null && !/^[A-Za-z0-9.=-]{1,100}$/.test(reference)) {
    throw new Refused(400, 'Invalid transaction reference', 'invalid_transaction_reference')
  }
  if (reference !== null && books.find(reference)) {
    throw new Refused(400, 'Duplicate Transaction Reference', 'duplicate_reference')
  }
  const channels = fields.channels ?? ['card', 'bank', 'ussd', 'bank_transfer']
  if (!Array.isArray(channels) || channels.some((one) => typeof one !== 'string')) {
    throw new Refused(400, 'Invalid channels', 'invalid_params')
  }
  const charge = books.open({
    reference,
    amount,
    email,
    channels,
    callbackUrl: addressIn(fields.callback_url),
    cancelUrl: addressIn(metadataOf(fields).cancel_action),
  })
  const data = {
    authorization_url: `${page}/checkout/${charge.accessCode}`,
    access_code: charge.accessCode,
    reference: charge.reference,
  }
  return { message: 'Authorization URL created', data }
}

function createRefund({ books, domain }: Setting, fields: Fields): object {
  const known = ['transaction', 'amount', 'currency', 'customer_note', 'merchant_note']
  knowAll(fields, known)
  const named = textIn(fields, 'transaction')
  if (named === null) throw new Refused(400, 'Transaction is required', 'missing_params')
  const charge = books.find(named) ?? books.charges.find(({ id }) => `${id}` === named)
  if (!charge) throw new Refused(404, 'Transaction not found', 'transaction_not_found')
  if (charge.paidAt === null) {
    throw new Refused(400, 'Only successful transactions can be refunded', 'invalid_params')
  }
  const left = books.left(charge)
  if (left === 0n) {
    const message = 'Transaction has been fully reversed'
    throw new Refused(400, message, 'transaction_reversed', 'api_error')
  }
  const amount = fields.amount === undefined ? left : amountIn(fields)
  if (amount === null || amount <= 0n) throw new Refused(400, 'Invalid amount', 'invalid_params')
  if (amount > left) {
    throw new Refused(400, 'Refund amount exceeds what is left', 'invalid_params')
  }
  if (amount > books.balance()) {
    const message = 'Insufficient balance to fulfill this refund. Please top up.'
    throw new Refused(400, message, 'insufficient_balance', 'api_error')
  }
  const refund = books.refund(charge, amount, {
    merchant: textIn(fields, 'merchant_note'),
    customer: textIn(fields, 'customer_note'),
  })
  const message = 'Refund has been queued for processing'
  return { message, data: createdRefund(refund, domain) }
}

/** With the account of the customer, for a refund that needs attention. */
function retryRefund({ books, domain }: Setting, part: string, fields: Fields): object {
  knowAll(fields, ['refund_account_details'])
  const account = fields.refund_account_details as Fields | undefined
  const names = Object.keys(account ?? {}).sort()
  if (`${names}` !== 'account_number,bank_id,currency') {
    throw new Refused(400, 'Account details are required', 'missing_params')
  }
  const found = books.refunds.find(({ id }) => `${id}` === part)
  if (!found) throw new Refused(404, 'Refund not found', 'not_found')
  if (found.status !== 'needs-attention') {
    const message = 'Invalid Refund state, refund status should be "needs-attention"'
    throw new Refused(422, message, 'invalid_params')
  }
  books.retry(found)
  const message = 'Refund retried and has been queued for processing'
  return { message, data: retriedRefund(found, domain) }
}

function transactions({ books, domain }: Setting, asked: Asked): object {
  const known = ['perPage', 'page', 'from', 'to', 'status', 'customer', 'amount']
  const query = queryOf(asked, known)
  const all = between(books.charges, query, ({ createdAt }) => createdAt).filter(
    ({ status }) => query.status === undefined || query.status === status,
  )
  return chargesPaged(all, query, (one) => listedCharge(one, domain))
}

function refunds({ books, domain, heeds }: Setting, asked: Asked): object {
  const known = ['transaction', 'currency', 'perPage', 'page', 'from', 'to']
  const query = queryOf(asked, known)
  const all = between(books.refunds, query, ({ createdAt }) => createdAt).filter(
    ({ charge }) =>
      !heeds || query.transaction === undefined || query.transaction === `${charge.id}`,
  )
  const { meta, ...content } = paged('Refunds retrieved', all, query, (one) =>
    listedRefund(one, domain),
  )
  const failedRefundCount = all.filter(({ status }) => status === 'failed').length
  return { ...content, meta: { ...meta, perPage: `${meta.perPage}`, failedRefundCount } }
}

function chargesPaged(
  all: StandInCharge[],
  query: Record<string, string>,
  write: (one: StandInCharge) => object,
): object {
  const { meta, ...content } = paged('Transactions retrieved', all, query, write)
  const total_volume = all.reduce((sum, { amount }) => sum + Number(amount), 0)
  return { ...content, meta: { ...meta, total_volume } }
}

function chargeNamed(books: PaystackBooks, reference: string): StandInCharge {
  const found = books.find(reference)
  if (found) return found
  throw new Refused(400, 'Transaction reference not found', 'transaction_not_found')
}
