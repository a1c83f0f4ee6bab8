import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { DAY, later } from '../../../src/platform/clock.ts'
import { type Kobo, kobo, naira, percentageRoundedUp } from '../../../src/platform/money.ts'
import { FlutterwaveAccounts, type Sender } from './accounts.ts'
import { FlutterwaveChargebacks } from './chargebacks.ts'
import type { Fate } from './tokens.ts'
import { FlutterwaveTransfers, type StandInTransfer } from './transfers.ts'

// The data of Flutterwave's stand-in: pages, payments, refunds, settlements, and the movements of
// the balance. No HTTP here.

export type ChargeStatus = 'pending' | 'failed' | 'successful'
export type RefundStatus = 'completed' | 'completed-mpgs' | 'completed-bank-transfer' | 'failed'

/** Answers of the customer's bank. */
export const APPROVED = 'Approved by Financial Institution'
export const DECLINED = 'Declined by Financial Institution'
export const SHORT = 'Insufficient Funds'

export type StandInPage = {
  code: string
  txRef: string
  amount: Kobo
  email: string
  redirectUrl: string
  openedAt: Date
  sessionMs: number
}

export type Method = 'card' | 'ussd' | 'opay' | 'bank_transfer'

/** Each attempt to pay is one, under the reference of its page. */
export type StandInCharge = {
  id: number
  txRef: string
  flwRef: string
  amount: Kobo
  /** With their fee, if the customer bears it. */
  charged: Kobo
  email: string
  method: Method
  /** Where an OPay customer is sent back to. */
  redirectUrl: string
  /** Of the card that was charged again. */
  token: string | null
  sender: Sender | null
  status: ChargeStatus
  says: string
  fee: Kobo
  createdAt: Date
  settlement: number | null
}

export type StandInRefund = {
  id: number
  charge: StandInCharge
  amount: Kobo
  status: RefundStatus
  /** Its outcome, and when. */
  ending: RefundStatus
  endsAt: Date
  comment: string
  createdAt: Date
}

export type StandInSettlement = {
  id: number
  gross: Kobo
  fees: Kobo
  refunds: Kobo
  net: Kobo
  at: Date
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
    | 'chargeback'
  of: string
  /** Negative if it left the balance. */
  amount: Kobo
}

export type Told = { charge: StandInCharge } | { transfer: StandInTransfer }

export type Rules = {
  refundTakesMs: number
  /** Whether comments of refunds are stored unchanged. */
  keepsComments: boolean
  /** Whether the payer of a one-off account bears the fee. */
  customerPaysFee: boolean
  /** The initial balance. Fees are not refunded, so refunds need some. */
  openingBalance: Kobo
}
export const RULES: Rules = {
  refundTakesMs: 3 * DAY,
  keepsComments: true,
  customerPaysFee: false,
  openingBalance: naira(100_000),
}

/** 2 %, at most ₦2,000. */
export function feeOf(amount: Kobo): Kobo {
  const fee = percentageRoundedUp(amount, 200n)
  return fee > naira(2_000) ? naira(2_000) : fee
}

export class FlutterwaveBooks {
  readonly pages: StandInPage[] = []
  readonly charges: StandInCharge[] = []
  readonly refunds: StandInRefund[] = []
  readonly settlements: StandInSettlement[] = []
  readonly movements: Movement[] = []
  /** Outcomes of the next refunds. Default: `completed-mpgs`. */
  readonly endings: RefundStatus[] = []
  /** Of the next charges of a token. */
  readonly fates: Fate[] = []
  readonly rules: Rules
  readonly transfers: FlutterwaveTransfers
  readonly accounts: FlutterwaveAccounts
  readonly chargebacks: FlutterwaveChargebacks
  private readonly now: () => Date
  private readonly tell: (told: Told) => void
  private nextId = 4_000_001
  private total = kobo(0)

  constructor(rules: Rules, now: () => Date, tell: (told: Told) => void) {
    this.rules = rules
    this.now = now
    this.tell = tell
    this.transfers = new FlutterwaveTransfers({
      now,
      tell,
      move: (...moved) => this.move(...moved),
      nextId: () => this.nextId++,
      balance: () => this.total,
    })
    this.chargebacks = new FlutterwaveChargebacks(now, ({ id, amount }) =>
      this.move('chargeback', `${id}`, kobo(-amount)),
    )
    this.accounts = new FlutterwaveAccounts(this, now)
    this.move('opening', '', rules.openingBalance)
  }

  balance(): Kobo {
    return this.total
  }

  /** The last attempt under this reference. */
  find(txRef: string): StandInCharge | undefined {
    return this.charges.findLast((one) => one.txRef === txRef)
  }

  /** Whether a page, a charge or an account has this reference. */
  isUsed(txRef: string): boolean {
    const all: { txRef: string }[] = [...this.pages, ...this.charges, ...this.accounts.all]
    return all.some((one) => one.txRef === txRef)
  }

