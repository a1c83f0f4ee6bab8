import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '../support.ts'
import { AMOUNT, CARDS, fillCard, givenPayment, PRICE, paid, verifyPayment } from './payments.ts'
import { inspect, type Place, usePlace, visit } from './visit.ts'

// A customer keeps a card, and pays with it the next time: after a code by email, with one press.

const place = usePlace()

const use = (page: Page) => page.getByRole('button', { name: 'Use a saved card' })
const pay = (page: Page) => page.getByRole('button', { name: 'Pay with Visa ending 4081' })

/** The customer pays by card, and lets the business keep it. */
async function keep(page: Page, reference: string, email: string) {
  const { url } = await givenPayment(place, reference, { email, save_card: 'offer' })
  await page.goto(url)
  await page.getByRole('tab', { name: 'Card' }).click()
  await fillCard(page, CARDS.success)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: `Pay ${PRICE}`, exact: true }).click()
  await paid(page).waitFor()
}

/** The code that was emailed last. */
async function codeFor({ service }: Place, email: string): Promise<string> {
  return until('the code is mailed', async () => {
    const { data } = await service.call('GET', '/sandbox/messages?perPage=100')
    const mails = data as unknown as { to: string; text: string }[]
    const own = mails.filter(({ to, text }) => to === email && /^\d{6}$/m.test(text))
    return own.length > 0 && /^\d{6}$/m.exec(own[0]!.text)![0]
  })
}

async function openCards(page: Page, reference: string, email: string) {
  const { url } = await givenPayment(place, reference, { email, save_card: 'offer' })
  await page.goto(url)
  await page.getByRole('tab', { name: 'Card' }).click()
  await use(page).click()
  const code = page.getByLabel('6-digit code').first()
  await code.waitFor()
  await inspect(page, `kept-code-${reference}`)
  await code.pressSequentially(await codeFor(place, email))
}

test('a customer pays with a kept card: a code by email, and one press', () =>
  visit(place, async (page) => {
    const email = 'ada@example.com'
    await keep(page, 'KEPT-1', email)
    const calls: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/kept-cards')) calls.push(request.url())
    })

    await openCards(page, 'KEPT-2', email)
    await pay(page).waitFor()
    await inspect(page, 'kept-cards')
    await pay(page).click()
    await paid(page).waitFor()

    assert.equal(calls.length, 3, 'the code, its check, the charge')
    const { data } = await verifyPayment(place, 'KEPT-2')
    assert.deepEqual([data['status'], data['amount'], data['channel']], ['success', AMOUNT, 'card'])
  }))

test('a customer removes a kept card, and pays with another', () =>
  visit(place, async (page) => {
    const email = 'bola@example.com'
    await keep(page, 'KEPT-3', email)

    await openCards(page, 'KEPT-4', email)
    await page.getByRole('button', { name: 'Remove this card' }).click()
    await pay(page).waitFor({ state: 'detached' })
    await fillCard(page, CARDS.success)
    await page.getByRole('button', { name: `Pay ${PRICE}`, exact: true }).click()
    await paid(page).waitFor()

    const { data } = await verifyPayment(place, 'KEPT-4')
    assert.equal(data['status'], 'success')
  }))

test('a wrong code says so, and another way to pay stays open', () =>
  visit(
    place,
    async (page) => {
      const { url } = await givenPayment(place, 'KEPT-5', {
        email: 'chika@example.com',
        save_card: 'offer',
      })
      await page.goto(url)
      await page.getByRole('tab', { name: 'Card' }).click()
      await use(page).click()
      const code = page.getByLabel('6-digit code').first()
      await code.waitFor()
      await code.pressSequentially('000000')
      await page.getByText('Wrong code. Check it').waitFor()
      await inspect(page, 'kept-wrong')

      await fillCard(page, CARDS.success)
      await page.getByRole('button', { name: `Pay ${PRICE}`, exact: true }).click()
      await paid(page).waitFor()

      const { data } = await verifyPayment(place, 'KEPT-5')
      assert.equal(data['status'], 'success')
    },
    { statuses: [422] },
  ))
