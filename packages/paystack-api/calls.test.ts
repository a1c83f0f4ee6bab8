import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addKey } from '../../src/accounts/businesses/businesses.ts'
import { newId } from '../../src/platform/ids.ts'
import { ask, openPaystackApi, type Sent } from '../../test/paystack-clients.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../../test/support.ts'
import { momentOfNumber, numberOf } from './numbers.ts'
import { accountIn, recipientCode } from './recipients.ts'

const context = useContext()
let open: Awaited<ReturnType<typeof openPaystackApi>>
let business: GivenBusiness
before(async () => {
  await context.opened
  open = await openPaystackApi(context)
  business = await givenBusiness(context)
})
after(() => open.close())

// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects from a response.
type Loose = any
const send = (line: string, sent: Sent = {}) =>
  ask(open.app, line, { key: business.keys.secretKey, ...sent })

const ASKED = { email: 'ada@example.com', amount: 500_000 }

test('the number of a record finds it again and contains its time', () => {
  const now = new Date('2026-11-24T09:30:00.123Z')
  const id = newId<'transaction'>(now)
  assert(Number.isSafeInteger(numberOf(id)))
  assert.equal(momentOfNumber(numberOf(id)).getTime(), now.getTime())
  assert(numberOf(newId(new Date('2089-01-01T00:00:00Z'))) <= Number.MAX_SAFE_INTEGER)
})

test('the code of a recipient is its account, for one business and mode', () => {
  const account = { bankCode: 'MFB50992', accountNumber: '0000000018' }
  const code = recipientCode(context, business, account)
  assert.equal(recipientCode(context, business, account), code)
  assert.deepEqual(accountIn(context, business, code), account)
  assert.equal(accountIn(context, { ...business, mode: 'live' }, code), null)
  const other = { ...business, businessId: newId<'business'>(context.now()) }
  assert.equal(accountIn(context, other as GivenBusiness, code), null)
  for (const wrong of ['', 'RCP_', `${code}x`, code.slice(0, -2), 'RCP_2x5j67tnnw1t98k']) {
    assert.equal(accountIn(context, business, wrong), null, wrong)
  }
})

test('refusals have Paystack’s form: false, a message, a type and a code', async () => {
  const cases: [line: string, sent: Sent, status: number, code: string, message: RegExp][] = [
    ['GET /transaction', { key: '' }, 401, 'invalid_Key', /./],
    ['GET /transaction', { key: 'sk_test_x' }, 401, 'invalid_Key', /./],
    ['GET /balance', { key: business.keys.publicKey }, 403, 'wrong_key_type', /./],
    ['POST /transaction/initialize', { body: {} }, 400, 'missing_params', /^email is required/],
    [
      'POST /transaction/initialize',
      { body: { ...ASKED, amount: 'free' } },
      400,
      'invalid_params',
      /^amount must be a number/,
    ],
    ...['.', '..'].map((reference): [string, Sent, number, string, RegExp] => [
      'POST /transaction/initialize',
      { body: { ...ASKED, reference } },
      400,
      'invalid_params',
      /^reference must/,
    ]),
    [
      'POST /transaction/initialize',
      { body: { ...ASKED, channels: ['qr'] } },
      400,
      'invalid_params',
      /no others are offered/,
    ],
    [
      'POST /transaction/initialize',
      { body: { ...ASKED, plan: 'PLN_1' } },
      404,
      'plan_not_found',
      /./,
    ],
    ['GET /transaction/verify/none', {}, 400, 'transaction_not_found', /reference not found/],
    ['GET /transaction/123', {}, 404, 'transaction_not_found', /./],
    ['GET /bank/resolve?account_number=1&bank_code=058', {}, 400, 'invalid_params', /10 digits/],
    [
      'GET /bank/resolve?account_number=0000000018&bank_code=999',
      {},
      422,
      'invalid_bank_code',
      /./,
    ],
    [
      'POST /transaction/check_authorization',
      { body: {} },
      403,
      'feature_unavailable',
      /charge it/,
    ],
    ['PUT /directdebit/activation-charge', { body: {} }, 403, 'feature_unavailable', /activate/],
    ['GET /product', {}, 403, 'feature_unavailable', /products/],
    ['GET /dispute/export', {}, 403, 'feature_unavailable', /disputes/],
    ['DELETE /transferrecipient/RCP_x', {}, 403, 'feature_unavailable', /recipients/],
    ['GET /bulkcharge', {}, 403, 'feature_unavailable', /in bulk/],
    ['GET /integration', {}, 403, 'feature_unavailable', /settings/],
    ['POST /charge/submit_phone', { body: {} }, 403, 'feature_unavailable', /step/],
    ['GET /dedicated_account/requery?account_number=1', {}, 403, 'feature_unavailable', /requery/],
    ['GET /transfer/export', {}, 403, 'feature_unavailable', /exporting/],
    ['POST /bvn/match', { body: {} }, 403, 'feature_unavailable', /BVN/],
    ['GET /nothing', {}, 404, 'not_found', /Unknown/],
    ['POST /refund', { body: { transaction: 'none' } }, 404, 'transaction_not_found', /./],
    ['POST /transfer', { body: { recipient: 'RCP_x' } }, 400, 'invalid_params', /Recipient/],
    ['POST /transaction/initialize', { raw: '{"a":' }, 400, 'invalid_params', /./],
  ]
  for (const [line, sent, status, code, message] of cases) {
    const answer = await send(line, sent)
    assert.deepEqual([answer.status, answer.body.status, answer.body.code], [status, false, code])
    assert.match(answer.body.message, message, line)
    const type = [401, 403].includes(status) ? 'api_error' : 'validation_error'
    assert.equal(answer.body.type, type, line)
  }
})

