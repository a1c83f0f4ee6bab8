import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { newId } from '../../src/platform/ids.ts'
import { openDashboard, signIn } from './dashboard.ts'
import { eventually } from './service.ts'
import { inspect, usePlace, visit } from './visit.ts'

// Signing in, the home page and the payments of the dashboard, in a real browser.

const place = usePlace()

const DESK = { width: 1280, height: 800 }
/** Nobody is signed in at first, and the page asks. */
const SIGNED_OUT = 401

async function givenPaid(email: string, amount: number): Promise<string> {
  const body = { amount, email, name: 'Ngozi Sample' }
  const { data } = await place.service.call('POST', '/transactions/initialize', body)
  const paying = `/sandbox/transactions/${data['reference']}/pay`
  const paid = await place.service.call('POST', paying, { channel: 'bank_transfer' })
  assert.equal(paid.http, 200)
  await eventually('the payment is paid', async () => {
    const { data: found } = await place.service.call(
      'GET',
      `/transactions/verify/${data['reference']}`,
    )
    return found['status'] === 'success' ? true : null
  })
  return String(data['reference'])
}

const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') })

test('who is signed out signs in, and comes to where they wanted to go', () =>
  visit(
    place,
    async (page) => {
      const { demo, baseUrl } = place.service
      await page.goto(`${baseUrl}/dashboard/transactions?stage=declined`)
      await signIn(page, { ...demo.dashboard, password: 'not this password at all' })

      await page.getByRole('alert').waitFor()
      await inspect(page, 'dashboard-sign-in')
      await signIn(page, demo.dashboard)

      await page.getByRole('heading', { name: 'Transactions' }).waitFor()
      assert.equal(page.url(), `${baseUrl}/dashboard/test/transactions?stage=declined`)
      assert.equal(await page.title(), 'Transactions · Cowrie (test)')
    },
    { viewport: DESK, statuses: [SIGNED_OUT, 422] },
  ))

test('a payment is found by its customer, looked at, and refunded in two parts', () =>
  visit(
    place,
    async (page) => {
      const reference = await givenPaid('ngozi@example.com', 500_000)
      await givenPaid('ada@example.com', 700_000)
      await openDashboard(page, place, '/transactions')

      await rows(page).nth(1).waitFor()
      await page.keyboard.press('/')
      await page.keyboard.type('ngozi@example.com')
      await page.waitForURL(/q=ngozi%40example\.com/)
      await eventually('one row is left', async () => (await rows(page).count()) === 1 || null)
      await inspect(page, 'dashboard-transactions')
      await page.getByRole('link', { name: reference }).click()
      await page.getByRole('heading', { name: '₦5,000.00' }).waitFor()
      assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'H1')
      await page.getByText('Payment succeeded').waitFor()
      await inspect(page, 'dashboard-transaction')

      await page.getByRole('button', { name: 'Refund' }).click()
      await page.getByLabel('Amount').fill('5,000.01')
      await page.getByText('At most ₦5,000.00 can be refunded.').waitFor()
      await page.getByLabel('Amount').fill('2000')
      await inspect(page, 'dashboard-refund')
      await page
        .getByRole('button', { name: 'Refund ₦2,000.00 to ngozi@example.com from Demo Store' })
        .click()
      await page.getByText('Refund created.').waitFor()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Refund' }).click()
      await page.getByText('₦3,000.00 can be refunded.').waitFor()
      const answered = page.waitForResponse((one) => one.request().method() === 'POST')
      await page.getByRole('button', { name: 'Refund ₦3,000.00' }).click()
      await answered

      const state = page.getByRole('main').getByText('Refunded', { exact: true }).first()
      let tries = 0
      const look = async () => {
        tries += 1
        await page.reload()
        await state.waitFor({ timeout: 3_000 * tries }).catch(() => null)
        return (await state.isVisible()) || null
      }
      await eventually('all of it has gone back', look)
      const refund = page.getByRole('button', { name: 'Refund' })
      assert.equal(await refund.getAttribute('aria-disabled'), 'true')
      await refund.focus()
      await page.getByRole('tooltip', { name: 'Already fully refunded.' }).waitFor()
    },
    { viewport: DESK, statuses: [SIGNED_OUT] },
  ))

