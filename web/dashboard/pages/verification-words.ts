import type { Schemas } from '../api.ts'
import type { Tone } from '../parts/badge.tsx'

type Status = Schemas['Verification']['status']

export const VERIFICATION_STATES: Record<Status, { tone: Tone; text: string }> = {
  Pending: { tone: 'wait', text: 'Waits for the code' },
  SUCCESS: { tone: 'good', text: 'Verified' },
  FAILED: { tone: 'bad', text: 'No code was sent' },
  LOCKED: { tone: 'bad', text: 'Locked' },
  EXPIRED: { tone: 'plain', text: 'Expired' },
}

export const VERIFICATION_MEANING: Record<Status, string> = {
  Pending: 'A code was sent to the phone that belongs to this number. The person tells it to you.',
  SUCCESS: 'The person told the right code. What the registry knows can be shown for 24 hours.',
  FAILED:
    'The registry does not know the number, or could not send a code. The fee was given back.',
  LOCKED: 'Five codes were wrong. Nobody can go on with this one: begin another.',
  EXPIRED: 'Nobody told the code in time. Begin another.',
}

export const SHOWN_HOW: Record<'validated' | 'validated_again' | 'replayed', string> = {
  validated: 'With the code',
  validated_again: 'Once more, with the code',
  replayed: 'The same request again',
}
