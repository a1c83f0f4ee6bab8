import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { setWallet } from '../../../packages/devkit/sandbox/sandbox.ts'
import { useApi } from '../../../test/api.ts'
import { assertBooksTie } from '../../../test/books.ts'
import {
  arrives,
  assertSettlementsTie,
  givenLater,
  givenNumber,
  settleAt,
  standing,
} from '../../../test/settlements.ts'
import { asOwner, type GivenBusiness, useContext } from '../../../test/support.ts'
import { EVENTS_TOPIC } from '../../core/events/webhooks.ts'
import { begin } from '../../payments/refunds/begin.ts'
import { later } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { kobo } from '../../platform/money.ts'
import { COUNTED_MAX } from '../../platform/paging.ts'
import { pageOfItems } from './items.ts'
import { settleDue, settleNow } from './settlements.ts'

// A settlement at its limits: one kobo, nothing, a failure, and more rows than a request has
// time for.

const AMOUNT = 100_000
/** After the fee of 1 % and its VAT. */
const NET = 98_925
const PAID = new Date('2026-11-16T10:00:00Z')
const DUE = new Date('2026-11-17T10:00:00Z')

const context = useContext()
const api = useApi(context)
const at = (moment: Date) => ({ ...context, now: () => moment })

let business: GivenBusiness
beforeEach(async () => {
  business = await givenLater(context)
  await setWallet(context, business, kobo(0))
})
afterEach(async () => {
  await assertSettlementsTie(context)
  await assertBooksTie(context)
})

test('a settlement can be of one kobo', async () => {
  await givenPaymentLess(NET - 1)

  await settleAt(context, DUE)

  assert.deepEqual(await standing(context, business), [[1, 0]])
})

test('a refund of everything pending leaves nothing to settle until there is more', async () => {
  await givenPaymentLess(NET)

  await settleAt(context, DUE)
  assert.deepEqual(await itemsOfEach(), [])
  await arrives(context, await givenNumber(api, business), AMOUNT, PAID)
  await settleAt(context, DUE)

  assert.deepEqual(await itemsOfEach(), [3])
  assert.deepEqual(await standing(context, business), [[NET, 0]])
})

test('a settlement includes payments before midnight and excludes those at midnight', async () => {
  const number = await givenNumber(api, business)
  const midnight = new Date('2026-11-16T23:00:00Z')
  await arrives(context, number, AMOUNT, later(midnight, -1))
  await arrives(context, number, AMOUNT, midnight)

  await settleAt(context, DUE)

  assert.deepEqual(await itemsOfEach(), [1])
  assert.deepEqual(await standing(context, business), [[NET, NET]])
})

test('a failure is thrown after all others are settled, and settles nothing', async () => {
  const other = await givenLater(context)
  for (const one of [business, other]) {
    await arrives(context, await givenNumber(api, one), AMOUNT, PAID)
  }
  const { businessId, mode } = business
  const item = {
    businessId,
    mode,
    account: `pending/${newId(PAID)}`,
    causeId: newId(PAID),
    kind: 'payment',
    amount: 5,
    occurredAt: PAID,
  }
  await context.sql`insert into settlement_item ${context.sql(item)}`

  await assert.rejects(settleDue(at(DUE)), { code: '23503' })

  const left = await asOwner(
    context,
    (sql) => sql`
      delete from settlement_item where account = ${item.account} returning settlement_id
    `,
  )
  assert.deepEqual([...left], [{ settlementId: null }])
  assert.deepEqual(await standing(context, business), [[NET, 0]])
  assert.equal((await standing(context, other))[0]![1], 0)
})

test('the sandbox settles what was paid up to now', async () => {
  await arrives(context, await givenNumber(api, business), AMOUNT, PAID)

  assert.deepEqual(await settleNow(at(later(PAID, -1)), business), [])
  const [settlement] = await settleNow(at(PAID), business)

  assert.deepEqual(settlement!.paidBefore, later(PAID, 1))
})

test('a settlement can take longer than a request', async (t) => {
  await arrives(context, await givenNumber(api, business), AMOUNT, PAID)
  await asOwner(context, async (sql) => {
    await sql.unsafe(`
      create function has_no_limit() returns trigger language plpgsql as $$
      begin
        assert current_setting('statement_timeout') = '0';
        return new;
      end $$
    `)
    await sql`
      create trigger has_no_limit before update on settlement_item
      for each row execute function has_no_limit()
    `
  })
  t.after(() => asOwner(context, (sql) => sql`drop function has_no_limit cascade`))

  await settleDue(at(DUE))

  assert.deepEqual(await standing(context, business), [[NET, 0]])
})

test('the items of a settlement have pages by number and by cursor', async () => {
  const number = await givenNumber(api, business)
  const ids: string[] = []
  for (let i = 0; i < 3; i++) ids.push(await arrives(context, number, AMOUNT, PAID))
  ids.sort()
  const [settlement] = await settleNow(at(PAID), business)
  const causesOf = async (page: number, perPage: number, after: string | null) => {
    const below = after === null ? null : ({ causeId: after, kind: 'payment' } as const)
    const offset = below === null ? (page - 1) * perPage : 0
    const asked = { page, perPage, offset, below, list: 'items' }
    const { rows, meta } = await pageOfItems(context, settlement!, asked)
    return [rows.map(({ causeId }) => causeId), meta.pageCount, meta.next !== null]
  }

  assert.deepEqual(await causesOf(1, 2, null), [ids.slice(0, 2), 2, true])
  assert.deepEqual(await causesOf(2, 2, null), [ids.slice(2), 2, false])
  assert.deepEqual(await causesOf(1, 3, null), [ids, 1, false])
  assert.deepEqual(await causesOf(1, 1, ids[0]!), [[ids[1]], 3, true])
  assert.deepEqual(await causesOf(1, 2, ids[0]!), [ids.slice(1), 2, false])
})

test('the deliverer hears of each settlement, and of no other run', async (t) => {
  const heard: unknown[] = []
  t.after(context.pubSub.subscribe(EVENTS_TOPIC, (whose) => heard.push(whose)))
  await settleNow(at(PAID), business)
  await arrives(context, await givenNumber(api, business), AMOUNT, PAID)
  heard.length = 0

  await settleNow(at(PAID), business)
  await settleNow(at(PAID), business)

  const { businessId, mode } = business
  assert.deepEqual(heard, [{ businessId, mode }])
})

test('the number of items is exact, however many a settlement has', async () => {
  await arrives(context, await givenNumber(api, business), AMOUNT, PAID)
  const [settlement] = await settleNow(at(PAID), business)
  const asked = { page: 1, perPage: 100, offset: 0, below: null, list: 'items' }
  const large = { ...settlement!, items: 2 * COUNTED_MAX }

  const { meta } = await pageOfItems(context, large, asked)

  assert.deepEqual([meta.total, meta.totalCapped], [2 * COUNTED_MAX, false])
})

/** An unsettled payment with a refund from it. */
async function givenPaymentLess(refund: number): Promise<void> {
  const transaction = await arrives(context, await givenNumber(api, business), AMOUNT, PAID)
  const input = { transaction, amount: kobo(refund), reason: null, effectId: null }
  await begin(context, business, input)
}

/** The number of items of each settlement. */
async function itemsOfEach(): Promise<number[]> {
  const { businessId, mode } = business
  const rows = await context.sql<{ items: number }[]>`
    select items from settlement where business_id = ${businessId} and mode = ${mode}
  `
  return rows.map(({ items }) => items)
}
