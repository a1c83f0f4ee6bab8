import { pay as payOut } from '../src/money-out/payouts/pay.ts'
import { take } from '../src/operator/notifications/notifications.ts'
import {
  enquireAfterReturn,
  findCheckout,
  keyOf,
  payByTransfer,
  payOnTheirPage,
  statusOf,
} from '../src/payments/checkout/checkout.ts'
import { begin as refund } from '../src/payments/refunds/begin.ts'
import { initialize } from '../src/payments/transactions/initialize.ts'
import { newId } from '../src/platform/ids.ts'
import { kobo } from '../src/platform/money.ts'
import { Refusal } from '../src/platform/refusal.ts'
import type { Random } from './deposit-plan.ts'
import type { Story } from './live-month-plan.ts'
import type { News, StandIns } from './live-stand-ins.ts'
import type { Task } from './month-stage.ts'
import { CODE } from './providers/safehaven/identities.ts'
import type { GivenBusiness, TestContext } from './support.ts'
import { begin, guess } from './verifications.ts'

// Plays the stories of the month in live mode. A client refused because a provider is down retries
// a few times, then gives up. A story replayed after a crash does not pay the provider again.

export type Doors = { context: TestContext }
export type Shop = GivenBusiness & {
  name: string
  settlement: 'instant' | 'T+1'
  wallet: string
  dedicated: string[]
}
export type Stage = {
  shops: Shop[]
  standIns: StandIns
  random: Random
  /** Notifications the providers sent and no process has handled yet. */
  unheard: News[]
  /** How many notifications were handled, lost, duplicated or delayed. */
  news: { heard: number; lost: number; doubled: number; kept: number }
  refusals: Map<string, number>
  later(slots: number, task: Task<Doors>): void
}

const TRIES_MAX = 6
/** Codes that a well-written client retries. */
const PASSING = ['rail_unavailable', 'rail_timeout', 'already_in_progress', 'overloaded']

export function taskOf(stage: Stage, story: Story): Task<Doors> {
  return { story, play: ({ context }) => play(stage, story, context) }
}

function play(stage: Stage, story: Story, context: TestContext): Promise<void> {
  switch (story.kind) {
    case 'transfer':
      return playTransfer(stage, story, context)
    case 'card':
      return playCard(stage, story, context)
    case 'deposit': {
      const number = stage.shops[story.shop]!.dedicated[story.account]!
      return paysTo(stage, story, context, { number, amount: story.amount, what: 'pays' })
    }
    case 'top up': {
      const number = stage.shops[story.shop]!.wallet
      return paysTo(stage, story, context, { number, amount: story.amount, what: 'pays' })
    }
    case 'payout':
      return playPayout(stage, story, context)
    case 'identity':
      return playIdentity(stage, story, context)
  }
}

type Of<Kind extends Story['kind']> = Extract<Story, { kind: Kind }>

async function opened(stage: Stage, story: Of<'transfer' | 'card'>, context: TestContext) {
  const { businessId, mode } = stage.shops[story.shop]!
  const reference = `ORDER-${story.serial}`
  const nothing = { phone: null, callbackUrl: null, metadata: null, channels: null }
  const made = await initialize(
    context,
    { businessId, mode },
    {
      ...nothing,
      reference,
      amount: kobo(story.amount),
      email: `customer-${story.serial % 997}@example.com`,
      name: 'Ada Example',
      feeBearer: 'business',
      splitCode: null,
      ipAddress: null,
      madeWith: 'secret',
      effectId: null,
    },
  )
  scheduleRefunds(stage, story, reference)
  return made.accessCode
}

async function playTransfer(stage: Stage, story: Of<'transfer'>, context: TestContext) {
  const { amount, how } = story
  const code = await opened(stage, story, context)
  const account = await patient(stage, () => payByTransfer(context, keyOf(context, code)))
  if (account === null || how === 'left') return
  const number = account.accountNumber
  const pays = (what: string, kobos: number, from = context) =>
    paysTo(stage, story, from, { number, amount: kobos, what })
  switch (how) {
    case 'right':
      return pays('pays', amount)
    case 'wrong':
      return pays('pays less', amount - 10_000)
    case 'twice':
      await pays('pays', amount)
      return pays('pays again', amount)
    case 'late':
      if (isFirst(story, 'is late'))
        stage.later(1, { story, play: (then) => pays('pays', amount, then.context) })
  }
}

async function playCard(stage: Stage, story: Of<'card'>, context: TestContext): Promise<void> {
  const { how, amount } = story
  const code = await opened(stage, story, context)
  const key = keyOf(context, code)
  const url = await patient(stage, async () => {
    await payOnTheirPage(context, key, 'card')
    const { next } = statusOf(context, await findCheckout(context, code))
    return next.kind === 'redirect' ? (next.url ?? null) : null
  })
  if (url === null || how === 'leaves') return
  if (how === 'transfers too') {
    const account = await patient(stage, () => payByTransfer(context, key))
    const number = account?.accountNumber
    if (number !== undefined) await paysTo(stage, story, context, { number, amount, what: 'pays' })
  }
  const tries = how === 'tries, then pays' ? 'twice' : 'once'
  if (isFirst(story, 'pays by card')) stage.standIns.payOn(url, tries)
  await hear(stage, context)
  if (how !== 'stays away') await enquireAfterReturn(context, key)
}

