import { kobo } from '../../platform/money.ts'
import { nuban } from '../nuban.ts'
import type { BankCredit, ReturnOutcome } from '../outcomes.ts'
import type { Bank, RailSet, TransferOutcome } from '../rails.ts'
import {
  digestOf,
  digitsOf,
  handleOf,
  isAnothers,
  isKnownAgain,
  keep,
  SANDBOX_FEE,
  type SandboxMemory,
  type SandboxOptions,
  sessionIdOf,
} from './memory.ts'
import { nameOutcomeOf } from './names.ts'
import { notificationReader } from './notifications.ts'

// The sandbox's bank. Account numbers are derived from key, or seed, and attempt. It notifies us of
// credits, and keeps those whose notification is lost, for enquiries. Returns and transfers are
// stored with their session ids, which contain the time. The sender's account decides the outcome
// of a return, the receiver's account that of a transfer.
//
// Every BVN is valid except 00000000000.

export const TEST_BANK: Bank = { name: 'Test Bank', code: '001', slug: 'test-bank' }

/** A return to this account is refused; a transfer fails. */
export const REFUSING_ACCOUNT = '9999999999'
/**
 * A return to this account is unknown at first, and done when requested again. A transfer is
 * unknown, also in the first enquiry, and sent from the second on.
 */
export const LATE_ACCOUNT = '8888888888'
/** Both are accepted, also in the first enquiry, and done from the second on. */
const ACCEPTING_ACCOUNT = '7777777777'
/** The same, but failed from the second enquiry on. */
const FAILING_LATE_ACCOUNT = '6666666666'
/** A transfer is sent, also in the first enquiry, and reversed from the second on. */
const REVERSING_ACCOUNT = '5555555555'
/** Both are done, for a fee. */
const CHARGING_ACCOUNT = '4444444444'

/** A BVN or NIN that the registry does not know. */
const UNKNOWN_NUMBER = '00000000000'

export function sandboxBank(options: SandboxOptions): RailSet['bank'] {
  const { memory, now } = options
  return {
    name: 'sandbox',
    readNotification: notificationReader(options),
    ...credits(memory),

    async issueOneOffAccount({ attempt, ...asked }) {
      const serial = digitsOf(`account/${attempt}/${nameOf(asked, options)}`, 9)
      return { kind: 'issued', accountNumber: nuban(TEST_BANK.code, serial), bank: TEST_BANK }
    },

    async issueAccount({ attempt, bvn, nin, ...asked }) {
      if (bvn === UNKNOWN_NUMBER) return { kind: 'refused', number: 'bvn' }
      if (nin === UNKNOWN_NUMBER) return { kind: 'refused', number: 'nin' }
      const serial = digitsOf(`permanent account/${attempt}/${nameOf(asked, options)}`, 9)
      return { kind: 'issued', accountNumber: nuban(TEST_BANK.code, serial), bank: TEST_BANK }
    },

    async raiseTier({ bvn, nin }) {
      if (bvn === UNKNOWN_NUMBER) return { kind: 'refused', number: 'bvn' }
      return nin === UNKNOWN_NUMBER ? { kind: 'refused', number: 'nin' } : { kind: 'raised' }
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
      const to = credit.senderAccountNumber
      const wanted = `${sessionIdOf(name, now())} ${amount} ${to}`
      const kept = earlier ?? (await keep(memory, name, wanted))
      // Old entries, from before partial returns, have no amount: all was returned.
      const [, returned = String(credit.amount)] = kept.split(' ')
      if (returned !== String(amount)) return { kind: 'refused', reason: 'duplicate' }
      if (earlier === null && to === LATE_ACCOUNT) return { kind: 'unknown' }
      if (isAccepting(to)) return { kind: 'accepted', handle: handleOf(key) }
      return returnedBy(kept)
    },

    async enquireReturn({ key, handle }) {
      const name = `return/${digestOf(key)}`
      const kept = await memory.recall(name)
      if (kept === null) return { kind: 'not_found' }
      if (isAnothers(key, handle)) return { kind: 'unknown' }
      const [, , to = ''] = kept.split(' ')
      if (!isAccepting(to)) return returnedBy(kept)
      if (!(await isKnownAgain(memory, name))) return { kind: 'accepted', handle: handleOf(key) }
      if (to === FAILING_LATE_ACCOUNT) return { kind: 'refused', reason: 'account_closed' }
      return returnedBy(kept)
    },

    async enquireBeneficiary({ bank, accountNumber }) {
      const outcome = nameOutcomeOf(accountNumber, bank.code)
      if (outcome.kind !== 'found') return outcome
      return { ...outcome, enquiry: enquiryOf(accountNumber, bank.code) }
    },

    async transfer({ key, enquiry, bank, accountNumber, amount }) {
      if (enquiry !== enquiryOf(accountNumber, bank.code))
        return { kind: 'failed', reason: 'enquiry_differs' }
      const name = transferName(key)
      const wanted: Transfer = {
        sessionId: sessionIdOf(name, now()),
        to: `${bank.code} ${accountNumber}`,
        amount: String(amount),
        outcome: OUTCOMES[accountNumber] ?? 'sent',
      }
      const kept = JSON.parse(await keep(memory, name, JSON.stringify(wanted))) as Transfer
      // The key belongs to another transfer, so this one is not made.
      if (kept.to !== wanted.to || kept.amount !== wanted.amount)
        return { kind: 'failed', reason: 'duplicate' }
      return firstOutcomeOf(kept, key)
    },

    async enquireTransfer({ key, handle }) {
      const name = transferName(key)
      const kept = await memory.recall(name)
      if (kept === null) return { kind: 'not_found' }
      if (isAnothers(key, handle)) return { kind: 'unknown' }
      const transfer = JSON.parse(kept) as Transfer
      const ends = ENDS[transfer.outcome]
      const isSettled = ends === undefined || (await isKnownAgain(memory, name))
      return isSettled ? outcomeOf(transfer, ends) : firstOutcomeOf(transfer, key)
    },
  }
}

