import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import {
  givenPerson,
  givenSecondFactor,
  openBrowser,
  type Person,
  signedInAs,
} from '../../../test/logins.ts'
import { givenBusiness, useContext } from '../../../test/support.ts'
import { HOUR, later, MINUTE, SECOND } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { findLogin, updateLogin } from './logins.sql.ts'
import { insertSession } from './sessions.sql.ts'

const context = useContext()
const api = useApi(context)

test('an owner signs in, sees the business, and signs out', async () => {
  const business = await givenBusiness(context)
  const person = await givenPerson(context, business)
  const browser = openBrowser(api, person)

  assert.equal((await browser.get('/session')).body.code, 'signed_out')
  const { email, password } = person
  const signedIn = await browser.post('/session', { email, password })
  assert.deepEqual(signedIn.body.data, { stage: 'open' })

  const { data } = (await browser.get('/session')).body
  assert.equal(data.email, email)
  assert.deepEqual(
    data.businesses.map(({ name, role }: { name: string; role: string }) => [name, role]),
    [['Demo Store', 'owner']],
  )
  const inside = browser.inside(business.businessId)
  assert.equal((await inside.get('/transactions')).status, 200)
  const kept = browser.cookie()
  assert.equal((await browser.delete('/session')).status, 200)
  const stolen = await browser.ask('GET', '/session', undefined, { cookie: kept })
  assert.equal(stolen.body.code, 'signed_out')
})

test('with two-step sign-in the password alone opens nothing, and a code works once', async () => {
  const business = await givenBusiness(context)
  const person = await givenPerson(context, business)
  const first = await signedInAs(api, person, business.businessId)
  const { codes, recoveryCodes } = await givenSecondFactor(first, context.now)
  context.advance(31 * SECOND)

  const browser = openBrowser(api, person)
  const { email, password } = person
  const half = await browser.post('/session', { email, password })
  assert.deepEqual(half.body.data, { stage: 'second_factor' })
  const before = browser.cookie()
  assert.equal((await browser.get('/session')).body.code, 'code_needed')
  assert.equal((await browser.post('/session/second-factor', { code: '000000' })).status, 401)
  const code = codes(context.now())
  assert.equal((await browser.post('/session/second-factor', { code })).status, 200)
  assert.notEqual(browser.cookie(), before)
  assert.equal((await browser.get('/session')).status, 200)

  const again = openBrowser(api, person)
  await again.post('/session', { email, password })
  assert.equal((await again.post('/session/second-factor', { code })).body.code, 'wrong_code')
  const [recovery] = recoveryCodes
  assert.equal((await again.post('/session/second-factor', { code: recovery })).status, 200)
})

const CHANGES: [what: string, change: (person: Person) => Promise<unknown>][] = [
  [
    'two-step sign-in was turned on',
    async (person) => givenSecondFactor(await signedInAs(api, person), context.now),
  ],
  [
    'the password was changed',
    ({ loginId }) =>
      updateLogin(context.sql, loginId, { passwordHash: 'another', updatedAt: context.now() }),
  ],
]
for (const [what, change] of CHANGES) {
  test(`a sign-in whose login was read before ${what} begins no session`, async () => {
    const person = await givenPerson(context, await givenBusiness(context))
    const { loginId } = person
    const read = await findLogin(context.sql, loginId)
    const now = context.now()
    const times = { createdAt: now, seenAt: now, freshUntil: later(now, MINUTE) }
    const where = { address: '203.0.113.9', agent: 'a browser' }
    const begin = () => {
      const sessionId = newId<'login_session'>(now)
      const tokenHash = randomBytes(32)
      const session = { sessionId, loginId, tokenHash, stage: 'open', ...times, ...where } as const
      return insertSession(context.sql, session, read!)
    }
    assert.equal(await begin(), true)

    await change(person)

    assert.equal(await begin(), false)
  })
}

test('a session ends after half an hour without a request, and after twelve hours', async () => {
  const person = await givenPerson(context, await givenBusiness(context))
  const idle = await signedInAs(api, person)
  const busy = await signedInAs(api, person)
  for (let minutes = 0; minutes < 12 * 60; minutes += 20) {
    assert.equal((await busy.get('/session')).status, 200)
    context.advance(20 * MINUTE)
  }
  assert.equal((await idle.get('/session')).body.code, 'signed_out')
  assert.equal((await busy.get('/session')).body.code, 'signed_out')
  context.advance(-12 * HOUR)
})
