import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Api, openApi } from '../../../test/api.ts'
import {
  type Browser,
  givenPerson,
  openBrowser,
  PASSWORD,
  type Person,
} from '../../../test/logins.ts'
import { watchedMail } from '../../../test/receipts.ts'
import { givenBusiness, type TestContext, useContext } from '../../../test/support.ts'
import { sendLoginEmails } from '../../operator/notices/notices.ts'
import { DAY, HOUR } from '../../platform/clock.ts'
import { invite } from './members.ts'
import { forgetSessions } from './sessions.ts'

// A business that a person opens without an operator.

const context = useContext()
const LINK = /http:\/\/cowrie\.test\/dashboard\/sign-up\/confirm#([\w-]{43})(?![\w-])/
const MAIL = { from: 'house@cowrie.test', url: null, testUrl: 'smtp://mail.cowrie.test' }
const OTHER = 'novel sparrow kettle umbrella 97'

/** With a mail server, as in production. */
let house: TestContext
let api: Api
let closed: Api
let laptop: Api

before(async () => {
  await context.opened
  const { config } = context
  house = { ...context, config: { ...config, mail: MAIL as typeof config.mail } }
  api = await openApi(house)
  closed = await openApi({ ...house, config: { ...house.config, signUp: false } })
  laptop = await openApi(context)
})
after(() => Promise.all([api, closed, laptop].map(({ app }) => app.close())))

/** Each comes from a network of its own. */
let networks = 0
function nobody(at = api): Browser {
  networks += 1
  return openBrowser(at, {} as Person, `203.0.${networks >> 8}.${networks & 255}`)
}

function formOf(email: string, more: object = {}) {
  return {
    business_name: 'Ngozi Sample Foods',
    name: 'Ngozi Sample',
    email,
    password: PASSWORD,
    ...more,
  }
}

async function signUp(email: string, more: object = {}) {
  const answer = await nobody().post('/sign-up', formOf(email, more))
  assert.equal(answer.status, 200, answer.text)
  return answer
}

async function mailsTo(email: string) {
  const watching = watchedMail(house)
  // Some at a time.
  for (let round = 0; round < 5; round++) await sendLoginEmails(watching)
  return watching.mails.filter(({ to }) => to.toLowerCase() === email)
}

/** The link that was emailed last. */
async function tokenFor(email: string): Promise<string> {
  const found = (await mailsTo(email)).map(({ text }) => LINK.exec(text)?.[1])
  return found.at(-1) ?? assert.fail('a link was emailed')
}

function confirm(token: string, password = PASSWORD) {
  return nobody().post('/sign-up/confirm', { token, password })
}

async function countOf(email: string) {
  const [row] = await context.sql<[{ logins: number; businesses: number }]>`
    select (select count(*)::int from login where email_folded = ${email}) as logins,
      (select count(*)::int from business where email = ${email}) as businesses
  `
  return [row.logins, row.businesses]
}

test('who signs up and confirms owns a business with test keys, and is signed in', async () => {
  const email = 'ngozi@example.com'
  assert.equal(
    (await signUp(email, { business_name: ' Ngozi Sample Foods ' })).body.data.link,
    null,
  )
  assert.deepEqual(await countOf(email), [0, 0], 'nothing before the link')
  const token = await tokenFor(email)
  const browser = nobody()
  const opened = await browser.post('/sign-up/open', { token })
  assert.deepEqual(opened.body.data, { email, business_name: 'Ngozi Sample Foods' })
  assert.deepEqual(await countOf(email), [0, 0], 'nothing before the button')

  const { status, body } = await browser.post('/sign-up/confirm', { token, password: PASSWORD })

  assert.equal(status, 200)
  const session = (await browser.get('/session')).body.data
  assert.deepEqual(
    [session.email, session.name, session.is_operator],
    [email, 'Ngozi Sample', false],
  )
  assert.deepEqual(
    session.businesses.map((one: Record<string, unknown>) => [one['business_id'], one['role']]),
    [[body.data.business_id, 'owner']],
  )
  const { data: keys } = (await browser.inside(body.data.business_id).get('/keys')).body
  const paid = await api.post('/api/v1/transactions/initialize', {
    key: keys.find(({ kind }: { kind: string }) => kind === 'secret').key,
    body: { amount: 500_000, email: 'ada@example.com', name: 'Ada Example' },
  })
  assert.equal(paid.status, 200, paid.text)
  const live = await browser.ask('GET', '/balance', undefined, { 'cowrie-mode': 'live' })
  assert.equal(live.status, 403, 'sign-up opens no live mode')
})

