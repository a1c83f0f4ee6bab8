import assert from 'node:assert/strict'
import { beginPeriods } from '../src/payments/subscriptions/bill.ts'
import { collectDue, recordPayments } from '../src/payments/subscriptions/collect.ts'
import type { SubscriptionKey } from '../src/payments/subscriptions/subscriptions.sql.ts'
import {
  cancel,
  createSubscription,
  pause,
  resume,
} from '../src/payments/subscriptions/subscriptions.ts'
import { DAY, HOUR, MINUTE } from '../src/platform/clock.ts'
import type { TokenRail } from '../src/providers/rails.ts'
import { type Api, givenPayment } from './api.ts'
import { assertBooksTie } from './books.ts'
import { type Breakable, breakable } from './faults.ts'
import { cardNamed } from './payments.ts'
import { chargesOf, givenPlan, runSubscriptions } from './subscriptions.ts'
import { type GivenBusiness, givenBusiness, type TestContext } from './support.ts'

// A year of subscriptions, day by day, against a model that knows the calendar and nothing of the
// code: which periods of each are paid. Processes are killed at random statements, the provider is
// silent or away, and the clock is moved back.

const DAYS = 365
const STEPS = { weekly: 0, monthly: 1, quarterly: 3, biannually: 6, annually: 12 } as const
type Interval = keyof typeof STEPS
const CARDS = ['success', 'kept_late', 'kept_no_funds'] as const
const AT_ONCE = 50

type Story = {
  interval: Interval
  card: (typeof CARDS)[number]
  start: Date
  /** The days after which these happen. */
  cancelDay: number | null
  pauseDay: number | null
  resumeDay: number | null
  key: SubscriptionKey
}

/** Pseudo-random, so that a failure repeats. */
function dice(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * sides)
  }
}

export async function playYear(context: TestContext, api: Api, size: number): Promise<void> {
  const roll = dice(20_261_129)
  const business = await givenBusiness(context)
  const begun = context.now()
  const stories = await givenStories(context, api, business, size, roll)
  const broken = breakable(context)
  /** When each day's jobs have run. */
  const ends: Date[] = []
  for (let day = 0; day <= DAYS; day++) {
    await playDay(context, broken, day, roll)
    for (const story of stories) await act(context, story, day)
    ends.push(context.now())
    const next = begun.getTime() + (day + 1) * DAY
    context.advance(next - context.now().getTime())
  }
  context.advance(HOUR)
  await settle(context)
  await compare(context, business, stories, ends)
  await assertBooksTie(context)
}

async function givenStories(
  context: TestContext,
  api: Api,
  business: GivenBusiness,
  size: number,
  roll: (sides: number) => number,
): Promise<Story[]> {
  const codes = new Map<string, string>()
  for (const card of CARDS) {
    const sent = { save_card: 'required', email: `${card}@example.com` }
    const { access_code, reference } = await givenPayment(api, business, sent)
    await api.post(`/checkout/${access_code}/card`, { body: cardNamed(card) })
    const key = business.keys.secretKey
    const { body } = await api.get(`/api/v1/transactions/verify/${reference}`, { key })
    codes.set(card, body.data.authorization.authorization_code)
  }
  const plans = new Map<string, string>()
  for (const interval of Object.keys(STEPS)) {
    plans.set(interval, (await givenPlan(api, business, { interval, amount: 10_000 })).plan_code)
  }
  const now = context.now()
  const stories: Omit<Story, 'key'>[] = Array.from({ length: size }, () => {
    const dieOf = roll(100)
    const interval: Interval =
      dieOf < 1 ? 'weekly' : dieOf < 5 ? 'monthly' : dieOf < 12 ? 'quarterly' : 'annually'
    const cardDie = roll(20)
    const card = cardDie < 16 || interval === 'weekly' ? 'success' : CARDS[1 + (cardDie % 2)]!
    const start = new Date(now.getTime() + HOUR + roll(300 * 24) * HOUR + roll(60) * MINUTE)
    const first = Math.ceil((start.getTime() - now.getTime()) / DAY)
    const what = card === 'success' ? roll(4) : 3
    const pauseDay = what === 1 ? first + 10 + roll(40) : null
    return {
      ...{ interval, card, start, pauseDay },
      cancelDay: what === 0 ? first + 20 + roll(200) : null,
      resumeDay: pauseDay === null ? null : pauseDay + 1 + roll(90),
    }
  })
  const made: Story[] = []
  for (let from = 0; from < size; from += AT_ONCE) {
    const part = stories.slice(from, from + AT_ONCE).map(async (story) => {
      const key = await createSubscription(
        context,
        business,
        {
          ...{ plan: plans.get(story.interval)!, customer: `${story.card}@example.com` },
          ...{ authorizationCode: codes.get(story.card)!, startAt: story.start },
          ...{ trialDays: 0, quantity: 1, metadata: null },
        },
        null,
      )
      return { ...story, key }
    })
    made.push(...(await Promise.all(part)))
  }
  return made
}

