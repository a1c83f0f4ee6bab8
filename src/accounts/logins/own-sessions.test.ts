import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import { givenPerson, openBrowser, signedInAs } from '../../../test/logins.ts'
import { givenBusiness, useContext } from '../../../test/support.ts'
import { untilDone } from '../../../test/until-done.ts'
import { DAY, later, MINUTE } from '../../platform/clock.ts'
import { forgetSessions } from './sessions.ts'

// A person's own sessions: listing and ending them.

const context = useContext()
const api = useApi(context)

let moment: Date

before(async () => {
  await context.opened
  moment = context.now()
  context.now = () => moment
  context.monotonicMs = () => moment.getTime()
})

type Listed = { session_id: string; address: string; agent: string; is_current: boolean }

test('a person sees where they are signed in, and nobody else does', async () => {
  const person = await givenPerson(context, await givenBusiness(context))
  const other = await signedInAs(api, await givenPerson(context, await givenBusiness(context)))
  const here = await signedInAs(api, person)
  const there = openBrowser(api, person, '102.89.0.7')
  const { email, password } = person
  const agent = `Mozilla/5.0 ${'x'.repeat(400)}`
  await there.ask('POST', '/session', { email, password }, { 'user-agent': agent })

  const { data } = (await here.get('/sessions')).body as { data: Listed[] }
  assert.equal(data.length, 2)
  const [current, remote] = [
    data.find((one) => one.is_current),
    data.find((one) => !one.is_current),
  ]
  assert.equal(current?.address, '127.0.0.1')
  assert.equal(remote?.address, '102.89.0.7')
  assert.equal(remote?.agent, agent.slice(0, 300))
  assert.equal((await other.get('/sessions')).body.data.length, 1)

  const stranger = await other.delete(`/sessions/${remote?.session_id}`)
  assert.equal(stranger.body.code, 'session_not_found')
  assert.equal((await there.get('/session')).status, 200)
  assert.equal((await here.delete(`/sessions/${remote?.session_id}`)).status, 200)
  assert.equal((await there.get('/session')).body.code, 'signed_out')
  const again = await here.delete(`/sessions/${remote?.session_id}`)
  assert.equal(again.body.code, 'session_not_found')
  assert.equal((await here.delete('/sessions/x')).body.code, 'session_not_found')
})

test('signing out everywhere else leaves the session that asks', async () => {
  const person = await givenPerson(context, await givenBusiness(context))
  const browsers = [await signedInAs(api, person), await signedInAs(api, person)]
  const here = await signedInAs(api, person)
  assert.equal((await here.delete('/sessions')).status, 200)
  for (const browser of browsers) {
    assert.equal((await browser.get('/session')).body.code, 'signed_out')
  }
  assert.equal((await here.get('/session')).status, 200)
})

test('a session ends half an hour after its last request, to the minute, and twelve hours after its start', async () => {
  const person = await givenPerson(context, await givenBusiness(context))
  const browser = await signedInAs(api, person)
  const statusAfter = async (ms: number) => {
    moment = later(moment, ms)
    return (await browser.get('/session')).status
  }
  for (let halves = 1; halves <= 24; halves += 1) assert.equal(await statusAfter(29 * MINUTE), 200)
  assert.equal(await statusAfter(24 * MINUTE - 1), 200, 'a moment before twelve hours')
  assert.equal(await statusAfter(1), 401)

  const idle = await signedInAs(api, person)
  moment = later(moment, 30 * MINUTE)
  assert.equal((await idle.get('/session')).body.code, 'signed_out')
})

test('the password must be confirmed again after five minutes, whatever requests were made in between', async () => {
  const business = await givenBusiness(context)
  const person = await givenPerson(context, business)
  const browser = await signedInAs(api, person, business.businessId)
  const inviting = () => browser.post('/invitations', { email: 'a@example.com', role: 'support' })
  moment = later(moment, 5 * MINUTE - 1)
  assert.equal((await inviting()).status, 201)
  moment = later(moment, 1)
  assert.equal((await inviting()).body.code, 'confirm_password')
  const wrong = await browser.post('/session/confirm', { password: 'not the password at all' })
  assert.equal(wrong.body.code, 'wrong_credentials')
  assert.equal((await inviting()).body.code, 'confirm_password')
  const { password } = person
  assert.equal((await browser.post('/session/confirm', { password })).status, 200)
  assert.equal((await inviting()).status, 201)
})

test('the cookies are closed to scripts, other sites and other paths; over https their names enforce it', async () => {
  const person = await givenPerson(context, await givenBusiness(context))
  const { email, password } = person
  const cookiesOf = async () => {
    const answer = await openBrowser(api, person).post('/session', { email, password })
    return [answer.headers['set-cookie']].flat().join('\n')
  }
  const settings = '; Path=\\/; HttpOnly; SameSite=Lax'
  const device = `device-[0-9a-f]{16}=[\\w.-]{66}; Max-Age=31536000${settings}`
  assert.match(await cookiesOf(), new RegExp(`^sid=[\\w-]{43}${settings}\n${device}$`))
  const { baseUrl } = context
  context.baseUrl = () => 'https://pay.example'
  try {
    const secure = '; Path=\\/; HttpOnly; Secure; SameSite=Lax'
    const kept = `__Host-device-[0-9a-f]{16}=[\\w.-]{66}; Max-Age=31536000${secure}`
    assert.match(await cookiesOf(), new RegExp(`^__Host-sid=[\\w-]{43}${secure}\n${kept}$`))
  } finally {
    context.baseUrl = baseUrl
  }
})

test('ended sessions are deleted after two days, and the stored hash of a cookie opens nothing', async () => {
  const person = await givenPerson(context, await givenBusiness(context))
  const browser = await signedInAs(api, person)
  const [row] = await context.sql`
    select token_hash from login_session where login_id = ${person.loginId}
  `
  for (const encoding of ['hex', 'base64url', 'latin1'] as const) {
    const cookie = `sid=${encodeURIComponent(row!['tokenHash'].toString(encoding))}`
    const answer = await browser.ask('GET', '/session', undefined, { cookie })
    assert.equal(answer.body.code, 'signed_out')
  }
  moment = later(moment, 2 * DAY)
  await untilDone(context, forgetSessions)
  const [left] = await context.sql`select count(*)::int as count from login_session`
  assert.equal(left!['count'], 0)
})
