import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { verifyWebhook } from '../../helpers/webhooks.mjs'
import { HOUR } from '../../src/platform/clock.ts'
import { givenReceiver } from '../receiver.ts'
import { follow, openDashboard } from './dashboard.ts'
import { eventually } from './service.ts'
import { inspect, usePlace, visit } from './visit.ts'

// Several webhook endpoints, a receiver that fails, and how it is seen and repaired.

const place = usePlace()
const AT_DESK = { viewport: { width: 1280, height: 800 }, statuses: [401] }

type Sent = Record<string, unknown>

async function call(method: string, path: string, body?: Sent): Promise<Sent> {
  const { data } = (await place.service.call(method, path, body)) as { data: Sent }
  return data
}

async function pay(reference: string): Promise<void> {
  await call('POST', '/transactions/initialize', {
    amount: 400_000,
    email: 'ada@example.com',
    name: 'Ada Example',
    reference,
  })
  await call('POST', `/sandbox/transactions/${reference}/pay`, { channel: 'bank_transfer' })
}

/** What earlier tests left: the last address takes all. */
async function deliverAll(): Promise<void> {
  const now = Date.now()
  const [from, to] = [now - HOUR, now + HOUR].map((at) => new Date(at).toISOString())
  await call('POST', '/events/resend', { from, to })
  await nothingWaits()
}

function failed(filter: string): Promise<true> {
  return eventually('it has failed', async () => {
    const { data } = await place.service.call('GET', `/events?status=failed&${filter}`)
    return (data as unknown as Sent[]).length > 0 || null
  })
}

function nothingWaits(): Promise<true> {
  return eventually('nothing waits', async () => {
    const { data } = await place.service.call('GET', '/events?status=pending')
    return (data as unknown as Sent[]).length === 0 || null
  })
}

test('an endpoint is added, its secret shown once, tested, paused and deleted', async () => {
  const receiver = await givenReceiver()
  await visit(
    place,
    async (page) => {
      await openDashboard(page, place, '/webhooks')
      const more = page.getByRole('region', { name: 'More endpoints' })
      await more.getByRole('button', { name: 'Add endpoint' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('URL').fill('ftp://wrong.example')
      await dialog.getByRole('button', { name: 'Add', exact: true }).click()
      await page.locator('[aria-invalid=true]').waitFor()
      await dialog.getByLabel('URL').fill(receiver.url)
      await dialog.getByLabel('What it is for').fill('Books')
      await inspect(page, 'dashboard-endpoint-add')
      await dialog.getByRole('button', { name: 'Add', exact: true }).click()
      const secret = (await page.getByRole('dialog').locator('pre').innerText()).trim()
      await page.getByRole('dialog').getByRole('checkbox').check()
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()

      await more.getByRole('button', { name: 'Send test event' }).click()
      await receiver.arrived(1)
      const sent = await verifyWebhook({ ...receiver.received[0]!, secret })
      assert.equal(sent.event, 'webhook.test')
      await inspect(page, 'dashboard-webhooks')

      await more.getByRole('button', { name: 'Pause' }).click()
      await more.getByText('Paused', { exact: true }).waitFor()
      await more.getByRole('button', { name: 'Turn on' }).click()
      await more.getByText('On', { exact: true }).waitFor()
      await more.getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await more.getByText(/^None\./).waitFor()
    },
    { ...AT_DESK, statuses: [400, 401] },
  )
})

test('a receiver that fails is named on the first page, and its event resent in three clicks', async () => {
  let status = 500
  const receiver = await givenReceiver(() => ({ status }))
  await call('PUT', '/webhooks', { url: receiver.url })
  const references = ['order-1042', 'order-1043', 'order-1044', 'order-1045']
  for (const reference of references) await pay(reference)
  await receiver.arrived(4)
  await visit(
    place,
    async (page) => {
      await openDashboard(page, place)
      const notice = page.locator('.notice').filter({ hasText: 'HTTP 500' })
      await notice.getByText('Every webhook fails: HTTP 500').waitFor()
      await notice.getByText('look for the error in its log').waitFor()
      await page.getByText('Your server rejects it').waitFor()
      await inspect(page, 'dashboard-home-failing')

      status = 200
      const before = receiver.received.length
      await follow(page, 'Events')
      await page.getByLabel('Reference or id').fill('order-1043')
      const row = page.locator('tbody tr')
      await row.filter({ hasText: 'order-1043' }).first().waitFor()
      await row.filter({ hasText: 'order-1042' }).waitFor({ state: 'detached' })
      await inspect(page, 'dashboard-events')
      await page.getByRole('link', { name: 'transaction.success' }).first().click()
      await page.getByRole('button', { name: 'Resend', exact: true }).click()
      await page.getByText('Delivered', { exact: true }).first().waitFor()
      assert(receiver.received.length > before)
      await inspect(page, 'dashboard-event')

      const { data } = (await place.service.call('GET', '/webhooks')) as { data: Sent }
      assert.equal(data['url'], receiver.url)
      const count = receiver.received.length
      await page.getByRole('button', { name: /^Copy as curl/ }).click()
      const command = await page.getByRole('dialog').locator('pre').innerText()
      assert(!command.includes('whsec_'))
      await inspect(page, 'dashboard-event-curl')
      await new Promise<void>((done) => execFile('sh', ['-c', `${command} -s`], () => done()))
      await receiver.arrived(count + 1)
      const { webhook_secret: secret } = place.service.demo.test
      const sent = await verifyWebhook({ ...receiver.received.at(-1)!, secret })
      assert.equal(sent.event, 'transaction.success')

      await page.goto(`${place.service.baseUrl}/dashboard/test/`)
      await page.getByText('Latest events').waitFor()
      await notice.waitFor({ state: 'detached' })
      await page.getByText('Your server rejects it').waitFor({ state: 'detached' })
    },
    AT_DESK,
  )
})

test('all that failed in a period is resent once: the dialog says how many, and asks', async () => {
  let status = 200
  const receiver = await givenReceiver(() => ({ status }))
  await call('PUT', '/webhooks', { url: receiver.url })
  const { id } = await call('POST', '/webhooks/endpoints', { url: receiver.url, events: ['*'] })
  await deliverAll()
  status = 410
  await pay('order-2001')
  await call('POST', `/webhooks/endpoints/${id}/test`)
  await failed('about=order-2001')
  // What failed there cannot be resent.
  await call('DELETE', `/webhooks/endpoints/${id}`)
  await failed('type=webhook.test')
  status = 200
  await visit(
    place,
    async (page) => {
      await openDashboard(page, place, '/events?status=failed')
      await page.locator('tbody tr').first().waitFor()
      await page.getByRole('button', { name: 'Resend events' }).click()
      const dialog = page.getByRole('dialog')
      const said = dialog.getByText(/events? will be resent\.$/)
      const promised = parseInt((await said.textContent())!, 10)
      assert.equal(promised, 1)
      await inspect(page, 'dashboard-events-resend')
      await dialog.getByRole('button', { name: 'Resend', exact: true }).click()
      await dialog.getByText(new RegExp(`^No longer waiting: \\d+ of ${promised}$`)).waitFor()
      await dialog.locator('.buttons').getByRole('button', { name: 'Close' }).click()

      await page.getByRole('button', { name: 'Resend events' }).click()
      await dialog.getByText('There are no events to resend in this period.').waitFor()
    },
    AT_DESK,
  )
})
