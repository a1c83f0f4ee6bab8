import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { givenPayment, useApi } from '../../../test/api.ts'
import { assertBooksTie } from '../../../test/books.ts'
import { askForAccount, eventsOf, pay, transfer, verifyPayment } from '../../../test/payments.ts'
import { givenBusiness, useContext } from '../../../test/support.ts'
import { changeSettings } from '../../accounts/businesses/businesses.ts'
import { balancesOf } from '../../core/ledger/ledger.ts'
import { kobo } from '../../platform/money.ts'

const context = useContext()
const api = useApi(context)

afterEach(() => assertBooksTie(context))

test('a payment by transfer of exactly its amount succeeds and splits into net, fee and VAT', async () => {
  const business = await givenBusiness(context)
  const { access_code, reference } = await givenPayment(api, business)
  const account_number = await askForAccount(api, access_code)

  const { body } = await transfer(api, business, { account_number, amount: 500_000 })

  assert.equal(body.data.status, 'matched')
  const verified = await verifyPayment(api, business, reference)
  assert.equal(verified.status, 'success')
  assert.equal(verified.fees, 18_813)
  const { available, fees, vat, bank_clearing } = await balancesOf(context, business)
  assert.equal(available.posted, 10_000_000n + 481_187n)
  assert.equal(fees.posted, 17_500n)
  assert.equal(vat.posted, 1_313n)
  assert.equal(bank_clearing.posted, -500_000n)
})

test('a payment moves from pending to ongoing to success, and its record says how', async () => {
  const business = await givenBusiness(context)
  const { access_code, reference } = await givenPayment(api, business)
  const look = () => verifyPayment(api, business, reference)

  const created = await look()
  const account_number = await askForAccount(api, access_code)
  const awaited = await look()
  await transfer(api, business, {
    account_number,
    amount: 500_000,
    sender_name: 'Ngozi Sample',
    sender_bank_code: '058',
    sender_account_number: '0123456789',
    narration: 'Shoes',
  })
  const paid = await look()

  assert.deepEqual(
    [created, awaited, paid].map(({ status }) => status),
    ['pending', 'ongoing', 'success'],
  )
  for (const { paid_at, fees, fees_breakdown, net_amount, channel } of [created, awaited]) {
    assert.deepEqual([paid_at, fees, fees_breakdown, net_amount, channel], Array(5).fill(null))
  }
  assert.equal(paid.channel, 'bank_transfer')
  assert.deepEqual(paid.fees_breakdown, [
    { type: 'service', amount: 17_500 },
    { type: 'vat', amount: 1_313 },
  ])
  assert.equal(paid.net_amount, 481_187)
  assert.equal(paid.authorization.sender_account_number, '******6789')
  assert.equal(paid.authorization.receiver_account_number, account_number)
  assert.equal(paid.log.history.length, 2)
})

test('a card payment has the same fees, and the card network owes the money', async () => {
  const business = await givenBusiness(context)
  const { access_code, reference } = await givenPayment(api, business)

  const { body } = await pay(api, access_code, 'success')

  assert.equal(body.data.status, 'success')
  const { channel, authorization, log } = await verifyPayment(api, business, reference)
  assert.equal(channel, 'card')
  assert.deepEqual([authorization.bin, authorization.last4, log.attempts], ['408408', '4081', 1])
  const { available, card_clearing } = await balancesOf(context, business)
  assert.deepEqual([available.posted, card_clearing.posted], [10_481_187n, -500_000n])
})

// What the business wants, what the customer pays for it, what the service keeps of that.
const borne: [requested: number, amount: number, fees: number][] = [
  [100, 102, 2],
  [200_000, 203_279, 3_279],
  [245_969, 260_927, 14_958],
  [500_000, 519_121, 19_121],
  [20_000_000, 20_215_000, 215_000],
]
for (const [requested, amount, fees] of borne) {
  test(`a customer pays ${amount} kobo so that the business receives ${requested}`, async () => {
    const business = await givenBusiness(context)
    const { access_code, reference } = await givenPayment(api, business, {
      amount: requested,
      fee_bearer: 'customer',
    })
    const { body: status } = await api.get(`/checkout/${access_code}/status`)
    assert.equal(status.data.amount, amount)
    const account_number = await askForAccount(api, access_code)

    const less = await transfer(api, business, { account_number, amount: requested })
    const exact = await transfer(api, business, { account_number, amount })

    assert.deepEqual(
      [less, exact].map(({ body }) => body.data.status),
      ['unmatched', 'matched'],
    )
    const paid = await verifyPayment(api, business, reference)
    assert.deepEqual(
      [paid.amount, paid.requested_amount, paid.fees, paid.net_amount],
      [amount, requested, fees, amount - fees],
    )
    assert(paid.net_amount >= requested)
    const { available } = await balancesOf(context, business)
    assert.equal(available.posted, kobo(10_000_000 + amount - fees))
  })
}

