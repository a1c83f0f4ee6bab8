import assert from 'node:assert/strict'
import { createHmac, randomBytes, randomInt } from 'node:crypto'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sandboxMemory } from '../packages/devkit/sandbox/sandbox.ts'
import { HOUSE } from '../src/core/context.ts'
import { sandboxRails } from '../src/providers/sandbox/sandbox.ts'
import { useApi } from './api.ts'
import { assertSettled } from './books.ts'
import {
  type Account,
  ALTERED_PERCENT,
  type Delivery,
  givenAccounts,
  identityOf,
  LATE,
  ONE_OFF,
  type Plan,
  planOf,
  SESSIONS,
  seeded,
} from './deposit-plan.ts'
import { runJobs } from './payments.ts'
import { newFolder, removeFolder, type Started, startService, stopService } from './process.ts'
import { scaled } from './scale.ts'
import { type TestContext, until, useContext } from './support.ts'

// Thousands of transfers, each notified several times, in any order, to any of three processes that
// are killed with -9 all the while. The sender does as a bank does: it tells until it is heard. In
// the end each transfer is booked once, and what was told otherwise lies in quarantine.
//
// The seed decides what is sent and how long each process lives. COWRIE_SEED=… plays it again; who
// is faster is decided anew each time.

const SEED = Number(process.env['COWRIE_SEED'] ?? randomInt(2 ** 31))
const PROCESSES = 3
const SENDERS = 48
const KILLS_MIN = scaled(20, 5)
const KILLS_MAX = KILLS_MIN + 2
/** After how many answers a process is killed. */
const LIFE_MIN = 50
const LIFE_MAX = scaled(1_200, 240)
const TRIES_MAX = 300
const CALL_MS_MAX = 180_000

const folders = Array.from({ length: PROCESSES }, newFolder)
/** Null while one is being started. */
const running: (Started | null)[] = folders.map(() => null)
const starts: Promise<void>[] = []
// Before the database is dropped, which they use.
after(async () => {
  await Promise.allSettled(starts)
  await Promise.all(running.map((one) => one && stopService(one)))
  for (const folder of folders) removeFolder(folder)
})

const context = useContext()
const api = useApi(context)
const random = seeded(SEED)

const server = JSON.parse(process.env['COWRIE_TEST_POSTGRES']!) as {
  host: string
  port: number
  user: string
}
const railSecret = randomBytes(24).toString('base64')
const environment = {
  COWRIE_MASTER_KEY: randomBytes(32).toString('base64'),
  COWRIE_SANDBOX_RAIL_SECRET: railSecret,
  COWRIE_LOG_LEVEL: 'fatal',
}
/** How many answers each process has left to live. */
const lives = folders.map(() => 0)
let kills = 0
const statuses = new Map<number, number>()
let broken = 0

test('thousands of deposits through three processes that are killed are each booked once', async (t) => {
  t.diagnostic(`COWRIE_SEED=${SEED}`)
  await startAll()
  const accounts = await givenAccounts(context, api, random)
  const plan = planOf(accounts, random, context.now())
  const begun = performance.now()

  await sendAll(plan.deliveries)
  await Promise.all(running.map((one) => one && stopService(one)))
  // What the killed had begun is taken up when their leases have run out.
  await runJobs(laterProcess())

  const seconds = ((performance.now() - begun) / 1_000).toFixed(1)
  t.diagnostic(`${plan.deliveries.length} notifications, ${kills} kills, ${seconds} s`)
  t.diagnostic(`${broken} calls broke; answers: ${JSON.stringify([...statuses])}`)
  assert(kills >= KILLS_MIN, `${kills} kills`)
  // What was not acknowledged was put off: nothing was refused, and nothing was our fault.
  assert.deepEqual(
    [...statuses.keys()].filter((status) => status !== 200 && status !== 503),
    [],
  )
  await assertBookedOnce(plan, accounts)
  await assertSettled(context)
})

/** The first makes the demo store of the empty database; the others know it too. */
async function startAll(): Promise<void> {
  await begin(0)
  for (const folder of folders.slice(1)) {
    copyFileSync(join(folders[0]!, 'demo.json'), join(folder, 'demo.json'))
  }
  await Promise.all(folders.slice(1).map((_, i) => begin(i + 1)))
}

