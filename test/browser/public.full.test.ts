import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  AMOUNT,
  assertBackAtShop,
  assertPaid,
  CARDS,
  PRICE,
  paid,
  payByCard,
  returnLink,
} from './payments.ts'
import { escaped } from './shop.ts'
import { inspect, usePlace, visit } from './visit.ts'

const place = usePlace()

const fieldsOf = (reference: string): Record<string, string> => ({
  key: place.service.demo.test.public_key,
  amount: String(AMOUNT),
  email: 'morenike@example.com',
  name: 'Morenike Adegboyega',
  reference,
  callback_url: `${place.shop.url}/thanks?order=417&from=mail`,
})

const initializeUrl = () => `${place.service.baseUrl}/api/v1/transactions/initialize-public`
const linkTo = (fields: Record<string, string>) =>
  `${initializeUrl()}?${new URLSearchParams(fields)}`

async function openShelf(page: Page, shelf: string): Promise<void> {
  place.shop.shelf = `<h1>Adire wrap dress, indigo</h1>${shelf}`
  await page.goto(place.shop.url)
}

async function countTransactions(): Promise<number> {
  const [row] = await place.service.sql<{ count: number }[]>`
    select count(*)::int as count from transaction
  `
  return row!.count
}

test('a plain link on the page of a shop leads to the checkout, and is paid', () =>
  visit(place, async (page) => {
    await openShelf(page, `<a href="${escaped(linkTo(fieldsOf('LINK-1')))}">Buy</a>`)

    await page.getByRole('link', { name: 'Buy' }).click()
    await page.getByText(PRICE).first().waitFor()
    assert.match(page.url(), /\/checkout\/[A-Za-z0-9_-]{22,}$/)
    await payByCard(page, CARDS.success)

    await paid(page).waitFor()
    await returnLink(page).click()
    await assertBackAtShop(page, place, 'LINK-1')
    await assertPaid(place, 'LINK-1', 'card')
  }))

test('a plain form on the page of a shop leads to the checkout, and is paid', () =>
  visit(place, async (page) => {
    const inputs = Object.entries(fieldsOf('FORM-1')).map(
      ([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`,
    )
    const action = initializeUrl()
    await openShelf(
      page,
      `<form method="post" action="${action}">${inputs.join('')}
      <button>Buy</button></form>`,
    )

    await page.getByRole('button', { name: 'Buy' }).click()
    await page.getByText(PRICE).first().waitFor()
    await payByCard(page, CARDS.success)

    await paid(page).waitFor()
    await returnLink(page).click()
    await assertBackAtShop(page, place, 'FORM-1')
    await assertPaid(place, 'FORM-1', 'card')
  }))

test('a link with mistakes leads to a page that names each field', () =>
  visit(
    place,
    async (page) => {
      const fields = { ...fieldsOf('LINK-2'), amount: '25.50', email: 'morenike' }
      const before = await countTransactions()

      const answer = await page.goto(linkTo(fields))

      assert.equal(answer?.status(), 400)
      await page.getByRole('heading', { name: 'This payment cannot be started' }).waitFor()
      for (const field of ['amount', 'email']) {
        await page.getByRole('listitem').filter({ hasText: field }).waitFor()
      }
      await inspect(page, 'problem')
      assert.equal(await countTransactions(), before)
    },
    { statuses: [400] },
  ))

test('a browser that looks ahead at a link creates no payment', () =>
  visit(place, async (page) => {
    const before = await countTransactions()
    const link = linkTo(fieldsOf('AHEAD-1'))
    const ahead = page.waitForResponse((response) => response.url() === link)

    await openShelf(page, `<link rel="prefetch" href="${escaped(link)}">`)

    const answer = await ahead
    assert.match((await answer.request().allHeaders())['sec-purpose'] ?? '', /prefetch/)
    assert.equal(answer.status(), 204)
    assert.equal(await countTransactions(), before)
  }))

test('the address of the service shows that it runs', () =>
  visit(place, async (page) => {
    await page.goto(place.service.baseUrl)

    await page.getByRole('heading', { name: 'Payments in naira' }).waitFor()
    await inspect(page, 'home')
  }))

test('the documentation of the API asks nothing of anybody else', () =>
  visit(
    place,
    async (page) => {
      await page.goto(`${place.service.baseUrl}/docs`)
      await page.getByRole('heading', { name: 'Quickstart', level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')

      await page.goto(`${place.service.baseUrl}/docs/api/`)
      await page.getByRole('heading', { name: 'Payments API' }).waitFor()
      await page.getByText('/api/v1/transactions/initialize').first().waitFor()
      await page.waitForLoadState('networkidle')
    },
    { viewport: { width: 1280, height: 800 } },
  ))

test('a page that breaks the rules is noticed', async () => {
  const visited = visit(place, async (page) => {
    await page.goto(`${place.service.baseUrl}/checkout/nothing-of-the-kind`)
    await page.evaluate(() => {
      const style = document.createElement('style')
      style.textContent = 'h1 { color: red }'
      document.head.append(style)
    })
  })

  await assert.rejects(visited, /Content Security Policy/)
})

test('after all this the ledger balances to the kobo', () => place.service.verifyLedger())
