import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenPayment, useApi } from '../../../test/api.ts'
import { freshNumber, givenVerification } from '../../../test/contract/identity-calls.ts'
import { asking, type Said } from '../../../test/login-routes.ts'
import { givenDedicated, pay, verifyPayment } from '../../../test/payments.ts'
import { arrives, paidByCard } from '../../../test/settlements.ts'
import {
  disconnect,
  givenBusiness,
  givenLive,
  givenProcess,
  until,
  useContext,
} from '../../../test/support.ts'
import { HOUSE } from '../../core/context.ts'
import { settingsOf } from '../businesses/businesses.ts'
import { operatorRoutes } from './operator.routes.ts'

// The fees that an operator sets.

const context = useContext()
const api = useApi(context)

const operator = asking(
  context,
  operatorRoutes(async () => {}),
)({
  businessId: HOUSE,
  mode: 'test',
})

const UNKNOWN = '01990000-0000-7000-8000-000000000000'
const FEES = {
  checkout_fee_basis_points: 150,
  checkout_fee_flat: 10_000,
  checkout_fee_flat_from: 250_000,
  checkout_fee_max: 200_000,
  dedicated_fee_basis_points: 100,
  dedicated_fee_max: 30_000,
}

function said({ status, body }: Said): [number, string] {
  return [status, body.code]
}

const detail = async (id: string) => (await operator('GET', `/operator/businesses/${id}`)).body.data
const setFees = (id: string, body: object) =>
  operator('PUT', `/operator/businesses/${id}/fees`, body)

test('changed fees apply to the next payment in this process', async () => {
  const business = await givenBusiness(context)
  const other = await givenBusiness(context, 'Other Store')
  const waiting = await givenPayment(api, business, { amount: 1_000_000 })

  const { status, body } = await setFees(business.businessId, {
    mode: 'test',
    checkout_fee_basis_points: 200,
    checkout_fee_flat: 5_000,
  })

  assert.equal(status, 200)
  assert.deepEqual(body.data.modes[0].fees, {
    ...FEES,
    checkout_fee_basis_points: 200,
    checkout_fee_flat: 5_000,
  })
  await pay(api, waiting.access_code, 'success')
  const paid = await verifyPayment(api, business, waiting.reference)
  assert.deepEqual(paid.fees_breakdown, [
    { type: 'service', amount: 25_000 },
    { type: 'vat', amount: 1_875 },
  ])
  assert.deepEqual((await detail(other.businessId)).modes[0].fees, FEES)
})

test('changed fees apply in every process within a second', async () => {
  const business = await givenBusiness(context)
  const elsewhere = await givenProcess(context)
  assert.equal((await settingsOf(elsewhere, business)).dedicatedFeeMax, 30_000n)

  await setFees(business.businessId, { mode: 'test', dedicated_fee_max: 0 })

  const known = async () => (await settingsOf(elsewhere, business)).dedicatedFeeMax === 0n
  await until('the other process knows', known)
  await disconnect(elsewhere)
})

test('each mode has its own fees, and live fees need active live mode', async () => {
  const { businessId } = await givenBusiness(context)
  const change = { mode: 'live', checkout_fee_basis_points: 90 }
  assert.deepEqual(said(await setFees(businessId, change)), [403, 'not_enabled'])

  await givenLive(context, businessId)
  const { body } = await setFees(businessId, change)

  assert.deepEqual(
    body.data.modes.map(({ fees }: { fees: typeof FEES }) => fees.checkout_fee_basis_points),
    [150, 90],
  )
})

const EXTREMES: [name: string, fees: object, service: number][] = [
  ['none', { checkout_fee_basis_points: 0, checkout_fee_flat: 0 }, 0],
  ['capped at nothing', { checkout_fee_max: 0 }, 0],
  [
    'all of it',
    { checkout_fee_basis_points: 10_000, checkout_fee_max: 1_000_000_000_000 },
    500_000,
  ],
  [
    'more than all of it',
    {
      checkout_fee_flat: 10_000_000,
      checkout_fee_flat_from: 0,
      checkout_fee_max: 1_000_000_000_000,
    },
    500_000,
  ],
]
for (const [name, fees, service] of EXTREMES) {
  test(`a payment can be made and the books are right where the fee is ${name}`, async () => {
    const business = await givenBusiness(context)
    await setFees(business.businessId, { mode: 'test', ...fees })

    const reference = await paidByCard(api, business, { amount: 500_000 })

    const paid = await verifyPayment(api, business, reference)
    assert.equal(paid.status, 'success')
    assert.equal(paid.fees_breakdown[0]?.amount ?? 0, service)
  })
}

