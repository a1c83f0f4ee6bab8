import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { useApi } from '../api.ts'
import { contentsOf, inHundreds } from '../calls.ts'
import { givenDedicated, transfer } from '../payments.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../support.ts'

// Dedicated accounts, the wallet and what is put aside: each field as every type, the shapes that
// people type, and pages that cannot be.

const context = useContext()
const api = useApi(context)

const PATH = '/api/v1/dedicated-virtual-accounts'
const GOOD = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' }
const NO_TEXT = [5, true, [], ['x'], {}, { $gt: '' }]
const BLANKS = ['', ' ', '\t', '\u00a0', '\u2028']

let business: GivenBusiness
before(async () => {
  await context.opened
  business = await givenBusiness(context)
})

const create = (body: unknown) => api.post(PATH, { key: business.keys.secretKey, body })
const get = (path: string) => api.get(path, { key: business.keys.secretKey })

function fieldsOf(body: { errors?: { field: string }[] }): string[] {
  return (body.errors ?? []).map(({ field }) => field)
}

const WRONG: Record<string, unknown[]> = {
  first_name: [
    ...NO_TEXT,
    undefined,
    null,
    ...BLANKS,
    'a\nb',
    'a\u0007',
    'a\u0085b',
    'x'.repeat(101),
  ],
  last_name: [...NO_TEXT, undefined, null, ...BLANKS, 'a\r\nBcc: b', 'a\u009f', 'x'.repeat(101)],
  email: [
    ...NO_TEXT,
    undefined,
    ...BLANKS,
    'ada',
    'ada@',
    '@example.com',
    'ada@@example.com',
    'ada@b',
    'ada@example.com.',
    '.ada@example.com',
    'a..a@example.com',
    'ada@example.com\r\nBcc: b@example.com',
    '"a b"@example.com',
    '<ada@example.com>',
    'Ada <ada@example.com>',
    'ada@exam ple.com',
    `${'a'.repeat(65)}@example.com`,
    `ada@${'a.'.repeat(130)}com`,
  ],
  phone: [
    ...NO_TEXT,
    ...BLANKS,
    2_348_030_000_000,
    '080300',
    '0803abc0000',
    '+',
    '++2348030000000',
    '٠٨٠٣٠٠٠٠٠٠٠',
    '08030000000\n',
    '0'.repeat(22),
  ],
  bvn: [
    ...NO_TEXT,
    ...BLANKS,
    22_298_765_431,
    '2229876543',
    '222987654310',
    '2229876543a',
    ' 22298765431',
    '22298765431 ',
    '22298765431\n',
    '222-9876-5431',
    '+2229876543',
    '٢٢٢٩٨٧٦٥٤٣١',
    '２２２９８７６５４３１',
    '2.229876543',
    '2e10',
  ],
}
for (const [field, values] of Object.entries(WRONG)) {
  test(`customer.${field} is refused as what it is not, and nothing is begun`, async () => {
    const rows = await contentsOf(context)
    for (const value of values) {
      const { status, body, text } = await create({ customer: { ...GOOD, [field]: value } })
      const sent = JSON.stringify(value)
      assert.deepEqual([status, body.code], [400, 'invalid_request'], `${sent}: ${text}`)
      assert.deepEqual(fieldsOf(body), [`customer.${field}`], sent)
      // What is wrong with a BVN is said without it.
      if (field === 'bvn' && typeof value === 'string' && value.trim().length > 4)
        assert(!text.includes(value.trim()), text)
    }
    assert.deepEqual(await contentsOf(context), rows)
  })
}

test('a customer that is none, and a split that is no text, are refused', async () => {
  const rows = await contentsOf(context)
  for (const customer of [undefined, null, [], [GOOD], 'ada@example.com', 5, true]) {
    const { status, body } = await create({ customer })
    assert.deepEqual([status, fieldsOf(body)], [400, ['customer']], JSON.stringify(customer))
  }
  for (const split_code of [...NO_TEXT, '', 'x'.repeat(101)]) {
    const { status, body } = await create({ customer: GOOD, split_code })
    assert.deepEqual([status, fieldsOf(body)], [400, ['split_code']], JSON.stringify(split_code))
  }
  assert.deepEqual(await contentsOf(context), rows)
})

test('every wrong field is told at once', async () => {
  const { body } = await create({ customer: { phone: 'x', bvn: 'y' }, split_code: 5 })
  assert.deepEqual(fieldsOf(body).sort(), [
    'customer.bvn',
    'customer.email',
    'customer.first_name',
    'customer.last_name',
    'customer.phone',
    'split_code',
  ])
})

test('odd names, addresses and phone numbers that people have are taken', async () => {
  const odd: Record<string, string[]> = {
    first_name: [
      'A',
      'x'.repeat(100),
      'Ọláọlúwa',
      '王',
      '😀',
      'O’Brien',
      '<b>',
      '=1+1',
      '007',
      '\u202eAda',
    ],
    last_name: ["'; drop table customer --", '{{7*7}}', '../../etc', 'Ń', 'Ada\u200bObi', '-'],
    email: [
      "o'brien+tag@example.com",
      `${'a'.repeat(64)}@example.com`,
      'ada@exämple.com',
      'A@B.CO',
    ],
    phone: ['+2348030000000', '08030000000', '0803 000 0000', '01 (234) 5678', '1234567'],
  }
  let serial = 0
  for (const [field, values] of Object.entries(odd)) {
    for (const value of values) {
      serial += 1
      const customer = { ...GOOD, email: `odd-${serial}@example.com`, [field]: value }
      const { status, body, text } = await create({ customer })
      assert.equal(status, 200, `${field} ${value}: ${text}`)
      assert.equal(body.data.customer[field], value)
      assert.match(body.data.account_name, /^[A-Z0-9 .,'-]+\/[A-Z0-9 .,'-]+$/)
      assert(body.data.account_name.length <= 50)
    }
  }
})

