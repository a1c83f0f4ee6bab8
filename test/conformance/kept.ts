import assert from 'node:assert/strict'
import { newId } from '../../src/platform/ids.ts'
import { kobo, naira } from '../../src/platform/money.ts'
import type { RailSet } from '../../src/providers/rails.ts'
import { testCard } from '../payments.ts'
import { APPROVED } from '../providers/flutterwave/books.ts'
import { tokenOf } from '../providers/flutterwave/tokens.ts'
import type { FlutterwaveWorld } from '../providers/flutterwave/world.ts'
import { SHORT } from '../providers/paystack/books.ts'
import { codeOf } from '../providers/paystack/tokens.ts'
import type { PaystackWorld } from '../providers/paystack/world.ts'
import { AMOUNT, type RailWorld } from './world.ts'

// Kept cards and mandates in the world of each provider that charges them.

type Kept = NonNullable<RailWorld['kept']>
type Mandates = NonNullable<RailWorld['mandates']>

const RETURN_URL = 'https://pay.example/checkout/abc'

/** A test card for each end. */
const KEPT_CARDS = {
  approved: 'success',
  no_funds: 'kept_no_funds',
  asks: 'kept_asks',
  processing: 'kept_late',
  short: 'kept_short',
} as const

export function keptInSandbox(card: RailSet['card'], newKey: () => string): Kept {
  return {
    async token(end) {
      const asked = {
        key: newKey(),
        amount: AMOUNT,
        email: 'ada@example.com',
        returnUrl: RETURN_URL,
      }
      const outcome = await card.charge({ ...asked, card: testCard(KEPT_CARDS[end]) })
      assert(outcome.kind === 'approved' && outcome.token)
      return outcome.token.secret
    },
    approve: async (_, url) => {
      if (url !== null) await card.simulated.decide(url, 'approve')
    },
    lose: () => false,
    taken: () => null,
    takesParts: true,
  }
}

export function keptAtPaystack(world: PaystackWorld): Kept {
  const { controls, books } = world.standIn
  return {
    async token(end) {
      const fate = { approved: 'approved', asks: 'paused', processing: 'processing' } as const
      const key = newId(world.now()) as string
      const asked = { key, amount: AMOUNT, email: 'ada@example.com' }
      await world.rail.openPage({ ...asked, returnUrl: RETURN_URL })
      controls.pay(key)
      const short = end === 'short' ? { has: naira(1_000) } : { says: SHORT }
      books.tokens.fates.splice(0)
      books.tokens.fates.push(end === 'short' || end === 'no_funds' ? short : fate[end])
      return codeOf(books.find(key)!)
    },
    approve: (key) => controls.pay(key),
    lose(what) {
      controls.fail(what === 'request' ? 'before' : 'after', 'charge_token')
      return true
    },
    taken: (key) => (books.find(key)?.paidAt ? books.find(key)!.amount : 0n),
    takesParts: true,
  }
}

export function keptAtFlutterwave(world: FlutterwaveWorld): Kept {
  const { controls, books } = world.standIn
  return {
    async token(end) {
      const fate = { approved: 'approved', asks: 'redirect', processing: 'pending' } as const
      const key = newId(world.now()) as string
      const asked = { key, amount: AMOUNT, email: 'ada@example.com' }
      await world.rail.openPage({ ...asked, returnUrl: RETURN_URL })
      controls.pay(key)
      books.fates.splice(0)
      const short = { has: end === 'short' ? naira(1_000) : kobo(0) }
      books.fates.push(end === 'short' || end === 'no_funds' ? short : fate[end])
      return tokenOf(books.find(key)!)
    },
    approve: (key) => books.decide(books.find(key)!, 'successful', APPROVED),
    lose(what) {
      controls.fail(what === 'request' ? 'before' : 'after', 'charge_token')
      return true
    },
    taken: (key) => {
      const made = books.find(key)
      return made?.status === 'successful' ? made.charged : 0n
    },
    takesParts: false,
  }
}

/** `hoursPass`: as many as the slow bank needs. */
export function mandatesInSandbox(hoursPass: () => void): Mandates {
  return {
    slow: '3100000002',
    approve: () => {},
    activate: hoursPass,
    debit: hoursPass,
    lose: () => false,
    taken: () => null,
  }
}

export function mandatesAtPaystack({ standIn: { controls, books } }: PaystackWorld): Mandates {
  const { mandates, fates } = books.tokens
  const made = (handle = '') => mandates.find(({ reference }) => reference === handle)!
  return {
    slow: '0123456789',
    approve({ handle }) {
      made(handle).state = 'approved'
    },
    activate({ handle }) {
      made(handle).state = 'active'
      fates.push('processing')
    },
    debit: (key) => controls.pay(key),
    lose() {
      controls.fail('after', 'open_mandate')
      return true
    },
    taken: (key) => (books.find(key)?.paidAt ? books.find(key)!.amount : 0n),
  }
}