async function begin(place: number): Promise<void> {
  const { host, port, user } = server
  const DATABASE_URL = `postgres://${user}@localhost:${port}/${context.database}?host=${host}`
  running[place] = await startService(folders[place]!, { ...environment, DATABASE_URL })
  lives[place] = random.between(LIFE_MIN, LIFE_MAX)
}

/** In the midst of whatever it does for the other senders. */
function kill(place: number, service: Started): void {
  kills += 1
  running[place] = null
  process.kill(-service.child.pid!, 'SIGKILL')
  const start = begin(place)
  start.catch(() => {})
  starts.push(start)
}

async function sendAll(deliveries: Delivery[]): Promise<void> {
  let next = 0
  const send = async () => {
    while (next < deliveries.length) await sendUntilHeard(deliveries[next++]!)
  }
  await Promise.all(Array.from({ length: SENDERS }, send))
  await Promise.all(starts)
}

async function sendUntilHeard({ body, place }: Delivery): Promise<void> {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    // The one that it is meant for, or the next one that is up.
    const at = await until(
      'a process is up',
      async () => {
        const places = folders.map((_, i) => (place + tries + i) % PROCESSES)
        const up = places.find((i) => running[i] !== null)
        return up === undefined ? null : { up }
      },
      CALL_MS_MAX,
    )
    const service = running[at.up]!
    const status = await post(service, body).catch(() => null)
    if (status === null) broken += 1
    else statuses.set(status, (statuses.get(status) ?? 0) + 1)
    const isSame = running[at.up] === service
    if (isSame && --lives[at.up]! <= 0 && kills < KILLS_MAX) kill(at.up, service)
    if (status === 200) return
  }
  assert.fail(`never heard: ${body}`)
}

async function post({ baseUrl }: Started, body: string): Promise<number> {
  const timestamp = String(Math.floor(Date.now() / 1_000))
  const answer = await fetch(`${baseUrl}/api/v1/rails/sandbox/notifications`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-service-timestamp': timestamp,
      'x-service-signature': createHmac('sha512', railSecret)
        .update(`${timestamp}.`)
        .update(body)
        .digest('hex'),
    },
    body,
    signal: AbortSignal.timeout(CALL_MS_MAX),
  })
  await answer.arrayBuffer()
  return answer.status
}

/** One with a clock of its own, and the sandbox's memory of those that were killed. */
function laterProcess(): TestContext {
  const { baseUrl, now } = context
  const rails = sandboxRails({ memory: sandboxMemory(context.sql), baseUrl, now })
  return { ...context, rails: { test: rails, live: [] } }
}

type Booked = {
  businessId: string
  sessionId: string
  accountNumber: string
  amount: bigint
  senderName: string
  senderBankCode: string
  senderAccountNumber: string
  narration: string
  kind: Account['kind']
  state: string
}

/** By what the database holds: whichever story of a session came first is the one that counts. */
async function assertBookedOnce({ stories, unreadable }: Plan, accounts: Account[]) {
  const owners = new Map(accounts.map((account) => [account.number, account]))
  const booked = await context.sql<Booked[]>`
    select business_id, session_id, account_number, amount, sender_name, sender_bank_code,
      sender_account_number, narration, account_kind as kind, state
    from deposit
    union all
    select business_id, session_id, account_number, amount, sender_name, sender_bank_code,
      sender_account_number, narration, 'nobody', state
    from suspended_credit
  `
  assert.deepEqual(booked.map(({ sessionId }) => sessionId).sort(), [...stories.keys()].sort())

  const losing: string[] = []
  for (const row of booked) {
    const told = stories.get(row.sessionId)!
    const first = identityOf(row)
    const owner = owners.get(row.accountNumber)
    assert(told.has(first), `${first} is one of ${[...told.keys()].join(' and ')}`)
    assert.deepEqual([row.kind, row.businessId], [owner?.kind ?? 'nobody', owner?.owner ?? HOUSE])
    for (const [identity, { accountNumber }] of told) {
      if (identity === first) continue
      const other = owners.get(accountNumber)?.owner
      losing.push(`${other !== undefined && other === owner?.owner ? other : HOUSE} ${identity}`)
    }
  }
  assert(losing.length > (SESSIONS * ALTERED_PERCENT * 0.3) / 100, `${losing.length} were altered`)
  await assertQuarantined(losing, unreadable)
  assertPaidOnce(booked)
  await assertBalances(booked)
  await assertTold(booked)
}