async function playPayout(stage: Stage, story: Of<'payout'>, context: TestContext): Promise<void> {
  const { businessId, mode } = stage.shops[story.shop]!
  await patient(stage, () =>
    payOut(
      context,
      { businessId, mode },
      {
        amount: kobo(story.amount),
        reference: `PAYOUT-${story.serial}`,
        accountNumber: story.to,
        bankCode: '058',
        reason: null,
        effectId: null,
      },
    ),
  )
  await hear(stage, context)
}

async function playIdentity(stage: Stage, story: Of<'identity'>, context: TestContext) {
  const { how, type, serial } = story
  const shop = stage.shops[story.shop]!
  const number = `2${String(serial).padStart(10, '0')}`
  const effectId = effectOf(story, 'verification', context)
  const id = await patient(stage, () => begin(context, shop, { type, number, effectId }))
  if (id === null || how === 'forgotten') return
  const guesses = (otp: string) => patient(stage, () => guess(context, shop, id, otp, { type }))
  if (how !== 'right') await refused(stage, guesses('000000'), ['invalid_otp', 'otp_locked'])
  if (how !== 'wrong') await refused(stage, guesses(CODE), ['invalid_otp', 'otp_locked'])
}

type Payment = { number: string; amount: number; what: string }

/** A customer transfers; the bank may reject what the account does not accept. */
async function paysTo(
  stage: Stage,
  story: Story & { sender: string },
  context: TestContext,
  { number, amount, what }: Payment,
): Promise<void> {
  if (isFirst(story, what)) {
    const told = stage.standIns.pay(number, amount, story.sender)
    // A transfer to a permanent account becomes a payment with the bank's own reference.
    if (story.kind === 'deposit' && told) scheduleRefunds(stage, story, told)
  }
  await hear(stage, context)
}

function scheduleRefunds(stage: Stage, story: Of<'transfer' | 'card' | 'deposit'>, of: string) {
  if (!isFirst(story, 'refunds')) return
  for (const [i, { share, after }] of story.refunds.entries()) {
    const { businessId, mode } = stage.shops[story.shop]!
    const amount = share === 100 ? null : kobo(Math.floor((story.amount * share) / 100))
    const play = async ({ context }: Doors) => {
      const effectId = effectOf(story, `refund ${i}`, context)
      const wanted = { transaction: of, amount, effectId, reason: null }
      const none = ['not_refundable', 'refund_too_large', 'transaction_not_found']
      await refused(stage, refund(context, { businessId, mode }, wanted), none)
      await hear(stage, context)
    }
    stage.later(after, { story, play })
  }
}

/**
 * Delivers notifications once, twice, later, or never when they are not credits. Redelivers those
 * that a process did not handle before it died.
 */
export async function hear(stage: Stage, context: TestContext, isLast = false): Promise<void> {
  const { standIns, unheard, random, news } = stage
  const told = [...unheard.splice(0), ...random.shuffled(standIns.news())]
  await Promise.all(
    told.map(async (one) => {
      const { rail, request } = one
      const dice = isLast ? 100 : random.between(1, 100)
      if (dice <= 10) {
        news.kept += 1
        unheard.push(one)
      } else if (dice <= 20 && !isCredit(one)) news.lost += 1
      else {
        const times = dice <= 30 ? 2 : 1
        news.heard += 1
        news.doubled += times - 1
        const takes = Array.from({ length: times }, () => take(context, rail, request))
        const ended = await Promise.allSettled(takes)
        if (ended.some(({ status }) => status === 'rejected')) unheard.push(one)
      }
    }),
  )
}

/**
 * The provider resends credits until they are acknowledged, since we cannot ask about an unknown
 * one.
 */
function isCredit({ request }: News): boolean {
  return /SUCCESSFUL_TRANSACTION|"(virtualAccount\.)?transfer"/.test(request.body.toString())
}

/** Retries `ask`; returns null once the client gives up. */
async function patient<Result>(stage: Stage, ask: () => Promise<Result>): Promise<Result | null> {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof Refusal) || !PASSING.includes(error.code)) throw error
      count(stage, error)
    }
  }
  return null
}

/** Allows the request to be refused with one of `codes`. */
async function refused(stage: Stage, asked: Promise<unknown>, codes: string[]): Promise<void> {
  try {
    await asked
  } catch (error) {
    if (!(error instanceof Refusal) || ![...codes, ...PASSING].includes(error.code)) throw error
    count(stage, error)
  }
}

function count({ refusals }: Stage, { code }: Refusal): void {
  refusals.set(code, (refusals.get(code) ?? 0) + 1)
}

const done = new WeakMap<Story, Set<string>>()

/** True the first time this story does `what`. */
function isFirst(story: Story, what: string): boolean {
  const own = done.get(story) ?? new Set()
  done.set(story, own)
  return !own.has(what) && own.add(what) === own
}

const effects = new WeakMap<Story, Map<string, string>>()

/** Returns the same id on every call for the same story and `what`. */
function effectOf(story: Story, what: string, { now }: TestContext): string {
  const own = effects.get(story) ?? new Map<string, string>()
  effects.set(story, own)
  const known = own.get(what) ?? newId(now())
  own.set(what, known)
  return known
}
