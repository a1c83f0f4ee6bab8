import assert from 'node:assert/strict'
import { balancesOf } from '../src/core/ledger/ledger.ts'
import { runBatches } from '../src/money-out/batches/due.ts'
import { concludePayouts } from '../src/money-out/payouts/conclude.ts'
import { MINUTE, SECOND } from '../src/platform/clock.ts'
import { type Api, useApi } from './api.ts'
import { useSweep } from './crash-points.ts'
import { endEventsOf, runJobsOnce } from './payments.ts'
import { askForBatch, LINE, runBatchJobs, type Sent } from './payout-batches.ts'
import { bookedFor, FAILING_ACCOUNT, LATE_ACCOUNT, payoutsOf } from './payouts.ts'
import { type GivenBusiness, givenBusiness, useContext } from './support.ts'
import { untilDone } from './until-done.ts'

// Payout batches, stopped at each point; crash-points.ts says how. A line is paid once.

const TRIES_MAX = 8
const PLAY_MONEY = 10_000_000
const LINES = [
  { reference: 'salary-1' },
  { account_number: FAILING_ACCOUNT, amount: 300_000 },
  { account_number: LATE_ACCOUNT, amount: 400_000 },
]
/** For account numbers. */
let fresh = 0
const SPENT = LINE.amount + 400_000

const context = useContext()
const api = useApi(context)
const { process, broken, sweep } = useSweep(context)

type Given = { business: GivenBusiness; id: string }

sweep({
  name: 'creating a batch',
  passes: ['insert into payout_batch ', 'insert into payout_batch_line', 'commit'],
  given: async () => ({ business: await givenBusiness(context) }),
  run: ({ business }) => ask(broken, business),
  again: async ({ business }) => {
    assert.equal(await untilSettled(() => ask(api, business)), 201)
  },
  check: async ({ business }) => {
    const [only, ...others] = await batchesOf(business)
    assert.deepEqual([only.status, only.count, others.length], ['ready', 3, 0])
    assert.deepEqual(await payoutsOf(context, business), [])
  },
})

sweep({
  name: 'the name enquiries of a batch',
  passes: [
    'with due as',
    'bank rail: resolveAccount',
    'update payout_batch_line set',
    'update payout_batch set',
  ],
  // Names of accounts that were asked for before are remembered.
  given: () => {
    fresh += 3
    const lines = [0, 1, 2].map((i) => ({ account_number: String(2_000_000_000 + fresh + i) }))
    return givenCreated(lines)
  },
  run: () => runBatches(process.context),
  again: async () => {},
  check: async ({ business }) => {
    const [only] = await batchesOf(business)
    assert.deepEqual([only.status, only.names.found], ['ready', 3])
    assert.deepEqual(await payoutsOf(context, business), [])
  },
})

sweep({
  name: 'the start of a batch',
  passes: ['update payout_batch set', 'update payout_batch_line', 'commit'],
  given: () => givenReady(),
  run: (given) => send(broken, given),
  again: async (given) => {
    const status = await untilSettled(() => send(api, given))
    assert(status === 200 || status === 409, `${status}`)
  },
  check: assertPaid,
})

sweep({
  name: 'the payouts of a batch',
  passes: [
    'with due as',
    'bank rail: enquireBeneficiary',
    'update payout_batch_line set',
    'insert into payout',
    'select ledger_write',
    'commit',
    'bank rail: transfer',
    'select event_emit',
  ],
  given: async () => {
    const given = await givenReady()
    assert.equal(await send(api, given), 200)
    context.advance(1 * SECOND)
    return given
  },
  run: () => runBatches(process.context),
  again: async () => {},
  check: assertPaid,
})

sweep({
  name: 'the end of a batch',
  passes: ['with due as', 'update payout_batch set', 'select event_emit', 'commit'],
  given: async () => {
    const given = await givenReady()
    assert.equal(await send(api, given), 200)
    context.advance(1 * SECOND)
    await runBatches(context)
    for (let round = 0; round < 5; round++) {
      context.advance(1 * MINUTE)
      await untilDone(context, concludePayouts)
    }
    return given
  },
  run: () => runBatches(process.context),
  again: async () => {},
  check: assertPaid,
})

sweep({
  name: 'cancelling a batch',
  passes: ['update payout_batch set', 'update payout_batch_line set', 'commit'],
  given: () => givenReady(),
  run: (given) => cancel(broken, given),
  again: async (given) => {
    const status = await untilSettled(() => cancel(api, given))
    assert(status === 200 || status === 409, `${status}`)
  },
  check: async ({ business }) => {
    const [only] = await batchesOf(business)
    assert.deepEqual([only.status, only.progress.cancelled.count], ['cancelled', 3])
    assert.deepEqual(await payoutsOf(context, business), [])
  },
})

async function ask(through: Api, { keys }: GivenBusiness): Promise<number> {
  const { statusCode } = await through.app.inject({
    method: 'POST',
    url: '/api/v1/payout-batches',
    headers: { authorization: `Bearer ${keys.secretKey}`, 'idempotency-key': 'once' },
    payload: { payouts: LINES.map((line) => ({ ...LINE, ...line })) },
  })
  return statusCode
}

const send = (through: Api, given: Given) => act(through, given, 'send')
const cancel = (through: Api, given: Given) => act(through, given, 'cancel')

async function act(through: Api, { business, id }: Given, verb: string): Promise<number> {
  const { statusCode } = await through.app.inject({
    method: 'POST',
    url: `/api/v1/payout-batches/${id}/${verb}`,
    headers: { authorization: `Bearer ${business.keys.secretKey}` },
  })
  return statusCode
}

/** The same request again while the answer may be another, and the jobs run meanwhile. */
async function untilSettled(again: () => Promise<number>): Promise<number> {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const status = await again()
    if (status < 500 && !(status === 409 && tries === 0)) return status
    context.advance(1 * MINUTE)
    await runJobsOnce(context)
  }
  return assert.fail('there is an answer in the end')
}

/** Its lines are due, and so is the batch. */
async function givenCreated(lines: Sent[] = LINES): Promise<Given> {
  const business = await givenBusiness(context)
  const { body } = await askForBatch(api, business, lines)
  context.advance(4 * SECOND)
  return { business, id: body.data.id }
}

async function givenReady(): Promise<Given> {
  const given = await givenCreated()
  await runBatchJobs(context, 8)
  return given
}

async function batchesOf({ keys }: GivenBusiness) {
  const { body } = await api.get('/api/v1/payout-batches', { key: keys.secretKey })
  return body.data
}

async function assertPaid({ business }: Given): Promise<void> {
  const [batch] = await batchesOf(business)
  assert.equal(batch.status, 'completed')
  assert.deepEqual(batch.progress.success, { count: 2, amount: SPENT, stamp_duty: 0 })
  assert.deepEqual(batch.progress.failed, { count: 1, amount: 300_000, stamp_duty: 0 })
  const payouts = await payoutsOf(context, business)
  assert.equal(payouts.length, 3)
  for (const payout of payouts) {
    const end = payout.state === 'success' ? 'post_hold' : 'void_hold'
    assert.deepEqual(await bookedFor(context, payout), ['hold', end])
  }
  const types = (await endEventsOf(context, business)).map(({ type }) => type).sort()
  const wanted = ['payout.failed', 'payout.success', 'payout.success', 'payout_batch.completed']
  assert.deepEqual(types, wanted)
  const { available } = await balancesOf(context, business)
  assert.equal(available.available, available.posted, 'nothing is held')
  assert.equal(PLAY_MONEY - Number(available.available), SPENT)
}
