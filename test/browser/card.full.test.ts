import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  answerCard,
  assertBackAtShop,
  assertPaid,
  CARDS,
  fillCard,
  givenPayment,
  PRICE,
  paid,
  payByCard,
  returnLink,
  verifyPayment,
} from './payments.ts'
import { inspect, usePlace, visit } from './visit.ts'

const place = usePlace()

const ATTEMPTS_MAX = 5

test('a customer pays by card, reads the receipt and is taken back to the shop', () =>
  visit(place, async (page) => {
    const { url, reference } = await givenPayment(place, 'CARD-1')
    await page.goto(url)
    await fillCard(page, CARDS.success)
    await inspect(page, 'card')

    await page.getByRole('button', { name: `Pay ${PRICE}` }).click()
    await paid(page).waitFor()

    await page.getByText('Taking you back in').waitFor()
    await assertBackAtShop(page, place, reference)
    await assertPaid(place, reference, 'card')
  }))

test('a receipt that is there before the card call is answered stays', () =>
  visit(place, async (page) => {
    const { url, reference } = await givenPayment(place, 'CARD-3')
    await page.goto(url)
    let answered = false
    await page.route('**/card', async (route) => {
      const response = await route.fetch()
      await paid(page).waitFor()
      await route.fulfill({ response })
      answered = true
    })

    await payByCard(page, CARDS.success)

    await assertBackAtShop(page, place, reference)
    assert(answered)
    await assertPaid(place, reference, 'card')
  }))

test('what is wrong with a card is said beside its field, and nothing is sent', () =>
  visit(place, async (page) => {
    const { url, reference } = await givenPayment(place, 'CARD-2', { channels: ['card'] })
    await page.goto(url)

    await page.getByLabel('Card number').pressSequentially('4084084084084082')
    await page.getByLabel('Expiry date').pressSequentially('0121')
    await page.getByRole('button', { name: `Pay ${PRICE}` }).click()

    await page.getByText('Please check the card number').waitFor()
    await page.getByText('This card has expired').waitFor()
    await page.getByText('3 digits on the back').waitFor()
    await inspect(page, 'card-errors')
    const { data } = await verifyPayment(place, reference)
    assert.equal(data['status'], 'pending')
  }))

test('a card that asks for its PIN is paid with it', () =>
  visit(place, async (page) => {
    const { url, reference } = await givenPayment(place, 'PIN-1')
    await page.goto(url)
    await payByCard(page, CARDS.pin)

    await page.getByLabel('Card PIN').waitFor()
    await inspect(page, 'pin')
    await answerCard(page, 'Card PIN', '1111')

    await paid(page).waitFor()
    await returnLink(page).click()
    await assertBackAtShop(page, place, reference)
    await assertPaid(place, reference, 'card')
  }))

test('a card with PIN and OTP is paid, after one wrong code, which is asked for again', () =>
  visit(place, async (page) => {
    const { url, reference } = await givenPayment(place, 'OTP-1')
    await page.goto(url)
    await payByCard(page, CARDS.pinAndOtp)
    await answerCard(page, 'Card PIN', '1234')
    await page.getByLabel('6-digit code').waitFor()
    await inspect(page, 'otp')

    await answerCard(page, '6-digit code', '654321')
    await page.getByText('Wrong code. Check it').waitFor()
    await inspect(page, 'otp-wrong')
    await answerCard(page, '6-digit code', '123456')

    await paid(page).waitFor()
    await returnLink(page).click()
    await assertBackAtShop(page, place, reference)
    await assertPaid(place, reference, 'card')
  }))

async function goToBank(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await payByCard(page, CARDS.bankPage)
  await leaveFrame(page)
  await page.getByRole('link', { name: 'Continue to your bank' }).click()
  await page.getByRole('heading', { name: 'Do you approve this payment?' }).waitFor()
}

/** The page of the bank fills the screen, with one way out. */
async function leaveFrame(page: Page): Promise<void> {
  await page.frameLocator('#bank-frame').getByRole('button', { name: 'Approve' }).waitFor()
  assert.equal(await page.getByRole('tab').count(), 0, 'nothing else is there to press')
  const { width, height } = page.viewportSize()!
  const frame = (await page.locator('#bank-frame').boundingBox())!
  assert.deepEqual([frame.width, frame.y + frame.height], [width, height])
  assert(frame.y <= 52, `the page of the bank begins at ${frame.y} px`)
  await page.getByRole('button', { name: 'Back to the payment' }).click()
}

