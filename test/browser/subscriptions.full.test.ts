import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { CARDS, givenPayment, paid, payByCard } from './payments.ts'
import { eventually } from './service.ts'
import { called, givenKeptCard, givenPlan, untilInvoice } from './subscriptions.ts'
import { inspect, usePlace, visit } from './visit.ts'

// Customers who keep a card, subscribe, and look after their subscription, in a real browser.

const place = usePlace()

/** Returns the code and the address of the customer's page. */
async function givenSubscription(email: string, more: object) {
  const sent = { plan: await givenPlan(place), customer: email, ...more }
  const made = await called(place, 'POST', '/subscriptions', sent)
  return { code: String(made['subscription_code']), page: String(made['manage_url']) }
}

const fetched = (code: string) => called(place, 'GET', `/subscriptions/${code}`)
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a customer keeps the card while paying, and is subscribed by it', () =>
  visit(place, async (page) => {
    const { url, reference } = await givenPayment(place, 'KEEP-1', { save_card: 'offer' })
    await page.goto(url)
    const box = page.getByLabel('Demo Store may keep this card')
    assert.equal(await box.isChecked(), false, 'nobody agrees by silence')
    await box.check()
    await inspect(page, 'keep-card')
    await payByCard(page, CARDS.success)
    await paid(page).waitFor()

    const { authorization, customer } = await called(
      place,
      'GET',
      `/transactions/verify/${reference}`,
    )
    const { authorization_code } = authorization as Record<string, string>
    const { email } = customer as Record<string, string>
    const { code } = await givenSubscription(email!, { authorization_code })
    const invoice = await untilInvoice(place, code, 'paid')
    assert.deepEqual([invoice['period'], invoice['amount']], [1, 500_000])
    await place.service.verifyLedger()
  }))

test('on their own page, a customer changes the card and cancels', () =>
  visit(place, async (page) => {
    const email = 'tunde@example.com'
    const authorization_code = await givenKeptCard(place, email)
    const other = await givenKeptCard(place, email, 'kept_late')
    const { code, page: theirs } = await givenSubscription(email, { authorization_code })
    await untilInvoice(place, code, 'paid')

    await page.goto(theirs)
    await page.getByRole('heading', { name: 'Membership' }).waitFor()
    await page.getByText('Visa •••• 4081').waitFor()
    await inspect(page, 'subscription')
    await button(page, 'Use this card from now on').click()
    await eventually('the other card is charged from now on', async () =>
      (await fetched(code))['authorization_code'] === other ? true : null,
    )

    await button(page, 'Cancel subscription').click()
    await page.getByText('Cancel this subscription?').waitFor()
    await inspect(page, 'subscription-cancel')
    assert.equal((await fetched(code))['ends_with_period'], false, 'it asks first')
    await button(page, 'Yes, cancel it').click()
    await eventually('it ends with its period', async () =>
      (await fetched(code))['ends_with_period'] === true ? true : null,
    )
    await page.getByRole('heading', { name: 'Membership' }).waitFor()
    assert.equal(await button(page, 'Cancel subscription').count(), 0)
    await inspect(page, 'subscription-ending')
  }))

test('a customer without a card is shown an account number, and a transfer to it pays', () =>
  visit(place, async (page) => {
    const email = 'ngozi@example.com'
    const customer = { first_name: 'Ngozi', last_name: 'Sample', email }
    const account = await called(place, 'POST', '/dedicated-virtual-accounts', { customer })
    const account_number = String(account['account_number'])
    const { code, page: theirs } = await givenSubscription(email, {})
    await untilInvoice(place, code, 'open')

    await page.goto(theirs)
    await page.getByText(account_number).waitFor()
    await button(page, 'Pay now').waitFor()
    await inspect(page, 'subscription-by-account')
    const sent = { account_number, amount: 500_000 }
    await called(place, 'POST', '/sandbox/transfers', sent)
    await untilInvoice(place, code, 'paid')
    await page.reload()
    await page.getByText(account_number).waitFor()
    assert.equal(await button(page, 'Pay now').count(), 0)
    await place.service.verifyLedger()
  }))
