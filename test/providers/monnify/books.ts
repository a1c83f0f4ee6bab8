import { DAY, HOUR, later, MINUTE } from '../../../src/platform/clock.ts'
import { type Kobo, kobo, naira } from '../../../src/platform/money.ts'

// The data of Monnify's stand-in: payments, reserved accounts, transfers, refunds, and movements of
// its wallet.

export type Source = { accountName: string; accountNumber: string; bankCode: string }

export type Payment = {
  transactionReference: string
  paymentReference: string
  amount: Kobo
  method: 'ACCOUNT_TRANSFER' | 'CARD'
  product: 'API_NOTIFICATION' | 'RESERVED_ACCOUNT'
  /** Of the permanent account that was paid. */
  accountReference: string | null
  status: string
  accountNumber: string | null
  amountPaid: Kobo
  /** The part of a payment that is not settled. */
  fee: Kobo
  paidOn: Date | null
  createdOn: Date
  source: Source | null
  description: string
  customerEmail: string
  redirectUrl: string | null
}
export type Reserved = {
  accountReference: string
  accountName: string
  customerName: string
  customerEmail: string
  accounts: { bankCode: string; bankName: string; accountNumber: string }[]
  bvn: string | null
  nin: string | null
  createdOn: Date
}
export type Fate = 'sent' | 'failed' | 'accepted' | 'reversed'
export type Transfer = {
  fate: Fate
  reference: string
  transactionReference: string
  amount: Kobo
  status: string
  bankCode: string
  accountNumber: string
  accountName: string
  narration: string
  createdOn: Date
  fee: Kobo
  asked: number
}
export type Refund = {
  refundReference: string
  transactionReference: string
  amount: Kobo
  status: string
  reason: string
  createdOn: Date
  completedOn: Date | null
}
export type Movement = {
  kind: 'collection' | 'transfer' | 'transfer_back' | 'refund' | 'refund_back' | 'fee'
  reference: string
  /** Negative if it left the wallet. */
  amount: Kobo
}

export const TRANSFER_FEE = naira(10)
export const COLLECTION_FEE = kobo(1_075)
export const ONE_OFF_SECONDS = 2_400
export const SAME_TRANSFER_MS = 2 * MINUTE
const REFUND_LEAST = naira(100)
const REFUND_LATE_MS = 3 * DAY

/** Accounts whose transfers fail, are answered late or are reversed; and a nonexistent one. */
export const FAILING_ACCOUNT = '9999999999'
export const LATE_ACCOUNT = '8888888888'
export const REVERSING_ACCOUNT = '7777777777'
export const NOBODYS_ACCOUNT = '0000000000'
/** A name enquiry there finds that the bank does not respond. */
export const BUSY_ACCOUNT = '5555555555'
/** A transfer there is in progress for an hour. */
export const SLOW_ACCOUNT = '6666666666'
export const WRONG_BVN = '00000000000'

/** As a name enquiry returns it, with characters that banks write. */
export const holderOf = (accountNumber: string) =>
  `SAMPLE & O'HOLDER (NIG) LTD ${accountNumber.slice(-4)}`

const ISSUERS: Record<string, string> = {
  '035': 'Wema bank',
  '232': 'Sterling bank',
  '50515': 'Moniepoint Microfinance Bank',
}