/** The jobs of a day, with what goes wrong on it. */
async function playDay(
  context: TestContext,
  broken: Breakable,
  day: number,
  roll: (sides: number) => number,
): Promise<void> {
  if (day % 7 === 3) {
    for (const job of [beginPeriods, collectDue, recordPayments]) {
      const does = roll(2) === 0 ? 'dies' : 'fails'
      // Periods begin, and payments are recorded, in a few statements for all.
      const points = job === collectDue ? 60 : 8
      broken.arm({ point: 1 + roll(points), when: roll(2) === 0 ? 'before' : 'after', does })
      await job(broken.context).catch(() => null)
      broken.disarm()
    }
  }
  if (day % 31 === 11) await awayFor(context)
  if (day % 97 === 50) {
    context.advance(-2 * DAY)
    await runSubscriptions(context)
    context.advance(2 * DAY)
  }
  await Promise.all([runSubscriptions(context), runSubscriptions(context)])
  await settle(context)
}

/** What had no answer, and what a killed process had claimed. */
async function settle(context: TestContext): Promise<void> {
  for (let round = 0; round < 4; round++) {
    context.advance(3 * MINUTE)
    if (!(await runSubscriptions(context))) return
  }
}

/** The provider is away. Its invoices are charged later. */
async function awayFor(context: TestContext): Promise<void> {
  const rail = context.rails.test.card as TokenRail
  const { chargeToken } = rail
  rail.chargeToken = async () => ({ kind: 'unavailable' })
  await runSubscriptions(context)
  rail.chargeToken = chargeToken
}

async function act(context: TestContext, story: Story, day: number): Promise<void> {
  if (story.cancelDay === day) await cancel(context, story.key, 'now')
  if (story.pauseDay === day) await pause(context, story.key)
  if (story.resumeDay === day) await resume(context, story.key)
}

/** The starts of the periods that are to be paid, by the calendar of Lagos. */
function expectedOf(story: Story, ends: Date[], last: number): string[] {
  if (story.card === 'kept_no_funds') return []
  const { cancelDay, pauseDay, resumeDay } = story
  const at = (day: number | null) => (day === null ? null : (ends[day]?.getTime() ?? Infinity))
  const [cancelled, paused, resumed] = [at(cancelDay), at(pauseDay), at(resumeDay)]
  const starts: string[] = []
  for (let count = 0; ; count++) {
    const start = startOf(story, count)
    const ms = start.getTime()
    if (ms > last || (cancelled !== null && ms > cancelled)) return starts
    const isSkipped = paused !== null && ms > paused && (resumed === null || ms < resumed)
    if (!isSkipped) starts.push(start.toISOString())
  }
}

function startOf({ start, interval }: Story, count: number): Date {
  if (interval === 'weekly') return new Date(start.getTime() + count * 7 * DAY)
  // Nigeria has one time zone, an hour ahead of UTC.
  const local = new Date(start.getTime() + HOUR)
  const months = local.getUTCFullYear() * 12 + local.getUTCMonth() + count * STEPS[interval]
  const [year, month] = [Math.floor(months / 12), months % 12]
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  const day = Math.min(local.getUTCDate(), lengths[month]!)
  const text = [year, month + 1, day].map((part) => String(part).padStart(2, '0')).join('-')
  return new Date(`${text}${local.toISOString().slice(10, 23)}+01:00`)
}

async function compare(
  context: TestContext,
  business: GivenBusiness,
  stories: Story[],
  ends: Date[],
): Promise<void> {
  const rows = await context.sql<{ subscriptionId: string; starts: Date[] }[]>`
    select subscription_id, array_agg(period_start order by period_start) as starts
    from invoice
    where business_id = ${business.businessId} and mode = 'test' and state = 'paid'
    group by business_id, mode, subscription_id
  `
  // The jobs ran last, just now.
  const last = context.now().getTime()
  const paid = new Map(rows.map(({ subscriptionId, starts }) => [subscriptionId, starts]))
  let periods = 0
  for (const story of stories) {
    const expected = expectedOf(story, ends, last)
    const found = (paid.get(story.key.subscriptionId) ?? []).map((one) => one.toISOString())
    const { key: _, ...told } = story
    assert.deepEqual(found, expected, JSON.stringify(told))
    periods += expected.length
  }
  const counts = [...(await chargesOf(context, business)).values()]
  assert.equal(counts.length, periods)
  assert(
    counts.every((count) => count === 1),
    'a period is charged once',
  )
  const open = await context.sql`
    select invoice_id from invoice
    where business_id = ${business.businessId} and mode = 'test' and state = 'open'
  `
  assert(open.length <= stories.length / 10, 'hardly any invoice is open')
}
