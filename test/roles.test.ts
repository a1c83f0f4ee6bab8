import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { newFolder, removeFolder, type Started, startService, stopService } from './process.ts'
import { givenReceiver } from './receiver.ts'
import { createDatabase, dropDatabase, SERVER } from './support.ts'

// A process that serves only, and one that works only, on one database: together the whole service.

const folder = newFolder()
const started: Started[] = []
let database = ''

after(async () => {
  for (const service of started) await stopService(service)
  removeFolder(folder)
  await dropDatabase(database)
})

async function start(role: string): Promise<Started> {
  const { host, port, user } = SERVER
  const service = await startService(folder, {
    COWRIE_ROLES: role,
    COWRIE_ALLOW_PRIVATE_WEBHOOKS: '1',
    DATABASE_URL: `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`,
  })
  started.push(service)
  return service
}

test('a payment at the process that serves is told by the process that works', async () => {
  database = await createDatabase()
  const api = await start('api')
  const receiver = await givenReceiver()
  const saved = await fetch(`${api.baseUrl}/api/v1/webhooks`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${api.demo.test.secret_key}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ url: receiver.url }),
  })
  assert.equal(saved.status, 200)

  const { body } = await api.call('POST', '/api/v1/transactions/initialize', {
    amount: 500_000,
    email: 'ada@example.com',
    name: 'Ada Example',
    reference: 'roles',
  })
  const { body: account } = await api.call(
    'POST',
    `/checkout/${body.data.access_code}/bank-transfer`,
  )
  const { body: paid } = await api.call('POST', '/api/v1/sandbox/transfers', {
    account_number: account.data.account_number,
    amount: 500_000,
    session_id: 'roles',
  })
  assert.equal(paid.data.status, 'matched')
  assert.equal(receiver.received.length, 0, 'nobody sends it so far')

  const worker = await start('worker')
  await receiver.arrived(1)

  const statusOf = async (path: string) => (await fetch(`${worker.baseUrl}${path}`)).status
  assert.deepEqual(await Promise.all(['/healthz', '/readyz'].map(statusOf)), [200, 200])
  const served = ['/api/v1/transactions', '/checkout/none', '/dashboard', '/docs']
  assert.deepEqual(await Promise.all(served.map(statusOf)), [404, 404, 404, 404])
})
