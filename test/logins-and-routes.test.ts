import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { MINUTE, SECOND } from '../src/lib/clock.ts'
import {
  mayDo,
  type Permission,
  permissionsOf,
  ROUTES,
  type Role,
} from '../src/logins/permissions.ts'
import { type Answer, useApi } from './api.ts'
import { contentsOf } from './calls.ts'
import { type Browser, givenPerson, givenSecondFactor, openBrowser, signedInAs } from './logins.ts'
import { asOwner, type GivenBusiness, givenBusiness, givenLive, useContext } from './support.ts'

// Every route of the dashboard × everybody who must not open it. A route without a row in
// permissions.ts fails, and a row without a route.

const context = useContext()
const api = useApi(context)

const PREFIX = '/dashboard/api'
const ROLES: Role[] = ['owner', 'developer', 'finance', 'support']
const NOT_OF_A_BUSINESS = ['anyone', 'begun', 'signed_in', 'operator']
const SOME_ID = '01990000-0000-7000-8000-000000000000'

type Headers = Record<string, string>

let business: GivenBusiness
/** Cookies of people who may, each in their way, do something. */
let cookies: Record<
  Role | 'operator' | 'plainOperator' | 'plainOwner' | 'stranger' | 'half' | 'stale' | 'ended',
  string
>

before(async () => {
  await context.opened
  business = await givenBusiness(context)
  const other = await givenBusiness(context, 'Other Store')
  context.rails.live = [context.rails.test]
  await givenLive(context, business.businessId)
  const cookieOf = async (role: Role, of: GivenBusiness | null, isOperator = false) =>
    (await signedInAs(api, await givenPerson(context, of, role, { isOperator }))).cookie()
  cookies = {
    ...(await givenOwner()),
    developer: await cookieOf('developer', business),
    finance: await cookieOf('finance', business),
    support: await cookieOf('support', business),
    plainOwner: await cookieOf('owner', business),
    stranger: await cookieOf('owner', other),
    operator: await givenOperator(),
    plainOperator: await cookieOf('owner', null, true),
    ended: await givenEnded(),
  }
  await keepSessions()
})

test('every route below /dashboard/api has a row in permissions.ts, and every row a route', async () => {
  const routes = await mounted(api.app)
  assert(routes.length > 50, 'the routes are found at all')
  assert.deepEqual(routes.sort(), Object.keys(ROUTES).sort())
})

test('a role may do what is written here, and nothing else', () => {
  const everybody = ['view', 'collect', 'sandbox']
  const expected: Record<Role, string[]> = {
    owner: [
      ...everybody,
      ...['refund', 'payout', 'share', 'export', 'identity', 'webhooks', 'keys', 'settings'],
      ...['team', 'activate', 'audit'],
    ],
    developer: [...everybody, 'identity', 'webhooks', 'keys', 'settings'],
    finance: [...everybody, 'refund', 'payout', 'share', 'export'],
    support: [...everybody, 'identity'],
  }
  for (const role of ROLES) {
    assert.deepEqual(permissionsOf(role).sort(), expected[role].sort(), role)
  }
})

test('what moves money, shows a secret or changes a team needs the password of late', () => {
  const fresh = Object.keys(ROUTES).filter((route) => ROUTES[route]!.fresh)
  assert.deepEqual(fresh.sort(), [
    'DELETE /members/:login_id',
    'DELETE /second-factor',
    'GET /operator/messages',
    'POST /account-changes/:change_id/approve',
    'POST /account-changes/:change_id/cancel',
    'POST /invitations',
    'POST /keys',
    'POST /keys/:key_id/roll',
    'POST /operator/businesses',
    'POST /operator/businesses/:business_id/activate',
    'POST /operator/notifications/:id/replay',
    'POST /operator/reconciliation/exceptions/:id/close',
    'POST /operator/recovery/debits/decide',
    'POST /operator/recovery/release',
    'POST /operator/suspense/:id/assign',
    'POST /payouts',
    'POST /second-factor',
    'POST /second-factor/recovery-codes',
    'POST /subaccounts',
    'POST /webhooks/reveal-secret',
    'POST /webhooks/roll-secret',
    'PUT /keys/:key_id',
    'PUT /members/:login_id',
    'PUT /operator/businesses/:business_id/fees',
    'PUT /operator/rails/:rail/switch',
    'PUT /settings/account-changes',
    'PUT /subaccounts/:subaccount_code',
    'PUT /webhooks',
  ])
})

test('who takes everything along, reads messages or asks whose an account is, is written down', () => {
  const audited = Object.keys(ROUTES).filter((route) => ROUTES[route]!.isAudited)
  assert.deepEqual(audited.sort(), [
    'GET /operator/messages',
    'GET /settlements/:id/statement',
    'GET /transactions/export',
    'POST /accounts/resolve',
  ])
})

