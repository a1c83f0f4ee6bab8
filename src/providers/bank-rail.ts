import type { Kobo } from '../platform/money.ts'
import type { FailureReason } from './failures.ts'
import type { IdentityType } from './identity-rail.ts'
import type {
  BankCredit,
  CreditOutcome,
  LastAsked,
  Named,
  Notifies,
  ReturnEnquiry,
  ReturnOutcome,
  Silent,
  StatementOutcome,
  StatementRequest,
} from './outcomes.ts'

// What a bank offers, one interface for each capability.

export type Bank = { name: string; code: string; slug: string }

export type IssueOutcome =
  | {
      kind: 'issued'
      accountNumber: string
      bank: Bank
      /** Set if the bank shortens or changes the name that was requested. */
      accountName?: string
      /** Set if the provider decides it. */
      expiresAt?: Date
      /** What the customer must send, if the provider adds its fee. */
      payable?: Kobo
      handle?: string
    }
  /** The bank rejects this number of the request. */
  | { kind: 'refused'; number: 'bvn' | 'nin' }
  /** The bank opens accounts for verified customers only. */
  | { kind: 'identity_required' }
  /** The bank opens one account for each BVN or NIN, and this person has one. */
  | { kind: 'one_per_person' }
  /** The bank needs this field of the customer. */
  | { kind: 'holder_incomplete'; field: 'email' | 'phone' | 'bvn' }
  | { kind: 'unavailable' }
  | { kind: 'unknown' }

type TierOutcome =
  | { kind: 'raised' }
  /** The bank rejects this number for this account. */
  | { kind: 'refused'; number: 'bvn' | 'nin' }
  | { kind: 'unavailable' }
  | { kind: 'unknown' }

/** The name of the account holder, as the bank writes it. */
export type NameOutcome =
  | { kind: 'found'; accountName: string }
  | { kind: 'not_found' }
  | { kind: 'unavailable' }
  | { kind: 'unknown' }

/** A name enquiry about the receiver of a payout. */
export type BeneficiaryOutcome =
  /** `enquiry`: the provider's id of this answer. The transfer refers to it. */
  | { kind: 'found'; accountName: string; enquiry: string }
  | { kind: 'not_found' }
  | { kind: 'unavailable' }
  | { kind: 'unknown' }

export type TransferOutcome =
  | { kind: 'accepted'; handle?: string }
  /** `sessionId`: of the interbank network, or else the provider's own reference. */
  | { kind: 'sent'; sessionId: string; fee?: Kobo; handle?: string }
  /** Final: the money has not moved and will not. */
  | { kind: 'failed'; reason: FailureReason; said?: string }
  /** Only from `enquireTransfer`: it was sent, and the bank returned the money. */
  | { kind: 'reversed'; reason: FailureReason; said?: string }
  | { kind: 'unavailable' }
  | { kind: 'unknown'; handle?: string }
  /** Only from `enquireTransfer`: no transfer with this key has arrived. */
  | { kind: 'not_found' }

/** A bank of our list. The NIP code is null if it is not known. */
export type BankCodes = { code: string; nipCode: string | null }

/** With the provider's own codes. */
export type BanksOutcome =
  | { kind: 'listed'; banks: { name: string; code: string; nipCode: string | null }[] }
  | Silent

/** `account`: the provider's name of the account; `available`: what it can pay out. */
export type BalancesOutcome =
  | { kind: 'known'; balances: { account: string; available: Kobo }[] }
  | Silent

/** What providers ask about a customer. */
type AccountHolder = { email: string; phone: string | null }

export interface OneOffAccounts extends Named {
  /** An account number for one payment. If it is in use already, the caller repeats the call with
   * `attempt` + 1. */
  issueOneOffAccount(request: {
    key: string
    onBehalfOf?: string
    attempt: number
    accountName: string
    amount: Kobo
    expiresAt: Date
    holder?: AccountHolder
  }): Promise<IssueOutcome>
  /**
   * The credit to an account that this provider issued. Missing: only its notifications tell of it.
   */
  enquireCredit?(request: {
    key: string
    onBehalfOf?: string
    accountNumber: string
    handle?: string
  }): Promise<CreditOutcome>
}