test('a used reference is refused as a duplicate; an equal request is the same payment', async () => {
  const body = { ...ASKED, reference: 'twice' }
  const [one, two] = [
    await send('POST /transaction/initialize', { body }),
    await send('POST /transaction/initialize', { body }),
  ]
  assert.deepEqual(one.body.data, two.body.data)
  const other = await send('POST /transaction/initialize', { body: { ...body, amount: 1_000 } })
  assert.deepEqual([other.status, other.body.code], [400, 'duplicate_reference'])
})

test('forms, bodies without a type, text for numbers and unknown fields are accepted', async () => {
  const form = await send('POST /transaction/initialize', {
    raw: 'email=ada@example.com&amount=500000&reference=by-form&channels[]=card&metadata[cart]=9',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  assert.equal(form.status, 200, JSON.stringify(form.body))
  const { body } = await send('GET /transaction/verify/by-form')
  assert.deepEqual([body.data.metadata, body.data.amount], [{ cart: '9' }, 500_000])

  const shown = await send('POST /transaction/initialize', {
    raw:
      'email=ada@example.com&amount=500000&reference=shown&channels=card&channels=bank_transfer' +
      '&metadata[custom_fields][0][display_name]=Order&metadata[custom_fields][0][value]=Indigo',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  const path = new URL(shown.body.data.authorization_url).pathname
  const page = await open.app.inject(path)
  assert.match(page.body, /<dt>Order<\/dt>\s*<dd>Indigo<\/dd>/)
  assert.match(page.body, /data-tab="bank_transfer"/)
  const deep = await send('POST /transaction/initialize', {
    raw: 'email=ada@example.com&amount=500000&metadata[a][b][c][d][e][f]=1',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  assert.deepEqual(
    [deep.status, deep.body.message],
    [400, 'metadata must be at most 5 levels deep.'],
  )
  assert.equal((await send('GET /transaction/verify/shown/')).body.data.reference, 'shown')

  const asText = { ...ASKED, amount: '2000', label: 'x', metadata: '{"a":[1.50]}', reference: 't' }
  await send('POST /transaction/initialize', { body: asText })
  const known = (await send('GET /transaction/verify/t')).body.data
  assert.deepEqual([known.amount, known.metadata, known.status], [2_000, { a: [1.5] }, 'pending'])
})

test('a key does what its scopes allow, and test and live never mix', async () => {
  const scoped = await addKey(context, business, 'secret', {
    scopes: ['transactions:read'],
  })
  const refused = await send('POST /refund', { key: scoped.key, body: { transaction: 'twice' } })
  assert.deepEqual([refused.status, refused.body.code], [403, 'insufficient_scope'])
  assert.equal((await send('GET /transaction', { key: scoped.key })).status, 200)
  assert.equal(
    (await send('GET /balance', { headers: { origin: 'https://a.example' } })).status,
    403,
  )
})

test('the setting for signed requests applies here too', async () => {
  const { app } = open
  const strict = await givenBusiness(context)
  const key = strict.keys.secretKey
  await app.inject({
    method: 'PUT',
    url: '/api/v1/settings/checkout',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    payload: JSON.stringify({ require_signed_requests: true }),
  })
  const answer = await send('POST /transaction/initialize', { key, body: ASKED })
  assert.deepEqual([answer.status, answer.body.code], [401, 'invalid_signature'])
})

test('no input causes a fault', async () => {
  const odd = [[], -1, 1e300, {}, '\u{1f600}', 'a\u0000']
  const bodies: [line: string, fields: string[]][] = [
    [
      'POST /transaction/initialize',
      ['email', 'amount', 'metadata', 'split', 'subaccount', 'channels'],
    ],
    ['POST /customer', ['email', 'first_name', 'phone']],
    ['PUT /customer/ada@example.com', ['first_name', 'phone']],
    ['POST /dedicated_account', ['customer', 'split_code', 'phone']],
    ['POST /dedicated_account/assign', ['email', 'first_name', 'bvn']],
    ['POST /dedicated_account/split', ['customer', 'split_code']],
    ['POST /subaccount', ['business_name', 'settlement_bank', 'percentage_charge', 'metadata']],
    ['PUT /subaccount/ACCT_x', ['active']],
    ['POST /split', ['name', 'type', 'subaccounts', 'bearer_type']],
    ['PUT /split/SPL_x', ['name']],
    ['POST /split/1/subaccount/add', ['subaccount', 'share']],
    ['POST /split/1/subaccount/remove', ['subaccount']],
    ['POST /refund', ['transaction', 'amount', 'merchant_note']],
    ['POST /transferrecipient', ['type', 'name', 'account_number', 'bank_code', 'metadata']],
    ['POST /transferrecipient/bulk', ['batch']],
    ['POST /transfer', ['amount', 'recipient', 'reference', 'source', 'currency']],
    ['POST /transfer/bulk', ['transfers']],
    ['POST /transfer/resend_otp', ['transfer_code']],
    ['POST /charge', ['bank_transfer', 'card', 'pin', 'metadata', 'amount', 'ussd']],
    ['POST /transaction/charge_authorization', ['authorization_code', 'email', 'amount']],
    ['POST /customer/deactivate_authorization', ['authorization_code']],
    ['POST /dispute/1/evidence', ['customer_name', 'delivery_date']],
    ['PUT /dispute/1/resolve', ['resolution', 'message', 'refund_amount']],
    ['POST /page', ['name', 'slug', 'amount', 'redirect_url', 'metadata', 'custom_fields']],
    ['PUT /page/1', ['name', 'active', 'metadata']],
    ['POST /charge/submit_pin', ['reference', 'pin']],
    ['POST /charge/submit_otp', ['reference', 'otp']],
    ['PUT /integration/payment_session_timeout', ['timeout']],
  ]
  const tried: Promise<void>[] = []
  for (const [line, fields] of bodies) {
    const right: Record<string, unknown> = {
      ...ASKED,
      first_name: 'Ada',
      customer: 'ada@example.com',
      account_number: '0000000018',
      bank_code: '058',
      settlement_bank: '058',
      business_name: 'Ada',
      transaction: 'twice',
    }
    for (const field of fields) {
      tried.push(...odd.map((value) => answered(line, { body: { ...right, [field]: value } })))
    }
    tried.push(...[null, 'x', [1]].map((body) => answered(line, { body })))
    await Promise.all(tried.splice(0))
  }
  const names = [
    '%00',
    '1',
    '9007199254740993',
    '0',
    '-1',
    "'",
    '%F0%9F%98%80',
    'x'.repeat(300),
    '..',
  ]
  const reads = ['/transaction/verify/', '/transaction/', '/transaction/timeline/', '/customer/']
  const more = ['/dedicated_account/', '/subaccount/', '/split/', '/refund/', '/transferrecipient/']
  const last = ['/transfer/', '/transfer/verify/', '/settlement/', '/charge/', '/decision/bin/']
  for (const path of [...reads, ...more, ...last]) {
    await Promise.all(names.map((name) => answered(`GET ${path}${name}`)))
  }
  const lists = '/transaction /customer /dedicated_account /subaccount /split /refund /transfer'
  const others = ['/transferrecipient', '/settlement', '/balance/ledger', '/bank']
  for (const path of [...lists.split(' '), ...others]) {
    const queries = ['perPage=x&page=-1&__proto__=1', 'next=x', 'previous=x', 'customer=%00']
    queries.push('status=x', 'from=9999-99-99', 'to=2026-01-01', 'amount=1.5', 'page=99999')
    await Promise.all(queries.map((query) => answered(`GET ${path}?${query}`)))
  }
})

async function answered(line: string, sent?: Sent): Promise<void> {
  const { status, body } = await send(line, sent)
  assert(status < 500, `${line} ${JSON.stringify(sent)} answered ${status}`)
  assert.equal(body.status, status < 300, `${line}: ${JSON.stringify(body)}`)
}

test('a list goes on from `next` with the same filters only', async () => {
  const { secretKey: key } = (await givenBusiness(context)).keys
  for (const email of ['ada@example.com', 'bola@example.com']) {
    await send('POST /transaction/initialize', { key, body: { ...ASKED, email } })
  }
  const page = (query: string) => send(`GET /transaction?${query}`, { key })
  const { next } = (await page('perPage=1&use_cursor=true&status=pending')).body.meta

  const rest = await page(`status=pending&page=1&next=${next}`)
  const other = await page(`status=success&next=${next}`)

  assert.deepEqual(
    rest.body.data.map((one: Loose) => one.customer.email),
    ['ada@example.com'],
  )
  assert.equal(other.status, 400)
  assert.match(other.body.message, /^cursor must be/)
})

test('totals are sums, and an export is valid for ten minutes', async () => {
  const { secretKey: key } = (await givenBusiness(context)).keys
  await send('POST /transaction/initialize', { key, body: { ...ASKED, reference: 'exported' } })
  await open.app.inject({
    method: 'POST',
    url: '/api/v1/sandbox/transactions/exported/pay',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    payload: JSON.stringify({ channel: 'card' }),
  })
  const { data } = (await send('GET /transaction/totals', { key })).body
  assert.deepEqual([data.total_transactions, data.total_volume], [1, 500_000])
  assert.equal((await send('GET /transaction/totals?from=2020-01-01', { key })).status, 400)

  const { path } = (await send('GET /transaction/export?status=success', { key })).body.data
  const at = new URL(path).pathname
  const file = await open.app.inject({ method: 'GET', url: at })
  assert.match(file.payload, /exported,success,card,500000/)
  const altered = await open.app.inject({ method: 'GET', url: `${at.slice(0, -3)}abc` })
  assert.deepEqual([altered.statusCode, altered.json().status], [404, false])
  context.advance(10 * 60_000)
  assert.equal((await open.app.inject({ method: 'GET', url: at })).statusCode, 404)
})

test('customers, accounts, subaccounts, splits and bulk transfers work', async () => {
  const { secretKey: key } = (await givenBusiness(context)).keys
  const ask = async (line: string, body?: object) => {
    const answer = await send(line, { key, ...(body && { body }) })
    assert(answer.status < 300, `${line}: ${JSON.stringify(answer.body)}`)
    assert.equal(answer.body.status, true)
    return answer.body.data
  }
  const { customer_code: code } = await ask('POST /customer', { email: 'ngozi@example.com' })
  const named = await ask(`PUT /customer/${code}`, { first_name: 'Ngozi', last_name: 'Sample' })
  assert.deepEqual([named.first_name, named.last_name], ['Ngozi', 'Sample'])
  assert.equal((await ask('GET /customer/ngozi@example.com')).id, named.id)
  assert.equal((await ask(`GET /customer/${named.id}`)).customer_code, code)

  const person = { email: 'ngozi@example.com', first_name: 'Ngozi', last_name: 'Sample' }
  assert.equal(await ask('POST /dedicated_account/assign', { ...person, country: 'NG' }), null)
  const sub = { business_name: 'Two', account_number: '0000000018', percentage_charge: 10 }
  const one = await ask('POST /subaccount', { ...sub, settlement_bank: 'guaranty trust bank' })
  const two = await ask('POST /subaccount', { ...sub, settlement_bank: '058' })
  const renamed = await ask(`PUT /subaccount/${one.id}`, { business_name: 'One' })
  assert.deepEqual([renamed.business_name, renamed.percentage_charge], ['One', 10])

  const shares = [{ subaccount: one.subaccount_code, share: 20 }]
  const terms = { name: 'Both', type: 'percentage', currency: 'NGN', subaccounts: shares }
  const split = await ask('POST /split', terms)
  const second = { subaccount: two.subaccount_code, share: 30 }
  const added = await ask(`POST /split/${split.id}/subaccount/add`, second)
  assert.equal(added.total_subaccounts, 2)
  await ask(`POST /split/${split.split_code}/subaccount/remove`, second)
  const off = await ask(`PUT /split/${split.id}`, { name: 'One alone' })
  assert.deepEqual([off.name, off.total_subaccounts, off.active], ['One alone', 1, true])
  const shared = { customer: code, split_code: split.split_code }
  const account = await ask('POST /dedicated_account/split', shared)
  assert.equal(account.split_config.split_code, split.split_code)
  assert.equal((await ask(`GET /dedicated_account?customer=${code}`))[0].id, account.id)

  const to = { type: 'nuban', name: 'Ada', bank_code: '058' }
  const batch = [
    { ...to, account_number: '0000000018' },
    { ...to, account_number: '1' },
  ]
  const made = await ask('POST /transferrecipient/bulk', { batch })
  assert.deepEqual([made.success.length, made.errors.length], [1, 1])
  const { recipient_code: recipient } = made.success[0]
  const transfers = [
    { amount: 100_000, recipient, reference: 'bulk-1' },
    { amount: 900_000_000, recipient, reference: 'bulk-2' },
  ]
  const sent = await ask('POST /transfer/bulk', { source: 'balance', transfers })
  const ends = sent.map(({ status, failures }: Loose) => [status, failures?.reason])
  assert.deepEqual(ends, [
    ['success', undefined],
    ['failed', 'insufficient_balance'],
  ])
  assert.equal((await ask('GET /balance'))[0].balance, 9_900_000)
  assert.equal((await ask('GET /balance/ledger'))[0].difference, -100_000)
  const unnamed = { transfers: [{ amount: 100_000, recipient }] }
  assert.equal((await send('POST /transfer/bulk', { key, body: unnamed })).status, 400)

  const banks = await ask('GET /bank?country=nigeria')
  assert(banks.some(({ code, id }: Loose) => code === '058' && Number.isSafeInteger(id)))
  assert.deepEqual(await ask('GET /bank?country=ghana'), [])
})

test('without the setting, the path does not exist', async () => {
  const { buildApp } = await import('../../src/http/app.ts')
  const app = await buildApp(context, { unready: () => null, threeDSecure: {} as never })
  const response = await app.inject({ method: 'GET', url: '/paystack/bank' })
  assert.equal(response.statusCode, 404)
  await app.close()
})
