import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asOwner, SERVER, useContext } from '../../test/support.ts'
import { APPLICATION_ROLE, connect } from './db.ts'

const AHEAD = 1_000
const TRANSACTIONS = 20
const DAYS = 10

const context = useContext()

test('what is told to be written is, also when a thousand statements stand before a BEGIN', async () => {
  const sql = connect({ ...SERVER, database: context.database }, APPLICATION_ROLE)
  await Promise.all(Array.from({ length: 10 }, () => sql`select pg_sleep(0.05)`))
  const ahead = Array.from({ length: AHEAD }, () => sql`select pg_sleep(0.001)`.execute())

  const begun = Array.from({ length: TRANSACTIONS }, () => sql.begin((own) => own`select 1`))
  await Promise.all([...ahead, ...begun])

  const row = { isHoliday: true, name: 'x', announcedBy: 'x', createdAt: context.now() }
  const days = Array.from({ length: DAYS }, (_, i) => `2030-01-${10 + i}`)
  await Promise.all(days.map((day) => sql`insert into announced_day ${sql({ day, ...row })}`))
  const [seen] = await asOwner(
    context,
    (owner) => owner<{ days: number; stray: number }[]>`
      select (select count(*)::int from announced_day) as days, (
        select count(*)::int from pg_stat_activity
        where datname = current_database() and state ^@ 'idle in transaction'
      ) as stray
    `,
  )
  await sql.end({ timeout: 5 })
  assert.deepEqual({ ...seen }, { days: DAYS, stray: 0 })
})
