import { DAY, HOUR, later, SECOND } from '../../../src/platform/clock.ts'
import { type Kobo, kobo, naira } from '../../../src/platform/money.ts'
import { holderOf, NOBODYS_ACCOUNT } from '../../../src/providers/sandbox/names.ts'

// Transfers of Flutterwave's stand-in. The account number decides what becomes of one. The answer
// to a request always says that it is new.

export type TransferStatus = 'NEW' | 'PENDING' | 'SUCCESSFUL' | 'FAILED'
/** `back`: a success that becomes a failure a day later. */
export type Fate = 'sent' | 'later' | 'failed' | 'back'

export type StandInTransfer = {
  id: number
  reference: string
  amount: Kobo
  fee: Kobo
  accountNumber: string
  bankCode: string
  narration: string
  status: TransferStatus
  says: string
  /** What becomes of it, each at its time. */
  next: { status: TransferStatus; at: Date; says: string }[]
  createdAt: Date
}

type Means = {
  now: () => Date
  tell(told: { transfer: StandInTransfer }): void
  move(kind: 'transfer' | 'transfer_fee' | 'transfer_back', of: string, amount: Kobo): void
  nextId(): number
  balance(): Kobo
}

export const FAILING_ACCOUNT = '0200000002'
export const LATE_ACCOUNT = '0200000003'
export const RETURNING_ACCOUNT = '0200000004'
const PENDING_MS = 1 * HOUR

/** ₦10 up to ₦5,000, ₦25 up to ₦50,000, then ₦50; with VAT. */
export function transferFeeOf(amount: Kobo): Kobo {
  if (amount <= naira(5_000)) return kobo(1_075)
  return amount <= naira(50_000) ? kobo(2_688) : kobo(5_375)
}

export class FlutterwaveTransfers {
  readonly all: StandInTransfer[] = []
  readonly fates = new Map<string, Fate>([
    [FAILING_ACCOUNT, 'failed'],
    [LATE_ACCOUNT, 'later'],
    [RETURNING_ACCOUNT, 'back'],
  ])
  private readonly means: Means

  constructor(means: Means) {
    this.means = means
  }

  holder(accountNumber: string, bankCode: string): string | null {
    return accountNumber === NOBODYS_ACCOUNT ? null : holderOf(accountNumber, bankCode)
  }

  find(reference: string): StandInTransfer | undefined {
    return this.all.find((one) => one.reference === reference)
  }

  make(
    asked: Pick<
      StandInTransfer,
      'reference' | 'amount' | 'accountNumber' | 'bankCode' | 'narration'
    >,
  ): StandInTransfer {
    const at = this.means.now()
    const made: StandInTransfer = {
      ...asked,
      id: this.means.nextId(),
      fee: transferFeeOf(asked.amount),
      status: 'NEW',
      says: '',
      next: nextOf(this.fates.get(asked.accountNumber) ?? 'sent', at),
      createdAt: at,
    }
    this.all.push(made)
    this.means.move('transfer', made.reference, kobo(-made.amount))
    this.means.move('transfer_fee', made.reference, kobo(-made.fee))
    return made
  }

  tick(): void {
    for (const one of this.all) {
      while (one.next[0] && one.next[0].at <= this.means.now()) {
        const { status, says } = one.next.shift()!
        this.end(one, status, says)
      }
    }
  }

  /** What reached this account. */
  paidTo(accountNumber: string): Kobo {
    const paid = this.all.filter(
      (one) => one.accountNumber === accountNumber && one.status === 'SUCCESSFUL',
    )
    return kobo(paid.reduce((sum, { amount }) => sum + amount, 0n))
  }

  end(one: StandInTransfer, status: TransferStatus, says: string): void {
    one.status = status
    one.says = says
    if (status === 'FAILED') {
      this.means.move('transfer_back', one.reference, kobo(one.amount + one.fee))
    }
    if (status === 'FAILED' || status === 'SUCCESSFUL') this.means.tell({ transfer: one })
  }
}

const DONE = 'Transaction was successful'
const FAILED = 'DISBURSE FAILED: Account number does not exist'

/** It is applied by the next call, so the answer that made it still says that it is new. */
function nextOf(fate: Fate, at: Date): StandInTransfer['next'] {
  switch (fate) {
    case 'sent':
      return [{ status: 'SUCCESSFUL', at, says: DONE }]
    case 'later':
      return [
        { status: 'PENDING', at: later(at, SECOND), says: '' },
        { status: 'SUCCESSFUL', at: later(at, PENDING_MS), says: DONE },
      ]
    case 'failed':
      return [{ status: 'FAILED', at, says: FAILED }]
    case 'back':
      return [
        { status: 'SUCCESSFUL', at, says: DONE },
        { status: 'FAILED', at: later(at, DAY), says: 'DISBURSE FAILED: reversed' },
      ]
  }
}