test('a link works once, and not with another password', async () => {
  const email = 'once@example.com'
  await signUp(email)
  const token = await tokenFor(email)

  assert.equal((await confirm(token, OTHER)).body.code, 'wrong_credentials')
  assert.deepEqual(await countOf(email), [0, 0])
  assert.equal((await confirm(token)).status, 200)
  assert.equal((await confirm(token)).body.code, 'link_not_valid')
  assert.equal((await nobody().post('/sign-up/open', { token })).body.code, 'link_not_valid')
  assert.deepEqual(await countOf(email), [1, 1])
})

test('a link that was seen by a thief opens nothing without the password, however often', async () => {
  const email = 'guessed@example.com'
  await signUp(email)
  const token = await tokenFor(email)

  const codes = []
  for (let i = 0; i < 5; i++) codes.push((await confirm(token, `${OTHER} ${i}`)).body.code)

  assert.equal(codes[0], 'wrong_credentials')
  assert.equal(codes.at(-1), 'too_many_tries')
  assert.deepEqual(await countOf(email), [0, 0])
})

test('an address with a login gets the same answer, and an email that opens nothing', async () => {
  const person = await givenPerson(context, null)
  const typed = person.email.toUpperCase()

  const [known, unknown] = [await signUp(typed), await signUp('unknown@example.com')]

  assert.deepEqual([known.status, known.body], [unknown.status, unknown.body])
  const [mail, ...more] = await mailsTo(person.email)
  assert.equal(more.length, 0)
  assert.match(mail!.subject, /already have a login/)
  assert.doesNotMatch(mail!.text, LINK)
  assert(mail!.html.includes('/dashboard/sign-in'))
  const browser = openBrowser(api, person)
  const signedIn = await browser.post('/session', { email: person.email, password: PASSWORD })
  assert.equal(signedIn.status, 200, 'their password is the old one')
})

test('of two sign-ups of one address that are confirmed at once, one opens a business', async () => {
  const email = 'twice@example.com'
  await Promise.all([signUp(email), signUp(email.toUpperCase())])
  const tokens = (await mailsTo(email)).map(({ text }) => LINK.exec(text)?.[1] ?? '')
  assert.equal(new Set(tokens).size, 2)

  const answers = await Promise.all([...tokens, ...tokens].map((token) => confirm(token)))

  const statuses = answers.map(({ status }) => status).sort()
  assert.deepEqual([statuses[0], statuses.filter((one) => one === 200).length], [200, 1])
  assert(statuses.every((one) => one < 500))
  const [row] = await context.sql`
    select (select count(*)::int from login where email_folded = ${email}) as logins,
      (select count(*)::int from business where lower(email) = ${email}) as businesses
  `
  assert.deepEqual([row!['logins'], row!['businesses']], [1, 1])
})

test('a link that has expired says so, and a new one can be asked for with it', async () => {
  const email = 'late@example.com'
  await signUp(email)
  const old = await tokenFor(email)
  await context.advance(1 * DAY)

  assert.equal((await nobody().post('/sign-up/open', { token: old })).body.code, 'sign_up_expired')
  assert.equal((await confirm(old)).body.code, 'sign_up_expired')
  assert.equal((await nobody().post('/sign-up/again', { token: old })).status, 200)
  const token = await tokenFor(email)
  assert.equal((await confirm(token)).status, 200)
  assert.equal((await nobody().post('/sign-up/again', { token: old })).body.code, 'link_not_valid')
  assert.deepEqual(await countOf(email), [1, 1])
})

test('an email that did not arrive is sent again: each of its links works until one has', async () => {
  const email = 'lost@example.com'
  await signUp(email)
  const first = await tokenFor(email)
  await signUp(email)
  const second = await tokenFor(email)

  assert.notEqual(first, second)
  assert.equal((await confirm(first)).status, 200)
  assert.equal((await confirm(second)).body.code, 'link_not_valid')
})

test('an address takes five emails an hour, and a network asks for twenty', async () => {
  const email = 'flooded@example.com'
  for (let i = 0; i < 5; i++) await signUp(email)
  const more = await nobody().post('/sign-up', formOf(email))
  assert.deepEqual([more.status, more.body.code], [429, 'too_many_tries'])
  assert(Number(more.headers['retry-after']) > 0)
  assert.equal((await mailsTo(email)).length, 5)

  const one = nobody()
  const statuses = []
  for (let i = 0; i < 21; i++) {
    statuses.push((await one.post('/sign-up', formOf(`many-${i}@example.com`))).status)
  }
  assert.deepEqual(
    [statuses.slice(0, 20).every((status) => status === 200), statuses[20]],
    [true, 429],
  )
  await context.advance(1 * HOUR)
  assert.equal((await one.post('/sign-up', formOf(email))).status, 200)
})

