import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenEvents, givenReceiver, givenUrl } from '../../test/receiver.ts'
import { asOwner, givenBusiness, useContext } from '../../test/support.ts'
import { later, MINUTE } from '../lib/clock.ts'
import type { Sql } from '../lib/db.ts'
import { newId } from '../lib/ids.ts'
import { claimDeliveries } from './deliver.sql.ts'

const context = useContext()

test('a plan made while there were no events reads those that it takes and no others', async () => {
  const business = await givenBusiness(context)
  await givenUrl(context, business, (await givenReceiver()).url)
  await asOwner(context, (sql) => sql`vacuum analyze event, delivery`)

  // One connection throughout: a plan is its own.
  await context.hot.begin(async (sql) => {
    assert.equal((await claim(sql)).length, 0)
    await givenEvents(context, business, 500)
    const before = await eventsRead(sql)

    assert.equal((await claim(sql)).length, 10)

    assert.equal((await eventsRead(sql)) - before, 10n)
  })
})

async function eventsRead(sql: Sql): Promise<bigint> {
  const [row] = await sql<[{ read: bigint }]>`
    select seq_tup_read + idx_tup_fetch as read
    from pg_stat_xact_user_tables where relname = 'event'
  `
  return row.read
}

function claim(sql: Sql) {
  const now = later(context.now(), 1)
  return claimDeliveries(sql, {
    now,
    leaseUntil: later(now, MINUTE),
    token: newId<'lease'>(now),
    busy: [],
    max: 200,
    perEndpointMax: 10,
    failuresMax: 10,
    probesMax: 200,
    nextProbeAt: later(now, MINUTE),
  })
}
