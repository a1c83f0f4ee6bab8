import { test } from 'node:test'
import { openDashboard } from './dashboard.ts'
import {
  AMOUNT,
  assertBackAtShop,
  assertPaid,
  CARDS,
  givenPayment,
  paid,
  payByCard,
} from './payments.ts'
import { usePlace, visit } from './visit.ts'

// The service as `npm start` starts it, and the three journeys that everything else is for. The
// other browser tests belong to `npm run test:full`.

const place = usePlace()

test('a customer pays by bank transfer and is taken back to the shop', () =>
  visit(place, async (page) => {
    const { url, reference } = await givenPayment(place, 'JOURNEY-TRANSFER')
    await page.goto(url)
    await page.getByRole('tab', { name: 'Bank transfer' }).click()
    await page.getByText('Waiting for your transfer').waitFor()
    const account = await page.locator('#account-number').textContent()

    const body = { account_number: account, amount: AMOUNT }
    await place.service.call('POST', '/sandbox/transfers', body)

    await paid(page).waitFor()
    await assertBackAtShop(page, place, reference)
    await assertPaid(place, reference, 'bank_transfer')
  }))

test('a customer pays by card and is taken back to the shop', () =>
  visit(place, async (page) => {
    const { url, reference } = await givenPayment(place, 'JOURNEY-CARD')
    await page.goto(url)

    await payByCard(page, CARDS.success)

    await assertBackAtShop(page, place, reference)
    await assertPaid(place, reference, 'card')
  }))

test('a member of the team signs in, finds a payment and refunds it', () =>
  visit(
    place,
    async (page) => {
      await openDashboard(page, place, '/transactions?q=JOURNEY-CARD')
      await page.getByRole('link', { name: 'JOURNEY-CARD' }).click()
      await page.getByRole('button', { name: 'Refund' }).click()

      await page.getByRole('button', { name: 'Refund ₦25,000.00' }).click()

      await page.getByText('Refund created.').waitFor()
      await page.getByText('Refunded', { exact: true }).first().waitFor()
    },
    { viewport: { width: 1280, height: 800 }, statuses: [401] },
  ))
