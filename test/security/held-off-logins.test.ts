import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { ResetId } from '../../src/accounts/logins/account.sql.ts'
import { resetToken } from '../../src/accounts/logins/account.ts'
import { sendLoginEmails } from '../../src/operator/notices/notices.ts'
import { later, MINUTE, SECOND } from '../../src/platform/clock.ts'
import { useApi } from '../api.ts'
import {
  type Browser,
  givenPerson,
  givenSecondFactor,
  openBrowser,
  PASSWORD,
  type Person,
  signedInAs,
} from '../logins.ts'
import { watchedMail } from '../receipts.ts'
import { givenBusiness, until, useContext } from '../support.ts'

// Whoever knows an e-mail address must not lock its owner out: not of a device on which they signed
// in before, not of the sessions that are open, and not for long of anything else.

const context = useContext()
const api = useApi(context)
const WRONG = 'sparrow kettle umbrella novel 48'
const NEW = 'novel sparrow kettle umbrella 97'

let moment: Date
before(async () => {
  await context.opened
  moment = context.now()
  context.now = () => moment
  context.monotonicMs = () => moment.getTime()
})

let networks = 0
function elsewhere(): string {
  networks += 1
  return `10.7.${networks >> 8}.${networks & 255}`
}

const given = async () => givenPerson(context, await givenBusiness(context))

function signIn(browser: Browser, { email }: Person, password: string) {
  return browser.post('/session', { email, password })
}

/** Ten wrong passwords of somebody who knows the address; answers where they are. */
async function attack(person: Person): Promise<Browser> {
  const browser = openBrowser(api, person, elsewhere())
  for (let tries = 0; tries < 10; tries += 1) {
    assert.equal((await signIn(browser, person, WRONG)).status, 401)
    moment = later(moment, 65 * SECOND)
  }
  assert.equal((await signIn(browser, person, WRONG)).status, 429)
  return browser
}

/** As if so many wrong ones had come from elsewhere, as far as the account counts them. */
async function shut({ loginId, email }: Person): Promise<void> {
  await context.sql`update login set failures = 100 where login_id = ${loginId}`
  const subject = context.keys.fingerprint(`account ${email}`)
  await context.sql`
    insert into sign_in_failure (subject, failures, since, next_at)
    values (${subject}, 50, ${moment}, ${moment})
    on conflict (subject) do update set failures = 50, since = ${moment}, next_at = ${moment}
  `
}

test('ten wrong passwords from one network hold off that network, and nobody else', async () => {
  const person = await given()
  const stranger = await attack(person)
  assert.equal((await signIn(stranger, person, PASSWORD)).status, 429)
  const owner = openBrowser(api, person, elsewhere())
  assert.equal((await signIn(owner, person, PASSWORD)).status, 200, 'a new device elsewhere')
})

test('a device on which the owner signed in before is never held off by strangers', async () => {
  const person = await given()
  const device = await signedInAs(api, person)
  await device.delete('/session')
  await shut(person)
  const stranger = openBrowser(api, person, elsewhere())
  assert.equal((await signIn(stranger, person, PASSWORD)).status, 429)
  assert.equal((await signIn(device, person, PASSWORD)).status, 200)
  await shut(person)
  assert.equal((await signIn(device, person, PASSWORD)).status, 200, 'however often')
  moment = later(moment, 61 * MINUTE)
  const answer = await signIn(stranger, person, PASSWORD)
  assert.equal(answer.status, 401, 'a hundred in a row shut it to strangers for good')
})

test('from a known device ten wrong passwords are looked at as well, and a hundred make it a stranger', async () => {
  const person = await given()
  const device = await signedInAs(api, person)
  await device.delete('/session')
  let judged = 0
  for (let tries = 0; tries < 12; tries += 1) {
    judged += (await signIn(device, person, WRONG)).status === 401 ? 1 : 0
    moment = later(moment, 65 * SECOND)
  }
  assert.equal(judged, 10)
  const elsewhereStill = openBrowser(api, person, elsewhere())
  assert.equal((await signIn(elsewhereStill, person, WRONG)).status, 401, 'counted apart')
  await context.sql`
    update login set device_failures = 100, failures = 100 where login_id = ${person.loginId}
  `
  assert.equal((await signIn(device, person, PASSWORD)).status, 401)
})

test('the cookie of a device opens nothing, and is good for one login and one password', async () => {
  const [person, other] = [await given(), await given()]
  const device = await signedInAs(api, person)
  const [[name, cookie]] = [...device.devices()] as [[string, string]]
  assert.match(name, /^device-[0-9a-f]{16}$/)
  assert(!cookie.includes(person.loginId) && !cookie.includes(person.email))

  const bare = openBrowser(api, person, elsewhere())
  const answer = await bare.ask('GET', '/session', undefined, { cookie })
  assert.equal(answer.body.code, 'signed_out')

  const { headers } = await signIn(openBrowser(api, person, elsewhere()), person, PASSWORD)
  const set = [headers['set-cookie']].flat().map(String)
  const kept = set.find((one) => one.startsWith('device-'))!
  assert.match(kept, /; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/)

  await shut(other)
  const ofOther = await signedInAsBefore(other)
  for (const forged of [
    cookie,
    cookie.replace(name, ofOther.split('=')[0]!),
    `${ofOther.slice(0, -1)}${ofOther.endsWith('A') ? 'Q' : 'A'}`,
    `${ofOther.split('=')[0]}=.`,
  ]) {
    const sent = { email: other.email, password: PASSWORD }
    const tried = await bare.ask('POST', '/session', sent, { cookie: forged })
    assert.equal(tried.status, 429, forged)
  }
})

