import { createHash } from 'node:crypto'
import type { Browser, CDPSession, Page, Request, Response } from 'playwright-core'
import { checkoutHeaders } from '../src/payments/checkout/assets.ts'

// The parts of the checkout, and whether a page in a browser consists of just these (PCI DSS 4.0.1,
// 6.4.3 and 11.6.1).
//
//   the inventory   what the build makes: each script and style with its hash and its purpose, each
//                   header, and what must not be there  [inventory]
//   what is seen    in a real browser: scripts in the page, scripts that ran from anywhere, styles,
//                   frames, requests, headers  [look]
//   differences     sentences; none if the page is as built  [compare]

const SETTLE_MS = 3_000
const LOAD_MS_MAX = 30_000

export type Part = { kind: 'script' | 'style'; sha256: string; bytes: number; reason: string }
export type Inventory = {
  parts: Part[]
  headers: Record<string, string>
  /** Checked over https only. */
  secureHeaders: Record<string, string>
}

export type Seen = {
  secure: boolean
  status: number
  headers: Record<string, string>
  /** Scripts and styles in the page, also those that did not run. */
  parts: { kind: 'script' | 'style'; sha256: string; where: string }[]
  /** Hashes of the scripts that ran. */
  ran: { sha256: string; where: string }[]
  /** Frames, objects, base elements and handler attributes, which do not belong here. */
  foreign: string[]
  /** Other than the page's own. */
  origins: string[]
  /** Blocked by the page's policy. */
  stopped: string[]
}

const WHY = {
  script:
    'The only script of the page. It requests the account number, sends the card once, ' +
    'follows the status and returns the customer. Built from web/checkout by npm run ' +
    'generate.',
  style: 'The only style of the page. It cannot make requests.',
}

/** Of the built files, and the headers of each checkout page. */
export function inventory(script: string, style: string): Inventory {
  const headers = checkoutHeaders('http://', [], ["'self'"])
  const secure = checkoutHeaders('https://', [], ["'self'"])
  const more = Object.entries(secure).filter(([name]) => !(name in headers))
  return {
    parts: [partOf('script', script), partOf('style', style)],
    headers,
    secureHeaders: Object.fromEntries(more),
  }
}

function partOf(kind: 'script' | 'style', text: string): Part {
  return { kind, sha256: hashOf(text), bytes: Buffer.byteLength(text), reason: WHY[kind] }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}

export async function look(browser: Browser, url: string, settleMs = SETTLE_MS): Promise<Seen> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const origins = new Set<string>()
  const stopped: string[] = []
  page.on('request', (request) => noteOrigin(request, url, origins))
  page.on('console', (message) => {
    if (/Content Security Policy|integrity/i.test(message.text())) stopped.push(message.text())
  })
  try {
    const scripts = await watchScripts(page)
    const response = await page.goto(url, { timeout: LOAD_MS_MAX })
    // What loads later than this comes to somebody who waits before typing a card.
    await page.waitForTimeout(settleMs)
    const ran = await scripts.end()
    return {
      secure: new URL(page.url()).protocol === 'https:',
      ...(await answerOf(response)),
      ...(await elementsOf(page)),
      ran,
      origins: [...origins],
      stopped,
    }
  } finally {
    await context.close()
  }
}

function noteOrigin(request: Request, url: string, origins: Set<string>): void {
  const { protocol, origin, href } = new URL(request.url())
  if (protocol === 'data:' || origin === new URL(url).origin) return
  origins.add(origin === 'null' ? href.slice(0, 80) : origin)
}

/** Each script that the engine parsed in the page's world, whatever its origin. */
async function watchScripts(page: Page) {
  const client: CDPSession = await page.context().newCDPSession(page)
  const found: { scriptId: string; where: string }[] = []
  client.on('Debugger.scriptParsed', ({ scriptId, url, executionContextAuxData }) => {
    const { isDefault } = (executionContextAuxData ?? {}) as { isDefault?: boolean }
    if (isDefault) found.push({ scriptId, where: url || 'no address' })
  })
  await client.send('Debugger.enable')
  return {
    async end() {
      const ran = found.slice()
      return Promise.all(
        ran.map(async ({ scriptId, where }) => {
          const { scriptSource } = await client.send('Debugger.getScriptSource', { scriptId })
          return { sha256: hashOf(scriptSource), where }
        }),
      )
    },
  }
}

async function answerOf(response: Response | null): Promise<Pick<Seen, 'status' | 'headers'>> {
  if (response === null) return { status: 0, headers: {} }
  return { status: response.status(), headers: await response.allHeaders() }
}

