import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Context } from '../../src/core/context.ts'
import { imported, jsonFile } from '../statements.ts'
import { askAs, follow, openDashboard, turnOnSecondStep } from './dashboard.ts'
import { eventually } from './service.ts'
import { inspect, usePlace, visit } from './visit.ts'

// Whoever runs the service, on the dashboard in a real browser: what needs a person, and what that
// person then does. The tests go one after the other: the second turns two-step sign-in on.

const RAIL_SECRET = 'the secret of a bank rail in these tests'
const place = usePlace({ COWRIE_SANDBOX_RAIL_SECRET: RAIL_SECRET })

const DESK = { width: 1280, height: 800 }
/** Nobody is signed in at first, and the page asks. */
const SIGNED_OUT = 401
const WRONG_INPUT = 400
/** Nobody here has the account. */
const NOT_THEIRS = 404
const PARTICULARS = {
  legal_name: 'Example Stores Limited',
  bvn: '22222222221',
  registration_number: 'RC1234567',
  contact_phone: '+2348000000000',
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const link = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name })

/** The bank tells of money for an account number that nobody here has. */
async function givenSuspended(amount: number): Promise<void> {
  const body = JSON.stringify({
    event: 'credit',
    data: {
      session_id: '999999261122093000000000000001',
      account_number: '0000000007',
      amount,
      sender_name: 'Ngozi Sample',
      sender_bank_code: '001',
      sender_account_number: '1234567890',
      narration: 'Rent of November',
      occurred_at: new Date().toISOString(),
    },
  })
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

async function givenDedicated(): Promise<string> {
  const customer = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' }
  const { data } = await place.service.call('POST', '/dedicated-virtual-accounts', { customer })
  return String(data['account_number'])
}

/** The bank lists a transfer of which nobody here knows. */
async function givenException(): Promise<void> {
  const now = new Date()
  const { sql } = place.service
  const rails = { test: { bank: { name: 'sandbox' } } }
  const line = {
    session_id: 'never-told',
    direction: 'debit' as const,
    amount: 5_025,
    occurred_at: now.toISOString(),
  }
  const period = { from: new Date(now.getTime() - 1_000), to: new Date(now.getTime() + 1_000) }
  await imported(
    { sql, rails, now: () => now } as unknown as Context,
    jsonFile('sandbox', period, [line]),
  )
  await sql`
    insert into fetched_statement (mode, rail, day, statement_id, tries, next_at, created_at)
    values ('test', 'sandbox', '2026-11-20', gen_random_uuid(), 3, now(), now())
  `
}

test('an operator without two-step sign-in is led to turn it on, and sees nothing before', () =>
  visit(
    place,
    async (page) => {
      await openDashboard(page, place, '/operator')
      for (const name of ['Books', 'Businesses', 'Suspense', 'Audit', 'Outgoing mail', 'Rails']) {
        await follow(page, name)
        await page.getByRole('heading', { name, exact: true }).waitFor()
        await page.getByText('Operator pages need two-step sign-in.').waitFor()
        assert.equal(await page.getByRole('main').getByRole('table').count(), 0, name)
      }
      await inspect(page, 'dashboard-operator-without-two-steps')
      await link(page, 'Security').click()
      await page.getByRole('heading', { name: 'Security' }).waitFor()
    },
    { viewport: DESK, statuses: [SIGNED_OUT] },
  ))

test('a business is opened, refused, activated, and pays other fees; lost money is given', () =>
  visit(
    place,
    async (page) => {
      await givenException()
      await givenSuspended(250_050)
      const accountNumber = await givenDedicated()
      await openDashboard(page, place, '/operator')
      await askAs(page, 'POST', '/activation', PARTICULARS)
      await turnOnSecondStep(page)
      await page.getByText('1 business is waiting for approval.').waitFor()
      await page.getByText('Unassigned: 1 transfer in test mode.').waitFor()
      await inspect(page, 'dashboard-operator')

      await openABusiness(page)
      await follow(page, 'Overview')
      await link(page, 'Live mode').click()
      await decide(page)
      await changeFees(page)
      await assignMoney(page, accountNumber)
      await closeException(page)

      await follow(page, 'Books')
      await button(page, 'Verify now').click()
      await page.getByText('The books are right').waitFor()
      await inspect(page, 'dashboard-operator-books')
      await follow(page, 'Audit')
      await page.getByText('Activated live mode').first().waitFor()
      const titles = await page.getByRole('columnheader').allInnerTexts()
      assert.deepEqual(titles, ['Action', 'Who', 'From', 'Mode', 'Result', 'When', 'Entry'])
      for (const [name, shown] of [
        ['Background jobs', 'Settle due payments'],
        ['Rails', 'No provider for live mode is configured.'],
      ] as const) {
        await follow(page, name)
        await page.getByText(shown).first().waitFor()
      }
      await inspect(page, 'dashboard-operator-rails')
      await place.service.verifyLedger()
    },
    { viewport: DESK, statuses: [SIGNED_OUT, WRONG_INPUT, NOT_THEIRS] },
  ))

async function openABusiness(page: Page): Promise<void> {
  await follow(page, 'Businesses')
  await button(page, 'New business').click()
  await page.getByLabel('Business name').fill('Ngozi Sample Fabrics')
  await page.getByLabel('Email of the owner').fill('not an address')
  await button(page, 'Create and invite').click()
  await page.locator('.wrong').waitFor()
  await page.getByLabel('Email of the owner').fill('ngozi@fabrics.example')
  await button(page, 'Create and invite').click()
  await page.getByRole('heading', { name: 'Ngozi Sample Fabrics' }).waitFor()
  await page.getByText('This business has not requested live mode.').waitFor()

  await follow(page, 'Outgoing mail')
  await eventually('the email is there', async () => {
    await button(page, 'Refresh').click()
    return (await page.getByRole('cell', { name: 'ngozi@fabrics.example' }).count()) || null
  })
  await inspect(page, 'dashboard-operator-emails')
}

/** No, with a reason; and yes, when it asked again. */
async function decide(page: Page): Promise<void> {
  await page.getByText('1 in total').waitFor()
  await link(page, 'Demo Store').click()
  await button(page, 'Reject').click()
  await page.getByLabel('Reason, and what to fix').fill('The register has no such number.')
  await inspect(page, 'dashboard-operator-refuse')
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.getByText('The register has no such number.').waitFor()
  assert.equal(await button(page, 'Approve').getAttribute('aria-disabled'), 'true')

  await askAs(page, 'POST', '/activation', { ...PARTICULARS, registration_number: 'RC7654321' })
  await page.reload()
  await button(page, 'Approve').press('Enter')
  await button(page, 'Activate live mode for Demo Store').waitFor()
  await page.keyboard.press('Escape')
  await page.waitForFunction(() => document.activeElement?.textContent === 'Approve')
  await page.keyboard.press('Enter')
  await button(page, 'Activate live mode for Demo Store').click()
  await page.getByRole('tab', { name: 'Live mode' }).click()
  await inspect(page, 'dashboard-operator-business')
}

async function changeFees(page: Page): Promise<void> {
  await button(page, 'Change fees').click()
  const percent = page.getByLabel('Percentage of the amount').first()
  await percent.fill('101')
  await page.getByText('Enter a percentage up to 100').waitFor()
  await percent.fill('2.75')
  await page.getByLabel('Maximum').first().fill('3,000')
  await page.getByRole('dialog').getByRole('button', { name: 'Change fees' }).click()
  await page.getByText('2.75 %').waitFor()
  await page.getByText('₦3,000.00').waitFor()
  const [stored] = await place.service.sql`
    select checkout_fee_max::int as max from business_mode
    where mode = 'live' and checkout_fee_basis_points = 275`
  assert.equal(stored?.['max'], 300_000)
}

async function assignMoney(page: Page, accountNumber: string): Promise<void> {
  await follow(page, 'Overview')
  await link(page, 'Suspense').click()
  await button(page, /^Assign/).click()
  await page.getByLabel('Intended account number').fill('9876543210')
  await page.getByText('No account with this number').waitFor()
  assert.equal(await button(page, 'Assign').getAttribute('aria-disabled'), 'true')
  await page.getByLabel('Intended account number').fill(accountNumber)
  const give = button(page, 'Assign ₦2,500.50 to Ada Example at Demo Store')
  await give.waitFor()
  await inspect(page, 'dashboard-operator-assign')
  await give.click()
  await page.getByText(`assigned to Ada Example, account ${accountNumber}.`).waitFor()
  await page.getByText('No results for these filters.').waitFor()
  await button(page, 'Clear the filters').click()
  await page.getByText(`to ${accountNumber}`).first().waitFor()
  await inspect(page, 'dashboard-operator-suspense')
}

/** Somebody has asked the bank, and says what it was. */
async function closeException(page: Page): Promise<void> {
  await follow(page, 'Reconciliation')
  await page.getByText('Needs attention').waitFor()
  await page.getByText('2026-11-20, 3 attempts').waitFor()
  const open = page.getByRole('table', { name: /^Open exceptions/ })
  const row = open.getByRole('row').filter({ hasText: '₦50.25' })
  await row.getByRole('button', { name: /^Close exception/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Close exception' })
  const close = dialog.locator('[data-final]')
  assert.equal(await close.getAttribute('aria-disabled'), 'true')
  await dialog.getByLabel('Reason').fill('A fee of the bank.')
  assert.equal(await close.textContent(), 'Close ₦50.25 sent at sandbox')
  await inspect(page, 'dashboard-operator-exception')
  await close.click()
  await page.getByText('Exception closed.').waitFor()
  await dialog.waitFor({ state: 'hidden' })
  await row.waitFor({ state: 'detached' })
  const notes = await place.service.sql`select note from reconciliation_note`
  assert.deepEqual([...notes], [{ note: 'A fee of the bank.' }])
}
