import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { askForReset, resetToken } from '../../src/accounts/logins/account.ts'
import { invite } from '../../src/accounts/logins/members.ts'
import { makeOperator } from '../../src/accounts/logins/operators.ts'
import { sendLoginEmails } from '../../src/operator/notices/notices.ts'
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
import { newFolder, removeFolder, startService, stopService } from '../process.ts'
import { watchedMail } from '../receipts.ts'
import { asOwner, givenBusiness, type TestContext, until, useContext } from '../support.ts'

// Who may become what. Without a mail server the inviter sees the link of an invitation, and may
// make a login for an address that is not theirs. Nothing but the inviter's business must follow.

const context = useContext()
const api = useApi(context)
const OWN_PASSWORD = 'novel sparrow kettle umbrella 97'
const TOKEN = /#([\w-]{43})(?![\w-])/

let people = 0
function next(): number {
  people += 1
  return people
}
const freshEmail = () => `cto-${next()}@example.com`
const nobody = () => openBrowser(api, {} as Person, `10.5.0.${next()}`)

/** A service whose mail goes through a mail server, which keeps it. */
function mailing() {
  const mails = watchedMail(context)
  return Object.assign(mails, {
    config: { ...context.config, mail: { ...context.config.mail, testUrl: 'smtp://mail.test' } },
  })
}

async function givenOwner(): Promise<Browser> {
  const business = await givenBusiness(context)
  return signedInAs(api, await givenPerson(context, business), business.businessId)
}

async function linkFrom(owner: Browser, email: string): Promise<string> {
  const { status, body, text } = await owner.post('/invitations', { email, role: 'finance' })
  assert.equal(status, 201, text)
  return TOKEN.exec(body.data.link)![1]!
}

/** The inviter opens the link themselves: password, session and second factor are theirs. */
async function givenStranger(owner: Browser, email = freshEmail()) {
  const browser = nobody()
  const token = await linkFrom(owner, email)
  const accept = { token, name: 'Mallory Sample', password: PASSWORD }
  assert.equal((await browser.post('/invitations/accept', accept)).status, 200)
  await givenSecondFactor(browser, context.now)
  return { email, browser }
}

/** An invitation or reset by mail; answers the token that only the mailbox has. */
async function tokenByMail(send: (through: TestContext) => Promise<unknown>): Promise<string> {
  const through = mailing()
  const mailed = context.config
  Object.assign(context, { config: through.config })
  try {
    await send(through)
    await sendLoginEmails(through)
  } finally {
    Object.assign(context, { config: mailed })
  }
  return TOKEN.exec(through.mails.at(-1)!.text)![1]!
}

async function signsIn(email: string, password: string): Promise<boolean> {
  return (await nobody().post('/session', { email, password })).status === 200
}

const businesses = async (browser: Browser) =>
  ((await browser.get('/session')).body.data?.businesses ?? []).length

test('a login that an inviter made for an address of somebody else never becomes an operator', async () => {
  const { email, browser } = await givenStranger(await givenOwner())
  await assert.rejects(makeOperator(context, email), { code: 'address_not_proved' })
  await assert.rejects(makeOperator(context, email.toUpperCase()), { code: 'address_not_proved' })
  const answer = await browser.get('/operator/businesses')
  assert.deepEqual([answer.status, answer.body.code], [403, 'role_forbids'])
  await assert.rejects(
    asOwner(context, (sql) => sql`update login set is_operator = true where email = ${email}`),
    /login_operator_is_proved/,
    'the database refuses it as well',
  )
})

test('whoever becomes an operator starts anew: password, sessions and second step of before end', async () => {
  const person = await givenPerson(context, await givenBusiness(context))
  const before = await signedInAs(api, person)
  await givenSecondFactor(before, context.now)

  const { isNew, link } = await makeOperator(context, person.email)
  assert.equal(isNew, false)
  assert.equal((await before.get('/session')).status, 401, 'the session has ended')
  assert.equal(await signsIn(person.email, PASSWORD), false, 'the password opens nothing')

  const browser = nobody()
  const token = TOKEN.exec(link!)![1]
  const reset = await browser.post('/password/reset', { token, password: OWN_PASSWORD })
  assert.deepEqual(reset.body.data, { stage: 'open' }, 'nor is a code of the old app asked for')
  const early = await browser.get('/operator/businesses')
  assert.deepEqual([early.status, early.body.code], [403, 'second_factor_needed'])
  await givenSecondFactor(browser, context.now)
  assert.equal((await browser.get('/operator/businesses')).status, 200)
  const again = await nobody().post('/password/reset', { token, password: PASSWORD })
  assert.equal(again.body.code, 'link_not_valid')
})

