import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import { assertBooksTie, assertSettled } from '../../../test/books.ts'
import { breakable } from '../../../test/faults.ts'
import { endEventsOf, runJobs } from '../../../test/payments.ts'
import {
  askToPay,
  type Bank,
  bookedFor,
  FAILING_ACCOUNT,
  givenBank,
  givenShare,
  givenSubaccount,
  LATE_ACCOUNT,
  PAYOUT,
  payoutsOf,
  withBank,
} from '../../../test/payouts.ts'
import { stopNow } from '../../../test/stopped-clock.ts'
import {
  contextOn,
  disconnect,
  type GivenBusiness,
  givenBusiness,
  type TestContext,
  useContext,
} from '../../../test/support.ts'
import { untilDone } from '../../../test/until-done.ts'
import { changeSettings } from '../../accounts/businesses/businesses.ts'
import { balancesOf, partyBalancesOf } from '../../core/ledger/ledger.ts'
import { type SubaccountId, subaccountCode } from '../../payments/splits/subaccounts.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../platform/clock.ts'
import { publicId } from '../../platform/ids.ts'
import { kobo } from '../../platform/money.ts'
import { concludePayouts } from './conclude.ts'
import { payDue } from './subaccounts.ts'

const context = useContext()
stopNow(context)
const api = useApi(context)

const MINIMUM = 5_000
const SHARE = 70_000

let business: GivenBusiness
beforeEach(async () => {
  business = await givenBusiness(context)
})
afterEach(async () => {
  // The next test must not pay what this one leaves.
  await context.sql`update subaccount set active = false where mode = 'test'`
  await assertBooksTie(context)
})

test('the whole balance of a subaccount is paid out to its bank account, with an event', async () => {
  const { subaccountId, accountNumber } = await givenSubaccount(context, business)
  await giveTo(subaccountId, SHARE)

  await allPaid()

  const [payout, ...others] = await payoutsOf(context, business)
  assert(payout && others.length === 0)
  assert.deepEqual(
    [payout.state, payout.subaccountId, payout.accountNumber, payout.amount],
    ['success', subaccountId, accountNumber, BigInt(SHARE)],
  )
  assert.deepEqual(await bookedFor(context, payout), ['hold', 'post_hold'])
  const told = (await endEventsOf(context, business)).find(({ type }) => /^payout/.test(type))
  assert.equal(told?.type, 'payout.success')
  assert.equal(told.data.subaccount_id, publicId('subaccount', subaccountId))
  assert.equal(await shareOf(subaccountId), 0)
  const { available } = await balancesOf(context, business)
  assert.equal(available.available, 10_000_000n, 'the wallet of the business has no part in it')
  await assertSettled(context)
})

test('a balance below the minimum waits, and one at the minimum is paid', async () => {
  const { subaccountId } = await givenSubaccount(context, business)
  await giveTo(subaccountId, MINIMUM - 1)
  await allPaid()
  assert.deepEqual(await payoutsOf(context, business), [])

  await giveTo(subaccountId, 1)
  await allPaid()

  assert.deepEqual(await amountsOf(), [MINIMUM])
})

test('a business sets its own minimum', async () => {
  await changeSettings(context, business, { subaccountPayoutMin: kobo(SHARE + 1) })
  const { subaccountId } = await givenSubaccount(context, business)
  await giveTo(subaccountId, SHARE)
  await allPaid()
  assert.deepEqual(await payoutsOf(context, business), [])

  await giveTo(subaccountId, 1)
  await allPaid()

  assert.deepEqual(await amountsOf(), [SHARE + 1])
})

test('a subaccount without new money is not looked at', async () => {
  const { subaccountId } = await givenSubaccount(context, business)
  await givenSubaccount(context, business)
  await giveTo(subaccountId, MINIMUM - 1)

  assert.equal(await payDue(context), 1)
  assert.equal(await payDue(context), 0)
  context.advance(30 * DAY)
  assert.equal(await payDue(context), 0)
})

test('money that arrives during a payout is paid by the next one', async () => {
  const { subaccountId } = await givenSubaccount(context, business, {
    accountNumber: LATE_ACCOUNT,
  })
  await giveTo(subaccountId, SHARE)
  await allPaid()
  await giveTo(subaccountId, 2 * SHARE)
  await allPaid()
  assert.deepEqual(await amountsOf('pending'), [SHARE], 'one at a time')

  await runJobs(context)

  assert.deepEqual(await amountsOf('success'), [SHARE, 2 * SHARE])
})

