import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { inspect } from 'node:util'
import { sandboxMemory } from '../../../packages/devkit/sandbox/sandbox.ts'
import { type Api, givenPayment, openApi } from '../../../test/api.ts'
import { decide, runJobs } from '../../../test/payments.ts'
import { asOwner, givenBusiness, type TestContext, useContext } from '../../../test/support.ts'
import { sandboxRails, testCards } from '../../providers/sandbox/sandbox.ts'

// Card numbers, CVVs, PINs and OTPs are in memory for one call. After every flow and every error,
// this searches all text columns of all tables, and all logs, for them.

const CVV = '7391'
const PIN = '8246'
const OTP = '739182'
/** They pass the Luhn check and are no test cards: 16 digits, 19 (Verve), 15, 13. */
const NUMBERS = ['4929420573595709', '5061460410120223210', '378282246310005', '4222222222222']

const context = useContext({ isNew: true })
const logged: unknown[] = []
let api: Api
let watched: TestContext

before(async () => {
  await context.opened
  const note = (...said: unknown[]) => void logged.push(...said)
  const { baseUrl, now } = context
  const memory = sandboxMemory(context.sql)
  watched = {
    ...context,
    memory,
    log: { info: note, warn: note, error: note },
    rails: { test: sandboxRails({ memory, baseUrl, now }), live: [] },
  }
  api = await openApi(watched)
})
after(() => api.app.close())

test('no card number, CVV, PIN or OTP is kept or logged, whatever happened to the card', async () => {
  const typed = new Set<string>([CVV, PIN, OTP, ...NUMBERS])
  const business = await givenBusiness(context)
  const pages: string[] = []
  const accessCodes: string[] = []
  const customers = [
    ...testCards.map(({ number, cvv }) => ({ number, cvv })),
    ...testCards.map(({ number }) => ({ number, cvv: CVV })),
    ...NUMBERS.map((number) => ({ number, cvv: CVV })),
    { number: '5061 4604 1012 0223 210', cvv: CVV },
    { number: '4929-4205-7359-5700', cvv: CVV },
  ]

  for (const { number, cvv } of customers) {
    typed.add(number.replaceAll(/\D/g, ''))
    const { access_code } = await givenPayment(api, business)
    accessCodes.push(access_code)
    const body = { number, cvv, exp_month: 12, exp_year: 99 }
    const headers = { 'idempotency-key': `card ${accessCodes.length}` }
    const { body: answer } = await api.post(`/checkout/${access_code}/card`, { body, headers })
    pages.push(JSON.stringify(answer))
    for (const [kind, secret] of [
      ['pin', PIN],
      ['otp', OTP],
      ['otp', OTP],
    ] as const) {
      const step = {
        body: { [kind]: secret },
        headers: { 'idempotency-key': `${kind} ${secret}${pages.length}` },
      }
      pages.push((await api.post(`/checkout/${access_code}/card/${kind}`, step)).text)
    }
    const url = answer.data?.next?.url
    if (url !== undefined) await decide(api, url, 'decline').catch(() => {})
  }
  await runJobs(watched)
  for (const accessCode of accessCodes) {
    pages.push((await api.get(`/checkout/${accessCode}`)).text)
    pages.push((await api.get(`/checkout/${accessCode}/status`)).text)
  }

  await assertNowhere([...typed], pages)
})

test('a malformed or refused card is neither logged nor repeated in a response', async () => {
  const business = await givenBusiness(context)
  const [number = ''] = NUMBERS
  const pages: string[] = []
  const { access_code } = await givenPayment(api, business)
  const path = `/checkout/${access_code}/card`
  const bodies = [
    `{"number":"${number}","cvv":"${CVV}"`,
    `{"number":"${number}","cvv":${CVV},"exp_month":12,"exp_year":99}`,
    `{"number":"${number}0","cvv":"${CVV}","exp_month":12,"exp_year":99}`,
    `{"number":"${number}","cvv":"${CVV}","exp_month":13,"exp_year":"${number}"}`,
    `{"number":${number},"cvv":"${CVV}","cvv":"${CVV}","exp_month":12,"exp_year":99}`,
    `number=${number}&cvv=${CVV}`,
  ]

  for (const raw of bodies) {
    const headers = { 'idempotency-key': `broken ${pages.length}` }
    pages.push((await api.post(path, { raw, headers })).text)
    pages.push((await api.post(`${path}/pin`, { raw, headers })).text)
    pages.push((await api.post(`${path}/otp`, { raw, headers })).text)
  }
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  pages.push((await api.post(path, { raw: bodies[5]!, headers: form })).text)

  await assertNowhere([number, `${number}0`], pages)
})

