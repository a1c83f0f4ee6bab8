import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openDashboard } from './dashboard.ts'
import { eventually } from './service.ts'
import { inspect, usePlace, visit } from './visit.ts'

// The list of payments: its tabs, what its address keeps, its rows on a desk and on a phone.

const place = usePlace()

const DESK = { width: 1280, height: 800 }
const PHONE = { width: 360, height: 740 }
/** Nobody is signed in at first, and the page asks. */
const SIGNED_OUT = 401
const LONG = 'order-of-the-cooperative-society-2026-11-29-000000000000004711'

const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') })
const tab = (page: Page, name: RegExp) =>
  page.getByRole('navigation', { name: 'Status' }).getByRole('link', { name })

type Made = { reference: string; access_code: string }

async function given(email: string, more: object = {}): Promise<Made> {
  const body = { amount: 500_000, email, name: 'Adaeze Oluwaseun Example-Adeyemi', ...more }
  const { data } = await place.service.call('POST', '/transactions/initialize', body)
  return data as Made
}

async function payBy(channel: string, { reference }: Made, outcome = 'success'): Promise<void> {
  const body = channel === 'card' ? { channel, outcome } : { channel }
  const path = `/sandbox/transactions/${reference}/pay`
  assert.equal((await place.service.call('POST', path, body)).http, 200)
}

/** Two payments that were shown an account, one declined, two paid. */
async function givenStages(email: string): Promise<void> {
  for (let n = 0; n < 2; n += 1) {
    const { access_code } = await given(email)
    const path = `${place.service.baseUrl}/checkout/${access_code}/bank-transfer`
    assert.equal((await fetch(path, { method: 'POST' })).status, 200)
  }
  await payBy('card', await given(email), 'declined')
  await payBy('card', await given(email, { amount: 9_999_999_999, reference: LONG }))
  const transferred = await given(email)
  await payBy('bank_transfer', transferred)
  await eventually('the transfer has paid', async () => {
    const path = `/transactions/verify/${transferred.reference}`
    const { data } = await place.service.call('GET', path)
    return data['status'] === 'success' ? true : null
  })
}

test('tabs count payments by what a person means, and the address keeps all that was chosen', () =>
  visit(
    place,
    async (page) => {
      const email = 'tabs@example.com'
      await givenStages(email)
      await openDashboard(page, place, `/transactions?q=${email}`)

      await tab(page, /^All 5$/).waitFor()
      await tab(page, /^Succeeded 2$/).waitFor()
      await tab(page, /^Processing 0$/).waitFor()
      const cards = page.getByRole('cell', { name: /^(Visa|Verve|Mastercard) •• \d{4}$/ })
      await cards.nth(1).waitFor()
      assert.equal(await cards.count(), 2, 'one paid, one was declined')
      await page.getByRole('cell', { name: /^Transfer · .+ •• \d{4}$/ }).waitFor()
      await inspect(page, 'dashboard-payments')
      assert.deepEqual(await cutIn(page), [])
      const heights = await rows(page).evaluateAll((all) =>
        all.map((row) => Math.round(row.getBoundingClientRect().height)),
      )
      assert(
        heights.every((height) => height <= 41),
        `rows of one line: ${heights}`,
      )
      await tab(page, /^Declined 1$/).click()
      await eventually('one is left', async () => (await rows(page).count()) === 1 || null)
      await page.getByText('The bank declined the payment.').waitFor()
      await tab(page, /^Awaiting transfer 2$/).click()
      await eventually('two are left', async () => (await rows(page).count()) === 2 || null)
      await page.getByRole('button', { name: 'Today' }).click()
      await page.waitForURL(/days=1/)
      await page.getByRole('button', { name: 'Columns' }).click()
      await page.getByRole('menuitemcheckbox', { name: 'Reason' }).click()
      await page.getByRole('columnheader', { name: 'Reason' }).waitFor({ state: 'detached' })
      const address = page.url()
      await page.getByRole('button', { name: 'Views' }).click()
      await page.getByRole('menuitem', { name: 'Save this view' }).click()
      await page.getByLabel('Name').fill('Waiting today')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('View saved in this browser.').waitFor()

      await page.goto(`${place.service.baseUrl}/dashboard/test/transactions`)
      await page.getByRole('columnheader', { name: 'Reason' }).waitFor()
      await page.getByRole('button', { name: 'Views' }).click()
      await page.getByRole('menuitemcheckbox', { name: 'Waiting today' }).click()

      await eventually('the view is open', async () => (await rows(page).count()) === 2 || null)
      assert.equal(page.url(), address)
      assert.equal(await page.getByRole('columnheader', { name: 'Reason' }).count(), 0)
      await tab(page, /^Awaiting transfer 2$/).waitFor()
      assert.equal(await tab(page, /^Awaiting/).getAttribute('aria-current'), 'page')
      assert.equal(await tab(page, /^All/).getAttribute('aria-current'), null)
      const today = page.getByRole('button', { name: 'Today', exact: true })
      assert.equal(await today.getAttribute('aria-pressed'), 'true')
    },
    { viewport: DESK, statuses: [SIGNED_OUT] },
  ))

