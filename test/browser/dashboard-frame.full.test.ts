import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { homeFiguresOf } from '../../scripts/checkout-figures.ts'
import { isWhole } from '../scale.ts'
import { follow, openDashboard } from './dashboard.ts'
import { givenPayment } from './payments.ts'
import { inspect, usePlace, visit } from './visit.ts'

// The frame of the dashboard: there before its scripts, crossed with a keyboard, and as wide as the
// window of anybody.

const place = usePlace()

const SIGNED_OUT = 401
const DESK = { width: 1280, height: 800 }
const PHONE = { width: 360, height: 740 }
const BYTES_MAX = 115_000
const PAINT_MS_MAX = 2_000
const WIDTHS = [320, 360, 768, 1280, 1600]
const PAGES = ['/', '/transactions', '/wallet', '/settings', '/webhooks', '/team']

const nav = (page: Page) => page.getByRole('navigation', { name: 'Dashboard' })
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim())

test('the frame is painted before the scripts, and does not move when they take over', () =>
  visit(
    place,
    async (page) => {
      await openDashboard(page, place)
      const places = () =>
        page.evaluate(() =>
          ['.test-band', '.sidebar', '.brand', '.top', '.main'].map((one) => {
            const { x, y, width, height } = document.querySelector(one)!.getBoundingClientRect()
            return [one, x, y, width, one === '.main' ? 0 : height].map(String).join(' ')
          }),
        )
      await nav(page).waitFor()
      const after = await places()

      let before: string[] = []
      const session = page.waitForRequest(/\/dashboard\/api\/session$/)
      await page.route(/\/main-\w+\.js$/, async (route) => {
        await page.waitForFunction(() => document.styleSheets.length > 0)
        before = await places()
        await route.continue()
      })
      await page.goto(`${place.service.baseUrl}/dashboard/test/`)
      await nav(page).waitFor()

      assert.deepEqual(before, after)
      assert.equal((await session).headers()['cowrie-mode'], 'test')
      const moved = await page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            new PerformanceObserver((list) =>
              resolve(
                list
                  .getEntries()
                  .reduce((sum, entry) => sum + (entry as unknown as { value: number }).value, 0),
              ),
            ).observe({ type: 'layout-shift', buffered: true })
            setTimeout(() => resolve(0), 500)
          }),
      )
      assert(moved < 0.1, `${moved}`)
    },
    { viewport: DESK, statuses: [SIGNED_OUT] },
  ))

test('the session is asked for once, before the script, and the letters are our own', () =>
  visit(
    place,
    async (page) => {
      await openDashboard(page, place)
      await nav(page).waitFor()
      const asked: string[] = []
      page.on('request', (request) => asked.push(new URL(request.url()).pathname))
      await page.reload()
      await nav(page).waitFor()
      await page.evaluate(() => document.fonts.ready)

      const sessions = asked.filter((path) => path === '/dashboard/api/session')
      assert.equal(sessions.length, 1)
      assert.equal(asked.filter((path) => path.endsWith('.woff2')).length, 1)
      const isOurs = await page.evaluate(() =>
        [...'₦ẹọṣɓɗƙịụṅ'].every((letter) => document.fonts.check('14px Inter', letter)),
      )
      assert(isOurs)
    },
    { viewport: DESK, statuses: [SIGNED_OUT] },
  ))

test('seven links are in sight; a section folds, stays so, and opens for its page', () =>
  visit(
    place,
    async (page) => {
      await openDashboard(page, place)
      const links = () => nav(page).getByRole('link').count()
      const section = (name: string) => nav(page).getByRole('button', { name })
      await nav(page).waitFor()
      assert.equal(await links(), 7)

      await section('Developers').click()
      await nav(page).getByRole('link', { name: 'API keys' }).waitFor()
      await page.reload()
      await nav(page).getByRole('link', { name: 'API keys' }).waitFor()
      await inspect(page, 'dashboard-sidebar')
      await section('Developers').click()
      await nav(page).getByRole('link', { name: 'API keys' }).waitFor({ state: 'hidden' })

      await page.goto(`${place.service.baseUrl}/dashboard/test/splits`)
      await nav(page).getByRole('link', { name: 'Splits' }).waitFor()
      assert.equal(await section('Money').getAttribute('aria-expanded'), 'true')
      assert.equal(await section('Developers').getAttribute('aria-expanded'), 'false')
    },
    { viewport: DESK, statuses: [SIGNED_OUT] },
  ))

