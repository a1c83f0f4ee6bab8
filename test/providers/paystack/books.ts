import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { DAY, HOUR, later } from '../../../src/platform/clock.ts'
import { type Kobo, kobo, naira, percentageRoundedUp } from '../../../src/platform/money.ts'
import { PaystackAccounts, type TransferIn } from './accounts.ts'
import { PaystackDisputes, type StandInDispute } from './disputes.ts'
import { PaystackTokens, type StandInMandate } from './tokens.ts'
import { PaystackTransfers, type StandInTransfer } from './transfers.ts'

// The data of Paystack's stand-in: charges, refunds, settlements, and the movements of the balance.
// No HTTP here.

export type ChargeStatus = 'abandoned' | 'ongoing' | 'failed' | 'success' | 'reversed'
export type RefundStatus = 'pending' | 'processing' | 'processed' | 'failed' | 'needs-attention'

/** Answers of the customer's bank, in Paystack's words: docs/rails/paystack.md. */
export type BankSays = { text: string; code: string; responseCode: string }
export const APPROVED: BankSays = { text: 'Approved', code: 'approved', responseCode: '00' }
export const DECLINED: BankSays = { text: 'Declined', code: 'do_not_honor', responseCode: '05' }
export const SHORT: BankSays = {
  text: 'Insufficient Funds',
  code: 'insufficient_funds',
  responseCode: '51',
}
export const EXPIRED: BankSays = {
  text: 'Expired card',
  code: 'expired_card',
  responseCode: '54',
}

export type StandInCharge = {
  id: number
  reference: string
  accessCode: string
  amount: Kobo
  /** More than `amount` after a partial debit. */
  requested: Kobo
  /** The authorization code that was charged. */
  code: string | null
  email: string
  channels: string[]
  callbackUrl: string | null
  cancelUrl: string | null
  status: ChargeStatus
  says: BankSays | null
  attempts: number
  createdAt: Date
  paidAt: Date | null
  fees: Kobo | null
  settlement: number | null
  /** Of a charge by transfer. */
  transfer: TransferIn | null
}

export type StandInRefund = {
  id: number
  charge: StandInCharge
  amount: Kobo
  status: RefundStatus
  /** Its outcome, and when. */
  ending: RefundStatus
  endsAt: Date
  merchantNote: string
  customerNote: string
  createdAt: Date
  updatedAt: Date
  refundedAt: Date | null
  settlement: number | null
}

export type StandInSettlement = {
  id: number
  total: Kobo
  effective: Kobo
  fees: Kobo
  processed: Kobo
  deductions: Kobo
  at: Date
  charges: StandInCharge[]
}

export type Movement = {
  at: Date
  kind:
    | 'opening'
    | 'charge'
    | 'fee'
    | 'refund'
    | 'refund_failed'
    | 'settlement'
    | 'transfer'
    | 'transfer_fee'
    | 'transfer_back'
    | 'dispute'
  /** The reference of a charge or transfer; the id of a refund or a settlement. */
  of: string
  /** Negative if it left the balance. */
  amount: Kobo
}

export type StandInBooks = {
  charges: StandInCharge[]
  refunds: StandInRefund[]
  settlements: StandInSettlement[]
  movements: Movement[]
  transfers: PaystackTransfers
  accounts: PaystackAccounts
  disputes: PaystackDisputes
  tokens: PaystackTokens
  returnedTo(accountNumber: string): Kobo
  find(reference: string): StandInCharge | undefined
  balance(): Kobo
  /** The charge whose page has this code. */
  at(accessCode: string): StandInCharge | undefined
  of(charge: StandInCharge): StandInRefund[]
}

export type Told = {
  event: string
  charge?: StandInCharge
  /** Of `charge`: what was sent instead of its amount. */
  rejected?: Kobo
  refund?: StandInRefund
  dispute?: StandInDispute
  transfer?: StandInTransfer
  mandate?: StandInMandate
}

export type Rules = {
  /** How long a page accepts payment. 0: forever. */
  sessionMs: number
  refundTakesMs: number
  /** Whether notes of refunds are stored unchanged. */
  keepsNotes: boolean
  /** Whether refunds above the charge are refused. */
  addsUp: boolean
  /** The initial balance. Fees are not refunded, so refunds need some. */
  openingBalance: Kobo
}
export const RULES: Rules = {
  sessionMs: 1 * HOUR,
  refundTakesMs: 3 * DAY,
  keepsNotes: true,
  addsUp: true,
  openingBalance: naira(100_000),
}

