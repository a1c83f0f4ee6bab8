import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { useApi } from '../../../test/api.ts'
import { holdTransactions } from '../../../test/held-transactions.ts'
import {
  type Browser,
  givenPerson,
  givenSecondFactor,
  openBrowser,
  PASSWORD,
  type Person,
  signedInAs,
} from '../../../test/logins.ts'
import { asOwner, contextOn, givenBusiness, until, useContext } from '../../../test/support.ts'
import type { ResetId } from '../../accounts/logins/account.sql.ts'
import { askForReset, resetToken } from '../../accounts/logins/account.ts'
import { MINUTE } from '../../platform/clock.ts'
import { type BusinessId, HOUSE } from '../context.ts'
import type { AuditEntry } from './audit.sql.ts'
import { note, verifyAudit } from './audit.ts'

// The audit log: entries before and after, in a chain that detects changes.

const context = useContext()
const api = useApi(context)
const NEXT = 'novel sparrow kettle umbrella 97'
const BVN = '22212345678'

before(() => context.opened)

type Entry = {
  number: bigint
  email: string
  loginId: string | null
  address: string
  requestId: string
  action: string
  subject: string
  mode: string | null
  bodyDigest: Buffer | null
  outcome: number | null
}

/** Oldest first. */
async function entriesOf(businessId: BusinessId): Promise<Entry[]> {
  const rows = await context.sql<Entry[]>`
    select * from audit_entry where business_id = ${businessId} order by number
  `
  return [...rows]
}

async function newestOf(businessId: BusinessId, count: number): Promise<Entry[]> {
  return (await entriesOf(businessId)).slice(-count)
}

async function given(role: 'owner' | 'support' = 'owner') {
  const business = await givenBusiness(context)
  const person = await givenPerson(context, business, role)
  return { business, person, browser: await signedInAs(api, person, business.businessId) }
}

test('a change is recorded at its request and at its end, with one request id', async () => {
  const { business, person, browser } = await given()
  const answer = await browser.put('/settings/checkout', { language: 'yo' })
  assert.equal(answer.status, 200)
  const [asked, ended] = await newestOf(business.businessId, 2)
  for (const entry of [asked!, ended!]) {
    assert.equal(entry.action, 'PUT /settings/checkout')
    assert.equal(entry.subject, '/settings/checkout')
    assert.equal(entry.email, person.email)
    assert.equal(entry.loginId, person.loginId)
    assert.equal(entry.address, '127.0.0.1')
    assert.equal(entry.mode, 'test')
    const sent = context.keys.fingerprint(JSON.stringify({ language: 'yo' }))
    assert.deepEqual(entry.bodyDigest, sent)
    assert.equal(entry.requestId, answer.headers['x-request-id'])
  }
  assert.deepEqual([asked!.outcome, ended!.outcome], [null, 200])
})

test('a refused change is recorded too, and an allowed read is not', async () => {
  const { business, browser } = await given('support')
  const { businessId } = business
  const before = (await entriesOf(businessId)).length
  assert.equal((await browser.get('/transactions')).status, 200)
  assert.equal((await entriesOf(businessId)).length, before)

  const refused = [
    await browser.post('/refunds', { transaction: 'x', amount: 1 }),
    await browser.get('/audit'),
    await browser.get('/transactions/export'),
  ]
  for (const { body } of refused) assert.equal(body.code, 'role_forbids')
  const entries = await entriesOf(businessId)
  assert.deepEqual(
    entries.slice(before).map(({ action, outcome }) => [action, outcome]),
    [
      ['POST /refunds', 403],
      ['GET /audit', 403],
      ['GET /transactions/export', 403],
    ],
  )
  const [asked, ended] = await (async () => {
    await browser.post('/sandbox/transfers', { account_number: '0000000000', amount: 500_000 })
    return newestOf(businessId, 2)
  })()
  assert.deepEqual([asked!.outcome, ended!.outcome], [null, 404])
})

test('a request to another’s business is in the log of the house, and not in that of the business', async () => {
  const { person, browser } = await given()
  const other = await givenBusiness(context, 'Other Store')
  const answer = await browser.inside(other.businessId).get('/transactions')
  assert.equal(answer.body.code, 'role_forbids')
  assert.deepEqual(await entriesOf(other.businessId), [])
  const [entry] = await newestOf(HOUSE, 1)
  assert.deepEqual(
    [entry!.email, entry!.action, entry!.outcome],
    [person.email, 'GET /transactions', 403],
  )
})

test('a business id in capitals is the same business, and its chain holds', async () => {
  const { business, browser } = await given()
  const shouted = browser.inside(business.businessId.toUpperCase() as BusinessId)
  const answer = await shouted.put('/settings/checkout', { language: 'yo' })
  assert([200, 403].includes(answer.status), answer.text)
  assert.deepEqual(await verifyAudit(context.sql), [])
})

