import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import fc from 'fast-check'
import { setWallet } from '../../../packages/devkit/sandbox/sandbox.ts'
import { useApi } from '../../../test/api.ts'
import { assertBooksTie } from '../../../test/books.ts'
import { scaled } from '../../../test/scale.ts'
import {
  arrives,
  assertSettlementsTie,
  givenLater,
  givenNumber,
  paidByCard,
  settleAt,
  settlementDayOf,
  standing,
} from '../../../test/settlements.ts'
import { givenSplit, givenSubaccounts } from '../../../test/splits.ts'
import {
  asOwner,
  contextOn,
  disconnect,
  type GivenBusiness,
  givenBusiness,
  until,
  useContext,
} from '../../../test/support.ts'
import { begin } from '../../payments/refunds/begin.ts'
import { HOUR } from '../../platform/clock.ts'
import { dayOf } from '../../platform/lagos.ts'
import { kobo } from '../../platform/money.ts'
import { Refusal } from '../../platform/refusal.ts'
import { deleteAnnounced, settleDue, settleNow, upsertAnnounced } from './settlements.ts'

const PLAY_MONEY = 10_000_000
const AMOUNT = 1_000_000
/** After the fee of 1 % and its VAT. */
const NET = 989_250
const RACES = scaled(500, 50)
const RUNS = 25

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
beforeEach(async () => {
  business = await givenLater(context)
})
afterEach(async () => {
  await assertSettlementsTie(context)
  await assertBooksTie(context)
})

const own = async () => (await standing(context, business))[0]!
const waiting = [PLAY_MONEY, NET]
const settled = [PLAY_MONEY + NET, 0]

test('with instant settlement, nothing waits', async () => {
  const instant = await givenBusiness(context)
  const [subaccount = ''] = await givenSubaccounts(api, instant, 1)
  const split = await givenSplit(api, instant, [{ subaccount_id: subaccount, share: 20 }])

  await arrives(context, await givenNumber(api, instant, split), AMOUNT, context.now())
  await paidByCard(api, instant, { split_code: split })

  const [mine, theirs] = await standing(context, instant, [subaccount])
  // The fee of the card's ₦5,000.00 is ₦188.13 with VAT.
  const given = 200_000 + 100_000
  assert.deepEqual(
    [mine, theirs],
    [
      [PLAY_MONEY + NET + 481_187 - given, 0],
      [given, 0],
    ],
  )
  assert.deepEqual(await settleNow(context, instant), [])
})

// In November 2026 the 16th is a Monday. Lagos is an hour ahead of UTC all year.
const days: [what: string, paid: string, isDueAt: string][] = [
  ['the last moment of a Monday', '2026-11-16T22:59:59.999Z', '2026-11-16T23:00:00.000Z'],
  ['the first moment of a Tuesday', '2026-11-16T23:00:00.000Z', '2026-11-17T23:00:00.000Z'],
  ['a Friday', '2026-11-20T10:00:00.000Z', '2026-11-22T23:00:00.000Z'],
  ['a Saturday', '2026-11-21T10:00:00.000Z', '2026-11-22T23:00:00.000Z'],
  ['the last moment of a Sunday', '2026-11-22T22:59:59.999Z', '2026-11-22T23:00:00.000Z'],
  ['the day before Independence Day', '2026-09-30T10:00:00.000Z', '2026-10-01T23:00:00.000Z'],
  ['Independence Day itself', '2026-10-01T10:00:00.000Z', '2026-10-01T23:00:00.000Z'],
  ['Maundy Thursday', '2026-04-02T10:00:00.000Z', '2026-04-06T23:00:00.000Z'],
  ['New Year’s Eve', '2026-12-31T10:00:00.000Z', '2027-01-03T23:00:00.000Z'],
]
for (const [what, paid, isDueAt] of days) {
  test(`what was paid on ${what} waits until its next working day in Lagos, not a millisecond longer`, async () => {
    await arrives(context, await givenNumber(api, business), AMOUNT, new Date(paid))

    await settleAt(context, new Date(Date.parse(isDueAt) - 1))
    assert.deepEqual(await own(), waiting)
    await settleAt(context, new Date(isDueAt))
    assert.deepEqual(await own(), settled)
  })
}

test('an announced holiday delays settlement; once it is removed, the money is due at once', async () => {
  const day = { day: '2026-11-17', isHoliday: true, name: 'Eid', announcedBy: 'an operator' }
  const noon = new Date('2026-11-17T11:00:00Z')
  const paid = new Date('2026-11-16T10:00:00Z')
  await arrives(context, await givenNumber(api, business), AMOUNT, paid)

  await upsertAnnounced(context.sql, day, context.now())
  await settleAt(context, noon)
  assert.deepEqual(await own(), waiting)

  assert(await deleteAnnounced(context.sql, day.day))
  await settleAt(context, noon)
  assert.deepEqual(await own(), settled)
  assert.equal(await deleteAnnounced(context.sql, day.day), false)
})

