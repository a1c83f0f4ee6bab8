import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import { assertBooksTie, assertSettled } from '../../../test/books.ts'
import { endEventsOf } from '../../../test/payments.ts'
import {
  bookedFor,
  givenBank,
  givenShare,
  givenSubaccount,
  PAYOUT,
  payOut,
  payoutsOf,
  REVERSING_ACCOUNT,
  withBank,
} from '../../../test/payouts.ts'
import {
  contextOn,
  disconnect,
  type GivenBusiness,
  givenBusiness,
  useContext,
} from '../../../test/support.ts'
import { balancesOf, partyBalancesOf } from '../../core/ledger/ledger.ts'
import { DAY, HOUR, MINUTE } from '../../platform/clock.ts'
import { kobo } from '../../platform/money.ts'
import { concludePayouts, enquireAboutTransfer } from './conclude.ts'
import type { Payout } from './payouts.sql.ts'
import { keyOf, toWirePayout } from './payouts.ts'
import { payDue } from './subaccounts.ts'

// A transfer that was sent and then returned.

const context = useContext()
const api = useApi(context)
const AMOUNT = BigInt(PAYOUT.amount)

let business: GivenBusiness
beforeEach(async () => {
  business = await givenBusiness(context)
})
afterEach(async () => {
  await assertBooksTie(context)
  // The jobs of the next test must not find open payouts of this one.
  const never = new Date('2100-01-01')
  await context.sql`update payout set next_at = ${never} where next_at is not null`
})

test('a returned payout is booked back, with an event beside its success', async () => {
  const before = (await balancesOf(context, business)).available.available
  const { payoutId } = await payOut(context, business, { accountNumber: REVERSING_ACCOUNT })
  const sent = await only()
  assert.equal(sent.state, 'success')

  for (let i = 0; i < 3; i++) await lookAfter(1 * HOUR)

  const back = await only()
  assert.deepEqual([back.state, back.failure, back.nextAt], ['reversed', 'account_closed', null])
  assert.equal(back.sessionId, sent.sessionId)
  assert.deepEqual(await bookedFor(context, back), ['hold', 'post_hold', 'post'])
  assert.equal((await balancesOf(context, business)).available.available, before)
  assert.deepEqual(await endEventsOf(context, business), [
    { type: 'payout.success', data: toWirePayout(sent) },
    { type: 'payout.reversed', data: toWirePayout(back) },
  ])
  const { body } = await api.get(`/api/v1/payouts/po_${payoutId.replaceAll('-', '')}`, {
    key: business.keys.secretKey,
  })
  assert.deepEqual(body.data, toWirePayout(back))
  assert.equal(body.data.reversed_at, back.reversedAt?.toISOString())
  await assertSettled(context)
})

test('a sent payout is enquired about five times in four days, then no more', async () => {
  const bank = givenBank()
  const process = withBank(context, bank)
  await payOut(process, business)

  const looks: number[] = []
  for (let minutes = 10; minutes <= 12 * 24 * 60; minutes += 10) {
    context.advance(10 * MINUTE)
    if ((await concludePayouts(process)) > 0) looks.push(minutes)
  }

  const hours = looks.map((minutes) => Math.round(minutes / 60))
  assert.deepEqual(hours, [0, 1, 7, 31, 103])
  assert.equal((await only()).nextAt, null)
  assert.equal(bank.asked.length, 1, 'never asked for again')
})

test('enquiries to a bank that is silent about a sent payout end', async () => {
  const process = withBank(context, givenBank(['sends'], ['is silent']))
  await payOut(process, business)

  for (let day = 0; day < 30; day++) {
    context.advance(1 * DAY)
    await concludePayouts(process)
  }

  assert.deepEqual([(await only()).state, (await only()).nextAt], ['success', null])
})

test('after success, `not_found` or `failed` from the bank changes nothing', async () => {
  const said: string[] = []
  const bank = givenBank(['sends'], ['knows nothing'])
  const scripted = withBank(context, bank)
  const error = (_fields: object, message: string) => void said.push(message)
  const process = { ...scripted, log: { ...scripted.log, error } }
  await payOut(process, business)

  context.advance(1 * HOUR)
  await concludePayouts(process)

  assert.equal((await only()).state, 'success')
  assert.equal(bank.asked.length, 1)
  assert.deepEqual(said, ['the bank reports a different outcome of a payout'])
})

for (const reference of [null, 'PAY-1']) {
  const named = reference === null ? 'one' : 'one with a reference'
  test(`news of ${named} that was sent long ago makes it asked about at once`, async () => {
    const bank = givenBank()
    const process = withBank(context, bank)
    const payout = await payOut(process, business, { reference })
    const [{ rail }, key] = [payout, keyOf(payout)]
    for (let day = 0; day < 20; day++) {
      context.advance(1 * DAY)
      await concludePayouts(process)
    }
    bank.words = ['has it back']

    await enquireAboutTransfer(process, 'test', rail, key)
    await concludePayouts(process)

    assert.equal((await only()).state, 'reversed')
    await enquireAboutTransfer(process, 'test', rail, key)
    assert.equal(await concludePayouts(process), 0, 'that is the end of it')
  })
}

test('of concurrent reports of a return, one is booked', async () => {
  const bank = givenBank(['sends'], ['has it back'])
  const worker = contextOn(context.database)
  const processes = [context, worker, context, worker].map((one) => withBank(one, bank))
  const { payoutId, rail } = await payOut(processes[0]!, business)
  const arrived = Promise.withResolvers<void>()
  let count = 0
  for (const { rails } of processes) {
    const { bank: scripted } = rails.test
    const { enquireTransfer } = scripted
    scripted.enquireTransfer = async (request) => {
      count += 1
      if (count === processes.length) arrived.resolve()
      await arrived.promise
      return enquireTransfer(request)
    }
  }

  const asking: Promise<number>[] = []
  for (const [i, process] of processes.entries()) {
    await enquireAboutTransfer(process, 'test', rail, payoutId)
    asking.push(concludePayouts(process))
    while (count <= i) await new Promise((resolve) => setImmediate(resolve))
  }
  await Promise.all(asking)

  assert.equal(bank.enquired.length, processes.length, 'all have heard it')
  assert.deepEqual(await bookedFor(context, await only()), ['hold', 'post_hold', 'post'])
  const told = (await endEventsOf(context, business)).map(({ type }) => type)
  assert.deepEqual(told, ['payout.success', 'payout.reversed'])
  await disconnect(worker)
})

test('a returned payout of a subaccount is credited to it and paid out again an hour later', async () => {
  const { subaccountId } = await givenSubaccount(context, business)
  await givenShare(context, business, subaccountId, kobo(AMOUNT))
  const bank = givenBank(['sends'], ['has it back', 'tells'])
  const process = withBank(context, bank)
  await payDue(process)
  context.advance(10 * MINUTE)

  await concludePayouts(process)
  await payDue(process)

  const [share] = await partyBalancesOf(context, business, [subaccountId])
  assert.equal(share?.available, AMOUNT)
  assert.equal(bank.asked.length, 1)
  context.advance(1 * HOUR)
  await payDue(process)
  assert.equal(bank.asked.length, 2)
})

async function only(): Promise<Payout> {
  const [payout, ...others] = await payoutsOf(context, business)
  assert(payout && others.length === 0)
  return payout
}

async function lookAfter(ms: number): Promise<void> {
  context.advance(ms)
  await concludePayouts(context)
}
