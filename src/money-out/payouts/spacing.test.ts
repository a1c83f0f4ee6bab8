import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import { type Bank, givenBank, PAYOUT, payOut, payoutsOf, withBank } from '../../../test/payouts.ts'
import { stopNow } from '../../../test/stopped-clock.ts'
import {
  type GivenBusiness,
  givenBusiness,
  type TestContext,
  useContext,
} from '../../../test/support.ts'
import { untilDone } from '../../../test/until-done.ts'
import { MINUTE, SECOND } from '../../platform/clock.ts'
import { concludePayouts } from './conclude.ts'

// A rail may take an equal second transfer for a duplicate and refuse it. If it declares that,
// the second is sent later.

const APART_MS = 150 * SECOND

const context = useContext()
stopNow(context)
useApi(context)

let business: GivenBusiness
let bank: Bank
let process: TestContext
beforeEach(async () => {
  business = await givenBusiness(context)
  bank = givenBank()
  process = apart(withBank(context, bank))
  // The payouts of the previous test are long past.
  context.advance(10 * MINUTE)
})

function apart(on: TestContext): TestContext {
  const { test } = on.rails
  const bank = { ...test.bank, equalTransfersApartMs: APART_MS }
  return { ...on, rails: { ...on.rails, test: { ...test, bank } } }
}

const jobs = () => untilDone(process, concludePayouts)
const equal = (more: object = {}) => payOut(process, business, more)

test('equal payouts of all businesses are requested one after the other, apart in time', async () => {
  const other = await givenBusiness(context)
  const first = await equal()
  const second = await equal()
  assert.deepEqual([first.state, second.state], ['success', 'pending'])
  assert.equal(second.askedAt, null)

  context.advance(APART_MS - 1 * SECOND)
  await jobs()
  assert.equal(bank.sent.length, 1)
  context.advance(1 * SECOND)
  await jobs()
  assert.equal(bank.sent.length, 2)
  const third = await payOut(process, other)
  assert.equal(third.state, 'pending')
  context.advance(APART_MS)
  await jobs()

  assert.equal(bank.sent.length, 3)
  const states = (await payoutsOf(context, business)).map(({ state }) => state)
  assert.deepEqual(states, ['success', 'success'])
})

test('any number of equal payouts wait', async () => {
  const other = await givenBusiness(context)
  await equal()

  const waiting = [await equal(), await payOut(process, other)]

  assert.deepEqual(
    waiting.map(({ state, askedAt }) => [state, askedAt]),
    Array(2).fill(['pending', null]),
  )
  assert.equal(bank.sent.length, 1)
})

test('payouts with another amount, account, bank or rail do not wait', async () => {
  await equal()
  for (const other of [
    { amount: PAYOUT.amount + 1 },
    { accountNumber: '0123456780' },
    { bankCode: '044' },
  ]) {
    assert.equal((await equal(other)).state, 'success', JSON.stringify(Object.keys(other)))
  }
  const plain = withBank(context, bank)
  assert.equal((await payOut(plain, business)).state, 'success')
  const { test } = process.rails
  const rails = { ...process.rails, test: { ...test, bank: { ...test.bank, name: 'another' } } }
  assert.equal((await payOut({ ...process, rails }, business)).state, 'success')
})
