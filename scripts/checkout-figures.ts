import type { Browser, CDPSession, Page } from 'playwright-core'

// How much a page weighs and how soon it is usable on a slow phone and line, as Chromium's tools
// emulate them: four times the processor time, and "slow 4G" with 562.5 ms from request to
// response and 1.44 Mbit/s down. A new browser each time, so nothing is cached. Connection setup is
// not emulated.

const CPU_SLOWDOWN = 4
const LATENCY_MS = 150 * 3.75
const BYTES_PER_SECOND = (1.6 * 1024 * 1024 * 0.9) / 8
const QUIET_MS = 1_000
const LOAD_MS_MAX = 30_000

export type Figures = {
  /** Until the page is usable: the page and its logo. */
  requests: number
  /** As transferred, with headers. */
  bytes: number
  firstPaintMs: number
  /** The script has run, and no task longer than 50 ms follows. */
  interactiveMs: number
}

/** The dashboard's home, as somebody who is signed in opens it. */
export type HomeFigures = Figures & {
  /** Its numbers, or its first steps, are there. */
  contentMs: number
}

const HOME_CONTENT = 'main :is(.steps li, .tile .money)'

export function figuresOf(browser: Browser, url: string): Promise<Figures> {
  return measured(browser, async (page, client) => {
    const loaded = countLoads(client, ['Fetch', 'XHR', 'EventSource', 'Ping'])
    await page.goto(url, { waitUntil: 'load', timeout: LOAD_MS_MAX })
    await page.waitForTimeout(QUIET_MS)
    return { ...loaded(), ...(await page.evaluate(timesOf)) }
  })
}

/** Everything that the page asks for, the API's answers too. `cookie`: of the session. */
export function homeFiguresOf(
  browser: Browser,
  baseUrl: string,
  [name, value]: readonly [string, string],
): Promise<HomeFigures> {
  return measured(browser, async (page, client) => {
    await page.context().addCookies([{ name, value, url: baseUrl }])
    const loaded = countLoads(client, ['Ping'])
    await page.goto(`${baseUrl}/dashboard/test/`, { timeout: LOAD_MS_MAX })
    await page.locator(HOME_CONTENT).first().waitFor({ timeout: LOAD_MS_MAX })
    const contentMs = Math.round(await page.evaluate(() => performance.now()))
    await page.waitForTimeout(QUIET_MS)
    return { ...loaded(), ...(await page.evaluate(timesOf)), contentMs }
  })
}

async function measured<Result>(
  browser: Browser,
  measure: (page: Page, client: CDPSession) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } })
  try {
    const page = await context.newPage()
    const client = await context.newCDPSession(page)
    await slowDown(client)
    return await measure(page, client)
  } finally {
    await context.close()
  }
}

async function slowDown(client: CDPSession): Promise<void> {
  await client.send('Network.enable')
  await client.send('Network.setCacheDisabled', { cacheDisabled: true })
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND / 2,
  })
  await client.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
}

/** What the page needs to load. Later requests of a checkout's script are about the payment. */
function countLoads(
  client: CDPSession,
  others: string[],
): () => Pick<Figures, 'requests' | 'bytes'> {
  const parts = new Map<string, number>()
  client.on('Network.requestWillBeSent', ({ requestId, type, request }) => {
    const isPart = !others.includes(type ?? '')
    if (isPart && !request.url.startsWith('data:')) parts.set(requestId, 0)
  })
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (parts.has(requestId)) parts.set(requestId, encodedDataLength)
  })
  return () => ({
    requests: parts.size,
    bytes: [...parts.values()].reduce((sum, bytes) => sum + bytes, 0),
  })
}

async function timesOf(): Promise<Pick<Figures, 'firstPaintMs' | 'interactiveMs'>> {
  const tasks = await new Promise<PerformanceEntry[]>((resolve) => {
    const observer = new PerformanceObserver((list) => resolve(list.getEntries()))
    observer.observe({ type: 'longtask', buffered: true })
    setTimeout(() => resolve([]), 200)
  })
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const [paint] = performance.getEntriesByName('first-contentful-paint')
  const ends = tasks.map(({ startTime, duration }) => startTime + duration)
  return {
    firstPaintMs: Math.round(paint?.startTime ?? 0),
    interactiveMs: Math.round(Math.max(page!.domContentLoadedEventEnd, ...ends)),
  }
}
