import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { after, before, type TestContext as Case, test } from 'node:test'
import { changeSettings } from '../src/accounts/businesses/businesses.ts'
import { verifyBooks } from '../src/operator/books.ts'
import { createPlan, planCode } from '../src/payments/plans/plans.ts'
import { DAY, HOUR, SECOND } from '../src/platform/clock.ts'
import { kobo } from '../src/platform/money.ts'
import type { Send } from '../src/platform/outbound.ts'
import { type Api, openApi } from './api.ts'
import { assertSettled } from './books.ts'
import { type Random, seeded } from './deposit-plan.ts'
import * as old from './live-month-archive.ts'
import { assertNothingLost } from './live-month-archive-checks.ts'
import * as checks from './live-month-checks.ts'
import { assertEnded, decideRest } from './live-month-disputes.ts'
import { decideUnderWay, giveFates } from './live-month-kept.ts'
import * as kept from './live-month-kept-checks.ts'
import { PAYEES, planned, type Story } from './live-month-plan.ts'
import { taskOf } from './live-month-play.ts'
import { type Doors, hear, type Shop, type Stage } from './live-month-stage.ts'
import {
  type Offers,
  PROVIDERS,
  type ProviderName,
  type StandIns,
  startStandIns,
} from './live-stand-ins.ts'
import { moneyHolds } from './money.ts'
import { SLOTS } from './month-plan.ts'
import {
  type Counts,
  dieOfJobs,
  faultOf,
  finishMonth,
  finishSlot,
  goTo,
  type Living,
  type Processes,
  playTasks,
  processBeside,
  type Task,
  together,
} from './month-stage.ts'
import { givenDedicated } from './payments.ts'
import { scaled } from './scale.ts'
import {
  asOwner,
  closeContext,
  disconnect,
  type GivenBusiness,
  givenBusiness,
  givenLive,
  openContext,
  type TestContext,
} from './support.ts'

// A month in live mode, before stand-ins of four providers, two of which pay out and two of which
// charge kept cards again. One call in ten times out, half of these after it was carried out;
// processes die; each provider is dead for an hour once; and half way the operator puts another
// bank and another acquirer first. What providers tell is lost, doubled, late and in any order.
// The old month is archived, and leaves, amid it (live-month-archive.ts).
// Then the books must be right, and what they say must be what moved at the providers.
//
// `npm run test:long` plays 1,500 stories, and with COWRIE_LIVE_MONTH=100000 so many.
// COWRIE_SEED=… plays the same ones again; who is faster is decided anew each time.

const STORIES = Number(process.env['COWRIE_LIVE_MONTH'] ?? scaled(1_500, 300))
const SEED = Number(process.env['COWRIE_SEED'] ?? randomInt(2 ** 31))
const SHOPS = 6
/** The periods of the plan of each shop, of a day each. */
const TIMES = 4
const CAPITAL = 50_000_000_000
const TROUBLE_PERCENT = 10
/** In which slot a provider dies for an hour. */
const DEATHS: [slot: number, provider: ProviderName][] = [
  [20, 'monnify'],
  [38, 'paystack'],
  [54, 'flutterwave'],
  [62, 'safehaven'],
]
/** From then on what is new is asked of the other bank, and the other acquirer, first. */
const SWITCHED_ON_SLOT = 45
const TAIL = 24
const MEANWHILE_EACH = 3
const REFUND_FAILS_PERCENT = 10
/** Between two slots hours go by in which nobody asks, so these may be said. */
const PATIENCE = [
  'the outcome of a payout is still unknown',
  'the outcome of a refund is still unknown',
  'the outcome of a return is still unknown',
  'the outcome of a reversal is still unknown',
  'the outcome of a dispute is still unknown',
  'a provider decided a dispute of a refunded payment',
  'the provider has not confirmed a notification',
]

let context: TestContext & Living
let worker: TestContext
let api: Api
let begins: Date
let months: old.OldMonths
let standIns: StandIns
const random = seeded(SEED)
const line = { isCalm: true, dead: null as ProviderName | null, calls: 0, before: 0, after: 0 }
let order: ProviderName[] = ['paystack', 'monnify', 'safehaven', 'flutterwave']
const OFFERS: Offers = {
  paystack: ['cards', 'bank', 'mandates'],
  flutterwave: ['cards', 'ussd', 'opay'],
}
const alarms: string[] = []

