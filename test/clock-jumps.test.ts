import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { cardGuard } from '../src/payments/checkout/card-testing.ts'
import { HOUR, MINUTE, SECOND } from '../src/platform/clock.ts'
import { claim } from '../src/platform/idempotency.ts'
import { newId } from '../src/platform/ids.ts'
import { clockFrom } from '../src/providers/health.ts'
import { type Answer, type Api, givenPayment, openApi } from './api.ts'
import { givenPerson, openBrowser, PASSWORD, signedInAs } from './logins.ts'
import { type GivenBusiness, givenBusiness, useContext } from './support.ts'

// Somebody sets the clock of the machine, and sets it right again. Whatever was counted in between
// holds nobody up for longer than it would have without.

const JUMPS = [5 * SECOND, 26 * HOUR, -5 * SECOND, -26 * HOUR]

const context = useContext()
let api: Api

before(async () => {
  await context.opened
  const limits = {
    ...context.config.limits,
    ...{ perSecond: 2, burst: 4, resolvePerSecond: 2, identityPerMinute: 10 },
    ...{ publicPerMinute: 10, checkoutPerSecond: 1 },
  }
  api = await openApi({ ...context, config: { ...context.config, limits } })
})
after(() => api.app.close())

/** Calls that one limit counts, and the seconds in which its bucket is full again. */
type Limited = { bucketSeconds: number; call: () => Promise<Answer> }
const limited: Record<string, (business: GivenBusiness) => Promise<Limited>> = {
  'a secret key': async ({ keys: { secretKey: key } }) => ({
    bucketSeconds: 2,
    call: () => api.get('/api/v1/balance', { key }),
  }),
  'a name enquiry': async ({ keys: { secretKey: key } }) => ({
    bucketSeconds: 2,
    call: () => {
      const body = { bank_code: '058', account_number: '0000000018' }
      return api.post('/api/v1/accounts/resolve', { key, body })
    },
  }),
  'an identity verification': async ({ keys: { secretKey: key } }) => ({
    bucketSeconds: 60,
    call: () => api.post('/api/v1/identity/verify', { key, body: { type: 'BVN', number: '1' } }),
  }),
  'a public key from one address': async ({ keys: { publicKey: key } }) => ({
    bucketSeconds: 60,
    call: () => api.get(`/api/v1/transactions/initialize-public?key=${key}&amount=1&email=a@b.c`),
  }),
  'a checkout page': async (business) => {
    const { access_code: code } = await givenPayment(api, business)
    return { bucketSeconds: 10, call: () => api.get(`/checkout/${code}/status`) }
  },
  'a session of the dashboard': async (business) => {
    const person = await givenPerson(context, business)
    const browser = await signedInAs(api, person, business.businessId)
    return { bucketSeconds: 10, call: () => browser.get('/settings') }
  },
  'an address without a session': async () => ({
    bucketSeconds: 60,
    call: () => api.send({ method: 'GET', url: '/dashboard/api/session', headers: DASHBOARD }),
  }),
}
const DASHBOARD = { 'cowrie-dashboard': '1' }

for (const [who, given] of Object.entries(limited)) {
  for (const jumpMs of JUMPS) {
    const words = `${Math.abs(jumpMs) / SECOND} s ${jumpMs > 0 ? 'ahead' : 'back'}`
    test(`${who} waits no longer than a bucket when the clock was ${words} for a while`, async () => {
      context.advance(10 * MINUTE)
      const business = await givenBusiness(context)
      context.advance(10 * SECOND)
      context.setClock(jumpMs)
      const { bucketSeconds, call } = await given(business)
      const first = await untilRefused(call)
      context.setClock(-jumpMs)

      const then = await call()

      for (const { headers } of [first, then]) {
        assert(Number(headers['retry-after'] ?? 0) <= bucketSeconds, JSON.stringify(headers))
      }
      context.advance(bucketSeconds * SECOND)
      assert.notEqual((await call()).status, 429)
    })
  }
}

