import assert from 'node:assert/strict'
import { test } from 'node:test'
import jsqr from 'jsqr'
import type { Page } from 'playwright-core'
import { png } from '../logos.ts'
import { assertPaid, CARDS, paid, payByCard, returnLink } from './payments.ts'
import { inspect, usePlace, visit } from './visit.ts'

// Whoever comes by a payment link, in a real browser.

const place = usePlace()

const DESK = { width: 1280, height: 800 }

type Link = { id: string; slug: string; url: string; payments: { succeeded: number } }

async function givenLink(body: object): Promise<Link> {
  const { http, data } = await place.service.call('POST', '/payment-links', body)
  assert.equal(http, 201)
  return data as unknown as Link
}

async function tell(page: Page, answers: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(answers)) await page.getByLabel(label).fill(text)
}

const go = (page: Page) => page.getByRole('button', { name: 'Continue to payment' })

/** What stands in the address bar when the checkout has come, and nothing else is open. */
async function referenceOf(page: Page): Promise<string> {
  await page.waitForURL(/\/checkout\/[A-Za-z0-9_-]{22,}$/)
  const status = await fetch(`${page.url()}/status`)
  const { data } = (await status.json()) as { data: { reference: string } }
  return data.reference
}

test('who comes by a link with an amount says who they are, pays, and goes back', () =>
  visit(place, async (page) => {
    await place.service.call('PUT', '/settings/checkout', {
      logo: png(200, 120).toString('base64'),
    })
    const link = await givenLink({
      name: 'Adire workshop, Saturday',
      description: 'Two hours with indigo.\nCloth is there; bring an apron.',
      amount: 2_500_000,
      callback_url: `${place.shop.url}/thanks`,
      fields: [{ label: 'Phone number', required: true }, { label: 'T-shirt size' }],
    })
    await page.goto(link.url)
    await page.getByRole('heading', { name: 'Adire workshop, Saturday' }).waitFor()
    await page.getByText('₦25,000').waitFor()
    const width = await page
      .locator('img.face')
      .evaluate((logo: HTMLImageElement) => logo.naturalWidth)
    assert.equal(width, 200, 'the logo is shown')
    await inspect(page, 'link-fixed')

    await tell(page, {
      Email: 'ngozi@example.com',
      'Your name': 'Ngozi Sample',
      'Phone number': '0803',
    })
    await go(page).click()
    const reference = await referenceOf(page)
    await payByCard(page, CARDS.success)

    await paid(page).waitFor()
    await returnLink(page).click()
    await page.waitForURL(/\/thanks\?/)
    await assertPaid(place, reference, 'card')
    const { data } = await place.service.call('GET', `/payment-links/${link.id}`)
    assert.equal((data as unknown as Link).payments.succeeded, 1)
  }))

test('where the customer says how much, a mistake is told at its field, by keyboard alone', () =>
  visit(
    place,
    async (page) => {
      const { url } = await givenLink({
        name: 'Roof of the school',
        min_amount: 50_000,
        max_amount: 100_000_000,
        fee_bearer: 'customer',
      })
      await page.goto(`${url}?amount=7&email=ngozi%40example.com`)
      await page.getByText('ignored: amount.').waitFor()
      assert.equal(await page.getByLabel('Email').inputValue(), 'ngozi@example.com')
      await inspect(page, 'link-open')

      await page.getByLabel('Amount in naira').focus()
      await page.keyboard.type('499.99')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      await page.keyboard.type('Ngozi Sample')
      await page.keyboard.press('Enter')
      await page.getByRole('alert').waitFor()
      const amount = page.getByLabel('Amount in naira')
      assert.equal(await amount.getAttribute('aria-invalid'), 'true')
      assert.equal(await amount.inputValue(), '499.99')
      await page.getByText('₦500.00 or more.').waitFor()
      await inspect(page, 'link-wrong')

      await amount.fill('1,234.50')
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/checkout\//)
    },
    { statuses: [400] },
  ))