before(async () => {
  const opened = await openContext()
  await asOwner(opened, (sql) =>
    sql.unsafe(`alter database ${opened.database} set synchronous_commit to off`),
  )
  begins = old.beginningNear(opened.now())
  opened.advance(begins.getTime() - DAY - opened.now().getTime())
  standIns = await startStandIns(opened)
  const livingRails: Living['livingRails'] = (through) =>
    standIns.rails(through(troubled(standIns.send, seeded(SEED + 1))), order, OFFERS)
  const error = (fields: object, said: string) => {
    if (!PATIENCE.includes(said)) alarms.push(`${said} ${JSON.stringify(fields)}`)
  }
  const mail = { ...opened.config.mail, from: 'pay@example.com' }
  context = {
    ...opened,
    config: { ...opened.config, mail },
    log: { ...opened.log, error },
    rails: { ...opened.rails, live: livingRails((send) => send) },
    livingRails,
  }
  worker = processBeside(context)
  api = await openApi(context)
  months = old.oldMonthsFrom(context, api, begins, seeded(SEED + 2))
  await old.seal(months)
})
after(async () => {
  await api.app.close()
  await disconnect(worker)
  await closeContext(context)
  await standIns.close()
})

/** The line to the providers, as it is in this month. */
function troubled(send: Send, dice: Random): Send {
  const timeout = { kind: 'failed', reason: 'timeout', wasWritten: true, latencyMs: 1 } as const
  return async (request) => {
    line.calls += 1
    if (line.dead === standIns.nameOf(request.url)) {
      return dice.chance(50) ? timeout : { ...timeout, reason: 'connect', wasWritten: false }
    }
    if (line.isCalm || !dice.chance(TROUBLE_PERCENT)) return send(request)
    if (dice.chance(50)) {
      line.before += 1
      return timeout
    }
    await send(request)
    line.after += 1
    return timeout
  }
}

test('after a month in live mode the books are what moved at the providers', {
  timeout: 6 * HOUR,
}, async (t) => {
  t.diagnostic(`COWRIE_SEED=${SEED} COWRIE_LIVE_MONTH=${STORIES}`)
  const accounts = Math.min(60, Math.max(4, Math.ceil(STORIES / 500)))
  const before = checks.balancesOf(standIns)
  const shops = await givenShops(accounts)
  givenFates()
  const tasks: Task<Doors>[][] = Array.from({ length: SLOTS + TAIL }, () => [])
  let slotNow = 0
  const stage: Stage = {
    shops,
    standIns,
    random,
    unheard: [],
    news: { heard: 0, lost: 0, doubled: 0, kept: 0 },
    refusals: new Map(),
    mandates: new Map(),
    later: (slots, task) => tasks[slotNow + slots]!.push(task),
  }
  await giveCapital(stage)
  // Enough to see that a provider is dead, and to go to the other one.
  for (const [slot, dead] of DEATHS)
    tasks[slot]!.push(...meanwhile(shops, slot, dead).map((story) => taskOf(stage, story)))
  for (const [slot, stories] of planned(SHOPS, accounts, STORIES, random).entries()) {
    tasks[slot]!.push(...stories.map((story) => taskOf(stage, story)))
  }
  const { slot, stories } = old.leftOpen(shops)
  tasks[slot]!.push(...stories.map((story) => taskOf(stage, story)))
  const counts: Counts = { stories: 0, jobs: 0, crashes: 0, struck: 0, busy: 0 }
  const begun = performance.now()
  const doors = { context }
  const doorsOf = (inside: TestContext) => ({ context: inside })
  const processes: Processes<Doors> = { doors, http: doors, worker, doorsOf }
  line.isCalm = false
  for (; slotNow < tasks.length; slotNow++) await playSlot(stage, processes, tasks, slotNow, counts)
  line.isCalm = true
  decideUnderWay(standIns, random, true)
  await hear(stage, context, true)
  context.advance(2 * DAY)
  await decideRest(stage, context)
  await hear(stage, context, true)
  await finishMonth(processes, counts, begins)
  // What happened meanwhile is news too.
  await hear(stage, context, true)
  await finishSlot(processes, counts)
  await old.archiveRest(months)

  tellOf(t, stage, counts, (performance.now() - begun) / 1_000)
  t.diagnostic(`archivers: ${JSON.stringify(Object.fromEntries(months.ends))}`)
  t.diagnostic(await assertNothingLost(months))
  await moneyHolds(() => assertAll(t, stage, before))
})

