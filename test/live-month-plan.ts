import type { Random } from './deposit-plan.ts'
import { SLOTS } from './month-plan.ts'

// Plans the month in live mode from a seed: who pays whom, how and how much. The providers decide
// the outcome, which the checks read from their books.

export type TransferStory = 'right' | 'wrong' | 'twice' | 'late' | 'left'
/** By card and from an account on a page of Paystack, by USSD or OPay at Flutterwave. */
export type ChargeMethod = 'card' | 'bank' | 'ussd' | 'opay'
export type ChargeStory = 'pays' | 'tries, then pays' | 'leaves' | 'stays away' | 'transfers too'
/** What becomes of a dispute: the business answers with evidence, accepts, or is silent. */
export type DisputeStory = 'won' | 'lost' | 'accepted' | 'silent'
/** A mandate: its bank activates it, and may revoke it; or the customer leaves half way. */
export type MandateStory = 'activated' | 'revoked' | 'approved' | 'left'
export type CodeStory = 'right' | 'wrong, then right' | 'wrong' | 'forgotten'

/** A later charge of a kept card or a mandate. `after`: so many slots after it is kept. */
export type Again = Paid & {
  kind: 'again'
  reference: string
  after: number
  /** The least to charge, if it has less. */
  atLeast: number | null
  /** Whether the customer approves it, where the bank asks for that. */
  isApproved: boolean
}
/** What the business does with what it may charge again. `…After`: so many slots later. */
export type Keeping = { again: Again[]; removedAfter: number | null }
export type Subscribing = { after: number; cancelledAfter: number | null }

export type Common = { serial: number; shop: number; isByHttp: false; isTroubled: boolean }
export type PlannedRefund = { share: number; after: number; isByLink: boolean }
export type Paid = Common & {
  amount: number
  refunds: PlannedRefund[]
  dispute: { ends: DisputeStory; after: number } | null
}
export type Story =
  | (Paid & { kind: 'transfer'; how: TransferStory; sender: string })
  | (Paid & {
      kind: 'charge'
      method: ChargeMethod
      how: ChargeStory
      sender: string
      /** If the customer lets the business keep the card. */
      keeping: (Keeping & { subscribing: Subscribing | null }) | null
    })
  | (Common & { kind: 'mandate'; how: MandateStory; keeping: Keeping })
  | (Paid & { kind: 'deposit'; account: number; sender: string })
  | (Common & { kind: 'top up'; amount: number; sender: string })
  | (Common & { kind: 'payout'; amount: number; to: string })
  | (Common & { kind: 'identity'; how: CodeStory; type: 'BVN' | 'NIN' })

/**
 * Account numbers whose payouts fail, stay pending for a while, are reversed after a day, or answer
 * with an error and "not found" before they succeed.
 */
export const PAYEES = {
  failing: '4000000001',
  slow: '4000000002',
  returning: '4000000003',
  vanishing: '4000000004',
} as const

const KINDS = weighted({
  transfer: 32,
  charge: 26,
  deposit: 14,
  mandate: 6,
  'top up': 2,
  payout: 14,
  identity: 6,
})
const TRANSFERS = weighted<TransferStory>({ right: 62, wrong: 14, twice: 10, late: 8, left: 6 })
const METHODS = weighted<ChargeMethod>({ card: 40, bank: 15, ussd: 25, opay: 20 })
export const DISPUTES = weighted<DisputeStory>({ won: 35, lost: 25, accepted: 20, silent: 20 })
const MANDATES = weighted<MandateStory>({ activated: 60, revoked: 20, approved: 10, left: 10 })
const CHARGES = weighted<ChargeStory>({
  pays: 50,
  'tries, then pays': 12,
  leaves: 8,
  'stays away': 20,
  'transfers too': 10,
})
const CODES = weighted<CodeStory>({ right: 60, 'wrong, then right': 20, wrong: 10, forgotten: 10 })

