import assert from 'node:assert/strict'
import { HOUR, later } from '../../../src/platform/clock.ts'
import { type Kobo, kobo } from '../../../src/platform/money.ts'
import { APPROVED, type FlutterwaveBooks, feeOf } from './books.ts'

// Temporary account numbers of Flutterwave's stand-in, and what is paid into them.

export type StandInAccount = {
  number: string
  orderRef: string
  flwRef: string
  txRef: string
  amount: Kobo
  /** What the payer must send. */
  payable: Kobo
  email: string
  name: string
  createdAt: Date
  expiresAt: Date
}
export type Sender = { name: string; bank: string; accountNumber: string }

/** The first digits of all account numbers of the stand-in. */
export const FLUTTERWAVES = '78'

/** As they show the account of a payer. */
export function masked(accountNumber: string): string {
  return `${accountNumber.slice(0, 3)}*****${accountNumber.slice(-2)}`
}

export class FlutterwaveAccounts {
  readonly all: StandInAccount[] = []
  private readonly books: FlutterwaveBooks
  private readonly now: () => Date

  constructor(books: FlutterwaveBooks, now: () => Date) {
    this.books = books
    this.now = now
  }

  issue(asked: Pick<StandInAccount, 'txRef' | 'amount' | 'email' | 'name'>): StandInAccount {
    const { amount } = asked
    const serial = this.all.length + 1
    const made: StandInAccount = {
      ...asked,
      number: `${FLUTTERWAVES}${`${serial}`.padStart(8, '0')}`,
      orderRef: `URF_1790000000000_${serial}`,
      flwRef: `FLW-standin-${serial}`,
      payable: this.books.rules.customerPaysFee ? kobo(amount + feeOf(amount)) : amount,
      createdAt: this.now(),
      expiresAt: later(this.now(), 1 * HOUR),
    }
    this.all.push(made)
    return made
  }

  /** False: another amount, or too late. The bank sends it back. */
  pay(number: string, amount: Kobo, sender: Sender): boolean {
    const account = this.all.find((one) => one.number === number)
    assert(account, `there is no account ${number}`)
    if (amount !== account.payable || this.now() > account.expiresAt) return false
    const { txRef, email } = account
    const charge = this.books.begin({
      txRef,
      email,
      amount: account.amount,
      charged: amount,
      method: 'bank_transfer',
      redirectUrl: '',
      sender,
    })
    this.books.decide(charge, 'successful', APPROVED)
    return true
  }
}