async function playSlot(
  stage: Stage,
  processes: Processes<Doors>,
  tasks: Task<Doors>[][],
  slot: number,
  counts: Counts,
): Promise<void> {
  goTo(context, slot, begins)
  if (slot === SWITCHED_ON_SLOT) switchBanks()
  line.dead = DEATHS.find(([when]) => when === slot)?.[1] ?? null
  giveFates(standIns, random)
  decideUnderWay(standIns, random)
  if (random.chance(REFUND_FAILS_PERCENT)) standIns.monnify.books.nextRefund = 'FAILED'
  if (random.chance(REFUND_FAILS_PERCENT)) standIns.paystack.controls.nextRefund('failed')
  if (random.chance(REFUND_FAILS_PERCENT)) standIns.flutterwave.books.endings.push('failed')
  const due = random.shuffled(tasks[slot]!)
  const size = Math.ceil(due.length / 12)
  const dying =
    slot % 4 === 1 && size > 0
      ? { tasks: size, fault: faultOf(random, Math.max(6, size * 10)) }
      : null
  await together([playTasks(processes, due, counts, dying), old.workAmid(months, slot)])
  if (slot % 10 === 5) await dieOfJobs(context, faultOf(random, 40), counts)
  await finishSlot(processes, counts)
  await hear(stage, context)
  await old.archiveBetween(stage, months, slot)
  if (line.dead === null) return
  // By now it is known that the provider is dead, however many asked at once before.
  const late = meanwhile(stage.shops, slot, line.dead, 50).map((story) => taskOf(stage, story))
  await playTasks(processes, late, counts, null)
  context.advance(1 * HOUR)
  line.dead = null
  await finishSlot(processes, counts)
}

/** As processes that start again with another setting. */
function switchBanks(): void {
  order = ['flutterwave', 'safehaven', 'monnify', 'paystack']
  for (const { rails, livingRails } of [context, worker as TestContext & Living])
    rails.live = livingRails!((send) => send)
}

async function givenShops(accounts: number): Promise<Shop[]> {
  const shops: Shop[] = []
  for (let i = 0; i < SHOPS; i++) {
    const name = `Example Shop ${i + 1}`
    const made = await givenBusiness(context, name)
    const keys = await givenLive(context, made.businessId)
    const shop = { ...made, mode: 'live' as const, keys, name }
    const settlement = i % 2 === 0 ? ('instant' as const) : ('T+1' as const)
    // Some pages can be paid for two days, so a month that is over has payments that are open.
    const more = i % 2 === 0 ? {} : { expirySeconds: (2 * DAY) / SECOND }
    await changeSettings(context, shop, { settlement, ...more })
    const { body } = await api.get('/api/v1/balance', { key: keys.secretKey })
    const wallet: string = body.data.account.account_number
    const dedicated: string[] = []
    while (dedicated.length < accounts) {
      // The same customers in every shop.
      const email = `own-${dedicated.length}@example.com`
      dedicated.push((await givenDedicated(api, shop, { email })).account_number)
    }
    shops.push({ ...shop, settlement, wallet, dedicated, plan: await givenPlan(shop) })
  }
  return shops
}

async function givenPlan(shop: GivenBusiness): Promise<string> {
  const price = { amount: kobo(150_000), interval: 'daily', times: TIMES } as const
  const more = { name: 'Days', description: null, ifUnpaid: 'cancel', metadata: null } as const
  return planCode((await createPlan(context, shop, { ...price, ...more }, null)).planId)
}

/** So that no payout fails for want of money here. */
async function giveCapital(stage: Stage): Promise<void> {
  for (const { wallet } of stage.shops) standIns.pay(wallet, CAPITAL, '1000000001')
  await hear(stage, context, true)
}

function meanwhile(shops: Shop[], slot: number, dead: ProviderName, first = 0): Story[] {
  return Array.from({ length: shops.length * MEANWHILE_EACH }, (_, i) => {
    const serial = STORIES + slot * 100 + first + i
    const common = { serial, shop: i % shops.length, isByHttp: false, isTroubled: false } as const
    const amount = 30_000 + first + i
    if (dead !== 'paystack' && dead !== 'flutterwave')
      return { ...common, kind: 'payout', amount, to: `300002${1_000 + first + i}` }
    const charge = {
      kind: 'charge',
      method: 'card',
      how: 'pays',
      refunds: [],
      dispute: null,
      keeping: null,
    } as const
    return { ...common, ...charge, amount, sender: '1000000001', refunds: [] }
  })
}

