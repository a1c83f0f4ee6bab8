import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { openDashboard, turnOnSecondStep } from './dashboard.ts'
import { inspect, usePlace, visit } from './visit.ts'

// The numbers of one page against each other, and against the list that they come from. What the
// API says of them is computed a second time in test/figures.test.ts.

const RAIL_SECRET = 'the secret of a bank rail in these tests'
const place = usePlace({ COWRIE_SANDBOX_RAIL_SECRET: RAIL_SECRET })

const DESK = { width: 1280, height: 800 }
const SIGNED_OUT = 401
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const ADA = { email: 'ada@example.com', name: 'Ada Example' }

const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') })
const tile = (page: Page, title: string) =>
  page.locator('.tile').filter({ has: page.getByText(title, { exact: true }) })

async function call(method: string, path: string, body?: object) {
  const { http, data } = await place.service.call(method, path, body)
  assert(http < 300, `${method} ${path} answers ${http}`)
  return data
}

/** `₦5,000.50` or `−₦5,000.50`, in kobo. */
function koboIn(text: string | null): number {
  const sign = /−/.test(text!) ? -1 : 1
  return sign * Number(text!.replaceAll(/\D/g, ''))
}

async function sumOf(cells: Locator): Promise<number> {
  return (await cells.allTextContents()).reduce((sum, text) => sum + koboIn(text), 0)
}

async function paid(body: object, paying: object = { channel: 'card' }): Promise<string> {
  const { reference } = await call('POST', '/transactions/initialize', { ...ADA, ...body })
  await call('POST', `/sandbox/transactions/${reference}/pay`, paying)
  return String(reference)
}

/** Sent before midnight in Lagos, told now. */
async function arrivesLate(account_number: string, amount: number): Promise<void> {
  const midnight = Math.floor((Date.now() + HOUR_MS) / DAY_MS) * DAY_MS - HOUR_MS
  const data = {
    session_id: '999999261122093000000000000007',
    account_number,
    amount,
    sender_name: 'Ngozi Sample',
    sender_bank_code: '001',
    sender_account_number: '1234567890',
    narration: '',
    occurred_at: new Date(midnight - 60_000).toISOString(),
  }
  const body = JSON.stringify({ event: 'credit', data })
  const timestamp = String(Math.floor(Date.now() / 1_000))
  const signature = createHmac('sha512', RAIL_SECRET).update(`${timestamp}.${body}`).digest('hex')
  const { status } = await fetch(`${place.service.baseUrl}/api/v1/rails/sandbox/notifications`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-service-timestamp': timestamp,
      'x-service-signature': signature,
    },
    body,
  })
  assert.equal(status, 200)
}

let shared = ''
let linkId = ''
before(async () => {
  await call('PUT', '/sandbox/settlements/schedule', { schedule: 'T+1' })
  const account = { bank_code: '058', account_number: '0000000018' }
  const { subaccount_code } = await call('POST', '/subaccounts', {
    business_name: 'Ngozi Sample Drinks',
    ...account,
  })
  const { split_code } = await call('POST', '/splits', {
    name: 'Two cooks',
    type: 'percentage',
    bearer_type: 'all',
    subaccounts: [{ subaccount_id: subaccount_code, share: 33.33 }],
  })
  shared = await paid({ amount: 1_000_001, split_code })
  await paid({ amount: 250_000 }, { channel: 'bank_transfer' })
  await call('POST', '/refunds', { transaction: await paid({ amount: 300_000 }), amount: 1_050 })
  await call('POST', '/refunds', { transaction: await paid({ amount: 410_000 }) })
  const { reference } = await call('POST', '/transactions/initialize', { ...ADA, amount: 90_000 })
  await call('POST', `/sandbox/transactions/${reference}/expire`)
  const { account_number } = await call('POST', '/dedicated-virtual-accounts', {
    customer: { first_name: 'Ada', last_name: 'Example', email: ADA.email },
  })
  await arrivesLate(String(account_number), 777_700)
  const link = await call('POST', '/payment-links', {
    name: 'Adire workshop',
    amount: 520_000,
    uses_max: 3,
  })
  linkId = String(link['id'])
  await payByLink(String(link['slug']))
  await call('POST', '/refunds', { transaction: await payByLink(String(link['slug'])) })
  await call('POST', '/sandbox/settlements')
})

async function payByLink(slug: string): Promise<string> {
  const form = new URLSearchParams({ email: ADA.email, name: ADA.name })
  const { baseUrl } = place.service
  const answer = await fetch(`${baseUrl}/pay/${slug}`, {
    method: 'POST',
    body: form,
    redirect: 'manual',
  })
  const code = answer.headers.get('location')!.split('/').at(-1)
  const status = await (await fetch(`${baseUrl}/checkout/${code}/status`)).json()
  const { reference } = (status as { data: { reference: string } }).data
  await call('POST', `/sandbox/transactions/${reference}/pay`, { channel: 'card' })
  return reference
}