test('a password that is easy to guess is refused at its field, for every address alike', async () => {
  const person = await givenPerson(context, null)
  for (const email of [person.email, 'weak@example.com']) {
    const { status, body } = await nobody().post(
      '/sign-up',
      formOf(email, { password: 'passwordpassword' }),
    )
    assert.deepEqual([status, body.errors?.[0].field], [400, 'password'], JSON.stringify(body))
  }
})

test('with sign-up turned off, nothing is asked for, sent again or confirmed, and a page says whom to ask', async () => {
  const email = 'closed@example.com'
  await signUp(email)
  const token = await tokenFor(email)
  const tries = [
    ['/sign-up', formOf('new@example.com')],
    ['/sign-up/open', { token }],
    ['/sign-up/again', { token }],
    ['/sign-up/confirm', { token, password: PASSWORD }],
  ] as const

  for (const [path, body] of tries) {
    const answer = await nobody(closed).post(path, body)
    assert.deepEqual([answer.status, answer.body.code], [403, 'sign_up_closed'], path)
  }
  assert.deepEqual(await countOf(email), [0, 0])
  const page = await closed.send({ method: 'GET', url: '/sign-up' })
  assert.deepEqual([page.status, page.text.includes('opens businesses here')], [200, true])
})

test('another site can neither sign somebody up nor confirm', async () => {
  const email = 'forged@example.com'
  await signUp(email)
  const token = await tokenFor(email)
  const headers = { 'cowrie-dashboard': '' }
  const forms = [
    ['/sign-up', formOf('forged-too@example.com')],
    ['/sign-up/confirm', { token, password: PASSWORD }],
  ] as const

  for (const [path, body] of forms) {
    const answer = await nobody().ask('POST', path, body, headers)
    assert.equal(answer.status, 403, answer.text)
  }
  assert.equal((await nobody().ask('GET', `/sign-up/confirm?token=${token}`)).status, 405)
  assert.deepEqual(await countOf(email), [0, 0])
})

test('the name of a business is text in the email, and no link', async () => {
  const email = 'hostile@example.com'
  await signUp(email, { business_name: '<b>evil.example/pay</b>' })

  const [mail] = await mailsTo(email)

  assert(!mail!.html.includes('<b>evil'))
  assert(!mail!.text.includes('evil.example/pay'))
})

test('a login that another business made without proof is reset, by the email alone', async () => {
  const business = await givenBusiness(context)
  const email = 'unproved@example.com'
  await context.sql`select 1`
  const { token: invited } = await invite(context, business.businessId, { email, role: 'support' })
  const stranger = openBrowser(laptop, {} as Person, '198.51.100.7')
  const joined = await stranger.post('/invitations/accept', {
    token: invited,
    name: 'Ada',
    password: OTHER,
  })
  assert.equal(joined.status, 200, joined.text)
  await signUp(email)

  assert.equal((await confirm(await tokenFor(email))).status, 200)

  assert.equal((await stranger.get('/session')).status, 401, 'who set it up is signed out')
  const old = await nobody().post('/session', { email, password: OTHER })
  assert.equal(old.body.code, 'wrong_credentials')
})

test('a laptop without a mail server shows the link itself', async () => {
  const email = 'laptop@example.com'
  const { body } = await nobody(laptop).post('/sign-up', formOf(email))
  const token = LINK.exec(body.data.link)![1]!

  const answer = await nobody(laptop).post('/sign-up/confirm', { token, password: PASSWORD })

  assert.equal(answer.status, 200)
  const [row] = await context.sql`select proved_at from login where email = ${email}`
  assert.equal(row!['provedAt'], null, 'nobody has shown that the mailbox is theirs')
  const production = { ...context, config: { ...context.config, isProduction: true } }
  const there = await openApi(production)
  const told = await nobody(there).post('/sign-up', formOf('production@example.com'))
  await there.app.close()
  assert.equal(told.body.data.link, null)
})

test('sign-ups are forgotten with their emails', async () => {
  await signUp('forgotten@example.com')
  await context.advance(60 * DAY)
  await forgetSessions(context)
  assert.deepEqual([...(await context.sql`select from sign_up`)], [])
})
