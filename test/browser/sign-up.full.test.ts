import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { CARDS, fillCard } from './payments.ts'
import { inspect, usePlace, visit } from './visit.ts'

// From nothing to a refunded payment, as a person with a mouse does it.

const place = usePlace()
const AT_DESK = { viewport: { width: 1280, height: 800 }, statuses: [401, 404, 409] }
const PASSWORD = 'umbrella kettle sparrow novel 48'
const CLICKS_MAX = 12

/** Counts the clicks of a person: on every page of this tab, until the test ends. */
async function countingClicks(page: Page): Promise<() => number> {
  let clicks = 0
  await page.exposeBinding('countClick', () => {
    clicks += 1
  })
  await page.addInitScript(() => {
    const count = (event: MouseEvent) => {
      if (event.isTrusted && event.detail > 0) Reflect.get(window, 'countClick')()
    }
    addEventListener('click', count, true)
  })
  return () => clicks
}

async function fillForm(page: Page, email: string): Promise<void> {
  await page.getByLabel('Name of the business').fill('Ngozi Sample Foods')
  await page.getByLabel('Your name').fill('Ngozi Sample')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('New password').fill(PASSWORD)
}

test('a stranger signs up, takes a first payment by the checklist, sees it and refunds it', () =>
  visit(
    place,
    async (page) => {
      const clicks = await countingClicks(page)
      await page.goto(place.service.baseUrl)
      await inspect(page, 'root')
      await page.getByRole('link', { name: 'Sign up' }).click()
      await fillForm(page, 'ngozi@example.com')
      await inspect(page, 'sign-up-form')
      await page.getByRole('button', { name: 'Sign up' }).click()
      await page.getByRole('link', { name: 'Confirm' }).click()
      await page.getByRole('heading', { name: 'Open Ngozi Sample Foods' }).waitFor()
      await inspect(page, 'sign-up-confirm')
      await page.getByLabel('Password').fill(PASSWORD)
      await page.getByRole('button', { name: 'Confirm' }).click()

      await page.getByText('0 of 5 done').waitFor()
      await page.getByText('Your test keys').waitFor()
      await inspect(page, 'home-first')
      await page.getByRole('button', { name: 'Open a checkout' }).click()
      await fillCard(page, CARDS.success)
      await page.getByRole('button', { name: 'Pay ₦5,000.00' }).click()

      await page.getByText('1 of 5 done').waitFor()
      await page.getByRole('link', { name: 'Ada Example' }).click()
      await page.getByRole('button', { name: 'Refund' }).click()
      await page.getByRole('button', { name: 'Refund ₦5,000.00' }).click()
      await page.getByText('Refund created.').waitFor()
      assert(clicks() > 5 && clicks() <= CLICKS_MAX, `${clicks()} clicks`)
    },
    AT_DESK,
  ))

test('an expired link offers a new one, and a used one says so', () =>
  visit(
    place,
    async (page) => {
      const { baseUrl, sql } = place.service
      await page.goto(`${baseUrl}/signup`)
      await fillForm(page, 'late@example.com')
      await page.getByRole('button', { name: 'Sign up' }).click()
      const link = page.getByRole('link', { name: 'Confirm' })
      await inspect(page, 'sign-up-sent')
      const first = await link.getAttribute('href')
      await sql`update sign_up set expires_at = created_at where email = 'late@example.com'`

      await page.goto(first!)
      await page.getByRole('heading', { name: 'This link has expired' }).waitFor()
      await inspect(page, 'sign-up-expired')
      await page.getByRole('button', { name: 'Send a new link' }).click()
      await link.click()
      await page.getByLabel('Password').fill('another sparrow kettle 12')
      await page.getByRole('button', { name: 'Confirm' }).click()
      await page.getByText('Wrong').first().waitFor()
      await page.getByLabel('Password').fill(PASSWORD)
      await page.getByRole('button', { name: 'Confirm' }).click()
      await page.getByText('Test mode: no real money').waitFor()

      await page.goto('about:blank')
      await page.goto(first!)
      await page.getByRole('heading', { name: 'This link is not valid' }).waitFor()
      await inspect(page, 'sign-up-used')
    },
    AT_DESK,
  ))
