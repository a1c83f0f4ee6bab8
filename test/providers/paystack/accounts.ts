import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { banks } from '../../../src/accounts/banks/banks.ts'
import type { Kobo } from '../../../src/platform/money.ts'
import type { PaystackBooks, StandInCharge } from './books.ts'

// Customers, permanent and one-off accounts of Paystack's stand-in, and what is paid into them.

export type StandInCustomer = {
  id: number
  code: string
  email: string
  firstName: string | null
  lastName: string | null
  phone: string | null
  createdAt: Date
}
export type StandInAccount = {
  id: number
  number: string
  name: string
  slug: string
  customer: StandInCustomer
  isAssigned: boolean
  createdAt: Date
}
export type Sender = { name: string; bank: string; accountNumber: string }
/** How the money of a charge arrived, if by transfer. */
export type TransferIn = {
  channel: 'dedicated_nuban' | 'bank_transfer'
  number: string
  name: string
  slug: string
  expiresAt: Date | null
  sender: Sender | null
}

/** The first digits of all account numbers of the stand-in. */
export const PAYSTACKS = '99'
const ISSUER = 'titan-paystack'

export class PaystackAccounts {
  readonly customers: StandInCustomer[] = []
  readonly all: StandInAccount[] = []
  /** Banks that open no accounts for this business. */
  readonly closedIssuers = new Set<string>()
  /** Whether a customer must have a phone number. */
  needsPhone = false
  private serial = 0
  private readonly books: PaystackBooks
  private readonly now: () => Date
  private readonly nextId: () => number

  constructor(books: PaystackBooks, now: () => Date, nextId: () => number) {
    this.books = books
    this.now = now
    this.nextId = nextId
  }

  customer(named: string): StandInCustomer | undefined {
    return this.customers.find(({ email, code }) => email === named || code === named)
  }

  addCustomer(asked: Pick<StandInCustomer, 'email' | 'firstName' | 'lastName' | 'phone'>) {
    const id = this.nextId()
    const made = { ...asked, id, code: `CUS_standin${id}`, createdAt: this.now() }
    this.customers.push(made)
    return made
  }

  of(customer: StandInCustomer): StandInAccount | undefined {
    return this.all.find((one) => one.customer === customer && one.isAssigned)
  }

  assign(customer: StandInCustomer, slug: string): StandInAccount {
    const { firstName, lastName } = customer
    const made: StandInAccount = {
      id: this.nextId(),
      number: this.number(),
      name: `SAMPLE PAY/${firstName} ${lastName}`,
      slug,
      customer,
      isAssigned: true,
      createdAt: this.now(),
    }
    this.all.push(made)
    return made
  }

  /** A number for the payment of this charge. */
  forCharge(expiresAt: Date): TransferIn {
    const channel = 'bank_transfer' as const
    const [number, slug] = [this.number(), ISSUER]
    return { channel, number, name: 'SAMPLE PAY CHECKOUT', slug, expiresAt, sender: null }
  }

  /** Null if Paystack sends it back: a one-off account takes its amount only, and in time. */
  pay(number: string, amount: Kobo, sender: Sender): StandInCharge | null {
    const permanent = this.all.find((one) => one.number === number && one.isAssigned)
    if (permanent) {
      const { name, slug, customer } = permanent
      const arrived = { channel: 'dedicated_nuban', number, name, slug, expiresAt: null } as const
      return this.books.receive(
        this.books.open({
          reference: randomBytes(8).toString('hex'),
          amount,
          email: customer.email,
          channels: ['dedicated_nuban'],
          callbackUrl: null,
          cancelUrl: null,
          transfer: { ...arrived, sender },
        }),
      )
    }
    const charge = this.books.charges.find(({ transfer }) => transfer?.number === number)
    assert(charge?.transfer, `there is no account ${number}`)
    const { expiresAt } = charge.transfer
    const isTaken = charge.paidAt !== null || (expiresAt !== null && expiresAt <= this.now())
    if (isTaken || amount !== charge.amount) {
      this.books.reject(charge, amount)
      return null
    }
    charge.transfer.sender = sender
    return this.books.receive(charge)
  }

  private number(): string {
    return `${PAYSTACKS}${String(++this.serial).padStart(8, '0')}`
  }
}

export function bankRecord(slug: string) {
  const at = banks.findIndex((one) => one.slug === slug)
  return { name: banks[at]?.name ?? 'Sample Bank', id: at + 1, slug }
}

/** `XXXXXX6789`. */
export function masked(accountNumber: string): string {
  return accountNumber.slice(-4).padStart(accountNumber.length, 'X')
}