test('a failed payout is tried again after an hour, then two, and never later than a day', async () => {
  const { subaccountId } = await givenSubaccount(context, business, {
    accountNumber: FAILING_ACCOUNT,
  })
  await giveTo(subaccountId, SHARE)
  await allPaid()
  assert.deepEqual(await amountsOf('failed'), [SHARE])

  for (const hours of [1, 2, 4, 8, 16, 24, 24]) {
    const before = (await payoutsOf(context, business)).length
    context.advance(hours * HOUR - 1 * MINUTE)
    // More money does not shorten the wait.
    await giveTo(subaccountId, 1)
    await allPaid()
    assert.equal((await payoutsOf(context, business)).length, before, `before ${hours} h`)
    context.advance(1 * MINUTE)
    await allPaid()
    assert.equal((await payoutsOf(context, business)).length, before + 1, `after ${hours} h`)
  }
  assert.equal(await shareOf(subaccountId), SHARE + 7, 'all of it is there')
})

test('after a success the first wait is an hour again', async () => {
  const { subaccountId } = await givenSubaccount(context, business)
  const bank = givenBank(['fails', 'fails', 'sends', 'fails', 'sends'])
  const process = withBank(context, bank)
  await giveTo(subaccountId, SHARE)
  for (const hours of [0, 1, 2]) {
    context.advance(hours * HOUR)
    await allPaid(process)
  }
  assert.deepEqual(await amountsOf('success'), [SHARE])

  await giveTo(subaccountId, SHARE)
  await allPaid(process)
  context.advance(1 * HOUR)
  await allPaid(process)

  assert.deepEqual(await amountsOf('success'), [SHARE, SHARE])
})

for (const [what, kind, waitMs] of [
  ['is down', 'unavailable', 5 * MINUTE],
  ['does not answer', 'unknown', 5 * MINUTE],
  ['knows no such account', 'not_found', 1 * HOUR],
] as const) {
  test(`where the bank, asked whose account it is, ${what}, nothing is written, and it is asked again`, async () => {
    const { subaccountId } = await givenSubaccount(context, business)
    const bank: Bank = { ...givenBank(), beneficiary: async () => ({ kind }) }
    await giveTo(subaccountId, SHARE)

    await allPaid(withBank(context, bank))
    context.advance(waitMs - 10 * SECOND)
    await allPaid()
    assert.deepEqual(await payoutsOf(context, business), [])
    context.advance(10 * SECOND)
    await allPaid()

    assert.deepEqual(await amountsOf('success'), [SHARE])
  })
}

test('a switched-off subaccount keeps its balance, and is paid when switched on', async () => {
  const { subaccountId } = await givenSubaccount(context, business)
  await giveTo(subaccountId, SHARE)
  await setActive(subaccountId, false)
  await allPaid()
  assert.deepEqual(await payoutsOf(context, business), [])

  await setActive(subaccountId, true)
  context.advance(1 * HOUR)
  await allPaid()

  assert.deepEqual(await amountsOf('success'), [SHARE])
})

for (const [what, change, paidTo] of [
  ['given another account', { accountNumber: '0123456780' }, ['0123456780']],
  ['switched off', { active: false }, []],
] as const) {
  test(`one that is ${what} while the bank is asked is not paid as it was before`, async () => {
    const { subaccountId } = await givenSubaccount(context, business)
    await giveTo(subaccountId, SHARE)
    const looking = breakable(context)
    looking.arm({
      point: 3,
      when: 'after',
      does: async () => {
        await context.sql`
          update subaccount set ${context.sql(change)}
          where business_id = ${business.businessId} and mode = 'test'
            and subaccount_id = ${subaccountId}
        `
      },
    })
    await payDue(looking.context)
    assert.equal(looking.disarm()[2], 'bank rail: enquireBeneficiary')
    assert.deepEqual(await payoutsOf(context, business), [], 'nothing is begun from what was read')

    await allPaid()

    const paid = (await payoutsOf(context, business)).map(({ accountNumber }) => accountNumber)
    assert.deepEqual(paid, paidTo)
  })
}

test('money that arrives during the check is not overlooked', async () => {
  const { subaccountId } = await givenSubaccount(context, business)
  await giveTo(subaccountId, MINIMUM - 1)
  const looking = breakable(context)
  // It has read that there is too little, and has not written that yet.
  looking.arm({ point: 3, when: 'before', does: () => giveTo(subaccountId, 1) })
  await payDue(looking.context)
  assert.deepEqual(looking.disarm()[2], 'begin')
  await allPaid()

  assert.deepEqual(await amountsOf('success'), [MINIMUM])
})