/** Local payments: 1.5 % and ₦100, the ₦100 not below ₦2,500, at most ₦2,000. */
export function feeOf(amount: Kobo): Kobo {
  const fee = percentageRoundedUp(amount, 150n) + (amount >= naira(2_500) ? naira(100) : 0n)
  return kobo(fee > naira(2_000) ? naira(2_000) : fee)
}

export class PaystackBooks implements StandInBooks {
  readonly charges: StandInCharge[] = []
  readonly refunds: StandInRefund[] = []
  readonly settlements: StandInSettlement[] = []
  readonly movements: Movement[] = []
  /** Outcomes of the next refunds. Default: `processed`. */
  readonly endings: RefundStatus[] = []
  readonly rules: Rules
  private readonly now: () => Date
  readonly transfers: PaystackTransfers
  readonly accounts: PaystackAccounts
  readonly disputes: PaystackDisputes
  readonly tokens: PaystackTokens = new PaystackTokens(this)
  private readonly tell: (told: Told) => void
  private nextId = 4_000_000_001
  // Indexes for lists that grow long.
  private readonly byReference = new Map<string, StandInCharge>()
  private readonly byAccessCode = new Map<string, StandInCharge>()
  private readonly refundsOf = new Map<StandInCharge, StandInRefund[]>()
  private readonly underWay = new Set<StandInRefund>()
  private total = kobo(0)

  constructor(rules: Rules, now: () => Date, tell: (told: Told) => void) {
    this.rules = rules
    this.now = now
    this.tell = tell
    this.accounts = new PaystackAccounts(this, now, () => this.nextId++)
    this.disputes = new PaystackDisputes(this, now, () => this.nextId++)
    this.transfers = new PaystackTransfers({
      now,
      tell,
      move: (...moved) => this.move(...moved),
      nextId: () => this.nextId++,
      balance: () => this.total,
    })
    this.move('opening', '', rules.openingBalance)
  }

  balance(): Kobo {
    return this.total
  }

  find(reference: string): StandInCharge | undefined {
    return this.byReference.get(reference)
  }

  at(accessCode: string): StandInCharge | undefined {
    return this.byAccessCode.get(accessCode)
  }

  open(asked: {
    reference: string | null
    amount: Kobo
    email: string
    channels: string[]
    callbackUrl: string | null
    cancelUrl: string | null
    transfer?: TransferIn
  }): StandInCharge {
    const charge: StandInCharge = {
      transfer: null,
      ...asked,
      id: this.nextId++,
      reference: asked.reference ?? randomBytes(5).toString('hex'),
      requested: asked.amount,
      code: null,
      accessCode: randomBytes(8).toString('hex').slice(0, 15),
      status: 'abandoned',
      says: null,
      attempts: 0,
      createdAt: this.now(),
      paidAt: null,
      fees: null,
      settlement: null,
    }
    this.charges.push(charge)
    this.byReference.set(charge.reference, charge)
    this.byAccessCode.set(charge.accessCode, charge)
    return charge
  }

  /** Whether the page still accepts payment, also after a failed try. */
  isOpen(charge: StandInCharge): boolean {
    const { sessionMs } = this.rules
    const isOver = sessionMs > 0 && this.now() > later(charge.createdAt, sessionMs)
    return !isOver && charge.status !== 'success' && charge.status !== 'reversed'
  }

  attempt(charge: StandInCharge, says: BankSays): void {
    assert(this.isOpen(charge), 'the page is over')
    charge.attempts += 1
    charge.says = says
    if (says !== APPROVED) {
      charge.status = 'failed'
      return
    }
    this.receive(charge)
  }

  /** Its money has arrived. */
  receive(charge: StandInCharge): StandInCharge {
    charge.says = APPROVED
    charge.status = 'success'
    charge.paidAt = this.now()
    charge.fees = feeOf(charge.amount)
    this.move('charge', charge.reference, charge.amount)
    this.move('fee', charge.reference, kobo(-charge.fees))
    this.tell({ event: 'charge.success', charge })
    return charge
  }

  /** A transfer of another amount, or too late. Paystack sends it back. */
  reject(charge: StandInCharge, rejected: Kobo): void {
    this.tell({ event: 'bank.transfer.rejected', charge, rejected })
  }

  /** A dispute takes the money out of the balance. */
  takeBack({ id, amount }: StandInDispute): void {
    this.move('dispute', `${id}`, kobo(-amount))
  }

  tellOf(event: string, dispute: StandInDispute): void {
    this.tell({ event, dispute })
  }