test('an error of the rail that contains the card is not logged', async () => {
  const [number = ''] = NUMBERS
  const business = await givenBusiness(context)
  const { card } = watched.rails.test
  const { charge, submitPin } = card
  const body = { number, cvv: CVV, exp_month: 12, exp_year: 99 }
  const pages: string[] = []

  card.charge = async (request) => {
    throw new Error(`could not charge ${JSON.stringify(request.card)}`)
  }
  const failing = await givenPayment(api, business)
  pages.push((await api.post(`/checkout/${failing.access_code}/card`, { body })).text)
  card.charge = charge
  card.submitPin = async ({ pin }) => {
    throw new Error(`no such PIN: ${pin}`)
  }
  const waiting = await givenPayment(api, business)
  const known = testCards.find(({ name }) => name === 'pin')!
  await api.post(`/checkout/${waiting.access_code}/card`, {
    body: { ...body, number: known.number, cvv: known.cvv },
  })
  pages.push(
    (await api.post(`/checkout/${waiting.access_code}/card/pin`, { body: { pin: PIN } })).text,
  )
  card.submitPin = submitPin

  assert.equal(JSON.parse(pages[0]!).code, 'rail_timeout')
  await assertNowhere([number, PIN], pages)
})

test('an error of the database that contains the card is not logged', async () => {
  const [number = ''] = NUMBERS
  const business = await givenBusiness(context)
  const { access_code } = await givenPayment(api, business)
  const body = { number, cvv: CVV, exp_month: 12, exp_year: 99 }
  await asOwner(context, (sql) => sql`alter table card_attempt rename to card_attempt_gone`)

  const answer = await api.app.inject({
    method: 'POST',
    url: `/checkout/${access_code}/card`,
    payload: body,
  })

  await asOwner(context, (sql) => sql`alter table card_attempt_gone rename to card_attempt`)
  assert.equal(answer.statusCode, 500)
  assert(logged.length > 0, 'the fault is logged')
  await assertNowhere([number], [answer.payload])
})

test('the search finds a secret that is stored', async () => {
  const [number = ''] = NUMBERS
  const memory = sandboxMemory(context.sql)
  await memory.remember('a canary', `{"number":"${number}"}`)
  assert.deepEqual(await tablesWith([number]), ['sandbox_memory'])
  await asOwner(context, (sql) => sql`delete from sandbox_memory where key = 'a canary'`)

  await memory.remember('a canary', `{"pin":"${PIN}"}`)
  assert.deepEqual(await tablesWith([PIN]), ['sandbox_memory'])
  await asOwner(context, (sql) => sql`delete from sandbox_memory where key = 'a canary'`)
})

async function assertNowhere(secrets: string[], pages: string[]): Promise<void> {
  const said = inspect(logged, { depth: 12, showHidden: true, maxStringLength: null })
  for (const secret of secrets) {
    const pattern = new RegExp(patternOf(secret))
    assert.doesNotMatch(said, pattern, 'logged')
    for (const page of pages) assert.doesNotMatch(page, pattern, 'answered')
  }
  assert.deepEqual(await tablesWith(secrets), [])
}

/** The tables with a row that contains one of these as text. */
async function tablesWith(secrets: string[]): Promise<string[]> {
  return asOwner(context, async (sql) => {
    const tables = await sql<{ name: string }[]>`
      select c.oid::regclass::text as name from pg_class c
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
    `
    assert(tables.length > 15, 'all tables are searched')
    const found: string[] = []
    const pattern = secrets.map(patternOf).join('|')
    for (const { name } of tables) {
      const [row] = await sql`select 1 from ${sql(name)} t where t::text ~ ${pattern} limit 1`
      if (row) found.push(name)
    }
    return found
  })
}

/** Short codes count only between non-digits: random ids contain any four digits. */
function patternOf(secret: string): string {
  return secret.length > 8 ? secret : `(^|[^0-9a-zA-Z_.+/-])${secret}($|[^0-9a-zA-Z_.+/-])`
}