export class MonnifyBooks {
  readonly payments = new Map<string, Payment>()
  readonly reserved = new Map<string, Reserved>()
  readonly transfers = new Map<string, Transfer>()
  readonly refunds = new Map<string, Refund>()
  readonly movements: Movement[] = []
  /** Banks that open no accounts for now. */
  readonly closedIssuers = new Set<string>()
  balance: Kobo
  sameTransferMs = SAME_TRANSFER_MS
  /** The fee of a payment. */
  collectionFee: Kobo = COLLECTION_FEE
  /** The switches of the contract. */
  readonly contract = {
    customerPaysFee: false,
    exactOnly: false,
    needsNumber: false,
    transfersOff: false,
    refundsOff: false,
    otpOn: false,
    unlisted: false,
  }
  /** The outcome of transfers to an account, from now on. */
  readonly fates = new Map<string, Fate>([
    [FAILING_ACCOUNT, 'failed'],
    [SLOW_ACCOUNT, 'accepted'],
    [REVERSING_ACCOUNT, 'reversed'],
  ])
  /** The outcome of the next refund. */
  nextRefund: 'COMPLETED' | 'FAILED' = 'COMPLETED'
  readonly #now: () => Date
  readonly #tell: (eventType: string, about: Payment | Transfer | Refund) => void
  #serial = 0
  // Indexes for lists that grow long.
  readonly #byReference = new Map<string, Payment>()
  readonly #byNumber = new Map<string, Payment | Reserved>()
  readonly #reservedFor = new Map<string, string>()
  readonly #latest = new Map<string, Transfer>()
  readonly #refundedOf = new Map<string, Refund[]>()
  readonly #underWay = new Set<Transfer | Refund>()

  constructor(
    now: () => Date,
    balance: Kobo,
    tell: (eventType: string, about: Payment | Transfer | Refund) => void,
  ) {
    this.#now = now
    this.#tell = tell
    this.balance = balance
  }

  begin(
    asked: Pick<
      Payment,
      'paymentReference' | 'amount' | 'method' | 'description' | 'customerEmail' | 'redirectUrl'
    >,
  ): Payment | null {
    if (this.byPaymentReference(asked.paymentReference)) return null
    const none = {
      accountNumber: null,
      amountPaid: kobo(0),
      fee: kobo(0),
      paidOn: null,
      source: null,
    }
    const payment: Payment = {
      ...asked,
      ...none,
      transactionReference: this.#reference('MNFY'),
      product: 'API_NOTIFICATION',
      accountReference: null,
      status: 'PENDING',
      createdOn: this.#now(),
    }
    this.payments.set(payment.transactionReference, payment)
    this.#byReference.set(payment.paymentReference, payment)
    return payment
  }

  byPaymentReference(reference: string): Payment | undefined {
    return this.#byReference.get(reference)
  }

  accountFor(payment: Payment): string {
    payment.accountNumber ??= this.#account()
    this.#byNumber.set(payment.accountNumber, payment)
    return payment.accountNumber
  }

  hasReserved(customerEmail: string): boolean {
    const reference = this.#reservedFor.get(customerEmail)
    return reference !== undefined && this.reserved.has(reference)
  }

