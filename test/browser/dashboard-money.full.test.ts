import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { choose, follow, openDashboard } from './dashboard.ts'
import { inspect, usePlace, visit } from './visit.ts'

// What becomes of money, on the dashboard in a real browser: the wallet, settlements, payouts,
// subaccounts and splits; and who somebody is.

const place = usePlace()

const DESK = { width: 1280, height: 800 }
/** Nobody is signed in at first, and the page asks. */
const SIGNED_OUT = 401
const NOBODYS_ACCOUNT = { bank: '058', number: '0000000000' }
const ACCOUNT = { bank: '058', number: '0000000018' }
const OTHER_ACCOUNT = { bank: '058', number: '0000000025' }

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

async function call(method: string, path: string, body?: object) {
  const { http, data } = await place.service.call(method, path, body)
  assert(http < 300, `${method} ${path} answers ${http}`)
  return data
}

async function fillAccount(page: Page, { bank, number }: typeof ACCOUNT): Promise<void> {
  await page.getByLabel('Account number').fill(number)
  await choose(page.getByLabel('Bank', { exact: true }), bank, 'Guaranty Trust Bank')
}

/** As five minutes later: a payout asks for the password. */
async function growStale(): Promise<void> {
  await place.service.sql`update login_session set fresh_until = created_at`
}

const FIRST: [page: string, button: string, call: string | null][] = [
  ['/payouts', 'Send your first payout', '/payouts'],
  ['/payment-links', 'Create your first link', '/payment-links'],
  ['/rules', 'Create your first rule', '/rules'],
  ['/subaccounts', 'Create your first subaccount', '/subaccounts'],
  // The example needs a subaccount, which the dialog makes.
  ['/splits', 'Create your first split', null],
  ['/verifications', 'Start your first verification', '/identity/verify'],
  ['/dedicated-accounts', 'Create your first account', '/dedicated-virtual-accounts'],
]

test('an empty list begins with a button, and has the call with your own key behind it', () =>
  visit(
    place,
    async (page) => {
      await openDashboard(page, place, '/payouts')
      for (const [path, first, call] of FIRST) {
        await page.goto(`${place.service.baseUrl}/dashboard/test${path}`)
        const empty = page.locator('.empty')
        await button(page, first).waitFor()
        if (call !== null) {
          await empty.getByText('Or with the API').click()
          const command = await empty.locator('pre').innerText()
          assert(command.includes(`/api/v1${call}`), command)
          assert(command.includes('sk_test_'), command)
        }
        await inspect(page, `dashboard-empty${path.replace('/', '-')}`)
        await button(page, first).click()
        await page.getByRole('dialog').waitFor()
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'detached' })
      }
      await page.goto(`${place.service.baseUrl}/dashboard/test/settlements`)
      await button(page, 'Wait for settlements').waitFor()
      await inspect(page, 'dashboard-empty-settlements')
      await page.goto(`${place.service.baseUrl}/dashboard/test/deposits`)
      await inspect(page, 'dashboard-empty-deposits')
      await button(page, 'Send a test transfer').click()
      await page.getByText('A transfer of ₦5,000.00 arrived.').waitFor()
      await page.getByRole('cell', { name: '₦5,000.00' }).waitFor()
    },
    { viewport: DESK, statuses: [SIGNED_OUT] },
  ))

test('the bank says whose account it is, the password is asked for, and then money leaves', () =>
  visit(
    place,
    async (page) => {
      await call('POST', '/sandbox/wallet', { amount: 1_000_000 })
      await openDashboard(page, place, '/payouts')
      await page.getByText('A payout sends money from your wallet').waitFor()
      await inspect(page, 'dashboard-payouts-empty')
      await button(page, 'New payout').click()
      const send = button(page, /^Send/)
      await page.getByLabel('Amount').fill('20,000')
      await page.getByText('This is more than the available balance.').first().waitFor()
      await page.getByLabel('Amount').fill('2,500')
      await fillAccount(page, NOBODYS_ACCOUNT)
      await page.getByText('No such account at this bank. Check').waitFor()
      assert.equal(await send.getAttribute('aria-disabled'), 'true')
      await fillAccount(page, ACCOUNT)
      const holder = await page.locator('.holder[data-known]').textContent()
      const name = holder!.replace('Account holder: ', '')
      await button(page, `Send ₦2,500.00 to ${name} from Demo Store`).waitFor()
      await inspect(page, 'dashboard-payout-dialog')

      await growStale()
      await send.click()
      await page
        .getByRole('textbox', { name: 'Password' })
        .fill(place.service.demo.dashboard.password)
      await button(page, 'Confirm').click()
      await page.getByRole('heading', { name: '₦2,500.00' }).waitFor()
      await page.getByText('Sent', { exact: true }).waitFor()
      await page.getByText(name).waitFor()
      await inspect(page, 'dashboard-payout')

      await follow(page, 'Wallet')
      await page.locator('.tile').getByText('₦7,500.00').waitFor()
      await page.getByRole('cell', { name: '−₦2,500.00' }).waitFor()
      await inspect(page, 'dashboard-wallet')
    },
    { viewport: DESK, statuses: [SIGNED_OUT, 403, 422] },
  ))

