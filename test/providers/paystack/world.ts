import { banks } from '../../../src/accounts/banks/banks.ts'
import { DAY, later } from '../../../src/platform/clock.ts'
import type { PaystackSettings } from '../../../src/platform/config.ts'
import { type Kobo, kobo } from '../../../src/platform/money.ts'
import type { Send } from '../../../src/platform/outbound.ts'
import { paystackParts } from '../../../src/providers/paystack/paystack.ts'
import type {
  BankRail,
  DisputeRail,
  HostedRail,
  MandateRail,
} from '../../../src/providers/rails.ts'
import { type PaystackStandIn, startPaystackStandIn } from '../paystack.ts'

// Our adapter with the stand-in, and one clock for both.

/** Everything that it can offer. */
export const OFFERS = ['cards', 'ussd', 'bank', 'mandates', 'accounts', 'payouts'] as const
export const ISSUERS = ['titan-paystack', 'wema-bank'] as const
export type PaystackBank = BankRail
type PaystackCards = HostedRail & Partial<MandateRail>

type Changes = { send?: Send; offers?: PaystackSettings['offers'] }

export type PaystackWorld = {
  rail: PaystackCards
  bank: PaystackBank
  disputes: DisputeRail
  anotherBank(): PaystackBank
  bankWith(changes: { send?: Send }): PaystackBank
  partsWith(changes: Changes): ReturnType<typeof paystackParts>
  /** The same provider in another process. */
  another(): PaystackCards
  customer: { pays(key: string): void; isDeclined(key: string): void }
  /** Advances the clock until everything in progress at the provider has ended. */
  later(): void
  /** The page has expired. */
  pageIsOver(): void
  /** The outcome of the next refund. */
  nextRefundFails(): void
  /** All that was refunded of this charge, or is being refunded. */
  goneBack(key: string): Kobo
  close(): Promise<void>
  standIn: PaystackStandIn
  /** What the adapter logged. */
  logged: object[]
  now(): Date
  advance(ms: number): void
  railWith(changes: { send?: Send }): PaystackCards
}

const BEGAN = new Date('2026-11-23T09:00:00Z')

export async function paystackWorld(
  options: Partial<Parameters<typeof startPaystackStandIn>[0]> = {},
): Promise<PaystackWorld> {
  let at = BEGAN
  const now = () => at
  const advance = (ms: number) => {
    at = later(at, ms)
  }
  const standIn = await startPaystackStandIn({ now, ...options })
  const { controls, books, credentials, url } = standIn
  const logged: object[] = []
  const log = {
    warn: (fields: object, message: string) => void logged.push({ ...fields, message }),
  }
  const offers = [...OFFERS]
  const settings = { ...credentials, baseUrl: url, pageMs: 1 * DAY, offers, issuers: [...ISSUERS] }
  const partsWith = ({ send, ...changes }: Changes = {}) =>
    paystackParts({ ...settings, ...changes }, { now, log, banks, ...(send && { send }) })
  const parts = partsWith()
  return {
    rail: parts.card,
    bank: parts.bank as PaystackBank,
    another: () => partsWith().card,
    anotherBank: () => partsWith().bank as PaystackBank,
    disputes: parts.disputes,
    partsWith,
    railWith: (changes) => partsWith(changes).card,
    bankWith: (changes) => partsWith(changes).bank as PaystackBank,
    standIn,
    logged,
    now,
    advance,
    customer: { pays: controls.pay, isDeclined: (key) => controls.decline(key) },
    later: () => {
      advance(3 * DAY)
      controls.tick()
    },
    pageIsOver: () => advance(2 * DAY),
    nextRefundFails: () => controls.nextRefund('failed'),
    goneBack: (key) =>
      kobo(
        books.refunds
          .filter(({ charge, status }) => charge.reference === key && status !== 'failed')
          .reduce((sum, { amount }) => sum + amount, 0n),
      ),
    close: () => standIn.close(),
  }
}
