import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { verify } from '../src/ledger/verify.ts'
import { connectAsOwner, type DatabaseAddress } from '../src/lib/db.ts'
import { processes } from './embedded-postgres.ts'
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

const KILLS = scaled(20, 4)
const PAYERS = 8
const PAYING_MS_MAX = 400

type Acknowledged = { initialized: Set<string>; paid: Map<string, string> }

const folder = newFolder()
after(() => removeFolder(folder))

test(`no acknowledged payment is lost over ${KILLS} kills of the service and its database`, async () => {
  const acknowledged: Acknowledged = { initialized: new Set(), paid: new Map() }

  for (let kill = 0; kill < KILLS; kill++) {
    const service = await startService(folder)
    const paying = Array.from({ length: PAYERS }, (_, payer) =>
      payUntilItDies(service, `k${kill}-p${payer}`, acknowledged),
    )
    const before = acknowledged.paid.size
    await until('payments are made', async () => acknowledged.paid.size > before + 1)
    await pause((PAYING_MS_MAX * (kill + 1)) / KILLS)
    // Every second time the database dies with it; else it must notice by itself.
    killAll(service, kill % 2 === 0)
    await Promise.all(paying)
  }

  assert(acknowledged.paid.size > KILLS, `${acknowledged.paid.size} payments were acknowledged`)
  await holdsAll(acknowledged)
})

/** A customer after the other, until the service answers no more. */
async function payUntilItDies(service: Started, name: string, acknowledged: Acknowledged) {
  for (let i = 0; ; i++) {
    const reference = `${name}-${i}`
    try {
      const { body } = await service.call('POST', '/api/v1/transactions/initialize', {
        amount: 500_000,
        email: `${name}@example.com`,
        name: 'Ada Example',
        reference,
      })
      if (body.status !== 'success') continue
      acknowledged.initialized.add(reference)
      const { body: account } = await service.call(
        'POST',
        `/checkout/${body.data.access_code}/bank-transfer`,
      )
      const { body: transfer } = await service.call('POST', '/api/v1/sandbox/transfers', {
        account_number: account.data.account_number,
        amount: 500_000,
        session_id: reference,
      })
      if (transfer.data?.status === 'matched') acknowledged.paid.set(reference, transfer.data.id)
    } catch {
      // The connection broke: the outcome is unknown, and counts as neither.
      if (service.child.exitCode !== null || service.child.signalCode !== null) return
    }
  }
}

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

async function holdsAll({ initialized, paid }: Acknowledged): Promise<void> {
  const service = await startService(folder)
  const address = JSON.parse(readFileSync(join(folder, 'postgres.json'), 'utf8')) as DatabaseAddress
  const sql = connectAsOwner(address)
  const rows = await sql<{ reference: string; status: string; events: number }[]>`
    select t.reference, t.status,
      (select count(*)::int from event e
        where e.business_id = t.business_id and e.mode = t.mode and e.type = 'transaction.success'
          and e.payload like '%' || t.id::text || '%') as events
    from transaction t
  `
  const found = new Map(rows.map((row) => [row.reference, row]))
  for (const reference of initialized) assert(found.has(reference), `${reference} is there`)
  for (const reference of paid.keys()) {
    assert.deepEqual(
      { ...found.get(reference) },
      { reference, status: 'success', events: 1 },
      'what was paid stays paid, and is told once',
    )
  }
  assert.deepEqual(await verify(sql), [], 'the books are right')
  await sql.end()
  assert.equal(await stopService(service), 0)
}
