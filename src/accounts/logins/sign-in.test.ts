import assert from 'node:assert/strict'
import { createHook } from 'node:async_hooks'
import { before, test } from 'node:test'
import fc from 'fast-check'
import { type Answer, useApi } from '../../../test/api.ts'
import {
  givenPerson,
  openBrowser,
  PASSWORD,
  type Person,
  signedInAs,
} from '../../../test/logins.ts'
import { givenBusiness, useContext } from '../../../test/support.ts'
import { anyCodePoint } from '../../../test/texts.ts'
import { later, MINUTE, SECOND } from '../../platform/clock.ts'
import { resetToken } from './account.ts'
import { foldEmail } from './logins.ts'

// Guessing passwords: how often, how fast, and what the responses reveal.

const context = useContext()
const api = useApi(context)
const WRONG = 'sparrow kettle umbrella novel 48'

let moment: Date

before(async () => {
  await context.opened
  moment = context.now()
  context.now = () => moment
  context.monotonicMs = () => moment.getTime()
})

function advance(ms: number): void {
  moment = later(moment, ms)
}

let addresses = 0

/** A network that no other test uses. */
function elsewhere(): string {
  addresses += 1
  return `10.9.${addresses >> 8}.${addresses & 255}`
}

function signIn(email: unknown, password: unknown, address = elsewhere()): Promise<Answer> {
  const nobody = { email: '', password: '' } as Person
  return openBrowser(api, nobody, address).post('/session', { email, password })
}

/** Counts a wrong password from a new network, without hashing one. */
async function judgedElsewhere(email: string): Promise<void> {
  const subject = context.keys.fingerprint(`account ${foldEmail(email)}`)
  await context.sql`
    insert into sign_in_failure (subject, failures, since, next_at)
    values (${subject}, 1, ${moment}, ${moment})
    on conflict (subject) do update set failures = sign_in_failure.failures + 1
  `
}

function said({ status, body }: Answer): [status: number, code: string] {
  return [status, body.code]
}

function retryAfter({ headers }: Answer): number {
  return Number(headers['retry-after'])
}

const REFUSED = [401, 'wrong_credentials']
const TOO_MANY = [429, 'too_many_tries']

test('from the fourth wrong password on waits double, and after the tenth it is 15 minutes', async () => {
  const { email } = await givenPerson(context, await givenBusiness(context))
  const here = elsewhere()
  const waits: number[] = []
  for (let tries = 1; tries <= 10; tries += 1) {
    assert.deepEqual(said(await signIn(email, WRONG, here)), REFUSED, `try ${tries}`)
    if (tries < 4) continue
    const next = await signIn(email, PASSWORD, here)
    assert.deepEqual(said(next), TOO_MANY, 'the right one too')
    waits.push(retryAfter(next))
    advance(retryAfter(next) * SECOND - 1)
    assert.deepEqual(said(await signIn(email, PASSWORD, here)), TOO_MANY, 'a millisecond too early')
    advance(1)
  }
  const rest = 15 * 60 - (1 + 2 + 4 + 8 + 16 + 32)
  assert.deepEqual(waits, [1, 2, 4, 8, 16, 32, rest])
  assert.equal((await signIn(email, PASSWORD, here)).status, 200)
})

test('sixty requests at once from sixty networks get fifty guesses, then none for an hour', async () => {
  const person = await givenPerson(context, await givenBusiness(context))
  const tryAll = async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => signIn(person.email, WRONG)))
    for (const answer of answers) assert([401, 429].includes(answer.status), answer.text)
    return answers.filter(({ status }) => status === 401).length
  }
  assert.equal(await tryAll(), 50)
  advance(59 * MINUTE)
  assert.equal(await tryAll(), 0)

  const early = await signIn(person.email, PASSWORD)
  assert.deepEqual([...said(early), retryAfter(early)], [...TOO_MANY, 60])
  advance(retryAfter(early) * SECOND)
  assert.equal((await signIn(person.email, PASSWORD)).status, 200)
})

test('fifty requests at once from one address get at most ten guesses, at any logins', async () => {
  const people = await givenPeople(12)
  const address = elsewhere()
  let judged = 0
  for (let minutes = 0; minutes < 13; minutes += 1) {
    const tries = Array.from({ length: 25 }, (_, i) => people[i % 12]!.email)
    const answers = await Promise.all(tries.map((email) => signIn(email, WRONG, address)))
    judged += answers.filter(({ status }) => status === 401).length
    advance(1 * MINUTE)
  }
  assert.equal(judged, 10)
  assert.deepEqual(said(await signIn(people[0]!.email, PASSWORD, address)), TOO_MANY)
  assert.equal((await signIn(people[0]!.email, PASSWORD)).status, 200, 'from elsewhere')
})

