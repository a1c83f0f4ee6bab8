import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import type { FrameLocator, Page } from 'playwright-core'
import { frameOf, payInFull, register, shopping, useMerchants } from './merchant.ts'
import { eventually } from './service.ts'
import { usePlace } from './visit.ts'

// The pages in examples/, as they are there but for the addresses and the key.

const FOLDER = join(import.meta.dirname, '../../examples')

const place = usePlace()
const stage = useMerchants(place)

beforeEach(() => register(place, stage.merchant.url))
afterEach(() => {
  stage.merchant.forms.length = 0
})

async function openExample(page: Page, name: string): Promise<void> {
  const { merchant } = stage
  const text = readFileSync(join(FOLDER, name), 'utf8')
    .replaceAll('https://pay.example.com', place.service.baseUrl)
    .replaceAll('https://shop.example', merchant.url)
    .replaceAll('pk_test_YOURS', place.service.demo.test.public_key)
  assert.doesNotMatch(text, /example\.com\/api|pk_test_YOURS/)
  merchant.pages.set('/', text.replace('</head>', '<link rel="icon" href="data:,"></head>'))
  await page.goto(merchant.url)
}

const press = (page: Page) => page.getByRole('button', { name: 'Pay ₦25,000.00' }).click()

async function assertPaidFor(reference: string | null | undefined): Promise<void> {
  assert(reference, 'there is a reference')
  const { data } = await place.service.call('GET', `/transactions/verify/${reference}`)
  assert.deepEqual([data['status'], data['amount']], ['success', 2_500_000])
}

/** Pays on the checkout's own page, and comes back with a reference. */
async function payAway(page: Page): Promise<void> {
  await page.waitForURL(/\/checkout\//)
  await payInFull(page as Page | FrameLocator)
  await page.waitForURL(/\/thanks\?/)
  await assertPaidFor(new URL(page.url()).searchParams.get('reference'))
}

const examples: Record<string, (page: Page) => Promise<void>> = {
  async 'link.html'(page) {
    await page.getByRole('link', { name: 'Pay ₦25,000.00' }).click()
    await payAway(page)
  },
  async 'form.html'(page) {
    await page.getByLabel('Email').fill('morenike@example.com')
    await press(page)
    await payAway(page)
  },
  async 'script-in-form.html'(page) {
    await press(page)
    assert.equal(await page.locator('dialog').count(), 0, 'the e-mail address is missing')
    await page.getByLabel('Email').fill('morenike@example.com')
    await press(page)
    await payInFull(frameOf(page))
    await page.waitForURL(/\/paid$/)

    const form = await eventually('the form is sent', () => stage.merchant.forms[0])
    assert.equal(form.get('item'), 'wrap-dress-indigo')
    await assertPaidFor(form.get('reference'))
  },
  async 'element.html'(page) {
    await press(page)
    await payInFull(frameOf(page))
    const said = await page.getByText('Your reference is').textContent()
    await assertPaidFor(/is (\S+)\.$/.exec(said!)?.[1])
  },
  async 'inline.html'(page) {
    await press(page)
    await payInFull(frameOf(page))
    await page.waitForURL(/\/thanks\?/)
    await assertPaidFor(new URL(page.url()).searchParams.get('reference'))
  },
}

for (const [name, use] of Object.entries(examples)) {
  test(`examples/${name} is paid as it stands`, () =>
    shopping(place, async (page) => {
      await openExample(page, name)
      await use(page)
    }))
}

test('every example is tried here', () => {
  const pages = globSync(join(FOLDER, '*.html')).map((path) => basename(path))
  assert.deepEqual(pages.sort(), Object.keys(examples).sort())
})

test('after all this the ledger balances to the kobo', () => place.service.verifyLedger())
