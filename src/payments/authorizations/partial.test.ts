import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import { assertBooksTie, assertSettled } from '../../../test/books.ts'
import { useKeptCards } from '../../../test/kept-cards.ts'
import { eventsOf } from '../../../test/payments.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../../../test/support.ts'
import { naira } from '../../platform/money.ts'
import { record } from '../checkout/card-outcome.ts'
import type { CardAttempt } from '../checkout/checkout.ts'
import { change } from '../transactions/transactions.ts'

// Kept cards that have less than the amount: a business may take what there is.

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
beforeEach(async () => {
  business = await givenBusiness(context)
})
afterEach(() => assertBooksTie(context))
const { credentials, givenCode, charge, withCharge } = useKeptCards(context, api, () => business)

test('a card that has too little pays what it has, if the business takes less', async () => {
  const authorization_code = await givenCode('kept_short')
  const asked = { authorization_code, reference: 'again-1', at_least: 50_000 }

  const { status, data } = await charge(asked)
  const again = await charge(asked)

  assert.deepEqual([status, data.status], [200, 'success'])
  const { amount, requested_amount, fees, net_amount } = data.transaction
  assert.deepEqual([amount, requested_amount, net_amount], [100_000, 500_000, 100_000 - fees])
  assert.equal(again.data.transaction.id, data.transaction.id)
  const told = (await eventsOf(context, business)).findLast(
    ({ type }) => type === 'transaction.success',
  )
  assert.equal(told?.data.amount, 100_000)
  const refund = { transaction: 'again-1' }
  const { body } = await api.post('/api/v1/refunds', { ...credentials(), body: refund })
  assert.equal(body.data.amount, 100_000)
  await assertSettled(context)
})

test('a card that has less than the least, or pays for another request, is not charged', async () => {
  const authorization_code = await givenCode('kept_short')
  const asked = { authorization_code, reference: 'again-1' }

  const whole = await charge(asked)
  const other = await charge({ ...asked, at_least: 50_000 })
  const tooMuch = await charge({ ...asked, reference: 'again-2', at_least: 100_001 })

  assert.deepEqual(
    [whole, tooMuch].map(({ data }) => [data.status, data.decline_reason]),
    [
      ['failed', 'insufficient_funds'],
      ['failed', 'insufficient_funds'],
    ],
  )
  assert.deepEqual([other.status, other.code], [409, 'duplicate_reference'])
})

test('a least amount that is no amount, or too much, is refused by its name', async () => {
  const authorization_code = await givenCode('kept_short')

  assert.equal((await charge({ authorization_code, at_least: 500_000 })).status, 200)
  for (const at_least of [0, 99, -1, 100.5, '50000', 500_001, 1e20]) {
    const { status, errors } = await charge({ authorization_code, at_least })

    assert.equal(status, 400, `${at_least}`)
    assert.deepEqual(
      errors.map(({ field }: { field: string }) => field),
      ['at_least'],
    )
  }
})

test('less than the amount that pays a closed payment is given back as it was charged', async () => {
  const authorization_code = await givenCode('kept_short')
  await withCharge(
    async () => ({ kind: 'unknown' }),
    () => charge({ authorization_code, reference: 'again-1', at_least: 50_000 }),
  )
  const [attempt] = await context.sql<CardAttempt[]>`
    select * from card_attempt
    where business_id = ${business.businessId} and state = 'unknown'
  `
  const { transactionId: id, mode } = attempt!
  await change(context, { ...business, mode, id }, () => ({ status: 'abandoned' as const }))

  await record(context, attempt!, { kind: 'approved', authorization: null, charged: naira(700) })

  const [after] = await context.sql<CardAttempt[]>`
    select * from card_attempt where attempt_id = ${attempt!.attemptId}
      and business_id = ${business.businessId} and mode = ${mode}
  `
  assert.deepEqual([after!.state, after!.amount], ['surplus', naira(700)])
  await assertBooksTie(context)
})
