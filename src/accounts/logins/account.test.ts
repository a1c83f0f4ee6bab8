import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { givenPayment, useApi } from '../../../test/api.ts'
import { shape } from '../../../test/credentials.ts'
import {
  type Browser,
  givenPerson,
  givenSecondFactor,
  openBrowser,
  type Person,
  signedInAs,
} from '../../../test/logins.ts'
import { asOwner, givenBusiness, until, useContext } from '../../../test/support.ts'
import { HOUR, later } from '../../platform/clock.ts'
import type { ResetId } from './account.sql.ts'
import { askForReset, resetToken } from './account.ts'
import { invite } from './members.ts'
import { hashPassword } from './passwords.ts'
import { endSessionsBut } from './sessions.sql.ts'

// A new password, with the old one or by email, and the sessions that remain.

const context = useContext()
const api = useApi(context)
const NEXT = 'novel sparrow kettle umbrella 97'

let moment: Date

before(async () => {
  await context.opened
  moment = context.now()
  context.now = () => moment
  context.monotonicMs = () => moment.getTime()
})

let addresses = 0

function browserOf(person: Person): Browser {
  addresses += 1
  return openBrowser(api, person, `10.5.0.${addresses}`)
}

async function opensWith(person: Person, password: string): Promise<boolean> {
  const answer = await browserOf(person).post('/session', { email: person.email, password })
  assert([200, 401].includes(answer.status), answer.text)
  return answer.status === 200
}

async function resetsOf({ loginId }: Person) {
  return context.sql<{ resetId: ResetId; usedAt: Date | null }[]>`
    select reset_id, used_at from password_reset where login_id = ${loginId}
    order by reset_id
  `
}

/** As in the email. */
async function givenToken(person: Person): Promise<string> {
  const before = (await resetsOf(person)).map(({ resetId }) => resetId)
  await askForReset(context, person.email)
  const made = (await resetsOf(person)).find(({ resetId }) => !before.includes(resetId))
  return resetToken(context, made!.resetId)
}

function reset(person: Person, token: string, password = NEXT) {
  return browserOf(person).post('/password/reset', { token, password })
}

test('a changed password works, the old one does not, and every other session ends', async () => {
  const person = await givenPerson(context, await givenBusiness(context))
  const here = await signedInAs(api, person)
  const there = await signedInAs(api, person)
  const change = (current_password: string) =>
    here.put('/password', { current_password, password: NEXT })
  assert.equal((await change('not the password at all')).body.code, 'wrong_credentials')
  assert.equal((await there.get('/session')).status, 200, 'nothing has changed')
  assert.equal((await change(person.password)).status, 200)

  assert.equal((await here.get('/session')).status, 200)
  assert.equal((await there.get('/session')).body.code, 'signed_out')
  assert.equal(await opensWith(person, person.password), false)
  assert.equal(await opensWith(person, NEXT), true)
})

test('a password that is short, common or personal is refused with the reason', async () => {
  const person = await givenPerson(context, null, 'owner', { email: 'chidinma@longname.example' })
  const browser = await signedInAs(api, person)
  for (const [password, code] of [
    ['kettle novel 4', 'too_short'],
    ['passwordpassword', 'too_common'],
    ['aaaaaaaaaaaaaaaaaaaa', 'too_common'],
    ['chidinma@longname.example', 'too_common'],
    ['\u{1F511}'.repeat(14), 'too_short'],
  ] as const) {
    const { body } = await browser.put('/password', {
      current_password: person.password,
      password,
    })
    assert.equal(body.errors?.[0]?.code, code, password)
  }
  assert.equal(await opensWith(person, person.password), true)
})

test('an emailed link sets a password once and ends every session', async () => {
  const person = await givenPerson(context, await givenBusiness(context))
  const browser = await signedInAs(api, person)
  const token = await givenToken(person)
  const weak = await reset(person, token, 'passwordpassword')
  assert.equal(weak.status, 400, 'a refused password does not cost the link')
  const tries = await Promise.all(Array.from({ length: 4 }, () => reset(person, token)))
  assert.deepEqual(tries.map(({ status }) => status).sort(), [200, 404, 404, 404])
  assert.equal((await browser.get('/session')).body.code, 'signed_out')
  assert.equal((await reset(person, token)).body.code, 'link_not_valid')
  assert.equal(await opensWith(person, person.password), false)
  assert.equal(await opensWith(person, NEXT), true)
})

test('a link is valid for an hour', async () => {
  const person = await givenPerson(context, null)
  const token = await givenToken(person)
  moment = later(moment, 1 * HOUR)
  assert.equal((await reset(person, token)).body.code, 'link_not_valid')
  const next = await givenToken(person)
  moment = later(moment, 1 * HOUR - 1)
  assert.equal((await reset(person, next)).status, 200)
})

