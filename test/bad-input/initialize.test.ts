import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { useApi } from '../api.ts'
import { contentsOf } from '../calls.ts'
import { givenSplit, givenSubaccount } from '../splits.ts'
import { type GivenBusiness, givenBusiness, givenLive, useContext } from '../support.ts'

// What initialize refuses, and what it only seems to have to refuse. Every case says which fields
// are named, and that nothing was written.

const context = useContext()
const api = useApi(context)

const PATH = '/api/v1/transactions/initialize'
const GOOD = { amount: 500_000, email: 'ada@example.com', name: 'Ada Example' }

let business: GivenBusiness
before(async () => {
  await context.opened
  business = await givenBusiness(context)
})

const send = (raw: string) => api.post(PATH, { key: business.keys.secretKey, raw })
const sendWith = (field: string, value: unknown) =>
  send(JSON.stringify({ ...GOOD, [field]: value }))

async function assertRefused(raw: string, fields: string[], says = raw): Promise<void> {
  const before = await contentsOf(context)
  const answer = await send(raw)
  const named = (answer.body.errors ?? []).map(({ field }: { field: string }) => field)
  assert.deepEqual([answer.status, answer.body.code], [400, 'invalid_request'], says)
  assert.deepEqual(named.sort(), fields.sort(), says)
  assert.deepEqual(await contentsOf(context), before, 'nothing was written')
}

const AMOUNTS_WRONG = [
  '99',
  '0',
  '-1',
  '-0.0',
  '1000000000001',
  '100.5',
  '99.99',
  '1e400',
  '-1e400',
  '"100"',
  '"1e2"',
  '9007199254740991',
  '9007199254740993',
  '100000000000000000000',
  'true',
  'null',
  '[100]',
  '{"amount": 100}',
  '100.00000000000000001',
  '100.000000000000000000000000000000000000001',
  '1.00000000000000000000001e2',
  '999999999999.999999999999',
]
test('an amount that is not a whole number of kobo from 100 to 10^12 is refused', async () => {
  for (const amount of AMOUNTS_WRONG) {
    await assertRefused(
      `{"amount": ${amount}, "email": "ada@example.com", "name": "Ada"}`,
      ['amount'],
      amount,
    )
  }
})

test('an amount that is no JSON at all is an unreadable body', async () => {
  for (const amount of [
    'NaN',
    'Infinity',
    '0x64',
    '1_000',
    '+100',
    '.5',
    '0100',
    '100.',
    '１００',
  ]) {
    const answer = await send(`{"amount": ${amount}, "email": "ada@example.com", "name": "Ada"}`)
    assert.deepEqual([answer.status, answer.body.code], [400, 'invalid_json'], amount)
  }
})

test('a whole number of kobo is taken however it is spelled', async () => {
  const spelled: [text: string, amount: number][] = [
    ['100', 100],
    ['1000000000000', 1_000_000_000_000],
    ['100.0', 100],
    ['1e2', 100],
    ['1E+2', 100],
    ['1.5e3', 1_500],
    ['10000e-2', 100],
    ['500000.000000000000000000000', 500_000],
  ]
  for (const [text, amount] of spelled) {
    const { status, body } = await send(
      `{"amount": ${text}, "email": "ada@example.com", "name": "Ada"}`,
    )
    assert.equal(status, 200, text)
    const verified = await api.get(`/api/v1/transactions/verify/${body.data.reference}`, {
      key: business.keys.secretKey,
    })
    assert.equal(verified.body.data.requested_amount, amount, text)
  }
})

const WRONG: Record<string, unknown[]> = {
  email: [
    '',
    ' ',
    'ada',
    'a@b',
    'a@@example.com',
    'a@b@example.com',
    'ada@example.com.',
    '"ada lovelace"@example.com',
    'Ada <ada@example.com>',
    'ada @example.com',
    'ada@example.com\r\nBcc: all@example.com',
    `${'a'.repeat(250)}@example.com`,
    'x'.repeat(90_000),
  ],
  name: ['', ' ', '\t\n', 'A'.repeat(201), 'Ada\r\nExample', 'Ada\u0007'],
  callback_url: [
    '',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    '//shop.example/done',
    'shop.example',
    'https://user:pass@shop.example/',
    'https://shop.example:0/',
    `https://shop.example/${'a'.repeat(2_048)}`,
    'https://shop.example/\r\nSet-Cookie: a=b',
    ' https://shop.example',
  ],
  reference: ['', '.', '..', 'r'.repeat(101), 'a b', 'a/b', '../a', 'é', 'a\n', '%00'],
  currency: ['USD', 'ngn', '', 'NGN '],
  channels: [[], ['cash'], ['card', 'card'], 'card', ['card', 'bank_transfer', 'card'], [null]],
  phone: ['', 'abc', '12345', '+', '0803000000x'],
  fee_bearer: ['', 'subaccount', 'BUSINESS'],
  metadata: ['{}', [1], 5, true, nested(6), { text: 'x'.repeat(8_192) }],
  split_code: ['', 'S'.repeat(101)],
}
for (const [field, values] of Object.entries(WRONG)) {
  test(`a wrong ${field} is refused by its name`, async () => {
    for (const value of values) {
      await sendWith(field, value).then(({ status, body }) => {
        const says = JSON.stringify(value).slice(0, 60)
        assert.equal(status, 400, `${says}: ${JSON.stringify(body)}`)
        const named = body.errors.map((error: { field: string }) => error.field.split('.')[0])
        assert.deepEqual([...new Set(named)], [field], says)
      })
    }
  })

  test(`a ${field} of another type is refused`, async () => {
    const isType: Record<string, string> = { metadata: 'object', channels: 'array' }
    const others: [type: string, value: unknown][] = [
      ['number', 5],
      ['string', { toString: 'ada@example.com' }],
      ['array', ['ada@example.com']],
      ['boolean', true],
      ['null', null],
      ['object', { $gt: '' }],
    ]
    for (const [type, value] of others) {
      if (type === isType[field] || (field === 'metadata' && type === 'string')) continue
      // An optional field that is null is as if it were not sent.
      if (value === null && !['email', 'name'].includes(field)) continue
      await assertRefused(
        JSON.stringify({ ...GOOD, [field]: value }),
        field === 'channels' && type === 'array' ? ['channels.0'] : [field],
      )
    }
  })
}

