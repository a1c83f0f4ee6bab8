import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { InjectOptions } from 'fastify'
import { PERSON_ROLES, permissionsOf, type Role } from '../src/core/access.ts'
import { loadClasses } from '../src/http/load-classes.ts'
import { MINUTE, SECOND } from '../src/platform/clock.ts'
import { type Answer, useApi } from './api.ts'
import { beginningOf, contentsOf } from './calls.ts'
import { type Browser, givenPerson, givenSecondFactor, openBrowser, signedInAs } from './logins.ts'
import { type Listed, listed } from './routes.ts'
import { asOwner, type GivenBusiness, givenBusiness, givenLive, useContext } from './support.ts'

// Each row of the dashboard in routes.txt on the service: it opens to whom it says, and to nobody
// else.

const context = useContext()
const api = useApi(context)

const PREFIX = '/dashboard/api'
const SOME_ID = '01990000-0000-7000-8000-000000000000'
/** On which every form of a bad request is tried. */
const SAMPLES = ['GET /dashboard/api/payouts', 'POST /dashboard/api/payouts']

type Headers = Record<string, string>

let business: GivenBusiness
/** The test mode of `business`. */
let here: Headers
/** Cookies of people who may, each in their way, do something. */
let cookies: Record<
  | Role
  | 'operator'
  | 'plainOperator'
  | 'staleOperator'
  | 'plainOwner'
  | 'stranger'
  | 'half'
  | 'stale'
  | 'ended',
  string
>

before(async () => {
  await context.opened
  business = await givenBusiness(context)
  here = inside(business, 'test')
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
    staleOperator: await givenOperator(),
    plainOperator: await cookieOf('owner', null, true),
    ended: await givenEnded(),
  }
  await keepSessions()
  for (const cookie of [cookies.stale, cookies.staleOperator]) await forgetPassword(cookie)
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
  for (const role of PERSON_ROLES) {
    assert.deepEqual(permissionsOf(role).sort(), expected[role].sort(), role)
  }
})

const rows = listed.filter(({ path }) => path.startsWith(`${PREFIX}/`))

