import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { LANGUAGES, type Language } from '../../src/payments/checkout/languages.ts'
import { givenPayment } from './payments.ts'
import { usePlace, visit } from './visit.ts'

// A customer types the account number into another phone. Broken over two lines, its last digit is
// overlooked, and the money goes to somebody else.

const place = usePlace()

const WIDTHS = [320, 360, 393, 768, 1280]
/** Of the browser's own size of text, in percent; people who see less well set it larger. */
const TEXT_SIZES = [100, 125, 150, 200]

for (const language of Object.keys(LANGUAGES) as Language[]) {
  test(`the account number stays on one line on every screen, in ${language}`, () =>
    visit(place, async (page) => {
      const more = { channels: ['bank_transfer', 'card'], amount: 123_456_789_50 }
      const { url } = await givenPayment(place, `ONE-LINE-${language}`, more)
      await page.goto(`${url}?lang=${language}`)
      await page.locator('#account').waitFor()
      const written = await linesOf(page)

      await page.reload()
      await page.locator('#account').waitFor()

      assert.deepEqual(written, [])
      assert.deepEqual(await linesOf(page), [])
    }))
}

test('the account number is shown in groups and copied as ten digits', () =>
  visit(
    place,
    async (page) => {
      const { url } = await givenPayment(place, 'COPIED', { channels: ['bank_transfer', 'card'] })
      await page.goto(url)
      const number = page.locator('#account-number')
      await page.locator('#account').waitFor()
      const groups = await number.locator('span').allTextContents()

      await page.getByRole('button', { name: 'Copy Account number' }).click()

      assert.deepEqual(
        groups.map(({ length }) => length),
        [3, 3, 4],
      )
      assert.equal(await page.evaluate(() => navigator.clipboard.readText()), groups.join(''))
      const selected = await number.evaluate((element) => {
        getSelection()!.selectAllChildren(element)
        return getSelection()!.toString()
      })
      assert.equal(selected, groups.join(''))
    },
    { permissions: ['clipboard-read', 'clipboard-write'] },
  ))

/** Where the number or the amount breaks, or the page is wider than the screen. */
async function linesOf(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    for (const percent of TEXT_SIZES) {
      const wrong = await page.evaluate((size) => {
        document.documentElement.style.fontSize = `${size}%`
        const copied = [...document.querySelectorAll('.account .copied b')]
        return copied.flatMap((element) => {
          const range = document.createRange()
          range.selectNodeContents(element)
          const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
          const { right } = element.getBoundingClientRect()
          return [
            ...(tops.size === 1 ? [] : [`${element.textContent} on ${tops.size} lines`]),
            ...(right <= innerWidth ? [] : [`${element.textContent} beyond the screen`]),
          ]
        })
      }, percent)
      found.push(...wrong.map((what) => `${width} px, text at ${percent} %: ${what}`))
    }
  }
  return found
}