test('a bank account that is changed waits, is shown to wait, and can be cancelled', () =>
  visit(
    place,
    async (page) => {
      await openDashboard(page, place, '/subaccounts')
      await button(page, 'New subaccount').click()
      await page.getByLabel('Name').fill('Moving Foods')
      await fillAccount(page, ACCOUNT)
      await button(page, 'Create subaccount').click()
      await button(page, 'Change').click()
      await fillAccount(page, OTHER_ACCOUNT)
      await button(page, 'Save').click()
      await page.getByRole('heading', { name: 'Bank account change' }).waitFor()
      assert.equal(await button(page, 'Approve').getAttribute('aria-disabled'), 'true')
      await inspect(page, 'dashboard-account-change')
      await button(page, 'Cancel change').click()
      await inspect(page, 'dashboard-account-change-cancel')
      await page.getByRole('button', { name: /^Keep paying [A-Z]/ }).click()
      await page.getByText('The old account is kept.').waitFor()
      await page
        .getByRole('heading', { name: 'Bank account change' })
        .waitFor({ state: 'detached' })
      await page.getByText(ACCOUNT.number, { exact: true }).waitFor()

      await follow(page, 'Settings')
      await page.getByRole('tab', { name: 'Approvals' }).click()
      await page.getByLabel('Always require a second person').check()
      await inspect(page, 'dashboard-four-eyes')
      const ofSubaccounts = page.getByRole('region', { name: 'Bank accounts of subaccounts' })
      await ofSubaccounts.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Saved. Applies to new changes').waitFor()
    },
    { viewport: DESK, statuses: [SIGNED_OUT] },
  ))

test('two share a payment: who gets what is calculated, and so it is when it is paid', () =>
  visit(
    place,
    async (page) => {
      await openDashboard(page, place, '/subaccounts')
      for (const [name, account] of [
        ['Ada Example Foods', ACCOUNT],
        ['Ngozi Sample Drinks', OTHER_ACCOUNT],
      ] as const) {
        await follow(page, 'Subaccounts')
        await button(page, 'New subaccount').click()
        await page.getByLabel('Name').fill(name)
        await fillAccount(page, account)
        await button(page, 'Create subaccount').click()
        await page.getByRole('heading', { name }).waitFor()
      }
      await inspect(page, 'dashboard-subaccount')

      await follow(page, 'Splits')
      await button(page, 'New split').click()
      await page.getByLabel('Name', { exact: true }).fill('Two cooks')
      await button(page, 'Add subaccount').click()
      const who = page.getByLabel('Subaccount', { exact: true })
      const percent = page.getByLabel('Percent')
      await choose(who.nth(0), 'ada', /^Ada Example Foods 0000000018/)
      await choose(who.nth(1), 'ngozi', /^Ngozi Sample Drinks 0000000025/)
      await percent.nth(0).fill('60')
      await percent.nth(1).fill('40.5')
      await page.getByText('0.5 % too much').waitFor()
      assert.equal(await button(page, 'Create split').getAttribute('aria-disabled'), 'true')
      await percent.nth(0).fill('33.33')
      await page.getByText('26.17 % is yours').waitFor()
      await inspect(page, 'dashboard-split-dialog')
      await button(page, 'Create split').click()

      await page.getByRole('heading', { name: 'Two cooks' }).waitFor()
      await page.getByLabel('Amount').fill('10,000.01')
      await page.getByRole('row', { name: 'Total ₦10,000.01' }).waitFor()
      const calculated = await partsOf(page)
      await inspect(page, 'dashboard-split')
      assert.deepEqual(calculated, await paidParts(page, 1_000_001))

      await button(page, 'Stop').click()
      await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click()
      await page.getByText('Stopped', { exact: true }).waitFor()
      await page.getByText('This split is stopped. It shares no payments.').waitFor()
    },
    { viewport: DESK, statuses: [SIGNED_OUT] },
  ))

/** Of the calculator: both subaccounts, the business, and the fee with VAT. */
async function partsOf(page: Page): Promise<number[]> {
  const cells = await page.locator('.parts tbody td').allTextContents()
  const amounts = cells.map((text) => Number(text.replaceAll(/\D/g, '')))
  const [vat = 0, fee = 0] = amounts.slice(-2).reverse()
  return [...amounts.slice(0, -2), fee + vat]
}

/** The same of a payment that is made now, by the split whose page is open. */
async function paidParts(page: Page, amount: number): Promise<number[]> {
  const split_code = page.url().split('/').at(-1)!
  const payment = { amount, email: 'ada@example.com', name: 'Ada Example', split_code }
  const { reference } = await call('POST', '/transactions/initialize', payment)
  await call('POST', `/sandbox/transactions/${reference}/pay`, { channel: 'card' })
  const { split } = (await call('GET', `/transactions/verify/${reference}`)) as {
    split: {
      shares: { service: number; vat: number; business: number; subaccounts: { amount: number }[] }
    }
  }
  const { service, vat, business, subaccounts } = split.shares
  return [...subaccounts.map((part) => part.amount), business, service + vat]
}

