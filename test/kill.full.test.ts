import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { connectAsOwner, type DatabaseAddress } from '../src/platform/db.ts'
import { processes } from './embedded-postgres.ts'
import { assertAllIsThere, nothingYet, payUntil } from './paying.ts'
import {
  newFolder,
  postmasterOf,
  removeFolder,
  type Started,
  startService,
  stopService,
} from './process.ts'
import { scaled } from './scale.ts'
import { until } from './support.ts'

// Violence: the service is killed with -9 while payments are made, alone and together with its
// database, and started again. What was answered with success must be there.

const KILLS = scaled(20, 2)
const PAYERS = 8
/** Of one kill, so that they come at different moments. */
const PAID_MAX = 40

const folder = newFolder()
after(() => removeFolder(folder))

test(`no acknowledged payment is lost over ${KILLS} kills of the service and its database`, async () => {
  const acknowledged = nothingYet()

  for (let kill = 0; kill < KILLS; kill++) {
    const service = await startService(folder)
    const { child } = service
    const isGone = () => child.exitCode !== null || child.signalCode !== null
    const paying = Array.from({ length: PAYERS }, (_, payer) =>
      payUntil(isGone, service, `k${kill}-p${payer}`, acknowledged),
    )
    const before = acknowledged.paid.size
    const enough = before + 1 + (PAID_MAX * (kill + 1)) / KILLS
    await until('payments are made', async () => acknowledged.paid.size > enough)
    // Every second time the database dies with it; else it must notice by itself.
    killAll(service, kill % 2 === 0)
    await Promise.all(paying)
  }

  assert(acknowledged.paid.size > KILLS, `${acknowledged.paid.size} payments were acknowledged`)
  const service = await startService(folder)
  const address = JSON.parse(readFileSync(join(folder, 'postgres.json'), 'utf8')) as DatabaseAddress
  const sql = connectAsOwner(address)
  await assertAllIsThere(sql, acknowledged)
  await sql.end()
  assert.equal(await stopService(service), 0)
})

function killAll(service: Started, withDatabase: boolean): void {
  const postmaster = postmasterOf(folder)
  const children = processes().filter(
    ({ pid, parent }) => pid === postmaster || parent === postmaster,
  )
  process.kill(-service.child.pid!, 'SIGKILL')
  if (!withDatabase) return
  for (const { pid } of children) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}