test('a non-operator’s request to an operator route is in the log of the house only', async () => {
  const { browser } = await given()
  const other = await givenBusiness(context, 'Other Store')
  assert.equal((await browser.get('/operator/audit')).body.code, 'role_forbids')
  const path = `/operator/businesses/${other.businessId}/activate`
  assert.equal((await browser.post(path)).status >= 403, true)
  assert.deepEqual(await entriesOf(other.businessId), [])
  assert.equal((await newestOf(HOUSE, 1))[0]!.outcome, 403)
})

test('a sign-in is in the logs of all businesses of the person, and of the house', async () => {
  const { business, person } = await given('support')
  const second = await givenBusiness(context, 'Second Store')
  await context.sql`
    insert into membership (business_id, login_id, role, created_at)
    values (${second.businessId}, ${person.loginId}, 'support', ${context.now()})
  `
  await signedInAs(api, person)
  for (const id of [business.businessId, second.businessId, HOUSE]) {
    const [entry] = await newestOf(id, 1)
    assert.deepEqual(
      [entry!.action, entry!.outcome, entry!.email, entry!.loginId],
      ['POST /session', 200, person.email, person.loginId],
    )
  }
  const owner = await givenPerson(context, business)
  const shown = await (await signedInAs(api, owner, business.businessId)).get('/audit')
  assert(shown.body.data.some((one: { email: string }) => one.email === person.email))
})

test('a wrong password is in the log of the house with the email address, without the password', async () => {
  const { email } = await givenPerson(context, null)
  const browser = openBrowser(api, {} as Person)
  await browser.post('/session', { email, password: 'wrong password, all of it' })
  const [tried] = await newestOf(HOUSE, 1)
  assert.deepEqual([tried!.email, tried!.outcome, tried!.loginId], [email, 401, null])
  await browser.post('/session', { email: PASSWORD, password: 'x' })
  assert.equal((await newestOf(HOUSE, 1))[0]!.email, '', 'a password in the wrong field')
})

test('no typed address breaks the chain', async () => {
  const browser = openBrowser(api, {} as Person, '10.3.0.1')
  for (const email of [
    `${'a'.repeat(98)}@\u{1F600}${'b'.repeat(20)}`,
    `${'a'.repeat(97)}@\u{1F600}${'b'.repeat(20)}`,
    `@${'\u{1F600}'.repeat(120)}`,
    `@${'\u0301'.repeat(200)}`,
    '@\u007f\u0085\u2028\ufeff',
    '@"\\\'; drop table audit_entry; --',
  ]) {
    const answer = await browser.post('/session', { email, password: 'x' })
    assert([401, 429].includes(answer.status), answer.text)
    assert.deepEqual(await verifyAudit(context.sql), [], JSON.stringify(email))
  }
})

test('new passwords and new members are recorded with their person', async () => {
  const { business, person, browser } = await given()
  const { businessId } = business
  await browser.put('/password', { current_password: person.password, password: NEXT })
  assert.deepEqual(
    (await newestOf(businessId, 2)).map(({ action, outcome }) => [action, outcome]),
    [
      ['PUT /password', null],
      ['PUT /password', 200],
    ],
  )
  await askForReset(context, person.email)
  const [row] = await context.sql<{ resetId: ResetId }[]>`
    select reset_id from password_reset where login_id = ${person.loginId}
  `
  const token = resetToken(context, row!.resetId)
  const again = openBrowser(api, person)
  assert.equal((await again.post('/password/reset', { token, password: PASSWORD })).status, 200)
  const [reset] = await newestOf(businessId, 1)
  assert.deepEqual([reset!.action, reset!.email], ['POST /password/reset', person.email])

  const fresh = again.inside(businessId)
  const { body } = await fresh.post('/invitations', { email: 'new@example.com', role: 'support' })
  const accepting = { token: body.data.link.split('#')[1], name: 'Ada Example', password: NEXT }
  await openBrowser(api, {} as Person).post('/invitations/accept', accepting)
  const [accepted] = await newestOf(businessId, 1)
  assert.deepEqual(
    [accepted!.action, accepted!.email, accepted!.outcome],
    ['POST /invitations/accept', 'new@example.com', 200],
  )
})

test('fifty concurrent changes keep the chain, with two entries each', async () => {
  const { business, browser } = await given()
  const { businessId } = business
  const before = (await entriesOf(businessId)).length
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => browser.put('/settings/checkout', { language: 'yo' })),
  )
  assert(answers.every(({ status }) => status === 200))
  const entries = (await entriesOf(businessId)).slice(before)
  assert.equal(entries.length, 100)
  const byRequest = Map.groupBy(entries, ({ requestId }) => requestId)
  assert.equal(byRequest.size, 50)
  for (const pair of byRequest.values()) {
    assert.deepEqual(
      pair.map(({ outcome }) => outcome),
      [null, 200],
    )
  }
  assert.deepEqual(
    entries.map(({ number }) => number),
    entries.map((_, i) => BigInt(before + i + 1)),
  )
  assert.deepEqual(await verifyAudit(context.sql), [])
})

