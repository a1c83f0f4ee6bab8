import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { givenMailServer, type MailServer } from './mail-server.ts'
import { newFolder, removeFolder, type Started, startService, stopService } from './process.ts'
import { until } from './support.ts'

// The service as a process, with a mail server for test mode beside it.

const folder = newFolder()
const started: Started[] = []
after(async () => {
  for (const service of started) await stopService(service)
  removeFolder(folder)
})

async function start(server: MailServer): Promise<Started> {
  const service = await startService(folder, {
    COWRIE_MAIL_FROM: 'receipts@pay.example',
    COWRIE_TEST_SMTP_URL: `smtp://127.0.0.1:${server.port}`,
  })
  started.push(service)
  return service
}

async function payTo(service: Started, email: string): Promise<void> {
  const customer = { first_name: 'Ada', last_name: 'Example', email }
  const { body } = await service.call('POST', '/api/v1/dedicated-virtual-accounts', { customer })
  const { http } = await service.call('POST', '/api/v1/sandbox/transfers', {
    account_number: body.data.account_number,
    amount: 500_000,
  })
  assert.equal(http, 200)
}

test('with a mail server for test mode a receipt arrives there too, and the service ends when told', async () => {
  const server = await givenMailServer()
  const service = await start(server)

  await payTo(service, 'ada@example.com')
  await until('the mail has come', async () => server.arrivals.length > 0)

  const [{ from, to, text }] = server.arrivals as [MailServer['arrivals'][0]]
  assert.deepEqual([from, to], ['receipts@pay.example', ['ada@example.com']])
  assert.match(text, /^From: Demo Store <receipts@pay\.example>$/m)
  const { body } = await service.call('GET', '/api/v1/sandbox/messages')
  assert.equal(body.data[0].to, 'ada@example.com')
  assert.equal(await stopService(service), 0)
})

test('where the mail server hangs, payments go on and the service ends when told', async () => {
  const server = await givenMailServer()
  server.conduct.RCPT = 'hangs'
  const service = await start(server)

  await payTo(service, 'ngozi@example.com')
  await until('it was asked', async () => server.lines.some((line) => line.startsWith('RCPT')))
  await payTo(service, 'chidi@example.com')

  assert.equal(await stopService(service), 0)

  assert.deepEqual(server.arrivals, [])
})