test('every wrong field is told at once, each with its code and the fix', async () => {
  const { status, body } = await send(
    JSON.stringify({
      amount: 5,
      email: 'ada',
      callback_url: 'ftp://shop.example',
      channels: ['cash'],
      reference: 'a b',
    }),
  )

  assert.equal(status, 400)
  assert.deepEqual(
    Object.fromEntries(body.errors.map(({ field, code }: Record<string, string>) => [field, code])),
    {
      amount: 'too_small',
      email: 'invalid_format',
      name: 'required',
      callback_url: 'invalid_format',
      'channels.0': 'not_allowed',
      reference: 'invalid_format',
    },
  )
  for (const { field, message } of body.errors) assert(message.startsWith(field), message)
})

test('what only looks dangerous is text like any other, and comes back as it was', async () => {
  const texts = [
    "Robert'); drop table transaction;--",
    '<script>alert(1)</script>',
    '{{7*7}}<%= 7*7 %>',
    '=cmd|calc!A1',
    '../../etc/passwd',
    '\u202eadA\u200b',
    'Ame\u0301lie',
    'Am\u00e9lie',
    '😀'.repeat(200),
    '%s%n{}',
    'constructor',
    '0',
  ]
  for (const name of texts) {
    const { status, body } = await sendWith('name', name)
    assert.equal(status, 200, name)
    const verified = await api.get(`/api/v1/transactions/verify/${body.data.reference}`, {
      key: business.keys.secretKey,
    })
    assert.equal(verified.body.data.customer.name, name)
  }
})

test('these are right, though they look odd', async () => {
  const right: Record<string, unknown[]> = {
    email: ['ADA@EXAMPLE.COM', "o'neil+x@sub.example.co", 'ada@ọjà.example'],
    name: ['A', '007'],
    callback_url: [
      'http://localhost:3000/?reference=x#y',
      'http://10.0.0.1/',
      'http://[::1]/',
      'https://ọjà.example/',
      `https://shop.example/${'a'.repeat(2_048 - 21)}`,
    ],
    reference: ['r'.repeat(100), '...', '.a', 'A-Z.a_z=0'],
    channels: [['card'], ['bank_transfer', 'card']],
    metadata: [
      {},
      nested(5),
      { text: 'x'.repeat(8_192 - 11) },
      Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`key ${i}`, i])),
      { constructor: { prototype: { admin: true } } },
    ],
  }
  for (const [field, values] of Object.entries(right)) {
    for (const value of values) {
      const { status, text } = await sendWith(field, value)
      assert.equal(status, 200, `${field} ${JSON.stringify(value).slice(0, 60)}: ${text}`)
    }
  }
})

test('an unknown, foreign or other mode’s split code is one and the same refusal', async () => {
  context.rails.live = [context.rails.test]
  const live = { keys: await givenLive(context, business.businessId) }
  const codes = ['SPL_unknown', "'; drop table transaction", '😀', 'SPL_', '\u202eSPL_']
  for (const stranger of [await givenBusiness(context, 'Other Store'), live]) {
    const subaccount = await givenSubaccount(api, stranger)
    codes.push(await givenSplit(api, stranger, [{ subaccount_id: subaccount, share: 20 }]))
  }
  const before = await contentsOf(context)
  const said = new Set<string>()
  for (const code of codes) {
    const { status, body } = await sendWith('split_code', code)
    assert.deepEqual([status, body.code], [422, 'invalid_split'])
    said.add(body.message)
  }
  assert.equal(said.size, 1)
  assert.deepEqual(await contentsOf(context), before, 'nothing was written')
})

function nested(depth: number): object {
  return depth === 1 ? {} : { inner: nested(depth - 1) }
}

test('what PHP and keyboards add is passed over: an empty list for {}, spaces around an e-mail', async () => {
  const raw = JSON.stringify({ ...GOOD, email: ' ada@example.com \n', metadata: [] })

  const { status, body } = await send(raw)

  assert.equal(status, 200, JSON.stringify(body))
  const { data } = (
    await api.get(`/api/v1/transactions/verify/${body.data.reference}`, {
      key: business.keys.secretKey,
    })
  ).body
  assert.deepEqual([data.customer.email, data.metadata], ['ada@example.com', {}])
  await assertRefused(JSON.stringify({ ...GOOD, metadata: [1] }), ['metadata'])
})
