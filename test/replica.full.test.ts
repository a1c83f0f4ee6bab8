import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { connectAsOwner } from '../src/platform/db.ts'
import { folder, useFolder } from './embedded-postgres.ts'
import { newFolder, removeFolder, startService, stopService } from './process.ts'
import { copyAsStandby, freePort, givenData, startServer } from './servers.ts'
import { until } from './support.ts'

useFolder()

test('a service reads from a standby, and does not need it', async () => {
  const [port, otherPort] = [await freePort(), await freePort()]
  const data = await givenData(join(folder, 'one'))
  const copy = copyAsStandby(data, join(folder, 'other'), port)
  const one = await startServer(data, port)
  const other = await startServer(copy, otherPort)
  const home = newFolder()
  after(() => removeFolder(home))
  const environment = { DATABASE_URL: one.url, COWRIE_READ_URL: other.url }
  const service = await startService(home, environment)
  const payment = { amount: 500_000, name: 'Ada Example', email: 'ada@example.com' }
  await service.call('POST', '/api/v1/transactions/initialize', payment)
  const list = () => service.call('GET', '/api/v1/transactions?perPage=1')

  const sql = connectAsOwner({ url: other.url })
  await until('it is connected to the standby', async () => {
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int from pg_stat_activity where query like '%pg_last_wal_replay_lsn%'
        and application_name = 'cowrie' and pid <> pg_backend_pid()
    `
    return row!.count > 0
  })
  await sql.end({ timeout: 0 })
  assert.equal((await list()).body.data.length, 1)

  await other.kill()
  await until('it says so', async () => /the read replica is not used/.test(service.said()))
  assert.equal((await list()).body.data.length, 1)
  assert.equal(await stopService(service), 0, service.said())

  const again = await startService(home, environment)
  assert.equal((await again.call('GET', '/api/v1/transactions')).body.data.length, 1)
  assert.equal(await stopService(again), 0, again.said())
  await one.stop()
})
