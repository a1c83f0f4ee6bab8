import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { givenPayment, useApi } from '../../../test/api.ts'
import {
  creditTo,
  givenAccount,
  givenDedicated,
  notify,
  pay,
  runJobs,
  transfer,
} from '../../../test/payments.ts'
import { givenBusiness, useContext } from '../../../test/support.ts'
import { assign, listWaiting, suspend } from '../../payments/deposits/suspend.ts'
import { DAY } from '../../platform/clock.ts'
import { publicId } from '../../platform/ids.ts'
import { createMeter } from './meters.ts'

// cowrie_payments_total counts each payment that ends once, with its outcome.

const { meter, registry } = createMeter({ version: '0.0.0', commit: 'none' })
const context = useContext()
context.meter = meter
const api = useApi(context)

beforeEach(() => registry.resetMetrics())

test('a payment by card is counted when it succeeds, and when it fails for good', async () => {
  const business = await givenBusiness(context)
  const paid = await givenPayment(api, business)
  await pay(api, paid.access_code, 'declined')
  assert.deepEqual(await counted(), [])
  await pay(api, paid.access_code, 'success')
  await pay(api, paid.access_code, 'success')
  assert.deepEqual(await counted(), ['success test card sandbox 1'])

  const failed = await givenPayment(api, business)
  for (let tries = 0; tries < 6; tries++) await pay(api, failed.access_code, 'declined')
  await runJobs(context)
  assert.deepEqual(await counted(), ['failed test card sandbox 1', 'success test card sandbox 1'])
})

test('a transfer that pays is counted once, however often the bank tells', async () => {
  const { business, account_number } = await givenAccount(context, api)
  await transfer(api, business, { account_number, amount: 1 })
  assert.deepEqual(await counted(), [])
  const credit = creditTo(context, account_number, 500_000)
  for (let times = 0; times < 2; times++) await notify(api, context, credit)
  await runJobs(context)
  assert.deepEqual(await counted(), ['success test bank_transfer sandbox 1'])

  const dedicated = await givenDedicated(api, business)
  await transfer(api, business, { account_number: dedicated.account_number, amount: 7_000 })
  assert.deepEqual(await counted(), [
    'success test bank_transfer sandbox 1',
    'success test dedicated_virtual_account sandbox 1',
  ])
})

test('money in suspense is counted when it is assigned as a payment, and not in a wallet', async () => {
  const business = await givenBusiness(context)
  const { account_number } = await givenDedicated(api, business)
  const { body } = await api.get('/api/v1/balance', { key: business.keys.secretKey })
  for (const accountNumber of [account_number, body.data.account.account_number]) {
    const credit = creditTo(context, `nobody ${accountNumber}`, 9_000)
    await suspend(context, 'test', 'sandbox', credit)
    const waiting = (await listWaiting(context, 'test')).at(-1)!
    assert.equal(waiting.sessionId, credit.sessionId)
    const suspendedCredit = publicId('suspended_credit', waiting.suspendedCreditId)
    await assign(context, 'test', { suspendedCredit, accountNumber, by: 'an operator' })
  }

  assert.deepEqual(await counted(), ['success test dedicated_virtual_account sandbox 1'])
})

test('a payment that nobody pays is abandoned, once', async () => {
  const business = await givenBusiness(context)
  await givenPayment(api, business)
  context.advance(30 * DAY)
  await runJobs(context)
  await runJobs(context)
  assert.deepEqual(await counted(), ['abandoned test none none 1'])
})

async function counted(): Promise<string[]> {
  const metric = await registry.getSingleMetric('cowrie_payments_total')!.get()
  return metric.values
    .map(({ labels, value }) =>
      [labels['outcome'], labels['mode'], labels['channel'], labels['rail'], value].join(' '),
    )
    .toSorted()
}
