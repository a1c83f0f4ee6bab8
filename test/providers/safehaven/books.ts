import { HOUR, MINUTE } from '../../../src/platform/clock.ts'

// The data of Safe Haven's stand-in: accounts, transfers and movements. Amounts are kobo here and
// naira on the wire.

/** The bank code of the sandbox. */
export const OWN_BANK = '999240'
const TRANSFER_FEE = 1_000n
const STAMP_DUTY = 5_000n
const DUTY_FROM = 1_000_000n
/** 7.5 % of the fee. */
const TRANSFER_VAT = 75n
export const COLLECTION_FEE = 500n

export type Account = {
  id: string
  accountNumber: string
  accountName: string
  balance: bigint
  isSubAccount: boolean
  externalReference: string | null
  callbackUrl: string | null
  /** The account to which credits are swept. */
  sweepsTo: string | null
}

export type VirtualAccount = {
  id: string
  accountNumber: string
  accountName: string
  externalReference: string
  callbackUrl: string
  amount: bigint
  amountControl: 'Fixed' | 'UnderPayment' | 'OverPayment'
  settlesTo: string
  validFor: number
  expiresAt: Date
  isDeleted: boolean
}

/** Outcomes of an outgoing transfer. */
export type Fate =
  | 'completed'
  /** After a minute. */
  | 'processing'
  /** Answered 202 with an error code, then not found for ten minutes, then done. */
  | 'vanishing'
  /** At once, in an HTTP 200. */
  | 'failed'
  /** Reversed after a minute. */
  | 'fails_later'
  /** Done, and reversed after a day. */
  | 'reversed_later'

export type Transfer = {
  id: string
  type: 'Inwards' | 'Outwards'
  account: string
  sessionId: string
  nameEnquiryReference: string
  paymentReference: string
  /** Set for a credit to a virtual account, which only its own call returns. */
  virtualAccount: VirtualAccount | null
  creditBank: string
  creditAccountNumber: string
  creditAccountName: string
  debitAccountNumber: string
  debitAccountName: string
  narration: string
  amount: bigint
  fees: bigint
  vat: bigint
  stampDuty: bigint
  status: 'Completed' | 'Processing' | 'Failed' | 'Reversed'
  responseCode: string
  isReversed: boolean
  /** Queries do not find it before then. */
  hiddenUntil: Date
  createdAt: Date
  updatedAt: Date
  next: { at: Date; status: 'Completed' | 'Failed' | 'Reversed'; code: string } | null
}

/** A line of the statement of an account. */
export type Movement = {
  id: string
  account: string
  type: 'Credit' | 'Debit'
  amount: bigint
  runningBalance: bigint
  paymentReference: string
  narration: string
  isReversal: boolean
  at: Date
}

const FATES: Record<Fate, { status: Transfer['status']; code: string; hiddenMs: number }> = {
  completed: { status: 'Completed', code: '00', hiddenMs: 0 },
  processing: { status: 'Processing', code: '09', hiddenMs: 0 },
  vanishing: { status: 'Processing', code: '30', hiddenMs: 10 * MINUTE },
  failed: { status: 'Failed', code: '57', hiddenMs: 0 },
  fails_later: { status: 'Processing', code: '09', hiddenMs: 0 },
  reversed_later: { status: 'Completed', code: '00', hiddenMs: 0 },
}
const NEXT: Partial<Record<Fate, { ms: number; status: 'Completed' | 'Failed' | 'Reversed' }>> = {
  processing: { ms: 1 * MINUTE, status: 'Completed' },
  vanishing: { ms: 10 * MINUTE, status: 'Completed' },
  fails_later: { ms: 1 * MINUTE, status: 'Failed' },
  reversed_later: { ms: 24 * HOUR, status: 'Reversed' },
}

