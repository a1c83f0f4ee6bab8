import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { givenReceiver } from '../receiver.ts'
import { askAs, openDashboard, turnOnSecondStep } from './dashboard.ts'
import { eventually } from './service.ts'
import { inspect, usePlace, visit } from './visit.ts'

// What is small and yet missed at once where it is gone: where the cursor stands, what an empty
// page says, the way back to a list, numbers of a chart. One login for all; the tests go one after
// the other, and the first needs a store in which nothing has happened.

const place = usePlace()

const DESK = { width: 1280, height: 800 }
const TAKEN = { status: 200, body: 'thanks' }
const NOT_TAKEN = { status: 500, body: 'our server is ill' }
/** Nobody listens there. */
const NOWHERE = 'http://127.0.0.1:9/webhooks'
const PASSWORD = 'seven green bicycles sing'
const REFUSED = 'Your role (finance) cannot do this. Ask an owner.'
const PARTICULARS = {
  legal_name: 'Example Stores Limited',
  bvn: '22222222221',
  registration_number: 'RC1234567',
  contact_phone: '+2348000000000',
}

let kept: BrowserContextOptions['storageState']

/** As the owner, who signs in once for all tests. */
async function asOwner(body: (page: Page) => Promise<void>, statuses: number[] = []) {
  if (kept === undefined) {
    const context = await place.browser.newContext()
    await openDashboard(await context.newPage(), place)
    kept = await context.storageState()
    await context.close()
  }
  await visit(place, body, { viewport: DESK, storageState: kept, statuses })
}

const button = (page: Page | Locator, name: string | RegExp) => page.getByRole('button', { name })
const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') })
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

function open(page: Page, path: string, mode = 'test') {
  return page.goto(`${place.service.baseUrl}/dashboard/${mode}${path}`)
}

async function call(method: string, path: string, body?: object) {
  const { http, data } = await place.service.call(method, path, body)
  assert(http < 300, `${method} ${path} answers ${http}`)
  return data
}

async function hasFocus(field: Locator): Promise<void> {
  await field.waitFor()
  await eventually('the cursor stands in it', async () =>
    (await field.evaluate((element) => element === document.activeElement)) ? true : null,
  )
}

async function givenPaid(email: string, amount: number) {
  const payment = { amount, email, name: 'Ngozi Sample' }
  const { reference } = await call('POST', '/transactions/initialize', payment)
  await call('POST', `/sandbox/transactions/${reference}/pay`, { channel: 'bank_transfer' })
  return eventually('it is paid', async () => {
    const found = await call('GET', `/transactions/verify/${reference}`)
    return found['status'] === 'success' ? { id: String(found['id']), reference } : null
  })
}

