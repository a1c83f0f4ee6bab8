import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { choose, openDashboard } from './dashboard.ts'
import { eventually } from './service.ts'
import { inspect, usePlace, visit } from './visit.ts'

// What brings money in, on the dashboard in a real browser: links, account numbers of customers,
// deposits; and how it goes back.

const place = usePlace()

const DESK = { width: 1280, height: 800 }
/** Nobody is signed in at first, and the page asks. */
const SIGNED_OUT = 401
const PNG_SIGNATURE = '89504e470d0a1a0a'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') })

async function call(method: string, path: string, body?: object) {
  const { http, data } = await place.service.call(method, path, body)
  assert(http < 300, `${method} ${path} answers ${http}`)
  return data
}

async function givenTransfer(email: string, amount: number, sent = amount): Promise<string> {
  const payment = { amount, email, name: 'Ngozi Sample' }
  const { reference } = await call('POST', '/transactions/initialize', payment)
  const paying = { channel: 'bank_transfer', amount: sent }
  await call('POST', `/sandbox/transactions/${reference}/pay`, paying)
  return String(reference)
}

test('a link is made, its code is saved, somebody pays by it, and it is switched off', () =>
  visit(
    place,
    async (page) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await openDashboard(page, place, '/payment-links')
      await page.getByText('With a payment link you can sell without a website').waitFor()

      await button(page, 'New link').click()
      await page.getByLabel('Name').fill('Adire workshop')
      await page.getByLabel('Amount').fill('25,000')
      await page.getByLabel('End of the URL').fill('Not a slug')
      await button(page, 'More options').click()
      await button(page, 'Add question').click()
      await page.getByLabel('Question 1', { exact: true }).fill('T-shirt size')
      await inspect(page, 'dashboard-link-form')
      await button(page, 'Create link').click()
      await page.getByText('End of the URL must').waitFor()
      await page.getByLabel('End of the URL').fill('adire')
      await button(page, 'Create link').click()

      await page.getByRole('heading', { name: 'Adire workshop' }).waitFor()
      const code = page.getByRole('img', { name: 'QR code of Adire workshop' })
      await code.evaluate((picture: HTMLImageElement) => picture.decode())
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        button(page, 'QR code as PNG').click(),
      ])
      assert.equal(download.suggestedFilename(), 'adire.png')
      const saved = readFileSync(await download.path())
      assert.equal(saved.subarray(0, 8).toString('hex'), PNG_SIGNATURE)
      await page.getByRole('main').getByRole('button', { name: 'Copy' }).first().click()
      const url = await page.evaluate(() => navigator.clipboard.readText())
      assert.equal(url, `${place.service.baseUrl}/pay/adire`)
      await inspect(page, 'dashboard-link')

      await payByLink(page, url)
      await page.reload()
      const brought = page.locator('.tile').filter({ hasText: 'Volume' })
      await brought.getByText('₦25,000.00').waitFor()
      const payments = page.getByRole('table', { name: 'Payments of this link' })
      const payer = await payments.getByRole('link').first().innerText()
      assert.equal(payer, 'ngozi@example.com')
      await payments.getByRole('cell', { name: '₦25,000.00' }).waitFor()
      await inspect(page, 'dashboard-link-paid')

      await button(page, 'Change').click()
      await page.getByLabel('Name').fill('Adire workshop, Saturday')
      await button(page, 'Save').click()
      await page.getByRole('heading', { name: 'Adire workshop, Saturday' }).waitFor()
      await page.getByText('T-shirt size (optional)').waitFor()

      await button(page, 'Switch off').click()
      await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click()
      await page.getByText('Switched off', { exact: true }).waitFor()
      assert.equal((await fetch(url)).status, 410)
      await button(page, 'Switch on').click()
      await button(page, 'Switch off').waitFor()
      assert.equal((await fetch(url)).status, 200)
    },
    { viewport: DESK, statuses: [SIGNED_OUT, 400] },
  ))

/** In a tab of its own, as a customer. */
async function payByLink(page: Page, url: string): Promise<void> {
  const tab = await page.context().newPage()
  await tab.goto(url)
  await tab.getByLabel('Email').fill('ngozi@example.com')
  await tab.getByLabel('Your name').fill('Ngozi Sample')
  await tab.getByRole('button', { name: 'Continue to payment' }).click()
  await tab.waitForURL(/\/checkout\/[A-Za-z0-9_-]{22,}$/)
  const status = await fetch(`${tab.url()}/status`)
  const { data } = (await status.json()) as { data: { reference: string } }
  const paying = `/sandbox/transactions/${data.reference}/pay`
  await call('POST', paying, { channel: 'bank_transfer' })
  await tab.close()
}