test('with a mail server the link of a new operator is in their mail, and nowhere else', async () => {
  const email = freshEmail()
  let shown: string | null = ''
  const token = await tokenByMail(async (through) => {
    shown = (await makeOperator(through, email)).link
  })
  assert.equal(shown, null)
  const reset = await nobody().post('/password/reset', { token, password: OWN_PASSWORD })
  assert.equal(reset.status, 200, reset.text)
})

test('no second business takes in a login whose address was never proved', async () => {
  const { email, browser } = await givenStranger(await givenOwner())
  const second = await givenOwner()
  const refused = await second.post('/invitations', { email, role: 'owner' })
  assert.deepEqual([refused.status, refused.body.code], [409, 'address_not_proved'])
  assert.equal(await businesses(browser), 1)
})

test('an invitation that was open before the stranger took the address does not attach to them', async () => {
  const email = freshEmail()
  const token = await linkFrom(await givenOwner(), email)
  const { browser } = await givenStranger(await givenOwner(), email)
  for (const one of [browser, nobody()]) {
    for (const path of ['/invitations/open', '/invitations/accept']) {
      const person = { token, name: 'Mallory Sample', password: PASSWORD }
      const answer = await one.post(path, path.endsWith('open') ? { token } : person)
      assert.deepEqual([answer.status, answer.body.code], [409, 'address_not_proved'], path)
    }
  }
  assert.equal(await businesses(browser), 1)
})