test('who opens an empty store types at once, and is told on each page how it begins', () =>
  visit(
    place,
    async (page) => {
      const { email, password } = place.service.demo.dashboard
      await open(page, '/')
      await hasFocus(page.getByLabel('Email'))
      for (const typed of [email, password]) {
        await page.keyboard.type(typed)
        await page.keyboard.press('Tab')
      }
      await page.keyboard.press('Enter')

      await page.getByRole('heading', { name: 'Get started' }).waitFor()
      await page.getByText('of 5 done').waitFor()
      await page.getByRole('button', { name: 'Open a checkout' }).waitFor()
      await page.getByText('Or with the API').click()
      const command = await page.getByRole('main').locator('pre').first().innerText()
      assert.match(command, /^curl -X POST \S+\/api\/v1\/transactions\/initialize /)
      assert.equal(await page.getByRole('slider').count(), 0, 'no chart without bars')
      await page.getByRole('link', { name: 'create example data' }).click()
      await page.waitForURL(/\/sandbox#examples$/)
      const examples = region(page, 'Create example data')
      await eventually('they are in sight', async () => {
        const { y } = (await examples.boundingBox())!
        return y >= 0 && y < DESK.height ? true : null
      })
      for (const [name, verb, why] of [
        ['Pay a transaction', 'Pay', 'Choose a payment.'],
        ['Simulate a deposit', 'Send transfer', 'Enter an account number.'],
        ['Expire a payment', 'Expire it', 'Choose a payment.'],
      ] as const) {
        const submit = region(page, name).getByRole('button', { name: verb, exact: true })
        assert.equal(await submit.getAttribute('aria-disabled'), 'true', name)
        // Where the page still scrolls, the words over a button go.
        await submit.scrollIntoViewIfNeeded()
        let tries = 0
        await eventually(why, async () => {
          tries += 1
          await submit.blur()
          await submit.focus()
          const words = page.getByRole('tooltip', { name: why })
          return words.waitFor({ timeout: 2_000 * tries }).then(
            () => true,
            () => null,
          )
        })
      }
    },
    { viewport: DESK, statuses: [401] },
  ))

test('the number of each day is read with the mouse, a finger and the arrow keys', () =>
  asOwner(async (page) => {
    const { reference } = await givenPaid('amina@example.com', 250_050)
    await place.service.sql`
        update transaction set created_at = created_at - interval '1 day',
          paid_at = paid_at - interval '1 day' where reference = ${String(reference)}`
    // Its day was counted before.
    await place.service.sql`delete from day_sums`
    await givenPaid('amina@example.com', 1_000_000)
    await open(page, '/')
    const chart = page.getByRole('slider', { name: 'Volume, day by day' })
    const tip = page.locator('.chart-tip')
    const saysFor = async (amount: string) => {
      await tip.getByText(amount, { exact: true }).waitFor()
      assert((await chart.getAttribute('aria-valuetext'))!.endsWith(`: ${amount}`))
    }

    await chart.waitFor()
    assert.equal(await tip.count(), 0)
    assert.equal(await page.locator('.chart-bar[d^=M]').count(), 2)
    await chart.focus()
    await saysFor('₦10,000.00')
    await page.keyboard.press('ArrowLeft')
    await saysFor('₦2,500.50')
    await inspect(page, 'dashboard-chart')
    await page.keyboard.press('Home')
    await saysFor('₦0.00')
    await page.keyboard.press('ArrowLeft')
    assert.equal(await chart.getAttribute('aria-valuenow'), '0')
    await page.keyboard.press('End')
    await page.keyboard.press('Escape')
    await tip.waitFor({ state: 'detached' })

    const { width } = (await chart.boundingBox())!
    await chart.hover({ position: { x: width - 50, y: 100 } })
    await saysFor('₦2,500.50')
    await page.mouse.move(0, 0)
    await tip.waitFor({ state: 'detached' })
    await page.getByRole('heading', { level: 1 }).click()
    await chart.dispatchEvent('pointerdown', await touchOn(chart, width - 50))
    await chart.dispatchEvent('pointerleave', { pointerType: 'touch' })
    await saysFor('₦2,500.50')
    await page.getByLabel('Range').getByRole('button', { name: '24 hours' }).click()
    await page.getByRole('slider', { name: 'Volume, hour by hour' }).waitFor()

    await open(page, '/wallet')
    await page.getByRole('slider', { name: /^Balance/ }).focus()
    const available = await page.locator('.tile').first().locator('.money').innerText()
    await tip.getByText(available, { exact: true }).waitFor()
  }))

async function touchOn(chart: Locator, x: number) {
  const box = (await chart.boundingBox())!
  return { pointerType: 'touch', clientX: box.x + x, clientY: box.y + 100 }
}

test('the home page loads what is counted as its own, and nothing of other pages', () =>
  asOwner(async (page) => {
    await open(page, '/')
    await page.getByRole('slider').waitFor()
    const scripts = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map((entry) => entry as PerformanceResourceTiming)
        .filter(({ name }) => name.endsWith('.js'))
        .map(({ name, encodedBodySize }) => ({ name, bytes: encodedBodySize })),
    )
    const sum = scripts.reduce((sum, { bytes }) => sum + bytes, 0)
    assert(scripts.every(({ bytes }) => bytes > 500))
    assert(sum <= 250_000, `${sum} bytes`)
    assert.equal(scripts.length, 4, JSON.stringify(scripts))
  }))

