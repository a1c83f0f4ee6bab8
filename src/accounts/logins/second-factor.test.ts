import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import {
  type Browser,
  givenPerson,
  givenSecondFactor,
  openBrowser,
  type Person,
  signedInAs,
} from '../../../test/logins.ts'
import { givenBusiness, useContext } from '../../../test/support.ts'
import { later, MINUTE, SECOND } from '../../platform/clock.ts'

// The second step: each code and recovery code works once, even in concurrent requests.

const context = useContext()
const api = useApi(context)
const STEP = 30 * SECOND

let moment: Date

before(async () => {
  await context.opened
  // In the middle of a step.
  moment = new Date(Math.ceil(context.now().getTime() / STEP) * STEP + 10 * SECOND)
  context.now = () => moment
  context.monotonicMs = () => moment.getTime()
})

function advance(ms: number): void {
  moment = later(moment, ms)
}

let addresses = 0

async function halfSignedIn(person: Person): Promise<Browser> {
  addresses += 1
  const browser = openBrowser(api, person, `10.8.0.${addresses}`)
  const { email, password } = person
  const answer = await browser.post('/session', { email, password })
  assert.equal(answer.body.data?.stage, 'second_factor', answer.text)
  return browser
}

async function given() {
  const person = await givenPerson(context, await givenBusiness(context))
  const browser = await signedInAs(api, person)
  const { codes, recoveryCodes } = await givenSecondFactor(browser, context.now)
  advance(5 * MINUTE)
  return { person, browser, codes, recoveryCodes }
}

function enter(browser: Browser, code: string | undefined) {
  return browser.post('/session/second-factor', { code })
}

/** Concurrent requests; the database decides the order. */
async function opened(tries: Promise<{ status: number }>[]): Promise<number> {
  const answers = await Promise.all(tries)
  for (const { status } of answers) assert([200, 401, 429].includes(status), String(status))
  return answers.filter(({ status }) => status === 200).length
}

test('a code sent by ten browsers at once opens one session', async () => {
  const { person, codes } = await given()
  const first = await halfSignedIn(person)
  const browsers = Array.from({ length: 10 }, (_, i) => withCookie(first, person, i))
  const code = codes(moment)
  assert.equal(await opened(browsers.map((browser) => enter(browser, code))), 1)
})

test('one code sent in four sessions opens one of them', async () => {
  const { person, codes } = await given()
  const sessions = [await halfSignedIn(person), await halfSignedIn(person)]
  const code = codes(moment)
  assert.equal(await opened(sessions.map((session) => enter(session, code))), 1)
})

test('a recovery code sent in ten requests at once opens one session', async () => {
  const { person, recoveryCodes } = await given()
  const sessions = [await halfSignedIn(person), await halfSignedIn(person)]
  const tries = Array.from({ length: 10 }, (_, i) => enter(sessions[i % 2]!, recoveryCodes[0]))
  assert.equal(await opened(tries), 1)
  const [left] = await context.sql`
    select count(*)::int as count from recovery_code
    where login_id = ${person.loginId} and used_at is null
  `
  assert.equal(left!['count'], 9)
})

test('a code works one step before and after its own, and no further', async () => {
  const { person, codes } = await given()
  for (const [steps, status] of [
    [-2, 401],
    [2, 401],
    [-1, 200],
    [0, 200],
    [1, 200],
  ] as const) {
    const browser = await halfSignedIn(person)
    const code = codes(later(moment, steps * STEP))
    assert.equal((await enter(browser, code)).status, status, `${steps} steps`)
  }
})

test('a code older than a used one does not work', async () => {
  const { person, codes } = await given()
  assert.equal((await enter(await halfSignedIn(person), codes(moment))).status, 200)
  const before = codes(later(moment, -STEP))
  assert.equal((await enter(await halfSignedIn(person), before)).body.code, 'wrong_code')
})

test('a recovery code works in any spelling, and only for its owner', async () => {
  const { person, recoveryCodes } = await given()
  const other = await given()
  const [first = '', second = ''] = recoveryCodes
  const another = await enter(await halfSignedIn(other.person), first)
  assert.equal(another.body.code, 'wrong_code')
  const plain = ` ${first.replaceAll('-', ' ')} `
  assert.equal((await enter(await halfSignedIn(person), plain)).status, 200)
  const browser = await halfSignedIn(person)
  assert.equal((await enter(browser, first)).body.code, 'wrong_code')
  assert.equal((await enter(browser, second.toLowerCase())).body.code, 'wrong_code')
  assert.equal((await enter(browser, second)).status, 200)
})

test('the code replaces the cookie of the password, and an earlier cookie is not kept', async () => {
  const { person, codes } = await given()
  const browser = await halfSignedIn(person)
  const half = browser.cookie()
  assert.equal((await enter(browser, codes(moment))).status, 200)
  assert.notEqual(browser.cookie(), half)
  const old = await browser.ask('GET', '/session', undefined, { cookie: half })
  assert.equal(old.body.code, 'signed_out')

  const chosen = `sid=${'B'.repeat(43)}`
  const { email, password } = person
  const again = await openBrowser(api, person).ask(
    'POST',
    '/session',
    { email, password },
    { cookie: chosen },
  )
  assert(!String(again.headers['set-cookie']).startsWith(chosen), 'nobody chooses a cookie for us')
})

