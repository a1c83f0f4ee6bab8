import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { enquireAboutMandates } from '../../src/payments/authorizations/mandates.ts'
import { HOUR, MINUTE } from '../../src/platform/clock.ts'
import { ask, openPaystackApi, type Sent } from '../../test/paystack-clients.ts'
import { keptCode } from '../../test/paystack-kept.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../../test/support.ts'
import { paystackFormat } from './events.ts'

// Direct debit as at Paystack.

const context = useContext()
let open: Awaited<ReturnType<typeof openPaystackApi>>
let business: GivenBusiness
before(async () => {
  await context.opened
  open = await openPaystackApi(context)
})
after(() => open.close())
beforeEach(async () => {
  business = await givenBusiness(context)
})

const EMAIL = 'ada@example.com'
const ACTIVE = '3100000001'
const SLOW = '3100000002'
const INITIALIZE = 'POST /customer/authorization/initialize'
const CHARGE = 'POST /transaction/charge_authorization'
const BACK = 'https://shop.example/back'

const send = (line: string, sent: Sent = {}) =>
  ask(open.app, line, { key: business.keys.secretKey, ...sent })

function initialize(number: string, more: object = {}) {
  const account = { number, bank_code: '058' }
  return send(INITIALIZE, { body: { email: EMAIL, channel: 'direct_debit', account, ...more } })
}

const verify = async (reference: string) =>
  (await send(`GET /customer/authorization/verify/${reference}`)).body.data

async function told() {
  const rows = await context.sql<{ payload: string }[]>`
    select payload from event
    where business_id = ${business.businessId} and mode = 'test' and type like 'authorization.%'
    order by event_id
  `
  const { bodyOf } = paystackFormat(context)
  return Promise.all(rows.map(async ({ payload }) => JSON.parse(await bodyOf(payload, business))))
}

test('a new customer approves a mandate, which is active hours later and told once', async () => {
  const { body } = await initialize(SLOW, { callback_url: BACK })
  const { redirect_url, reference } = body.data
  const before = await verify(reference)
  context.advance(4 * HOUR)
  await enquireAboutMandates(context)

  const { authorization_code, active, bank, channel, customer } = await verify(reference)

  assert.notEqual(redirect_url, BACK)
  assert.match(redirect_url, /^http/)
  assert.deepEqual([before.active, active], [false, true])
  assert.deepEqual([bank, channel, customer.email], ['Guaranty Trust Bank', 'direct_debit', EMAIL])
  const [event, ...more] = await told()
  assert.deepEqual([event.event, more], ['direct_debit.authorization.active', []])
  const { data } = event
  assert.deepEqual(
    [data.authorization_code, data.reference, data.active, data.last4, data.customer.code],
    [authorization_code, reference, true, '0002', customer.code],
  )
})

test('a mandate that is active at once leads the customer back, and its debits are direct_debit', async () => {
  const { redirect_url, reference } = (await initialize(ACTIVE, { callback_url: BACK })).body.data
  const { authorization_code } = await verify(reference)

  const { data } = (
    await send(CHARGE, { body: { email: EMAIL, amount: 500_000, authorization_code } })
  ).body

  assert.equal(redirect_url, BACK)
  assert.deepEqual([data.status, data.channel], ['success', 'direct_debit'])
  assert.deepEqual(
    [data.authorization.authorization_code, data.authorization.channel],
    [authorization_code, 'direct_debit'],
  )
})

test('a debit that takes hours is processing', async () => {
  const { reference } = (await initialize(SLOW)).body.data
  context.advance(4 * HOUR)
  await enquireAboutMandates(context)
  const { authorization_code } = await verify(reference)

  const { data } = (
    await send(CHARGE, { body: { email: EMAIL, amount: 500_000, authorization_code } })
  ).body

  assert.equal(data.status, 'processing')
})

