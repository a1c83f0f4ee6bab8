import { createHmac } from 'node:crypto'
import { equalSecrets } from '../../platform/secrets.ts'
import { readAnswer } from '../json.ts'
import type { Notification, RailRequest } from '../outcomes.ts'
import { fieldsOf } from '../values.ts'

import { KEY, keyInNote } from './client.ts'

// What Paystack tells us, signed with our own secret key over the body as it was sent. It bears no
// time and comes again and again: nothing is believed of it but that it is worth an enquiry.

export function readNotification(secretKey: string, { headers, body }: RailRequest): Notification {
  const signature = headers['x-paystack-signature']
  const right = createHmac('sha512', secretKey).update(body).digest('hex')
  if (typeof signature !== 'string' || !equalSecrets(signature, right)) return { kind: 'forged' }
  const { event, data: said } = fieldsOf(readAnswer(body.toString('utf8')))
  const data = fieldsOf(said)
  if (typeof event !== 'string') return { kind: 'unreadable' }
  if (event.startsWith('refund.')) return aboutRefund(data)
  // Disputes are no news of a charge's own state.
  if (/^charge\.(?!dispute\b)/.test(event)) return aboutKey('charge', data.reference)
  return { kind: 'ignored' }
}

/** Most of these do not say which refund it is, only of what. */
function aboutRefund({ merchant_note, transaction_reference }: Record<string, unknown>) {
  const key = typeof merchant_note === 'string' ? keyInNote(merchant_note) : null
  if (key !== null) return aboutKey('refund', key)
  return aboutKey('refunds_of_charge', transaction_reference)
}

function aboutKey(what: 'charge' | 'refund' | 'refunds_of_charge', key: unknown): Notification {
  if (typeof key !== 'string') return { kind: 'unreadable' }
  // Other programs may use the same account, and name their payments as they like.
  return KEY.test(key) ? { kind: 'about', what, key } : { kind: 'ignored' }
}
