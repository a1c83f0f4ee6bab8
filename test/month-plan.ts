import type { Random } from './deposit-plan.ts'
import { costsOf, partsOf, type Terms } from './month-arithmetic.ts'
import type { Shop } from './month-fleet.ts'

// Plans the simulated month from a seed: who pays whom, how, how much, and what goes wrong.
// References are fixed in advance, so a story can be replayed after a crash.

export const DAYS = 30
/** 9:00, 15:00, and two seconds before midnight. */
export const WAVES_MS = [9 * 3_600_000, 15 * 3_600_000, 24 * 3_600_000 - 2_000]
export const SLOTS = DAYS * WAVES_MS.length

export type CardStory =
  | 'success'
  | 'pin'
  | 'pin_otp'
  | 'page'
  | 'declined, then success'
  | 'down, then success'
  | 'late_success'
  | 'refund_refused'
  | 'declined'
  | 'late_decline'
  | 'page_abandoned'
  | 'declined five times'
export type TransferStory =
  | 'right'
  | 'wrong'
  | 'wrong, then right'
  | 'twice'
  | 'late'
  | 'too much'
  | 'surplus by card'
/** What its bank says when a kept card is charged again. */
export type KeptStory = 'success' | 'kept_late' | 'kept_no_funds' | 'kept_late_decline'
/** How a payment that is disputed ends. The business contests the first two. */
export type DisputeStory = 'won' | 'lost' | 'accepted'
export type IdentityStory =
  | 'right'
  | 'wrong'
  | 'forgotten'
  | 'unknown'
  | 'unsent'
  | 'down'
  | 'late'
  | 'lost'
/** How much of the payment to refund, and how many slots later. */
export type RefundPlan = { part: 'all' | 'half' | 'third' | 'too much'; after: number }

type Common = { serial: number; shop: number; slot: number; isByHttp: boolean; isTroubled: boolean }
type Paid = Common & { amount: number; refunds: RefundPlan[] }
type Asked = Paid & {
  feeBearer: 'business' | 'customer'
  terms: Terms | null
  dispute: DisputeStory | null
}
/** A later charge of a kept card. */
export type Again = Common & { kind: 'again'; amount: number; after: number }
export type Story =
  | (Asked & { kind: 'card'; how: CardStory })
  | (Asked & { kind: 'kept'; how: KeptStory; again: Again[]; isSubscribed: boolean })
  | Again
  | (Asked & { kind: 'transfer'; how: TransferStory; sender: string; times: number })
  | (Asked & { kind: 'abandoned'; asksForAccount: boolean })
  | (Paid & { kind: 'deposit'; account: number; sender: string; times: number })
  | (Common & { kind: 'top up'; amount: number; times: number })
  | (Common & { kind: 'nobody'; amount: number; times: number; assign: 'own' | 'wallet' | null })
  | (Common & { kind: 'identity'; how: IdentityStory; type: 'BVN' | 'NIN' })
  | (Common & { kind: 'payout'; amount: number; to: string; isTooMuch: boolean })

export const REFUSING = '9999999999'
export const SLOW = '8888888888'
/** More than any business has. */
const TOO_MUCH = 900_000_000_000

const KINDS = weighted({
  card: 29,
  kept: 5,
  transfer: 27,
  abandoned: 4,
  deposit: 24,
  'top up': 2,
  nobody: 2,
  identity: 3,
  payout: 5,
})
const CARDS = weighted<CardStory>({
  success: 50,
  pin: 8,
  pin_otp: 8,
  page: 8,
  'declined, then success': 5,
  'down, then success': 3,
  late_success: 4,
  refund_refused: 3,
  declined: 4,
  late_decline: 2,
  page_abandoned: 2,
  'declined five times': 3,
})
const KEPT = weighted<KeptStory>({
  success: 50,
  kept_late: 20,
  kept_no_funds: 15,
  kept_late_decline: 15,
})
const TRANSFERS = weighted<TransferStory>({
  right: 60,
  wrong: 8,
  'wrong, then right': 6,
  twice: 8,
  late: 5,
  'too much': 8,
  'surplus by card': 5,
})
const IDENTITIES = weighted<IdentityStory>({
  right: 45,
  wrong: 10,
  forgotten: 10,
  unknown: 8,
  unsent: 7,
  down: 6,
  late: 7,
  lost: 7,
})

/** Plans `count` stories, each in its slot. */
export function planned(fleet: Shop[], count: number, random: Random): Story[][] {
  const slots: Story[][] = Array.from({ length: SLOTS }, () => [])
  const specials = new Set<string>()
  for (let serial = 0; serial < count; serial++) {
    const slot = random.between(0, SLOTS - 1)
    const story = storyOf(fleet, serial, slot, random, specials)
    slots[slot]!.push(RARE[serial]?.(story, fleet, random) ?? story)
  }
  return slots
}

/** What a few hundred random stories may not include. */
const RARE = [
  keptOf,
  (...of: Rare) => lostOf('transfer', ...of),
  (...of: Rare) => lostOf('card', ...of),
]
type Rare = [story: Story, fleet: Shop[], random: Random]

/** A payment whose dispute is lost. */
function lostOf(kind: 'transfer' | 'card', ...[{ serial, slot }, fleet, random]: Rare): Story {
  const common = { serial, shop: 0, slot, isByHttp: false, isTroubled: false }
  const lost = { terms: null, refunds: [], dispute: 'lost' as const }
  const asked = { ...common, ...askedOf(fleet[0]!, random), ...lost }
  if (kind === 'card') return { ...asked, kind, how: 'success' }
  return { ...asked, kind, how: 'right', sender: '1000000001', times: 1 }
}

