import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { TOTP } from 'otpauth'
import type { Locator, Page } from 'playwright-core'
import { verifyWebhook } from '../../helpers/webhooks.mjs'
import { permissionsOf, type Role } from '../../src/core/access.ts'
import { SNIPPETS } from '../../web/dashboard/pages/webhook-words.ts'
import { givenReceiver } from '../receiver.ts'
import { follow, openDashboard } from './dashboard.ts'
import { eventually } from './service.ts'
import { inspect, usePlace, visit } from './visit.ts'

// What developers and owners do in the dashboard: keys, webhooks, the sandbox, the team, the log.

const place = usePlace()

/** Nobody is signed in at first. */
const AT_DESK = { viewport: { width: 1280, height: 800 }, statuses: [401] }
const ROLES: Role[] = ['owner', 'developer', 'finance', 'support']
const PASSWORD = 'seven green bicycles sing'

/** What a dialog shows once; it stays open until somebody says that it is kept. */
async function kept(page: Page, title: string): Promise<string> {
  const dialog = page.getByRole('dialog', { name: title })
  const close = dialog.getByRole('button', { name: 'Close' })
  const text = await dialog.locator('pre').innerText()
  await page.keyboard.press('Escape')
  assert.equal(await close.getAttribute('aria-disabled'), 'true')
  await dialog.getByRole('checkbox').check()
  await close.click()
  await dialog.waitFor({ state: 'hidden' })
  return text.trim()
}

/** A test key: its dialog closes at once, because the key can be copied again. */
async function shown(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog', { name: 'Your new key' })
  const text = await dialog.locator('pre').innerText()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  return text.trim()
}

