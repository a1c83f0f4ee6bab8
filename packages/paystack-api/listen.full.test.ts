import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import {
  newFolder,
  removeFolder,
  type Started,
  startService,
  stopService,
} from '../../test/process.ts'
import { givenReceiver } from '../../test/receiver.ts'
import { until } from '../../test/support.ts'

// `cowrie listen` for a business whose webhooks have Paystack's format.

const COWRIE = join(import.meta.dirname, '../../clients/node/cli/cowrie.mjs')

const folder = newFolder()
let service: Started
before(async () => {
  service = await startService(folder)
})
after(async () => {
  await stopService(service)
  removeFolder(folder)
})

test('listening forwards Paystack’s format, signed with the key that the business has named', async (t) => {
  const { secret_key } = service.demo.test
  const headers = { authorization: `Bearer ${secret_key}`, 'content-type': 'application/json' }
  const send = async (method: string, path: string, body: object) => {
    const url = `${service.baseUrl}/api/v1/${path}`
    const answer = await fetch(url, { method, headers, body: JSON.stringify(body) })
    assert(answer.ok, await answer.text())
  }
  await send('PUT', 'webhooks', { format: 'paystack' })
  await send('PUT', 'webhooks/signing-key', { secret_key })
  const receiver = await givenReceiver()
  const given = ['--key', secret_key, '--url', service.baseUrl]
  const listening = spawn(process.execPath, [
    COWRIE,
    ...given,
    'listen',
    '--forward-to',
    receiver.url,
  ])
  t.after(async () => {
    listening.kill('SIGINT')
    await once(listening, 'close')
  })
  let said = ''
  listening.stdout.on('data', (part) => {
    said += part
  })
  const hint = `sk_test_…${secret_key.slice(-4)}`
  const format = `\nFormat: Paystack's, signed with the secret key ${hint}\n`
  await until('it says which key signs', async () => said.includes(format))

  await send('POST', 'transactions/initialize', {
    email: 'ada@example.com',
    name: 'Ada Example',
    amount: 500_000,
    reference: 'order-1',
  })
  await send('POST', 'sandbox/transactions/order-1/pay', { channel: 'bank_transfer' })

  const paid = await until('the payment is told', async () =>
    receiver.received.find(({ body }) => JSON.parse(body).event === 'charge.success'),
  )
  assert.equal(JSON.parse(paid.body).data.reference, 'order-1')
  const hmac = createHmac('sha512', secret_key).update(paid.body).digest('hex')
  assert.equal(paid.headers['x-paystack-signature'], hmac)
})
