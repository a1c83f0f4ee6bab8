import { nuban } from '../nuban.ts'
import type { Bank, BankRail } from '../rails.ts'
import { digestOf, digitsOf, keep, type SandboxOptions, sessionIdOf } from './memory.ts'

// The sandbox's bank. A number follows from the key and the attempt, so it needs no memory; a
// return is remembered with its session id, since the clock is part of that. What becomes of a
// return is asked for by the account that the money came from.

export const TEST_BANK: Bank = { name: 'Test Bank', code: '001', slug: 'test-bank' }

/** A return to this account is refused. */
export const REFUSING_ACCOUNT = '9999999999'
/** A return to this one is unknown when first asked, and done when asked again. */
export const LATE_ACCOUNT = '8888888888'

export function sandboxBank({ memory, now }: SandboxOptions): BankRail {
  return {
    name: 'sandbox',

    async issueOneOffAccount({ key, attempt }) {
      const serial = digitsOf(`account/${attempt}/${key}`, 9)
      return { kind: 'issued', accountNumber: nuban(TEST_BANK.code, serial), bank: TEST_BANK }
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