test('a request is recorded before it is carried out, and survives a crash in between', async () => {
  const { business, browser } = await given()
  const { businessId } = business
  // The handler waits until it is released, as if the process had died.
  await asOwner(context, (sql) =>
    sql.begin(async (locked) => {
      await locked`select 1 from membership where business_id = ${businessId} for update`
      const asking = browser.post('/invitations', { email: 'x@example.com', role: 'support' })
      await until('it is written down', async () => {
        const [entry] = await newestOf(businessId, 1)
        return entry?.action === 'POST /invitations'
      })
      const [asked] = await newestOf(businessId, 1)
      assert.equal(asked!.outcome, null)
      await locked`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'
      `
      await asking
    }),
  )
  assert.deepEqual(await verifyAudit(context.sql), [])
})

test('the log contains no password, code, token, cookie, key or identity number', async () => {
  const { business, person, browser } = await given()
  const { businessId } = business
  const secrets: string[] = [PASSWORD, NEXT, BVN, business.keys.secretKey, business.webhookSecret]
  const { codes, recoveryCodes } = await givenSecondFactor(browser, context.now)
  secrets.push(...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', '')))
  context.advance(1 * MINUTE)
  const code = codes(context.now())
  const again = openBrowser(api, person)
  await again.post('/session', { email: person.email, password: PASSWORD })
  await again.post('/session/second-factor', { code })
  await again.post('/session/confirm', { password: PASSWORD, code: recoveryCodes[0] })
  const inside = again.inside(businessId)
  await inside.post('/identity/verify', { type: 'BVN', number: BVN })
  const customer = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com', bvn: BVN }
  await inside.post('/dedicated-virtual-accounts', { customer })
  await inside.post('/webhooks/roll-secret', { which: 'standard', overlap_hours: 1 })
  const { body } = await inside.post('/invitations', { email: 'y@example.com', role: 'support' })
  secrets.push(body.data.link.split('#')[1])
  await again.put('/password', { current_password: PASSWORD, password: NEXT })
  await again.get(`/members?password=${encodeURIComponent(NEXT)}`)
  for (const one of [browser, again]) secrets.push(one.cookie().replace('sid=', ''))

  const rows = await context.sql<{ row: string }[]>`select a::text as row from audit_entry a`
  const all = rows.map(({ row }) => row).join('\n')
  assert(all.includes('POST /identity/verify'), 'these requests are in it at all')
  for (const secret of secrets) assert(!all.includes(secret), secret)
  const sixDigits = new RegExp(`(?<![0-9a-f])${code}(?![0-9a-f])`)
  assert(!sixDigits.test(all.replaceAll(/\d\d:\d\d:\d\d\.\d+/g, '')), 'the code')
})

test('owners read the log of their business only, by pages', async () => {
  const { business, browser } = await given()
  await useUp(browser)
  const seen: number[] = []
  let cursor: string | null = null
  do {
    const more: string = cursor === null ? '' : `&cursor=${cursor}`
    const { body, text, status } = await browser.get(`/audit?perPage=2${more}`)
    assert.equal(status, 200, text)
    seen.push(...body.data.map((entry: { number: number }) => entry.number))
    cursor = body.meta.next
  } while (cursor !== null)
  const kept = await entriesOf(business.businessId)
  assert.deepEqual(seen, kept.map(({ number }) => Number(number)).toReversed())
  const { body } = await browser.get('/audit?perPage=1')
  const others = await given()
  const foreign = await others.browser.get(`/audit?cursor=${body.meta.next}`)
  assert.deepEqual([foreign.status, foreign.body.errors[0].field], [400, 'cursor'])
})

async function useUp(browser: Browser): Promise<void> {
  for (let times = 0; times < 3; times += 1) {
    assert.equal((await browser.put('/settings/checkout', { language: 'yo' })).status, 200)
  }
}

test('entries that wait for a connection share one wait', async () => {
  const { businessId } = await givenBusiness(context)
  const process = contextOn(context.database)
  const release = await holdTransactions(process.sql)
  const entry = { ...ENTRY, action: 'waits' }
  const first = note(process, businessId, entry)
  await nextTurn()
  const second = note(process, businessId, entry)

  await release()
  await Promise.all([first, second])

  const [written] = await context.sql<[{ moments: number }]>`
    select count(distinct xmin::text)::int as moments from audit_entry
    where business_id = ${businessId} and action = 'waits'
  `
  assert.equal(written.moments, 1, 'in one database transaction')
})

test('an invalid entry does not affect the others', async () => {
  const { businessId } = await givenBusiness(context)
  const tooLong = { ...ENTRY, subject: 'x'.repeat(301) }

  const noted = await Promise.allSettled([
    note(context, businessId, ENTRY),
    note(context, businessId, tooLong),
    note(context, businessId, ENTRY),
  ])

  assert.deepEqual(
    noted.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
  assert.deepEqual(await verifyAudit(context.sql), [])
})

const ENTRY: AuditEntry = {
  mode: 'test',
  loginId: null,
  email: 'ada@example.com',
  address: '127.0.0.1',
  requestId: 'r',
  action: 'PUT /settings/checkout',
  subject: '/settings/checkout',
  bodyDigest: null,
  outcome: null,
}