/** The cookie of a device of theirs, which somebody shut out has still. */
async function signedInAsBefore(person: Person): Promise<string> {
  await context.sql`update login set failures = 0 where login_id = ${person.loginId}`
  const subject = context.keys.fingerprint(`account ${person.email}`)
  await context.sql`update sign_in_failure set failures = 0 where subject = ${subject}`
  const device = await signedInAs(api, person)
  await shut(person)
  return [...device.devices().values()][0]!
}

test('a new password revokes every known device but the one that sets it', async () => {
  const person = await given()
  const [here, lost] = [await signedInAs(api, person), await signedInAs(api, person)]
  const change = { current_password: PASSWORD, password: NEW }
  assert.equal((await here.put('/password', change)).status, 200)
  await shut(person)
  assert.equal((await signIn(lost, person, NEW)).status, 429)
  assert.equal((await signIn(here, person, NEW)).status, 200)

  const token = await resetOf(person)
  const mailbox = openBrowser(api, person, elsewhere())
  assert.equal((await mailbox.post('/password/reset', { token, password: PASSWORD })).status, 200)
  await shut(person)
  assert.equal((await signIn(here, person, PASSWORD)).status, 429)
  assert.equal((await signIn(mailbox, person, PASSWORD)).status, 200, 'by mail one always gets in')
})

async function resetOf(person: Person): Promise<string> {
  await openBrowser(api, person, elsewhere()).post('/password/forgotten', { email: person.email })
  const resetId = await until('the reset is written', async () => {
    const [row] = await context.sql<{ resetId: ResetId }[]>`
      select reset_id from password_reset where login_id = ${person.loginId} and used_at is null
    `
    return row?.resetId ?? null
  })
  return resetToken(context, resetId)
}

test('whatever strangers try, an open session confirms its password and changes it', async () => {
  const person = await given()
  const session = await signedInAs(api, person)
  await shut(person)
  assert.equal((await session.post('/session/confirm', { password: PASSWORD })).status, 200)
  assert.equal(
    (await session.put('/password', { current_password: PASSWORD, password: NEW })).status,
    200,
  )
})

test('whoever has stolen a session gets ten tries at the password, and the owner loses none', async () => {
  const person = await given()
  const [stolen, own] = [await signedInAs(api, person), await signedInAs(api, person)]
  let judged = 0
  for (let tries = 0; tries < 30; tries += 1) {
    const answer = await stolen.post('/session/confirm', { password: WRONG })
    judged += answer.status === 401 ? 1 : 0
    moment = later(moment, 20 * MINUTE)
    await stolen.get('/session')
    await own.get('/session')
  }
  assert.equal(judged, 10)
  assert.equal((await own.post('/session/confirm', { password: PASSWORD })).status, 200)
  assert.equal((await signIn(openBrowser(api, person, elsewhere()), person, PASSWORD)).status, 200)
})

test('a right password in between gives nobody more tries at the code of an open session', async () => {
  const person = await given()
  const session = await signedInAs(api, person)
  await givenSecondFactor(session, context.now)
  let judged = 0
  for (let tries = 0; tries < 14; tries += 1) {
    const answer = await session.post('/session/confirm', { password: PASSWORD, code: '000000' })
    judged += answer.body.code === 'wrong_code' ? 1 : 0
    moment = later(moment, 65 * SECOND)
  }
  assert.equal(judged, 10)
})

test('the owner hears of it by mail, once a day, and nobody learns by it who has a login', async () => {
  const person = await given()
  const watching = watchedMail(context)
  const stranger = await attack(person)
  const count = async () => {
    const [row] = await context.sql<[{ count: number }]>`
      select count(*)::int from login_letter where kind = 'held_off' and email = ${person.email}
    `
    return row.count
  }
  await until('an email is written', async () => (await count()) > 0)
  await Promise.all(Array.from({ length: 5 }, () => signIn(stranger, person, WRONG)))
  await sendLoginEmails(watching)
  const mails = watching.mails.filter(({ to }) => to === person.email)
  assert.equal(mails.length, 1)
  assert.match(mails[0]!.text, /http:\/\/cowrie\.test\/dashboard\/forgotten-password\n/)
  assert.equal(await count(), 1)

  const known = await signIn(stranger, person, WRONG)
  const nobody = { ...person, email: `nobody-${networks}@example.com` }
  const unknown = await signIn(await attack(nobody), nobody, WRONG)
  assert.deepEqual(Object.keys(unknown.headers).sort(), Object.keys(known.headers).sort())
  assert.equal(unknown.body.message, known.body.message)
})
