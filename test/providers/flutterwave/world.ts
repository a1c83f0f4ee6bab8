import { banks } from '../../../src/accounts/banks/banks.ts'
import { DAY, HOUR, later } from '../../../src/platform/clock.ts'
import { type Kobo, kobo } from '../../../src/platform/money.ts'
import type { Send } from '../../../src/platform/outbound.ts'
import { flutterwaveParts } from '../../../src/providers/flutterwave/flutterwave.ts'
import type { Notifies } from '../../../src/providers/outcomes.ts'
import type {
  BankBooks,
  HostedRail,
  NameEnquiry,
  OneOffAccounts,
  Payouts,
  Returns,
  TokenRail,
  UssdRail,
} from '../../../src/providers/rails.ts'
import { startFlutterwaveStandIn } from '../flutterwave.ts'

// Our adapter with the stand-in, and one clock for both.

/** Everything that it can offer. */
export const OFFERS = ['cards', 'ussd', 'opay', 'accounts', 'payouts'] as const
export type FlutterwaveBank = Payouts &
  NameEnquiry &
  OneOffAccounts &
  Returns &
  BankBooks &
  Notifies
export type FlutterwaveWorld = Awaited<ReturnType<typeof flutterwaveWorld>>

const BEGAN = new Date('2026-11-23T09:00:00Z')

export async function flutterwaveWorld(
  options: Partial<Parameters<typeof startFlutterwaveStandIn>[0]> = {},
) {
  let at = BEGAN
  const now = () => at
  const advance = (ms: number) => {
    at = later(at, ms)
  }
  const standIn = await startFlutterwaveStandIn({ now, ...options })
  const { controls, books, credentials, url, pageOrigin } = standIn
  const logged: object[] = []
  const log = {
    warn: (fields: object, message: string) => void logged.push({ ...fields, message }),
  }
  const offers = [...OFFERS]
  const settings = { ...credentials, baseUrl: url, pageOrigin, pageMs: 1 * DAY, offers }
  const partsWith = ({ send }: { send?: Send } = {}) => {
    const deps = { now, log, banks, ...(send && { send }) }
    const { card, bank, disputes } = flutterwaveParts(settings, deps)
    const both = {
      card: card as HostedRail & UssdRail & Partial<TokenRail>,
      bank: bank as FlutterwaveBank,
    }
    return { ...both, disputes }
  }
  const parts = partsWith()
  return {
    rail: parts.card,
    bank: parts.bank,
    disputes: parts.disputes,
    /** The same provider in another process, or with another connection. */
    another: partsWith,
    standIn,
    logged,
    now,
    advance,
    customer: {
      pays: (key: string) => void controls.pay(key),
      isDeclined: (key: string) => void controls.decline(key),
    },
    /** Advances the clock until everything in progress at the provider has ended. */
    later: () => {
      advance(3 * DAY)
      controls.tick()
    },
    pageIsOver: () => advance(25 * HOUR),
    nextRefundFails: () => void books.endings.push('failed'),
    /** All that was refunded of this charge, or is being refunded. */
    goneBack: (key: string): Kobo =>
      kobo(
        books.refunds
          .filter(({ charge, status }) => charge.txRef === key && status !== 'failed')
          .reduce((sum, { amount }) => sum + amount, 0n),
      ),
    close: () => standIn.close(),
  }
}
