import { randomBytes } from 'node:crypto'
import type { PaystackTokens, StandInMandate } from './tokens.ts'
import { addressIn, type Fields, knowAll, Refused, textIn } from './wire.ts'

// Direct debit mandates in the stand-in. Paystack makes the reference. There is no authorization
// until the customer has approved it, and the bank activates it later.

type Setting = { books: { tokens: PaystackTokens }; page: string }

export function openMandate({ books, page }: Setting, fields: Fields): object {
  knowAll(fields, ['email', 'channel', 'callback_url', 'account', 'address'])
  const email = textIn(fields, 'email')
  const account = fields.account as { number: string; bank_code: string } | undefined
  if (email === null || fields.channel !== 'direct_debit' || account === undefined) {
    throw new Refused(400, 'A required field is missing', 'missing_params')
  }
  if (!/^\d{10}$/.test(account.number)) throw new Refused(400, 'Account number is invalid')
  addressIn(fields.callback_url)
  const accessCode = randomBytes(8).toString('hex').slice(0, 15)
  const reference = randomBytes(15).toString('hex')
  const code = `AUTH_mandate${books.tokens.mandates.length}`
  const opened = { reference, code, email, accessCode, account, state: 'opened' as const }
  books.tokens.mandates.push(opened)
  return {
    message: 'Authorization initialized',
    data: { redirect_url: `${page}/checkout/${accessCode}`, access_code: accessCode, reference },
  }
}

export function verifyMandate({ books }: Setting, reference: string): object {
  const found = books.tokens.mandates.find((one) => one.reference === reference)
  if (found === undefined || found.state === 'opened') {
    throw new Refused(404, 'Authorization does not exist or does not belong to integration')
  }
  return { message: 'Authorization retrieved successfully', data: mandateRecord(found) }
}

/** As the API and the notifications show it. */
export function mandateRecord({ code, email, state }: StandInMandate): object {
  return {
    authorization_code: code,
    channel: 'direct_debit',
    bank: 'Guaranty Trust Bank',
    active: state === 'active',
    customer: { code: 'CUS_standin1', email },
  }
}
