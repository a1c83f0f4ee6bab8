import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { newId } from '../../src/platform/ids.ts'
import { addDays, dayOf } from '../../src/platform/lagos.ts'
import { choose, follow, openDashboard, turnOnSecondStep } from './dashboard.ts'
import { inspect, type Place, usePlace, visit } from './visit.ts'

// The operator's pages of providers in a real browser: without any of live mode, and with one that
// does not do well. Nobody answers where it is looked for here, and nobody is asked.

const NOBODY = 'http://127.0.0.1:9'
const empty = usePlace()
const full = usePlace({
  COWRIE_MONNIFY_API_KEY: 'MK_EXAMPLE',
  COWRIE_MONNIFY_SECRET_KEY: 'EXAMPLEEXAMPLEEXAMPLEEXAMPLE1234',
  COWRIE_MONNIFY_CONTRACT_CODE: '1234567890',
  COWRIE_MONNIFY_WALLET_ACCOUNT: '1234567890',
  COWRIE_MONNIFY_URL: NOBODY,
  COWRIE_MONNIFY_BALANCE_FLOOR: '5000000',
  COWRIE_PAYSTACK_SECRET_KEY: 'sk_live_exampleexampleexampleexampleexample',
  COWRIE_PAYSTACK_URL: NOBODY,
})
const DESK = { width: 1280, height: 800 }
const SIGNED_OUT = 401
const CONFIRM_FIRST = 403
const DAYS = 30

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

async function openRails(page: Page, place: Place): Promise<void> {
  await openDashboard(page, place, '/operator/rails')
  await turnOnSecondStep(page)
  await page.getByRole('article', { name: 'sandbox, test mode', exact: true }).waitFor()
}

/** What the jobs of some weeks would have written down. */
async function givenWeeks({ service: { sql } }: Place): Promise<void> {
  const now = new Date()
  const live = { mode: 'live', rail: 'monnify' }
  const read = { askedAt: now, available: 1_200_000n, readAt: now }
  await sql`insert into rail_balance ${sql({ ...live, ...read })} on conflict do nothing`
  const days = Array.from({ length: DAYS }, (_, back) => addDays(dayOf(now), -back))
  await sql`
    insert into rail_margin_day ${sql(days.map((day) => ({ day, summedAt: now })))}
    on conflict (day) do update set summed_at = excluded.summed_at
  `
  await sql`delete from rail_margin`
  const margins = days.map((day, at) => {
    const fees = BigInt(((at * 7) % 11) * 1_250_000 + 900_000)
    return { day, ...live, fees, cost: at === 3 ? fees + 2_000_000n : fees / 4n }
  })
  await sql`insert into rail_margin ${sql(margins)}`
  const detail = '₦12,000.00 can be paid out, less than the floor of ₦50,000.00. Add money.'
  const alarm = { alarmId: newId(now), kind: 'balance_below_floor', ...live, detail }
  await sql`insert into alarm ${sql({ ...alarm, beganAt: now })} on conflict do nothing`
  const kept = ['quarantined', 'credited', 'enquired'].map((verdict, at) => {
    const receivedAt = new Date(now.getTime() - at * 60_000)
    const notificationId = newId(receivedAt)
    return { notificationId, ...live, sealed: 'x', receivedAt, verdict, judgedAt: receivedAt }
  })
  await sql`insert into rail_notification ${sql(kept)}`
}

test('without a provider of live mode the sandbox is shown, and nothing has come', () =>
  visit(
    empty,
    async (page) => {
      await openRails(page, empty)
      await page.getByText('No provider for live mode is configured.').waitFor()
      await page.getByText('bank transfers, permanent accounts').waitFor()
      await inspect(page, 'dashboard-rails-empty')
      await follow(page, 'Notifications')
      await page.getByText('Test mode stores none.').waitFor()
      await inspect(page, 'dashboard-notifications-empty')
    },
    { viewport: DESK, statuses: [SIGNED_OUT] },
  ))

test('a provider is looked at, switched off and on; a notification is judged again', () =>
  visit(
    full,
    async (page) => {
      await givenWeeks(full)
      await openRails(page, full)
      const monnify = page.getByRole('article', { name: 'monnify, live mode', exact: true })
      await monnify.getByText('₦12,000.00', { exact: true }).waitFor()
      await monnify.getByText(/less than the floor of/).waitFor()
      await monnify.getByRole('slider', { name: 'Margin of monnify, day by day' }).waitFor()
      await inspect(page, 'dashboard-rails')
      await switchOffAndOn(page)

      await follow(page, 'Notifications')
      await page.getByText('3 in total').waitFor()
      await inspect(page, 'dashboard-notifications')
      await page.getByLabel('Result').selectOption('quarantined')
      await page.getByText('1 in total').waitFor()
      await button(page, 'Process again').click()
      await page.getByRole('dialog').getByText('Nothing is booked twice').waitFor()
      await inspect(page, 'dashboard-notification-again')
      await page.getByRole('dialog').getByRole('button', { name: 'Process again' }).click()
      await page.getByText('It will be processed within seconds.').waitFor()
      await follow(page, 'Overview')
      await page.getByText(/monnify \(live\): ₦12,000.00 can be paid out/).waitFor()
    },
    { viewport: DESK, statuses: [SIGNED_OUT, CONFIRM_FIRST] },
  ))

async function switchOffAndOn(page: Page): Promise<void> {
  const paystack = page.getByRole('article', { name: 'paystack, live mode', exact: true })
  await paystack.getByRole('button', { name: 'Switch off' }).click()
  const dialog = page.getByRole('dialog', { name: 'Switch paystack off in live mode' })
  const final = dialog.locator('[data-final]')
  assert.equal(await final.getAttribute('aria-disabled'), 'true')
  await dialog.getByLabel('Reason').fill('Its pages are down since noon.')
  const whom = dialog.getByLabel('Only for one business')
  await whom.fill('nobody')
  await page.getByText('No business is found.').waitFor()
  await choose(whom, 'demo', /^Demo Store/)
  assert.equal(await final.getAttribute('aria-label'), 'Switch off paystack for Demo Store')
  await inspect(page, 'dashboard-rails-switch')
  await whom.fill('')
  await button(page, 'Switch off paystack for all businesses').click()
  await dialog.waitFor({ state: 'hidden' })
  await paystack.getByText('Off for all businesses', { exact: true }).waitFor()
  const rows = await full.service.sql`select reason from rail_switch`
  assert.deepEqual([...rows], [{ reason: 'Its pages are down since noon.' }])
  await inspect(page, 'dashboard-rails-off')
  await button(page, 'Switch on paystack for all businesses').click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: 'Switch on paystack for all businesses' })
    .click()
  await paystack.getByText('Off for all businesses', { exact: true }).waitFor({ state: 'detached' })
}