async function elementsOf(page: Page): Promise<Pick<Seen, 'parts' | 'foreign'>> {
  const { parts, foreign } = await page.evaluate(() => {
    const parts = [...document.querySelectorAll('script, style, link[rel~=stylesheet i]')]
    const others = document.querySelectorAll('iframe, frame, object, embed, base, portal')
    const handled = [...document.querySelectorAll('*')].flatMap((element) =>
      [...element.attributes]
        .filter(({ name }) => name.startsWith('on') || name === 'style')
        .map(({ name }) => `${element.tagName.toLowerCase()} with ${name}`),
    )
    return {
      parts: parts.map((part) => ({
        kind: part.tagName === 'SCRIPT' ? ('script' as const) : ('style' as const),
        text: part.textContent ?? '',
        where: part.getAttribute('src') ?? part.getAttribute('href') ?? 'in the page',
      })),
      foreign: [...others].map(({ outerHTML }) => outerHTML.slice(0, 120)).concat(handled),
    }
  })
  return {
    parts: parts.map(({ kind, text, where }) => ({ kind, sha256: hashOf(text), where })),
    foreign,
  }
}

/** One sentence per difference. `frames`: origins of banks that may be framed. */
export function compare(expected: Inventory, seen: Seen, frames: string[] = []): string[] {
  const known = (kind: string) => expected.parts.filter((part) => part.kind === kind)
  const hashes = new Set(expected.parts.map(({ sha256 }) => sha256))
  const missing = expected.parts.filter(
    ({ kind, sha256 }) => !seen.parts.some((one) => one.kind === kind && one.sha256 === sha256),
  )
  const scripts = new Set(known('script').map(({ sha256 }) => sha256))
  return [
    ...(seen.status === 200 ? [] : [`The page returned status ${seen.status}, not 200.`]),
    ...missing.map(({ kind, sha256 }) => `The ${kind} of the build is missing: sha256-${sha256}.`),
    ...seen.parts
      .filter(({ where, sha256 }) => where !== 'in the page' || !hashes.has(sha256))
      .map(
        ({ kind, sha256, where }) =>
          `Unknown ${kind}, not from the build: ${where}, sha256-${sha256}.`,
      ),
    ...seen.ran
      .filter(({ sha256 }) => !scripts.has(sha256))
      .map(({ sha256, where }) => `A script ran that is not from the build: ${where}, ${sha256}.`),
    ...known('script')
      .filter(({ sha256 }) => !seen.ran.some((one) => one.sha256 === sha256))
      .map(({ sha256 }) => `The script of the build did not run: sha256-${sha256}.`),
    ...seen.foreign.map((what) => `Not expected in the page: ${what}.`),
    ...seen.origins.map((origin) => `The page sent a request to another origin: ${origin}.`),
    ...seen.stopped.map((text) => `The policy blocked a request: ${text}`),
    ...compareHeaders(expected, seen, frames),
  ]
}

/** Must not be in the page. */
const UNWANTED = [
  'set-cookie',
  'refresh',
  'link',
  'access-control-allow-origin',
  'content-security-policy-report-only',
  'service-worker-allowed',
]

function compareHeaders(expected: Inventory, { headers, secure }: Seen, frames: string[]) {
  const wanted = { ...expected.headers, ...(secure && expected.secureHeaders) }
  const policy = 'content-security-policy'
  const differing = Object.entries(wanted)
    .filter(([name]) => name !== policy)
    .filter(([name, value]) => headers[name] !== value)
    .map(([name, value]) => `The header ${name} is ${headers[name] ?? 'missing'}, not ${value}.`)
  const unwanted = UNWANTED.filter((name) => name in headers).map(
    (name) => `Unexpected header ${name}: ${headers[name]}.`,
  )
  const wants = directivesOf(wanted[policy] ?? '')
  if (frames.length > 0) wants.set('frame-src', `'self' ${frames.join(' ')}`)
  return [...differing, ...unwanted, ...comparePolicy(wants, headers[policy])]
}

function comparePolicy(wants: Map<string, string>, sent: string | undefined): string[] {
  if (sent === undefined) return ['The header content-security-policy is missing.']
  const has = directivesOf(sent)
  const names = new Set([...wants.keys(), ...has.keys()])
  return [...names]
    .filter((name) => wants.get(name) !== has.get(name))
    .map((name) => {
      const [is, should] = [has.get(name), wants.get(name)].map((value) => value ?? 'missing')
      return `The policy has ${name}: ${is}, not ${should}.`
    })
}

function directivesOf(policy: string): Map<string, string> {
  const directives = policy.split(';').map((directive) => directive.trim().split(/\s+/))
  return new Map(directives.map(([name = '', ...values]) => [name, values.join(' ')]))
}
