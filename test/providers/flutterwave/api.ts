import { banks } from '../../../src/accounts/banks/banks.ts'
import { MINUTE } from '../../../src/platform/clock.ts'
import { naira } from '../../../src/platform/money.ts'
import type { FlutterwaveBooks, StandInCharge } from './books.ts'
import { answerChargeback, listChargebacks } from './chargebacks.ts'
import { beginCharge, createAccount } from './methods.ts'
import {
  chargeRecord,
  createdRefund,
  listedCharge,
  listedRefund,
  settlementRecord,
  transferRecord,
} from './records.ts'
import { chargeToken } from './tokens.ts'
import {
  type Asked,
  amountIn,
  emailIn,
  type Fields,
  fieldsOf,
  nairaOf,
  paged,
  queryOf,
  Refused,
  textIn,
} from './wire.ts'

// The calls of Flutterwave's API in the stand-in, with their errors.

const MOST = naira(10_000_000)
const SESSION_MINUTES_MAX = 1_440

export type Call =
  | 'open_page'
  | 'verify'
  | 'verify_by_id'
  | 'transactions'
  | 'create_refund'
  | 'refunds'
  | 'refund'
  | 'settlements'
  | 'balance'
  | 'banks'
  | 'resolve'
  | 'create_transfer'
  | 'charge'
  | 'charge_token'
  | 'create_account'
  | 'chargebacks'
  | 'answer_chargeback'
  | 'find_transfer'
  | 'transfer'
  | 'nothing'

const PATHS: [method: string, pattern: RegExp, call: Call][] = [
  ['POST', /^\/v3\/payments$/, 'open_page'],
  ['GET', /^\/v3\/transactions\/verify_by_reference$/, 'verify'],
  ['GET', /^\/v3\/transactions\/(\d+)\/verify$/, 'verify_by_id'],
  ['GET', /^\/v3\/transactions$/, 'transactions'],
  ['POST', /^\/v3\/transactions\/(\d+)\/refund$/, 'create_refund'],
  ['GET', /^\/v3\/refunds$/, 'refunds'],
  ['GET', /^\/v3\/refunds\/(\d+)$/, 'refund'],
  ['GET', /^\/v3\/settlements$/, 'settlements'],
  ['GET', /^\/v3\/balances\/NGN$/, 'balance'],
  ['GET', /^\/v3\/banks\/NG$/, 'banks'],
  ['POST', /^\/v3\/accounts\/resolve$/, 'resolve'],
  ['POST', /^\/v3\/charges$/, 'charge'],
  ['POST', /^\/v3\/tokenized-charges$/, 'charge_token'],
  ['POST', /^\/v3\/virtual-account-numbers$/, 'create_account'],
  ['GET', /^\/v3\/chargebacks$/, 'chargebacks'],
  ['PUT', /^\/v3\/chargebacks\/(\d+)$/, 'answer_chargeback'],
  ['POST', /^\/v3\/transfers$/, 'create_transfer'],
  ['GET', /^\/v3\/transfers$/, 'find_transfer'],
  ['GET', /^\/v3\/transfers\/(\d+)$/, 'transfer'],
]

/** `part`: the id in the path. */
export function callOf(method: string, path: string): { call: Call; part: string } {
  for (const [verb, pattern, call] of PATHS) {
    const found = verb === method ? pattern.exec(path) : null
    if (found) return { call, part: found[1] ?? '' }
  }
  return { call: 'nothing', part: '' }
}

export type Setting = {
  books: FlutterwaveBooks
  secretKey: string
  /** Where the payment page is. */
  page: string
  /** Whether lists apply the filter by our reference. */
  heeds: boolean
}

export function answerApi(setting: Setting) {
  return (method: string, asked: Asked): { status: number; body: string } => {
    try {
      if (asked.headers.authorization !== `Bearer ${setting.secretKey}`) {
        throw new Refused(401, 'Invalid authorization key')
      }
      const { call, part } = callOf(method, asked.target.pathname)
      const content = answerTo(setting, call, part, asked)
      return { status: 200, body: JSON.stringify({ status: 'success', ...content }) }
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      const { status, message } = error
      return { status, body: JSON.stringify({ status: 'error', message, data: null }) }
    }
  }
}

