import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import {
  givenPerson,
  givenSecondFactor,
  openBrowser,
  type Person,
  signedInAs,
} from '../../../test/logins.ts'
import { assertStrict, HOSTILE_TEXTS, mailsOf, watchedMail } from '../../../test/receipts.ts'
import { contextOn, disconnect, givenBusiness, useContext } from '../../../test/support.ts'
import { askForReset } from '../../accounts/logins/account.ts'
import type { DueEmail, EmailKind, EmailResult } from '../../accounts/logins/emails.sql.ts'

import { invite } from '../../accounts/logins/members.ts'
import { composeLoginEmail } from './compose-login-email.ts'
import { sendLoginEmails } from './notices.ts'

// Emails that sign people in: each is sent once, to the right person, with an unbroken link.

const context = useContext()
const api = useApi(context)
const PASSWORD = 'novel sparrow kettle umbrella 97'
const LINK = /http:\/\/cowrie\.test\/dashboard\/(invitation|reset)#([\w-]{43})(?![\w-])/

afterEach(async () => {
  await context.sql`update login_letter set next_at = null`
})

function nobody() {
  return openBrowser(api, {} as Person)
}

function emailOf(kind: EmailKind, businessName = 'Demo Store'): DueEmail {
  const id = '01990000-0000-7000-8000-000000000000' as never
  return {
    kind,
    email: 'ada@example.com',
    subjectId: id,
    businessId: id,
    businessName,
    letterId: id,
    mode: 'test',
    attempts: 0,
    createdAt: context.now(),
  }
}

test('who is invited gets a mail whose link opens the invitation, and it leaves once', async () => {
  const business = await givenBusiness(context)
  const email = 'invited@example.com'
  await invite(context, business.businessId, { email, role: 'support' })
  const watching = watchedMail(context)
  const processes = [contextOn(context.database), contextOn(context.database)]
  await Promise.all([sendLoginEmails(watching), ...processes.map((one) => sendLoginEmails(one))])
  await sendLoginEmails(watching)
  for (const process of processes) await disconnect(process)

  const kept = await context.sql`select sent_at, attempts from login_letter where email = ${email}`
  assert.equal(kept.length, 1)
  assert.equal(kept[0]!['attempts'], 1)
  assert(kept[0]!['sentAt'])
  const [message] = await messagesOfHouse(email)
  const token = LINK.exec(message!.text)?.[2]
  const opened = await nobody().post('/invitations/open', { token })
  assert.equal(opened.body.data.email, email)
})

test('the link of a reset sets the password', async () => {
  const person = await givenPerson(context, null)
  const watching = watchedMail(context)
  await askForReset(context, person.email.toUpperCase())
  assert.equal(await sendLoginEmails(watching), 1)
  const [mail] = watching.mails
  assert.equal(mail!.to, person.email, 'to the address that is known, however it was asked for')
  const token = LINK.exec(mail!.text)?.[2]
  const answer = await nobody().post('/password/reset', { token, password: PASSWORD })
  assert.equal(answer.status, 200, answer.text)
})

test('what opens a login does not lie among the mails that a key can read', async () => {
  const business = await givenBusiness(context)
  const person = await givenPerson(context, business)
  await invite(context, business.businessId, { email: 'other@example.com', role: 'owner' })
  await askForReset(context, person.email)
  assert.equal(await sendLoginEmails(context), 2)
  assert.deepEqual(await mailsOf(api, business), [])
})

test('a mail that the server does not take now is tried again, and one it refuses is not', async () => {
  const business = await givenBusiness(context)
  const outcomes = [{ kind: 'unavailable' }, { kind: 'refused', reason: 'no such box' }] as const
  const watching = watchedMail(context, (_mail, nth) => outcomes[nth - 1] ?? null)
  const email = 'later@example.com'
  await invite(context, business.businessId, { email, role: 'support' })
  const state = async () => {
    const [row] = await context.sql<(EmailResult & { attempts: number })[]>`
      select next_at, sent_at, failure, attempts from login_letter where email = ${email}
    `
    return row!
  }
  await sendLoginEmails(watching)
  const first = await state()
  assert(first.nextAt !== null && first.sentAt === null)
  assert.equal(await sendLoginEmails(watching), 0, 'not before its time')
  const later = { ...watching, now: () => first.nextAt! }
  assert.equal(await sendLoginEmails(later), 1)
  assert.deepEqual(await state(), {
    nextAt: null,
    sentAt: null,
    failure: 'no such box',
    attempts: 2,
  })
  const [one, two] = watching.mails
  assert.equal(one!.key, two!.key, 'the same mail to whoever keeps them')
})

for (const kind of ['invitation', 'password_reset'] as const) {
  test(`the link of the ${kind} is whole, in text and in HTML, under a long address too`, () => {
    for (const baseUrl of ['http://cowrie.test', `https://${'pay.'.repeat(20)}example:8443`]) {
      const { text, html, subject } = composeLoginEmail(
        { ...context, baseUrl: () => baseUrl },
        emailOf(kind),
      )
      const path = kind === 'invitation' ? 'invitation' : 'reset'
      const link = new RegExp(
        `${RegExp.escape(`${baseUrl}/dashboard/${path}#`)}[\\w-]{43}(?![\\w-])`,
      )
      assert.match(text, link)
      assert.match(html, link)
      assert(!link.test(subject))
      assertStrict(html, new RegExp(`^${link.source}$`))
      const label = kind === 'invitation' ? 'Join the team' : 'Set a new password'
      assert.match(html, new RegExp(`<a href="${link.source}"[^>]*>${label}</a>`))
      assert(text.includes(`\n${label}:\n${baseUrl}/`), text)
    }
  })
}

test('a business whose name is hostile writes nothing of its own into a mail of ours', () => {
  for (const name of HOSTILE_TEXTS) {
    const { subject, text, html } = composeLoginEmail(context, emailOf('invitation', name))
    assertStrict(html, LINK)
    assert(!/[\r\n]/.test(subject), 'no header of its own')
    assert([...subject].length < 1_200)
    assert(!/https?:\/\/win\.example|www\.win\.example|win@win/.test(text), 'no link of its own')
    assert.equal(text.match(/https?:\/\/\w/g)?.length, 1)
  }
})

async function messagesOfHouse(to: string): Promise<{ text: string }[]> {
  const operator = await givenPerson(context, null, 'owner', { isOperator: true })
  const browser = await signedInAs(api, operator)
  await givenSecondFactor(browser, context.now)
  const { body } = await browser.get('/operator/messages')
  assert.equal(body.status, 'success', JSON.stringify(body))
  return body.data.filter((message: { to: string }) => message.to === to)
}
