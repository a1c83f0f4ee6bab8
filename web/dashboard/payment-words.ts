import type { Schemas } from './api.ts'
import { CHANNELS } from './states.ts'

// How lists and pages say in a few words how a payment was paid, and why it was not.

type Transaction = Schemas['Transaction']

/** Such as `Visa •• 4081`, or `Transfer · Guaranty Trust Bank •• 0018`. */
export function methodOf({ channel, stage, authorization }: Transaction): string | null {
  const { brand, last4, sender_bank, sender_account_number } = textsOf(authorization)
  switch (channel) {
    case null:
      // A card that was declined.
      if (last4) return `${cardOf(brand)} •• ${last4}`
      return stage === 'awaiting_transfer' ? 'Transfer' : null
    case 'card':
      return last4 ? `${cardOf(brand)} •• ${last4}` : CHANNELS.card
    case 'bank_transfer':
    case 'dedicated_virtual_account': {
      const digits = sender_account_number && `•• ${sender_account_number.slice(-4)}`
      const sender = [sender_bank, digits].filter(Boolean).join(' ')
      return sender ? `Transfer · ${sender}` : CHANNELS[channel]
    }
    default:
      return CHANNELS[channel]
  }
}

/** Null for what is paid or needs no reason. */
export function reasonOf({ stage, failure_message, message }: Transaction): string | null {
  if (stage === 'declined') return failure_message ?? message
  return stage === 'abandoned' || stage === 'awaiting_transfer' ? message : null
}

function textsOf(authorization: Transaction['authorization']): Record<string, string | undefined> {
  const isText = (field: [string, unknown]): field is [string, string] =>
    typeof field[1] === 'string' && field[1] !== ''
  return Object.fromEntries(Object.entries(authorization ?? {}).filter(isText))
}

function cardOf(brand = 'unknown'): string {
  return brand === 'unknown' ? CHANNELS.card : brand.charAt(0).toUpperCase() + brand.slice(1)
}
