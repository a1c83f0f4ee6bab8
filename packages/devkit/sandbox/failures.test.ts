import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { enquireDue } from '../../../src/payments/checkout/checkout.ts'
import { enquireAboutOneOffs } from '../../../src/payments/virtual-accounts/enquire.ts'
import { MINUTE } from '../../../src/platform/clock.ts'
import { givenPayment, useApi } from '../../../test/api.ts'
import { stopClock } from '../../../test/stopped-clock.ts'
import { type GivenBusiness, givenBusiness, until, useContext } from '../../../test/support.ts'

// What a test suite may ask of the sandbox beside a number of failures: that they last, that an
// answer is slow, and that a notification gets lost.

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
beforeEach(async () => {
  await context.opened
  business = await givenBusiness(context)
})

const key = () => business.keys.secretKey
const setFailure = (rail: string, body: object) =>
  api.put(`/api/v1/sandbox/rails/${rail}`, { key: key(), body })
const resolve = (account: string) =>
  api.post('/api/v1/accounts/resolve', {
    key: key(),
    body: { bank_code: '058', account_number: account },
  })
const pay = (reference: string, channel: string) =>
  api.post(`/api/v1/sandbox/transactions/${reference}/pay`, { key: key(), body: { channel } })
const statusOf = async (reference: string) =>
  (await api.get(`/api/v1/transactions/verify/${reference}`, { key: key() })).body.data.status

test('a failure without a number lasts until it is removed, and the list shows it', async () => {
  const set = await setFailure('banks.resolve', { outcome: 'down', times: null })
  assert.deepEqual(set.body.data, {
    ...{ rail: 'banks.resolve', outcome: 'down', times: null, delay_ms: null },
  })
  const codes = [await resolve('0000000018'), await resolve('0000000018')]

  const { body } = await api.get('/api/v1/sandbox/rails', { key: key() })
  await setFailure('banks.resolve', { outcome: 'down', times: 0 })

  assert.deepEqual(
    codes.map(({ status }) => status),
    [503, 503],
  )
  const listed = body.data.filter(({ outcome }: { outcome: unknown }) => outcome !== null)
  assert.deepEqual(listed, [
    { rail: 'banks.resolve', outcome: 'down', times: null, delay_ms: null },
  ])
  assert.equal((await resolve('0000000018')).status, 200)
})

test('a transfer whose notification is lost is found by an enquiry, and paid once', async () => {
  const { reference } = await givenPayment(api, business)
  await setFailure('transfers.notify', { outcome: 'lost', times: 1 })

  assert.equal((await pay(reference, 'bank_transfer')).body.data.status, 'ongoing')
  context.advance(3 * MINUTE)
  await enquireAboutOneOffs(context)

  assert.equal(await statusOf(reference), 'success')
  assert.equal((await pay(reference, 'bank_transfer')).body.code, 'already_paid')
})

for (const channel of ['ussd', 'bank', 'opay']) {
  test(`a payment by ${channel} whose notification is lost is found by an enquiry`, async () => {
    const { reference } = await givenPayment(api, business)
    await setFailure('cards.notify', { outcome: 'lost', times: 1 })

    assert.equal((await pay(reference, channel)).body.data.status, 'ongoing')
    context.advance(20 * MINUTE)
    await enquireDue(context)

    assert.equal(await statusOf(reference), 'success')
  })
}

test('a failure that cannot be is refused, with the field and what is possible', async () => {
  const { config } = context
  const wrong: [rail: string, body: object, field: string, sentence: RegExp][] = [
    ['payouts.enquire', { outcome: 'refused' }, 'outcome', /must be one of down, timeout, slow/],
    ['cards.notify', { outcome: 'down' }, 'outcome', /must be one of lost, slow/],
    ['bank', { outcome: 'lost' }, 'outcome', /must be one of down, timeout, refused, slow/],
    ['bank', { outcome: 'slow' }, 'delay_ms', /required/],
    ['bank', { outcome: 'down', delay_ms: 5 }, 'delay_ms', /for outcome slow only/],
    ['bank', { outcome: 'slow', delay_ms: 0 }, 'delay_ms', /./],
    ['bank', { outcome: 'slow', delay_ms: 10_001 }, 'delay_ms', /10000/],
    ['payouts.fly', { outcome: 'down' }, 'rail', /./],
  ]
  for (const [rail, body, field, sentence] of wrong) {
    const answer = await setFailure(rail, { times: 1, ...body })
    assert.deepEqual([answer.status, answer.body.errors[0].field], [400, field], answer.text)
    assert.match(answer.body.errors[0].message, sentence)
  }
  context.config = { ...config, isProduction: true }
  const slow = await setFailure('bank', { outcome: 'slow', times: 1, delay_ms: 5 })
  context.config = config
  assert.deepEqual([slow.status, slow.body.errors[0].field], [400, 'outcome'])
  assert.match(slow.body.errors[0].message, /not be slow in production/)
})

// The last, because it moves the clock that the other failures are read by.
test('a slow answer is the usual one, after its delay and not before', async (t) => {
  await setFailure('mail.send', { outcome: 'slow', times: 1, delay_ms: 10_000 })
  const pass = stopClock(t)
  const ended: string[] = []
  const send = (name: string) =>
    context.rails.test.message
      .sendMail({
        ...{ key: crypto.randomUUID(), onBehalfOf: business.businessId, fromName: 'Demo Store' },
        ...{ to: 'ada@example.com', subject: name, text: name, html: name },
      })
      .then(({ kind }) => ended.push(`${name} ${kind}`))

  const slow = send('first')
  await until('the slow call has begun', async () => {
    const { body } = await api.get('/api/v1/sandbox/rails', { key: key() })
    return body.data.every(({ outcome }: { outcome: unknown }) => outcome === null)
  })
  await send('second')
  pass(9_999)
  await send('third')
  pass(1)
  await slow

  assert.deepEqual(ended, ['second sent', 'third sent', 'first sent'])
})