test('a customer approves on the page of the bank and comes back to a receipt', () =>
  visit(place, async (page) => {
    const { url, reference } = await givenPayment(place, '3DS-1')
    await goToBank(page, url)
    await inspect(page, 'bank')

    await page.getByRole('button', { name: 'Approve' }).click()

    await paid(page).waitFor()
    assert.equal(page.url(), url)
    await inspect(page, 'success')
    await returnLink(page).click()
    await assertBackAtShop(page, place, reference)
    await assertPaid(place, reference, 'card')
  }))

test('a customer who declines on the page of the bank may try another card', () =>
  visit(place, async (page) => {
    const { url, reference } = await givenPayment(place, '3DS-2')
    await goToBank(page, url)

    await page.getByRole('button', { name: 'Decline' }).click()
    await page.getByText('The payment was not confirmed at your bank').waitFor()
    await payByCard(page, CARDS.success)

    await paid(page).waitFor()
    await assertPaid(place, reference, 'card')
  }))

test('a customer who leaves the page of the bank finds the way to it again', () =>
  visit(place, async (page) => {
    const { url, reference } = await givenPayment(place, '3DS-3')
    await goToBank(page, url)

    await page.goto(url)
    await leaveFrame(page)
    await page.getByRole('link', { name: 'Continue to your bank' }).waitFor()
    await inspect(page, 'to-bank')
    await page.getByRole('link', { name: 'Continue to your bank' }).click()
    await page.getByRole('button', { name: 'Approve' }).click()
    await paid(page).waitFor()
    await page.goBack()

    await page.getByRole('heading', { name: 'Decision recorded' }).waitFor()
    await inspect(page, 'bank-decided')
    await page.getByRole('link', { name: 'Back to the payment' }).click()
    await paid(page).waitFor()
    await assertPaid(place, reference, 'card')
  }))

test('a card with too little money says so, and only its CVV is typed again', () =>
  visit(place, async (page) => {
    const { url, reference } = await givenPayment(place, 'FUNDS-1')
    await page.goto(url)

    await payByCard(page, CARDS.noFunds)

    await page.getByText('There is not enough money for this payment.').waitFor()
    await page.getByText('You have 4 attempts left').waitFor()
    const typed = (label: string) => page.getByLabel(label).inputValue()
    assert.equal(await typed('Card number'), '4084 0800 0067 0037')
    assert.equal(await typed('Expiry date'), '12 / 31')
    assert.equal(await typed('CVV'), '')
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'cvv')
    await inspect(page, 'card-no-funds')

    await page.getByLabel('Card number').fill(CARDS.success.number)
    await page.getByLabel('CVV').fill(CARDS.success.cvv)
    await page.keyboard.press('Enter')
    await paid(page).waitFor()
    await assertPaid(place, reference, 'card')
  }))

test('a card declined five times ends the payment, and nothing was taken', () =>
  visit(place, async (page) => {
    const { url, reference } = await givenPayment(place, 'DECLINED-1')
    await page.goto(url)
    for (let left = ATTEMPTS_MAX - 1; left > 0; left--) {
      await payByCard(page, CARDS.declined)
      const tries = left === 1 ? '1 attempt' : `${left} attempts`
      await page.getByText(`Your bank declined this card.`).waitFor()
      await page.getByText(`You have ${tries} left`).waitFor()
      if (left === 1) await inspect(page, 'card-declined')
    }

    await payByCard(page, CARDS.declined)

    await page.getByRole('heading', { name: 'This payment did not go through' }).waitFor()
    await page.getByText('You have not been charged').waitFor()
    await inspect(page, 'failed')
    const { data } = await verifyPayment(place, reference)
    assert.equal(data['status'], 'failed')
    await returnLink(page).click()
    await assertBackAtShop(page, place, reference)
  }))

test('after all this the ledger balances to the kobo', () => place.service.verifyLedger())