  reserve(asked: Omit<Reserved, 'accounts' | 'createdOn'>, codes: string[]): Reserved | null {
    if (this.reserved.has(asked.accountReference)) return null
    const accounts = codes.map((bankCode) => {
      return { bankCode, bankName: ISSUERS[bankCode] ?? 'Bank', accountNumber: this.#account() }
    })
    const reserved = { ...asked, accounts, createdOn: this.#now() }
    this.reserved.set(asked.accountReference, reserved)
    this.#reservedFor.set(asked.customerEmail, asked.accountReference)
    for (const { accountNumber } of accounts) this.#byNumber.set(accountNumber, reserved)
    return reserved
  }

  /** A payment to an account number, or by card on the page. */
  pay(to: string, amount: Kobo, source: Source): Payment {
    const found = this.#byNumber.get(to) ?? this.#byReference.get(to)
    const payment = found && this.#paymentInto(found, to, amount)
    if (!payment) throw new Error(`nobody issued ${to}`)
    const payable = this.payableFor(payment)
    if (this.contract.exactOnly && payment.product !== 'RESERVED_ACCOUNT' && amount !== payable) {
      this.#tell('REJECTED_PAYMENT', { ...payment, accountNumber: to, amountPaid: amount, source })
      return payment
    }
    const isMore = amount > payable
    payment.status = isMore ? 'OVERPAID' : amount < payable ? 'PARTIALLY_PAID' : 'PAID'
    const fee = kobo(amount > this.collectionFee ? this.collectionFee : 0n)
    Object.assign(payment, { amountPaid: amount, fee, paidOn: this.#now(), source })
    this.#move('collection', payment.transactionReference, amount)
    if (fee > 0n) this.#move('fee', payment.transactionReference, kobo(-fee))
    this.#tell('SUCCESSFUL_TRANSACTION', payment)
    return payment
  }

  /** With the fee on the customer, they must send it too. */
  payableFor({ amount, product }: Payment): Kobo {
    const isAdded = this.contract.customerPaysFee && product !== 'RESERVED_ACCOUNT'
    return isAdded ? kobo(amount + this.collectionFee) : amount
  }

  /** A credit to a permanent account, or to one paid before, is a new payment. */
  #paymentInto(found: Payment | Reserved, accountNumber: string, amount: Kobo): Payment {
    const isReserved = 'accounts' in found
    if (!isReserved && found.paidOn === null) return found
    const payment = this.begin({
      paymentReference: this.#reference('MNFYR'),
      amount,
      method: 'ACCOUNT_TRANSFER',
      description: isReserved ? found.accountName : found.description,
      customerEmail: 'customer@example.com',
      redirectUrl: null,
    })!
    const product = isReserved ? ('RESERVED_ACCOUNT' as const) : ('API_NOTIFICATION' as const)
    const accountReference = isReserved ? found.accountReference : null
    return Object.assign(payment, { product, accountReference, accountNumber })
  }

  /** Their code if it is refused. */
  transfer(
    asked: Pick<
      Transfer,
      'reference' | 'amount' | 'bankCode' | 'accountNumber' | 'accountName' | 'narration'
    >,
  ): Transfer | string {
    if (this.transfers.has(asked.reference)) return '99'
    if (asked.accountNumber === NOBODYS_ACCOUNT) return 'D03'
    if (asked.accountName !== holderOf(asked.accountNumber)) return 'name'
    if (this.balance < asked.amount + TRANSFER_FEE) return 'D04'
    const now = this.#now().getTime()
    const name = `${asked.accountNumber} ${asked.amount}`
    const before = this.#latest.get(name)?.createdOn.getTime() ?? 0
    if (now - before < this.sameTransferMs) return 'D07'
    const fate = this.fates.get(asked.accountNumber) ?? 'sent'
    const { otpOn } = this.contract
    const isUnderWay = fate === 'accepted' || otpOn
    const isFailed = fate === 'failed'
    const transfer: Transfer = {
      ...asked,
      fate,
      transactionReference: this.#reference('MFDS'),
      status: otpOn
        ? 'PENDING_AUTHORIZATION'
        : isFailed
          ? 'FAILED'
          : isUnderWay
            ? 'PENDING'
            : 'SUCCESS',
      createdOn: this.#now(),
      fee: TRANSFER_FEE,
      asked: 0,
    }
    this.transfers.set(asked.reference, transfer)
    this.#latest.set(name, transfer)
    if (isUnderWay || fate === 'reversed') this.#underWay.add(transfer)
    if (!isFailed) {
      this.#move('transfer', asked.reference, kobo(-asked.amount))
      this.#move('fee', asked.reference, kobo(-TRANSFER_FEE))
    }
    if (!isUnderWay) this.#tellOf(transfer)
    return transfer
  }

  /** A transfer is reversed after a day. */
  sendBack(reference: string): void {
    const transfer = this.transfers.get(reference)
    if (!transfer) throw new Error(`there is no transfer ${reference}`)
    transfer.fate = 'reversed'
    this.#underWay.add(transfer)
  }

  #tellOf(transfer: Transfer): void {
    const words = { SUCCESS: 'SUCCESSFUL', FAILED: 'FAILED', REVERSED: 'REVERSED' }
    this.#tell(`${words[transfer.status as 'SUCCESS']}_DISBURSEMENT`, transfer)
  }

  /** A code of theirs where it is refused. */
  refund(
    asked: Pick<Refund, 'refundReference' | 'transactionReference' | 'amount' | 'reason'>,
  ): Refund | string {
    const payment = this.payments.get(asked.transactionReference)
    if (this.refunds.has(asked.refundReference)) return 'R9'
    if (!payment) return 'R1'
    if (payment.method === 'CARD' || payment.amountPaid === 0n) return 'R2'
    if (asked.amount > payment.amountPaid) return 'R3'
    if (asked.amount < REFUND_LEAST) return 'R4'
    const known = this.#refundedOf.get(asked.transactionReference) ?? []
    const others = known
      .filter(({ status }) => status !== 'FAILED')
      .reduce((sum, { amount }) => sum + amount, 0n)
    if (others + asked.amount > payment.amountPaid) return 'R12'
    if (this.balance < asked.amount) return 'R5'
    const refund = { ...asked, status: 'PENDING', createdOn: this.#now(), completedOn: null }
    this.refunds.set(asked.refundReference, refund)
    this.#refundedOf.set(asked.transactionReference, [...known, refund])
    this.#underWay.add(refund)
    this.#move('refund', asked.refundReference, kobo(-asked.amount))
    return refund
  }

  /** Applies what is due by now. */
  tick(): void {
    const now = this.#now()
    for (const one of this.#underWay) {
      if ('refundReference' in one) this.#endRefund(one, now)
      else this.#endTransfer(one, now)
      const isOver = !('fate' in one) || one.fate !== 'reversed' || one.status === 'REVERSED'
      if (one.status !== 'PENDING' && isOver) this.#underWay.delete(one)
    }
  }

  #endTransfer(transfer: Transfer, now: Date): void {
    const { status, fate, createdOn } = transfer
    if (status === 'PENDING' && now >= later(createdOn, HOUR)) {
      transfer.status = 'SUCCESS'
      this.#tellOf(transfer)
    }
    if (status === 'SUCCESS' && fate === 'reversed' && now >= later(createdOn, DAY)) {
      transfer.status = 'REVERSED'
      this.#move('transfer_back', transfer.reference, transfer.amount)
      this.#tellOf(transfer)
    }
  }

  #endRefund(refund: Refund, now: Date): void {
    if (refund.status !== 'PENDING' || now < later(refund.createdOn, REFUND_LATE_MS)) return
    refund.status = this.nextRefund
    refund.completedOn = now
    this.nextRefund = 'COMPLETED'
    if (refund.status === 'FAILED') {
      this.#move('refund_back', refund.refundReference, refund.amount)
    }
    this.#tell(refund.status === 'FAILED' ? 'FAILED_REFUND' : 'SUCCESSFUL_REFUND', refund)
  }

  /** All that was sent to this account and not reversed. */
  paidTo(accountNumber: string): bigint {
    const sent = [...this.transfers.values()]
      .filter((one) => one.accountNumber === accountNumber)
      .filter(({ status }) => status !== 'FAILED' && status !== 'REVERSED')
    const returned = [...this.refunds.values()].filter(({ status, transactionReference: of }) => {
      const payer = this.payments.get(of)?.source?.accountNumber
      return status !== 'FAILED' && payer === accountNumber
    })
    return [...sent, ...returned].reduce((sum, { amount }) => sum + amount, 0n)
  }

  #move(kind: Movement['kind'], reference: string, amount: Kobo): void {
    this.movements.push({ kind, reference, amount })
    this.balance = kobo(this.balance + amount)
  }

  #reference(prefix: string): string {
    this.#serial += 1
    const day = this.#now().toISOString().replace(/\D/g, '').slice(0, 14)
    return `${prefix}|17|${day}|${String(this.#serial).padStart(6, '0')}`
  }

  #account(): string {
    this.#serial += 1
    return `50${String(this.#serial).padStart(8, '0')}`
  }
}
