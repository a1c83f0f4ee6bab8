import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { apiTypes } from '../scripts/api-types/api-types.ts'
import { permissionOf } from '../src/core/access.ts'
import { isGate } from '../src/http/gate.ts'
import { ROUTES } from '../src/http/routes.ts'
import { koboOf, naira, nairaShort, nairaToType, percent } from '../web/dashboard/naira.ts'
import { paths } from '../web/dashboard/paths.ts'
import * as time from '../web/dashboard/time.ts'

// What the dashboard's page knows without a browser: amounts, times, links, and the types of what
// it is answered. What it does in one is in test/browser/.

const KOBO_MAX = 1_000_000_000_000

test('an amount that is shown and typed again is the same amount', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: KOBO_MAX }), (kobo) => {
      assert.equal(koboOf(nairaToType(kobo)), kobo)
      assert.equal(koboOf(naira(kobo)), kobo)
    }),
  )
})

test('amounts are read as people write them, and nothing else is an amount', () => {
  const read = { '2,500': 250_000, '2500.5': 250_050, '₦ 1,000.05': 100_005, '0.1': 10 }
  const none = [
    '',
    '1.234',
    '-5',
    '1e3',
    'abc',
    '.5',
    '1.2.3',
    '1 000',
    '5000,50',
    '123456789012345',
    '٣',
    'NaN',
  ]

  for (const [text, kobo] of Object.entries(read)) assert.equal(koboOf(text), kobo, text)
  for (const text of none) assert.equal(koboOf(text), null, text)
})

test('amounts are written to the last kobo, and short ones are never rounded up', () => {
  assert.equal(naira(1_234_550), '₦12,345.50')
  assert.equal(naira(-5), '−₦0.05')
  assert.equal(naira(9_007_199_254_740_993n), '₦90,071,992,547,409.93')
  assert.equal(nairaShort(99_999_999), '₦999.9k')
  assert.equal(nairaShort(100_000_000), '₦1m')
  assert.equal(percent(9_867), '98.67 %')
  assert.equal(percent(275), '2.75 %')
  assert.equal(percent(150), '1.5 %')
  assert.equal(percent(5), '0.05 %')
  assert.equal(percent(10_000), '100 %')
  assert.equal(percent(null), '–')
})

test('times are those of Lagos wherever the browser is', () => {
  const at = '2026-11-21T23:30:00.000Z'
  assert.equal(time.moment(at), '22 Nov 2026, 00:30')
  assert.equal(time.momentUtc(at), '21 Nov 2026, 23:30:00 UTC')
  assert.equal(time.lagosDay(new Date(at)), '2026-11-22')
  assert.deepEqual([time.date(at), time.day(at), time.hour(at)], ['22 Nov 2026', '22 Nov', '00:30'])
})

test('at half past midnight in Lagos it is the new day, and on 1 January the new year', (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-12-31T23:30:00.000Z') })

  assert.deepEqual([0, 1, 31].map(time.daysAgo), ['2027-01-01', '2026-12-31', '2026-12-01'])
  assert.equal(time.momentShort('2026-12-31T23:10:00.000Z'), '1 Jan, 00:10')
  assert.equal(time.momentShort('2026-12-31T22:50:00.000Z'), '31 Dec 2026, 23:50')
})

test('a button asks for a permission that a call of its page needs', () => {
  const files = globSync('web/dashboard/pages/*.tsx')
  const asked = files.flatMap((file) => {
    const text = [file, ...dialogsOf(file)].map((one) => readFileSync(one, 'utf8')).join('\n')
    const own = [...readFileSync(file, 'utf8').matchAll(/useCan\('(\w+)'\)/g)]
    const paths = new Set([...text.matchAll(/'(\/[\w/{}.-]*)'/g)].map(([, path = '']) => path))
    const needed = ROUTES.filter(({ path }) => paths.has(path.replaceAll(/:(\w+)/g, '{$1}')))
    const needs = needed.map(({ facts }) => permissionOf(facts) as string)
    return own.map(([, permission = '']) => ({ file, permission, needs }))
  })

  assert(asked.length > 30)
  for (const { file, permission, needs } of asked) {
    assert(needs.includes(permission), `${file}: no call needs ${permission}`)
  }
})