test('mandates are listed by status, and those of a customer by their number', async () => {
  await initialize(ACTIVE)
  context.advance(MINUTE)
  await initialize(SLOW)
  const { id } = (await send(`GET /customer/${EMAIL}`)).body.data
  await send('POST /customer', { body: { email: 'other@example.com' } })

  const list = async (path: string) =>
    (await send(`GET ${path}`)).body.data.map((one: { account_number: string }) => {
      return one.account_number
    })
  const [first, second] = await Promise.all(
    ['active', 'pending'].map((status) =>
      list(`/directdebit/mandate-authorizations?status=${status}`),
    ),
  )
  const mine = await list(`/customer/${id}/directdebit-mandate-authorizations`)
  const none = await list('/customer/other@example.com/directdebit-mandate-authorizations')

  assert.deepEqual([first, second, none], [['XXXXXX0001'], ['XXXXXX0002'], []])
  assert.deepEqual(mine, ['XXXXXX0002', 'XXXXXX0001'])
})

test('the list of mandates is read page by page with its cursor', async () => {
  for (const number of [ACTIVE, SLOW]) {
    await initialize(number)
    context.advance(MINUTE)
  }
  const path = 'GET /directdebit/mandate-authorizations?per_page=1'

  const one = (await send(path)).body
  const two = (await send(`${path}&cursor=${one.meta.next}`)).body

  assert.deepEqual([one.meta.count, one.meta.total, two.meta.next], [1, 2, null])
  assert.equal(two.data[0].account_number, 'XXXXXX0001')
  assert.equal((await send(`${path}&status=active&cursor=${one.meta.next}`)).status, 400)
})

test('a revoked mandate is listed as revoked, and not charged', async () => {
  const { reference } = (await initialize(ACTIVE)).body.data
  const { authorization_code } = await verify(reference)

  await send('POST /customer/authorization/deactivate', { body: { authorization_code } })

  const { data } = (await send('GET /directdebit/mandate-authorizations?status=revoked')).body
  assert.equal(data[0].authorization_code, authorization_code)
  assert.equal((await verify(reference)).active, false)
  const body = { email: EMAIL, amount: 500_000, authorization_code }
  assert.equal((await send(CHARGE, { body })).status, 404)
})

test('a kept card is no mandate, and a rejected one is in no list', async () => {
  const code = await keptCode(open.app, business.keys.secretKey, 'success')
  await initialize('3100000003')

  const answer = await send(`GET /customer/authorization/verify/${code.slice('AUTH_'.length)}`)

  assert.equal(answer.status, 404)
  assert.deepEqual((await send('GET /directdebit/mandate-authorizations')).body.data, [])
})

test('what is wrong about a mandate is named, and another business’s is not found', async () => {
  const { reference } = (await initialize(ACTIVE)).body.data
  const key = business.keys.secretKey
  business = await givenBusiness(context)
  const cases: [string, object | undefined, number, RegExp][] = [
    [INITIALIZE, { email: EMAIL, channel: 'card' }, 400, /^channel must be direct_debit/],
    [INITIALIZE, { email: EMAIL, channel: 'direct_debit' }, 400, /^account is required/],
    [INITIALIZE, { channel: 'direct_debit' }, 400, /^email is required/],
    ['POST /customer/no@example.com/initialize-direct-debit', {}, 404, /No customer/],
    [`GET /customer/authorization/verify/${reference}`, undefined, 404, /authorization/],
    ['GET /customer/authorization/verify/none', undefined, 404, /authorization/],
    ['GET /directdebit/mandate-authorizations?status=lost', undefined, 400, /^status must be one/],
    ['GET /customer/1/directdebit-mandate-authorizations', undefined, 404, /No customer/],
    ['PUT /customer/1/directdebit-activation-charge', {}, 403, /activate/],
  ]
  for (const [line, body, status, message] of cases) {
    const answer = await send(line, body === undefined ? {} : { body })
    assert.deepEqual([answer.status, answer.body.status], [status, false], `${line} ${answer.text}`)
    assert.match(answer.body.message, message, line)
  }
  const wrong = [
    [await initialize('12'), 400, /number/],
    [await initialize(ACTIVE, { account: { number: ACTIVE } }), 400, /^bank_code is required/],
    [await initialize(ACTIVE, { callback_url: 'nowhere' }), 400, /^callback_url/],
    [await initialize('3100000003'), 404, /rejected: declined/],
    [await initialize('3100000007'), 503, /./],
  ] as const
  for (const [{ status, body }, wanted, message] of wrong) {
    assert.equal(status, wanted, body.message)
    assert.match(body.message, message)
  }
  assert.equal((await send(`GET /customer/authorization/verify/${reference}`, { key })).status, 200)
})
