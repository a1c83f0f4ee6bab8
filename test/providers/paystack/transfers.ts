import { DAY, HOUR, later, MINUTE } from '../../../src/platform/clock.ts'
import { type Kobo, kobo, naira } from '../../../src/platform/money.ts'
import { holderOf, NOBODYS_ACCOUNT } from '../../../src/providers/sandbox/names.ts'

// Recipients and transfers of Paystack's stand-in. The account number decides what becomes of a
// transfer.

export type TransferStatus =
  | 'pending'
  | 'received'
  | 'otp'
  | 'abandoned'
  | 'success'
  | 'failed'
  | 'reversed'
  | 'blocked'
  | 'rejected'
/** `sent_and_back`: a success that is reversed a day later. */
export type Fate = 'success' | 'later' | 'failed' | 'sent_and_back' | 'back'

export type StandInRecipient = {
  id: number
  code: string
  name: string
  accountNumber: string
  bankCode: string
  createdAt: Date
}
export type StandInTransfer = {
  id: number
  code: string
  reference: string
  amount: Kobo
  reason: string
  recipient: StandInRecipient
  status: TransferStatus
  fee: Kobo
  /** What becomes of it, each at its time. */
  next: { status: TransferStatus; at: Date }[]
  createdAt: Date
  updatedAt: Date
}

type Movement = 'transfer' | 'transfer_fee' | 'transfer_back'
type Means = {
  now: () => Date
  tell(told: { event: string; transfer: StandInTransfer }): void
  move(kind: Movement, of: string, amount: Kobo): void
  nextId(): number
  balance(): Kobo
}

export const FAILING_ACCOUNT = '0200000002'
export const LATE_ACCOUNT = '0200000003'
export const RETURNING_ACCOUNT = '0200000004'
export const REVERSED_ACCOUNT = '0200000006'
const PENDING_MS = 1 * HOUR
const OTP_MS = 30 * MINUTE

/** ₦10 up to ₦5,000, ₦25 up to ₦50,000, then ₦50. */
export function transferFeeOf(amount: Kobo): Kobo {
  if (amount <= naira(5_000)) return naira(10)
  return amount <= naira(50_000) ? naira(25) : naira(50)
}

export class PaystackTransfers {
  readonly recipients: StandInRecipient[] = []
  readonly all: StandInTransfer[] = []
  readonly fates = new Map<string, Fate>([
    [FAILING_ACCOUNT, 'failed'],
    [LATE_ACCOUNT, 'later'],
    [RETURNING_ACCOUNT, 'sent_and_back'],
    [REVERSED_ACCOUNT, 'back'],
  ])
  /** Whether transfers wait for a one-time password. */
  needsOtp = false
  /** Whether the business may send transfers at all. */
  isStarter = false
  private readonly means: Means

  constructor(means: Means) {
    this.means = means
  }

  holder(accountNumber: string, bankCode: string): string | null {
    if (accountNumber === NOBODYS_ACCOUNT) return null
    return holderOf(accountNumber, bankCode)
  }

  /** A second one for the same account is the first. */
  recipientFor(name: string, accountNumber: string, bankCode: string): StandInRecipient {
    const found = this.recipients.find(
      (one) => one.accountNumber === accountNumber && one.bankCode === bankCode,
    )
    if (found) return found
    const id = this.means.nextId()
    const createdAt = this.means.now()
    const made = { id, code: `RCP_standin${id}`, name, accountNumber, bankCode, createdAt }
    this.recipients.push(made)
    return made
  }

  find(reference: string): StandInTransfer | undefined {
    return this.all.find((one) => one.reference === reference)
  }

  make(
    recipient: StandInRecipient,
    asked: { reference: string; amount: Kobo; reason: string },
  ): StandInTransfer {
    const id = this.means.nextId()
    const at = this.means.now()
    const fate = this.fates.get(recipient.accountNumber) ?? 'success'
    const made: StandInTransfer = {
      ...asked,
      id,
      code: `TRF_standin${id}`,
      recipient,
      status: this.needsOtp ? 'otp' : 'pending',
      fee: transferFeeOf(asked.amount),
      next: this.needsOtp ? [{ status: 'abandoned', at: later(at, OTP_MS) }] : nextOf(fate, at),
      createdAt: at,
      updatedAt: at,
    }
    this.all.push(made)
    if (!this.needsOtp) this.leave(made)
    this.advance(made)
    return made
  }

  tick(): void {
    for (const one of this.all) this.advance(one)
  }

  /** What reached this account. */
  paidTo(accountNumber: string): Kobo {
    const paid = this.all.filter(
      ({ recipient, status }) => recipient.accountNumber === accountNumber && status === 'success',
    )
    return kobo(paid.reduce((sum, { amount }) => sum + amount, 0n))
  }

  /** A person types the one-time password in the dashboard. */
  approve(reference: string): void {
    const one = this.find(reference)!
    this.leave(one)
    this.end(one, 'success')
    one.next = []
  }

  end(one: StandInTransfer, status: TransferStatus): void {
    const hadLeft = ['pending', 'received', 'success'].includes(one.status)
    one.status = status
    one.updatedAt = this.means.now()
    if (hadLeft && ['failed', 'reversed', 'blocked', 'rejected'].includes(status)) {
      this.means.move('transfer_back', one.reference, kobo(one.amount + one.fee))
    }
    if (['success', 'failed', 'reversed'].includes(status)) {
      this.means.tell({ event: `transfer.${status}`, transfer: one })
    }
  }

  private leave({ reference, amount, fee }: StandInTransfer): void {
    this.means.move('transfer', reference, kobo(-amount))
    this.means.move('transfer_fee', reference, kobo(-fee))
  }

  private advance(one: StandInTransfer): void {
    while (one.next[0] && one.next[0].at <= this.means.now()) {
      this.end(one, one.next.shift()!.status)
    }
  }
}

function nextOf(fate: Fate, at: Date): StandInTransfer['next'] {
  switch (fate) {
    case 'success':
      return [{ status: 'success', at }]
    case 'later':
      return [{ status: 'success', at: later(at, PENDING_MS) }]
    case 'failed':
      return [{ status: 'failed', at }]
    case 'sent_and_back':
      return [
        { status: 'success', at },
        { status: 'reversed', at: later(at, DAY) },
      ]
    case 'back':
      return [{ status: 'reversed', at: later(at, PENDING_MS) }]
  }
}
