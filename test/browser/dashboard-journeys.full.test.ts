import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { usePlace, visit } from './visit.ts'

// The same journey twice: sign in, find a payment, refund it, look at its webhook. Once without a
// mouse, once on a phone by touch.

const place = usePlace()

const DESK = { width: 1280, height: 800 }
const PHONE = { width: 360, height: 740 }
/** Nobody is signed in at first, and the page asks. */
const SIGNED_OUT = 401
/** Stops of the Tab key from one thing to the next that a person needs. */
const STOPS_MAX = 25

async function givenPaid(reference: string): Promise<void> {
  const body = { reference, amount: 750_000, email: 'ngozi@example.com', name: 'Ngozi Sample' }
  assert.equal((await place.service.call('POST', '/transactions/initialize', body)).http, 200)
  const path = `/sandbox/transactions/${reference}/pay`
  const paid = await place.service.call('POST', path, { channel: 'card', outcome: 'success' })
  assert.equal(paid.http, 200)
}

/** Presses Tab until this has the focus, which must be seen. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.first().waitFor()
  for (let stops = 0; stops <= STOPS_MAX; stops += 1) {
    const isThere = await target.first().evaluate((element) => element === document.activeElement)
    if (isThere) {
      // A link of a row outlines the row.
      const isSeen = await target
        .first()
        .evaluate((element) =>
          [element, element.closest('tr')].some(
            (shown) => shown !== null && getComputedStyle(shown).outlineStyle !== 'none',
          ),
        )
      assert(isSeen, 'the focus is seen')
      return
    }
    await page.keyboard.press('Tab')
  }
  assert.fail(`${target} is more than ${STOPS_MAX} stops away`)
}

/** By the search of everything. */
async function openByName(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.locator('.palette-field > input:focus').waitFor()
  // A person's first letter comes later than the next frame, in which the dialog takes the focus.
  await page.evaluate(async () => {
    for (let frames = 0; frames < 5; frames += 1) await new Promise(requestAnimationFrame)
  })
  await page.keyboard.type(name)
  await page.getByRole('option', { name, selected: true }).waitFor()
  await page.keyboard.press('Enter')
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

test('with the keyboard alone a person signs in, refunds a payment and reads its webhook', () =>
  visit(
    place,
    async (page) => {
      await givenPaid('keys-1')
      const { baseUrl, demo } = place.service
      await page.goto(`${baseUrl}/dashboard/test/`)
      await tabTo(page, page.getByLabel('Email'))
      await page.keyboard.type(demo.dashboard.email)
      await tabTo(page, page.getByLabel('Password'))
      await page.keyboard.type(demo.dashboard.password)
      await page.keyboard.press('Enter')
      await page.getByText('Test mode: no real money').waitFor()

      await openByName(page, 'keys-1')
      await page.getByRole('heading', { name: '₦7,500.00' }).waitFor()

      await tabTo(page, button(page, /^Refund$/))
      await page.keyboard.press('Enter')
      await tabTo(page, button(page, 'Refund ₦7,500.00'))
      await page.keyboard.press('Enter')
      await page.getByText('Refund created.').waitFor()

      await openByName(page, 'Events')
      const event = page
        .getByRole('main')
        .getByRole('link', { name: 'transaction.success' })
        .first()
      await tabTo(page, event)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'transaction.success' }).waitFor()
    },
    { viewport: DESK, statuses: [SIGNED_OUT] },
  ))

test('a form that is sent at once has what was typed last', () =>
  visit(
    place,
    async (page) => {
      const { baseUrl, demo } = place.service
      await page.goto(`${baseUrl}/dashboard/test/`)
      await page.getByLabel('Email').fill(demo.dashboard.email)
      const password = page.getByLabel('Password')
      await password.fill(demo.dashboard.password.slice(0, -1))
      // As a password manager does: before the next frame.
      await password.evaluate(async (field: HTMLInputElement, value) => {
        const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!
        set.call(field, value)
        field.dispatchEvent(new InputEvent('input', { bubbles: true }))
        await Promise.resolve()
        field.form!.requestSubmit()
      }, demo.dashboard.password)
      await page.getByText('Test mode: no real money').waitFor()
    },
    { viewport: DESK, statuses: [SIGNED_OUT] },
  ))

test('on a phone a person does the same by touch', () =>
  visit(
    place,
    async (page) => {
      await givenPaid('touch-1')
      const { baseUrl, demo } = place.service
      await page.goto(`${baseUrl}/dashboard/test/`)
      await page.getByLabel('Email').fill(demo.dashboard.email)
      await page.getByLabel('Password').fill(demo.dashboard.password)
      await button(page, 'Sign in').tap()
      await page.getByText('Test mode: no real money').waitFor()

      await button(page, 'Menu').tap()
      await page.getByRole('link', { name: 'Transactions', exact: true }).tap()
      await page.getByRole('main').getByRole('link', { name: 'touch-1' }).first().tap()
      await page.getByRole('heading', { name: '₦7,500.00' }).waitFor()
      await button(page, /^Refund$/).tap()
      await button(page, 'Refund ₦7,500.00').tap()
      await page.getByText('Refund created.').waitFor()

      await button(page, 'Menu').tap()
      const events = page.getByRole('link', { name: 'Events', exact: true })
      if (!(await events.isVisible())) await button(page, 'Developers').tap()
      await events.tap()
      await page.getByRole('main').getByRole('link', { name: 'transaction.success' }).first().tap()
      await page.getByRole('heading', { name: 'transaction.success' }).waitFor()
    },
    { viewport: PHONE, hasTouch: true, isMobile: true, statuses: [SIGNED_OUT] },
  ))
