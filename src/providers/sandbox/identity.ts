import { equalSecrets } from '../../platform/secrets.ts'
import type { CodeOutcome, IdentityRail, IdentityType } from '../rails.ts'
import { countedMessages, digestOf, type SandboxOptions } from './memory.ts'
import { personOf, phoneOf } from './people.ts'
import { SANDBOX_OTP } from './test-cards.ts'

// The sandbox's identity registry. The number decides the outcome, for a BVN and a NIN alike, also
// after a restart. It only stores which messages it has sent.
//
//   00000000000   nobody has this number
//   11111111111   the registry is down
//   33333333333   somebody who is watch-listed (people.ts)
//   44444444444   somebody to whom no code is sent
//   00000000504   the code is sent, but we are not told: enquiring finds it out      (ours)
//   00000000505   no answer, and nothing arrived: enquiring finds that out           (ours)
//   any other     a code is sent, and it is always SANDBOX_OTP
//
// The session of a submitted code is not checked: it is derived from the key.

export const UNKNOWN_NUMBER = '00000000000'
export const DOWN_NUMBER = '11111111111'
export const UNSENT_NUMBER = '44444444444'
/** A code is sent, but the answer is `unknown`; an enquiry says `sent`. */
export const LATE_NUMBER = '00000000504'
/** Nothing arrives: `unknown`; an enquiry says `not_found`. */
export const LOST_NUMBER = '00000000505'

type Ending = CodeOutcome['kind']

/** Numbers to which no code is sent. */
const endings = new Map<string, Ending>([
  [UNKNOWN_NUMBER, 'unknown_number'],
  [DOWN_NUMBER, 'unavailable'],
  [UNSENT_NUMBER, 'not_sent'],
  [LOST_NUMBER, 'not_found'],
])

export function sandboxIdentity({ messages = countedMessages() }: SandboxOptions): IdentityRail {
  return {
    name: 'sandbox',
    types: ['BVN', 'NIN'],

    async sendCode({ key, onBehalfOf, type, number }) {
      if (endingOf(number) === 'sent') {
        const to = masked(phoneOf(type, number))
        const text = textOf(type)
        await messages.send({ channel: 'sms', key, onBehalfOf, to, text, otp: SANDBOX_OTP })
      }
      if (number === LATE_NUMBER || number === LOST_NUMBER) return { kind: 'unknown' }
      return outcomeOf(endingOf(number), key)
    },

    async enquire({ key, onBehalfOf, number }) {
      const ending = endingOf(number)
      if (ending !== 'sent') return outcomeOf(ending, key)
      const wasSent = await messages.wasSent({ key, onBehalfOf })
      return outcomeOf(wasSent ? 'sent' : 'not_found', key)
    },

    async submitCode({ type, number, code }) {
      // If no code was sent, none is right.
      if (endingOf(number) !== 'sent' || !equalSecrets(code, SANDBOX_OTP))
        return { kind: 'wrong_code' }
      return { kind: 'verified', details: personOf(type, number) }
    },
  }
}

function endingOf(number: string): Ending {
  if (!/^\d{11}$/.test(number)) return 'unknown_number'
  return endings.get(number) ?? 'sent'
}

function outcomeOf(ending: Ending, key: string): CodeOutcome {
  return ending === 'sent'
    ? { kind: ending, session: digestOf(`identity/${key}`) }
    : { kind: ending }
}

/** Contains no name, so a reader over the shoulder learns nothing. */
function textOf(type: IdentityType): string {
  return (
    `${SANDBOX_OTP} is your code to share your ${type} details. It is valid for 10 minutes. ` +
    'Give it only to people you trust.'
  )
}

/** `0800*****01`. */
function masked(phone: string): string {
  return `${phone.slice(0, 4)}*****${phone.slice(-2)}`
}