/** The files of dialogs that a page opens. */
function dialogsOf(file: string): string[] {
  const imported = readFileSync(file, 'utf8').matchAll(/(?:from |import\()'\.\/([\w-]+\.tsx?)'/g)
  return [...imported].map(([, name]) => `web/dashboard/pages/${name}`)
}

test('every link of the dashboard leads to a page, and every page has a link', () => {
  const router = readFileSync('web/dashboard/router.tsx', 'utf8')
  const routes = [...router.matchAll(/page\(\s*'([^']+)',[\s\S]*?import\('\.\/([^']+)'\)/g)]
  const links = Object.values(paths).map((path) => (path as (id: string) => string)('a/b?c'))

  const shapes = new Set(routes.map(([, route = '']) => route.replace(/\$\w+/, 'a%2Fb%3Fc')))
  assert.deepEqual([...shapes].sort(), [...new Set(links)].sort())
  const files = new Set(globSync('web/dashboard/pages/*.tsx'))
  for (const [, route, file] of routes) {
    assert(files.has(`web/dashboard/${file}`), `${route} has its page`)
  }
})

test('the pages for everyone, and no others, are known to be before the sign-in', () => {
  const router = readFileSync('web/dashboard/router.tsx', 'utf8')
  const [, open = ''] = /const OPEN: Row\[\] = \[([\s\S]*?)\n\]/.exec(router)!
  const routesIn = (text: string) =>
    [...text.matchAll(/page\(\s*'([^']+)'/g)].map(([, one]) => one!)

  const gates = routesIn(router).filter((route) => isGate(route))

  assert.deepEqual(gates, routesIn(open))
  assert(gates.length >= 6)
})

test('pages say addresses only by the list of them', () => {
  const written = globSync(['web/dashboard/pages/*.tsx', 'web/dashboard/parts/*.tsx']).flatMap(
    (path) => {
      const links = readFileSync(path, 'utf8').matchAll(/\bto(?:=|: ?)(?:"|'|\{`)\/[^"'`]*/g)
      return [...links].map(([link]) => `${path}: ${link}`)
    },
  )
  assert.deepEqual(written, [])
})

/** Types are gone when it runs. */
const REACHES_OUT = /^import (?!type ).*from '((\.\.\/)+src\/|openapi-fetch')|\bfetch\(/m

test('a page needs nothing of the service but its answers, and what brings nothing along', () => {
  const wrong = globSync('web/dashboard/**/*.{ts,tsx}', { exclude: ['**/dist/**'] }).filter(
    (path) => REACHES_OUT.test(readFileSync(path, 'utf8')),
  )
  assert.deepEqual(wrong, [
    'web/dashboard/api.ts',
    'web/dashboard/early.ts',
    'web/dashboard/naira.ts',
    'web/dashboard/main.tsx',
    'web/dashboard/pages/webhook-words.ts',
    'web/dashboard/pages/events.tsx',
    'web/dashboard/pages/keys-dialogs.tsx',
    'web/dashboard/pages/settings-checkout.tsx',
    'web/dashboard/pages/subscription.tsx',
    'web/dashboard/pages/team-roles.tsx',
    'web/dashboard/pages/webhook-events.tsx',
  ])
  const shared = [
    'core/access',
    'core/events/types',
    'platform/naira',
    'payments/checkout/languages/reviewed',
    'providers/failures',
  ]
  for (const path of shared.map((name) => `src/${name}.ts`)) {
    assert.doesNotMatch(
      readFileSync(path, 'utf8'),
      /^import (?!type )/m,
      `${path} brings nothing along`,
    )
  }
})

test('the dashboard calls a route of its own where a key has one of the same name', async () => {
  const route = (answer: object) => ({
    get: {
      parameters: [{ name: 'authorization', in: 'header', schema: { type: 'string' } }],
      responses: {
        200: { description: 'Done.', content: { 'application/json': { schema: answer } } },
        400: { description: 'Refused.' },
      },
    },
  })
  const document = {
    openapi: '3.1.0',
    info: { title: 'Gifts', version: '1' },
    paths: {
      '/api/v1/gifts': route({ const: 'of a key' }),
      '/api/v1/gifts/{id}': route({ const: 'one' }),
      '/healthz': route({ const: 'well' }),
    },
  }

  const ofPages = { paths: { '/dashboard/api/gifts': route({ const: 'of a login' }) } }

  const written = await apiTypes(document, ofPages)

  assert.deepEqual(written.match(/"\/[^"]+"/g), ['"/gifts"', '"/gifts/{id}"'])
  assert.match(written, /"of a login"/)
  assert.doesNotMatch(written, /of a key|authorization|400:/)
})

/** What asks for the password and cannot be taken back, by the call that does it. */
const FINAL = [
  "post('/payouts'",
  "post('/refunds'",
  "post('/operator/suspense/{id}/assign'",
  '/{id}/close`',
  "post('/operator/disputes/{id}/close'",
  '/{business_id}/activate`',
  "post('/webhooks/roll-secret'",
  "post('/keys/{key_id}/roll'",
  "del('/keys/{key_id}'",
  'post(`/account-changes/{change_id}/',
  'post(`/payout-batches/{id}/',
]

test('whatever cannot be taken back is done by a button that names whom it concerns', () => {
  const pages = globSync('web/dashboard/pages/*.tsx').map((file) => readFileSync(file, 'utf8'))
  for (const call of FINAL) {
    const calling = pages.filter((page) => page.includes(call))
    assert(calling.length > 0, `no page calls ${call}`)
    for (const page of calling) assert.match(page, /confirm=\{\[|submit=\{\[/, call)
  }
})

test('no value runs into the word after it', () => {
  for (const file of globSync('web/dashboard/**/*.tsx')) {
    const [run] = readFileSync(file, 'utf8').match(/^.*>\{[^{}\n]*\}[a-z].*$/m) ?? []
    assert.equal(run, undefined, file)
  }
})