test('no column of the database is a field of an account that is asked for', async () => {
  const columns = await context.sql<{ name: string }[]>`
    select distinct column_name as name from information_schema.columns
    where table_schema = 'public'
  `
  const known = [...Object.keys(GOOD), 'phone', 'bvn', 'nin', 'split_code', 'customer', 'metadata']
  const extra = Object.fromEntries(
    [...columns.map(({ name }) => name), 'domain', 'active', 'isDeleted', 'businessId', 'bank']
      .filter((name) => !known.includes(name))
      .map((name) => [name, '3']),
  )
  const before = await contentsOf(context)
  for (const some of inHundreds(extra)) {
    const names = Object.keys(some)
    const outside = await create({ ...some, customer: GOOD })
    const inside = await create({ customer: { ...some, ...GOOD } })
    assert.deepEqual([outside.status, fieldsOf(outside.body)], [400, names])
    const within = names.map((name) => `customer.${name}`)
    assert.deepEqual([inside.status, fieldsOf(inside.body)], [400, within])
  }
  const { body } = await create({ customer: { ...GOOD, metadata: {} } })
  assert.deepEqual(fieldsOf(body), ['customer.metadata'])
  assert.deepEqual(await contentsOf(context), before, 'nothing was written')
})

test('no column of the database is a field of a transfer', async () => {
  const { account_number } = await givenDedicated(api, business)
  const columns = await context.sql<{ name: string }[]>`
    select distinct column_name as name from information_schema.columns
    where table_schema = 'public' and table_name in ('deposit', 'transaction', 'virtual_account')
  `
  const known = ['account_number', 'amount', 'narration', 'session_id']
  const extra = Object.fromEntries(
    [...columns.map(({ name }) => name), 'fees', 'isDeleted', 'domain', 'senderName']
      .filter((name) => !known.includes(name) && !name.startsWith('sender_'))
      .map((name) => [name, '1999-01-01T00:00:00Z']),
  )

  const before = await contentsOf(context)
  for (const some of inHundreds(extra)) {
    const { status, body } = await transfer(api, business, {
      ...some,
      account_number,
      amount: 5_000,
    })
    assert.deepEqual([status, fieldsOf(body)], [400, Object.keys(some)])
  }
  assert.deepEqual(await contentsOf(context), before, 'nothing was written')
})

for (const path of [PATH, '/api/v1/deposits/quarantine']) {
  test(`GET ${path} refuses a page that cannot be`, async () => {
    const wrong: Record<string, string[]> = {
      page: ['-1', '0', '1.5', 'abc', '', '1e9', '1000001', '10000000000', '%00', '1&page=2'],
      perPage: ['-1', '0', '101', '1000000', 'abc', '', '%2B5', '1&perPage=2'],
      cursor: ['x', '', '%00', 'eyJpZCI6MX0', "'", 'null', 'A'.repeat(48), 'x&cursor=y'],
    }
    for (const [field, values] of Object.entries(wrong)) {
      for (const value of values) {
        const { status, body } = await get(`${path}?${field}=${value}`)
        assert.deepEqual([status, body.code], [400, 'invalid_request'], `${field}=${value}`)
        assert.deepEqual(fieldsOf(body), [field], `${field}=${value}`)
      }
    }
    const { body } = await get(`${path}?page=0&perPage=0&cursor=x`)
    assert.deepEqual(fieldsOf(body), ['page', 'perPage', 'cursor'], 'all at once')
  })
}

test('a filter that names no customer and no account is refused', async () => {
  const id = (await givenDedicated(api, business)).customer.id as string
  const wrong: Record<string, string[]> = {
    customer: [
      ...['', 'ada', 'cus_', 'CUS_', 'cus_x', id.toUpperCase(), `${id}0`, id.slice(0, -1)],
      ...['dva_01990000000070008000000000000000', '%00', "'--", `${id}&customer=${id}`],
    ],
    account_number: ['', '123', '12345678901', 'abcdefghij', '%D9%A0123456789', '0000000000%20'],
  }
  for (const [field, values] of Object.entries(wrong)) {
    for (const value of values) {
      const { status, body } = await get(`${PATH}?${field}=${value}`)
      assert.deepEqual([status, fieldsOf(body)], [400, [field]], `${field}=${value}`)
    }
  }
  const { body } = await get(`${PATH}?page=0&customer=x&account_number=y`)
  assert.deepEqual(fieldsOf(body).sort(), ['account_number', 'customer', 'page'])
})

test('what is asked beside the question is refused', async () => {
  const asked = ['balance?page=x', 'balance?available=1', 'balance?%00', 'balance?business_id=x']
  for (const query of [...asked, 'dedicated-virtual-accounts?tier=9&__proto__=1']) {
    const { status, body } = await get(`/api/v1/${query}`)
    assert.deepEqual([status, body.errors[0].code], [400, 'unknown_parameter'], query)
  }
})