test('a list is left and come back to as it was; its filters say themselves what is wrong', () =>
  asOwner(
    async (page) => {
      const { reference } = await givenPaid('ngozi@example.com', 500_000)
      await open(page, '/transactions?q=ngozi%40example.com&amount_max=5%2C000')
      await page.getByRole('link', { name: String(reference) }).click()
      await page.getByRole('heading', { name: '₦5,000.00' }).waitFor()
      await page.getByText('Payment succeeded').waitFor()
      assert.equal(await page.locator('.zone').count(), 2, 'two times are of Lagos')
      assert.equal(await page.getByText('Lagos').filter({ visible: true }).count(), 1)
      const back = page.getByRole('navigation', { name: 'You are in' }).getByRole('link')
      await back.click()
      await page.waitForURL(/\?q=ngozi%40example\.com&amount_max=5%2C000$/)
      assert.equal(await rows(page).count(), 1)

      const [least, most] = [page.getByLabel('Minimum'), page.getByLabel('Maximum')]
      await least.fill('much')
      await least.press('Enter')
      await page.getByText('Minimum must be naira, such as 2,500 or 2500.50.').waitFor()
      assert.equal(await least.getAttribute('aria-invalid'), 'true')
      assert.equal(await most.getAttribute('aria-invalid'), 'false')
      await least.fill('6,000')
      await least.press('Enter')
      await page.getByText('Maximum must not be less than Minimum.').waitFor()
      assert.equal(await most.getAttribute('aria-invalid'), 'true')
      const said = await most.getAttribute('aria-describedby')
      assert.match(await page.locator(`[id="${said}"]`).innerText(), /^Maximum/)
      await page.getByText('Fix the filters, or clear them.').waitFor()
      assert.equal(await page.getByRole('alert').count(), 0, 'it is said once')
      await button(page, 'Clear the filters').click()
      await rows(page).first().waitFor()
    },
    [400],
  ))

test('a refund and its payment are told in times of Lagos, which is said once', () =>
  asOwner(async (page) => {
    const { reference } = await givenPaid('musa@example.com', 300_000)
    const made = await call('POST', '/refunds', { transaction: reference, amount: 100_000 })
    await open(page, `/refunds/${made['id']}`)
    await page.getByText('Sent', { exact: true }).first().waitFor()
    await page.getByText('Partly refunded', { exact: true }).first().waitFor()
    await eventually('all times are there', async () =>
      (await page.locator('.zone').count()) === 3 ? true : null,
    )
    assert.equal(await page.getByText('Lagos').filter({ visible: true }).count(), 1)
    await inspect(page, 'dashboard-refund-sent')
  }))

test('a press on a deposit opens it; a dialog begins where one types, and gives it back', () =>
  asOwner(async (page) => {
    await givenPaid('tunde@example.com', 777_700)
    await open(page, '/deposits')
    await pressOn(page, page.getByRole('cell', { name: '₦7,777.00' }))
    const dialog = page.getByRole('dialog', { name: 'Deposit' })
    await dialog.getByText('₦7,777.00').waitFor()
    assert.match(page.url(), /\/deposits\?deposit=[^&]+$/)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await page.waitForURL(/\/deposits$/)
    await hasFocus(rows(page).filter({ hasText: '₦7,777.00' }).getByRole('link').first())

    for (const [path, opener, field] of [
      ['/team', 'Invite a person', 'Email'],
      ['/payment-links', 'New link', 'Name'],
      ['/keys', 'New key', 'Kind'],
      ['/subaccounts', 'New subaccount', 'Name'],
      ['/events', 'Resend events', 'From'],
    ] as const) {
      await open(page, path)
      await button(page, opener).click()
      await hasFocus(page.getByRole('dialog').getByLabel(field, { exact: true }))
      await page.keyboard.press('Escape')
      await hasFocus(button(page, opener))
    }
  }))

/** Wherever it is: what lies over it there is what is pressed. */
async function pressOn(page: Page, cell: Locator): Promise<void> {
  await cell.waitFor()
  const { x, y, width, height } = (await cell.boundingBox())!
  await page.mouse.click(x + width / 2, y + height / 2)
}

test('an event leads to its payment, and tells each try in words: taken, not taken, no answer', async () => {
  let answer = NOT_TAKEN
  const receiver = await givenReceiver(() => answer)
  await asOwner(async (page) => {
    await call('PUT', '/webhooks', { url: receiver.url })
    const { id } = await givenPaid('chidi@example.com', 400_000)
    const customer = { first_name: 'Chidi', last_name: 'Sample', email: 'chidi@example.com' }
    await call('POST', '/dedicated-virtual-accounts', { customer })
    await receiver.arrived(2)
    await open(page, '/events?type=transaction.success')
    const row = rows(page).first()
    await row.getByText('Retrying').waitFor()
    await row.getByText('500').waitFor()
    await row.getByRole('link').nth(1).click()
    await page.getByRole('heading', { name: '₦4,000.00' }).waitFor()
    assert.equal(new URL(page.url()).pathname, `/dashboard/test/transactions/${id}`)

    await open(page, '/events?type=transaction.success')
    await page.getByRole('link', { name: 'transaction.success' }).first().click()
    const tries = page.locator('.attempts summary')
    await tries.first().getByText('Rejected').waitFor()
    await page.getByText(NOT_TAKEN.body).first().waitFor()
    answer = TAKEN
    await button(page, 'Resend').click()
    await page.getByText('Delivered', { exact: true }).first().waitFor()
    await tries.first().getByText('Received', { exact: true }).waitFor()
    await call('PUT', '/webhooks', { url: NOWHERE })
    await button(page, 'Resend').click()
    await tries.first().getByText('No response').waitFor()
    await page.getByText(/^No response: /).waitFor()
    await page.getByText('Retrying', { exact: true }).first().waitFor()
    const words = (await tries.allInnerTexts()).map((text) => text.split('\n')[0])
    // It may have been tried again by itself meanwhile.
    assert.deepEqual([...new Set(words)], ['No response', 'Received', 'Rejected'])
    const facts = page.locator('.facts').first()
    await facts.getByRole('link').first().waitFor()

    await open(page, '/events?type=dedicated_virtual_account.created')
    await rows(page).first().waitFor()
    assert.equal(await page.getByRole('link', { name: 'The payment' }).count(), 0)
  })
})