function answerTo(setting: Setting, call: Call, part: string, asked: Asked): object {
  const { books } = setting
  switch (call) {
    case 'open_page':
      return openPage(setting, asked)
    case 'verify':
      return verified(books.find(queryOf(asked, ['tx_ref']).tx_ref ?? ''))
    case 'verify_by_id':
      return verified(books.charges.find(({ id }) => `${id}` === part))
    case 'transactions':
      return transactions(setting, asked)
    case 'create_refund':
      return createRefund(books, part, asked)
    case 'refund': {
      const found = books.refunds.find(({ id }) => `${id}` === part)
      if (!found) throw new Refused(404, 'Refund not found')
      return { message: 'Refund fetched', data: createdRefund(found) }
    }
    case 'refunds': {
      const query = queryOf(asked, ['from', 'to', 'page'])
      return paged('Refunds fetched', books.refunds, query, (one) => one.createdAt, listedRefund)
    }
    case 'settlements': {
      const query = queryOf(asked, ['from', 'to', 'page'])
      const { settlements } = books
      return paged('Settlements fetched', settlements, query, ({ at }) => at, settlementRecord)
    }
    case 'balance': {
      const available_balance = nairaOf(books.balance())
      const data = { currency: 'NGN', available_balance, ledger_balance: 0 }
      return { message: 'Wallet balance fetched', data }
    }
    case 'banks':
      return listBanks()
    case 'resolve':
      return resolve(books, asked)
    case 'chargebacks':
      return listChargebacks(books.chargebacks.all, asked)
    case 'answer_chargeback':
      return answerChargeback(books.chargebacks, part, asked)
    case 'charge':
      return beginCharge(setting, asked)
    case 'charge_token':
      return chargeToken(setting, asked)
    case 'create_account':
      return createAccount(books, asked)
    case 'create_transfer':
      return createTransfer(books, asked)
    case 'find_transfer':
      return findTransfers(setting, asked)
    case 'transfer': {
      const found = books.transfers.all.find(({ id }) => `${id}` === part)
      if (!found) throw new Refused(404, 'Transfer not found')
      return { message: 'Transfer fetched', data: transferRecord(found, holderOf(books, found)) }
    }
    case 'nothing':
      throw new Refused(404, 'Not found')
  }
}

function openPage({ books, page }: Setting, asked: Asked): object {
  const known = ['tx_ref', 'amount', 'currency', 'redirect_url', 'payment_options', 'customer']
  const fields = fieldsOf(asked, [...known, 'configurations'])
  const amount = amountIn(fields)
  if (amount > MOST) throw new Refused(400, 'amount is too high')
  if (fields.currency !== 'NGN') throw new Refused(400, 'currency is invalid')
  if (fields.payment_options !== 'card') throw new Refused(400, 'payment_options is invalid')
  const redirectUrl = textIn(fields, 'redirect_url')
  if (!URL.canParse(redirectUrl)) throw new Refused(400, 'redirect_url is invalid')
  const email = emailIn(fields.customer as Fields)
  const minutes = Number((fields.configurations as Fields).session_duration)
  if (!(minutes >= 1 && minutes <= SESSION_MINUTES_MAX)) {
    throw new Refused(400, 'session_duration is invalid')
  }
  const txRef = textIn(fields, 'tx_ref')
  const sessionMs = minutes * MINUTE
  if (books.isUsed(txRef)) throw new Refused(400, 'Duplicate transaction reference')
  const made = books.open({ txRef, amount, email, redirectUrl, sessionMs })
  return { message: 'Hosted Link', data: { link: `${page}/v3/hosted/pay/${made.code}` } }
}

function verified(found: StandInCharge | undefined): object {
  if (!found) throw new Refused(400, 'No transaction was found for this id')
  return { message: 'Transaction fetched successfully', data: chargeRecord(found) }
}