test('a customer gets an account number, and what is sent to it stands on their page', () =>
  visit(
    place,
    async (page) => {
      await givenTransfer('ada@example.com', 500_000)
      await openDashboard(page, place, '/customers?q=ada')
      await page.getByRole('link', { name: 'ada@example.com' }).click()
      await button(page, 'Create an account').click()
      await page.getByLabel('First name').fill('Ada')
      await page.getByLabel('Last name').fill('')
      await button(page, 'Create account').click()
      await page.getByText('Last name must be').waitFor()
      await page.getByLabel('Last name').fill('Example')
      await button(page, 'Create account').click()

      await page.getByRole('heading', { name: /^\d{10}$/ }).waitFor()
      await page.getByText('In test mode you can send a transfer yourself.').waitFor()
      await button(page, 'Send a test transfer').click()
      await page.getByLabel('Amount').fill('7500')
      await button(page, 'Send').last().click()
      await page.getByText('₦7,500.00 received.').waitFor()
      await page.getByRole('cell', { name: '₦7,500.00' }).waitFor()
      await button(page, 'Change').click()
      await page.getByLabel('BVN').fill('22222222222')
      await button(page, 'Save').click()
      await page.getByText('Tier 3').waitFor()
      await page.getByText('*******2222').waitFor()
      await inspect(page, 'dashboard-dedicated-account')

      await page.getByRole('link', { name: 'Ada Example' }).click()
      await page.getByRole('tab', { name: 'Deposits' }).click()
      await page.waitForURL(/tab=deposits/)
      await page.getByRole('cell', { name: '₦7,500.00' }).waitFor()
      assert.equal(await rows(page).count(), 1)
      await inspect(page, 'dashboard-customer')
    },
    { viewport: DESK, statuses: [SIGNED_OUT, 400] },
  ))

test('a transfer that does not fit is found where it went, and one told twice in quarantine', () =>
  visit(
    place,
    async (page) => {
      const reference = await givenTransfer('tunde@example.com', 500_000, 123_400)
      await eventually('it has gone back', async () => {
        const { data } = await place.service.call('GET', '/deposits?status=returned')
        return (data as unknown as object[]).length > 0 || null
      })
      await givenToldTwice()
      await openDashboard(page, place, '/deposits')
      await rows(page).first().waitFor()
      await page.getByRole('tab', { name: 'Unmatched' }).click()
      await page.getByText('was returned to the sender.').waitFor()
      await page.getByRole('cell', { name: '₦1,234.00' }).waitFor()
      assert.equal(await rows(page).count(), 1, 'what fitted is not here')

      await rows(page).getByRole('link').first().click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('Less than the amount').waitFor()
      await inspect(page, 'dashboard-deposit')
      // It stands in the address, so that it can be sent to somebody.
      await page.reload()
      await dialog.getByRole('link', { name: 'This payment' }).click()
      await page.getByText(reference).waitFor()

      await page.goto(`${place.service.baseUrl}/dashboard/test/deposits?tab=quarantine`)
      await page.getByRole('cell', { name: 'Conflicting details' }).waitFor()
      await page.getByRole('cell', { name: '₦77.00' }).waitFor()
    },
    { viewport: DESK, statuses: [SIGNED_OUT] },
  ))

async function givenToldTwice(): Promise<void> {
  const customer = { first_name: 'Chidi', last_name: 'Sample', email: 'chidi@example.com' }
  const account = await call('POST', '/dedicated-virtual-accounts', { customer })
  const session_id = '999999260101010101000000000777'
  const transfer = { account_number: account['account_number'], session_id }
  await call('POST', '/sandbox/transfers', { ...transfer, amount: 500_000 })
  const again = { ...transfer, amount: 7_700 }
  const { http } = await place.service.call('POST', '/sandbox/transfers', again)
  assert.equal(http, 422)
}

test('a refund that the bank refuses says why, and is tried again', () =>
  visit(
    place,
    async (page) => {
      const reference = await givenTransfer('ngozi@example.com', 500_000)
      await call('PUT', '/sandbox/rails/bank', { outcome: 'refused', times: 1 })
      await openDashboard(page, place, '/refunds')
      await button(page, 'Refund a payment').click()
      const which = page.getByLabel('Payment', { exact: true })
      await which.fill('nothing-of-it')
      await page.getByText('Nothing found.').waitFor()
      await choose(which, reference, reference)
      await button(page, 'Continue').click()
      await page.getByLabel('Amount').fill('1000')
      await button(page, 'Refund ₦1,000.00').click()

      await page.getByRole('link', { name: reference }).click()
      await page.getByText('The bank rejected it.').waitFor()
      await inspect(page, 'dashboard-refund-failed')
      await button(page, 'Try again').click()
      const left = await page.getByLabel('Amount').inputValue()
      assert.equal(left, '5000', 'what failed is not taken off')
      await page.getByLabel('Amount').fill('1000')
      await button(page, 'Refund ₦1,000.00').click()
      const others = page.getByRole('table', { name: 'Other refunds of this payment' })
      await others.getByText('Sent', { exact: true }).waitFor()

      await page.goto(`${place.service.baseUrl}/dashboard/test/refunds?status=processed`)
      await page.getByRole('cell', { name: '₦1,000.00' }).waitFor()
      assert.equal(await rows(page).count(), 1)
    },
    { viewport: DESK, statuses: [SIGNED_OUT] },
  ))

test('after all this the ledger balances to the kobo', () => place.service.verifyLedger())
