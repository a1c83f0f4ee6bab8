import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenPayment, useApi } from '../../../test/api.ts'
import {
  creditTo,
  deposited,
  givenAccount,
  givenDedicated,
  transfer,
} from '../../../test/payments.ts'
import { askForBatch } from '../../../test/payout-batches.ts'
import { LATE_ACCOUNT, PAYOUT } from '../../../test/payouts.ts'
import {
  type GivenBusiness,
  givenBusiness,
  type TestContext,
  useContext,
} from '../../../test/support.ts'
import { changeSettings } from '../../accounts/businesses/businesses.ts'
import { concludeDue } from '../../identity/conclude.ts'
import { runBatches } from '../../money-out/batches/due.ts'
import { concludePayouts } from '../../money-out/payouts/conclude.ts'
import { settleDue, backlogOf as settlementItems } from '../../money-out/settlements/settlements.ts'
import { enquireDue } from '../../payments/checkout/enquiries.ts'
import { returnDue } from '../../payments/deposits/return.ts'
import { sendReceipts } from '../../payments/receipts/receipts.ts'
import { sendDue } from '../../payments/refunds/send.ts'
import { abandonDue } from '../../payments/transactions/expire.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../platform/clock.ts'
import { type Backlog, backlogs } from './backlogs.ts'

const context = useContext()
const api = useApi(context)

const count = async (what: string) => {
  const found = (await backlogs(context)).find((one: Backlog) => one.what === what)
  assert(found, what)
  return found.count
}

const pay = (business: GivenBusiness, reference: string, body: object) =>
  api.post(`/api/v1/sandbox/transactions/${reference}/pay`, { key: business.keys.secretKey, body })

const arm = (business: GivenBusiness, rail: string, outcome: string) =>
  api.put(`/api/v1/sandbox/rails/${rail}`, {
    key: business.keys.secretKey,
    body: { outcome, times: 1 },
  })

/** How work becomes due, and the job that processes it. */
type Row = [
  what: string,
  begin: (business: GivenBusiness) => Promise<unknown>,
  waitMs: number,
  job: (context: TestContext) => Promise<unknown>,
]

const ROWS: Row[] = [
  ['expired transactions', (business) => givenPayment(api, business), 2 * DAY, abandonDue],
  [
    'returns',
    async (business) => {
      const { account_number: number } = await givenAccount(context, api, business)
      await deposited(context, creditTo(context, number, 1))
    },
    0,
    returnDue,
  ],
  ['payout batch lines', (business) => askForBatch(api, business, [{}]), 1 * SECOND, runBatches],
  [
    'card charges to query',
    async (business) => {
      const { reference } = await givenPayment(api, business)
      await arm(business, 'card', 'timeout')
      await pay(business, reference, { channel: 'card' })
    },
    5 * MINUTE,
    enquireDue,
  ],
  [
    'verifications to query',
    async (business) => {
      await arm(business, 'identity', 'timeout')
      const { secretKey: key } = business.keys
      const body = { type: 'BVN', number: '22222222299' }
      assert.equal((await api.post('/api/v1/bvn/verify', { key, body })).status, 504)
    },
    5 * MINUTE,
    concludeDue,
  ],
  [
    'refunds',
    async (business) => {
      const { reference } = await givenPayment(api, business)
      await pay(business, reference, { channel: 'card' })
      await arm(business, 'card', 'down')
      const { secretKey: key } = business.keys
      await api.post('/api/v1/refunds', { key, body: { transaction: reference } })
    },
    5 * MINUTE,
    sendDue,
  ],
  [
    'payouts',
    (business) =>
      api.post('/api/v1/payouts', {
        key: business.keys.secretKey,
        body: { ...PAYOUT, account_number: LATE_ACCOUNT },
      }),
    5 * MINUTE,
    concludePayouts,
  ],
  [
    'settlement items',
    async (business) => {
      await changeSettings(context, business, { settlement: 'T+1' })
      const { reference } = await givenPayment(api, business)
      await pay(business, reference, { channel: 'card' })
    },
    7 * DAY,
    settleDue,
  ],
  [
    'receipts',
    async (business) => {
      const { reference } = await givenPayment(api, business)
      await pay(business, reference, { channel: 'card' })
    },
    MINUTE,
    sendReceipts,
  ],
]

for (const [what, begin, waitMs, job] of ROWS) {
  test(`${what} are counted while they wait, and not when they are done`, async () => {
    // Processes what other tests have left.
    context.advance(HOUR)
    for (let turn = 0; turn < 20 && (await count(what)) > 0; turn++) await job(context)
    assert.equal(await count(what), 0)

    const business = await givenBusiness(context)
    await begin(business)
    if (waitMs >= DAY) assert.equal(await count(what), 0, 'not due so far')
    context.advance(waitMs)
    assert((await count(what)) >= 1)
    for (let turn = 0; turn < 50 && (await count(what)) > 0; turn++) {
      await job(context)
      if (turn % 10 === 9) context.advance(10 * MINUTE)
    }
    assert.equal(await count(what), 0)
  })
}

test('deliveries are counted over all queues, when they are due and not before', async () => {
  const before = await count('webhook deliveries')
  for (const shop of ['One', 'Two']) {
    const business = await givenBusiness(context, shop)
    const { secretKey: key } = business.keys
    const url = 'https://shop.invalid/hooks'
    await api.put('/api/v1/webhooks', { key, body: { url, dedicated_virtual_account_url: url } })
    for (let event = 0; event < 3; event++) {
      const { reference } = await givenPayment(api, business)
      await pay(business, reference, { channel: 'card' })
    }
    // The queue of webhooks, with the event of the deposit.
    const { account_number } = await givenDedicated(api, business)
    await transfer(api, business, { account_number, amount: 250_000 })
  }
  assert.equal(await count('webhook deliveries'), before + 10)
  await context.sql`
    update delivery set next_at = next_at + interval '1 day'
    where event_id = (select max(event_id::text)::uuid from delivery where state = 'pending')
  `
  assert.equal(await count('webhook deliveries'), before + 9, 'one of a queue is not due')
  await context.sql`
    update delivery set next_at = next_at + interval '1 day' where state = 'pending'
  `
  assert.equal(await count('webhook deliveries'), 0)
})

test('no more is counted than anybody wants to know', async () => {
  const business = await givenBusiness(context)
  await changeSettings(context, business, { settlement: 'T+1' })
  for (let payment = 0; payment < 3; payment++) {
    const { reference } = await givenPayment(api, business)
    await pay(business, reference, { channel: 'card' })
  }
  context.advance(7 * DAY)
  const all = await settlementItems(context, 10)
  assert(all >= 3 && all < 10)
  assert.equal(await settlementItems(context, 2), 2)
})