async function opens(key: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${key}` }
  return (await fetch(`${place.service.baseUrl}/api/v1/balance`, { headers })).ok
}

const section = (page: Page, name: string): Locator =>
  page.getByRole('region', { name, exact: true })

test('a test key is made, copied, rolled, and revoked: each is true of the API at once', () =>
  visit(
    place,
    async (page) => {
      await openDashboard(page, place, '/keys')
      await page.getByRole('button', { name: 'New key' }).click()
      await page.getByRole('button', { name: 'Create key' }).click()
      const first = await shown(page)
      assert(await opens(first))

      const actions = (key: string) =>
        page.getByRole('button', { name: new RegExp(`Actions for .*${key.slice(-4)}`) })
      await actions(first).click()
      await page.getByRole('menuitem', { name: /^Roll/ }).click()
      await page.getByLabel('The old key stays valid').selectOption('0')
      await page.getByRole('button', { name: /^Roll sk_test_.* of Demo Store$/ }).click()
      const second = await shown(page)
      assert.deepEqual([await opens(first), await opens(second)], [false, true])
      await page.getByText(`Bearer ${second}`).waitFor()

      await actions(second).click()
      await page.getByRole('menuitem', { name: 'Revoke' }).click()
      await page.getByRole('button', { name: /^Revoke sk_test_.* of Demo Store$/ }).click()
      await page.getByText('Key revoked.').waitFor()
      assert.equal(await opens(second), false)
    },
    AT_DESK,
  ))

test('a key is made for some things and some addresses, and is changed', () =>
  visit(
    place,
    async (page) => {
      await openDashboard(page, place, '/keys')
      await page.getByRole('button', { name: 'New key' }).click()
      await page.getByLabel('Everything, including future permissions').uncheck()
      assert(!(await page.getByLabel('identity:read').isChecked()))
      await page.getByLabel('refunds:write').check()
      await page.getByLabel('Allowed addresses').fill('203.0.113.300')
      await page.getByRole('button', { name: 'Create key' }).click()
      await page.getByText('allowed_ips.0 must be').waitFor()
      await inspect(page, 'dashboard-key-make')
      await page.getByLabel('Allowed addresses').fill('203.0.113.0/24\n2001:db8::/48')
      await page.getByRole('button', { name: 'Create key' }).click()
      const key = await shown(page)
      assert.equal(await opens(key), false)

      await page.getByText('from 203.0.113.0/24, 2001:db8::/48').waitFor()
      await page.getByText(/^by /).first().waitFor()
      await inspect(page, 'dashboard-keys')
      await page.getByRole('button', { name: new RegExp(`Actions for .*${key.slice(-4)}`) }).click()
      await page.getByRole('menuitem', { name: 'Change' }).click()
      await page.getByLabel('Allowed addresses').fill('')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Key changed.').waitFor()
      assert(await opens(key))
    },
    { ...AT_DESK, statuses: [401, 400] },
  ))

test('a plugin for Paystack has its key named, which then signs', () =>
  visit(
    place,
    async (page) => {
      const { secret_key: secretKey } = place.service.demo.test
      await openDashboard(page, place, '/webhooks')
      await page.getByRole('button', { name: 'Choose format' }).click()
      await page.getByRole('combobox', { name: 'Format' }).selectOption('Paystack')
      await page.getByLabel('Secret key that signs').fill('sk_test_wrong')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.locator('[aria-invalid=true]').waitFor()
      await inspect(page, 'dashboard-webhook-format')
      await page.getByLabel('Secret key that signs').fill(secretKey)
      await page.getByRole('button', { name: 'Save' }).click()

      await section(page, 'Format')
        .getByText(`sk_test_…${secretKey.slice(-4)}`)
        .waitFor()
      await place.service.call('PUT', '/webhooks', { format: 'standard' })
    },
    { ...AT_DESK, statuses: [401, 400] },
  ))

test('an address that failed takes its event when it is sent again, signed', async () => {
  let status = 500
  const receiver = await givenReceiver(() => ({ status }))
  await visit(
    place,
    async (page) => {
      await openDashboard(page, place, '/webhooks')
      await page.getByRole('button', { name: 'Change' }).click()
      await page.getByLabel('URL for all events').fill('ftp://wrong.example')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.locator('[aria-invalid=true]').waitFor()
      await page.getByLabel('URL for all events').fill(receiver.url)
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Saved.').waitFor()
      await section(page, 'All events').getByRole('button', { name: 'Reveal secret' }).click()
      const secret = await kept(page, 'Webhook secret')
      await section(page, 'All events').getByRole('button', { name: 'Send test event' }).click()
      await page.getByText('Failing', { exact: true }).waitFor()

      await page.getByRole('link', { name: 'View pending events' }).click()
      await page.getByRole('link', { name: 'webhook.test' }).click()
      await page.getByText('Rejected', { exact: true }).first().waitFor()
      await inspect(page, 'dashboard-event')
      status = 200
      await page.getByRole('button', { name: 'Resend' }).click()
      // The next attempt may have been due as well.
      await page.getByText('Received', { exact: true }).first().waitFor()
      await page.getByText('Delivered', { exact: true }).first().waitFor()

      const last = receiver.received.at(-1)!
      assert.equal((await verifyWebhook({ ...last, secret })).event, 'webhook.test')
    },
    { ...AT_DESK, statuses: [401, 400] },
  )
})

test('what the page says of verifying is what the documentation says', () => {
  const paper = readFileSync(join(import.meta.dirname, '../../docs/webhooks.md'), 'utf8')
  for (const { title, text } of Object.values(SNIPPETS)) assert(paper.includes(text), title)
})

test('who is invited comes in by the link, and is refused what their role may not do', () =>
  visit(
    place,
    async (page) => {
      await openDashboard(page, place, '/team')
      for (const role of ROLES)
        assert.deepEqual(await grantsOf(page, role), permissionsOf(role).sort())
      await page.getByRole('button', { name: 'Invite a person' }).click()
      await page.getByLabel('Email').fill('chidi@example.com')
      await page.getByLabel('Role', { exact: true }).selectOption('finance')
      await page.getByRole('button', { name: 'Invite', exact: true }).click()
      const link = await kept(page, 'Share this link')
      await page.getByRole('cell', { name: 'chidi@example.com', exact: true }).waitFor()
      await inspect(page, 'dashboard-team')

      const context = await place.browser.newContext()
      const other = await context.newPage()
      await other.goto(link.replace(/^https?:\/\/[^/]+/, place.service.baseUrl))
      await other.getByLabel('Your name').fill('Chidi Sample')
      await other.getByLabel('New password').fill(PASSWORD)
      await other.getByRole('button', { name: 'Accept and sign in' }).click()
      await other.getByText('Test mode: no real money').waitFor()
      await other.goto(`${place.service.baseUrl}/dashboard/test/team`)
      const invite = other.getByRole('button', { name: 'Invite a person' })
      assert.equal(await invite.getAttribute('aria-disabled'), 'true')
      await other.goto(`${place.service.baseUrl}/dashboard/test/keys`)
      const refused = 'Your role (finance) cannot do this.'
      await other.getByRole('paragraph').filter({ hasText: refused }).waitFor()
      await context.close()
    },
    AT_DESK,
  ))

/** The rows of the table of roles with a tick in the column of this one. */
async function grantsOf(page: Page, role: Role): Promise<string[]> {
  const rows = page.locator('.roles tbody tr')
  await rows.first().waitFor()
  const found = await rows.evaluateAll(
    (rows, column) =>
      rows
        .filter((row) => row.querySelectorAll('td')[column]?.textContent?.includes('Yes'))
        .map((row) => (row as HTMLElement).dataset['permission'] ?? ''),
    ROLES.indexOf(role),
  )
  return found.sort()
}

test('the sandbox pays a checkout and keeps its receipt; its command says what the form says', () =>
  visit(
    place,
    async (page) => {
      await openDashboard(page, place, '/sandbox')
      const pay = section(page, 'Pay a transaction')
      await pay.getByRole('button', { name: 'Initialize a payment first' }).click()
      await eventually('a payment is there to pay', async () =>
        (await pay.getByLabel('Open payment').inputValue()) === '' ? null : true,
      )
      const reference = await pay.getByLabel('Open payment').inputValue()
      await pay.getByLabel('Paid with').selectOption('card')
      const command = await pay.locator('pre').innerText()
      assert(command.includes(`/sandbox/transactions/${reference}/pay`))
      assert(command.includes(`'{"channel":"card"}'`))
      await inspect(page, 'dashboard-sandbox')
      await pay.getByRole('button', { name: 'Pay', exact: true }).click()
      await pay.getByText('Succeeded', { exact: true }).waitFor()

      await section(page, 'Set the balance').getByRole('button', { name: 'Empty it' }).click()
      await page.getByText('The balance is now ₦0.00.').waitFor()

      await follow(page, 'Messages')
      await page.getByRole('row').filter({ hasText: 'Receipt' }).first().getByRole('link').click()
      await page.frameLocator('iframe').getByText(reference).waitFor()
      assert.equal(await page.locator('iframe').getAttribute('sandbox'), 'allow-same-origin')
      const ink = page.frameLocator('iframe').getByRole('heading')
      assert.equal(await ink.evaluate((heading) => getComputedStyle(heading).fontSize), '28px')
    },
    AT_DESK,
  ))

test('the sandbox is filled with examples, and says how far they are', async () => {
  await place.service.call('PUT', '/webhooks', { url: null, dedicated_virtual_account_url: null })
  await visit(
    place,
    async (page) => {
      await openDashboard(page, place, '/sandbox')
      const examples = section(page, 'Create example data')
      await examples.getByLabel('Days').fill('2')
      assert((await examples.locator('pre').innerText()).includes('{"days":2}'))
      await examples.getByRole('button', { name: 'Create data' }).click()
      await examples.getByText('Example data created').waitFor()
      await follow(page, 'Transactions')
      await page.getByText(/\d\d+ in total/).waitFor()
    },
    AT_DESK,
  )
})

test('the audit log tells in one row what was asked and how it ended', () =>
  visit(
    place,
    async (page) => {
      await openDashboard(page, place, '/settings')
      await page.getByLabel('Default return URL').fill('https://shop.example/thanks')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Saved. Applies to new payments.').waitFor()
      await follow(page, 'Audit log')

      const row = page.getByRole('row').filter({ hasText: 'Changed the checkout settings' })
      await row.getByText('Done').waitFor()
      assert.equal(await row.count(), 1)
      assert.match(await row.innerText(), /#\d+–\d+/)
    },
    AT_DESK,
  ))

test('a wrong password, asked for in between, is told at its field and can be typed again', () =>
  visit(
    place,
    async (page) => {
      await openDashboard(page, place, '/team')
      await place.service.sql`update login_session set fresh_until = created_at`
      await page.getByRole('button', { name: 'Invite a person' }).click()
      await page.getByLabel('Email').fill('tunde@example.com')
      await page.getByRole('button', { name: 'Invite', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Confirm your password' })
      await dialog.getByLabel('Password').fill('not the password at all')
      await dialog.getByRole('button', { name: 'Confirm' }).click()
      await dialog.getByText('Wrong password.').waitFor()
      assert.equal(await dialog.getByLabel('Password').getAttribute('aria-invalid'), 'true')

      await dialog.getByLabel('Password').fill(place.service.demo.dashboard.password)
      await dialog.getByRole('button', { name: 'Confirm' }).click()
      await kept(page, 'Share this link')
    },
    { ...AT_DESK, statuses: [401, 403] },
  ))

test('the form of the sandbox begins with what is set, and the settings tell the fees', () =>
  visit(
    place,
    async (page) => {
      await place.service.call('PUT', '/sandbox/settlements/schedule', { schedule: 'T+1' })
      await openDashboard(page, place, '/sandbox')
      const schedule = page.getByLabel('Payments become available')
      await schedule.waitFor()
      assert.equal(await schedule.inputValue(), 'T+1')
      await schedule.selectOption('instant')
      await section(page, 'Settlement schedule').getByRole('button', { name: 'Save' }).click()
      await page.getByText('Saved. Applies to new payments.').waitFor()
      const { data } = await place.service.call('GET', '/sandbox/settlements/schedule')
      assert.deepEqual(data, { schedule: 'instant' })

      await follow(page, 'Settings')
      await page.getByRole('tab', { name: 'Fees' }).click()
      const checkout = section(page, 'Checkout payments')
      await checkout.getByText('1.5 %').waitFor()
      await checkout.getByText('₦100.00, for payments from ₦2,500.00 up').waitFor()
      await page.getByText('7.5 %, added to each fee').waitFor()
      await inspect(page, 'dashboard-fees')
    },
    AT_DESK,
  ))

test('the text of a command is never under the button that copies it', () =>
  visit(
    place,
    async (page) => {
      await openDashboard(page, place, '/sandbox')
      await page.setViewportSize({ width: 360, height: 740 })
      const commands = page.locator('.curl')
      await commands.first().waitFor()
      for (const command of await commands.all()) {
        const text = (await command.locator('section').boundingBox())!
        const button = (await command.getByRole('button').boundingBox())!
        assert(text.x + text.width <= button.x, `${text.x + text.width} and ${button.x}`)
      }
    },
    AT_DESK,
  ))

test('two-step sign-in is turned on with a code of the app, and gives ten recovery codes', () =>
  visit(
    place,
    async (page) => {
      await openDashboard(page, place, '/security')
      await page.getByRole('button', { name: 'Turn on' }).click()
      const dialog = page.getByRole('dialog', { name: 'Turn on two-step sign-in' })
      const secret = await dialog.locator('code').innerText()
      await dialog.getByLabel('Code').fill(new TOTP({ secret }).generate())
      await dialog.getByRole('button', { name: 'Turn on' }).click()

      const codes = await kept(page, 'Your recovery codes')
      assert.equal(new Set(codes.split('\n')).size, 10)
      await page.getByText('10 left').waitFor()
    },
    AT_DESK,
  ))