export class SafehavenBooks {
  readonly accounts: Account[] = []
  readonly virtualAccounts: VirtualAccount[] = []
  readonly transfers: Transfer[] = []
  readonly movements: Movement[] = []
  readonly now: () => Date
  /** Called with each transfer that changes. */
  onChange: (transfer: Transfer) => void = () => {}
  #serial = 0
  // Indexes for lists that grow long.
  readonly bySession = new Map<string, Transfer>()
  readonly outwards: Transfer[] = []
  readonly byNumber = new Map<string, VirtualAccount>()
  readonly references = new Set<string>()
  readonly #underWay = new Set<Transfer>()

  constructor(now: () => Date) {
    this.now = now
  }

  newId(): string {
    this.#serial += 1
    return `65f0c0de${this.#serial.toString(16).padStart(16, '0')}`
  }

  /** A NIP session id: the sender's institution, the second, a serial. */
  newSessionId(bank: string): string {
    this.#serial += 1
    const time = this.now().toISOString().replace(/\D/g, '').slice(2, 14)
    return `${bank}${time}${this.#serial.toString().padStart(12, '0')}`
  }

  newAccountNumber(prefix: string): string {
    this.#serial += 1
    return `${prefix}${this.#serial.toString().padStart(10 - prefix.length, '0')}`
  }

  addVirtual(account: VirtualAccount): void {
    this.virtualAccounts.push(account)
    this.byNumber.set(account.accountNumber, account)
    this.references.add(account.externalReference)
  }

  find(accountNumber: string): Account | undefined {
    return this.accounts.find((one) => one.accountNumber === accountNumber)
  }

  balance(accountNumber: string): bigint {
    return this.find(accountNumber)?.balance ?? 0n
  }

  /** All that was sent to an account elsewhere and not reversed. */
  paidTo(accountNumber: string): bigint {
    return this.transfers
      .filter((one) => one.type === 'Outwards' && one.creditAccountNumber === accountNumber)
      .filter(({ status }) => status === 'Completed' || status === 'Processing')
      .reduce((sum, { amount }) => sum + amount, 0n)
  }

  move(account: Account, amount: bigint, said: { reference: string; narration: string }) {
    account.balance += amount
    this.movements.push({
      id: this.newId(),
      account: account.id,
      type: amount < 0n ? 'Debit' : 'Credit',
      amount: amount < 0n ? -amount : amount,
      runningBalance: account.balance,
      paymentReference: said.reference,
      narration: said.narration,
      isReversal: said.narration.startsWith('REVERSAL'),
      at: this.now(),
    })
  }

  /** Sends a transfer; null if the balance is too low. */
  send(
    from: Account,
    to: { bank: string; accountNumber: string; accountName: string },
    asked: { amount: bigint; narration: string; reference: string; enquiry: string },
    fate: Fate,
  ): Transfer | null {
    const fees = to.bank === OWN_BANK ? 0n : TRANSFER_FEE
    const vat = to.bank === OWN_BANK ? 0n : TRANSFER_VAT
    const stampDuty = asked.amount >= DUTY_FROM ? STAMP_DUTY : 0n
    if (from.balance < asked.amount + fees + vat + stampDuty) return null
    const now = this.now()
    const { status, code, hiddenMs } = FATES[fate]
    const next = NEXT[fate]
    const sessionId = this.newSessionId(OWN_BANK)
    const transfer: Transfer = {
      id: this.newId(),
      type: 'Outwards',
      account: from.id,
      sessionId,
      nameEnquiryReference: asked.enquiry,
      paymentReference: asked.reference || sessionId,
      virtualAccount: null,
      creditBank: to.bank,
      creditAccountNumber: to.accountNumber,
      creditAccountName: to.accountName,
      debitAccountNumber: from.accountNumber,
      debitAccountName: from.accountName,
      narration: asked.narration,
      amount: asked.amount,
      fees,
      vat,
      stampDuty,
      status,
      responseCode: code,
      isReversed: false,
      hiddenUntil: new Date(now.getTime() + hiddenMs),
      createdAt: now,
      updatedAt: now,
      next: next
        ? {
            at: new Date(now.getTime() + next.ms),
            status: next.status,
            code: next.status === 'Completed' ? '00' : '05',
          }
        : null,
    }
    this.transfers.push(transfer)
    this.outwards.push(transfer)
    this.bySession.set(sessionId, transfer)
    if (next) this.#underWay.add(transfer)
    if (status !== 'Failed') this.#debit(from, transfer)
    this.onChange(transfer)
    return transfer
  }

