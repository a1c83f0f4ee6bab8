import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { choose, follow, openDashboard } from './dashboard.ts'
import { called, givenKeptCard, givenPlan, untilInvoice } from './subscriptions.ts'
import { inspect, usePlace, visit } from './visit.ts'

// Plans, subscriptions and kept cards on the dashboard in a real browser.

const place = usePlace()

const DESK = { width: 1280, height: 800 }
/** Nobody is signed in at first, and the page asks. */
const SIGNED_OUT = 401

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })
const main = (page: Page) => page.getByRole('main')
const dialog = (page: Page) => page.getByRole('dialog')

test('a business makes a plan, subscribes a customer, and sees the first period paid', () =>
  visit(
    place,
    async (page) => {
      await givenKeptCard(place, 'ada@example.com')
      await openDashboard(page, place, '/subscriptions')
      await main(page).getByText('Then subscribe a customer to it.').waitFor()
      await inspect(page, 'dashboard-subscriptions-empty')
      await follow(page, 'Plans')
      await main(page).getByText('Nobody is charged before.').waitFor()
      await inspect(page, 'dashboard-plans-empty')

      await button(page, 'New plan').first().click()
      await page.getByLabel('Name').fill('Membership')
      await page.getByLabel('Amount').fill('5,000')
      await page.getByLabel('How many times').fill('x')
      await page.getByText('Enter a whole number').waitFor()
      await inspect(page, 'dashboard-plan-form')
      await page.getByLabel('How many times').fill('12')
      await button(page, 'Create plan').click()
      await page.getByRole('heading', { name: 'Membership' }).waitFor()
      await main(page).getByText('Nobody has subscribed to this plan yet.').waitFor()

      await button(page, 'Change').click()
      await page.getByLabel('Description').fill('Every class, every week')
      await button(page, 'Save').click()
      await main(page).getByText('Every class, every week').waitFor()
      await button(page, 'New subscription').click()
      const who = page.getByLabel('Customer', { exact: true })
      await who.fill('nobody@example.com')
      await page.getByText('Nothing found.').waitFor()
      await choose(who, 'ada@example.com', /ada@example.com/)
      await page.getByLabel('Paid by').waitFor()
      await inspect(page, 'dashboard-subscribe-form')
      await button(page, 'Subscribe').click()

      await page.getByRole('heading', { name: 'ada@example.com' }).waitFor()
      await main(page).getByText('Visa •••• 4081').waitFor()
      await main(page).getByText('1 of 12').waitFor()
      await main(page).getByRole('link', { name: 'View payment' }).waitFor()
      await inspect(page, 'dashboard-subscription')
      await main(page).getByRole('link', { name: 'View payment' }).click()
      await main(page).getByText('Succeeded').first().waitFor()
      await main(page).getByRole('link', { name: /^SUB_/ }).click()
      await page.getByRole('heading', { name: 'ada@example.com' }).waitFor()

      await main(page).getByRole('link', { name: 'Membership' }).click()
      await main(page).getByRole('link', { name: 'ada@example.com' }).waitFor()
      await inspect(page, 'dashboard-plan')
      await button(page, 'Archive').click()
      await dialog(page).getByText('Its subscriptions go on.').waitFor()
      await dialog(page).getByRole('button', { name: 'Archive' }).click()
      await main(page).getByText('Archived', { exact: true }).waitFor()
      assert.equal(await button(page, 'New subscription').count(), 0)
      await page.goBack()
      await page.goto(`${place.service.baseUrl}/dashboard/test/plans`)
      await main(page).getByRole('link', { name: 'Membership' }).waitFor()
      await inspect(page, 'dashboard-plans')
    },
    { viewport: DESK, statuses: [SIGNED_OUT] },
  ))

