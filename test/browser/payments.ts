import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { parsePublicId } from '../../src/platform/ids.ts'
import type { Answer } from './service.ts'
import type { Place } from './visit.ts'

// Steps that every journey begins and ends with, and the page's fields as a customer finds them.

export const AMOUNT = 2_500_000
export const PRICE = '₦25,000.00'

// The test cards of the documentation.
export const CARDS = {
  success: { number: '4084084084084081', cvv: '408' },
  pin: { number: '507850785078507812', cvv: '081' },
  pinAndOtp: { number: '5060666666666666666', cvv: '123' },
  bankPage: { number: '5192602720584796', cvv: '123' },
  declined: { number: '4084080000005408', cvv: '001' },
  noFunds: { number: '4084080000670037', cvv: '787' },
} as const

export type Payment = { url: string; reference: string }

/** The business's server initializes a payment and sends the customer to `url`. */
export async function givenPayment(
  { service, shop }: Place,
  reference: string,
  more: object = {},
): Promise<Payment> {
  const { http, data } = await service.call('POST', '/transactions/initialize', {
    amount: AMOUNT,
    email: 'morenike@example.com',
    name: 'Morenike Adegboyega',
    reference,
    callback_url: `${shop.url}/thanks?order=417&from=mail`,
    metadata: {
      custom_fields: [
        { display_name: 'Order', variable_name: 'order', value: 'Adire wrap dress, indigo' },
      ],
    },
    ...more,
  })
  assert.equal(http, 200)
  return { url: String(data['authorization_url']), reference }
}

export async function verifyPayment({ service }: Place, reference: string): Promise<Answer> {
  const answer = await service.call('GET', `/transactions/verify/${reference}`)
  assert.equal(answer.http, 200)
  return answer
}

/** The API's answer, the signed webhook and the books agree. */
export async function assertPaid(
  place: Place,
  reference: string,
  channel: 'card' | 'bank_transfer' | 'ussd' | 'bank' | 'opay',
): Promise<void> {
  const { data } = await verifyPayment(place, reference)
  assert.deepEqual(
    { status: data['status'], amount: data['amount'], channel: data['channel'] },
    { status: 'success', amount: AMOUNT, channel },
  )
  const told = await place.shop.told(reference)
  assert.equal(told.event, 'transaction.success')
  assert.deepEqual(told.data, data)
  assert.deepEqual(await bookedFor(place, parsePublicId('transaction', String(data['id']))!), {
    wallet: data['net_amount'],
    service: data['fees'],
    all: AMOUNT,
  })
}

/** `ledger:verify` checks entries against balances; this checks them against the payment. */
async function bookedFor({ service }: Place, id: string) {
  const [booked] = await service.sql<{ wallet: number; service: number; all: number }[]>`
    select
      sum(amount) filter (where credit_account = 'available')::int as wallet,
      sum(amount) filter (where credit_account in ('fees', 'vat'))::int as service,
      sum(amount)::int as all
    from ledger_entry
    where cause_id = ${id}
  `
  return { ...booked }
}

/** The parameters are appended to the query that the URL already had. */
export async function assertBackAtShop(page: Page, { shop }: Place, reference: string) {
  const name = encodeURIComponent(reference)
  const query = `?order=417&from=mail&trxref=${name}&reference=${name}`
  await page.waitForURL(`${shop.url}/thanks${query}`)
  await page.getByRole('heading', { name: 'Thank you for your order' }).waitFor()
}

export async function fillCard(page: Page, { number, cvv }: { number: string; cvv: string }) {
  const tab = page.getByRole('tab', { name: 'Card' })
  if ((await tab.count()) > 0) await tab.click()
  for (const field of ['Card number', 'Expiry date']) await page.getByLabel(field).fill('')
  await page.getByLabel('Card number').pressSequentially(number)
  await page.getByLabel('Expiry date').pressSequentially('1231')
  await page.getByLabel('CVV').pressSequentially(cvv)
}

export async function payByCard(page: Page, card: { number: string; cvv: string }) {
  await fillCard(page, card)
  await page.getByRole('button', { name: `Pay ${PRICE}` }).click()
}

/** Types into the one field that the card step shows. */
export async function answerCard(page: Page, label: string, digits: string): Promise<void> {
  await page.getByLabel(label).click()
  await page.keyboard.type(digits)
  await page.keyboard.press('Enter')
}

export const paid = (page: Page) => page.getByRole('heading', { name: 'Payment successful' })
export const returnLink = (page: Page) => page.getByRole('link', { name: 'Return to Demo Store' })