test('ten codes can be tried in 15 minutes, whether or not the password is entered in between', async () => {
  const { person, codes } = await given()
  let judged = 0
  const browser = await halfSignedIn(person)
  for (let minutes = 0; minutes < 13; minutes += 1) {
    const tries = Array.from({ length: 12 }, (_, i) =>
      enter(withCookie(browser, person, minutes * 12 + i), '000000'),
    )
    judged += (await Promise.all(tries)).filter(({ status }) => status === 401).length
    if (minutes % 6 === 0) await halfSignedIn(person)
    advance(1 * MINUTE)
  }
  assert.equal(judged, 10)
  assert.equal((await enter(browser, codes(moment))).body.code, 'too_many_tries')
})

test('a hundred wrong codes in a row lock an account, even after right passwords', async () => {
  const { person, codes, recoveryCodes } = await given()
  await context.sql`update login set failures = 98 where login_id = ${person.loginId}`
  const browser = await halfSignedIn(person)
  assert.equal((await enter(browser, '000000')).body.code, 'wrong_code')
  assert.equal((await enter(browser, codes(moment))).body.code, 'wrong_code')
  assert.equal((await enter(browser, recoveryCodes[0])).body.code, 'wrong_code')
  const { email, password } = person
  const answer = await openBrowser(api, person, '10.7.0.1').post('/session', { email, password })
  assert.equal(answer.body.code, 'wrong_credentials')
})

test('a right code resets the count of wrong ones', async () => {
  const { person, codes } = await given()
  await context.sql`update login set failures = 98 where login_id = ${person.loginId}`
  assert.equal((await enter(await halfSignedIn(person), codes(moment))).status, 200)
  const [login] = await context.sql`
    select failures from login where login_id = ${person.loginId}
  `
  assert.equal(login!['failures'], 0)
})

test('turning it on, and off, ends every other session', async () => {
  const person = await givenPerson(context, await givenBusiness(context))
  const here = await signedInAs(api, person)
  const there = await signedInAs(api, person)
  await givenSecondFactor(here, context.now)
  assert.equal((await there.get('/session')).body.code, 'signed_out')
  assert.equal((await here.get('/session')).status, 200)

  const half = await halfSignedIn(person)
  assert.equal((await here.delete('/second-factor')).status, 200)
  assert.equal((await half.get('/session')).body.code, 'signed_out')
  assert.equal((await here.get('/session')).body.data.recovery_codes_left, 0)
})

test('the first code turns two-step sign-in on, and it cannot be set up again while it is on', async () => {
  const person = await givenPerson(context, await givenBusiness(context))
  const browser = await signedInAs(api, person)
  await browser.post('/second-factor')
  const { body } = await browser.get('/session')
  assert.deepEqual([body.data.second_factor, body.data.recovery_codes_left], [false, 0])
  const wrong = await browser.post('/second-factor/confirm', { code: '000000' })
  assert.equal(wrong.body.code, 'wrong_code')
  await givenSecondFactor(browser, context.now)
  assert.equal((await browser.post('/second-factor')).body.code, 'second_factor_is_on')
})

test('new recovery codes replace the old ones', async () => {
  const { person, browser, recoveryCodes, codes } = await given()
  const { password } = person
  const confirmed = await browser.post('/session/confirm', { password, code: codes(moment) })
  assert.equal(confirmed.status, 200, confirmed.text)
  const { body } = await browser.post('/second-factor/recovery-codes')
  const half = await halfSignedIn(person)
  assert.equal((await enter(half, recoveryCodes[0])).body.code, 'wrong_code')
  assert.equal((await enter(half, body.data.recovery_codes[0])).status, 200)
})

test('with a second factor, the password alone does not confirm the person', async () => {
  const { person, browser, codes } = await given()
  const { password } = person
  advance(5 * MINUTE)
  for (const code of [undefined, '', '000000']) {
    const answer = await browser.post('/session/confirm', { password, ...(code && { code }) })
    assert.equal(answer.status, 401)
  }
  assert.equal((await browser.delete('/second-factor')).body.code, 'confirm_password')
  advance(1 * MINUTE)
  const code = codes(moment)
  assert.equal((await browser.post('/session/confirm', { password, code })).status, 200)
  assert.equal((await browser.delete('/second-factor')).status, 200)
})

/** The same session, from another address. */
function withCookie(browser: Browser, person: Person, i: number): Browser {
  const cookie = browser.cookie()
  const other = openBrowser(api, person, `10.6.${i >> 8}.${i & 255}`)
  const post = (path: string, body?: unknown) => other.ask('POST', path, body, { cookie })
  return { ...other, post }
}
