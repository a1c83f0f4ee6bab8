import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDashboard } from './dashboard.ts'
import { eventually } from './service.ts'
import { inspect, usePlace, visit } from './visit.ts'

// What a developer does with the request log in the dashboard.

const place = usePlace()

/** Nobody is signed in at first. */
const AT_DESK = { viewport: { width: 1280, height: 800 }, statuses: [401] }

async function call(path: string, body?: object): Promise<{ body: Answered; id: string }> {
  const { baseUrl, demo } = place.service
  const answer = await fetch(`${baseUrl}/api/v1${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${demo.test.secret_key}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { body: (await answer.json()) as Answered, id: answer.headers.get('x-request-id')! }
}
type Answered = { request_id?: string; data: { reference: string } }

test('a developer finds a call by the request id of its error, and copies it as curl', () =>
  visit(
    place,
    async (page) => {
      const payment = { amount: 500_000, email: 'ada@example.com', name: "Ada O'Example" }
      const metadata = { order: 1042, note: 'BVN 22222222222' }
      const paid = await call('/transactions/initialize', { ...payment, metadata })
      const { body: refused } = await call('/transactions/initialize', { ...payment, amount: 1 })
      const { reference } = paid.body.data
      await call(`/sandbox/transactions/${reference}/pay`, { channel: 'bank_transfer' })
      await openDashboard(page, place, '/requests')
      const rows = page.getByRole('row')
      const row = rows.filter({ hasText: 'invalid_request' })
      await eventually('it is listed', async () => {
        await page.reload()
        await page.getByRole('heading', { name: 'Requests' }).waitFor()
        await page.locator('.skeleton').first().waitFor({ state: 'detached' })
        return (await row.isVisible()) || null
      })
      await inspect(page, 'requests')

      await page.getByRole('searchbox').fill(refused.request_id!)
      await eventually('the others are gone', async () =>
        (await rows.count()) === 2 ? true : null,
      )
      assert.equal(new URL(page.url()).searchParams.get('q'), refused.request_id)
      await page.goto(`${place.service.baseUrl}/dashboard/test/requests/${refused.request_id}`)
      await page.getByText('too_small').first().waitFor()
      await inspect(page, 'request-refused')

      await page.goto(`${place.service.baseUrl}/dashboard/test/requests/${paid.id}`)
      const curl = page.getByRole('region', { name: 'The call as a curl command' })
      const text = await curl.innerText()
      assert.match(text, /^curl -X POST 'http.*\/api\/v1\/transactions\/initialize'/)
      assert(text.includes('Authorization: Bearer sk_test_…') && text.includes("O'\\''Example"))
      assert(!(await page.content()).includes('22222222222'))
      await inspect(page, 'request')

      await page.getByRole('link', { name: 'all calls' }).first().click()
      await page.getByRole('heading', { name: 'Requests' }).waitFor()
      await eventually('both calls are found', async () => ((await rows.count()) > 2 ? true : null))
    },
    AT_DESK,
  ))

test('an event leads to the calls that named its payment', () =>
  visit(
    place,
    async (page) => {
      const payment = { amount: 700_000, email: 'bola@example.com', name: 'Bola Example' }
      const paid = await call('/transactions/initialize', payment)
      const { reference } = paid.body.data
      await call(`/sandbox/transactions/${reference}/pay`, { channel: 'bank_transfer' })
      await openDashboard(page, place, '/events')
      await page.getByRole('link', { name: 'transaction.success' }).first().click()
      const calls = page.getByRole('region', { name: 'API calls', exact: true })
      await eventually('the calls are written', async () => {
        await page.reload()
        await calls.waitFor()
        const made = calls.getByRole('link', { name: 'POST /transactions/initialize' })
        return (await made.isVisible()) || null
      })
      await inspect(page, 'event-calls')

      await calls.getByRole('link', { name: 'POST /transactions/initialize' }).click()
      await page.getByRole('heading', { name: 'POST /transactions/initialize' }).waitFor()
      await page.getByText(paid.id).waitFor()
    },
    AT_DESK,
  ))