test('an address without tries left uses up no tries of an account', async () => {
  const { email } = await givenPerson(context, await givenBusiness(context))
  const address = elsewhere()
  for (let tries = 0; tries < 10; tries += 1) {
    assert.deepEqual(said(await signIn(`nobody-${tries}@example.com`, WRONG, address)), REFUSED)
    advance(65 * SECOND)
  }
  for (let tries = 0; tries < 49; tries += 1) await judgedElsewhere(email)
  for (let tries = 0; tries < 15; tries += 1) {
    assert.deepEqual(said(await signIn(email, WRONG, address)), TOO_MANY)
  }
  assert.deepEqual(said(await signIn(email, WRONG)), REFUSED, 'the last one is left')
  assert.deepEqual(said(await signIn(email, PASSWORD)), TOO_MANY, 'nor are they forgiven')
})

test('a right password returns only its own try of the address', async () => {
  const { email } = await givenPerson(context, await givenBusiness(context))
  const address = elsewhere()
  const guess = async (tries: number) => {
    advance(65 * SECOND)
    return said(await signIn(`nobody-there-${tries}@example.com`, WRONG, address))
  }
  for (let tries = 1; tries <= 9; tries += 1) assert.deepEqual(await guess(tries), REFUSED)
  advance(65 * SECOND)

  assert.equal((await signIn(email, PASSWORD, address)).status, 200)

  assert.deepEqual(await guess(10), REFUSED)
  assert.deepEqual(await guess(11), TOO_MANY)
})

test('a refusal at an account without tries left uses up no try of the address', async () => {
  const { email } = await givenPerson(context, await givenBusiness(context))
  const neighbour = await givenPerson(context, await givenBusiness(context))
  const address = elsewhere()
  for (let tries = 0; tries < 50; tries += 1) await judgedElsewhere(email)

  for (let tries = 0; tries < 10; tries += 1) {
    assert.deepEqual(said(await signIn(email, PASSWORD, address)), TOO_MANY)
  }

  assert.equal((await signIn(neighbour.email, PASSWORD, address)).status, 200)
})

test('right passwords never have to wait', async () => {
  const { email } = await givenPerson(context, await givenBusiness(context))
  const address = elsewhere()
  for (let times = 0; times < 11; times += 1) {
    assert.equal((await signIn(email, PASSWORD, address)).status, 200)
  }
})

test('a hundred wrong passwords in a row lock an account, and a reset by email unlocks it', async () => {
  const person = await givenPerson(context, await givenBusiness(context))
  const { email, loginId } = person
  await context.sql`update login set failures = 99 where login_id = ${loginId}`
  assert.deepEqual(said(await signIn(email, WRONG)), REFUSED)
  const shut = await signIn(email, PASSWORD)
  assert.deepEqual(said(shut), REFUSED)
  const unknown = await signIn('nobody-here@example.com', PASSWORD)
  assert.equal(textOf(shut), textOf(unknown), 'it does not say that it is shut')
  advance(1 * MINUTE * 60 * 24 * 30)
  assert.deepEqual(said(await signIn(email, PASSWORD)), REFUSED, 'a month later as well')

  const browser = openBrowser(api, person, elsewhere())
  await browser.post('/password/forgotten', { email })
  const resetId = await findReset(loginId)
  const password = 'novel sparrow kettle umbrella 97'
  const token = resetToken(context, resetId as never)
  assert.equal((await browser.post('/password/reset', { token, password })).status, 200)
  assert.equal((await signIn(email, password)).status, 200)
})

for (const way of ['by mail', 'in an open session'] as const) {
  test(`a password that is set ${way} has not been guessed at: a shut account is open`, async () => {
    const person = await givenPerson(context, await givenBusiness(context))
    const { email, loginId } = person
    const here = await signedInAs(api, person)
    await context.sql`
      update login set failures = 100, device_failures = 100 where login_id = ${loginId}
    `
    assert.deepEqual(said(await signIn(email, PASSWORD)), REFUSED)

    const password = 'novel sparrow kettle umbrella 97'
    if (way === 'by mail') {
      await openBrowser(api, person, elsewhere()).post('/password/forgotten', { email })
      const token = resetToken(context, (await findReset(loginId)) as never)
      await openBrowser(api, person, elsewhere()).post('/password/reset', { token, password })
    } else {
      await here.put('/password', { current_password: PASSWORD, password })
    }

    const [login] = await context.sql`
      select failures, device_failures from login where login_id = ${loginId}
    `
    assert.deepEqual(login, { failures: 0, deviceFailures: 0 })
    assert.equal((await signIn(email, password)).status, 200)
  })
}

test('a right password resets the count of a hundred', async () => {
  const { email, loginId } = await givenPerson(context, await givenBusiness(context))
  await context.sql`update login set failures = 99 where login_id = ${loginId}`
  assert.equal((await signIn(email, PASSWORD)).status, 200)
  assert.deepEqual(said(await signIn(email, WRONG)), REFUSED)
  assert.equal((await signIn(email, PASSWORD)).status, 200)
})