for (const [what, accountNumber, end] of [
  ['has been paid', PAYOUT.account_number, 'success'],
  ['is being paid', LATE_ACCOUNT, 'pending'],
] as const) {
  test(`a worker that froze past its lease makes no second payout to who ${what} by another`, async () => {
    const { subaccountId } = await givenSubaccount(context, business, { accountNumber })
    const frozen = breakable(context)
    await giveTo(subaccountId, SHARE)
    frozen.arm({
      point: 5,
      when: 'before',
      does: async () => {
        context.advance(3 * MINUTE)
        await payDue(context)
        // Enough for a second payout, if two could be pending.
        if (end === 'pending') await giveTo(subaccountId, SHARE)
      },
    })
    await payDue(frozen.context)
    const [, , third, , fifth] = frozen.disarm()
    assert.deepEqual([third, fifth], ['bank rail: enquireBeneficiary', 'begin'])

    assert.deepEqual(await amountsOf(), [SHARE])
    assert.deepEqual(await amountsOf(end), [SHARE])
    context.advance(3 * MINUTE)
    await runJobs(context)
    assert((await amountsOf('success')).length === (end === 'pending' ? 2 : 1))
  })
}

test('with thirty subaccounts, two workers and arriving money, each is paid everything, one payout at a time', async () => {
  const all = await Promise.all(
    Array.from({ length: 30 }, () => givenSubaccount(context, business)),
  )
  const bank = givenBank()
  const workers = [contextOn(context.database), contextOn(context.database)]
  const processes = workers.map((worker) => withBank(worker, bank))

  const coming = all.flatMap(({ subaccountId }) =>
    [SHARE, SHARE, 1].map((amount) => giveTo(subaccountId, amount)),
  )
  const working = [...processes, ...processes].map(async (process) => {
    for (let round = 0; round < 10; round++) await allPaid(process)
  })
  await Promise.all([...coming, ...working])
  await runJobs(context)

  for (const { subaccountId } of all) {
    const left = await shareOf(subaccountId)
    assert(left < MINIMUM, `${left} kobo are left`)
  }
  const paid = (await payoutsOf(context, business)).reduce((sum, { amount }) => sum + amount, 0n)
  const left = await Promise.all(all.map(({ subaccountId }) => shareOf(subaccountId)))
  const expected = all.length * (2 * SHARE + 1) - left.reduce((sum, one) => sum + one, 0)
  assert.equal(Number(paid), expected)
  assert.equal(new Set(bank.sent).size, bank.sent.length, 'none is sent twice')
  await Promise.all(workers.map(disconnect))
})

test('a list shows the payouts of one subaccount, and refuses an invalid code', async () => {
  const one = await givenSubaccount(context, business)
  const two = await givenSubaccount(context, business)
  for (const { subaccountId } of [one, two, one]) {
    await giveTo(subaccountId, SHARE)
    await allPaid()
  }
  await askToPay(api, business)
  const list = (query: string) =>
    api.get(`/api/v1/payouts?${query}`, { key: business.keys.secretKey })

  const [id, code] = [publicId('subaccount', one.subaccountId), subaccountCode(one.subaccountId)]
  const { body } = await list(`subaccount=${code}`)

  assert.deepEqual(
    body.data.map(({ subaccount_id }: { subaccount_id: string }) => subaccount_id),
    [id, id],
  )
  assert.equal(body.meta.total, 2)
  assert.equal((await list('')).body.meta.total, 4)
  for (const wrong of ['ACCT_', 'x', `${code}A`, code.slice(5), 'ACCT_%00']) {
    const { status, body } = await list(`subaccount=${wrong}`)
    assert.deepEqual([status, body.errors[0].field], [400, 'subaccount'], wrong)
  }
})

async function giveTo(subaccountId: SubaccountId, amount: number): Promise<void> {
  await givenShare(context, business, subaccountId, kobo(amount))
}

/** Runs the job until nothing is due. */
async function allPaid(process: TestContext = context): Promise<void> {
  await untilDone(process, payDue, concludePayouts)
}

async function amountsOf(state?: string): Promise<number[]> {
  const rows = await payoutsOf(context, business)
  return rows.filter((row) => state === undefined || row.state === state).map(amountIn)
}

function amountIn({ amount }: { amount: bigint }): number {
  return Number(amount)
}

async function shareOf(subaccountId: SubaccountId): Promise<number> {
  const [share] = await partyBalancesOf(context, business, [subaccountId])
  return Number(share?.available)
}

async function setActive(subaccountId: SubaccountId, active: boolean): Promise<void> {
  await context.sql`
    update subaccount set active = ${active}
    where business_id = ${business.businessId} and mode = 'test'
      and subaccount_id = ${subaccountId}
  `
}
