import { createHmac } from 'node:crypto'
import { equalSecrets } from '../../platform/secrets.ts'
import { readAnswer } from '../json.ts'
import { keyIn } from '../noted-refunds.ts'
import type { Notification, RailRequest } from '../outcomes.ts'
import { fieldsOf } from '../values.ts'
import { KEY, type Paystack } from './client.ts'
import { toldOfCredit } from './credits.ts'
import { toldOfDispute } from './disputes.ts'

// Notifications of Paystack, signed over the body with our secret key. They have no timestamp and
// are repeated, so they only lead to an enquiry.

/** Of other channels, and of what we do not offer. */
const OF_NO_USE = [
  /^(bank\.transfer\.rejected|charge\.dispute\.\w+)$/,
  /^(customeridentification|dedicatedaccount)\./,
  /^(invoice|paymentrequest|subscription)\./,
]

export function readNotification(
  paystack: Paystack,
  secretKey: string,
  { headers, body }: RailRequest,
): Notification {
  const signature = headers['x-paystack-signature']
  const right = createHmac('sha512', secretKey).update(body).digest('hex')
  if (typeof signature !== 'string' || !equalSecrets(signature, right)) return { kind: 'forged' }
  const { event, data: said } = fieldsOf(readAnswer(body.toString('utf8')))
  const data = fieldsOf(said)
  if (typeof event !== 'string') return { kind: 'unreadable' }
  if (event.startsWith('refund.')) return aboutRefund(data)
  if (event.startsWith('direct_debit.authorization.')) return aboutMandates(data)
  if (/^transfer\.(success|failed|reversed)$/.test(event)) {
    return aboutKey('transfer', data.reference)
  }
  if (/^charge\.dispute\.(create|remind|resolve)$/.test(event)) return toldOfDispute(paystack, data)
  // A dispute does not change the state of its charge.
  if (/^charge\.(?!dispute\b)/.test(event)) {
    const credit = paystack.offers.includes('accounts') ? toldOfCredit(paystack, data) : null
    return credit ?? aboutKey('charge', data.reference)
  }
  if (!OF_NO_USE.some((names) => names.test(event))) paystack.client.noteType(event)
  return { kind: 'ignored' }
}

/** They name the customer, and not the reference of the mandate. */
function aboutMandates({ customer }: Record<string, unknown>): Notification {
  const { email } = fieldsOf(customer)
  if (typeof email !== 'string' || email.length > 254) return { kind: 'unreadable' }
  return { kind: 'about', what: 'mandates', key: email }
}

/** Most name only the charge, not the refund. */
function aboutRefund({ merchant_note, transaction_reference }: Record<string, unknown>) {
  const key = keyIn(merchant_note)
  if (key !== null) return aboutKey('refund', key)
  return aboutKey('refunds_of_charge', transaction_reference)
}

type What = Extract<Notification, { kind: 'about' }>['what']

function aboutKey(what: What, key: unknown): Notification {
  if (typeof key !== 'string') return { kind: 'unreadable' }
  // Other programs may use the same Paystack account, with references of any form.
  return KEY.test(key) ? { kind: 'about', what, key } : { kind: 'ignored' }
}