  tellOfMandate(mandate: StandInMandate): void {
    const event = mandate.state === 'active' ? 'active' : 'created'
    this.tell({ event: `direct_debit.authorization.${event}`, mandate })
  }

  /** What went back to this account. */
  returnedTo(accountNumber: string): Kobo {
    const back = this.refunds.filter(
      ({ charge, status }) =>
        status === 'processed' && charge.transfer?.sender?.accountNumber === accountNumber,
    )
    return kobo(back.reduce((sum, { amount }) => sum + amount, 0n))
  }

  /** What can still be refunded. All refunds except failed ones count. */
  left(charge: StandInCharge): Kobo {
    if (!this.rules.addsUp) return charge.amount
    const gone = this.of(charge).filter(({ status }) => status !== 'failed')
    return kobo(gone.reduce((rest, { amount }) => rest - amount, charge.amount as bigint))
  }

  refund(
    charge: StandInCharge,
    amount: Kobo,
    notes: { merchant: string | null; customer: string | null },
  ) {
    const at = this.now()
    const usual = `Refund for transaction ${charge.reference}`
    const refund: StandInRefund = {
      id: this.nextId++,
      charge,
      amount,
      status: 'pending',
      ending: this.endings.shift() ?? 'processed',
      endsAt: later(at, this.rules.refundTakesMs),
      merchantNote: (this.rules.keepsNotes && notes.merchant) || `${usual} by store@example.com`,
      customerNote: (this.rules.keepsNotes && notes.customer) || usual,
      createdAt: at,
      updatedAt: at,
      refundedAt: null,
      settlement: null,
    }
    this.refunds.push(refund)
    this.refundsOf.set(charge, [...this.of(charge), refund])
    this.underWay.add(refund)
    this.move('refund', `${refund.id}`, kobo(-amount))
    this.tell({ event: 'refund.pending', refund })
    return refund
  }

  /** Applies what is due by now. */
  tick(): void {
    this.transfers.tick()
    for (const refund of this.underWay) {
      const isOpen = refund.status === 'pending' || refund.status === 'processing'
      if (isOpen && this.now() >= refund.endsAt) this.end(refund, refund.ending)
      if (!isOpen) this.underWay.delete(refund)
    }
  }

  of(charge: StandInCharge): StandInRefund[] {
    return this.refundsOf.get(charge) ?? []
  }

  end(refund: StandInRefund, status: RefundStatus): void {
    if (refund.status === status || refund.status === 'failed') return
    refund.status = status
    refund.updatedAt = this.now()
    if (status === 'processed') refund.refundedAt = this.now()
    if (status === 'failed') this.move('refund_failed', `${refund.id}`, refund.amount)
    const { charge } = refund
    const back = this.of(charge).filter((one) => one.status === 'processed')
    const sum = back.reduce((total, { amount }) => total + amount, 0n)
    const isBack = this.disputes.all.some((one) => one.charge === charge && one.isBack)
    charge.status = isBack || sum === charge.amount ? 'reversed' : 'success'
    this.tell({ event: `refund.${status}`, refund })
  }

  /** Sends one that needed attention to the account that the customer gave. */
  retry(refund: StandInRefund): void {
    refund.ending = 'processed'
    refund.endsAt = later(this.now(), this.rules.refundTakesMs)
    this.underWay.add(refund)
    this.end(refund, 'processing')
  }

  /** Settles what was received since the last settlement. */
  settle(): StandInSettlement | null {
    const charges = this.charges.filter(({ paidAt, settlement }) => paidAt && settlement === null)
    const refunds = this.refunds.filter(
      ({ status, settlement }) => status !== 'failed' && settlement === null,
    )
    const processed = charges.reduce((sum, { amount }) => sum + amount, 0n)
    const fees = charges.reduce((sum, one) => sum + (one.fees ?? 0n), 0n)
    const deductions = refunds.reduce((sum, { amount }) => sum + amount, 0n)
    const effective = processed - fees - deductions
    if (effective <= 0n) return null
    const settlement: StandInSettlement = {
      id: this.nextId++,
      total: kobo(processed - fees),
      effective: kobo(effective),
      fees: kobo(fees),
      processed: kobo(processed),
      deductions: kobo(deductions),
      at: this.now(),
      charges,
    }
    for (const one of [...charges, ...refunds]) one.settlement = settlement.id
    this.settlements.push(settlement)
    this.move('settlement', `${settlement.id}`, kobo(-effective))
    return settlement
  }

  private move(kind: Movement['kind'], of: string, amount: Kobo): void {
    this.movements.push({ at: this.now(), kind, of, amount })
    this.total = kobo(this.total + amount)
  }
}
