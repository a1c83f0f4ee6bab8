import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import {
  type Bank,
  givenBank,
  givenShare,
  givenSubaccount,
  payoutsOf,
  withBank,
} from '../../../test/payouts.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../../../test/support.ts'
import { untilDone } from '../../../test/until-done.ts'
import { type SubaccountId, subaccountCode } from '../../payments/splits/subaccounts.ts'
import { DAY, HOUR, MINUTE } from '../../platform/clock.ts'
import { kobo } from '../../platform/money.ts'
import { concludePayouts } from './conclude.ts'
import { payDue } from './subaccounts.ts'

// A bank account that returns payouts is not paid again and again.

const SHARE = 50_000

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
let bank: Bank
let subaccountId: SubaccountId
beforeEach(async () => {
  business = await givenBusiness(context)
  bank = givenBank(['sends'], ['has it back'])
  subaccountId = (await givenSubaccount(context, business)).subaccountId
})

const giveMore = () => givenShare(context, business, subaccountId, kobo(SHARE))
const run = () => untilDone(withBank(context, bank), payDue, concludePayouts)
/** Runs the jobs for everything due within this time. */
async function after(ms: number): Promise<number> {
  context.advance(ms)
  await run()
  return countSent()
}
/** Earlier tests have left payouts too. */
async function countSent(): Promise<number> {
  const payouts = await payoutsOf(context, business)
  return payouts.filter(({ askedAt }) => askedAt !== null).length
}
const isStopped = async () => {
  const path = `/api/v1/subaccounts/${subaccountCode(subaccountId)}`
  const { body } = await api.get(path, { key: business.keys.secretKey })
  return body.data.payouts_stopped as boolean
}
const giveAccount = (accountNumber: string) => context.sql`
  update subaccount set account_number = ${accountNumber}
  where business_id = ${business.businessId} and mode = 'test'
    and subaccount_id = ${subaccountId}
`

test('a returned payout is sent again after an hour, six and a day, then only to another account', async () => {
  await giveMore()
  await run()
  assert.equal(await countSent(), 1)

  for (const [at, waitMs] of [1 * HOUR, 6 * HOUR, 1 * DAY].entries()) {
    const sent = at + 1
    assert.equal(await after(10 * MINUTE), sent, 'it has come back')
    await giveMore()
    assert.equal(await after(waitMs - 1 * MINUTE), sent, 'more money is no reason to try sooner')
    assert.equal(await isStopped(), false)
    assert.equal(await after(1 * MINUTE), sent + 1, `after ${waitMs / HOUR} h`)
  }
  await after(10 * MINUTE)
  for (let days = 0; days < 5; days++) assert.equal(await after(10 * DAY), 4)
  await giveMore()
  assert.equal(await after(HOUR), 4)
  assert.equal(await isStopped(), true)

  bank.words = ['tells']
  await giveAccount('0123456780')
  assert.equal(await after(HOUR), 5)
  assert.equal(await isStopped(), false)
  await giveAccount('0000000018')
  assert.equal(await isStopped(), true, 'the old account is still one that gives back')
})

test('a payout that was not returned resets the count', async () => {
  await giveMore()
  await run()
  await after(10 * MINUTE)
  await after(1 * HOUR)
  await after(10 * MINUTE)
  bank.words = ['tells']
  assert.equal(await after(6 * HOUR), 3)
  // The last enquiry.
  for (let days = 0; days < 9; days++) await after(1 * DAY)

  bank.words = ['has it back']
  await giveMore()
  await run()
  await after(10 * MINUTE)
  assert.equal(await after(1 * HOUR - 1 * MINUTE), 4)
  assert.equal(await after(1 * MINUTE), 5, 'an hour again')
})
