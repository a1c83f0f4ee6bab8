import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { after, before, type TestContext as Case, test } from 'node:test'
import { setWallet } from '../packages/devkit/sandbox/sandbox.ts'
import { upsertAnnounced } from '../src/money-out/settlements/settlements.ts'
import { DAY, HOUR } from '../src/platform/clock.ts'
import { kobo } from '../src/platform/money.ts'
import { type Api, openApi } from './api.ts'
import { assertSettled } from './books.ts'
import { type Random, seeded } from './deposit-plan.ts'
import { assertSubscriptions } from './live-month-kept-checks.ts'
import { moneyHolds } from './money.ts'
import { ANNOUNCED_DAY, MONTH_BEGINS } from './month-arithmetic.ts'
import * as checks from './month-checks.ts'
import { type Doors, operations, overHttp } from './month-doors.ts'
import { givenFleet, type Shop, TIMES } from './month-fleet.ts'
import {
  assertAsPlanned,
  assertSettledInTime,
  listed,
  type Month,
  modelled,
} from './month-model.ts'
import { planned, SLOTS, WAVES_MS } from './month-plan.ts'
import { taskOf } from './month-play.ts'
import {
  type Counts,
  dieOfJobs,
  faultOf,
  finishMonth,
  finishSlot,
  goTo,
  type Processes,
  playTasks,
  processBeside,
} from './month-stage.ts'
import type { Stage, Task } from './month-stories.ts'
import { givenWorld, inWorld } from './month-world.ts'
import { creditTo, deposited } from './payments.ts'
import { scaled } from './scale.ts'
import { asOwner, closeContext, disconnect, openContext, type TestContext } from './support.ts'

// A month of a small fleet of businesses, out of a seed: thirty days with weekends and holidays, of
// which one is announced on the way. They are paid, keep cards and charge them again, subscribe
// customers, answer disputes, pay out, refund and verify. Rails fall silent, and processes die.
// Then every kobo must be in one named place: by the ledger's own books, by a model that adds up
// what the API answered and works fees, shares and settlement days out by itself, and by what has
// really moved outside.
//
// `npm run test:long` plays 1,500 stories, and with COWRIE_MONTH=100000 so many. COWRIE_SEED=…
// plays the same ones again; who is faster is decided anew each time.

const STORIES = Number(process.env['COWRIE_MONTH'] ?? scaled(1_500, 300))
const SEED = Number(process.env['COWRIE_SEED'] ?? randomInt(2 ** 31))
const PLAY_MONEY = 10_000_000
/** What each business transfers to itself at first, so that no refund fails for want of money. */
const CAPITAL = 10_000_000_000
/** What a lean one has in its wallet on every fourth morning. */
const LEAN = 20_000
const ANNOUNCED_ON_SLOT = 21
const TAIL = 16

let context: TestContext
let worker: TestContext
let api: Api
const world = givenWorld()
const random = seeded(SEED)

before(async () => {
  context = inWorld(await openContext(), world, seeded(SEED + 1))
  // What dies here is a process of ours and never the server, which need not flush each commit.
  await asOwner(context, (sql) =>
    sql.unsafe(`alter database ${context.database} set synchronous_commit to off`),
  )
  context.advance(MONTH_BEGINS.getTime() - DAY - context.now().getTime())
  worker = processBeside(context)
  api = await openApi(context)
})
after(async () => {
  await api.app.close()
  await disconnect(worker)
  await closeContext(context)
})

test('after a month of everything, every kobo is in one named place', {
  timeout: 6 * HOUR,
}, async (t) => {
  t.diagnostic(`COWRIE_SEED=${SEED} COWRIE_MONTH=${STORIES}`)
  const dedicatedEach = Math.min(60, Math.max(4, Math.ceil(STORIES / 500)))
  const fleet = await givenFleet(context, api, dedicatedEach)
  const tasks: Task[][] = Array.from({ length: SLOTS + TAIL }, () => [])
  const stage = stageOf(fleet, tasks)
  for (const [slot, stories] of planned(fleet, STORIES, random).entries()) {
    for (const story of stories) tasks[slot]!.push(taskOf(stage, story))
  }
  const counts: Counts = { stories: 0, jobs: 0, crashes: 0, struck: 0, busy: 0 }
  const playMoney = new Map(fleet.map(({ businessId }) => [businessId, PLAY_MONEY]))
  for (const place of fleet.keys()) await giveCapital(stage, place)

  const begun = performance.now()
  await playMonth(stage, tasks, counts, playMoney)
  const seconds = (performance.now() - begun) / 1_000

  tellOf(t, stage, counts, seconds)
  assert(counts.struck * 2 > counts.crashes, `${counts.struck} of ${counts.crashes} were struck`)
  const checking = performance.now()
  await moneyHolds(() => assertAll(t, stage, playMoney))
  t.diagnostic(`checked in ${((performance.now() - checking) / 1_000).toFixed(1)} s`)
})

let slotNow = 0

function stageOf(fleet: Shop[], tasks: Task[][]): Stage {
  return {
    fleet,
    world,
    payments: new Map(),
    credits: new Map(),
    payouts: new Map(),
    verifications: new Map(),
    disputes: new Map(),
    subscribed: new Set(),
    assigned: new Set(),
    refusals: new Map(),
    asked: 0,
    later: (slots, task) => tasks[slotNow + slots]!.push(task),
  }
}

