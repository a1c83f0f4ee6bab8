import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { composeNotice } from '../../src/operator/notices/compose.ts'
import { composeReceipt } from '../../src/payments/receipts/compose.ts'
import { givenPaid, HOSTILE_TEXTS, withFields } from '../receipts.ts'
import { eventually } from './service.ts'
import { inspect, usePlace, visit } from './visit.ts'

// Mails, as a mail program shows them that is a browser.

const place = usePlace()

const PICTURES = join(import.meta.dirname, '../../docs/pictures')
const PHONE = { width: 360, height: 560 }
const BUTTON_HEIGHT_MIN = 52

type Mail = { channel: string; to: string; subject: string; html: string }

/** What the service has sent to this address, when it has. */
async function mailTo(address: string): Promise<Mail> {
  return eventually(`a mail to ${address}`, async () => {
    const { data } = await place.service.call('GET', '/sandbox/messages')
    return (data as unknown as Mail[]).find(({ to }) => to === address)
  })
}

/** How many elements there are but rows of the table, and their kinds. */
async function elementsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => [...new Set([...document.all].map(({ tagName }) => tagName))].sort())
}

test('who has transferred to their account for ever reads the receipt in a mail', () =>
  visit(place, async (page) => {
    const customer = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' }
    const account = await place.service.call('POST', '/dedicated-virtual-accounts', { customer })
    const paid = await place.service.call('POST', '/sandbox/transfers', {
      account_number: account.data['account_number'],
      amount: 1_250_000,
      sender_name: 'Ngozi Sample',
    })
    assert.equal(paid.http, 200)

    const { subject, html } = await mailTo('ada@example.com')
    await page.setContent(html)

    assert.equal(subject, '[Test] Receipt from Demo Store: ₦12,500.00')
    await page.getByRole('heading', { name: '₦12,500.00' }).waitFor()
    await page.getByText('Bank transfer from Ngozi S.').waitFor()
    await page.getByText('Test mode: no real money was moved.').waitFor()
    await inspect(page, 'receipt-transfer')
  }))

test('a receipt with all that can be on it fits a phone and a desk', () =>
  visit(place, async (page) => {
    const metadata = withFields(['Order', 'Adire wrap dress, indigo'], ['Size', '12'])
    const paid = givenPaid({ requestedAmount: givenPaid().amount, metadata })
    await page.setContent(composeReceipt(paid).html)
    await page.getByText('Visa card ending 4081').waitFor()
    await inspect(page, 'receipt')
  }))

test('whatever strangers have written into it, a receipt has no more in it than text', () =>
  visit(place, async (page) => {
    await page.setContent(composeReceipt(givenPaid({ metadata: withFields(['a', 'b']) })).html)
    const harmless = await elementsOf(page)
    for (const [i, text] of HOSTILE_TEXTS.entries()) {
      const { html } = composeReceipt(
        givenPaid({
          mode: 'test',
          businessName: text,
          customerName: text,
          channel: 'bank_transfer',
          authorizationDetails: JSON.stringify({ sender_name: text }),
          metadata: withFields([text, text], ['Size', text]),
        }),
      )
      await page.setContent(html)

      const title = await page.title()
      assert(title.startsWith('[Test] Receipt from ') && title.endsWith(': ₦25,000.00'), title)
      const more = (await elementsOf(page)).filter((tag) => !harmless.includes(tag))
      assert.deepEqual(more, ['B'], 'only the line that it is a test')
      assert.equal(await page.getByRole('row').count(), 5)
      assert.equal(await page.getByRole('heading', { name: '₦25,000.00' }).isVisible(), true)
      await inspect(page, `receipt-hostile-${i}`)
    }
  }))

test('a business reads which address has failed, since when, and what to do', () =>
  visit(place, async (page) => {
    const moment = new Date('2026-11-21T13:32:00Z')
    const url = 'https://shop.example/hooks/cowrie?tenant=a-long-one-that-must-break-somewhere-here'
    const notice = { mode: 'live', route: 'standard', since: moment, createdAt: moment } as const
    const { html } = composeNotice(
      { ...notice, businessName: 'Adire Studio', kind: 'turned_off', url },
      'https://pay.example',
    )
    await page.setContent(html)
    await page.getByRole('heading', { name: 'A webhook URL was turned off' }).waitFor()
    const button = page.getByRole('link', { name: 'Open webhooks' })
    assert.equal(await button.getAttribute('href'), 'https://pay.example/dashboard/live/webhooks')
    assert((await button.boundingBox())!.height >= BUTTON_HEIGHT_MIN)
    await inspect(page, 'notice')
  }))

if (process.env['COWRIE_PICTURES'] === '1') {
  test('the pictures of a receipt are taken', () =>
    visit(place, async (page) => {
      const metadata = withFields(['Order', 'Adire wrap dress, indigo'])
      await page.setContent(composeReceipt(givenPaid({ metadata })).html)
      await page.setViewportSize(PHONE)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await page.screenshot({ path: join(PICTURES, `receipt-${colorScheme}.png`) })
      }
    }))
}