test('what is settled is listed payment by payment, and saved as a file', () =>
  visit(
    place,
    async (page) => {
      await call('PUT', '/sandbox/settlements/schedule', { schedule: 'T+1' })
      const payment = { amount: 500_000, email: 'ada@example.com', name: 'Ada Example' }
      for (const reference of ['order-1', 'order-2']) {
        await call('POST', '/transactions/initialize', { ...payment, reference })
        await call('POST', `/sandbox/transactions/${reference}/pay`, { channel: 'card' })
      }
      await call('POST', '/sandbox/settlements')
      await openDashboard(page, place, '/settlements')
      await inspect(page, 'dashboard-settlements')
      await page.getByRole('row').nth(1).getByRole('link').click()
      await page.getByRole('link', { name: 'order-2' }).waitFor()
      await inspect(page, 'dashboard-settlement')
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        button(page, 'Download CSV').click(),
      ])
      const lines = readFileSync(await download.path(), 'utf8')
        .trim()
        .split('\r\n')
      assert.equal(lines.length, 3)
      assert.match(lines[1]!, /,order-1,card,/)
    },
    { viewport: DESK, statuses: [SIGNED_OUT] },
  ))

test('a person is verified by the code; the details are shown once, and it is known to whom', () =>
  visit(
    place,
    async (page) => {
      await call('POST', '/sandbox/wallet', { amount: 1_000_000 })
      await openDashboard(page, place, '/verifications')
      await inspect(page, 'dashboard-verifications-empty')
      await button(page, 'Verify a person').click()
      await page.getByLabel('BVN number').fill('00000000101')
      await page.getByLabel('Consent').fill('You may ask who I am.')
      await button(page, 'Send code').click()
      await page.getByRole('heading', { name: 'BVN *******0101' }).waitFor()
      await page.getByLabel('6-digit code').fill('654321')
      await button(page, 'Verify').click()
      await page.getByText('Wrong code. 4 attempts left.').waitFor()
      await page.getByLabel('6-digit code').fill('123456')
      await button(page, 'Verify').click()
      await page.getByRole('img').waitFor()
      await page.getByText('Not listed').waitFor()
      const seen = page.getByRole('table').getByRole('row').filter({ hasText: 'With the code' })
      await seen.waitFor()
      await inspect(page, 'dashboard-verification')

      await page.reload()
      await button(page, 'Show details').waitFor()
      assert.equal(await page.getByText('Not listed').count(), 0)
      await page.getByLabel('6-digit code').fill('123456')
      await button(page, 'Show details').click()
      await page.getByText('Not listed').waitFor()
      await page.getByRole('row').filter({ hasText: 'Again, with the code' }).waitFor()
      await button(page, 'Hide').click()
      assert.equal(await page.getByText('Not listed').count(), 0)
    },
    { viewport: DESK, statuses: [SIGNED_OUT, 422] },
  ))

test('money for nobody is suspended, assigned by who sent it, and becomes a deposit', () =>
  visit(
    place,
    async (page) => {
      await openDashboard(page, place, '/sandbox')
      const suspend = page.getByRole('region', { name: 'Suspend a transfer' })
      await suspend.getByLabel('Amount').fill('1,234.50')
      await suspend.getByLabel('Narration').fill('Order 1042')
      await suspend.getByRole('button', { name: 'Send transfer' }).click()
      await suspend.getByText('₦1,234.50 waits in suspense.').waitFor()
      const assign = page.getByRole('region', { name: 'Assign the transfer' })
      await assign.getByLabel('Intended account').fill('demo')
      await page.getByRole('option', { name: /^DEMO STORE/ }).click()
      await inspect(page, 'dashboard-sandbox-suspense')
      await assign.getByRole('button', { name: 'Assign', exact: true }).click()
      await assign.getByText('₦1,234.50 assigned.').waitFor()

      await assign.getByRole('link', { name: 'View its event' }).click()
      await page.getByRole('link', { name: 'deposit.topped_up' }).first().waitFor()
      await follow(page, 'Deposits')
      await page.getByRole('cell', { name: '₦1,234.50' }).waitFor()
    },
    { viewport: DESK, statuses: [SIGNED_OUT] },
  ))

test('a customer who is known gets an account by being chosen, and is not typed again', () =>
  visit(
    place,
    async (page) => {
      const customer = { first_name: 'Bola', last_name: 'Sample', email: 'bola@example.com' }
      await call('POST', '/customers', customer)
      await openDashboard(page, place, '/dedicated-accounts?open=new')
      await choose(page.getByLabel(/^Known customer/), 'bola', /Bola Sample/)
      await page.waitForFunction(() =>
        [...document.querySelectorAll('input')].some(({ value }) => value === 'Sample'),
      )
      await inspect(page, 'dashboard-dedicated-known')
      await button(page, 'Create account').click()
      await page.getByText(/^Account \d{10} created\.$/).waitFor()
      const [account] = (await call('GET', '/dedicated-virtual-accounts')) as unknown as {
        customer: { email: string }
      }[]
      assert.equal(account?.customer.email, 'bola@example.com')
    },
    { viewport: DESK, statuses: [SIGNED_OUT] },
  ))
