import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '../support.ts'
import { choose, openDashboard, turnOnSecondStep } from './dashboard.ts'
import { inspect, usePlace, visit } from './visit.ts'

// An operator ends recovery mode, decides on a transfer that nothing explains, and stops money out
// of a mode for a while: in a real browser, while a business asks for payouts.

const place = usePlace({ COWRIE_MODE: 'recovery' })
const DESK = { width: 1280, height: 800 }
const SIGNED_OUT = 401
const CONFIRM_FIRST = 403
const AMOUNT = 250_000
const ACCOUNT = '0123456789'
const WALLET = 1_000_000
const REASON = 'The statement of today was read line by line.'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

function askPayout(reference: string) {
  const to = { bank_code: '058', account_number: ACCOUNT }
  return place.service.call('POST', '/payouts', { amount: AMOUNT, reference, ...to })
}

async function stateOf(reference: string): Promise<string> {
  const [row] = await place.service.sql<{ state: string }[]>`
    select state from payout where reference = ${reference}
  `
  return row?.state ?? ''
}

async function confirm(page: Page, submit: string, label: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(label).fill(REASON)
  await dialog.getByRole('button', { name: submit }).click()
  await dialog.waitFor({ state: 'hidden' })
}

/** As the statement of a bank shows it: it left, and no payout of ours says so. */
async function givenUnexplained(): Promise<void> {
  await place.service.sql`
    insert into recovered_debit (
      mode, rail, session_id, recovery_id, account_number, amount, occurred_at
    )
    select 'test', 'sandbox', 'S-UNEXPLAINED', recovery_id, ${ACCOUNT}, ${AMOUNT}, entered_at
    from recovery
  `
}

test('recovery mode is released, an unexplained transfer decided on, money out stopped', () =>
  visit(
    place,
    async (page) => {
      await place.service.call('POST', '/sandbox/wallet', { amount: WALLET })
      await openDashboard(page, place, '/operator/recovery')
      await turnOnSecondStep(page)
      await release(page)
      await decide(page)
      await stopAndResume(page)
      await place.service.verifyLedger()
    },
    { viewport: DESK, statuses: [SIGNED_OUT, CONFIRM_FIRST] },
  ))

async function release(page: Page): Promise<void> {
  await page.getByText('COWRIE_MODE=recovery was set.').waitFor()
  await page.getByText('No live rail is configured.').waitFor()
  await inspect(page, 'dashboard-recovery')
  // Two minutes ago, so that no request of before the restore can still be on its way.
  await place.service.sql`
    update recovery set entered_at = entered_at - interval '2 minutes'
  `
  const refused = await askPayout('in-recovery')
  assert.deepEqual([refused.http, refused.code], [503, 'in_recovery'])
  await givenUnexplained()
  await button(page, 'Release').click()
  const final = page.getByRole('dialog').getByRole('button', { name: 'Release' })
  assert.equal(await final.getAttribute('aria-disabled'), 'true', 'it asks for a reason')
  await inspect(page, 'dashboard-recovery-release')
  await confirm(page, 'Release', 'How you know that nothing is sent twice')
  await page.getByText(`by ${place.service.demo.dashboard.email}: ${REASON}`).waitFor()
}

async function decide(page: Page): Promise<void> {
  await askPayout('like-it')
  assert.equal(await stateOf('like-it'), 'pending')
  await page.getByText('like-it to').waitFor()
  await inspect(page, 'dashboard-recovery-unexplained')
  await button(page, 'Match none').click()
  await confirm(page, 'Send payouts', 'How you know')
  await page.getByText('Unexplained transfers').waitFor({ state: 'detached' })
  await place.service.sql`update payout set next_at = now() where reference = 'like-it'`
  await until('it is sent', async () => (await stateOf('like-it')) === 'success')
}

async function stopAndResume(page: Page): Promise<void> {
  const [{ name } = { name: '' }] = await place.service.sql<{ name: string }[]>`
    select name from business limit 1
  `
  await page.getByText('Money out is not stopped.').waitFor()
  await button(page, 'Stop money out').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Mode').selectOption('test')
  await choose(dialog.getByLabel('Only for one business'), name, name)
  await inspect(page, 'dashboard-recovery-stop')
  await confirm(page, 'Stop money out', 'Reason')
  await page.getByText(`Stopped in test mode for ${name}`).waitFor()
  await payoutsAre(503, 'rail_unavailable')
  await inspect(page, 'dashboard-recovery-stopped')

  await button(page, 'Resume').click()
  await dialog.getByRole('button', { name: `Resume for ${name}` }).click()
  await page.getByText('Money out is not stopped.').waitFor()
  await payoutsAre(201)
}

/** Each process knows of it within a second. */
async function payoutsAre(http: number, code?: string): Promise<void> {
  await until(`payouts are answered with ${http}`, async () => {
    const answer = await askPayout(`asked-${crypto.randomUUID()}`)
    return answer.http === http && answer.code === code
  })
}