async function untilRefused(call: () => Promise<Answer>): Promise<Answer> {
  for (let calls = 0; calls < 1_000; calls += 1) {
    const answer = await call()
    if (answer.status === 429) return answer
  }
  throw new Error('nothing was refused')
}

for (const jumpMs of JUMPS) {
  const words = `${Math.abs(jumpMs) / SECOND} s ${jumpMs > 0 ? 'ahead' : 'back'}`

  test(`wrong passwords while the clock was ${words} hold nobody off for longer than others`, async () => {
    context.advance(2 * HOUR)
    const person = await givenPerson(context, await givenBusiness(context))
    const browser = openBrowser(api, person, '10.8.0.1')
    const signIn = (password: string) => browser.post('/session', { email: person.email, password })
    context.setClock(jumpMs)
    for (let tries = 0; tries < 10; tries += 1) {
      await signIn('sparrow kettle umbrella novel 48')
      context.advance(65 * SECOND)
    }
    context.setClock(-jumpMs)

    context.advance(17 * MINUTE)
    assert.equal((await signIn(PASSWORD)).status, 200)
  })

  test(`a request that died while the clock was ${words} holds its Idempotency-Key for two minutes`, async () => {
    const { businessId, mode } = await givenBusiness(context)
    const name = { businessId, mode, key: newId(context.now()) }
    const hash = Buffer.alloc(32)
    const asked = () => claim(context.sql, context.now(), name, hash)
    context.setClock(jumpMs)
    assert.equal((await asked()).kind, 'first')
    assert.equal((await asked()).kind, 'running')
    context.setClock(-jumpMs)

    context.advance(2 * MINUTE)
    assert.equal((await asked()).kind, 'first')
  })

  test(`a bank that failed while the clock was ${words} is asked again half a minute later`, async () => {
    context.advance(10 * MINUTE)
    const { keys } = await givenBusiness(context)
    const resolve = async (accountNumber: string) => {
      context.advance(SECOND)
      const body = { bank_code: '044', account_number: accountNumber }
      return api.post('/api/v1/accounts/resolve', { key: keys.secretKey, body })
    }
    context.setClock(jumpMs)
    const { bank } = context.rails.test
    const { resolveAccount } = bank
    bank.resolveAccount = async () => ({ kind: 'unavailable' })
    for (let i = 0; i < 6; i += 1) assert.equal((await resolve(`000000010${i}`)).status, 503)
    bank.resolveAccount = resolveAccount
    assert.equal((await resolve('0000000110')).status, 503, 'it is left alone')
    context.setClock(-jumpMs)

    context.advance(30 * SECOND)
    assert.equal((await resolve('0000000111')).status, 200)
  })
}

test('a shop at which stolen cards were tried while the clock was ahead is open again in time', async () => {
  const business = await givenBusiness(context)
  const limits = { ...context.config.limits, cardTriesPerAddress: 30 }
  const guard = cardGuard({ ...context, config: { ...context.config, limits } })
  const settings = { cardLimits: 'on' } as Parameters<typeof guard.admit>[1]
  const tryCard = (i: number) =>
    guard.admit(business, settings, Buffer.from(`card ${i}`), `10.9.${i >> 8}.${i & 255}`)
  context.setClock(26 * HOUR)
  for (let i = 0; i < 200; i += 1) {
    try {
      const attemptId = newId<'card_attempt'>(context.now()) as never
      guard.name(tryCard(i)!, attemptId)
      guard.conclude(attemptId, 'declined')
    } catch {}
  }
  assert.throws(() => tryCard(1), 'it is stopped')
  context.setClock(-26 * HOUR)

  context.advance(3 * HOUR)
  assert(tryCard(1))
})

test('the health of the rails is dated by the clock as it was set', () => {
  const clock = clockFrom(context.now)
  for (const jumpMs of [26 * HOUR, -52 * HOUR, 26 * HOUR]) {
    context.setClock(jumpMs)
    assert(Math.abs(clock() - context.now().getTime()) < MINUTE)
  }
})
