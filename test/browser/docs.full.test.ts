import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { TAKES_PICTURES, takePictures } from './pictures.ts'
import { inspect, SIZES, usePlace, visit } from './visit.ts'

// The documentation that the service serves: readable at every size, searched without a server, and
// a call that is tried from the reference arrives.

const place = usePlace()
const DESK = SIZES[1]!

const at = (path: string) => `${place.service.baseUrl}/docs/${path}`

test('it opens on the quickstart, and remembers the language of code that was chosen', () =>
  visit(
    place,
    async (page) => {
      await page.goto(at(''))
      await page.getByRole('heading', { name: 'Quickstart', level: 1 }).waitFor()
      await inspect(page, 'docs-quickstart')
      if (TAKES_PICTURES) await takePictures(page, 'docs', 'quickstart')

      const python = page.getByRole('button', { name: 'Python' }).first()
      await python.click()
      await page.getByText('urllib.request.Request').first().waitFor()
      assert.equal(await page.getByText('curl_init').first().isVisible(), false)
      await page.reload()
      await page.getByText('urllib.request.Request').first().waitFor()
      assert.equal(await python.getAttribute('aria-pressed'), 'true')
    },
    { viewport: DESK },
  ))

test('a search finds a section by its words, and the keyboard goes to it', () =>
  visit(
    place,
    async (page) => {
      await page.goto(at('identity'))
      await page.keyboard.press('/')
      await page.keyboard.type('idempotency key')
      const results = page.locator('#results a')
      await results.first().waitFor()
      await inspect(page, 'docs-search')
      if (TAKES_PICTURES) await takePictures(page, 'docs', 'search')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/docs\/idempotency#/)

      await page.keyboard.press('/')
      await page.keyboard.type('partial refund')
      await page.locator('#results .snippet').first().waitFor()
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/docs\/money#/)

      await page.keyboard.press('/')
      await page.keyboard.type('zzzzqqqq')
      await page.getByText('No results').waitFor()
    },
    { viewport: DESK },
  ))

test('every page fits and every link of it leads somewhere', () =>
  visit(place, async (page) => {
    const names = readdirSync('web/docs/dist').filter((name) => name.endsWith('.html'))
    const targets = new Set<string>()
    const anchors = new Set<string>()
    for (const name of names) {
      const path = name.replace(/(^index)?\.html$/, '')
      await page.goto(at(path))
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      assert(wide <= 0, `${name} is ${wide} px too wide`)
      const own = await page.evaluate(() => ({
        ids: [...document.querySelectorAll('[id]')].map(({ id }) => id),
        links: [...document.querySelectorAll('a')].map(({ href }) => href),
      }))
      for (const id of own.ids) anchors.add(`${at(path)}#${id}`)
      for (const link of own.links) targets.add(link)
    }
    const ours = [...targets].filter((url) => url.startsWith(at('')) && !url.endsWith('/docs/api/'))
    const lost = ours.filter((url) => {
      const [address = ''] = url.split('#')
      const known = names.includes(`${address.slice(at('').length) || 'index'}.html`)
      return !known || (url.includes('#') && !anchors.has(url))
    })
    assert.deepEqual(lost, [])
  }))

test('an operation that the search finds is shown by the reference', () =>
  visit(
    place,
    async (page) => {
      await page.goto(at(''))
      await page.keyboard.press('/')
      await page.keyboard.type('create a refund link')
      await page.getByRole('link', { name: 'Create a refund link: POST /' }).click()
      await page.waitForURL(/\/docs\/api\/#/)
      await page.getByRole('heading', { name: 'Create a refund link' }).waitFor()
      await page.waitForFunction(() => scrollY > 0)
    },
    { viewport: DESK },
  ))

test('every page is there as Markdown, and programs find the list', async () => {
  const read = async (path: string) => {
    const response = await fetch(`${place.service.baseUrl}${path}`)
    return [response.status, response.headers.get('content-type'), await response.text()] as const
  }
  const [, , list] = await read('/llms.txt')
  const pages = [...list.matchAll(/\]\((\/docs\/[\w-]+\.md)\)/g)].map(([, path]) => path!)
  assert(pages.length > 40, `${pages.length} pages`)
  for (const path of pages) {
    const [status, type, text] = await read(path)
    assert.deepEqual([status, type], [200, 'text/markdown; charset=utf-8'], path)
    assert.match(text, /^# |^<!--/, path)
  }
  const [status, , whole] = await read('/llms-full.txt')
  assert.equal(status, 200)
  assert(whole.includes('# Webhooks') && whole.includes('# Errors by situation'))
})

test('a call that is tried from the reference arrives, with a test key that is typed in', () =>
  visit(
    place,
    async (page) => {
      await page.goto(at('api/'))
      await page.getByText('Initialize a transaction').first().waitFor()
      const answer = await page.evaluate(
        async ({ key, url }) => {
          const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
          const body = JSON.stringify({
            amount: 5_000,
            email: 'a@example.com',
            name: 'Ada Example',
          })
          const response = await fetch(url, { method: 'POST', headers, body })
          return response.status
        },
        {
          key: place.service.demo.test.secret_key,
          url: '/api/v1/transactions/initialize',
        },
      )
      assert.equal(answer, 200)
    },
    { viewport: DESK },
  ))