function transactions({ books, heeds }: Setting, asked: Asked): object {
  const query = queryOf(asked, ['from', 'to', 'page', 'status', 'tx_ref'])
  const all = books.charges.filter(
    ({ status, txRef }) =>
      (query.status === undefined || query.status === status) &&
      (!heeds || query.tx_ref === undefined || query.tx_ref === txRef),
  )
  return paged('Transactions fetched', all, query, ({ createdAt }) => createdAt, listedCharge)
}

function createRefund(books: FlutterwaveBooks, part: string, asked: Asked): object {
  const fields = fieldsOf(asked, ['amount', 'comments'])
  const charge = books.charges.find(({ id }) => `${id}` === part)
  if (!charge) throw new Refused(404, 'No transaction was found for this id')
  if (charge.status !== 'successful') throw new Refused(400, 'Transaction is not successful')
  const amount = amountIn(fields)
  if (amount > books.left(charge)) throw new Refused(400, 'Refund amount is too high')
  if (amount > books.balance()) throw new Refused(400, 'Insufficient balance for this refund')
  const made = books.refund(charge, amount, textIn(fields, 'comments'))
  return { message: 'Transaction refund initiated', data: createdRefund(made) }
}

/** Their code is ours, or the NIP code of a bank without three digits. */
function listBanks(): object {
  const data = banks.map(({ code, nipCode, name }, index) => ({
    id: index + 1,
    code: /^\d{3}$/.test(code) ? code : (nipCode ?? code),
    name,
  }))
  return { message: 'Banks fetched successfully', data }
}

function resolve({ transfers }: FlutterwaveBooks, asked: Asked): object {
  const fields = fieldsOf(asked, ['account_number', 'account_bank'])
  const account_number = textIn(fields, 'account_number')
  const account_name = transfers.holder(account_number, textIn(fields, 'account_bank'))
  if (account_name === null) {
    throw new Refused(400, 'Sorry, recipient account could not be validated.')
  }
  return { message: 'Account details fetched', data: { account_number, account_name } }
}

function createTransfer(books: FlutterwaveBooks, asked: Asked): object {
  const { transfers } = books
  const fields = fieldsOf(asked, [
    ...['account_bank', 'account_number', 'amount', 'currency', 'debit_currency'],
    ...['reference', 'narration'],
  ])
  const amount = amountIn(fields)
  if (fields.currency !== 'NGN' || fields.debit_currency !== 'NGN') {
    throw new Refused(400, 'currency is invalid')
  }
  const reference = textIn(fields, 'reference')
  if (transfers.find(reference)) throw new Refused(400, 'This reference was used before')
  if (amount + 10_000n > books.balance()) {
    throw new Refused(400, 'Insufficient balance for this transfer')
  }
  const accountNumber = textIn(fields, 'account_number')
  const bankCode = textIn(fields, 'account_bank')
  const holder = /^\d{10}$/.test(accountNumber) ? transfers.holder(accountNumber, bankCode) : null
  if (holder === null) throw new Refused(400, 'Account number is invalid')
  const narration = textIn(fields, 'narration')
  const made = transfers.make({ reference, amount, accountNumber, bankCode, narration })
  return { message: 'Transfer Queued Successfully', data: transferRecord(made, holder) }
}

function findTransfers({ books, heeds }: Setting, asked: Asked): object {
  const query = queryOf(asked, ['reference', 'from', 'to', 'page', 'status'])
  const all = books.transfers.all.filter(
    ({ reference }) => !heeds || query.reference === undefined || query.reference === reference,
  )
  const write = (one: (typeof all)[number]) => transferRecord(one, holderOf(books, one))
  return paged('Transfers fetched', all, query, ({ createdAt }) => createdAt, write)
}

function holderOf(
  { transfers }: FlutterwaveBooks,
  one: { accountNumber: string; bankCode: string },
): string {
  return transfers.holder(one.accountNumber, one.bankCode) ?? ''
}