test('with settlement on the next day, the money is pending', async () => {
  const business = await givenBusiness(context)
  await changeSettings(context, business, { settlement: 'T+1' })
  const { access_code } = await givenPayment(api, business)

  await pay(api, access_code, 'success')

  const { available, pending } = await balancesOf(context, business)
  assert.deepEqual([available.posted, pending.posted], [10_000_000n, 481_187n])
})

test('the fee is what the settings say when the money arrives, and is never more than the amount', async () => {
  const business = await givenBusiness(context)
  const { access_code, reference } = await givenPayment(api, business, { amount: 100 })
  await changeSettings(context, business, {
    checkoutFeeFlatFrom: kobo(0),
    checkoutFeeFlat: kobo(50_000),
  })

  await pay(api, access_code, 'success')

  const { fees, net_amount } = await verifyPayment(api, business, reference)
  assert.deepEqual([fees, net_amount], [100, 0])
  const balances = await balancesOf(context, business)
  assert.deepEqual([balances.fees.posted, balances.available.posted], [100n, 10_000_000n])
})

test('the largest amount that may be asked for is paid to the kobo', async () => {
  const business = await givenBusiness(context)
  const amount = 1_000_000_000_000
  const { access_code, reference } = await givenPayment(api, business, { amount })
  const account_number = await askForAccount(api, access_code)

  await transfer(api, business, { account_number, amount: amount - 1 })
  await transfer(api, business, { account_number, amount })

  const paid = await verifyPayment(api, business, reference)
  assert.deepEqual([paid.amount, paid.fees, paid.net_amount], [amount, 215_000, amount - 215_000])
})

test('amounts outside the limits are refused, never rounded', async () => {
  const business = await givenBusiness(context)
  for (const amount of [
    '99',
    '1000000000001',
    '9007199254740993',
    '1e20',
    '100.5',
    '"100"',
    '-100',
  ]) {
    const { status } = await api.post('/api/v1/transactions/initialize', {
      key: business.keys.secretKey,
      raw: `{"amount":${amount},"email":"ada@example.com","name":"Ada Example"}`,
    })
    assert.equal(status, 400, amount)
  }
})

test('a hundred calls of verify while a payment settles see all of it or none', async () => {
  const business = await givenBusiness(context)
  for (let round = 0; round < 5; round++) {
    const { access_code, reference } = await givenPayment(api, business)
    const account_number = await askForAccount(api, access_code)
    const seen: string[] = []
    const looking = Array.from({ length: 100 }, async (_, i) => {
      // Some before, some amidst, some behind.
      for (let turn = 0; turn < i; turn++) await new Promise(setImmediate)
      const { status, paid_at, fees, net_amount, channel } = await verifyPayment(
        api,
        business,
        reference,
      )
      const isPaid = status === 'success'
      seen.push(status)
      assert.deepEqual(
        [paid_at !== null, fees, net_amount, channel],
        isPaid ? [true, 18_813, 481_187, 'bank_transfer'] : [false, null, null, null],
      )
    })

    await Promise.all([transfer(api, business, { account_number, amount: 500_000 }), ...looking])

    assert.equal((await verifyPayment(api, business, reference)).status, 'success')
    // Once paid it is never seen unpaid again.
    assert.deepEqual(seen, seen.toSorted())
  }
})

test('once a payment is acknowledged, the next verify shows success', async () => {
  const business = await givenBusiness(context)
  const payments = await Promise.all(Array.from({ length: 50 }, () => givenPayment(api, business)))

  const seen = payments.map(async ({ access_code, reference }) => {
    const { body } = await pay(api, access_code, 'success')
    return [body.data.status, (await verifyPayment(api, business, reference)).status]
  })

  for (const one of await Promise.all(seen)) assert.deepEqual(one, ['success', 'success'])
})

test('a success has one event, with the record of verify', async () => {
  const business = await givenBusiness(context)
  const { access_code, reference } = await givenPayment(api, business, {
    metadata: { order: 7, note: 'ünïcode \u2028' },
  })

  await pay(api, access_code, 'success')

  const record = await verifyPayment(api, business, reference)
  assert.deepEqual(await eventsOf(context, business), [
    { type: 'transaction.success', data: record },
  ])
})

test('naira is in no field: every amount of a record is kobo', async () => {
  const business = await givenBusiness(context)
  const { access_code, reference } = await givenPayment(api, business, { amount: 12_345 })
  await pay(api, access_code, 'success')

  const { amount, requested_amount, fees, net_amount } = await verifyPayment(
    api,
    business,
    reference,
  )

  assert.deepEqual([amount, requested_amount], [12_345, 12_345])
  assert.equal(fees + net_amount, amount)
})