test('a long list goes on by pages, and a page can be opened by its address', () =>
  visit(
    place,
    async (page) => {
      const email = 'musa@example.com'
      for (let n = 0; n < 26; n += 1) {
        const body = { amount: 10_000, email, name: 'Musa Sample' }
        const { http } = await place.service.call('POST', '/transactions/initialize', body)
        assert.equal(http, 200)
      }
      await openDashboard(page, place, `/transactions?q=${email}`)
      const at = (text: string) => page.getByText(text).waitFor()

      await at('26 in total, page 1 of 2')
      await page.getByRole('button', { name: 'Next' }).click()
      await at('26 in total, page 2 of 2')
      assert.equal(await rows(page).count(), 1)
      await page.reload()
      await at('26 in total, page 2 of 2')
      await page.getByRole('button', { name: 'Previous' }).click()

      await at('26 in total, page 1 of 2')
      assert.equal(new URL(page.url()).search, `?q=${encodeURIComponent(email)}`)
      await page.goForward()
      await at('26 in total, page 2 of 2')
      await page.getByRole('link', { name: /^Succeeded/ }).click()
      await page.getByText('No results for these filters.').waitFor()
      await page.getByRole('button', { name: 'Clear the filters' }).click()
      await rows(page).first().waitFor()
    },
    { viewport: DESK, statuses: [SIGNED_OUT] },
  ))

/** Copies of one payment, as made at other moments. */
async function givenMadeAt(moments: Record<string, string>): Promise<void> {
  const body = { amount: 10_000, email: 'halima@example.com', name: 'Halima Sample' }
  const { data } = await place.service.call('POST', '/transactions/initialize', body)
  for (const [reference, moment] of Object.entries(moments)) {
    await place.service.sql`
      insert into transaction
      select copy.* from transaction t
      cross join lateral jsonb_populate_record(t, jsonb_build_object(
        'id', ${newId(new Date(moment))}::text, 'reference', ${reference}::text,
        'created_at', ${moment}::text
      )) copy
      where t.reference = ${String(data['reference'])}
    `
  }
}

test('the dates that are chosen are whole days in Lagos, wherever the browser is', () =>
  visit(
    place,
    async (page) => {
      await givenMadeAt({
        'day-before': '2026-02-27T22:59:59.999Z',
        'first-moment': '2026-02-27T23:00:00.000Z',
        'last-moment': '2026-02-28T22:59:59.999Z',
        'day-after': '2026-02-28T23:00:00.000Z',
      })
      await openDashboard(page, place, '/transactions?q=halima%40example.com')
      const shown = async () =>
        (await page.getByRole('link', { name: /-moment$|^day-/ }).allTextContents()).sort()
      const eventuallyShown = (wanted: string[]) =>
        eventually(wanted.join(), async () => `${await shown()}` === `${wanted}` || null)

      await page.getByRole('button', { name: 'Custom' }).click()
      await page.getByLabel('From').fill('2026-02-28')
      await eventuallyShown(['day-after', 'first-moment', 'last-moment'])
      await page.getByLabel('To', { exact: true }).fill('2026-02-28')
      await eventuallyShown(['first-moment', 'last-moment'])
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Export' }).click(),
      ])
      const file = readFileSync(await download.path(), 'utf8')
      assert(file.startsWith('\ufeff'))
      assert.equal(file.trim().split('\r\n').length, 3)
      for (const time of ['00:00:00.000', '23:59:59.999']) {
        assert(file.includes(`,2026-02-28T${time}+01:00,`), file)
      }
      await page.getByLabel('From').fill('')
      await eventuallyShown(['day-before', 'first-moment', 'last-moment'])

      await page.getByLabel('From').fill('2026-03-01')
      await page.getByText('To must be later than from.').waitFor()
    },
    { viewport: DESK, statuses: [SIGNED_OUT, 400], timezoneId: 'Pacific/Auckland' },
  ))