test('without script a link is paid by transfer as with it', () =>
  visit(
    place,
    async (page) => {
      const { url } = await givenLink({ name: 'Adire workshop', amount: 2_500_000 })
      await page.goto(url)
      await inspect(page, 'link-plain', { hasScript: false })
      await tell(page, { Email: 'ngozi@example.com', 'Your name': 'Ngozi Sample' })
      await go(page).click()
      await page.waitForURL(/\/checkout\//)
      const code = page.url().split('/').at(-1)
      const status = await fetch(`${place.service.baseUrl}/checkout/${code}/status`)
      const { data } = (await status.json()) as { data: { amount: number; reference: string } }
      assert.equal(data.amount, 2_500_000)
      await page.getByRole('button', { name: 'Show account details' }).first().click()
      const number = await page.locator('#account-number').first().innerText()
      await place.service.call('POST', '/sandbox/transfers', {
        account_number: number,
        amount: 2_500_000,
      })
      await page.reload()
      await paid(page).waitFor()
      await assertPaid(place, data.reference, 'bank_transfer')
    },
    { javaScriptEnabled: false },
  ))

test('at a desk a camera reads from the screen, and from paper, where the link leads', () =>
  visit(
    place,
    async (page) => {
      const { url } = await givenLink({ name: 'Adire workshop', amount: 2_500_000 })
      await page.goto(url)
      assert.equal(await readCode(page), url)

      await page.emulateMedia({ media: 'print', colorScheme: 'light' })
      await page.getByRole('button', { name: 'Continue to payment' }).waitFor({ state: 'hidden' })
      assert.equal(await readCode(page), url)
      await page.emulateMedia({ media: null })

      const asked: string[] = []
      page.on('request', (request) => asked.push(request.url()))
      await page.setViewportSize({ width: 360, height: 740 })
      await page.reload()
      await page.waitForLoadState('networkidle')
      assert.deepEqual(
        asked.filter((address) => address.endsWith('.svg')),
        [],
        'not for a phone',
      )
    },
    { viewport: DESK },
  ))

/** What a camera sees there, read by another library than drew the code. */
async function readCode(page: Page): Promise<string | undefined> {
  const code = page.locator('.scan img')
  await code.scrollIntoViewIfNeeded()
  await code.evaluate((picture: HTMLImageElement) => picture.decode())
  const shot = await code.screenshot()
  const { pixels, width, height } = await page
    .context()
    .browser()!
    .newPage()
    .then(async (other) => {
      const found = await other.evaluate(async (base64) => {
        const picture = new Image()
        picture.src = `data:image/png;base64,${base64}`
        await picture.decode()
        const canvas = new OffscreenCanvas(picture.width, picture.height)
        const drawing = canvas.getContext('2d')!
        drawing.drawImage(picture, 0, 0)
        const { data, width, height } = drawing.getImageData(0, 0, picture.width, picture.height)
        return { pixels: [...data], width, height }
      }, shot.toString('base64'))
      await other.close()
      return found
    })
  return jsqr.default(Uint8ClampedArray.from(pixels), width, height, {
    inversionAttempts: 'dontInvert',
  })?.data
}

test('a link that is closed says why, and a mistyped one that it is not there', () =>
  visit(
    place,
    async (page) => {
      const { id, url } = await givenLink({ name: 'Adire workshop', amount: 2_500_000 })
      await place.service.call('PUT', `/payment-links/${id}`, { active: false })

      await page.goto(url)
      await page.getByRole('heading', { name: 'not accepting payments' }).waitFor()
      await inspect(page, 'link-off')

      await page.goto(`${place.service.baseUrl}/pay/nobody-has-this`)
      await page.getByRole('heading', { name: 'We cannot find this page' }).waitFor()
      await inspect(page, 'link-unknown')
    },
    { statuses: [404, 410] },
  ))

test('whatever a business has written, the page has no more in it than text', () =>
  visit(place, async (page) => {
    const hostile = `"><img src=x onerror=alert(1)><script>alert(1)</script>'`
    const { url } = await givenLink({
      name: hostile,
      description: `${hostile}\n${'wide'.repeat(60)}`,
      fields: [{ label: hostile.slice(0, 60) }],
    })
    await page.goto(`${url}?name=${encodeURIComponent(hostile)}`)
    await page.getByRole('heading', { name: hostile }).waitFor()
    assert.equal(await page.getByLabel('Your name').inputValue(), hostile)
    await inspect(page, 'link-hostile')
  }))

test('in each of the five languages the page fits and can be used by everybody', () =>
  visit(place, async (page) => {
    const { url } = await givenLink({ name: 'Adire workshop', min_amount: 50_000 })
    for (const language of ['en', 'pcm', 'yo', 'ha', 'ig']) {
      await page.goto(`${url}?lang=${language}`)
      const said = await page.evaluate(() => document.documentElement.lang)
      assert.equal(said.split('-')[0], language)
      await inspect(page, `link-${language}`)
    }
  }))

test('after all this the ledger balances to the kobo', () => place.service.verifyLedger())