function givenFates(): void {
  const { monnify, safehaven } = standIns
  for (const [account, here, there] of [
    [PAYEES.failing, 'failed', 'failed'],
    [PAYEES.slow, 'accepted', 'processing'],
    [PAYEES.returning, 'reversed', 'reversed_later'],
    [PAYEES.vanishing, 'sent', 'vanishing'],
  ] as const) {
    monnify.books.fates.set(account, here)
    safehaven.controls.fates.set(account, there)
  }
}

function tellOf(t: Case, { news, refusals }: Stage, counts: Counts, seconds: number): void {
  t.diagnostic(
    `${STORIES} stories, ${counts.stories} turns, ${counts.jobs} rows taken up by jobs, ` +
      `${line.calls} requests to providers in ${seconds.toFixed(1)} s: ` +
      `${(STORIES / seconds).toFixed(0)} stories/s`,
  )
  t.diagnostic(
    `timed out: ${line.before} before and ${line.after} after the deed; ${counts.crashes} ` +
      `processes died or failed, ${counts.struck} amid a call; busy ${counts.busy} times`,
  )
  t.diagnostic(`news: ${JSON.stringify(news)}`)
  t.diagnostic(`refused: ${JSON.stringify(Object.fromEntries(refusals))}`)
}

async function assertAll(t: Case, stage: Stage, before: checks.Balances): Promise<void> {
  const { shops } = stage
  await asOwner(context, async (sql) => {
    assert.deepEqual(await verifyBooks(sql), [])
    await assertSettled({ ...context, sql })
    await checks.assertKnown(sql)
    const credits = await checks.assertCredits(sql, standIns)
    const outwards = await checks.assertOutwards(sql, standIns)
    await checks.assertPaidOut(sql, PAYEES.failing)
    const cards = await checks.assertCharges(sql, standIns)
    assertEnded(await checks.disputesIn(sql), STORIES < 1_000 ? 3 : 6)
    const authorizations = await kept.assertKept(context, sql, stage)
    const invoices = await kept.assertSubscriptions(sql, 'live', TIMES)
    const sums = await checks.assertClearings(sql, standIns, before)
    await checks.assertWallets(sql, shops)
    assert.deepEqual(alarms.slice(0, 5), [], 'no alarm')
    const byMonnify = await sql`
      select from card_attempt where rail = 'monnify' and state = 'approved' limit 1
    `
    assert.equal(byMonnify.length, 1, "some paid on the other provider's page")
    t.diagnostic(`${credits} credits, ${outwards} payouts, refunds and returns, ${cards} charges`)
    t.diagnostic(`disputes: ${JSON.stringify(await checks.disputesIn(sql))}`)
    const states = authorizations.map(({ rail, channel, state }) => `${rail} ${channel} ${state}`)
    t.diagnostic(`kept: ${JSON.stringify({ ...kept.countOf(states), ...invoices })}`)
    const again = await kept.chargesAgainIn(sql)
    t.diagnostic(`charged again: ${JSON.stringify(again)}`)
    for (const kind of ['paystack card', 'flutterwave card', 'paystack bank']) {
      assert(again[`${kind} approved`], `${kind} was charged again`)
    }
    assert(invoices['invoice paid'], 'a subscription was paid')
    const calls = PROVIDERS.map((name) => `${name} ${checks.balancesOf(standIns)[name]}`)
    t.diagnostic(`kobo at ${calls.join(', ')}`)
    t.diagnostic(
      `kobo in the books: at banks ${sums.atBanks}, at the processor ${sums.atProcessor}, ` +
        `fees ${sums.railFees}`,
    )
    const payouts = await sql<{ rail: string; state: string; count: number }[]>`
      select rail, state, count(*)::int from payout where mode = 'live' group by 1, 2 order by 1, 2
    `
    t.diagnostic(payouts.map((row) => `${row.rail} ${row.state} ${row.count}`).join(', '))
    const rails = new Set(payouts.map(({ rail }) => rail))
    assert.deepEqual(rails, new Set(['monnify', 'safehaven']), 'both paid out')
  })
}
