import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openDashboard } from './dashboard.ts'
import { inspect, usePlace, visit } from './visit.ts'

// A business asks a customer for an account, and the customer enters it.

const place = usePlace()

const DESK = { width: 1280, height: 800 }
const SIGNED_OUT = 401
const ACCOUNT = { bank: '058', number: '0123456789' }
const NOBODYS_ACCOUNT = '0000000000'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

type Told = Record<string, string> & { destination: { account_number: string } }

async function call(method: string, path: string, body?: object) {
  const { http, data } = await place.service.call(method, path, body)
  assert(http < 300, `${method} ${path} answers ${http}`)
  return data as Told
}

async function first(path: string): Promise<Told> {
  const [one] = (await call('GET', path)) as unknown as Told[]
  return one!
}

async function givenPaid(): Promise<string> {
  const payer = { amount: 500_000, email: 'ngozi@example.com', name: 'Ngozi Sample' }
  const { reference } = await call('POST', '/transactions/initialize', payer)
  await call('POST', `/sandbox/transactions/${reference}/pay`, { channel: 'bank_transfer' })
  const { id } = await call('GET', `/transactions/verify/${reference}`)
  return id!
}

test('a business sends a link from the payment, and the customer gets the refund', async () => {
  const transaction = await givenPaid()
  await visit(
    place,
    async (page) => {
      await openDashboard(page, place, `/transactions/${transaction}`)
      await button(page, 'Refund').click()
      await page.getByLabel('Send it to another account').check()
      await page.getByLabel('The customer enters it').check()
      await inspect(page, 'dashboard-refund-link-dialog')
      await button(page, 'Email a link to ngozi@example.com').click()
      await page.getByText('The link is on its way to ngozi@example.com.').waitFor()
      await page.getByText('Waits for the customer').waitFor()
      await inspect(page, 'dashboard-refund-link')
    },
    { viewport: DESK, statuses: [SIGNED_OUT] },
  )
  const link = await first(`/refund-links?transaction=${transaction}`)
  await visit(
    place,
    async (page) => {
      await page.goto(link['url']!)
      await inspect(page, 'refund-link')
      await page.getByLabel('Bank', { exact: true }).selectOption(ACCOUNT.bank)
      await page.getByLabel('Account number').fill(NOBODYS_ACCOUNT)
      await button(page, 'Continue').click()
      await page.getByText('This bank has no account with this number.').waitFor()
      await inspect(page, 'refund-link-wrong')
      await page.getByLabel('Account number').fill(ACCOUNT.number)
      await button(page, 'Continue').click()
      await page.getByRole('heading', { name: 'Is this your account?' }).waitFor()
      await inspect(page, 'refund-link-confirm')
      await button(page, 'Yes, send it here').click()
      await page.getByRole('heading', { name: 'Your refund was sent' }).waitFor()
      await inspect(page, 'refund-link-sent')
    },
    { statuses: [409] },
  )
  const refund = await first(`/refunds?transaction=${transaction}`)
  assert.equal(refund['status'], 'processed')
  assert.equal(refund.destination.account_number, ACCOUNT.number)
})
