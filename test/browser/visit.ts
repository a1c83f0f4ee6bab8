import assert from 'node:assert/strict'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContextOptions, Page, Request } from 'playwright-core'
import { isWhole } from '../scale.ts'
import { shared } from '../shared.ts'
import { launchBrowser } from './browser.ts'
import { type Service, startService } from './service.ts'
import { openShop, type Shop } from './shop.ts'

// One customer's visit in a real browser. On every page: no request to a third party, no violation
// of the content policy, no error on the console.

const STEP_MS_MAX = 60_000
const LOOK_MS_MAX = 5_000
const SEEN_LENGTH_MAX = 300
export const SIZES = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
]
export const SCHEMES = ['light', 'dark'] as const

// A folder for screenshots of each inspected page.
const SCREENSHOTS = process.env['COWRIE_SCREENSHOTS']

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

export type Place = { service: Service; shop: Shop; browser: Browser }

export const theBrowser = shared(launchBrowser, (browser) => browser.close())

/** A service and a shop for one test file. `more`: additional environment variables. */
export function usePlace(more: NodeJS.ProcessEnv = {}): Place {
  const place = {} as Place
  before(async () => {
    place.service = await startService(more)
    place.shop = await openShop(place.service)
    place.browser = await theBrowser()
  })
  after(async () => {
    place.shop?.close()
    await place.service?.stop()
  })
  return place
}

type Visitor = BrowserContextOptions & {
  /** Statuses other than 2xx and 3xx that this visit expects; the console reports each. */
  statuses?: number[]
  /** Origins allowed besides the service and the shop. */
  origins?: string[]
  /** Whether the visit loses the network, which the console reports. */
  losesNetwork?: boolean
}

export async function visit(
  { service, shop, browser }: Place,
  body: (page: Page) => Promise<void>,
  { statuses = [], origins = [], losesNetwork = false, ...options }: Visitor = {},
): Promise<void> {
  const context = await browser.newContext({ viewport: SIZES[0]!, ...options })
  context.setDefaultTimeout(STEP_MS_MAX)
  const complaints: string[] = []
  context.on('request', (request) => {
    if (origins.includes(new URL(request.url()).origin)) return
    if (isForeign(request, service, shop)) complaints.push(`asked a third party: ${request.url()}`)
  })
  context.on('weberror', (error) => complaints.push(`threw ${error.error()}`))
  context.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return
    const failed = /Failed to load resource.* status of (\d+)/.exec(message.text())?.[1]
    if (failed && statuses.includes(Number(failed))) return
    if (losesNetwork && /net::ERR_(INTERNET_DISCONNECTED|FAILED)/.test(message.text())) return
    complaints.push(`${message.type()}: ${message.text()}`)
  })
  const page = await context.newPage()
  try {
    await body(page)
  } catch (error) {
    if (SCREENSHOTS !== undefined) await page.screenshot({ path: join(SCREENSHOTS, 'failed.png') })
    console.error(await stateOf(page, complaints))
    throw error
  } finally {
    await context.close()
  }
  assert.deepEqual(complaints, [])
}

/** For the report of a failure. Dialogs and messages are at the end of a page's text. */
async function stateOf(page: Page, complaints: string[]): Promise<string> {
  const text = await page.innerText('body', { timeout: LOOK_MS_MAX }).catch(() => 'no page')
  const seen = text.replaceAll(/\s+/g, ' ').slice(-SEEN_LENGTH_MAX)
  return [`${page.url()} ended with: ${seen}`, ...complaints].join('\n')
}

/** Customers navigate to and from the shop; our pages must not send it requests. */
function isForeign(request: Request, service: Service, shop: Shop): boolean {
  const { protocol, origin } = new URL(request.url())
  if (protocol === 'data:' || origin === service.baseUrl) return false
  return !(origin === shop.url && request.isNavigationRequest())
}

/** The page fits the smallest phone and a desktop, in light and dark, and is accessible. */
export async function inspect(
  page: Page,
  name: string,
  { hasScript = true }: { hasScript?: boolean } = {},
): Promise<void> {
  const before = page.viewportSize()!
  // A list is pale while it reloads.
  await page.locator('.list[data-busy]').first().waitFor({ state: 'detached' })
  const sampled = SIZES[name.length % SIZES.length]
  const hasDark = isWhole || (name.length >> 1) % 2 === 0
  for (const size of SIZES) {
    await page.setViewportSize(size)
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const where = `${name}-${size.width}-${colorScheme}`
      if (SCREENSHOTS !== undefined) {
        mkdirSync(SCREENSHOTS, { recursive: true })
        await page.screenshot({ path: join(SCREENSHOTS, `${where}.png`), fullPage: true })
      }
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      assert(wide <= 0, `${where} is ${wide} px too wide`)
      // axe needs scripts. A sampled run checks each page at one size, and every second page in
      // dark mode, where only colours can differ.
      if (!hasScript || !(isWhole || size === sampled)) continue
      if (colorScheme === 'dark' && !hasDark) continue
      assert.deepEqual(await barriers(page, colorScheme === 'dark'), [], where)
    }
  }
  await page.setViewportSize(before)
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
}

/**
 * axe violations and their places: all rules and WCAG 2.2's target size, or only the colour rules.
 */
async function barriers(page: Page, onlyColours: boolean): Promise<string[]> {
  await page.evaluate(axe)
  return page.evaluate(async (onlyColours) => {
    type Axe = { run: (options: object) => Promise<{ violations: Found[] }> }
    type Found = { id: string; impact: string; nodes: { target: string[] }[] }
    const tool = (window as unknown as { axe: Axe }).axe
    // A frame's content is inspected as a page of its own.
    const rules = { 'target-size': { enabled: true } }
    const { violations } = await tool.run({
      iframes: false,
      ...(onlyColours ? { runOnly: ['color-contrast', 'link-in-text-block'] } : { rules }),
    })
    return violations.map(
      ({ id, impact, nodes }) =>
        `${impact}: ${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    )
  }, onlyColours)
}
