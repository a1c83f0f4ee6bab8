import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useContext } from '../../../test/support.ts'
import { undone } from '../../../test/undone.ts'
import type { BusinessId } from '../../core/context.ts'
import { DAY, later } from '../../platform/clock.ts'
import type { Sql } from '../../platform/db.ts'
import {
  countUnsettledDue,
  listItemsOf,
  listWaiting,
  type SettlementId,
  type Waiting,
} from './settlements.sql.ts'

// Due rows that differ by business, mode, account, kind or a millisecond, inserted in a database
// transaction that is rolled back.

const context = useContext()

const PAID_BEFORE = new Date('2026-11-16T23:00:00Z')
const BEFORE = later(PAID_BEFORE, -1)
const AFTER = later(PAID_BEFORE, 9 * DAY)
const uuid = (number: number) => `019ab6a0-c4d8-7c1e-9f3e-${String(number).padStart(12, '0')}`
const [FIRST, SECOND] = [uuid(1), uuid(2)] as BusinessId[] as [BusinessId, BusinessId]
const [SETTLEMENT, OTHER] = [uuid(3), uuid(4)] as SettlementId[] as [SettlementId, SettlementId]
const [CAUSE, LATER_CAUSE] = [uuid(5), uuid(6)]

type Item = Waiting & {
  kind: string
  occurredAt: Date
  settlementId: SettlementId | null
  causeId: string
  amount: number
}
let causes = 100

test('an account is due with an earlier payment or a returned refund', async () => {
  await withItems(
    [
      payment(FIRST, 'live', 'pending', BEFORE),
      payment(FIRST, 'live', 'pending/a', PAID_BEFORE),
      returned(FIRST, 'live', 'pending/b', { settlementId: SETTLEMENT }),
      payment(FIRST, 'live', 'pending/b', AFTER),
      payment(FIRST, 'test', 'pending', PAID_BEFORE),
      payment(FIRST, 'test', 'pending/a', BEFORE, { settlementId: SETTLEMENT }),
      payment(FIRST, 'test', 'pending/a', AFTER),
      returned(FIRST, 'test', 'pending/b'),
      payment(SECOND, 'live', 'pending', PAID_BEFORE),
      payment(SECOND, 'live', 'pending/b', BEFORE, { settlementId: SETTLEMENT }),
      payment(SECOND, 'test', 'pending', BEFORE),
      payment(SECOND, 'test', 'pending', BEFORE),
    ],
    async (sql) => {
      const due = [
        { businessId: FIRST, mode: 'live', account: 'pending' },
        { businessId: FIRST, mode: 'test', account: 'pending/b' },
        { businessId: SECOND, mode: 'test', account: 'pending' },
      ] as const
      const list = async (above: Waiting | null, max: number) => [
        ...(await listWaiting(sql, PAID_BEFORE, above, max)),
      ]

      assert.deepEqual(await list(null, 100), due)
      assert.deepEqual(await list(null, 2), due.slice(0, 2))
      assert.deepEqual(await list(due[0], 100), due.slice(1), 'not what it is above')
      assert.deepEqual(await list(due[2], 100), [])
    },
  )
})

test('due items are counted over all accounts, up to a maximum', async () => {
  await withItems(
    [
      payment(FIRST, 'live', 'pending', BEFORE),
      payment(FIRST, 'live', 'pending', BEFORE),
      payment(FIRST, 'live', 'pending', PAID_BEFORE),
      payment(FIRST, 'live', 'pending', BEFORE, { settlementId: SETTLEMENT }),
      payment(FIRST, 'test', 'pending', AFTER),
      payment(FIRST, 'test', 'pending/a', BEFORE),
      payment(FIRST, 'test', 'pending/b', BEFORE, { settlementId: SETTLEMENT }),
      payment(SECOND, 'live', 'pending/a', BEFORE),
      payment(SECOND, 'test', 'pending', AFTER),
    ],
    async (sql) => {
      const counts = []
      for (const max of [1, 3, 4, 5]) counts.push(await countUnsettledDue(sql, PAID_BEFORE, max))

      assert.deepEqual(counts, [1, 3, 4, 4])
    },
  )
})

test('the items of a payment are listed, of all its accounts, with their settlements', async () => {
  const of = { causeId: CAUSE, settlementId: SETTLEMENT }
  await withItems(
    [
      payment(FIRST, 'test', 'pending', BEFORE, { ...of, amount: 1 }),
      payment(FIRST, 'test', 'pending/b', BEFORE, { ...of, amount: 2, settlementId: null }),
      payment(FIRST, 'test', 'pending/a', BEFORE, { ...of, amount: 3, settlementId: OTHER }),
      payment(FIRST, 'test', 'pending', BEFORE, { ...of, amount: 5, causeId: LATER_CAUSE }),
      returned(FIRST, 'test', 'pending', { ...of, amount: 6 }),
      payment(FIRST, 'live', 'pending', BEFORE, { ...of, amount: 7 }),
      payment(SECOND, 'test', 'pending', BEFORE, { ...of, amount: 8 }),
    ],
    async (sql) => {
      const settledAt = [later(AFTER, 1), later(AFTER, 2)]
      for (const [i, settlementId] of [SETTLEMENT, OTHER].entries()) {
        for (const businessId of [FIRST, SECOND]) {
          for (const mode of ['test', 'live'] as const) {
            const isAsked = businessId === FIRST && mode === 'test'
            await sql`insert into settlement ${sql({
              businessId,
              mode,
              settlementId,
              amount: 1,
              items: 1,
              paidBefore: PAID_BEFORE,
              settledAt: isAsked ? settledAt[i]! : BEFORE,
            })}`
          }
        }
      }
      const key = { businessId: FIRST, mode: 'test', id: CAUSE } as const

      const items = await listItemsOf(sql, key as never)

      assert.deepEqual(
        [...items],
        [
          { account: 'pending', amount: 1n, settlementId: SETTLEMENT, settledAt: settledAt[0] },
          { account: 'pending/a', amount: 3n, settlementId: OTHER, settledAt: settledAt[1] },
          { account: 'pending/b', amount: 2n, settlementId: null, settledAt: null },
        ],
      )
    },
  )
})

function payment(
  businessId: BusinessId,
  mode: 'test' | 'live',
  account: string,
  occurredAt: Date,
  more: Partial<Item> = {},
): Item {
  causes += 1
  const item = { businessId, mode, account, occurredAt, kind: 'payment', amount: 1 }
  return { ...item, causeId: uuid(causes), settlementId: null, ...more }
}

/** Paid on the day after the due one. */
function returned(
  businessId: BusinessId,
  mode: 'test' | 'live',
  account: string,
  more: Partial<Item> = {},
): Item {
  return payment(businessId, mode, account, AFTER, { kind: 'refund_returned', ...more })
}

async function withItems(items: Item[], look: (sql: Sql) => Promise<void>): Promise<void> {
  await undone(context, async (sql) => {
    await sql`insert into settlement_item ${sql(items)}`
    await look(sql)
  })
}
