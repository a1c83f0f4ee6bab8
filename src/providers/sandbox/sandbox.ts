import type { MessageRail, RailSet } from '../rails.ts'
import { armedRails } from './armed.ts'
import { sandboxBank } from './bank.ts'
import { sandboxCards } from './card.ts'
import { authorizationOf } from './charges.ts'
import { sandboxDisputes } from './disputes.ts'
import { sandboxIdentity } from './identity.ts'
import { sandboxMandates } from './mandates.ts'
import { countedMessages, type SandboxOptions } from './memory.ts'

// The provider of test mode: a simulated bank, card processor and identity registry. The input
// decides the outcome (bank.ts, test-cards.ts, identity.ts), also after a restart. Mail is stored
// for developers to read (memory.ts). A business can set the outcome of its next calls (armed.ts).

export {
  ARMED_OUTCOMES,
  type Armed,
  type ArmedCalls,
  type ArmedOutcome,
  NOTIFICATIONS,
  OPERATIONS,
  type Operation,
  type Target,
} from './armed.ts'
export { TEST_BANK } from './bank.ts'
export {
  DOWN_NUMBER,
  LATE_NUMBER,
  LOST_NUMBER,
  UNKNOWN_NUMBER,
  UNSENT_NUMBER,
} from './identity.ts'
export {
  digestOf,
  memoryOf,
  type SandboxMemory,
  type SandboxMessage,
  type SandboxMessages,
  type SandboxOptions,
} from './memory.ts'
export { personOf, WATCH_LISTED_NUMBER } from './people.ts'
export {
  DECISIONS,
  type Decision,
  SANDBOX_OTP,
  type TestCard,
  testCards,
  testUssdBanks,
} from './test-cards.ts'
export { type ThreeDSecure, threeDSecure } from './three-d-secure.ts'
export { threeDSecureStyleHash } from './three-d-secure-page.ts'

export function sandboxRails(options: SandboxOptions): RailSet {
  const rails = {
    bank: sandboxBank(options),
    card: { ...sandboxCards(options), ...sandboxMandates(options) },
    identity: sandboxIdentity(options),
    message: sandboxMail(options),
    disputes: sandboxDisputes(options),
  }
  return options.armed ? armedRails(rails, options.armed, authorizationOf) : rails
}

// Stores every mail for developers to read. It is sent only if the operator has configured an SMTP
// server for test mode.

function sandboxMail({ messages = countedMessages(), mail = null }: SandboxOptions): MessageRail {
  return {
    name: 'sandbox',

    async sendMail(request) {
      const { key, onBehalfOf, to, subject, text, html } = request
      await messages.send({ channel: 'email', key, onBehalfOf, to, subject, text, html })
      return mail === null ? { kind: 'sent' } : mail.sendMail(request)
    },
  }
}