/** Exactly the stories that lost, each with whom it concerns, and what could not be read. */
async function assertQuarantined(losing: string[], unreadable: string[]): Promise<void> {
  const kept = await context.sql<{ businessId: string; reason: string; content: string }[]>`
    select business_id, reason, session_id, content from deposit_quarantine
  `
  const altered = (kept as unknown as (Booked & { reason: string; content: string })[])
    .filter(({ reason }) => reason === 'altered')
    .map(({ businessId, sessionId, content }) => {
      return `${businessId} ${identityOf({ ...JSON.parse(content), sessionId })}`
    })
  assert.deepEqual(altered.sort(), losing.sort())
  const bodies = kept.filter(({ reason }) => reason === 'unreadable')
  assert.deepEqual(bodies.map(({ content }) => content).sort(), unreadable.toSorted())
}

/** Of what came to a one-off account in time and right, one pays; all the rest went back. */
function assertPaidOnce(booked: Booked[]): void {
  const byNumber = Map.groupBy(
    booked.filter(({ kind }) => kind === 'one_off'),
    ({ accountNumber }) => accountNumber,
  )
  assert(byNumber.size > ONE_OFF / 2, `${byNumber.size} one-off accounts`)
  for (const [number, rows] of byNumber) {
    const isPayable = rows.some(
      ({ amount, narration }) => amount === 500_000n && !narration.startsWith(LATE),
    )
    const states = rows.map(({ state }) => state).sort()
    const expected = rows.map((_, i) => (isPayable && i === 0 ? 'matched' : 'returned'))
    assert.deepEqual(states, expected, number)
  }
}

/** Worked out from the transfers alone, kobo by kobo. */
async function assertBalances(booked: Booked[]): Promise<void> {
  const expected = new Map<string, Record<string, bigint>>()
  for (const row of booked) {
    const sums = expected.get(row.businessId) ?? { wallet: 0n, fees: 0n, vat: 0n, suspense: 0n }
    expected.set(row.businessId, sums)
    const { fee, vat } = feesOf(row)
    if (row.kind === 'nobody') sums['suspense']! += row.amount
    else if (row.state === 'matched') sums['wallet']! += row.amount - fee - vat
    sums['fees']! += fee
    sums['vat']! += vat
  }
  const found = await context.sql<(Record<string, bigint> & { businessId: string })[]>`
    select business_id,
      coalesce(sum(sum) filter (where name in ('available', 'adjustments')), 0)::bigint as wallet,
      coalesce(sum(sum) filter (where name = 'fees'), 0)::bigint as fees,
      coalesce(sum(sum) filter (where name = 'vat'), 0)::bigint as vat,
      coalesce(sum(sum) filter (where name = 'suspense'), 0)::bigint as suspense
    from (
      select business_id, name, credits_posted - debits_posted as sum from ledger_account
    ) a
    group by business_id
  `
  const sums = new Map(found.map(({ businessId, ...row }) => [businessId, { ...row }]))
  for (const [businessId, one] of expected) assert.deepEqual(sums.get(businessId), one)
}

function feesOf({ kind, state, amount }: Booked): { fee: bigint; vat: bigint } {
  if (state !== 'matched' || kind === 'wallet') return { fee: 0n, vat: 0n }
  // ₦5,000.00 by the plan of the checkout; 1 %, at most ₦300.00, for a dedicated account.
  if (kind === 'one_off') return { fee: 17_500n, vat: 1_313n }
  const percent = (amount + 99n) / 100n
  const fee = percent < 30_000n ? percent : 30_000n
  return { fee, vat: (fee * 75n + 500n) / 1_000n }
}

async function assertTold(booked: Booked[]): Promise<void> {
  const counts = await context.sql<{ type: string; count: number }[]>`
    select type, count(*)::int as count from event group by type
  `
  const told = Object.fromEntries(counts.map(({ type, count }) => [type, count]))
  const of = (kind: string, ...states: string[]) =>
    booked.filter((row) => row.kind === kind && states.includes(row.state)).length
  const dedicated = of('dedicated', 'matched')
  assert.deepEqual(
    [told['transfer.received'], told['transaction.success'], told['bank_transfer.rejected']],
    [dedicated, dedicated + of('one_off', 'matched'), of('one_off', 'returned')],
  )
}