test('home counts seven days as seven, and leads to the list of the payments that it counts', () =>
  visit(
    place,
    async (page) => {
      await openDashboard(page, place, '/?range=week')
      await tile(page, 'Volume').waitFor()
      const volume = koboIn(await tile(page, 'Volume').locator('dd').first().textContent())
      const days = page.locator('.chart tbody tr')
      assert.equal(await days.count(), 7)
      assert.equal(await sumOf(days.locator('td')), volume)
      const rate = await tile(page, 'Success rate').innerText()
      const [, shown, ...parts] = /([\d.]+) %\s+(\d+) succ\w+, (\d+) failed, (\d+) ab/.exec(rate)!
      const [succeeded = 0, failed = 0, abandoned = 0] = parts.map(Number)
      const part = succeeded / (succeeded + failed + abandoned)
      assert.equal(Number(shown), Math.floor(part * 10_000) / 100)
      await inspect(page, 'dashboard-home-week')

      const payments = tile(page, 'Volume').getByRole('link')
      const count = parseInt((await payments.textContent())!, 10)
      await payments.click()
      await page.getByText(`${count} in total`).waitFor()
      assert.equal(await rows(page).count(), count)
      assert.equal(await sumOf(page.locator('td[data-title="Amount"]')), volume)
      assert.equal(await page.getByLabel('Dates').inputValue(), 'paid')
      const [first, last] = await Promise.all(
        ['From', 'To'].map((name) => page.getByLabel(name, { exact: true }).inputValue()),
      )
      assert.equal(Date.parse(last!) - Date.parse(first!), 6 * DAY_MS, 'the list has seven days')
      const yesterday = new Date(Date.now() - DAY_MS)
      const day = yesterday.toLocaleDateString('en-GB', {
        timeZone: 'Africa/Lagos',
        day: 'numeric',
        month: 'short',
      })
      await page.getByRole('cell', { name: `${day}, 23:59` }).waitFor()
      await inspect(page, 'dashboard-transactions-paid')
    },
    { viewport: DESK, statuses: [SIGNED_OUT] },
  ))

test('each row of a settlement adds up, and so does the payment that is shared', () =>
  visit(
    place,
    async (page) => {
      await openDashboard(page, place, '/settlements')
      await rows(page).first().waitFor()
      const count = await rows(page).count()
      assert.equal(count, 2)
      for (let at = 0; at < count; at++) {
        await rows(page).nth(at).getByRole('link').click()
        const items = page
          .getByRole('table', { name: /^Items of this settlement/ })
          .getByRole('row')
          .filter({ has: page.getByRole('cell') })
        await items.first().waitFor()
        for (const row of await items.all()) {
          const cell = (title: string) => row.locator(`td[data-title="${title}"]`).textContent()
          if ((await cell('Paid')) === '–') continue
          const [paid, fee] = [koboIn(await cell('Paid')), koboIn(await cell('Fee with VAT'))]
          const [others, settled] = [await cell('To others'), await cell('Settled')]
          assert.equal(paid - fee - koboIn(others), koboIn(settled))
        }
        const title = koboIn(await page.getByRole('heading', { level: 1 }).textContent())
        assert.equal(await sumOf(page.locator('td[data-title="Settled"]')), title)
        await inspect(page, `dashboard-settlement-shares-${at}`)
        await page.goBack()
        await rows(page).first().waitFor()
      }
      const { id } = await call('GET', `/transactions/verify/${shared}`)
      await openPage(page, `/transactions/${id}`)
      const fact = async (name: string) =>
        koboIn(
          await page
            .locator('.facts > div', { hasText: name })
            .locator('.money')
            .first()
            .textContent(),
        )
      await page.getByText('You receive').waitFor()
      assert.equal(
        1_000_001 - (await fact('Fees')) - (await fact('To others')),
        await fact('You receive'),
      )
      await inspect(page, 'dashboard-transaction-shared')
    },
    { viewport: DESK, statuses: [SIGNED_OUT] },
  ))

test('a link counts the payments below it, refunded ones too, and its uses beside them', () =>
  visit(
    place,
    async (page) => {
      await openDashboard(page, place, `/payment-links/${linkId}`)
      await rows(page).first().waitFor()
      assert.equal(await tile(page, 'Successful payments').locator('dd').first().textContent(), '2')
      assert.equal(await rows(page).count(), 2)
      assert.equal(await tile(page, 'Uses').locator('dd').first().textContent(), '1 of 3')
      const volume = koboIn(await tile(page, 'Volume').locator('dd').first().textContent())
      assert.equal(await sumOf(page.locator('td[data-title="Amount"]')), volume)
      await inspect(page, 'dashboard-link-refunded')
    },
    { viewport: DESK, statuses: [SIGNED_OUT] },
  ))

test('the balance over time has a point for each day, and ends with the balance beside it', () =>
  visit(
    place,
    async (page) => {
      await openDashboard(page, place, '/wallet')
      const days = page.locator('.chart tbody tr')
      await days.first().waitFor({ state: 'attached' })
      assert.equal(await days.count(), 30)
      const now = koboIn(await tile(page, 'Available').locator('dd').first().textContent())
      assert.equal(koboIn(await days.last().locator('td').textContent()), now)
      await inspect(page, 'dashboard-wallet-days')
    },
    { viewport: DESK, statuses: [SIGNED_OUT] },
  ))

test('books that nobody has verified are not OK, and a margin says which fees are in it', () =>
  visit(
    place,
    async (page) => {
      await place.service.sql`delete from book_verification`
      await openDashboard(page, place)
      await turnOnSecondStep(page)
      await openPage(page, '/operator')
      const unchecked = page.locator('section', {
        has: page.getByRole('heading', { name: 'Not checked yet' }),
      })
      await unchecked.getByText('Their first verification runs within the hour.').waitFor()
      await unchecked.getByText('No bank statement has been imported yet.').waitFor()
      const fine = page.locator('section', {
        has: page.getByRole('heading', { name: 'OK', exact: true }),
      })
      assert.doesNotMatch(await fine.innerText(), /yet/)
      await inspect(page, 'dashboard-operator-unchecked')
      await openPage(page, '/operator/rails')
      await page.getByText('of fees from all businesses, without VAT').first().waitFor()
      await inspect(page, 'dashboard-rails-margin')
    },
    { viewport: DESK, statuses: [SIGNED_OUT] },
  ))

const openPage = (page: Page, path: string) =>
  page.goto(`${place.service.baseUrl}/dashboard/test${path}`)
