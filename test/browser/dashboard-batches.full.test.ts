import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { follow, openDashboard } from './dashboard.ts'
import { inspect, usePlace, visit } from './visit.ts'

// Payout batches on the dashboard in a real browser: a file is checked, its names are shown, and
// it is sent.

const place = usePlace()

const DESK = { width: 1280, height: 800 }
/** Nobody is signed in at first, and the page asks. */
const SIGNED_OUT = 401
const WRONG = 'amount_naira,bank_code,account_number\n2500,058,18\n1 000,058,0000000018\n'
const RIGHT =
  'amount_naira;bank_code;account_number;reference;reason\r\n' +
  '"2,500.00";058;0000000018;salary-1;Salary\r\n' +
  '1000;058;0123456789;salary-2;Salary\r\n' +
  '1000;058;0123456789;salary-3;Salary\r\n' +
  '750;058;0000000000;salary-4;Salary\r\n'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const choose = (page: Page, name: string, text: string) =>
  page.getByLabel('File').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

async function call(method: string, path: string, body?: object) {
  const { http, data } = await place.service.call(method, path, body)
  assert(http < 300, `${method} ${path} answers ${http}`)
  return data
}

test('a file is checked before anything is stored, its names are shown, and then it is sent', () =>
  visit(
    place,
    async (page) => {
      await call('POST', '/sandbox/wallet', { amount: 1_000_000 })
      await openDashboard(page, place, '/payout-batches')
      await page.getByText('Upload a CSV file to pay many accounts at once.').waitFor()
      await button(page, 'New batch').click()
      await choose(page, 'wrong.csv', WRONG)
      await page.getByText('Line 2: account_number has 2 digits').waitFor()
      await page.getByText('Line 3: amount_naira must be naira').waitFor()
      assert.equal(await button(page, 'Create batch').getAttribute('aria-disabled'), 'true')
      assert.deepEqual(await call('GET', '/payout-batches'), [])
      await inspect(page, 'dashboard-batch-wrong')

      await choose(page, 'right.csv', RIGHT)
      await page.getByText('1 with the account and amount of an earlier line').waitFor()
      await page.getByLabel('Name').fill('Salaries of November')
      await inspect(page, 'dashboard-batch-dialog')
      await button(page, 'Create batch').click()
      await page.getByRole('heading', { name: 'Salaries of November' }).waitFor()
      await page.getByText('Ready to send').waitFor()
      await page.getByText('No such account', { exact: true }).waitFor()
      await page.getByText('Same as line 2').waitFor()
      await inspect(page, 'dashboard-batch-ready')

      await button(page, 'Send').click()
      await page.getByText('₦10,000.00 available.').waitFor()
      await inspect(page, 'dashboard-batch-send')
      await button(page, 'Send ₦4,500.00 in 3 payouts from Demo Store').click()
      await page.getByText('Completed', { exact: true }).waitFor()
      await inspect(page, 'dashboard-batch')

      const [file] = await Promise.all([
        page.waitForEvent('download'),
        button(page, 'Results').click(),
      ])
      assert.match(file.suggestedFilename(), /^pob_[0-9a-f]{32}-\d{4}-\d\d-\d\d\.csv$/)
      await follow(page, 'Payout batches')
      await page.getByRole('cell', { name: 'Salaries of November' }).waitFor()
      await inspect(page, 'dashboard-batches')
    },
    { viewport: DESK, statuses: [SIGNED_OUT, 400] },
  ))

test('an owner requires approval, and who made a batch cannot approve it', () =>
  visit(
    place,
    async (page) => {
      await openDashboard(page, place, '/settings')
      await page.getByRole('tab', { name: 'Approvals' }).click()
      await page.getByLabel('Require a second person for payout batches').check()
      await button(page, 'Save').last().click()
      await page.getByText('Saved.').waitFor()
      await inspect(page, 'dashboard-settings-approvals')

      await follow(page, 'Payout batches')
      await button(page, 'New batch').click()
      await choose(page, 'right.csv', RIGHT.replaceAll('salary-', 'bonus-'))
      await button(page, 'Create batch').click()
      await page.getByText('Awaiting approval').waitFor()
      assert.equal(await button(page, 'Approve').getAttribute('aria-disabled'), 'true')
      await inspect(page, 'dashboard-batch-approval')
      await button(page, 'Cancel batch').click()
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel batch' }).click()
      await page.getByText('Cancelled', { exact: true }).first().waitFor()
    },
    { viewport: DESK, statuses: [SIGNED_OUT] },
  ))
