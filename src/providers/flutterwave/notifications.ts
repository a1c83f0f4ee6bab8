import { equalSecrets } from '../../platform/secrets.ts'
import { readAnswer } from '../json.ts'
import type { Notification, RailRequest } from '../outcomes.ts'
import { fieldsOf, textOf } from '../values.ts'
import { keyOfOneOff } from './accounts.ts'
import { type Flutterwave, KEY } from './client.ts'

// Notifications of Flutterwave. They are not signed: each has the secret hash of the webhook
// settings in a header, and the same for every body. They have no timestamp and are repeated. So
// they only lead to an enquiry, and nothing is booked from them.

export function readNotification(
  { client }: Flutterwave,
  hash: string,
  { headers, body }: RailRequest,
): Notification {
  const said = headers['verif-hash']
  if (typeof said !== 'string' || !equalSecrets(said, hash)) return { kind: 'forged' }
  const content = fieldsOf(readAnswer(body.toString('utf8')))
  const data = fieldsOf(content.data)
  switch (content.event) {
    case 'charge.completed': {
      const key = keyOfOneOff(textOf(data.tx_ref))
      if (key !== null) return { kind: 'about', what: 'one_off_account', key }
      return aboutKey('charge', data.tx_ref)
    }
    case 'transfer.completed':
      return aboutKey('transfer', data.reference)
  }
  // A refund's has no event and none of our keys. Open refunds are enquired about in any case.
  if (content.event === undefined && content.TransactionId !== undefined) return { kind: 'ignored' }
  const event = textOf(content.event ?? content['event.type'])
  if (event === '') return { kind: 'unreadable' }
  client.noteType(event)
  return { kind: 'ignored' }
}

function aboutKey(what: 'charge' | 'transfer', key: unknown): Notification {
  if (typeof key !== 'string') return { kind: 'unreadable' }
  // Other programs may use the same account, with references of any form.
  return KEY.test(key) ? { kind: 'about', what, key } : { kind: 'ignored' }
}