  pageAt(code: string): StandInPage | undefined {
    return this.pages.find((one) => one.code === code)
  }

  open(asked: Omit<StandInPage, 'code' | 'openedAt'>): StandInPage {
    const page = { ...asked, code: randomBytes(10).toString('hex'), openedAt: this.now() }
    this.pages.push(page)
    return page
  }

  /** Whether the page still accepts payment, also after a failed try. */
  isOpen({ txRef, openedAt, sessionMs }: StandInPage): boolean {
    const isPaid = this.charges.some((one) => one.txRef === txRef && one.status === 'successful')
    return this.now() <= later(openedAt, sessionMs) && !isPaid
  }

  attempt(page: StandInPage, says: string, status?: ChargeStatus): StandInCharge {
    assert(this.isOpen(page), 'the page is over')
    const charge = this.begin({ ...page, method: 'card' })
    this.decide(charge, status ?? (says === APPROVED ? 'successful' : 'failed'), says)
    return charge
  }

  begin(
    asked: Pick<StandInCharge, 'txRef' | 'amount' | 'email' | 'method' | 'redirectUrl'> &
      Partial<StandInCharge>,
  ): StandInCharge {
    const { txRef, amount, email, method, redirectUrl } = asked
    const id = this.nextId++
    const charge: StandInCharge = {
      id,
      txRef,
      flwRef: `FLW-STANDIN-${id}`,
      amount,
      charged: asked.charged ?? amount,
      email,
      method,
      redirectUrl,
      token: asked.token ?? null,
      sender: asked.sender ?? null,
      status: 'pending',
      says: 'Transaction in progress',
      fee: feeOf(amount),
      createdAt: this.now(),
      settlement: null,
    }
    this.charges.push(charge)
    return charge
  }

  /** The bank's answer. */
  decide(charge: StandInCharge, status: ChargeStatus, says: string): void {
    charge.status = status
    charge.says = says
    if (status === 'successful') {
      this.move('charge', charge.txRef, charge.charged)
      this.move('fee', charge.txRef, kobo(-charge.fee))
    }
    this.tell({ charge })
  }

  /** What can still be refunded. All refunds except failed ones count. */
  left(charge: StandInCharge): Kobo {
    const gone = this.refunds.filter((one) => one.charge === charge && one.status !== 'failed')
    return kobo(gone.reduce((rest, { amount }) => rest - amount, charge.charged as bigint))
  }

  refund(charge: StandInCharge, amount: Kobo, comment: string): StandInRefund {
    const at = this.now()
    const refund: StandInRefund = {
      id: this.nextId++,
      charge,
      amount,
      status: 'completed',
      ending:
        this.endings.shift() ??
        (charge.method === 'bank_transfer' ? 'completed-bank-transfer' : 'completed-mpgs'),
      endsAt: later(at, this.rules.refundTakesMs),
      comment: this.rules.keepsComments ? comment : '',
      createdAt: at,
    }
    this.refunds.push(refund)
    this.move('refund', `${refund.id}`, kobo(-amount))
    return refund
  }

  /** What was refunded to this account, or is being refunded. */
  returnedTo(accountNumber: string): Kobo {
    const own = this.refunds.filter(
      ({ charge, status }) => charge.sender?.accountNumber === accountNumber && status !== 'failed',
    )
    return kobo(own.reduce((sum, { amount }) => sum + amount, 0n))
  }

  /** Applies what is due by now. */
  tick(): void {
    this.transfers.tick()
    for (const refund of this.refunds) {
      if (refund.status === 'completed' && this.now() >= refund.endsAt) this.end(refund)
    }
  }

  end(refund: StandInRefund, status = refund.ending): void {
    if (refund.status === status || refund.status === 'failed') return
    refund.status = status
    if (status === 'failed') this.move('refund_failed', `${refund.id}`, refund.amount)
  }

  /** Settles to our bank what was received since the last settlement. */
  settle(): StandInSettlement | null {
    const charges = this.charges.filter(
      ({ status, settlement }) => status === 'successful' && settlement === null,
    )
    const gross = charges.reduce((sum, { charged }) => sum + charged, 0n)
    const fees = charges.reduce((sum, { fee }) => sum + fee, 0n)
    if (gross === 0n) return null
    const id = this.nextId++
    const net = kobo(gross - fees)
    for (const one of charges) one.settlement = id
    const made = { id, gross: kobo(gross), fees: kobo(fees), refunds: kobo(0), net, at: this.now() }
    this.settlements.push(made)
    this.move('settlement', `${id}`, kobo(-net))
    return made
  }

  private move(kind: Movement['kind'], of: string, amount: Kobo): void {
    this.movements.push({ at: this.now(), kind, of, amount })
    this.total = kobo(this.total + amount)
  }
}