test('a subscription is paused, resumed, changed, and cancelled with its period, then now', () =>
  visit(
    place,
    async (page) => {
      const [plan, gold] = [
        await givenPlan(place, { name: 'Silver' }),
        await givenPlan(place, { name: 'Gold', amount: 900_000 }),
      ]
      const email = 'tunde@example.com'
      const authorization_code = await givenKeptCard(place, email)
      const other = await givenKeptCard(place, email, 'kept_no_funds')
      const sent = { plan, customer: email, authorization_code }
      const made = await called(place, 'POST', '/subscriptions', sent)
      const code = String(made['subscription_code'])
      await untilInvoice(place, code, 'paid')
      const read = () => called(place, 'GET', `/subscriptions/${code}`)

      await openDashboard(page, place, '/subscriptions')
      await main(page)
        .getByRole('link', { name: /^Active: [1-9]/ })
        .click()
      await inspect(page, 'dashboard-subscriptions')
      await main(page).getByRole('link', { name: email }).click()
      await page.getByRole('heading', { name: email }).waitFor()

      await button(page, 'Pause').click()
      await dialog(page).getByRole('button', { name: 'Pause' }).click()
      await main(page).getByText('Paused', { exact: true }).waitFor()
      await inspect(page, 'dashboard-subscription-paused')
      await button(page, 'Resume').click()
      await main(page).getByText('Active', { exact: true }).waitFor()

      await button(page, 'Change').click()
      await choose(page.getByLabel('Plan', { exact: true }), 'gold', /gold/i)
      await page.getByLabel('Quantity').fill('2')
      await page.getByLabel('From').selectOption('prorate')
      await page.getByLabel('Paid by').selectOption(other)
      await inspect(page, 'dashboard-subscription-change')
      await button(page, 'Save').click()
      await main(page).getByText('₦18,000.00 every month').waitFor()
      await main(page).getByText('Visa •••• 0010').waitFor()
      await main(page).getByText('On the next invoice').waitFor()
      const { plan_code, quantity, authorization_code: now } = await read()
      assert.deepEqual([plan_code, quantity, now], [gold, 2, other])

      await button(page, 'Cancel').click()
      await inspect(page, 'dashboard-subscription-cancel')
      await button(page, `Cancel subscription of ${email}`).click()
      await main(page).getByText('It ends with the current period').waitFor()
      assert.equal((await read())['ends_with_period'], true)
      await button(page, 'Resume').click()
      await button(page, 'Pause').waitFor()
      await button(page, 'Cancel').click()
      await page.getByLabel('When').selectOption('now')
      await dialog(page).getByText('This cannot be undone.').waitFor()
      await button(page, `Cancel subscription of ${email}`).click()
      await main(page).getByText('Cancelled', { exact: true }).waitFor()
      assert.equal(await button(page, 'Change').count(), 0, 'it has ended')
    },
    { viewport: DESK, statuses: [SIGNED_OUT] },
  ))

test('a declined subscription says why, and leads to the page of the customer', () =>
  visit(
    place,
    async (page) => {
      const email = 'ngozi@example.com'
      const authorization_code = await givenKeptCard(place, email, 'kept_no_funds')
      const sent = { plan: await givenPlan(place), customer: email, authorization_code }
      const { subscription_code } = await called(place, 'POST', '/subscriptions', sent)

      await openDashboard(page, place, `/subscriptions/${subscription_code}`)
      await main(page).getByText('Past due', { exact: true }).waitFor()
      await main(page).getByRole('cell', { name: /money/ }).waitFor()
      await inspect(page, 'dashboard-subscription-past-due')
      const opening = page.context().waitForEvent('page')
      await main(page).getByRole('link', { name: 'Open page' }).click()
      const theirs = await opening
      await theirs.getByRole('heading', { name: 'Membership' }).waitFor()
    },
    { viewport: DESK, statuses: [SIGNED_OUT] },
  ))

test("a customer's kept cards are listed, charged, and removed after a question", () =>
  visit(
    place,
    async (page) => {
      const email = 'chidi@example.com'
      await givenKeptCard(place, email)
      await openDashboard(page, place, '/customers?q=chidi')
      await page.getByRole('link', { name: email }).click()
      await page.getByRole('tab', { name: 'Subscriptions' }).click()
      await main(page).getByText('has not subscribed to a plan').waitFor()
      await page.getByRole('tab', { name: 'Cards and mandates' }).click()
      const row = page.getByRole('row').filter({ hasText: 'Visa •••• 4081' })
      await row.getByText('12/2099').waitFor()
      await inspect(page, 'dashboard-kept-cards')

      await button(page, 'Charge Visa •••• 4081').click()
      await page.getByLabel('Amount').fill('1,250')
      await inspect(page, 'dashboard-charge-card')
      await button(page, /^Charge chidi@example.com ₦1,250.00/).click()
      await page.getByText('₦1,250.00 paid.').waitFor()

      await row.getByRole('button', { name: 'Remove' }).click()
      await dialog(page).getByText('This cannot be undone.').waitFor()
      await inspect(page, 'dashboard-remove-card')
      await dialog(page).getByRole('button', { name: 'Remove' }).click()
      await row.getByText('Removed').waitFor()
      assert.equal(await row.getByRole('button').count(), 0)
      const left = await called(place, 'GET', `/customers/${email}/authorizations`)
      assert.deepEqual(left, [])
      await page.getByRole('tab', { name: 'Payments' }).click()
      await page.getByRole('cell', { name: '₦1,250.00' }).waitFor()
    },
    { viewport: DESK, statuses: [SIGNED_OUT] },
  ))