test('an unknown address and a wrong password get the same response after the same work', async (t) => {
  const { email } = await givenPerson(context, await givenBusiness(context))
  // The first unknown address makes the hash against which all are compared.
  await signIn('nobody@example.com', WRONG)
  let derived = 0
  const hook = createHook({
    init: (_id, type) => {
      if (type === 'SCRYPTREQUEST') derived += 1
    },
  }).enable()
  t.after(() => hook.disable())

  const known = await signIn(email, WRONG)
  assert.equal(derived, 1, 'a password is compared, which takes nearly all of the time')
  const unknown = await signIn('nobody-else-here@example.com', WRONG)
  assert.equal(derived, 2, 'one is compared as well where there is none')

  assert.deepEqual(said(known), REFUSED)
  assert.equal(textOf(known), textOf(unknown))
  assert.deepEqual(namesOf(known), namesOf(unknown))
})

test('an unknown address has the same limits', async () => {
  const here = elsewhere()
  for (let tries = 0; tries < 4; tries += 1) {
    assert.deepEqual(said(await signIn('nobody-else@example.com', WRONG, here)), REFUSED)
  }
  const answer = await signIn('nobody-else@example.com', WRONG, here)
  assert.deepEqual([...said(answer), retryAfter(answer)], [...TOO_MANY, 1])
})

test('one address is one login in every spelling, and its tries are counted together', async () => {
  const email = 'kelvin@shop-straße.example'
  await givenPerson(context, await givenBusiness(context), 'owner', { email })
  const twins = [
    'KELVIN@shop-straße.example',
    '\u212Aelvin@shop-straße.example',
    '\uFF4Belvin@shop-straße.example',
    'kelvin@SHOP-straße.example'.normalize('NFD'),
  ]
  for (const twin of twins) assert.equal((await signIn(twin, PASSWORD)).status, 200, twin)
  for (let tries = 0; tries < 46; tries += 1) await judgedElsewhere(email)
  for (const twin of twins) assert.deepEqual(said(await signIn(twin, WRONG)), REFUSED, twin)
  for (const twin of twins) assert.deepEqual(said(await signIn(twin, PASSWORD)), TOO_MANY, twin)
})

test('property: folding an address twice is folding it once', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCodePoint }), (text) => {
      assert.equal(foldEmail(foldEmail(text)), foldEmail(text))
    }),
  )
})

test('no input of the form causes a fault or signs anybody in', async () => {
  const { email } = await givenPerson(context, await givenBusiness(context))
  const shapes: unknown[] = [
    '',
    ' ',
    "' or '1'='1' --",
    `${email}' --`,
    `${email}\u0000`,
    '%',
    '_'.repeat(254),
    { $ne: null },
    [email],
    null,
    true,
    0,
    '$(id)',
    '{{7*7}}',
    '\ud800',
    `${'a'.repeat(250)}@example.com`,
    '\u{1F600}'.repeat(120),
  ]
  for (const shape of shapes) {
    const about = JSON.stringify(shape)
    assert([400, 401].includes((await signIn(shape, PASSWORD)).status), `address ${about}`)
    assert([400, 401].includes((await signIn('nobody@example.com', shape)).status), about)
    advance(2 * MINUTE)
  }
  assert.equal((await signIn(email, ` ${PASSWORD}`)).status, 401)
  assert.equal((await signIn(email, PASSWORD.toUpperCase())).status, 401)
  assert.equal((await signIn(email, 'p'.repeat(1_000_000))).status, 413)
  assert.equal((await signIn(email, 'p'.repeat(90_000))).status, 400)
  assert.equal((await signIn(email, PASSWORD)).status, 200)
})

/** The hash of one password, computed once. */
async function givenPeople(count: number): Promise<{ email: string }[]> {
  const { loginId } = await givenPerson(context, null)
  const rows = await context.sql<{ email: string }[]>`
    insert into login (login_id, email, email_folded, password_hash, created_at, updated_at)
    select gen_random_uuid(), twin.email, twin.email, password_hash, created_at, updated_at
    from login, lateral (
      select login_id || '-' || n || '@example.com' as email from generate_series(1, ${count}) n
    ) twin
    where login_id = ${loginId}
    returning email
  `
  return [...rows]
}

async function findReset(loginId: string): Promise<string> {
  for (;;) {
    const [row] = await context.sql`
      select reset_id from password_reset where login_id = ${loginId}
    `
    if (row) return row['resetId']
  }
}

function textOf({ body }: Answer): string {
  return JSON.stringify({ ...body, request_id: '' })
}

function namesOf({ headers }: Answer): string[] {
  return Object.keys(headers).sort()
}