/** A wrong transfer that its bank does not take back. */
function keptOf({ serial, shop, slot }: Story, fleet: Shop[], random: Random): Story {
  const common = { serial, shop, slot, isByHttp: false, isTroubled: false }
  const asked = askedOf(fleet[shop]!, random)
  return { ...common, ...asked, kind: 'transfer', how: 'wrong', sender: REFUSING, times: 1 }
}

function storyOf(
  fleet: Shop[],
  serial: number,
  slot: number,
  random: Random,
  specials: Set<string>,
): Story {
  const shop = random.between(0, fleet.length - 1)
  const common = { serial, shop, slot, isByHttp: random.chance(8), isTroubled: false }
  const kind = random.pick(KINDS)
  const owner = fleet[shop]!
  switch (kind) {
    case 'card':
      return { ...common, kind, ...askedOf(owner, random), how: random.pick(CARDS) }
    case 'kept': {
      const how = random.pick(KEPT)
      const isPaying = how === 'success' || how === 'kept_late'
      const own = { ...common, isByHttp: false }
      const again = Array.from({ length: random.between(1, 3) }, (): Again => {
        const [amount, after] = [amountOf(random, 20_000), random.between(1, 9)]
        return { ...own, kind: 'again', amount, after }
      })
      const isSubscribed = isPaying && random.chance(50)
      return { ...own, kind, how, again, isSubscribed, ...askedOf(owner, random) }
    }
    case 'transfer':
      return {
        ...common,
        kind,
        ...askedOf(owner, random),
        how: random.pick(TRANSFERS),
        ...senderOf(random),
      }
    case 'abandoned':
      return { ...common, kind, ...askedOf(owner, random), asksForAccount: random.chance(50) }
    case 'deposit': {
      const account = random.between(0, owner.dedicated.length - 1)
      const sent = { amount: amountOf(random, 100), refunds: refundsOf(random), account }
      return { ...common, kind, ...sent, ...senderOf(random) }
    }
    case 'top up':
      return { ...common, kind, amount: amountOf(random, 100), times: random.between(1, 3) }
    case 'nobody': {
      // A late assignment is due at once, which would hide whether other money settled on its date.
      const whose = owner.settlement === 'T+1' ? ('wallet' as const) : ('own' as const)
      const assign = random.chance(80) ? whose : null
      const amount = amountOf(random, 100)
      return { ...common, kind, amount, times: random.between(1, 2), assign }
    }
    case 'identity': {
      const type = random.pick(['BVN', 'NIN'] as const)
      const how = random.pick(IDENTITIES)
      // One call per kind and slot for each special number, since only five a day are allowed.
      const isFirst = !specials.has(`${slot} ${how} ${type}`)
      specials.add(`${slot} ${how} ${type}`)
      const isSpecial = !['right', 'wrong', 'forgotten'].includes(how)
      // A lean business could not pay for it.
      const asks = owner.isLean ? 0 : shop
      return { ...common, shop: asks, kind, how: isSpecial && !isFirst ? 'right' : how, type }
    }
    case 'payout': {
      const isTooMuch = random.chance(12)
      const share = random.between(1, 100)
      const to = share <= 15 ? REFUSING : share <= 30 ? SLOW : `01234${10_000 + share}`
      const amount = isTooMuch ? TOO_MUCH : random.between(100, 300_000)
      return { ...common, kind, to, amount, isTooMuch }
    }
  }
}

function askedOf(shop: Shop, random: Random) {
  const amount = amountOf(random, 20_000)
  const feeBearer = random.chance(15) ? ('customer' as const) : ('business' as const)
  const chosen = shop.splits.length > 0 && random.chance(60) ? random.pick(shop.splits) : null
  const { fee, vat } = costsOf(shop.checkoutPlan, amount)
  // Flat shares that do not fit are refused at once; another test covers them.
  const terms = chosen && partsOf(chosen, amount, fee + vat) ? chosen : null
  const refunds = refundsOf(random)
  // Other tests have the debts of lean businesses, and the shares that subaccounts give back.
  const isDisputed = !shop.isLean && terms === null && refunds.length === 0 && random.chance(25)
  const dispute = isDisputed ? random.pick(['won', 'lost', 'accepted'] as const) : null
  return { amount, feeBearer, terms, refunds, dispute }
}

/** Mostly ordinary amounts, some small, some large enough for the maximum fee, with odd kobo. */
function amountOf(random: Random, least: number): number {
  const share = random.between(1, 100)
  if (share <= 15) return random.between(least, 260_000)
  return share <= 90 ? random.between(250_000, 3_000_000) : random.between(3_000_000, 20_000_000)
}

function refundsOf(random: Random): RefundPlan[] {
  if (!random.chance(14)) return []
  const after = () => random.between(0, 9)
  const share = random.between(1, 100)
  if (share <= 35) return [{ part: 'all', after: after() }]
  if (share <= 60) return [{ part: 'half', after: after() }]
  if (share <= 75) return [{ part: 'too much', after: after() }]
  // The last refund takes the remainder, which makes the payment `reversed`.
  return [
    { part: 'third', after: 0 },
    { part: 'half', after: 2 },
    { part: 'all', after: 4 + after() },
  ]
}

function senderOf(random: Random) {
  const share = random.between(1, 100)
  const ordinary = String(random.between(1_000_000_000, 1_999_999_999))
  const sender = share <= 8 ? REFUSING : share <= 18 ? SLOW : ordinary
  return { sender, times: random.pick([1, 1, 2, 3]) }
}

/** Repeats each name as often as its weight. */
function weighted<Name extends string>(weights: Record<Name, number>): Name[] {
  return (Object.entries(weights) as [Name, number][]).flatMap(([name, weight]) =>
    Array.from({ length: weight }, () => name),
  )
}