/** Sandbox only: what happens at the bank. */
export type SimulatedBank = {
  /** Whether the bank tells us of the next transfer. */
  notifies(onBehalfOf: string): Promise<boolean>
  /** Keeps a credit that it does not tell us of, for an enquiry under the key of the account. */
  keep(key: string, credit: BankCredit): Promise<void>
}

export interface PermanentAccounts extends Named {
  /** A permanent account number. With a `bvn`, it is a Tier 3 account from the start. */
  issueAccount(request: {
    key: string
    onBehalfOf?: string
    attempt: number
    accountName: string
    bvn: string | null
    nin?: string | null
    holder?: AccountHolder
    /** A verification of the same customer that this provider has just completed. */
    identity?: { type: IdentityType; number: string; session: string; code: string }
  }): Promise<IssueOutcome>
  /** Raises an account that was issued without a BVN to Tier 3. `key`: of `issueAccount`. */
  raiseTier(request: {
    key: string
    onBehalfOf?: string
    accountNumber: string
    bvn: string
    nin?: string | null
    handle?: string
  }): Promise<TierOutcome>
}

export interface NameEnquiry extends Named {
  /** Sandbox only: the outcome that a test asked for its next name enquiry; null: the usual one. */
  armedFor?(onBehalfOf: string): Promise<NameOutcome | null>
  resolveAccount(request: { bank: BankCodes; accountNumber: string }): Promise<NameOutcome>
}

export interface Payouts extends Named {
  /** The provider rejects a transfer of the same amount to the same account within this time. */
  readonly equalTransfersApartMs?: number
  /** A name enquiry about the receiver. */
  enquireBeneficiary(request: {
    onBehalfOf?: string
    bank: BankCodes
    accountNumber: string
  }): Promise<BeneficiaryOutcome>
  /** Pays from our balance at the provider. */
  transfer(request: {
    key: string
    onBehalfOf?: string
    enquiry: string
    bank: BankCodes
    accountNumber: string
    accountName: string
    amount: Kobo
    narration: string
  }): Promise<TransferOutcome>
  /** What became of a transfer. */
  enquireTransfer(
    request: { key: string; onBehalfOf?: string; handle?: string } & LastAsked,
  ): Promise<TransferOutcome>
}

export interface Returns extends Named {
  /** Sends a credit, or a part of it, back to the sender's account. */
  returnCredit(request: {
    key: string
    onBehalfOf?: string
    credit: BankCredit
    amount: Kobo
    /**
     * When the request was recorded, as the first under this key or after `not_found`. Within a
     * minute, the provider is not searched for an earlier one.
     */
    firstAskedAt?: Date | null
  }): Promise<ReturnOutcome>
  /** What became of a return. */
  enquireReturn(
    request: { key: string; onBehalfOf?: string; handle?: string } & LastAsked,
  ): Promise<ReturnEnquiry>
}

/** What operators need of a bank. */
export interface BankBooks {
  listBanks?(): Promise<BanksOutcome>
  balances?(): Promise<BalancesOutcome>
  fetchStatement?(request: StatementRequest): Promise<StatementOutcome>
  /** Closes an account number that was issued. */
  closeAccount?(request: {
    key: string
    accountNumber: string
    handle?: string
  }): Promise<ClosingOutcome>
}

export type ClosingOutcome =
  | { kind: 'closed' }
  | { kind: 'not_found' }
  /** It cannot be closed; it expires. */
  | { kind: 'ends_by_itself' }
  | Silent

/** A bank that offers everything, as the sandbox does. */
export type BankRail = OneOffAccounts &
  PermanentAccounts &
  NameEnquiry &
  Payouts &
  Returns &
  Notifies &
  Required<Pick<Notifies, 'readNotification'>> &
  BankBooks
