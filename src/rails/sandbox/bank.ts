import { nuban } from '../nuban.ts'
import type { Bank, BankRail, TransferOutcome } from '../rails.ts'
import {
  digestOf,
  digitsOf,
  keep,
  type SandboxMemory,
  type SandboxOptions,
  sessionIdOf,
} from './memory.ts'
import { holderOf, nameOutcomeOf } from './names.ts'
import { notificationReader } from './notifications.ts'

// The sandbox's bank. A number follows from the key and the attempt, so it needs no memory; a
// return and a transfer are remembered with their session ids, since the clock is part of these.
// What becomes of a return is asked for by the account that the money came from, of a transfer by
// the account that it goes to: as a beneficiary every account has a holder.
//
// A BVN is anybody's but 00000000000, which no registry knows.

export const TEST_BANK: Bank = { name: 'Test Bank', code: '001', slug: 'test-bank' }

/** A return to this account is refused, and a transfer fails. */
export const REFUSING_ACCOUNT = '9999999999'
/**
 * A return to this one is unknown when first asked, and done when asked again. A transfer is
 * unknown, also when it is enquired about for the first time; from the second on it is sent.
 */
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

    async returnCredit({ key, credit, amount }) {
      if (amount < 1n || amount > credit.amount)
        return { kind: 'refused', reason: 'amount_too_high' }
      if (credit.senderAccountNumber === REFUSING_ACCOUNT)
        return { kind: 'refused', reason: 'account_closed' }
      const name = `return/${digestOf(key)}`
      const earlier = await memory.recall(name)
      const kept = earlier ?? (await keep(memory, name, `${sessionIdOf(name, now())} ${amount}`))
      // What was remembered before parts could be returned has no amount behind it: it was all.
      const [sessionId = '', returned = String(credit.amount)] = kept.split(' ')
      if (returned !== String(amount)) return { kind: 'refused', reason: 'duplicate' }
      if (earlier === null && credit.senderAccountNumber === LATE_ACCOUNT)
        return { kind: 'unknown' }
      return { kind: 'returned', sessionId }
    },

    async enquireReturn({ key }) {
      const kept = await memory.recall(`return/${digestOf(key)}`)
      const [sessionId = ''] = kept?.split(' ') ?? []
      return kept === null ? { kind: 'not_found' } : { kind: 'returned', sessionId }
    },

    async enquireBeneficiary({ bank, accountNumber }) {
      const accountName = holderOf(accountNumber, bank.code)
      return { kind: 'found', accountName, enquiry: enquiryOf(accountNumber, bank.code) }
    },

    async transfer({ key, enquiry, bank, accountNumber, amount }) {
      if (enquiry !== enquiryOf(accountNumber, bank.code))
        return { kind: 'failed', reason: 'enquiry_differs' }
      const name = transferName(key)
      const wanted: Transfer = {
        sessionId: sessionIdOf(name, now()),
        to: `${bank.code} ${accountNumber}`,
        amount: String(amount),
        outcome: outcomeAt(accountNumber),
      }
      const kept = JSON.parse(await keep(memory, name, JSON.stringify(wanted))) as Transfer
      // The key names another transfer, which has its own outcome. This one is not made.
      if (kept.to !== wanted.to || kept.amount !== wanted.amount)
        return { kind: 'failed', reason: 'duplicate' }
      return kept.outcome === 'late' ? { kind: 'unknown' } : outcomeOf(kept)
    },

    async enquireTransfer({ key }) {
      const name = transferName(key)
      const kept = await memory.recall(name)
      if (kept === null) return { kind: 'not_found' }
      const transfer = JSON.parse(kept) as Transfer
      const isSettled = transfer.outcome !== 'late' || (await isKnownAgain(memory, name))
      return isSettled ? outcomeOf(transfer) : { kind: 'unknown' }
    },
  }
}

/** As it is remembered. */
type Transfer = {
  sessionId: string
  to: string
  amount: string
  outcome: 'sent' | 'late' | 'failed'
}

function transferName(key: string): string {
  return `transfer/${digestOf(key)}`
}

function outcomeAt(accountNumber: string): Transfer['outcome'] {
  if (accountNumber === REFUSING_ACCOUNT) return 'failed'
  return accountNumber === LATE_ACCOUNT ? 'late' : 'sent'
}

function outcomeOf({ outcome, sessionId }: Transfer): TransferOutcome {
  if (outcome === 'failed') return { kind: 'failed', reason: 'account_closed' }
  return { kind: 'sent', sessionId }
}

/** False when it is asked for the first time. */
async function isKnownAgain(memory: SandboxMemory, name: string): Promise<boolean> {
  const enquired = `${name}/enquired`
  if ((await memory.recall(enquired)) !== null) return true
  await memory.remember(enquired, 'once')
  return false
}

/** What the bank calls its answer to a name enquiry: digits that follow from what is asked. */
function enquiryOf(accountNumber: string, bankCode: string): string {
  return digitsOf(`beneficiary/${bankCode}/${accountNumber}`, 30)
}
