import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePublicId } from '../../src/platform/ids.ts'
import { openDashboard } from './dashboard.ts'
import {
  AMOUNT,
  answerCard,
  CARDS,
  fillCard,
  givenPayment,
  PRICE,
  paid,
  payByCard,
} from './payments.ts'
import { eventually } from './service.ts'
import { type Called, called, givenPlan, untilInvoice } from './subscriptions.ts'
import { inspect, usePlace, visit } from './visit.ts'

// A customer subscribes by paying the first period at the checkout, in a real browser.

const place = usePlace()

const DESK = { width: 1280, height: 800 }
/** Nobody is signed in at first, and the page asks. */
const SIGNED_OUT = 401

const planOf = async (reference: string) =>
  (await called(place, 'GET', `/transactions/verify/${reference}`))['plan'] as Called

test('a customer subscribes by paying, and the next period is charged once', () =>
  visit(
    place,
    async (page) => {
      const email = 'ada@example.com'
      const plan = await givenPlan(place, { name: 'Every class', amount: AMOUNT, times: 12 })
      const { url, reference } = await givenPayment(place, 'PLAN-1', { plan, email })
      await page.goto(url)
      const words = `keeps this card and charges it ${PRICE} every month`
      await page.getByText(words).last().waitFor()
      await page.getByText('At most 12 payments in all.').last().waitFor()
      assert.equal(await page.getByRole('tab').count(), 0, 'a card is the only way')
      await inspect(page, 'plan-checkout')
      await payByCard(page, CARDS.success)
      await paid(page).waitFor()

      const code = await eventually('the subscription begins', async () => {
        const { subscription_code } = await planOf(reference)
        return subscription_code as string | null
      })
      const first = await untilInvoice(place, code, 'paid')
      assert.deepEqual([first['period'], first['amount']], [1, AMOUNT])
      await openDashboard(page, place, `/subscriptions/${code}`)
      const main = page.getByRole('main')
      await main.getByText('Visa •••• 4081').waitFor()
      await main.getByText('1 of 12').waitFor()
      await inspect(page, 'plan-subscription')
      await main.getByRole('link', { name: 'View payment' }).click()
      await main.getByText('Succeeded').first().waitFor()
      await main.getByRole('link', { name: /^SUB_/ }).waitFor()
      await inspect(page, 'plan-payment')

      // As if all of it had been a month ago.
      await place.service.sql`
        update subscription
        set anchor = anchor - interval '1 month', due_at = due_at - interval '1 month',
          next_payment_at = next_payment_at - interval '1 month'
        where plan_id = ${parsePublicId('plan', plan)!}
      `
      await eventually('the second period is paid', async () => {
        const { period, status } = await untilInvoice(place, code, 'paid')
        return period === 2 && status === 'paid' ? true : null
      })
      const listed = await called(place, 'GET', `/subscriptions/${code}/invoices`)
      const states = (listed as unknown as Called[]).map(({ period, status }) => [period, status])
      assert.deepEqual(states, [
        [2, 'paid'],
        [1, 'paid'],
      ])
      await place.service.verifyLedger()
    },
    { viewport: DESK, statuses: [SIGNED_OUT] },
  ))

test('a card that cannot be charged again begins no subscription, and the dashboard says so', () =>
  visit(
    place,
    async (page) => {
      const plan = await givenPlan(place, { name: 'Gold', amount: AMOUNT })
      const sent = { plan, email: 'tunde@example.com' }
      const { url, reference } = await givenPayment(place, 'PLAN-2', sent)
      await page.goto(url)
      await fillCard(page, CARDS.pin)
      await page.getByRole('button', { name: `Pay ${PRICE}` }).click()
      await answerCard(page, 'Card PIN', '1111')
      await paid(page).waitFor()
      await eventually('the plan is not begun', async () => {
        const { not_subscribed } = await planOf(reference)
        return not_subscribed === 'no_card' ? true : null
      })

      const { id } = await called(place, 'GET', `/transactions/verify/${reference}`)
      await openDashboard(page, place, `/transactions/${id}`)
      const why = 'The card cannot be charged again. Refund the payment, or ask for another card.'
      await page.getByRole('main').getByText(why).waitFor()
      await inspect(page, 'plan-not-begun')
    },
    { viewport: DESK, statuses: [SIGNED_OUT] },
  ))
