import type { Schemas } from '../api.ts'
import type { Tone } from '../parts/badge.tsx'

// How what becomes of a transfer is called, and what it means.

type Deposit = Schemas['Deposit']
type State = Deposit['status']

export const DEPOSIT_STATES: Record<State, { tone: Tone; text: string }> = {
  matched: { tone: 'good', text: 'Booked' },
  unmatched: { tone: 'wait', text: 'To go back' },
  returning: { tone: 'wait', text: 'Going back' },
  returned: { tone: 'plain', text: 'Sent back' },
  return_refused: { tone: 'bad', text: 'Could not go back' },
}

export const DEPOSIT_MEANINGS: Record<State, string> = {
  matched: 'It has done what it was sent for.',
  unmatched: 'It fits no payment, and goes back to its sender within a minute.',
  returning: 'The sender’s bank has been asked to take it back, and has not answered yet.',
  returned: 'It fitted no payment. Its sender has it again.',
  return_refused:
    'The sender’s bank would not take it back. The money is kept apart until a person decides: ' +
    'ask whoever runs this service.',
}

export const DEPOSIT_REASONS: Record<NonNullable<Deposit['reason']>, string> = {
  amount_too_low: 'Less than was asked for',
  amount_too_high: 'More than was asked for',
  late: 'Came when the payment was over',
  already_paid: 'It was paid already',
  closed: 'The payment was closed',
}

/** Whose the account is to which it came. */
export const ACCOUNT_KINDS: Record<Deposit['account_kind'], string> = {
  one_off: 'One payment’s',
  dedicated: 'A customer’s',
  wallet: 'Your wallet’s',
}

type Reason = 'altered' | 'unreadable'

export const QUARANTINE_REASONS: Record<Reason, { tone: Tone; text: string }> = {
  altered: { tone: 'warn', text: 'Told twice, differently' },
  unreadable: { tone: 'warn', text: 'Cannot be read' },
}
