import type { Kobo } from '../platform/money.ts'
import type { FailureReason } from './failures.ts'
import type { IdentityType } from './identity-rail.ts'
import type {
  BankCredit,
  LastAsked,
  Named,
  Notifies,
  ReturnEnquiry,
  ReturnOutcome,
  Silent,
  StatementOutcome,
  StatementRequest,
} from './outcomes.ts'

// What a bank does for us, each capability by itself.

export type Bank = { name: string; code: string; slug: string }

export type IssueOutcome =
  | {
      kind: 'issued'
      accountNumber: string
      bank: Bank
      /** As the bank writes it, where it is not what was asked for. */
      accountName?: string
      /** Where the rail decides it. */
      expiresAt?: Date
      handle?: string
    }
  /** Only where a BVN was given: the bank does not take it. */
  | { kind: 'refused' }
  /** The bank opens none before the customer's identity was verified. */
  | { kind: 'identity_required' }
  /** Nor without this of the customer. */
  | { kind: 'holder_incomplete'; field: 'email' | 'phone' }
  | { kind: 'unavailable' }
  | { kind: 'unknown' }

type TierOutcome =
  | { kind: 'raised' }
  /** The bank does not take this BVN for this account. */
  | { kind: 'refused' }
  | { kind: 'unavailable' }
  | { kind: 'unknown' }

/** Whose account it is, as the bank writes the name. */
export type NameOutcome =
  | { kind: 'found'; accountName: string }
  | { kind: 'not_found' }
  | { kind: 'unavailable' }
  | { kind: 'unknown' }

/** As a name enquiry, for somebody who is to be paid. */
export type BeneficiaryOutcome =
  /** `enquiry`: the rail's name for this answer; the transfer is made under it. */
  | { kind: 'found'; accountName: string; enquiry: string }
  | { kind: 'not_found' }
  | { kind: 'unavailable' }
  | { kind: 'unknown' }

export type TransferOutcome =
  | { kind: 'accepted'; handle?: string }
  /** `sessionId`: of the interbank network, else the rail's own reference. */
  | { kind: 'sent'; sessionId: string; fee?: Kobo; handle?: string }
  /** For good: the money has not moved and will not. */
  | { kind: 'failed'; reason: FailureReason; said?: string }
  /** Only from `enquireTransfer`: it was sent, and the money has come back since. */
  | { kind: 'reversed'; reason: FailureReason; said?: string }
  | { kind: 'unavailable' }
  | { kind: 'unknown'; handle?: string }
  /** Only from `enquireTransfer`: no transfer with this key has arrived. */
  | { kind: 'not_found' }

/** A bank of our list, as a rail is asked about it. The NIP code is null where nobody knows it. */
export type BankCodes = { code: string; nipCode: string | null }

/** As the provider lists them: its own codes. */
export type BanksOutcome =
  | { kind: 'listed'; banks: { name: string; code: string; nipCode: string | null }[] }
  | Silent

/** `account`: how the provider calls the account; `available`: what can be paid out of it. */
export type BalancesOutcome =
  | { kind: 'known'; balances: { account: string; available: Kobo }[] }
  | Silent

/** Who the customer is, as far as a provider asks. */
type AccountHolder = { email: string; phone: string | null }

export interface OneOffAccounts extends Named {
  /** An account number for one payment. The rail may repeat a number: the caller asks again
   *  with `attempt` + 1. */
  issueOneOffAccount(request: {
    key: string
    onBehalfOf?: string
    attempt: number
    accountName: string
    amount: Kobo
    expiresAt: Date
    holder?: AccountHolder
  }): Promise<IssueOutcome>
}

export interface PermanentAccounts extends Named {
  /** A permanent account number. `bvn` makes it a Tier 3 account from the start. */
  issueAccount(request: {
    key: string
    onBehalfOf?: string
    attempt: number
    accountName: string
    bvn: string | null
    nin?: string | null
    holder?: AccountHolder
    /** A verification of the same customer whose code this rail has just judged. */
    identity?: { type: IdentityType; number: string; session: string; code: string }
  }): Promise<IssueOutcome>
  /** Lifts an account that was issued without a BVN to Tier 3. `key`: under which it was issued. */
  raiseTier(request: {
    key: string
    onBehalfOf?: string
    accountNumber: string
    bvn: string
    handle?: string
  }): Promise<TierOutcome>
}

export interface NameEnquiry extends Named {
  /** Of the sandbox: how the next name enquiry of this business is to end; null: as it does. */
  armedFor?(onBehalfOf: string): Promise<NameOutcome | null>
  /** A name enquiry. */
  resolveAccount(request: { bank: BankCodes; accountNumber: string }): Promise<NameOutcome>
}

export interface Payouts extends Named {
  /**
   * Two transfers of one amount to one account are asked for so far apart, in milliseconds: the
   * rail would take the second one for the first again, and refuse it.
   */
  readonly equalTransfersApartMs?: number
  /** Whose account it is that is to be paid. */
  enquireBeneficiary(request: {
    onBehalfOf?: string
    bank: BankCodes
    accountNumber: string
  }): Promise<BeneficiaryOutcome>
  /** Pays out of what the rail holds for us. */
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
  /** Sends a credit, or a part of it, back to the account it came from. */
  returnCredit(request: {
    key: string
    onBehalfOf?: string
    credit: BankCredit
    amount: Kobo
    /**
     * When it was noted that this is asked for. Nobody had asked under this key before, or it was
     * `not_found` since: within a minute the rail need not look for an earlier one.
     */
    firstAskedAt?: Date | null
  }): Promise<ReturnOutcome>
  /** What became of a return. */
  enquireReturn(
    request: { key: string; onBehalfOf?: string; handle?: string } & LastAsked,
  ): Promise<ReturnEnquiry>
}

/** What an operator asks of a bank. */
export interface BankBooks {
  listBanks?(): Promise<BanksOutcome>
  balances?(): Promise<BalancesOutcome>
  fetchStatement?(request: StatementRequest): Promise<StatementOutcome>
  /** Takes an account number that was issued out of use. */
  closeAccount?(request: {
    key: string
    accountNumber: string
    handle?: string
  }): Promise<ClosingOutcome>
}

export type ClosingOutcome =
  | { kind: 'closed' }
  | { kind: 'not_found' }
  /** It cannot be closed, and takes nothing any more once its time is over. */
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