test('a computed holiday that is announced as a working day is one', async () => {
  const day = { day: '2026-10-01', isHoliday: false, name: 'Work', announcedBy: 'an operator' }
  const noon = new Date('2026-10-01T11:00:00Z')
  const paid = new Date('2026-09-30T10:00:00Z')
  await arrives(context, await givenNumber(api, business), AMOUNT, paid)

  await settleAt(context, noon)
  assert.deepEqual(await own(), waiting)
  await upsertAnnounced(context.sql, day, context.now())
  await settleAt(context, noon)
  assert.deepEqual(await own(), settled)
  await deleteAnnounced(context.sql, day.day)
})

test('two workers that settle together many times move each kobo once', async () => {
  const other = contextOn(context.database)
  const codes = await givenSubaccounts(api, business, 2)
  const shares = codes.map((subaccount) => ({ subaccount_id: subaccount, share: 25 }))
  const number = await givenNumber(api, business, await givenSplit(api, business, shares))
  const paid = new Date('2026-11-16T10:00:00Z')
  const at = { now: () => new Date('2026-11-17T10:00:00Z') }
  let both = 0
  for (let round = 1; round <= RACES; round++) {
    await Promise.all([0, 1, 2].map(() => arrives(context, number, AMOUNT, paid)))

    const done = await Promise.all([context, other].map((one) => settleDue({ ...one, ...at })))

    assert.equal(done[0]! + done[1]!, 3, 'each account is settled by one of the two')
    if (done[0]! > 0 && done[1]! > 0) both += 1
    const mine = round * 3 * (NET - 500_000)
    const theirs = [round * 750_000, 0]
    assert.deepEqual(await standing(context, business, codes), [
      [PLAY_MONEY + mine, 0],
      theirs,
      theirs,
    ])
  }
  assert(both > 0, 'both did their part of a round')
  await disconnect(other)
})

test('of two that take the same items, the second waits and finds none', async () => {
  const other = contextOn(context.database)
  const paid = new Date('2026-11-16T10:00:00Z')
  await arrives(context, await givenNumber(api, business), AMOUNT, paid)

  const [first, second] = await Promise.all([context, other].map((one) => settleNow(one, business)))

  assert.deepEqual([first!.length + second!.length, await own()], [1, settled])
  await disconnect(other)
})

test('while one worker settles, another settles none of its items', async () => {
  const other = contextOn(context.database)
  const paid = new Date('2026-11-16T10:00:00Z')
  await arrives(context, await givenNumber(api, business), AMOUNT, paid)
  const { businessId } = business

  const second = await asOwner(context, (owner) =>
    owner.begin(async (sql) => {
      // The first has taken the items and waits for the account.
      await sql`select from ledger_account where business_id = ${businessId} for update`
      const asked = [settleNow(context, business), settleNow(other, business)]
      await until('both wait', async () => {
        const waiters = await owner`
          select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'
        `
        return waiters.length === 2
      })
      return { asked }
    }),
  )

  const settlements = (await Promise.all(second.asked)).flat()
  assert.deepEqual(
    settlements.map(({ amount, items }) => [Number(amount), items]),
    [[NET, 1]],
  )
  assert.deepEqual(await own(), settled)
  await disconnect(other)
})

test('one run of the job settles more accounts than it reads at once', async () => {
  const codes = await givenSubaccounts(api, business, 102)
  const paid = new Date('2026-11-16T10:00:00Z')
  for (const some of [codes.slice(0, 50), codes.slice(50, 100), codes.slice(100)]) {
    const shares = some.map((subaccount) => ({ subaccount_id: subaccount, share: 1 }))
    const split = await givenSplit(api, business, shares)
    await arrives(context, await givenNumber(api, business, split), AMOUNT, paid)
  }

  await settleDue({ ...context, now: () => new Date('2026-11-17T10:00:00Z') })

  const [mine, ...theirs] = await standing(context, business, codes)
  assert.deepEqual(mine, [PLAY_MONEY + 3 * NET - 102 * 10_000, 0])
  assert.deepEqual(
    theirs,
    codes.map(() => [10_000, 0]),
  )
})

test('an account that cannot be settled does not delay other businesses', async () => {
  const other = await givenLater(context)
  const paid = new Date('2026-11-16T10:00:00Z')
  for (const one of [business, other]) {
    await arrives(context, await givenNumber(api, one), AMOUNT, paid)
  }
  const { businessId } = business
  const freeze = (held: number) =>
    asOwner(
      context,
      (sql) => sql`
        update ledger_account set debits_pending = ${held}
        where business_id = ${businessId} and mode = 'test' and name = 'pending'
      `,
    )
  const at = new Date('2026-11-17T10:00:00Z')

  await freeze(1)
  await settleAt(context, at)
  await freeze(0)

  assert.deepEqual(await own(), waiting)
  const others = (await standing(context, other))[0]
  await settleAt(context, at)
  assert.deepEqual([others, await own()], [settled, settled])
})