  /** A credit to a sub-account, a virtual account or the main account. */
  receive(credit: {
    to: Account
    virtualAccount: VirtualAccount | null
    from: { bank: string; accountNumber: string; accountName: string }
    amount: bigint
    narration: string
  }): Transfer {
    const { to, virtualAccount, from, amount, narration } = credit
    const now = this.now()
    const sessionId = this.newSessionId(from.bank)
    const transfer: Transfer = {
      id: this.newId(),
      type: 'Inwards',
      account: to.id,
      sessionId,
      nameEnquiryReference: this.newSessionId(from.bank),
      paymentReference: sessionId,
      virtualAccount,
      creditBank: OWN_BANK,
      creditAccountNumber: virtualAccount?.accountNumber ?? to.accountNumber,
      creditAccountName: virtualAccount?.accountName ?? to.accountName,
      debitAccountNumber: from.accountNumber,
      debitAccountName: from.accountName,
      narration,
      amount,
      fees: virtualAccount ? COLLECTION_FEE : 0n,
      vat: 0n,
      stampDuty: 0n,
      status: 'Completed',
      responseCode: '00',
      isReversed: false,
      hiddenUntil: now,
      createdAt: now,
      updatedAt: now,
      next: null,
    }
    this.transfers.push(transfer)
    this.bySession.set(sessionId, transfer)
    this.move(to, amount, { reference: sessionId, narration })
    if (transfer.fees > 0n) {
      this.move(to, -transfer.fees, { reference: sessionId, narration: 'COLLECTION FEE' })
    }
    this.onChange(transfer)
    const main = to.sweepsTo === null ? undefined : this.find(to.sweepsTo)
    if (main) this.#sweep(to, main, amount)
    return transfer
  }

  /** Applies what is due by now. */
  settle(): void {
    const now = this.now()
    for (const transfer of this.#underWay) {
      const { next } = transfer
      if (next === null || next.at > now) continue
      this.#underWay.delete(transfer)
      transfer.status = next.status
      transfer.responseCode = next.code
      transfer.next = null
      transfer.updatedAt = now
      if (next.status !== 'Completed') this.#giveBack(transfer)
      this.onChange(transfer)
    }
  }

  #sweep(from: Account, main: Account, amount: bigint) {
    const reference = this.newSessionId(OWN_BANK)
    this.move(from, -amount, { reference, narration: 'AUTO SWEEP' })
    const parties = { bank: OWN_BANK, accountNumber: from.accountNumber, accountName: 'SWEEP' }
    this.receive({ to: main, virtualAccount: null, from: parties, amount, narration: 'AUTO SWEEP' })
  }

  #debit(from: Account, transfer: Transfer) {
    const { amount, fees, vat, stampDuty, paymentReference: reference, narration } = transfer
    this.move(from, -amount, { reference, narration })
    if (fees > 0n) this.move(from, -fees, { reference, narration: 'NIP CHARGE' })
    if (vat > 0n) this.move(from, -vat, { reference, narration: 'VAT' })
    if (stampDuty > 0n) this.move(from, -stampDuty, { reference, narration: 'STAMP DUTY' })
  }

  #giveBack(transfer: Transfer) {
    const from = this.find(transfer.debitAccountNumber)!
    const { amount, fees, vat, stampDuty, paymentReference: reference } = transfer
    transfer.isReversed = transfer.status === 'Reversed'
    // The fee of a completed transfer is not returned.
    const back = transfer.isReversed ? amount : amount + fees + vat + stampDuty
    this.move(from, back, { reference, narration: `REVERSAL ${transfer.narration}` })
  }
}
