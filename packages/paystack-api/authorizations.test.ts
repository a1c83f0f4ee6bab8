import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addKey } from '../../src/accounts/businesses/businesses.ts'
import { ask, openPaystackApi, type Sent } from '../../test/paystack-clients.ts'
import { keptCode } from '../../test/paystack-kept.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../../test/support.ts'

// Kept cards as Paystack's authorizations.

const context = useContext()
let open: Awaited<ReturnType<typeof openPaystackApi>>
let business: GivenBusiness
before(async () => {
  await context.opened
  open = await openPaystackApi(context)
  business = await givenBusiness(context)
})
after(() => open.close())

const EMAIL = 'ada@example.com'
const CHARGE = 'POST /transaction/charge_authorization'

const send = (line: string, sent: Sent = {}) =>
  ask(open.app, line, { key: business.keys.secretKey, ...sent })
const kept = (card = 'success') => keptCode(open.app, business.keys.secretKey, card)
const charge = (authorization_code: string, reference: string, more: object = {}) =>
  send(CHARGE, { body: { email: EMAIL, amount: '500000', authorization_code, reference, ...more } })

/** The rules of Cowrie's own API. */
async function own(method: 'POST' | 'PATCH', path: string, payload: object) {
  const authorization = `Bearer ${business.keys.secretKey}`
  const url = `/api/v1/rules${path}`
  return (await open.app.inject({ method, url, headers: { authorization }, payload })).json()
}

test('a card that was not kept is not reusable, and its code charges nothing', async () => {
  const body = { email: EMAIL, amount: 5_000, reference: 'not-kept' }
  await send('POST /transaction/initialize', { body })
  await open.app.inject({
    method: 'POST',
    url: '/api/v1/sandbox/transactions/not-kept/pay',
    headers: { authorization: `Bearer ${business.keys.secretKey}` },
    payload: { channel: 'card' },
  })
  const { authorization } = (await send('GET /transaction/verify/not-kept')).body.data

  const charged = await charge(authorization.authorization_code, 'again')

  assert.equal(authorization.reusable, false)
  assert.deepEqual([charged.status, charged.body.code], [404, 'authorization_not_found'])
})

test('a kept card is charged once for each reference, with the metadata of Paystack', async () => {
  const code = await kept()
  const { body } = await charge(code, 'month-1', { metadata: '{"plan": 7}' })

  const again = await charge(code, 'month-1', { metadata: '{"plan": 7}' })

  const { status, amount, metadata, authorization, id } = body.data
  assert.deepEqual([body.message, status, amount], ['Charge attempted', 'success', 500_000])
  assert.deepEqual([metadata, authorization.authorization_code], [{ plan: 7 }, code])
  assert.equal(again.body.data.id, id)
  const other = await charge(code, 'month-1', { amount: 1_000 })
  assert.deepEqual([other.status, other.body.code], [400, 'duplicate_reference'])
})

test('a declined charge is an answer, and one that the bank asks about is paused', async () => {
  const declined = await charge(await kept('kept_no_funds'), 'declined')
  const asks = await charge(await kept('kept_asks'), 'asks')

  assert.deepEqual([declined.status, declined.body.data.status], [200, 'failed'])
  assert.match(declined.body.data.gateway_response, /./)
  const { paused, authorization_url, access_code, reference } = asks.body.data
  assert.deepEqual([paused, reference], [true, 'asks'])
  assert(authorization_url.endsWith(`/checkout/${access_code}`))
})

test('a charge that a rule of the business refuses has failed, and no card was charged', async () => {
  const code = await kept()
  const rule = { name: 'Large', kind: 'amount', action: 'refuse', points: 40, amount: 800_000 }
  const { id } = (await own('POST', '', rule)).data
  await own('PATCH', `/${id}`, { active: true })

  const refused = await charge(code, 'ruled', { amount: '800001' })
  const below = await charge(code, 'not-ruled', { amount: '800000' })
  await own('PATCH', `/${id}`, { active: false })

  const { status, gateway_response } = refused.body.data
  assert.deepEqual([refused.status, status], [200, 'failed'])
  assert.equal(gateway_response, 'Declined')
  assert.equal(below.body.data.status, 'success')
})

test('partial debit takes what the card has, and nothing below at_least', async () => {
  const code = await kept('kept_short')
  const partly = (reference: string, more: object) => {
    const asked = { email: EMAIL, amount: 500_000, currency: 'NGN', authorization_code: code }
    return send('POST /transaction/partial_debit', { body: { ...asked, reference, ...more } })
  }

  const any = await partly('part-1', {})
  const enough = await partly('part-2', { at_least: '50000' })
  const tooMuch = await partly('part-3', { at_least: 400_000 })
  const wrong = [
    await partly('part-4', { at_least: 600_000 }),
    await partly('part-5', { at_least: 1 }),
    await partly('part-6', { at_least: 'some' }),
    await partly('part-7', { currency: 'USD' }),
  ]

  assert.deepEqual(
    [any, enough, tooMuch].map(({ body: { data } }) => [data.status, data.requested_amount]),
    [
      ['success', 500_000],
      ['success', 500_000],
      ['failed', 500_000],
    ],
  )
  assert.deepEqual([any.body.data.amount, enough.body.data.amount], [100_000, 100_000])
  assert.deepEqual(
    wrong.map(({ status, body }) => [status, body.message.split(' ')[0]]),
    [
      [400, 'at_least'],
      [400, 'at_least'],
      [400, 'at_least'],
      [400, 'currency'],
    ],
  )
})

test('another customer’s email, and a key without the scope, charge nothing', async () => {
  const code = await kept()
  const { key } = await addKey(context, business, 'secret', { scopes: ['transactions:write'] })
  const body = { email: EMAIL, amount: 5_000, authorization_code: code, reference: 'no' }

  const wrongEmail = await charge(code, 'no', { email: 'other@example.com' })
  const refused = await send(CHARGE, { key, body })
  const aside = await send('POST /charge', { key, body })

  assert.deepEqual([wrongEmail.status, wrongEmail.body.code], [400, 'invalid_params'])
  assert.deepEqual([refused.status, refused.body.code], [403, 'insufficient_scope'])
  assert.equal(aside.status, 400)
  assert.equal((await send('GET /transaction/verify/no')).status, 400)
})

test('a customer shows the kept cards, until they are removed', async () => {
  const code = await kept()
  const shown = async () => {
    const { body } = await send(`GET /customer/${EMAIL}`)
    return body.data.authorizations.map((one: { authorization_code: string }) => {
      return one.authorization_code
    })
  }
  assert((await shown()).includes(code))

  const removed = await send('POST /customer/deactivate_authorization', {
    body: { authorization_code: code },
  })

  assert.equal(removed.body.message, 'Authorization has been deactivated')
  assert(!(await shown()).includes(code))
  assert.equal((await charge(code, 'removed')).status, 404)
})