for (const kind of ['an address without a login', 'a login that left its business']) {
  test(`of two businesses at once, one takes in ${kind}`, async () => {
    const email = freshEmail()
    const [one, other] = [await givenOwner(), await givenOwner()]
    if (kind !== 'an address without a login') {
      const stranger = await givenStranger(one, email)
      await context.sql`
        delete from membership using login
        where login.login_id = membership.login_id and email = ${stranger.email}
      `
    }
    const tokens = [await linkFrom(one, email), await linkFrom(other, email)]
    const answers = await Promise.all(
      tokens.map((token) =>
        nobody().post('/invitations/accept', { token, name: 'Ada Example', password: PASSWORD }),
      ),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
    const [row] = await context.sql<[{ count: number }]>`
      select count(*)::int from membership join login using (login_id) where email = ${email}
    `
    assert.equal(row.count, 1)
  })
}

test('who opens an invitation from their mailbox gets the login, and the stranger is out of it', async () => {
  const { email, browser: stranger } = await givenStranger(await givenOwner())
  const second = await givenOwner()
  const token = await tokenByMail(() => second.post('/invitations', { email, role: 'owner' }))

  const own = nobody()
  const { body } = await own.post('/invitations/open', { token })
  assert.equal(body.data.has_login, false, 'they choose a password of their own')
  const asStranger = await stranger.post('/invitations/accept', { token })
  assert.equal(asStranger.body.code, 'password_needed', 'being signed in as it is not enough')
  const accept = { token, name: 'Ada Example', password: OWN_PASSWORD }
  assert.equal((await own.post('/invitations/accept', accept)).status, 200)
  assert.equal(await businesses(own), 2)

  assert.equal((await stranger.get('/session')).status, 401)
  assert.equal(await signsIn(email, PASSWORD), false)
  const { body: session } = await own.get('/session')
  assert.equal(session.data.second_factor, false, 'the app of the stranger counts no longer')
  await makeOperator(context, email)
})

test('who proves the address while an invitation to it is opened is not made anew by that', async () => {
  const { email } = await givenStranger(await givenOwner())
  const second = await givenOwner()
  const token = await tokenByMail(() => second.post('/invitations', { email, role: 'finance' }))
  const accept = { token, name: 'Ada Example', password: OWN_PASSWORD }

  const accepted = await context.sql.begin(async (sql) => {
    await sql`select from login where email = ${email} for update`
    const opening = nobody().post('/invitations/accept', accept)
    await until('who opens it waits for the login', async () => {
      const waiting = await context.sql`
        select 1 from pg_locks waiting
        join pg_locks its on its.pid = waiting.pid and its.relation = 'login'::regclass
        where not waiting.granted
      `
      return waiting.length > 0
    })
    await sql`update login set proved_at = ${context.now()} where email = ${email}`
    return [opening]
  })

  const [opening] = accepted
  assert.equal((await opening!).body.code, 'sign_in_to_accept')
  assert.equal(await signsIn(email, OWN_PASSWORD), false)
  assert.equal(await signsIn(email, PASSWORD), true)
})

test('who resets the password by mail has proved the address, and a link that others read proves nothing', async () => {
  const { email } = await givenStranger(await givenOwner())
  await nobody().post('/password/forgotten', { email })
  const seen = await eventuallyReset(email)
  const byHouse = await nobody().post('/password/reset', { token: seen, password: OWN_PASSWORD })
  assert.equal(byHouse.body.data.stage, 'second_factor', 'and leaves the second step as it is')
  await assert.rejects(makeOperator(context, email), { code: 'address_not_proved' })

  const token = await tokenByMail(async (through) => {
    await askForReset(through, email)
  })
  const reset = await nobody().post('/password/reset', { token, password: OWN_PASSWORD })
  assert.deepEqual(reset.body.data, { stage: 'open' })
  await makeOperator(context, email)
})

test('a mail that in the end lay where operators read it proves nothing', async () => {
  const owner = await givenOwner()
  const email = freshEmail()
  const through = mailing()
  const [{ business_id: id }] = (await owner.get('/session')).body.data.businesses
  const mailed = { ...context, config: through.config }
  const { token } = await invite(mailed, id, { email, role: 'support' })
  await sendLoginEmails(context)
  const accept = { token, name: 'Ada Example', password: PASSWORD }
  assert.equal((await nobody().post('/invitations/accept', accept)).status, 200)
  await assert.rejects(makeOperator(context, email), { code: 'address_not_proved' })
})

test('who left the one business that invited them can be invited again, with a new password', async () => {
  const owner = await givenOwner()
  const { email, browser } = await givenStranger(owner)
  const { body } = await owner.get('/members')
  const { login_id: id } = body.data.find((member: { email: string }) => member.email === email)
  assert.equal((await owner.delete(`/members/${id}`)).status, 200)
  const second = await givenOwner()
  const token = await linkFrom(second, email)
  const accept = { token, name: 'Ada Example', password: OWN_PASSWORD }
  assert.equal((await nobody().post('/invitations/accept', accept)).status, 200)
  assert.equal((await browser.get('/session')).status, 401, 'whoever had it before is out')
})

test('npm run operator says what it did, and why it refuses', async () => {
  const folder = newFolder()
  const service = await startService(folder)
  try {
    const refused = operator(folder, ['not-an-address'])
    assert.equal(refused.status, 2)
    const made = operator(folder, ['ada@example.com'])
    assert.equal(made.status, 0, made.stderr)
    assert.match(made.stdout, /^ada@example\.com is an operator\.$/m)
    assert(!/have ended/.test(made.stdout))
    const [, link = ''] = /^ {2}(http.*)$/m.exec(made.stdout) ?? []
    assert(link.startsWith(`${service.baseUrl}/dashboard/reset#`), link)
    const body = { token: TOKEN.exec(link)![1], password: OWN_PASSWORD }
    assert.equal(await ask(service.baseUrl, '/password/reset', body), 200)
    assert.match(operator(folder, ['ada@example.com']).stdout, /sessions have ended/)
    const former = { email: 'ada@example.com', password: OWN_PASSWORD }
    assert.equal(await ask(service.baseUrl, '/session', former), 401)

    const { email, password } = service.demo.dashboard
    assert.equal(await ask(service.baseUrl, '/session', { email, password }), 200)
    assert.equal(operator(folder, ['nobody@example.com', '--remove']).status, 1)
  } finally {
    await stopService(service)
    removeFolder(folder)
  }
})

function operator(folder: string, words: string[]) {
  const ours = {
    COWRIE_DATA: folder,
    COWRIE_MASTER_KEY: '',
    DATABASE_URL: '',
    NODE_TEST_CONTEXT: '',
  }
  const line = ['--disable-warning=ExperimentalWarning', 'scripts/operator.ts', ...words]
  const options = { encoding: 'utf8', timeout: 60_000, env: { ...process.env, ...ours } } as const
  return spawnSync(process.execPath, line, options)
}

async function ask(baseUrl: string, path: string, body: object): Promise<number> {
  const headers = { 'content-type': 'application/json', 'cowrie-dashboard': '1' }
  const options = { method: 'POST', headers, body: JSON.stringify(body) }
  return (await fetch(`${baseUrl}/dashboard/api${path}`, options)).status
}

async function eventuallyReset(email: string): Promise<string> {
  for (;;) {
    const [row] = await context.sql<{ resetId: never }[]>`
      select reset_id from password_reset join login using (login_id) where email = ${email}
    `
    if (row) return resetToken(context, row.resetId)
  }
}