test('what changes nothing needs no second factor in live mode; whose account was asked for is kept', async () => {
  const at = { bank_code: '058', account_number: '0000000018' }
  const send = (route: string, cookie: string, body: object) => {
    const headers = { cookie, ...inside(business, 'live'), 'content-type': 'application/json' }
    return ask(route, headers, {}, JSON.stringify(body))
  }
  const made = await send('POST /subaccounts', cookies.owner, { business_name: 'Ada', ...at })
  const { subaccount_code: subaccount } = made.body.data
  const split = {
    ...{ type: 'percentage', bearer_type: 'account' },
    subaccounts: [{ subaccount, share: 20 }],
  }
  const bodies: Record<string, object> = {
    'POST /splits/calculate': { amount: 500_000, split },
    'POST /accounts/resolve': at,
  }
  const readings = Object.keys(ROUTES).filter((route) => ROUTES[route]!.isReading)
  assert.deepEqual(readings.sort(), Object.keys(bodies).sort())
  const before = await contentsOf(context)

  for (const [route, body] of Object.entries(bodies)) {
    const { status, text } = await send(route, cookies.plainOwner, body)
    assert.equal(status, 200, `${route}: ${text}`)
  }

  assert.deepEqual(await contentsOf(context), before)
  const noted = await context.sql<{ action: string }[]>`
    select distinct action from audit_entry
    where business_id = ${business.businessId} and mode = 'live' and login_id is not null
    order by action
  `
  assert.deepEqual(
    noted.map(({ action }) => action),
    ['POST /accounts/resolve', 'POST /subaccounts'],
  )
})

for (const [route, { can, fresh, isReading }] of Object.entries(ROUTES)) {
  const isRead = route.startsWith('GET ') || isReading === true
  const isOfBusiness = !NOT_OF_A_BUSINESS.includes(can)

  test(`${route} opens to nobody who may not, and does nothing for them`, async () => {
    const rows = await contentsOf(context)
    const mayOpen = can === 'operator' ? cookies.operator : cookies.owner
    const good = isOfBusiness ? inside(business, 'test') : {}

    for (const [why, headers] of Object.entries(FORGED)) {
      const answer = await ask(route, { cookie: mayOpen, ...good, ...headers }, headers)
      assert.deepEqual(said(answer), [403, 'forged_request'], why)
    }
    if (can !== 'anyone') await refusesWhoIsNotSignedIn(route, good)
    if (can !== 'anyone' && can !== 'begun') {
      const half = await ask(route, { cookie: cookies.half, ...good })
      assert.deepEqual(said(half), [401, 'code_needed'])
    }
    if (isOfBusiness) await refusesByRole(route, can as Permission)
    if (isOfBusiness) await refusesByMode(route, isRead)
    if (can === 'operator') await refusesWhoIsNoOperator(route)
    if (fresh) {
      const cookie = can === 'operator' ? cookies.operator : cookies.stale
      await asOfLongAgo(cookie, async () => {
        const answer = await ask(route, { cookie, ...good })
        assert.deepEqual(said(answer), [403, 'confirm_password'])
      })
    }
    if (/^(POST|PUT) /.test(route)) {
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data',
      ]) {
        const answer = await ask(
          route,
          { cookie: mayOpen, ...good, 'content-type': type },
          {},
          '{}',
        )
        assert.deepEqual(said(answer), [415, 'unsupported_media_type'], type)
      }
    }
    assert.deepEqual(await contentsOf(context), rows, 'nothing written')
  })
}

/** What another site could make a browser send. */
const FORGED: Record<string, Headers> = {
  'without our header': { 'cowrie-dashboard': '' },
  'another header': { 'cowrie-dashboard': 'true' },
  'of another origin': { origin: 'https://evil.example' },
  'of an origin that begins like ours': { origin: 'http://cowrie.test.evil.example' },
  'of ours on another port': { origin: 'http://cowrie.test:8080' },
  'of no origin that it would name': { origin: 'null' },
  'of another site': { 'sec-fetch-site': 'cross-site' },
  'of a neighbour': { 'sec-fetch-site': 'same-site' },
  'to a name of another site that points here': {
    host: 'evil.example',
    origin: 'http://evil.example',
    'sec-fetch-site': 'same-origin',
  },
}

async function refusesWhoIsNotSignedIn(route: string, good: Headers): Promise<void> {
  const unknown = `sid=${'A'.repeat(43)}`
  const otherName = cookies.owner.replace('sid=', '__Host-sid=')
  for (const cookie of ['', 'sid=', unknown, "sid=' or 1=1 --", cookies.ended, otherName]) {
    const answer = await ask(route, { ...good, ...(cookie && { cookie }) })
    assert.deepEqual(said(answer), [401, 'signed_out'], cookie)
  }
  const { secretKey } = business.keys
  const byKey = await ask(route, { ...good, authorization: `Bearer ${secretKey}` })
  assert.deepEqual(said(byKey), [401, 'signed_out'], 'a key is no login')
}