test('what changes nothing needs no second factor in live mode; whose account was asked for is kept', async () => {
  const at = { bank_code: '058', account_number: '0000000018' }
  const send = (route: string, cookie: string, body: object) => {
    const headers = { cookie, ...inside(business, 'live'), 'content-type': 'application/json' }
    return ask(route.replace(' ', ` ${PREFIX}`), headers, {}, JSON.stringify(body))
  }
  const made = await send('POST /subaccounts', cookies.owner, { business_name: 'Ada', ...at })
  const { subaccount_code: subaccount } = made.body.data
  const split = {
    ...{ type: 'percentage', bearer_type: 'account' },
    subaccounts: [{ subaccount_id: subaccount, share: 20 }],
  }
  const bodies: Record<string, object> = {
    'POST /splits/calculate': { amount: 500_000, split },
    'POST /accounts/resolve': at,
    'POST /payout-batches/check': { payouts: [{ amount: 100, ...at }] },
    'POST /rules/try': { kind: 'amount', amount: 100_000 },
  }
  const readings = rows
    .filter(({ more }) => more.includes('reading'))
    .map(({ route }) => route.replace(PREFIX, ''))
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

for (const row of rows) {
  test(`${row.route} opens to ${row.who}, ${row.more.join(' and ')}`, async () => {
    const { route, method, path, who, load } = row
    const before = await contentsOf(context)
    const roles = PERSON_ROLES.filter((role) => who.split(' ').includes(role))

    assert.equal(loadClasses(api.app.served)(method, urlOf(path)), load)
    const headers = { cookie: cookies.owner, ...here }
    const noHeader = await ask(route, headers, { 'cowrie-dashboard': '' })
    assert.deepEqual(said(noHeader), [403, 'forged_request'])
    if (who !== 'anyone') await refusesWhoIsNotSignedIn(route, who === 'begun')
    if (who === 'operator') await refusesWhoIsNoOperator(route)
    if (roles.length > 0) await refusesOthers(row, roles)
    assert.deepEqual(await contentsOf(context), before, 'nothing was written')

    for (const cookie of mayOpen(who, roles)) await opensTo(row, cookie)
    // Long after the password was entered.
    const stale = who === 'operator' ? cookies.staleOperator : cookies.stale
    if (!row.more.includes('fresh')) return opensTo(row, stale)
    const answer = await ask(route, { cookie: stale, ...here })
    assert.deepEqual(said(answer), [403, 'confirm_password'])
  })
}

function mayOpen(who: string, roles: Role[]): string[] {
  if (roles.length > 0) return roles.map((role) => cookies[role])
  if (who === 'anyone') return ['']
  if (who === 'begun') return [cookies.half]
  return [who === 'operator' ? cookies.operator : cookies.support]
}

async function refusesOthers({ route, method, more }: Listed, roles: Role[]): Promise<void> {
  const refused = (who: keyof typeof cookies, mode = 'test') =>
    ask(route, { cookie: cookies[who], ...inside(business, mode) })
  for (const role of PERSON_ROLES.filter((one) => !roles.includes(one))) {
    assert.deepEqual(said(await refused(role)), [403, 'role_forbids'], role)
  }
  assert.deepEqual(said(await refused('stranger')), [403, 'role_forbids'], 'of another business')
  if (method === 'GET' || more.includes('reading')) return
  assert.deepEqual(said(await refused('plainOwner', 'live')), [403, 'second_factor_needed'])
}

async function refusesWhoIsNoOperator(route: string): Promise<void> {
  const byOwner = await ask(route, { cookie: cookies.owner, ...here })
  assert.deepEqual(said(byOwner), [403, 'role_forbids'])
  const plain = await ask(route, { cookie: cookies.plainOperator })
  assert.deepEqual(said(plain), [403, 'second_factor_needed'])
}

/** A body of another type is refused to those who are let in, and does nothing. */
async function opensTo({ route, method, load }: Listed, cookie: string): Promise<void> {
  const headers = { ...(cookie && { cookie }), ...here }
  if (method !== 'GET') {
    // Not by `api`: to DELETE no body is described.
    const sent = { ...headers, 'content-type': 'text/plain' }
    const { statusCode, payload } = await api.app.inject(requestTo(route, sent, {}, '{}'))
    assert.deepEqual([statusCode, JSON.parse(payload).code], [415, 'unsupported_media_type'])
    return
  }
  const asked = ask(route, headers)
  const { status, text } = await (load === 'stream' ? beginningOf(asked) : asked)
  assert(status < 300 || status === 400 || status === 404, `${status} ${text}`)
}

async function refusesWhoIsNotSignedIn(route: string, isHalfEnough = false): Promise<void> {
  const byKey = { ...here, authorization: `Bearer ${business.keys.secretKey}` }
  assert.deepEqual(said(await ask(route, byKey)), [401, 'signed_out'], 'a key is no login')
  if (isHalfEnough) return
  const half = await ask(route, { cookie: cookies.half, ...here })
  assert.deepEqual(said(half), [401, 'code_needed'])
}

for (const route of SAMPLES) {
  test(`${route} refuses whatever is no login of a member, in a mode that there is`, async () => {
    const before = await contentsOf(context)
    for (const [why, headers] of Object.entries(FORGED)) {
      const answer = await ask(route, { cookie: cookies.owner, ...here, ...headers }, headers)
      assert.deepEqual(said(answer), [403, 'forged_request'], why)
    }
    const unknown = `sid=${'A'.repeat(43)}`
    const otherName = cookies.owner.replace('sid=', '__Host-sid=')
    for (const cookie of ['', 'sid=', unknown, "sid=' or 1=1 --", cookies.ended, otherName]) {
      const answer = await ask(route, { ...here, ...(cookie && { cookie }) })
      assert.deepEqual(said(answer), [401, 'signed_out'], cookie)
    }
    const strange = await ask(route, { cookie: cookies.stranger, ...inside(business, 'live') })
    assert.deepEqual(said(strange), [403, 'role_forbids'], 'of another business, in live mode')
    for (const id of ['', 'x', SOME_ID, `${business.businessId} `, "' or 1=1 --"]) {
      const answer = await ask(route, { cookie: cookies.owner, 'cowrie-business': id })
      assert.deepEqual(said(answer), [403, 'role_forbids'], `business ${id}`)
    }
    for (const mode of ['LIVE', '', 'live ', 'both']) {
      const answer = await ask(route, { cookie: cookies.owner, ...inside(business, mode) })
      assert.deepEqual(said(answer), [403, 'not_enabled'], `mode ${mode}`)
    }
    const types = ['application/x-www-form-urlencoded', 'multipart/form-data']
    for (const type of route.startsWith('GET') ? [] : types) {
      const headers = { cookie: cookies.owner, ...here, 'content-type': type }
      const answer = await ask(route, headers, {}, '{}')
      assert.deepEqual(said(answer), [415, 'unsupported_media_type'], type)
    }
    assert.deepEqual(await contentsOf(context), before, 'nothing was written')
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

let addresses = 0

function ask(route: string, headers: Headers, over: Headers = {}, payload?: string) {
  return api.send(requestTo(route, headers, over, payload))
}

/** From an address of its own, so that no limit is met by accident. `over`: also in their place. */
function requestTo(
  route: string,
  headers: Headers,
  over: Headers,
  payload?: string,
): InjectOptions {
  const [method, path] = route.split(' ') as ['GET', string]
  addresses += 1
  // Requests of one session are limited too.
  if (addresses % 100 === 0) context.advance(10 * SECOND)
  return {
    method,
    url: urlOf(path),
    remoteAddress: `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`,
    headers: { 'cowrie-dashboard': '1', ...headers, ...over },
    ...(payload !== undefined && { payload }),
  }
}

function urlOf(path: string): string {
  return path.replaceAll(/:\w+/g, SOME_ID)
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

async function forgetPassword(cookie: string): Promise<void> {
  const { count } = await asOwner(
    context,
    (sql) => sql`
      update login_session set fresh_until = fresh_until - interval '2 days'
      where token_hash = sha256(${cookie.replace('sid=', '')}::bytea)
    `,
  )
  assert.equal(count, 1)
}
