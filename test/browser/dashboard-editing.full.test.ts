import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openDashboard } from './dashboard.ts'
import { inspect, SIZES, usePlace, visit } from './visit.ts'

// Two people edit one record: the second is told, sees what the first has saved, and keeps what
// they typed. In a real browser, on a phone and on a desk.

const place = usePlace()

/** Nobody is signed in at first; and the record has changed. */
const STATUSES = [401, 412]

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const told = (page: Page) => page.getByText('Somebody else changed this while you were editing.')

async function call(method: string, path: string, body?: object) {
  const { http, data } = await place.service.call(method, path, body)
  assert(http < 300, `${method} ${path} answers ${http}`)
  return data as Record<string, unknown>
}

for (const viewport of SIZES) {
  const on = `at ${viewport.width} pixels`
  const name = (what: string) => `editing-${what}-${viewport.width}`

  test(`of a link that two people change, what is typed stays and the rest is new, ${on}`, () =>
    visit(
      place,
      async (page) => {
        const terms = { name: 'Adire workshop', amount: 2_500_000, description: 'Two hours.' }
        const { id } = await call('POST', '/payment-links', terms)
        await openDashboard(page, place, `/payment-links/${id}`)
        await button(page, 'Change').click()
        await page.getByLabel('Name').fill('Adire, Saturday')
        const theirs = { name: 'Adire, Sunday', amount: 3_000_000, description: 'Three hours.' }
        await call('PATCH', `/payment-links/${id}`, theirs)
        await button(page, 'Save').click()

        await told(page).waitFor()
        await page.getByText('Saved by somebody else: “Adire, Sunday”.').waitFor()
        assert.equal(await page.getByLabel('Name').inputValue(), 'Adire, Saturday')
        assert.equal(await page.getByLabel('Description').inputValue(), 'Three hours.')
        assert.equal(await page.getByLabel('Amount').inputValue(), '30000')
        await inspect(page, name('link'))

        await button(page, 'Save').click()
        await page.getByRole('heading', { name: 'Adire, Saturday' }).waitFor()
        const saved = await call('GET', `/payment-links/${id}`)
        assert.deepEqual([saved['name'], saved['amount']], ['Adire, Saturday', 3_000_000])
      },
      { viewport, statuses: STATUSES },
    ))

  test(`of a split and a subaccount, the second to save is told, ${on}`, () =>
    visit(
      place,
      async (page) => {
        const account = { bank_code: '058', account_number: '0000000018' }
        const sub = await call('POST', '/subaccounts', { business_name: 'Ada Foods', ...account })
        const split = await call('POST', '/splits', {
          ...{ name: 'Two cooks', type: 'percentage', bearer_type: 'account' },
          subaccounts: [{ subaccount_id: sub['id'], share: 20 }],
        })
        await openDashboard(page, place, `/splits/${split['split_code']}`)
        await button(page, 'Change').click()
        await page.getByLabel('Name').fill('Three cooks')
        const theirs = [{ subaccount_id: sub['id'], share: 35 }]
        await call('PATCH', `/splits/${split['id']}`, { subaccounts: theirs })
        await button(page, 'Save').click()
        await told(page).waitFor()
        assert.equal(await page.getByLabel('Name').inputValue(), 'Three cooks')
        await page.getByText('65').first().waitFor()
        await inspect(page, name('split'))
        await button(page, 'Save').click()
        await page.getByRole('heading', { name: 'Three cooks' }).waitFor()

        await page.goto(`${place.service.baseUrl}/dashboard/test/subaccounts/${sub['id']}`)
        await button(page, 'Change').click()
        await page.getByLabel('Email').fill('ada@example.com')
        await call('PATCH', `/subaccounts/${sub['id']}`, { business_name: 'Ada Fabrics' })
        await page.getByText('Account holder: ').waitFor({ state: 'attached' })
        await button(page, 'Save').click()
        await told(page).waitFor()
        assert.equal(await page.getByLabel('Name').inputValue(), 'Ada Fabrics')
        await inspect(page, name('subaccount'))
        await button(page, 'Save').click()
        await page.getByText('Subaccount changed.').waitFor()
        const { business_name, primary_contact_email } = await call(
          'GET',
          `/subaccounts/${sub['id']}`,
        )
        assert.deepEqual([business_name, primary_contact_email], ['Ada Fabrics', 'ada@example.com'])
      },
      { viewport, statuses: STATUSES },
    ))

  test(`settings that somebody else changed are shown; others do not stop a save, ${on}`, () =>
    visit(
      place,
      async (page) => {
        const first = { default_callback_url: null, request_log: true, language: null }
        await call('PUT', '/settings/checkout', { ...first, allowed_origins: [] })
        await openDashboard(page, place, '/settings')
        await page.getByLabel('Default return URL').fill('https://shop.example/thanks')
        await call('PUT', '/settings/checkout', { allowed_origins: ['https://shop.example'] })
        await button(page, 'Save').click()
        await page.getByText('Saved. Applies to new payments.').waitFor()

        await page.getByLabel('Default return URL').fill('https://shop.example/done')
        const theirs = { default_callback_url: 'https://shop.example/bye', language: 'yo' }
        await call('PUT', '/settings/checkout', theirs)
        await button(page, 'Save').click()
        await told(page).waitFor()
        await page.getByText('Saved by somebody else: “https://shop.example/bye”.').waitFor()
        assert.equal(await page.getByLabel('Checkout language').inputValue(), 'yo')
        await inspect(page, name('settings'))
      },
      { viewport, statuses: STATUSES },
    ))
}

test('the ways to pay are put in order with the keyboard, and the checkout has them so', () =>
  visit(
    place,
    async (page) => {
      await call('PUT', '/settings/checkout', { channel_order: ['bank_transfer'] })
      await openDashboard(page, place, '/settings')
      const rows = page
        .getByRole('group', { name: 'Order of the ways to pay' })
        .getByRole('listitem')
      assert.match(await rows.first().innerText(), /^Bank transfer/)
      await button(page, 'Move up: USSD, 3 of 5').focus()

      await page.keyboard.press('Enter')
      await page.keyboard.press('Enter')
      await button(page, 'Save').click()
      await page.getByText('Saved. Applies to new payments.').waitFor()

      const { data } = await place.service.call('GET', '/settings/checkout')
      const order = ['ussd', 'bank_transfer', 'card', 'bank', 'opay']
      assert.deepEqual(data['channel_order'], order)
      await call('PUT', '/settings/checkout', { channel_order: null })
      await page.reload()
      await button(page, 'Move up: Bank transfer, 2 of 5').waitFor()
      await inspect(page, 'settings-order')
    },
    { statuses: STATUSES },
  ))