async function refusesByRole(route: string, can: Permission): Promise<void> {
  for (const role of ROLES.filter((one) => !mayDo(one, can))) {
    const answer = await ask(route, { cookie: cookies[role], ...inside(business, 'test') })
    assert.deepEqual(said(answer), [403, 'role_forbids'], role)
  }
  for (const mode of ['test', 'live']) {
    const answer = await ask(route, { cookie: cookies.stranger, ...inside(business, mode) })
    assert.deepEqual(said(answer), [403, 'role_forbids'], `of another business, in ${mode} mode`)
  }
  for (const id of ['', 'x', SOME_ID, `${business.businessId} `, "' or 1=1 --"]) {
    const answer = await ask(route, { cookie: cookies.owner, 'cowrie-business': id })
    assert.deepEqual(said(answer), [403, 'role_forbids'], `business ${id}`)
  }
}

async function refusesByMode(route: string, isRead: boolean): Promise<void> {
  for (const mode of ['LIVE', '', 'live ', 'both']) {
    const answer = await ask(route, { cookie: cookies.owner, ...inside(business, mode) })
    assert.deepEqual(said(answer), [403, 'not_enabled'], `mode ${mode}`)
  }
  if (isRead) return
  const answer = await ask(route, { cookie: cookies.plainOwner, ...inside(business, 'live') })
  assert.deepEqual(said(answer), [403, 'second_factor_needed'])
}

async function refusesWhoIsNoOperator(route: string): Promise<void> {
  const answer = await ask(route, { cookie: cookies.owner, ...inside(business, 'test') })
  assert.deepEqual(said(answer), [403, 'role_forbids'])
  const plain = await ask(route, { cookie: cookies.plainOperator })
  assert.deepEqual(said(plain), [403, 'second_factor_needed'])
}

let addresses = 0

/** From an address of its own, so that no limit is met by accident. `over`: also in their place. */
function ask(route: string, headers: Headers, over: Headers = {}, payload?: string) {
  const [method, path] = route.split(' ') as ['GET', string]
  addresses += 1
  const all = { 'cowrie-dashboard': '1', ...headers, ...over }
  const options: InjectOptions = {
    method,
    url: `${PREFIX}${path.replaceAll(/:\w+/g, SOME_ID)}`,
    remoteAddress: `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`,
    headers: all,
    ...(payload !== undefined && { payload }),
  }
  // Requests of one session are limited too.
  if (addresses % 100 === 0) context.advance(10 * SECOND)
  return api.send(options)
}

function inside({ businessId }: GivenBusiness, mode: string): Headers {
  return { 'cowrie-business': businessId, 'cowrie-mode': mode }
}

function said({ status, body }: Answer): [status: number, code: string] {
  return [status, body?.code]
}

/** With a second factor; and a session of theirs that still waits for the code. */
async function givenOwner() {
  const person = await givenPerson(context, business)
  const first = await signedInAs(api, person)
  const { codes } = await givenSecondFactor(first, context.now)
  const again = async (hasCode: boolean): Promise<Browser> => {
    context.advance(1 * MINUTE)
    const browser = openBrowser(api, person)
    await browser.post('/session', { email: person.email, password: person.password })
    if (hasCode) await browser.post('/session/second-factor', { code: codes(context.now()) })
    return browser
  }
  const [half, stale] = [await again(false), await again(true)]
  return { owner: first.cookie(), half: half.cookie(), stale: stale.cookie() }
}

async function givenOperator(): Promise<string> {
  const browser = await signedInAs(
    api,
    await givenPerson(context, null, 'owner', { isOperator: true }),
  )
  await givenSecondFactor(browser, context.now)
  return browser.cookie()
}

async function givenEnded(): Promise<string> {
  const browser = await signedInAs(api, await givenPerson(context, business))
  const cookie = browser.cookie()
  assert.equal((await browser.delete('/session')).status, 200)
  return cookie
}

/** However far the clock is moved: what ends by itself has tests of its own. */
async function keepSessions(): Promise<void> {
  await context.sql`
    update login_session
    set created_at = created_at + interval '1 day', seen_at = seen_at + interval '1 day',
      fresh_until = fresh_until + interval '1 day'
  `
}

async function asOfLongAgo(cookie: string, run: () => Promise<void>): Promise<void> {
  const move = (by: string) =>
    asOwner(
      context,
      (sql) => sql`
        update login_session set fresh_until = fresh_until + ${by}::interval
        where token_hash = sha256(${cookie.replace('sid=', '')}::bytea)
      `,
    )
  assert.equal((await move('-2 days')).count, 1)
  await run()
  await move('2 days')
}

/** What the app takes, whatever it describes of it. */
async function mounted(app: FastifyInstance): Promise<string[]> {
  const routes: string[] = []
  const parents: string[] = []
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', part = ''] = /^([│ ]*)[├└]── (.*?)(?: \([A-Z, ]+\))?$/.exec(line) ?? []
    const depth = indent.length / 4
    parents.length = depth
    parents.push(part)
    const url = parents.join('')
    if (!url.startsWith(`${PREFIX}/`) || !line.endsWith(')')) continue
    const { headers } = await app.inject({ method: 'TRACE', url })
    // HEAD needs what GET needs.
    const methods = String(headers['allow'])
      .split(', ')
      .filter((method) => method !== 'HEAD')
    routes.push(...methods.map((method) => `${method} ${url.slice(PREFIX.length)}`))
  }
  return routes
}