test('a refund larger than what is due waits for more', async () => {
  await setWallet(context, business, kobo(0))
  const number = await givenNumber(api, business)
  await arrives(context, number, 100_000, new Date('2026-11-16T10:00:00Z'))
  const transaction = await arrives(context, number, AMOUNT, new Date('2026-11-17T10:00:00Z'))
  const amount = kobo(300_000)
  await begin(context, business, { transaction, amount, reason: null, effectId: null })
  const left = 98_925 + NET - 300_000
  assert.deepEqual(await own(), [0, left])

  await settleAt(context, new Date('2026-11-17T10:00:00Z'))
  assert.deepEqual(await own(), [0, left], 'what is due is less than what was sent back')
  await settleAt(context, new Date('2026-11-18T10:00:00Z'))
  assert.deepEqual(await own(), [left, 0])
})

// A plain model: a list of unsettled payments with times, and of refunds without.
type Item = { account: number; amount: number; at: Date | null }
const BEGINNING = new Date('2026-09-25T23:00:00Z')
/** Over a weekend and Independence Day, in quarters of an hour. */
const moments = fc
  .integer({ min: 0, max: 10 * 24 * 4 })
  .map((quarters) => new Date(BEGINNING.getTime() + quarters * (HOUR / 4)))
const steps = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('pay' as const),
      at: moments,
      amount: fc.integer({ min: 100, max: 5_000_000 }),
      isShared: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('settle' as const), at: moments }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('refund' as const),
      which: fc.nat(),
      amount: fc.integer({ min: 1, max: 3_000_000 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('settle all' as const) }) },
)

test('after any payments, refunds and settlements, each item settles once, on its day, to its account', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 4, maxLength: 14 }), async (taken) => {
      const play = await givenPlay()
      for (const step of taken) {
        switch (step.does) {
          case 'pay':
            await play.pay(step.at, step.amount, step.isShared)
            break
          case 'refund':
            await play.refund(step.which, step.amount)
            break
          case 'settle':
            await settleAt(context, step.at)
            play.settle((at) => settlementDayOf(dayOf(at), new Map()) <= dayOf(step.at))
            break
          case 'settle all':
            await settleNow(context, play.owner)
            play.settle(() => true)
        }
        assert.deepEqual(await standing(context, play.owner, play.codes), play.expected())
      }
    }),
    { numRuns: RUNS },
  )
})

/** A business without play money that shares some payments with one subaccount. */
async function givenPlay() {
  const owner = await givenLater(context)
  await setWallet(context, owner, kobo(0))
  const codes = await givenSubaccounts(api, owner, 1)
  const split = await givenSplit(api, owner, [{ subaccount_id: codes[0]!, share: 40 }])
  const numbers = [await givenNumber(api, owner), await givenNumber(api, owner, split)]
  let items: Item[] = []
  const available = [0, 0]
  const payments: { id: string; left: number }[] = []
  const sumOf = (some: Item[]) => some.reduce((sum, { amount }) => sum + amount, 0)
  const of = (account: number) => items.filter((item) => item.account === account)
  return {
    owner,
    codes,
    expected: () => [0, 1].map((account) => [available[account]!, sumOf(of(account))]),
    async pay(at: Date, amount: number, isShared: boolean) {
      const id = await arrives(context, numbers[isShared ? 1 : 0]!, amount, at)
      payments.push({ id, left: amount })
      const entries = await context.sql<{ credit: string; amount: bigint }[]>`
        select credit_account as credit, amount from ledger_entry where cause_id = ${id}
      `
      for (const { credit, amount: part } of entries) {
        if (!credit.startsWith('pending')) continue
        items.push({ account: credit === 'pending' ? 0 : 1, amount: Number(part), at })
      }
    },
    async refund(which: number, amount: number) {
      const payment = payments[which % payments.length]
      if (payment === undefined) return
      const input = { transaction: payment.id, amount: kobo(amount), reason: null, effectId: null }
      const refused = await begin(context, owner, input).then(
        () => null,
        (error: unknown) => (error instanceof Refusal ? error.code : assert.fail(String(error))),
      )
      if (amount > payment.left) return assert.equal(refused, 'refund_too_large')
      // Stamp duty comes whole from the first balance that has so much.
      const duty = amount >= 1_000_000 ? 5_000 : 0
      const pendingDuty = duty > available[0]! ? duty : 0
      const left = available[0]! - (duty - pendingDuty)
      const pending = sumOf(of(0)) - pendingDuty
      const isPoor = (pendingDuty > 0 && pending < 0) || amount > left + pending
      if (isPoor) return assert.equal(refused, 'insufficient_balance')
      assert.equal(refused, null)
      payment.left -= amount
      const fromPending = Math.max(0, amount - left) + pendingDuty
      available[0]! -= amount + duty - fromPending
      if (fromPending > 0) items.push({ account: 0, amount: -fromPending, at: null })
    },
    settle(isDue: (at: Date) => boolean) {
      for (const account of [0, 1]) {
        const due = of(account).filter(({ at }) => at === null || isDue(at))
        if (sumOf(due) <= 0) continue
        available[account]! += sumOf(due)
        items = items.filter((item) => !due.includes(item))
      }
    },
  }
}
