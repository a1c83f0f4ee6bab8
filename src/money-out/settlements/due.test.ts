import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import { arrives, givenLater, givenNumber } from '../../../test/settlements.ts'
import { asOwner, useContext } from '../../../test/support.ts'
import type { Sql } from '../../platform/db.ts'
import { dayOf } from '../../platform/lagos.ts'
import { listWaiting } from './settlements.sql.ts'

const AMOUNT = 1_000_000

const context = useContext({ isNew: true })
const api = useApi(context)

test('finding due items reads no others', async () => {
  const number = await givenNumber(api, await givenLater(context))
  await arrives(context, number, AMOUNT, context.now())

  const before = await rowsReadToFindDue({ waiting: 500 })
  const after = await rowsReadToFindDue({ waiting: 5_000 })

  assert.ok(after - before < 10, `${before} rows are read, then ${after}`)
})

/** The items read to find what is due, beside many that are not. Rolls back. */
async function rowsReadToFindDue({ waiting }: { waiting: number }): Promise<number> {
  const today = new Date(`${dayOf(context.now())}T00:00:00+01:00`)
  return asOwner(context, async (owner) => {
    let read = Number.NaN
    await owner
      .begin(async (sql) => {
        await sql`set local enable_seqscan = off`
        await sql`
          insert into settlement_item
            (business_id, mode, account, cause_id, kind, amount, occurred_at)
          select business_id, mode, account, gen_random_uuid(), kind, amount, occurred_at
          from settlement_item, generate_series(1, ${waiting}) where settlement_id is null
        `
        await sql`analyze settlement_item`
        const before = await rowsRead(sql)
        await listWaiting(sql, today, null, 1_000)
        read = (await rowsRead(sql)) - before
        throw new Error('undo')
      })
      .catch((error: Error) => assert.equal(error.message, 'undo'))
    return read
  })
}

/** The items that this database transaction has read. */
async function rowsRead(sql: Sql): Promise<number> {
  const [row] = await sql<[{ read: number }]>`
    select (idx_tup_fetch + seq_tup_read)::int as read
    from pg_stat_xact_user_tables where relname = 'settlement_item'
  `
  return row.read
}
