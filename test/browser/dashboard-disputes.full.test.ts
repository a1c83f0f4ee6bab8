import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { pdf } from '../evidence.ts'
import { jpeg } from '../logos.ts'
import { askAs, choose, follow, openDashboard, turnOnSecondStep } from './dashboard.ts'
import { eventually } from './service.ts'
import { inspect, usePlace, visit } from './visit.ts'

// Disputes on the dashboard in a real browser: a business answers them, an operator opens and
// closes them.

const place = usePlace()

const DESK = { width: 1280, height: 800 }
/** Nobody is signed in at first, and the page asks; then the page asks for the password. */
const STATUSES = [401, 403]

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })
const main = (page: Page) => page.getByRole('main')

/** Paid by a transfer. */
async function givenPaid(email: string): Promise<string> {
  const { service } = place
  const body = { amount: 500_000, email, name: 'Ngozi Sample' }
  const made = await service.call('POST', '/transactions/initialize', body)
  const reference = String(made.data['reference'])
  await service.call('POST', `/sandbox/transactions/${reference}/pay`, {
    channel: 'bank_transfer',
  })
  await eventually('it is paid', async () => {
    const { data } = await service.call('GET', `/transactions/verify/${reference}`)
    return data['status'] === 'success' ? true : null
  })
  return reference
}

test('a business contests one dispute with evidence, and accepts another', () =>
  visit(
    place,
    async (page) => {
      const [contested, accepted] = [
        await givenPaid('ngozi@example.com'),
        await givenPaid('tunde@example.com'),
      ]
      for (const reference of [contested, accepted]) {
        const body = { reference, outcome: 'won' }
        const { http } = await place.service.call('POST', '/sandbox/disputes', body)
        assert.equal(http, 201)
      }
      await openDashboard(page, place, '/transactions')
      const rows = page.getByRole('table').getByRole('row')
      const row = rows.filter({ hasText: 'tunde@example.com' })
      await row.getByText('Disputed', { exact: true }).waitFor()
      await inspect(page, 'dashboard-payments-disputed')
      await follow(page, 'Disputes')
      await page.getByRole('heading', { name: 'Disputes' }).waitFor()
      await main(page).getByText(contested).waitFor()
      await main(page)
        .getByText(/^\d+ d \d+ h left$/)
        .first()
        .waitFor()
      await inspect(page, 'dashboard-disputes')

      await main(page).getByText(contested).click()
      await main(page)
        .getByText(/If you do not answer, you accept/)
        .waitFor()
      await inspect(page, 'dashboard-dispute')
      await button(page, 'Send evidence').click()
      const evidence = page.getByRole('textbox', { name: 'Evidence' })
      await button(page, 'Start with a draft').click()
      await eventually('the draft is there', async () =>
        (await evidence.inputValue()).includes(`Payment: ${contested}, ₦5,000.00`) ? true : null,
      )
      await evidence.press('Control+End')
      await evidence.pressSequentially('Signed by the buyer.')
      await page.getByLabel(/^Files/).setInputFiles([
        { name: 'proof.pdf', mimeType: 'application/pdf', buffer: pdf(120_000) },
        { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: jpeg() },
      ])
      await inspect(page, 'dashboard-dispute-evidence')
      await page.getByRole('dialog').getByRole('button', { name: 'Send evidence' }).click()
      await main(page).getByText('Under review').waitFor()
      await main(page).getByText('Delivery: Signed by the buyer.').waitFor()
      const saving = page.waitForEvent('download')
      await button(page, 'File 1: PDF, 117 KB').click()
      const saved = await saving
      assert.equal(saved.suggestedFilename(), 'evidence-1.pdf')
      assert((await readFile(await saved.path())).equals(pdf(120_000)))
      await inspect(page, 'dashboard-dispute-answered')
      assert.equal(await button(page, 'Accept').count(), 0, 'it is answered once')

      await page.goBack()
      await main(page).getByText(accepted).click()
      await button(page, 'Accept').click()
      await page.getByText('You give up ₦5,000.00').waitFor()
      await inspect(page, 'dashboard-dispute-accept')
      await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click()
      await main(page).getByText('Accepted', { exact: true }).waitFor()
    },
    { viewport: DESK, statuses: STATUSES },
  ))

test('an operator opens recalls, and closes one as lost and one as won', () =>
  visit(
    place,
    async (page) => {
      const reference = await givenPaid('ada@example.com')
      await openDashboard(page, place)
      await turnOnSecondStep(page)
      const businesses = (await askAs(page, 'GET', '/operator/businesses')) as unknown
      const [{ business_id: id }] = businesses as [{ business_id: string }]
      const givenDispute = async (email: string, case_number: string) => {
        const category = 'recall'
        const of = { business_id: id, transaction: await givenPaid(email), category }
        const body = { ...of, case_number, reason: 'Sent to the wrong account' }
        await askAs(page, 'POST', '/operator/disputes', body)
      }
      await page.goto(`${place.service.baseUrl}/dashboard/test/operator/disputes`)
      await button(page, 'Open a dispute').click()
      await choose(page.getByLabel('Business', { exact: true }), 'demo', /^Demo Store/)
      await page.getByLabel('Payment').fill(reference)
      await page.getByLabel('Case number of the bank').fill('RECALL-7')
      await page.getByLabel('Reason').fill('Sent to the wrong account')
      await inspect(page, 'dashboard-operator-open-dispute')
      await button(page, 'Open dispute').click()
      await main(page).getByText('RECALL-7').waitFor()
      await inspect(page, 'dashboard-operator-disputes')

      await button(page, 'Close case RECALL-7').click()
      await page.getByLabel('Outcome').selectOption('lost')
      await inspect(page, 'dashboard-operator-close-dispute')
      await button(page, /Close ₦5,000.00 as lost/).click()
      await page.getByRole('table').getByText('Lost', { exact: true }).waitFor()

      await givenDispute('tunde@example.com', 'RECALL-8')
      await page.reload()
      await button(page, 'Close case RECALL-8').click()
      await page.getByLabel('Outcome').selectOption('won')
      await button(page, /Close ₦5,000.00 as won/).click()
      await page.getByRole('table').getByText('Won', { exact: true }).waitFor()
      await page.goto(`${place.service.baseUrl}/dashboard/test/disputes`)
      const won = page.getByRole('row').filter({ has: page.getByText('Won', { exact: true }) })
      await won.getByRole('link').first().click()
      await main(page).getByText('RECALL-8').waitFor()
      await inspect(page, 'dashboard-dispute-won')
    },
    { viewport: DESK, statuses: STATUSES },
  ))