async function giveCapital({ credits, fleet }: Stage, place: number): Promise<void> {
  const { isLean, wallet } = fleet[place]!
  if (isLean) return
  const credit = creditTo(context, wallet, CAPITAL)
  await deposited(context, credit)
  credits.set(credit.sessionId, { amount: CAPITAL, shop: place, state: 'matched' })
  world.credited.set(credit.sessionId, CAPITAL)
}

async function playMonth(
  stage: Stage,
  tasks: Task[][],
  counts: Counts,
  playMoney: Map<string, number>,
): Promise<void> {
  const doors = operations(context)
  const http = overHttp(context, api)
  const processes: Processes<Doors> = { doors, http, worker, doorsOf: operations }
  for (slotNow = 0; slotNow < tasks.length; slotNow++) {
    goTo(context, slotNow)
    if (slotNow === ANNOUNCED_ON_SLOT) await announce()
    if (slotNow % (4 * WAVES_MS.length) === 0) await makeLean(stage, playMoney)
    const due = random.shuffled(tasks[slotNow]!)
    const size = Math.ceil(due.length / 12)
    const dying =
      slotNow % 4 === 1 && size > 0 ? { tasks: size, fault: fault(random, size * 8) } : null
    await playTasks(processes, due, counts, dying)
    if (slotNow % 10 === 5) await dieOfJobs(context, faultOf(random, 40), counts)
    await finishSlot(processes, counts)
  }
  world.isCalm = true
  await finishMonth(processes, counts)
}

/** Several at once pass some eight calls each. */
function fault(from: Random, calls: number) {
  return faultOf(from, Math.max(6, calls))
}

async function announce(): Promise<void> {
  const day = { day: ANNOUNCED_DAY, isHoliday: true, name: 'A day of rest', announcedBy: 'a test' }
  await upsertAnnounced(context.sql, day, context.now())
}

/** In the quiet of a morning, so that it is known by how much the play money changes. */
async function makeLean({ fleet }: Stage, playMoney: Map<string, number>): Promise<void> {
  for (const shop of fleet.filter(({ isLean }) => isLean)) {
    const { businessId, mode, keys } = shop
    const { body } = await api.get('/api/v1/balance', { key: keys.secretKey })
    await setWallet(context, { businessId, mode }, kobo(LEAN))
    playMoney.set(businessId, playMoney.get(businessId)! + LEAN - body.data.available)
  }
}

function tellOf(t: Case, stage: Stage, counts: Counts, seconds: number): void {
  const { asked, refusals, credits } = stage
  const perSecond = (done: number) => (done / seconds).toFixed(0)
  t.diagnostic(
    `${STORIES} stories, ${counts.stories} turns, ${asked} requests, ${credits.size} credits, ` +
      `${counts.jobs} rows taken up by jobs, in ${seconds.toFixed(1)} s: ` +
      `${perSecond(STORIES)} stories/s, ${perSecond(asked + counts.jobs)} operations/s`,
  )
  t.diagnostic(
    `${counts.crashes} processes died or failed, ${counts.struck} amid a call; rails were silent ` +
      `${world.silences} times; asked again for a busy database ${counts.busy} times`,
  )
  t.diagnostic(`refused as planned: ${JSON.stringify(Object.fromEntries(refusals))}`)
}

async function assertAll(t: Case, stage: Stage, playMoney: Map<string, number>): Promise<void> {
  const { fleet } = stage
  await asOwner(context, async (sql) => {
    for (const line of await checks.trialBalance(sql)) t.diagnostic(line)
    await checks.assertBooks(sql)
    await assertSettled({ ...context, sql })
    const ledger = await checks.ledgerOf(sql)
    const months: Month[] = []
    let receipts = 0
    for (const [place, shop] of fleet.entries()) {
      const all = await listed(api, shop)
      const { month, accounts } = modelled(stage, place, all, playMoney.get(shop.businessId)!)
      months.push(month)
      assertAsPlanned(stage, place, all)
      assertSettledInTime(shop, all)
      checks.assertAccounts(ledger, shop, accounts)
      checks.assertBalances(shop, accounts, all)
      await checks.assertTold(sql, shop, all)
      receipts += await checks.assertReceipts(sql, shop, all)
    }
    checks.assertHouse(ledger, stage)
    checks.assertWorld(world, ledger, months, stage)
    checks.assertMailed(world, receipts + stage.disputes.size)
    assert.deepEqual(world.alarms, [], 'no alarm')
    await checks.assertVerified(sql, stage)
    const invoices = await assertSubscriptions(sql, 'test', TIMES)
    assert.deepEqual(invoices, { 'invoice paid': stage.subscribed.size * TIMES })
    t.diagnostic(`periods: ${JSON.stringify(invoices)}, disputes: ${stage.disputes.size}`)
    const total = (name: keyof Month) => months.reduce((sum, month) => sum + month[name], 0)
    const names = Object.keys(months[0]!) as (keyof Month)[]
    t.diagnostic(`kobo: ${names.map((name) => `${name} ${total(name)}`).join(', ')}`)
    const missing = names.filter((name) => total(name) === 0)
    assert.deepEqual(missing, [], 'each kind of movement occurred')
  })
}