test('back on the list, the row that was opened has the focus, at the same place', () =>
  visit(
    place,
    async (page) => {
      const email = 'back@example.com'
      for (let n = 0; n < 25; n += 1) await given(email, { reference: `back-${n}` })
      await openDashboard(page, place, `/transactions?q=${email}`)
      const link = page.getByRole('link', { name: 'back-3', exact: true })
      await link.scrollIntoViewIfNeeded()
      await link.focus()
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: '₦5,000.00' }).waitFor()

      await page.goBack()

      await eventually('the row has the focus', () =>
        link.evaluate((element) => element === document.activeElement || null),
      )
      const box = (await link.boundingBox())!
      assert(box.y >= 0 && box.y + box.height <= DESK.height, `it is in view: ${box.y}`)
      await page.getByRole('link', { name: 'back-7', exact: true }).click()
      await page.getByRole('heading', { name: '₦5,000.00' }).waitFor()
      await page.getByRole('link', { name: 'Transactions' }).first().click()
      await page.getByRole('heading', { name: 'Transactions' }).waitFor()
      const isTitle = () => document.activeElement?.tagName === 'H1' || null
      await eventually('a new visit begins at the title', () => page.evaluate(isTitle))
    },
    { viewport: DESK, statuses: [SIGNED_OUT] },
  ))

test('on a phone, rows have two lines, filters are in a sheet, and a finger hits all', () =>
  visit(
    place,
    async (page) => {
      const email = 'phone@example.com'
      for (let n = 0; n < 25; n += 1) await given(email, { amount: 9_999_999_999 })
      await openDashboard(page, place, `/transactions?q=${email}&amount_min=10&days=7`)
      await rows(page).nth(24).waitFor()

      const height = await page.evaluate(() => document.documentElement.scrollHeight)

      assert(height <= 2_000, `${height} px`)
      const tall = await rows(page).evaluateAll((all) =>
        all.map((row) => row.getBoundingClientRect().height),
      )
      assert(Math.min(...tall) >= 44, `a finger hits a row: ${Math.min(...tall)}`)
      await page.getByRole('button', { name: 'Filters · 2' }).click()
      const sheet = page.getByRole('dialog', { name: 'Filters' })
      await sheet.waitFor()
      assert.deepEqual(await smallIn(page, '.sheet'), [])
      // A desk has no sheet, so it closes.
      await inspect(page, 'dashboard-payments-sheet')
      await page.getByRole('button', { name: 'Filters · 2' }).click()
      await sheet.getByRole('button', { name: 'Today' }).click()
      await page.waitForURL(/days=1/)
      await sheet.getByRole('button', { name: 'Show results' }).click()
      await sheet.waitFor({ state: 'detached' })
      assert.deepEqual(await smallIn(page, '#main'), [])
      await inspect(page, 'dashboard-payments-phone')
      for (const path of ['/deposits', '/events', '/messages']) {
        await page.setViewportSize({ ...PHONE, width: 320 })
        await page.goto(`${place.service.baseUrl}/dashboard/test${path}`)
        await rows(page).first().waitFor()
        assert.deepEqual(await cutIn(page), [], path)
        const tall = await rows(page).evaluateAll((all) =>
          all.map((row) => row.getBoundingClientRect().height),
        )
        assert(Math.max(...tall) <= 60, `two lines in ${path}: ${Math.max(...tall)}`)
      }
    },
    { viewport: PHONE, statuses: [SIGNED_OUT] },
  ))

/** The amounts of which only a part is seen. */
function cutIn(page: Page): Promise<string[]> {
  const cells = rows(page)
    .getByRole('cell')
    .filter({ hasText: /^[+−]?₦[\d,.]+$/ })
  return cells.evaluateAll((all) =>
    all
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ textContent }) => textContent ?? ''),
  )
}

/** What can be pressed there and is lower than a finger needs. Rows have links of their height. */
function smallIn(page: Page, selector: string): Promise<string[]> {
  return page.evaluate((selector) => {
    const pressed = `:is(a:not(td a), button, input, select)`
    return [...document.querySelectorAll<HTMLElement>(`${selector} ${pressed}`)]
      .filter((element) => element.checkVisibility() && element.getBoundingClientRect().height < 44)
      .map((element) => `${element.textContent || element.id} ${element.offsetHeight}`)
  }, selector)
}