function nameOf(
  { key, onBehalfOf = '' }: { key: string; onBehalfOf?: string },
  { accountName }: SandboxOptions,
): string {
  return accountName?.(onBehalfOf, key) ?? key
}

/** Those whose notification is lost. */
function credits(memory: SandboxMemory): Pick<RailSet['bank'], 'enquireCredit' | 'simulated'> {
  const name = (key: string) => `credit/${key}`
  return {
    async enquireCredit({ key }) {
      const kept = await memory.recall(name(key))
      return kept === null ? { kind: 'not_found' } : { kind: 'credit', credit: creditOf(kept) }
    },
    simulated: {
      notifies: async () => true,
      keep: (key, credit) => memory.remember(name(key), textOf(credit)),
    },
  }
}

function textOf(credit: BankCredit): string {
  return JSON.stringify({ ...credit, amount: String(credit.amount) })
}

function creditOf(kept: string): BankCredit {
  const { amount, occurredAt, ...rest } = JSON.parse(kept)
  return { ...rest, amount: kobo(BigInt(amount)), occurredAt: new Date(occurredAt) }
}

/** As stored. */
type Transfer = {
  sessionId: string
  to: string
  amount: string
  outcome: Deed
}
type Deed = 'sent' | 'failed' | 'charged' | 'late' | 'accepted' | 'accepted_failed' | 'reversed'
/** The outcome from the second enquiry on. */
const ENDS: { [D in Deed]?: 'sent' | 'failed' | 'reversed' } = {
  late: 'sent',
  accepted: 'sent',
  accepted_failed: 'failed',
  reversed: 'reversed',
}

function transferName(key: string): string {
  return `transfer/${digestOf(key)}`
}

const OUTCOMES: Record<string, Deed> = {
  [REFUSING_ACCOUNT]: 'failed',
  [LATE_ACCOUNT]: 'late',
  [ACCEPTING_ACCOUNT]: 'accepted',
  [FAILING_LATE_ACCOUNT]: 'accepted_failed',
  [REVERSING_ACCOUNT]: 'reversed',
  [CHARGING_ACCOUNT]: 'charged',
}

function firstOutcomeOf(transfer: Transfer, key: string): TransferOutcome {
  switch (transfer.outcome) {
    case 'late':
      return { kind: 'unknown' }
    case 'accepted':
    case 'accepted_failed':
      return { kind: 'accepted', handle: handleOf(key) }
    case 'reversed':
      return outcomeOf(transfer, 'sent')
    default:
      return outcomeOf(transfer)
  }
}

function outcomeOf(
  { outcome, sessionId }: Transfer,
  end: 'sent' | 'failed' | 'reversed' = outcome === 'failed' ? 'failed' : 'sent',
): TransferOutcome {
  if (end !== 'sent') return { kind: end, reason: 'account_closed' }
  return { kind: 'sent', sessionId, ...(outcome === 'charged' && { fee: SANDBOX_FEE }) }
}

function returnedBy(kept: string): ReturnOutcome {
  const [sessionId = '', , to] = kept.split(' ')
  return { kind: 'returned', sessionId, ...(to === CHARGING_ACCOUNT && { fee: SANDBOX_FEE }) }
}

function isAccepting(account: string): boolean {
  return account === ACCEPTING_ACCOUNT || account === FAILING_LATE_ACCOUNT
}

/** The id of a name enquiry: digits derived from the request. */
function enquiryOf(accountNumber: string, bankCode: string): string {
  return digitsOf(`beneficiary/${bankCode}/${accountNumber}`, 30)
}
