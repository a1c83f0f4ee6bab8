import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openDashboard, turnOnSecondStep } from './dashboard.ts'
import { inspect, usePlace, visit } from './visit.ts'

// The operator's page of recovery in a real browser, on a service that was started for it.

const place = usePlace({ COWRIE_MODE: 'recovery' })
const DESK = { width: 1280, height: 800 }
const SIGNED_OUT = 401
const CONFIRM_FIRST = 403

const inDialog = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name })

test('an operator sees recovery mode everywhere, releases it, and stops money out', () =>
  visit(
    place,
    async (page) => {
      await openDashboard(page, place, '/operator')
      await turnOnSecondStep(page)
      await page.getByText('Recovery mode since').waitFor()
      await page.getByRole('link', { name: 'What is to do' }).click()
      await page.getByText('COWRIE_MODE=recovery was set.').waitFor()
      await page.getByText('No live rail is configured.').waitFor()
      await inspect(page, 'dashboard-recovery')

      await page.getByRole('button', { name: 'Release' }).click()
      const final = inDialog(page, 'Release')
      assert.equal(await final.getAttribute('aria-disabled'), 'true')
      await page
        .getByRole('dialog')
        .getByLabel(/nothing leaves twice/)
        .fill('Read line by line.')
      await inspect(page, 'dashboard-recovery-release')
      await inDialog(page, 'Release').click()
      await page.getByText('Read line by line.').waitFor()

      await page.getByRole('button', { name: 'Stop money out' }).click()
      await page.getByRole('dialog').getByLabel('Mode').selectOption('test')
      await page.getByRole('dialog').getByLabel('Why').fill('A key was stolen.')
      await inDialog(page, 'Stop money out').click()
      await page.getByText('Stopped in test mode for all businesses').waitFor()
      await inspect(page, 'dashboard-recovery-stopped')
      const rows = await place.service.sql`select stops, rail, mode from rail_switch`
      assert.deepEqual([...rows], [{ stops: 'outgoing', rail: '*', mode: 'test' }])
    },
    { viewport: DESK, statuses: [SIGNED_OUT, CONFIRM_FIRST] },
  ))
