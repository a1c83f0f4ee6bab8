import type { CustomerId } from '../../accounts/customers/customers.sql.ts'
import type { Scope } from '../../core/context.ts'
import type { SealedNumbers } from '../../core/numbers.ts'
import type { Id } from '../../platform/ids.ts'
import type { Kobo } from '../../platform/money.ts'
import type { Bank } from '../../providers/rails.ts'
import type { TransactionId } from '../transactions/transactions.rows.ts'

export type VirtualAccountId = Id<'virtual_account'>

export type Row = Scope & { virtualAccountId: VirtualAccountId }

export type Account = Row & {
  /** The rail that issued it. */
  rail: string
  accountName: string
  /** Null until the rail has answered. */
  accountNumber: string | null
  bank: Bank | null
  /** The rail's own name for it, sealed. */
  handle: string | null
  createdAt: Date
  updatedAt: Date
  assignedAt: Date | null
}

export type OneOffAccount = Account & {
  kind: 'one_off'
  transactionId: TransactionId
  /** A payment gets another account when the last has expired. */
  ordinal: number
  amount: Kobo
  /** What it accepts, if its provider adds a fee; null: the amount. */
  payable: Kobo | null
  expiresAt: Date
  /** When its provider is asked whether it was paid; null if that is not needed. */
  enquireAt: Date | null
}

export type DedicatedAccount = Account &
  SealedNumbers & {
    kind: 'dedicated'
    customerId: CustomerId
    /** Before the account is issued: the tier that was requested. */
    tier: 1 | 3
    splitCode: string | null
    /** JSON, as sent. */
    metadata: string | null
    /** Counts the changes. */
    version: number
    customer: { firstName: string; lastName: string; email: string; phone: string | null }
  }

export type WalletAccount = Account & { kind: 'wallet' }

export type VirtualAccount = OneOffAccount | DedicatedAccount | WalletAccount

export type Issued<A extends VirtualAccount = VirtualAccount> = A & {
  accountNumber: string
  bank: Bank
  assignedAt: Date
}
