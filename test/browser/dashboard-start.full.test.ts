import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDashboard } from './dashboard.ts'
import { CARDS, fillCard, paid } from './payments.ts'
import { inspect, usePlace, visit } from './visit.ts'

// The first minute of a business: its home leads from one step to the next.

const place = usePlace({ COWRIE_SIGN_UP: 'off' })

test('an empty list has a button first, and the call of the API behind it', () =>
  visit(
    place,
    async (page) => {
      await openDashboard(page, place, '/transactions')
      await page.getByRole('button', { name: 'Open a checkout' }).waitFor()
      assert.equal(await page.locator('main pre').isVisible(), false)

      await page.getByText('Or with the API').click()

      await page.getByText('curl -X POST').waitFor()
      await inspect(page, 'dashboard-payments-empty')
    },
    { viewport: { width: 1280, height: 800 }, statuses: [401] },
  ))

test('a new business takes its first payment by the checklist, and sees that it has', () =>
  visit(
    place,
    async (page) => {
      await openDashboard(page, place)
      await page.getByText('1 of 5 done').waitFor()
      await inspect(page, 'dashboard-checklist')
      assert.equal(await page.getByText('Success rate').count(), 0, 'no numbers of nothing')

      await page.getByRole('button', { name: 'Open a checkout' }).click()
      await fillCard(page, CARDS.success)
      await page.getByRole('button', { name: 'Pay ₦5,000.00' }).click()
      await paid(page).waitFor()
      await page.goto(`${place.service.baseUrl}/dashboard/test/`)

      await page.getByText('2 of 5 done').waitFor()
      await page.getByText('Success rate').waitFor()
      await inspect(page, 'dashboard-checklist-paid')
    },
    { viewport: { width: 1280, height: 800 }, statuses: [401] },
  ))

test('from live mode, a business that is not live gets to the form to request it', () =>
  visit(
    place,
    async (page) => {
      await openDashboard(page, place)
      await page.goto(`${place.service.baseUrl}/dashboard/live/`)
      await page.getByRole('heading', { name: 'Live mode is not active yet' }).waitFor()

      await page.getByRole('main').getByRole('button', { name: 'Go live' }).click()

      await page.getByRole('heading', { name: 'Request live mode' }).waitFor()
      await page.getByLabel('Registration number').waitFor()
    },
    { viewport: { width: 1280, height: 800 }, statuses: [401] },
  ))

test('who has no business reads at the root what this is, and whom to ask for one', () =>
  visit(
    place,
    async (page) => {
      await page.goto(place.service.baseUrl)
      await page.getByText('Take payments in Nigerian naira').waitFor()
      await inspect(page, 'root')

      await page.getByRole('link', { name: 'Open a business' }).click()

      await page.getByText('opens businesses here').waitFor()
      await inspect(page, 'sign-up')
      await page.getByRole('link', { name: 'sign in' }).click()
      await page.getByRole('link', { name: 'No business here yet?' }).click()
      await page.waitForURL(`${place.service.baseUrl}/sign-up`)
    },
    { statuses: [401] },
  ))