/** Plans `count` stories, each in a random slot. */
export function planned(shops: number, accounts: number, count: number, random: Random): Story[][] {
  const slots: Story[][] = Array.from({ length: SLOTS }, () => [])
  for (let serial = 0; serial < count; serial++) {
    const shop = random.between(0, shops - 1)
    const common = { serial, shop, isByHttp: false, isTroubled: false } as const
    slots[random.between(0, SLOTS - 1)]!.push(storyOf(common, accounts, random))
  }
  return slots
}

function storyOf(common: Common, accounts: number, random: Random): Story {
  const kind = random.pick(KINDS)
  const sender = String(random.between(1_000_000_000, 1_999_999_999))
  // Whole naira or with kobo: Safe Haven's accounts treat the two differently.
  const naira = random.between(200, 60_000)
  const amount = naira * 100 + (random.chance(30) ? random.between(1, 99) : 0)
  switch (kind) {
    case 'transfer': {
      const how = random.pick(TRANSFERS)
      return { ...common, kind, how, amount, sender, ...afterwards(random) }
    }
    case 'charge': {
      const [method, how] = [random.pick(METHODS), random.pick(CHARGES)]
      const isKept = method === 'card' && random.chance(70)
      const keeping = isKept ? { ...keepingOf(common, random), ...subscribing(random) } : null
      return { ...common, kind, method, how, amount, sender, keeping, ...afterwards(random) }
    }
    case 'mandate':
      return { ...common, kind, how: random.pick(MANDATES), keeping: keepingOf(common, random) }
    case 'deposit': {
      const account = random.between(0, accounts - 1)
      return { ...common, kind, account, amount, sender, ...afterwards(random) }
    }
    case 'top up':
      return { ...common, kind, amount, sender }
    case 'payout':
      return { ...common, kind, amount, to: payeeOf(random) }
    case 'identity': {
      const type = random.pick(['BVN', 'NIN'] as const)
      return { ...common, kind, how: random.pick(CODES), type }
    }
  }
}

function keepingOf(common: Common, random: Random): Keeping {
  const again = Array.from({ length: random.between(1, 4) }, (_, i): Again => {
    const amount = random.between(200, 40_000) * 100
    return {
      ...common,
      ...{ kind: 'again', reference: `AGAIN-${common.serial}-${i}`, amount },
      after: random.between(3, 12),
      atLeast: random.chance(30) ? Math.floor(amount / 4) : null,
      isApproved: random.chance(60),
      ...afterwards(random),
    }
  })
  return { again, removedAfter: random.chance(35) ? random.between(6, 14) : null }
}

function subscribing(random: Random): { subscribing: Subscribing | null } {
  if (!random.chance(40)) return { subscribing: null }
  const cancelledAfter = random.chance(30) ? random.between(4, 12) : null
  return { subscribing: { after: random.between(2, 4), cancelledAfter } }
}

/** A dispute of some payments, and refunds of some, also of the same ones. */
function afterwards(random: Random): Pick<Paid, 'refunds' | 'dispute'> {
  const isDisputed = random.chance(16)
  const dispute = { ends: random.pick(DISPUTES), after: random.between(1, 4) }
  return { refunds: refundsOf(random), dispute: isDisputed ? dispute : null }
}

/** Refund shares in percent of the payment, and how many slots later each is requested. */
function refundsOf(random: Random): PlannedRefund[] {
  if (!random.chance(18)) return []
  const shares = random.chance(50) ? [100] : [30, 40, 50]
  return shares.map((share) => {
    return { share, after: random.between(1, 9), isByLink: random.chance(25) }
  })
}

function payeeOf(random: Random): string {
  if (random.chance(25)) return random.pick(Object.values(PAYEES))
  return `30000${random.between(10_000, 10_400)}`
}

function weighted<Name extends string>(weights: Record<Name, number>): Name[] {
  return (Object.entries(weights) as [Name, number][]).flatMap(([name, weight]) =>
    Array.from({ length: weight }, () => name),
  )
}
