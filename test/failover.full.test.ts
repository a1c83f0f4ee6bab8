import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { connectAsOwner } from '../src/platform/db.ts'
import { folder, useFolder } from './embedded-postgres.ts'
import { assertAllIsThere, nothingYet, payUntil } from './paying.ts'
import { newFolder, removeFolder, startService, stopService } from './process.ts'
import { isWhole, scaled } from './scale.ts'
import { copyAsStandby, freePort, givenData, startServer } from './servers.ts'
import { until } from './support.ts'

// A primary and its standby, both real, and a service that knows both: the primary is killed with
// -9 while customers pay, and the standby is promoted.

const FAILOVERS = scaled(5, 1)
const PAYERS = 8
/** On a quiet machine. */
const BACK_MS_MAX = 15_000
/** A transaction that waits for a connection, one for a lock, and a statement: 12 s. */
const CALL_MS_MAX = 15_000

useFolder()

for (let round = 0; round < FAILOVERS; round++) {
  test(`payments go on at the standby that was promoted, and none is lost (${round})`, async () => {
    const [onePort, otherPort] = [await freePort(), await freePort()]
    const data = await givenData(join(folder, `one-${round}`))
    const copy = copyAsStandby(data, join(folder, `other-${round}`), onePort)
    // What is acknowledged is at both: otherwise a failover loses the last moments.
    const one = await startServer(data, onePort, { synchronous_standby_names: 'standby' })
    const other = await startServer(copy, otherPort)
    const hosts = `127.0.0.1:${otherPort},127.0.0.1:${onePort}`
    const home = newFolder()
    after(() => removeFolder(home))
    const service = await startService(home, {
      DATABASE_URL: `postgres://postgres@${hosts}/postgres`,
    })
    const acknowledged = nothingYet()
    let isOver = false
    const paying = Array.from({ length: PAYERS }, (_, payer) =>
      payUntil(() => isOver, service, `p${payer}`, acknowledged),
    )
    const { paid } = acknowledged
    await until('payments are made', async () => paid.size > (2 + round) * PAYERS)

    await one.kill()
    const before = paid.size
    const { failures } = acknowledged
    await until('each is told', async () => acknowledged.failures >= failures + 2 * PAYERS)
    assert(paid.size <= before + PAYERS, 'nothing is paid without a database')
    const sql = connectAsOwner({ url: other.url })
    await sql`select pg_promote()`
    const promotedAt = performance.now()
    await until('payments are made again', async () => paid.size > before + 2 * PAYERS)
    const backMs = performance.now() - promotedAt
    isOver = true
    await Promise.all(paying)

    await assertAllIsThere(sql, acknowledged)
    await sql.end()
    if (isWhole) {
      assert(backMs < BACK_MS_MAX, `it took ${backMs} ms`)
      assert(acknowledged.longestMs < CALL_MS_MAX, `a call took ${acknowledged.longestMs} ms`)
    }
    assert.equal(await stopService(service), 0)
    await other.stop()
  })
}
