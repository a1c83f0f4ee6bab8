import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { givenPayment, useApi } from '../api.ts'
import { askForAccount, pay, transfer, verifyPayment } from '../payments.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../support.ts'

// The contract, part "Resources and their fields": the transaction.

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
beforeEach(async () => {
  business = await givenBusiness(context)
})

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

test('"All bodies are JSON"', async () => {
  const { reference } = await givenPayment(api, business)
  for (const path of [`/api/v1/transactions/verify/${reference}`, '/api/v1/transactions', '/x']) {
    const { headers } = await api.get(path, { key: business.keys.secretKey })
    assert.equal(headers['content-type'], 'application/json; charset=utf-8', path)
  }
})

test('"The initialize response carries `data.authorization_url` (string, address of the checkout)"', async () => {
  const data = (await givenPayment(api, business)) as Record<string, string>

  assert.deepEqual(Object.keys(data).sort(), [
    'access_code',
    'authorization_url',
    'expires_at',
    'id',
    'reference',
  ])
  assert.equal(data['authorization_url'], `http://cowrie.test/checkout/${data['access_code']}`)
  assert(data['access_code']!.length >= 22, '128 random bits or more')
  assert.match(data['expires_at']!, ISO)
})

// "Other fields of a transaction record: not shown": decided, and the same in every state.
const FIELDS = [
  ...['id', 'domain', 'reference', 'status', 'amount', 'requested_amount', 'fees'],
  ...['refunded_amount', 'stage', 'failure_code', 'failure_message'],
  ...['fees_breakdown', 'net_amount', 'currency', 'channel', 'gateway_response', 'message'],
  ...[
    'paid_at',
    'created_at',
    'updated_at',
    'expires_at',
    'ip_address',
    'callback_url',
    'metadata',
    'customer',
  ],
  ...['authorization', 'risk', 'plan', 'split', 'log', 'made_with', 'displaced'],
].sort()

test('a transaction record has the same fields before and after it is paid', async () => {
  const { access_code, reference } = await givenPayment(api, business)
  const before = await verifyPayment(api, business, reference)
  await pay(api, access_code, 'success')
  const after = await verifyPayment(api, business, reference)

  assert.deepEqual(Object.keys(before).sort(), FIELDS)
  assert.deepEqual(Object.keys(after).sort(), FIELDS)
  assert.equal(before.channel, null)
  assert.equal(before.paid_at, null)
  assert.equal(before.fees, null)
  assert.equal(after.channel, 'card')
  assert.match(after.paid_at, ISO)
  assert.match(after.created_at, ISO)
  assert.equal(after.domain, 'test')
  assert.equal(after.currency, 'NGN')
})

test('fees add up: service fee and VAT are what lies between amount and net', async () => {
  const { access_code, reference } = await givenPayment(api, business)
  await pay(api, access_code, 'success')

  const { amount, fees, fees_breakdown, net_amount } = await verifyPayment(api, business, reference)

  assert.deepEqual(fees_breakdown, [
    { type: 'service', amount: 17_500 },
    { type: 'vat', amount: 1_313 },
  ])
  assert.equal(fees, 18_813)
  assert.equal(net_amount, amount - fees)
})

test('of a card only the ends are shown; of a sender, the end of the account', async () => {
  const byCard = await givenPayment(api, business)
  await pay(api, byCard.access_code, 'success')
  const card = (await verifyPayment(api, business, byCard.reference)).authorization
  assert.deepEqual([card.bin.length, card.last4.length], [6, 4])

  const byTransfer = await givenPayment(api, business)
  await transfer(api, business, {
    account_number: await askForAccount(api, byTransfer.access_code),
    amount: 500_000,
    sender_account_number: '0123456789',
    sender_name: 'Ngozi Sample',
    narration: 'for shoes',
  })
  const sender = (await verifyPayment(api, business, byTransfer.reference)).authorization
  assert.equal(sender.sender_account_number, '******6789')
  assert.equal(sender.sender_name, 'Ngozi Sample')
  assert.equal(sender.narration, 'for shoes')
})

test('"name: legal name of the customer", kept with e-mail and phone', async () => {
  const { reference } = await givenPayment(api, business, {
    name: 'Adaeze Grace Okafor',
    email: 'Adaeze@Example.com',
    phone: '+2348030000000',
  })

  const { customer } = await verifyPayment(api, business, reference)

  const { id, customer_code, ...known } = customer
  assert.match(id, /^cus_[0-9a-f]{32}$/)
  assert.match(customer_code, /^CUS_[\w-]{22}$/)
  assert.deepEqual(known, {
    first_name: 'Adaeze',
    last_name: 'Grace Okafor',
    name: 'Adaeze Grace Okafor',
    email: 'Adaeze@Example.com',
    phone: '+2348030000000',
  })
})

const METADATA = [
  '{"2":"b","1":"a","10":"c","01":"d"}',
  '{ "price" : 1.0 ,\t"rate":1e2, "tiny":1.10E-7 }',
  '{"big":9007199254740993,"bigger":123456789012345678901234567890,"fraction":0.1000000000000000000001}',
  '{"escaped":"\\u00e9\\/\\u0022","plain":"é/😀","html":"</script><!--"}',
  '{"a":{"b":{"c":{"d":{}}}},"list":[ 1 , [2,[3] ] ],"nothing":null,"yes":true}',
  '{"data":"}{","key\\"s":"]["}',
  '{"inner":{"metadata":0},"metadata":{"metadata":1}}',
  '{"constructor":{"prototype":1},"toString":0,"":""}',
  '{}',
  `{"text":"${'x'.repeat(8_192 - 11)}"}`,
]
test('"metadata: free-form key/value data" comes back byte for byte', async () => {
  for (const [i, metadata] of METADATA.entries()) {
    const reference = `metadata-${i}`
    const made = await api.post('/api/v1/transactions/initialize', {
      key: business.keys.secretKey,
      raw:
        `{"amount":500000,"metadata" : ${metadata} ,` +
        `"email":"ada@example.com","name":"Ada","reference":"${reference}"}`,
    })
    assert.equal(made.status, 200, made.text)

    const verified = await api.get(`/api/v1/transactions/verify/${reference}`, {
      key: business.keys.secretKey,
    })
    const listed = await api.get(`/api/v1/transactions?reference=${reference}`, {
      key: business.keys.secretKey,
    })

    assert(verified.text.includes(`"metadata":${metadata},`), verified.text)
    assert(listed.text.includes(`"metadata":${metadata},`), listed.text)
  }
})

test('metadata whose keys come twice is refused, because two readers would differ', async () => {
  const { status, body } = await api.post('/api/v1/transactions/initialize', {
    key: business.keys.secretKey,
    raw: '{"amount":500000,"email":"a@b.co","name":"Ada","metadata":{"a":1,"a":2}}',
  })
  assert.deepEqual([status, body.code], [400, 'invalid_json'])
})