test('with the Tab key it is two stops to the first row of a list', async () => {
  await givenPayment(place, 'FRAME-1')
  await visit(
    place,
    async (page) => {
      await openDashboard(page, place, '/transactions')
      await page.getByRole('main').getByRole('link', { name: 'FRAME-1' }).first().waitFor()
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())

      await page.keyboard.press('Tab')
      assert.equal(await focused(page), 'Skip to content')
      await page.keyboard.press('Tab')
      assert.equal(await focused(page), 'Skip to list')
      await page.keyboard.press('Enter')

      const isRow = await page.evaluate(() => document.activeElement?.closest('tr') !== null)
      assert(isRow)
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/transactions\/\w+/)
    },
    { viewport: DESK, statuses: [SIGNED_OUT] },
  )
})

test('a menu and the drawer open at the first press, also while they are loaded', () =>
  visit(
    place,
    async (page) => {
      await openDashboard(page, place)
      const account = page.getByRole('button', { name: /^Account of/ })
      const items = page.getByRole('menuitem')
      const held = /\/(menu-list|drawer)-\w+\.js$/
      const whileHeld = async (press: () => Promise<void>) => {
        await page.reload()
        await account.waitFor()
        let release = () => {}
        const released = new Promise<void>((resolve) => {
          release = resolve
        })
        await page.route(held, (route) => released.then(() => route.continue()))
        const asked = page.waitForRequest(held)
        await press()
        await asked
        release()
      }

      await whileHeld(() => account.press('Enter'))
      await items.first().waitFor()
      assert.equal(await focused(page), 'Security')
      await page.keyboard.press('Escape')
      await items.first().waitFor({ state: 'hidden' })
      assert(await account.evaluate((button) => button === document.activeElement))

      await whileHeld(() => account.press('ArrowDown'))
      await items.first().waitFor()
      assert.equal(await focused(page), 'Security')

      await whileHeld(() => account.click())
      await items.first().waitFor()
      await page.keyboard.press('Escape')
      await account.click()
      await items.first().waitFor()
      await page.keyboard.press('Escape')

      await page.setViewportSize(PHONE)
      const opener = page.getByRole('button', { name: 'Menu' })
      const drawer = page.getByRole('dialog', { name: 'Menu' })
      await whileHeld(() => opener.press('Enter'))
      await drawer.getByRole('link', { name: 'Customers' }).waitFor()
      await page.keyboard.press('Escape')
      await drawer.waitFor({ state: 'hidden' })
      assert(await opener.evaluate((button) => button === document.activeElement))
    },
    { viewport: DESK, statuses: [SIGNED_OUT] },
  ))

test('no page is wider than its window, from 320 to 1600 pixels and at 200 %', () =>
  visit(
    place,
    async (page) => {
      await openDashboard(page, place)
      await nav(page).waitFor()
      for (const path of PAGES) {
        await page.goto(`${place.service.baseUrl}/dashboard/test${path}`)
        await page.getByRole('heading', { level: 1 }).waitFor()
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 800 })
          const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
          assert(wide <= 0, `${path} at ${width}: ${wide} px too wide`)
        }
        // Zoom halves the pixels of the window; larger letters grow within it.
        await page.setViewportSize({ width: 640, height: 400 })
        await page.evaluate(() => {
          document.documentElement.style.fontSize = '200%'
        })
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        assert(wide <= 0, `${path} at 200 %: ${wide} px too wide`)
        await page.setViewportSize(DESK)
      }
    },
    { viewport: DESK, statuses: [SIGNED_OUT] },
  ))

test('in forced colours the open page and the focus are seen, and nothing moves on its own', () =>
  visit(
    place,
    async (page) => {
      await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
      await openDashboard(page, place)
      await follow(page, 'Customers')
      const open = nav(page).getByRole('link', { name: 'Customers' })
      await open.and(page.locator('[data-open]')).waitFor()
      const border = await open.evaluate((link) => getComputedStyle(link).outlineStyle)
      assert.equal(border, 'solid')

      const moving = await page.evaluate(() => document.getAnimations().length)
      assert.equal(moving, 0)
      await page.keyboard.press('Tab')
      const width = await page.evaluate(
        () => getComputedStyle(document.activeElement!).outlineWidth,
      )
      assert.equal(width, '2px')
    },
    { viewport: DESK, statuses: [SIGNED_OUT] },
  ))

test('home weighs little, and is painted soon on a slow phone', () =>
  visit(
    place,
    async (page) => {
      await openDashboard(page, place)
      await nav(page).waitFor()
      const [cookie] = await page.context().cookies()
      const { baseUrl } = place.service

      const figures = await homeFiguresOf(place.browser, baseUrl, [cookie!.name, cookie!.value])

      assert(figures.bytes <= BYTES_MAX, `${figures.bytes} bytes`)
      assert(figures.bytes > BYTES_MAX / 2, 'the scripts are counted')
      if (isWhole) assert(figures.firstPaintMs <= PAINT_MS_MAX, `${figures.firstPaintMs} ms`)
    },
    { viewport: DESK, statuses: [SIGNED_OUT] },
  ))