test('a business reads what it pays in its mode, and that is what is taken', async () => {
  context.rails.live = [context.rails.test]
  const business = await givenBusiness(context)
  const other = await givenBusiness(context, 'Other Store')
  const live = await givenLive(context, business.businessId)
  await setFees(business.businessId, {
    mode: 'test',
    ...{ checkout_fee_basis_points: 275, checkout_fee_flat: 5_000 },
    ...{ checkout_fee_flat_from: 400_000, checkout_fee_max: 180_000 },
    ...{ dedicated_fee_basis_points: 250, dedicated_fee_max: 99_000 },
  })
  const show = async (key: string) => (await api.get('/api/v1/settings/fees', { key })).body.data

  const shown = await show(business.keys.secretKey)

  assert.deepEqual(shown, {
    domain: 'test',
    checkout: { basis_points: 275, flat: 5_000, flat_from: 400_000, max: 180_000 },
    dedicated: { basis_points: 250, flat: 0, flat_from: 0, max: 99_000 },
    vat_basis_points: 750,
    stamp_duty: { amount: 5_000, from_amount: 1_000_000 },
    identity_fee: 5_000,
  })
  const begins = {
    checkout: { basis_points: 150, flat: 10_000, flat_from: 250_000, max: 200_000 },
    dedicated: { basis_points: 100, flat: 0, flat_from: 0, max: 30_000 },
    ...{ vat_basis_points: 750, stamp_duty: { amount: 5_000, from_amount: 1_000_000 } },
    identity_fee: 5_000,
  }
  assert.deepEqual(await show(live.secretKey), { domain: 'live', ...begins })
  assert.deepEqual(await show(other.keys.secretKey), { domain: 'test', ...begins })

  const { checkout, vat_basis_points, identity_fee } = shown
  const service = (500_000 * checkout.basis_points) / 10_000 + checkout.flat
  const reference = await paidByCard(api, business, { amount: 500_000 })
  assert.deepEqual((await verifyPayment(api, business, reference)).fees_breakdown, [
    { type: 'service', amount: service },
    { type: 'vat', amount: Math.round((service * vat_basis_points) / 10_000) },
  ])
  const taken = async () => (await detail(business.businessId)).modes[0].balances.fees
  const before = await taken()
  await givenVerification(api, business, { number: freshNumber() })
  assert.equal(await taken(), before + identity_fee)
})

test('a deposit pays the fee of dedicated accounts', async () => {
  const business = await givenBusiness(context)
  await setFees(business.businessId, { mode: 'test', dedicated_fee_basis_points: 300 })
  const { account_number } = await givenDedicated(api, business)

  await arrives(context, account_number, 500_000, context.now())

  assert.equal((await detail(business.businessId)).modes[0].balances.fees, 15_000)
})

const WRONG_FEES: [name: string, body: object, field: string, code: string][] = [
  ['no mode', { checkout_fee_flat: 1 }, 'mode', 'required'],
  ['a mode that there is not', { mode: 'both' }, 'mode', 'not_allowed'],
  [
    'more than all',
    { mode: 'test', checkout_fee_basis_points: 10_001 },
    'checkout_fee_basis_points',
    'too_large',
  ],
  ['less than nothing', { mode: 'test', checkout_fee_flat: -1 }, 'checkout_fee_flat', 'too_small'],
  [
    'a flat part beyond ₦100,000',
    { mode: 'test', checkout_fee_flat: 10_000_001 },
    'checkout_fee_flat',
    'too_large',
  ],
  ['half a kobo', { mode: 'test', checkout_fee_max: 0.5 }, 'checkout_fee_max', 'invalid_type'],
  [
    'an amount as a text',
    { mode: 'test', dedicated_fee_max: '100' },
    'dedicated_fee_max',
    'invalid_type',
  ],
  ['nothing where the mode belongs', { mode: null }, 'mode', 'not_allowed'],
  [
    'an amount beyond the greatest',
    { mode: 'test', checkout_fee_flat_from: 1_000_000_000_001 },
    'checkout_fee_flat_from',
    'too_large',
  ],
]
for (const [name, body, field, code] of WRONG_FEES) {
  test(`fees with ${name} are refused, and nothing changes`, async () => {
    const { businessId } = await givenBusiness(context)
    const answer = await setFees(businessId, { checkout_fee_max: 1, ...body })
    assert.deepEqual(said(answer), [400, 'invalid_request'])
    assert.deepEqual(
      answer.body.errors.map((error: { field: string; code: string }) => [error.field, error.code]),
      [[field, code]],
    )
    assert.deepEqual((await detail(businessId)).modes[0].fees, FEES)
  })
}

test('fees that are not sent keep their value, and nothing else can be changed this way', async () => {
  const { businessId } = await givenBusiness(context)
  const more = { settlement: 'T+1', live_activated_at: 'now', businessId: UNKNOWN, receipts: false }
  await setFees(businessId, { mode: 'test', dedicated_fee_basis_points: null, ...more })
  const [mode] = (await detail(businessId)).modes
  assert.deepEqual(
    [mode.fees, mode.settings.settlement, mode.settings.receipts],
    [FEES, 'instant', true],
  )
})

test('concurrent changes of different fees all take effect', async () => {
  const { businessId } = await givenBusiness(context)
  const wanted = Object.fromEntries(Object.keys(FEES).map((name, i) => [name, 1_000 + i]))

  await Promise.all(
    Object.entries(wanted).map(([name, value]) =>
      setFees(businessId, { mode: 'test', [name]: value }),
    ),
  )

  assert.deepEqual((await detail(businessId)).modes[0].fees, wanted)
})

test('of two operators who change the fees they have read, the second is told', async () => {
  const { businessId } = await givenBusiness(context)
  const path = `/operator/businesses/${businessId}`
  const { tag } = await operator('GET', path)
  const change = (flat: number, ifMatch: string) =>
    operator(
      'PUT',
      `${path}/fees`,
      { mode: 'test', checkout_fee_flat: flat },
      { 'if-match': ifMatch },
    )

  const both = await Promise.all([change(1_000, tag), change(2_000, tag)])

  const told = both.find(({ status }) => status !== 200)
  const made = both.find(({ status }) => status === 200)
  assert.deepEqual([told?.status, told?.body.code], [412, 'version_conflict'])
  assert.deepEqual((await detail(businessId)).modes[0].fees, made?.body.data.modes[0].fees)
  assert.equal((await operator('GET', path)).tag, made?.tag)
  assert.equal((await change(3_000, made!.tag)).status, 200)
})