test('setting a password invalidates earlier emailed links', async () => {
  const person = await givenPerson(context, null)
  const [first, second] = [await givenToken(person), await givenToken(person)]
  assert.equal((await reset(person, first)).status, 200)
  assert.equal((await reset(person, second)).body.code, 'link_not_valid')

  const third = await givenToken(person)
  const browser = browserOf(person)
  await browser.post('/session', { email: person.email, password: NEXT })
  const change = { current_password: NEXT, password: person.password }
  assert.equal((await browser.put('/password', change)).status, 200)
  assert.equal((await reset(person, third)).body.code, 'link_not_valid')
})

test('thirty requests at once open three links, and more are allowed an hour later', async () => {
  const person = await givenPerson(context, null)
  await Promise.all(Array.from({ length: 30 }, () => askForReset(context, person.email)))
  assert.equal((await resetsOf(person)).length, 3)
  moment = later(moment, 1 * HOUR)
  await askForReset(context, person.email)
  assert.equal((await resetsOf(person)).length, 4)
})

test('an unknown address gets the same response, and no email is queued', async () => {
  const person = await givenPerson(context, null)
  const ask = async (email: string) => {
    const answer = await browserOf(person).post('/password/forgotten', { email })
    const { headers, ...rest } = shape(answer)
    const { 'x-request-id': _, ...others } = headers
    return { ...rest, headers: others }
  }
  const emailsBefore = await countEmails()
  const known = await ask(person.email)
  assert.equal(known.status, 200)
  assert.deepEqual(await ask('nobody-at-all@example.com'), known)
  await until('the email waits', async () => (await resetsOf(person)).length === 1)
  assert.equal(await countEmails(), emailsBefore + 1)
})

test('the second factor is still required after a reset', async () => {
  const person = await givenPerson(context, null)
  const first = await signedInAs(api, person)
  await givenSecondFactor(first, context.now)
  const browser = browserOf(person)
  const token = await givenToken(person)
  const answer = await browser.post('/password/reset', { token, password: NEXT })
  assert.deepEqual(answer.body.data, { stage: 'second_factor' })
  assert.equal((await browser.get('/session')).body.code, 'code_needed')
})

test('links of resets, invitations and checkouts are not interchangeable', async () => {
  const business = await givenBusiness(context)
  const person = await givenPerson(context, business)
  const invited = { email: 'invited@example.com', role: 'support' } as const
  const { token: invitation } = await invite(context, business.businessId, invited)
  const { access_code: accessCode } = await givenPayment(api, business)
  const token = await givenToken(person)
  const browser = browserOf(person)

  for (const wrong of [invitation, accessCode, `${token}A`, token.slice(1), 'x', 'A'.repeat(43)]) {
    assert.equal((await reset(person, wrong)).body.code, 'link_not_valid', wrong)
  }
  for (const wrong of [token, accessCode]) {
    const person = { token: wrong, name: 'Ada', password: NEXT }
    const opened = await browser.post('/invitations/open', { token: wrong })
    const accepted = await browser.post('/invitations/accept', person)
    assert.equal(opened.body.code, 'link_not_valid')
    assert.equal(accepted.body.code, 'link_not_valid')
  }
  for (const wrong of [token, invitation]) {
    const answer = await api.get(`/checkout/${wrong}/status`)
    assert.equal(answer.body.code, 'transaction_not_found')
  }
  assert.equal((await reset(person, token)).status, 200, 'the right one is good still')
})

test('a sign-in with the old password during its change leaves no session', async () => {
  const person = await givenPerson(context, null)
  const { loginId } = person
  const passwordHash = await hashPassword(NEXT)
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let hold = () => {}
  const held = new Promise<void>((resolve) => {
    hold = resolve
  })
  const replacing = context.sql.begin(async (sql) => {
    await sql`update login set password_hash = ${passwordHash} where login_id = ${loginId}`
    await endSessionsBut(sql, { loginId, kept: null, now: moment })
    hold()
    await released
  })
  await held
  const browser = browserOf(person)
  const { email, password } = person
  // It has read the old row and waits to count the try: then its password is right.
  const signingIn = browser.post('/session', { email, password })
  await until('the sign-in waits for the row', async () => {
    const [row] = await asOwner(
      context,
      (sql) => sql`
        select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'
      `,
    )
    return row!['count'] > 0
  })
  release()
  await replacing
  assert.equal((await signingIn).status, 401)
  assert.equal((await browser.get('/session')).body.code, 'signed_out')
})

async function countEmails(): Promise<number> {
  const [row] = await context.sql`select count(*)::int as count from login_letter`
  return row!['count']
}