test('who accepts an invitation is at home at once, and learns what their role may not do', () =>
  asOwner(async (page) => {
    await open(page, '/')
    await page.getByRole('heading', { name: 'Demo Store' }).waitFor()
    const invited = { email: 'chidi@example.com', role: 'finance' }
    const { link } = await askAs(page, 'POST', '/invitations', invited)
    const context = await place.browser.newContext({ viewport: DESK })
    const other = await context.newPage()
    await other.goto(String(link).replace(/^https?:\/\/[^/]+/, place.service.baseUrl))
    await other.getByLabel('Your name').fill('Chidi Sample')
    await other.getByLabel('New password').fill(PASSWORD)
    await button(other, 'Accept and sign in').click()

    await other.waitForURL(`${place.service.baseUrl}/dashboard/test/`)
    await other.getByRole('heading', { name: 'Demo Store' }).waitFor()
    await button(other, 'Account of Chidi Sample').waitFor()
    await open(other, '/team')
    await button(other, 'Invite a person').focus()
    await other.getByRole('tooltip', { name: REFUSED }).waitFor()
    await button(other, 'Actions for chidi@example.com').click()
    const items = other.getByRole('menuitem')
    await items.first().waitFor()
    assert.equal(await items.count(), 2)
    for (const item of await items.all()) {
      assert.equal(await item.getAttribute('aria-disabled'), 'true')
      assert((await item.innerText()).includes(REFUSED))
    }
    assert.equal(await other.getByRole('table', { name: 'Invitations' }).count(), 0)
    await other.keyboard.press('Escape')
    await open(other, '/audit-log')
    await other.getByText(REFUSED).waitFor()
    await context.close()
  }))

test('the audit log has its columns for whom, from where, how it ended and which entries', () =>
  asOwner(async (page) => {
    await open(page, '/audit-log')
    await rows(page).first().waitFor()
    const titles = await page.getByRole('columnheader').allInnerTexts()
    assert.deepEqual(titles, ['Action', 'Who', 'From', 'Mode', 'Result', 'When', 'Entry'])
    const row = rows(page).filter({ hasText: 'Invited a person' }).first()
    await row.waitFor()
    const cells = await row.getByRole('cell').allInnerTexts()
    const { email } = place.service.demo.dashboard
    assert.deepEqual(cells.slice(0, 5), ['Invited a person', email, '127.0.0.1', 'Test', 'Done'])
    assert.match(cells[6]!, /^#\d+–\d+/)
  }))

test('in live mode without a bank each page says so once, and nothing looks broken', () =>
  asOwner(
    async (page) => {
      await open(page, '/')
      await page.getByRole('heading', { name: 'Demo Store' }).waitFor()
      await askAs(page, 'POST', '/activation', PARTICULARS)
      await turnOnSecondStep(page)
      const { businesses } = await askAs(page, 'GET', '/session')
      const [{ business_id: id }] = businesses as [{ business_id: string }]
      await askAs(page, 'POST', `/operator/businesses/${id}/activate`, {})

      for (const path of ['/', '/transactions', '/wallet', '/payouts', '/settings', '/events']) {
        await open(page, path, 'live')
        await page.getByText('No provider is configured for bank transfers or cards.').waitFor()
        await page.waitForLoadState('networkidle')
        assert.equal(await page.locator('.notice').count(), 1, path)
        assert.equal(await page.getByRole('alert').count(), 0, path)
      }
      await inspect(page, 'dashboard-live-not-enabled')
    },
    [403],
  ))