test('the payments that the filters leave are saved as a file', () =>
  visit(
    place,
    async (page) => {
      await givenPaid('tunde@example.com', 123_400)
      await openDashboard(page, place, '/transactions?amount_min=1%2C234&amount_max=1234')

      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Export' }).click(),
      ])

      assert.match(download.suggestedFilename(), /^transactions-\d{4}-\d\d-\d\d\.csv$/)
      const lines = readFileSync(await download.path(), 'utf8')
        .trim()
        .split('\r\n')
      assert.equal(lines.length, 2)
      assert(lines[1]!.includes('tunde@example.com'))
    },
    { viewport: DESK, statuses: [SIGNED_OUT] },
  ))

test('the home page shows what was paid, in numbers and in a chart that can be read', () =>
  visit(
    place,
    async (page) => {
      await givenPaid('amina@example.com', 250_000)
      await openDashboard(page, place)

      await page.getByRole('heading', { name: 'Demo Store' }).waitFor()
      await page.locator('.chart-bar[d^=M]').first().waitFor()
      await inspect(page, 'dashboard-home')
      await page.getByRole('button', { name: '24 hours' }).click()
      await page.waitForURL(/range=day/)

      const table = page.getByRole('table', { name: 'Volume' })
      await table.getByRole('columnheader', { name: 'Hour' }).waitFor({ state: 'attached' })
      assert.equal(await table.getByRole('row').count(), 25)
    },
    { viewport: DESK, statuses: [SIGNED_OUT] },
  ))

test('on a phone the menu opens over the page, and closes where it leads', () =>
  visit(
    place,
    async (page) => {
      await openDashboard(page, place)

      await page.getByRole('button', { name: 'Menu' }).click()
      const menu = page.getByRole('dialog', { name: 'Menu' })
      await menu.waitFor()
      await inspect(page, 'dashboard-menu')
      await menu.getByRole('link', { name: 'Transactions' }).click()

      await page.getByRole('heading', { name: 'Transactions' }).waitFor()
      await menu.waitFor({ state: 'hidden' })
    },
    { statuses: [SIGNED_OUT] },
  ))

test('an old login is asked for its password once, and what it began goes on', () =>
  visit(
    place,
    async (page) => {
      await openDashboard(page, place, '/keys')
      await page.getByRole('button', { name: 'New key' }).click()
      // Time passes while the dialog is open.
      await place.service.sql`update login_session set fresh_until = created_at`
      await page.getByRole('button', { name: 'Create key' }).click()

      const confirm = page.getByRole('dialog', { name: 'Confirm your password' })
      await confirm.waitFor()
      await inspect(page, 'dashboard-confirm')
      await confirm.getByLabel('Password').fill('not this password at all')
      await confirm.getByRole('button', { name: 'Confirm' }).click()
      await confirm.getByText('Wrong password.').waitFor()
      await confirm.getByLabel('Password').fill(place.service.demo.dashboard.password)
      await confirm.getByRole('button', { name: 'Confirm' }).click()

      await confirm.waitFor({ state: 'hidden' })
      await page.getByText(/^[sp]k_test_\w{38}$/).waitFor()
    },
    { viewport: DESK, statuses: [SIGNED_OUT, 403] },
  ))

test('who signs out cannot come back without signing in', () =>
  visit(
    place,
    async (page) => {
      await openDashboard(page, place)

      await page.getByRole('button', { name: /^Account of/ }).click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
      await page.getByRole('heading', { name: 'Sign in' }).waitFor()
      await page.goto(`${place.service.baseUrl}/dashboard/test/`)

      await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    },
    { viewport: DESK, statuses: [SIGNED_OUT] },
  ))
