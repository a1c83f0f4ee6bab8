import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { connectAsOwner } from '../src/platform/db.ts'
import { refusals } from '../src/platform/refusals.ts'
import { folder, useFolder } from './embedded-postgres.ts'
import { newFolder, removeFolder, type Started, startService, stopService } from './process.ts'
import { freePort, givenData, startServer } from './servers.ts'
import { until } from './support.ts'

// A server that answers and does not commit, can only be read, or is away; and a service that says
// so instead of hanging or pretending.

const PAYSTACK = { COWRIE_PAYSTACK_API: 'on' }

useFolder()

test('a service says why it is not ready, and never waits without end', async () => {
  const port = await freePort()
  const data = await givenData(join(folder, 'server'))
  let server = await startServer(data, port)
  const home = newFolder()
  after(() => removeFolder(home))
  const service = await startService(home, { DATABASE_URL: server.url, ...PAYSTACK })
  after(() => service.child.kill('SIGKILL'))
  assert.deepEqual(await ready(service), { status: 'success' })
  const recipient = await givenRecipient(service)
  await service.call('PUT', '/api/v1/webhooks', { url: 'http://127.0.0.1:9/' })
  const owner = connectAsOwner({ url: server.url })
  const set = async (name: string, value: string) => {
    await owner.unsafe(`alter system set ${name} = '${value}'`)
    await owner`select pg_reload_conf()`
  }

  // A standby that nobody has ever seen.
  await set('synchronous_standby_names', 'nobody')
  await becomes(service, 'commit_stuck')
  const [stuck] = await Promise.all([initialize(service, 'stuck'), doSeveral(service, recipient)])
  assert.deepEqual([stuck.http, stuck.body.code], [503, 'outcome_unknown'])
  assert.equal((await fetch(`${service.baseUrl}/healthz`)).status, 200)
  await set('synchronous_standby_names', '')
  await becomes(service, null)
  // The key has no answer, so that the next try finds out, when its lease of a minute is over.
  const [key] = await owner`
    update idempotency_key set lease_until = lease_until - interval '1 minute' where status is null
    returning key
  `
  assert(key, 'the key is kept without an answer')
  assert.equal((await initialize(service, 'stuck')).body.status, 'success')
  const [made] = await owner`select count(*)::int as count from transaction`
  assert.deepEqual({ ...made }, { count: 1 })
  await assertPaidOnce(service, recipient)

  await set('default_transaction_read_only', 'on')
  await becomes(service, 'database_read_only')
  const readOnly = await initialize(service, 'read-only')
  assert.deepEqual([readOnly.http, readOnly.body.code], [503, 'database_unavailable'])
  await owner.unsafe('set default_transaction_read_only = off')
  await owner.end()
  await server.stop()
  await becomes(service, 'database_unavailable')
  const away = await Promise.all(Array.from({ length: 50 }, (_, i) => initialize(service, `${i}`)))
  for (const { http, body } of away) {
    assert.deepEqual([http, body.code], [503, 'database_unavailable'])
  }

  server = await startServer(data, port, { default_transaction_read_only: 'off' })
  await becomes(service, null)
  assert.equal((await initialize(service, 'back')).body.status, 'success')
  assert.equal(await stopService(service), 0)
  await server.stop()
  // Fifty requests, and a minute of background jobs: whatever is said, twice at most.
  const lines = service.said().match(/^\{.*"msg":.*$/gm) ?? []
  const causes = Map.groupBy(lines, (line) => {
    const { job, msg } = JSON.parse(line) as { job?: string; msg: string }
    return `${msg} ${job ?? ''}`
  })
  assert(causes.size >= 2, service.said())
  for (const [cause, said] of causes) assert(said.length <= 2, `${cause}: ${service.said()}`)
  assert.match(service.said(), /"msg":"the database is available again"/)
})

async function ready({ baseUrl }: Started) {
  return (await fetch(`${baseUrl}/readyz`)).json()
}

async function becomes(service: Started, reason: string | null): Promise<void> {
  await until(`it is ${reason ?? 'ready'}`, async () => {
    const said = (await ready(service)) as { reason?: string }
    return (said.reason ?? null) === reason
  })
}

async function initialize({ baseUrl, demo }: Started, reference: string) {
  const answer = await fetch(`${baseUrl}/api/v1/transactions/initialize`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${demo.test.secret_key}`,
      'content-type': 'application/json',
      'idempotency-key': reference,
    },
    body: JSON.stringify({ amount: 500_000, email: 'ada@example.com', name: 'Ada', reference }),
  })
  return { http: answer.status, body: (await answer.json()) as { status: string; code?: string } }
}

const TRANSFERS = 6
const EACH = 10_000
const START = 10_000_000
const DAY = { from: '2026-11-01T00:00:00Z', to: '2026-11-02T00:00:00Z' }

async function givenRecipient(service: Started): Promise<string> {
  const account = { type: 'nuban', bank_code: '058', account_number: '0000000018' }
  const { http, body } = await service.call('POST', '/paystack/transferrecipient', account)
  assert.equal(http, 201, JSON.stringify(body))
  return body.data.recipient_code
}

function sendMany(service: Started, recipient: string) {
  const transfers = Array.from({ length: TRANSFERS }, (_, i) => ({
    ...{ amount: EACH, recipient },
    reference: `many-${i}`,
  }))
  return service.call('POST', '/paystack/transfer/bulk', { source: 'balance', transfers })
}

/** Every call that does several things at once: none says that something failed. */
async function doSeveral(service: Started, recipient: string): Promise<void> {
  const account = { type: 'nuban', bank_code: '058', account_number: '0000000018' }
  const [many, recipients, ...others] = await Promise.all([
    sendMany(service, recipient),
    service.call('POST', '/paystack/transferrecipient/bulk', { batch: [account, account] }),
    service.call('POST', '/api/v1/events/resend', DAY),
    service.call('POST', '/api/v1/sandbox/settlements'),
  ])

  // What a key does is recorded before: where that hangs, nobody knows of the whole call.
  if (many.http === 200) {
    const told = (many.body.data as { status: string }[]).map(({ status }) => status)
    assert.deepEqual(told, Array(TRANSFERS).fill('pending'))
  } else others.push(many)
  if (recipients.http === 201) {
    for (const { message } of recipients.body.data.errors) assert.match(message, /^Not confirmed/)
  } else others.push(recipients)
  for (const { http, body } of others) {
    if (http < 400) continue
    // Where all connections wait for a commit, it may be `overloaded`: that says no more than this.
    const refusal: { status: number; executed?: string } =
      refusals[body.code as keyof typeof refusals]
    assert.deepEqual([http, refusal.executed], [503, 'unknown'], body.code)
  }
}

/** Whoever was told `pending` sends the same again, and each is paid once. */
async function assertPaidOnce(service: Started, recipient: string): Promise<void> {
  const { body } = await sendMany(service, recipient)
  const told = (body.data as { status: string }[]).map(({ status }) => status)
  // The one whose commit hung is sent by a job, once its lease of a minute is over.
  assert(
    told.every((status) => status !== 'failed'),
    told.join(),
  )
  const { data } = (await service.call('GET', '/api/v1/payouts')).body
  assert.equal(data.length, TRANSFERS)
  const { available } = (await service.call('GET', '/api/v1/balance')).body.data
  assert.equal(available, START - TRANSFERS * EACH)
}
