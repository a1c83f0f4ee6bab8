import { nuban } from '../nuban.ts'
import type { Bank, BankRail } from '../rails.ts'
import { digestOf, digitsOf, keep, type SandboxOptions, sessionIdOf } from './memory.ts'
import { nameOutcomeOf } from './names.ts'
import { notificationReader } from './notifications.ts'

// The sandbox's bank. A number follows from the key and the attempt, so it needs no memory; a
// return is remembered with its session id, since the clock is part of that. What becomes of a
// return is asked for by the account that the money came from.
//
// A BVN is anybody's but 00000000000, which no registry knows.

export const TEST_BANK: Bank = { name: 'Test Bank', code: '001', slug: 'test-bank' }

/** A return to this account is refused. */
export const REFUSING_ACCOUNT = '9999999999'
/** A return to this one is unknown when first asked, and done when asked again. */
export const LATE_ACCOUNT = '8888888888'

const UNKNOWN_BVN = '00000000000'

export function sandboxBank(options: SandboxOptions): BankRail {
  const { memory, now } = options
  return {
    name: 'sandbox',
    readNotification: notificationReader(options),

    async issueOneOffAccount({ key, attempt }) {
      const serial = digitsOf(`account/${attempt}/${key}`, 9)
      return { kind: 'issued', accountNumber: nuban(TEST_BANK.code, serial), bank: TEST_BANK }
    },

    async issueAccount({ key, attempt, bvn }) {
      if (bvn === UNKNOWN_BVN) return { kind: 'refused' }
      const serial = digitsOf(`permanent account/${attempt}/${key}`, 9)
      return { kind: 'issued', accountNumber: nuban(TEST_BANK.code, serial), bank: TEST_BANK }
    },

    async raiseTier({ bvn }) {
      return { kind: bvn === UNKNOWN_BVN ? 'refused' : 'raised' }
    },

    async resolveAccount({ bank, accountNumber }) {
      return nameOutcomeOf(accountNumber, bank.code)
    },

    async returnCredit({ key, credit }) {
      if (credit.senderAccountNumber === REFUSING_ACCOUNT)
        return { kind: 'refused', reason: 'account_closed' }
      const name = `return/${digestOf(key)}`
      const earlier = await memory.recall(name)
      const sessionId = earlier ?? (await keep(memory, name, sessionIdOf(name, now())))
      if (earlier === null && credit.senderAccountNumber === LATE_ACCOUNT)
        return { kind: 'unknown' }
      return { kind: 'returned', sessionId }
    },
  }
}
