import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { givenPayment, useApi } from '../../../test/api.ts'
import { givenDedicated, pay } from '../../../test/payments.ts'
import { asOwner, type GivenBusiness, givenBusiness, useContext } from '../../../test/support.ts'
import { foldedName } from '../../platform/names.ts'

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
let stranger: GivenBusiness
before(async () => {
  await context.opened
  business = await givenBusiness(context)
  stranger = await givenBusiness(context, 'Other Store')
  for (const [name, email] of PEOPLE) await givenPayment(api, business, { name, email })
})

const PEOPLE = [
  ['Ada Example', 'ada@example.com'],
  ['Ngozi Sample', 'Ngozi@Example.com'],
  ['Zainab Ada Obi', 'zainab@example.com'],
  ['Ọlá Specimen', 'ola_100%@example.com'],
] as const

async function list(query = '', owner = business) {
  const { status, body, text } = await api.get(`/api/v1/customers${query}`, {
    key: owner.keys.secretKey,
  })
  assert.equal(status, 200, text)
  return body
}

async function found(q: string): Promise<string[]> {
  const { data, meta } = await list(`?q=${encodeURIComponent(q)}`)
  assert.equal(meta.total, data.length)
  return data.map(({ first_name }: { first_name: string }) => first_name)
}

test('customers are listed newest first, by cursor', async () => {
  const { data, meta } = await list()
  assert.deepEqual(
    data.map(({ email }: { email: string }) => email),
    PEOPLE.map(([, email]) => email).reverse(),
  )
  assert.equal(meta.total, 4)
  const first = await list('?perPage=3')
  const rest = await list(`?perPage=3&cursor=${first.meta.next}`)
  assert.deepEqual([...first.data, ...rest.data], data)
  assert.deepEqual((await list('', stranger)).data, [])
})

test('a customer is found by the start of the email address, full name or last name', async () => {
  assert.deepEqual(await found('ADA'), ['Zainab', 'Ada'])
  assert.deepEqual(await found('ada e'), ['Ada'])
  assert.deepEqual(await found('ngozi@'), ['Ngozi'])
  assert.deepEqual(await found('zainab ada'), ['Zainab'])
  assert.deepEqual(await found('ada obi'), ['Zainab'])
  assert.deepEqual(await found(' sample '), ['Ngozi'])
  assert.deepEqual(await found('ọlá'), ['Ọlá'])
  assert.deepEqual(await found('ola_'), ['Ọlá'])
  assert.deepEqual(await found('%'), [])
  assert.deepEqual(await found('example.com'), [])
})

test('a name is found without its accents, and with any apostrophe', async () => {
  const owner = await givenBusiness(context)
  const people = [
    ['Ọ̀ṣunlékè Adébáyọ̀', 'osunleke Adebayo', 'ọ̀ṣun', 'OSUNLÉKÈ', 'ọṣunleke', 'adebayo'],
    ['Bola D’Souza', "d'souza", 'D’Souza', 'dʼsouza', 'D‘SOUZA', 'D`Souza', 'dsouza', "bola d'"],
    ["Sani Yar'Adua", 'Yar’adua', 'yaradua', "sani yar'"],
    ['Ɗanjuma Ƙabiru', 'danjuma', 'ɗanjuma', 'kabiru', 'ƙABIRU'],
    // In composed and in decomposed Unicode.
    ['Ụchẹ́ Ńkẹ́m'.normalize('NFC'), 'uche', 'nkem', 'Ụchẹ́'.normalize('NFD'), 'ụchẹ́'],
  ] as const
  for (const [i, [name]] of people.entries()) {
    await givenPayment(api, owner, { name, email: `${i}@example.com`, reference: undefined })
  }

  for (const [i, [name, ...typed]] of people.entries()) {
    for (const text of [name, ...typed]) {
      const { data, meta } = await list(`?q=${encodeURIComponent(text)}`, owner)
      const emails = data.map(({ email }: { email: string }) => email)
      assert.deepEqual([emails, meta.total], [[`${i}@example.com`], 1], `${name} by ${text}`)
    }
  }
  for (const text of ["'", '\u0301', 'souza', 'ade osun']) {
    assert.deepEqual((await list(`?q=${encodeURIComponent(text)}`, owner)).data, [], text)
  }
})

test('the indexes of names have the expression of the search', async () => {
  const definitions = await asOwner(context, async (sql) => {
    const whole = foldedName(sql, sql`first_name || ' ' || last_name`)
    await sql`create table folded_like (like customer)`
    await sql`create index folded_whole on folded_like ((${whole}))`
    await sql`create index folded_last on folded_like ((${foldedName(sql, sql`last_name`)}))`
    const pairs = { customer_by_folded_name: 'whole', customer_by_folded_last_name: 'last' }
    const rows = Object.entries(pairs).map(async ([name, like]) => {
      const [row] = await sql<[{ ours: string; theirs: string }]>`
        select pg_get_indexdef(${name}::text::regclass, 3, false) as theirs,
          pg_get_indexdef(${`folded_${like}`}::text::regclass, 1, false) as ours
      `
      return row
    })
    const found = await Promise.all(rows)
    await sql`drop table folded_like`
    return found
  })

  for (const { ours, theirs } of definitions) assert.equal(theirs, ours)
})

test('a customer is found by id and by code', async () => {
  const { data } = await list('?q=ada@')
  const [{ id, customer_code: code }] = data
  assert.deepEqual(await found(id), ['Ada'])
  assert.deepEqual(await found(code), ['Ada'])
})

test('a customer shows the total paid and the last payment', async () => {
  const email = 'payer@example.com'
  for (const card of ['success', 'declined', 'success']) {
    const { access_code } = await givenPayment(api, business, { email, amount: 250_000 })
    await pay(api, access_code, card)
  }
  const { account_number } = await givenDedicated(api, business, { email })
  const { data } = await list('?q=payer@')
  const { secretKey: key } = business.keys

  const { body } = await api.get(`/api/v1/customers/${data[0].id}`, { key })

  const { paid, volume, last_paid_at } = body.data.totals
  assert.deepEqual([paid, volume], [2, 500_000])
  assert(Math.abs(Date.parse(last_paid_at) - context.now().getTime()) < 60_000)
  assert.equal(body.data.dedicated_virtual_account.account_number, account_number)
  assert.equal(body.data.email, email)
})

test('a customer who has paid nothing has no last payment and no account number', async () => {
  const { data } = await list('?q=zainab@')
  const { secretKey: key } = business.keys
  const { body } = await api.get(`/api/v1/customers/${data[0].customer_code}`, { key })
  assert.deepEqual(body.data.totals, { paid: 0, volume: 0, last_paid_at: null })
  assert.equal(body.data.dedicated_virtual_account, null)
})

test('another business’s customer is unknown', async () => {
  const { data } = await list('?q=ada@')
  for (const id of [data[0].id, `cus_${'0'.repeat(32)}`, 'cus_1', 'x', '%00']) {
    const { status, body } = await api.get(`/api/v1/customers/${id}`, {
      key: stranger.keys.secretKey,
    })
    assert.deepEqual([status, body.code], [404, 'customer_not_found'], id)
  }
})

test('an impossible search is refused', async () => {
  for (const query of ['q=', 'q=%00', `q=${'x'.repeat(255)}`, 'q=a&q=b']) {
    const { status, body } = await api.get(`/api/v1/customers?${query}`, {
      key: business.keys.secretKey,
    })
    assert.equal(status, 400, query)
    assert.deepEqual(
      body.errors.map((one: { field: string }) => one.field),
      ['q'],
    )
  }
})

test('the first phone number of a customer stays, and a missing one is added', async () => {
  const owner = await givenBusiness(context)
  const [email, other] = ['ada@example.com', 'ngozi@example.com']
  const [first, second] = ['+2348030000001', '+2348030000002']
  await givenPayment(api, owner, { email, phone: first })
  await givenPayment(api, owner, { email: other })

  const phones = []
  for (const one of [email, other]) {
    const customer = { first_name: 'Ada', last_name: 'Example', email: one, phone: second }
    const { customer: kept } = await givenDedicated(api, owner, customer)
    phones.push(kept.phone)
  }

  assert.deepEqual(phones, [first, second])
})

const create = (owner: GivenBusiness, body: object, headers: Record<string, string> = {}) =>
  api.post('/api/v1/customers', { key: owner.keys.secretKey, body, headers })
const ADA = { first_name: 'Ada', last_name: 'Example', email: 'Ada@Example.com' }

test('a customer is created once for an email, with metadata, and returned unchanged after that', async () => {
  const owner = await givenBusiness(context)
  const metadata = '{"plan": 12345678901234567890, "tags":["a"]}'
  const sent = { ...ADA, first_name: ' Ada  B. ', phone: '+2348030000000' }
  const raw = JSON.stringify(sent).replace(/\}$/, `,"metadata":${metadata}}`)

  const first = await api.post('/api/v1/customers', { key: owner.keys.secretKey, raw })
  const again = await create(owner, { ...ADA, email: 'ADA@example.COM', first_name: 'Other' })

  assert.equal(first.status, 201, first.text)
  const { id, customer_code, created_at, updated_at, ...rest } = first.body.data
  assert.equal(updated_at, created_at)
  assert.deepEqual(rest, {
    domain: 'test',
    email: 'Ada@Example.com',
    first_name: 'Ada B.',
    last_name: 'Example',
    name: 'Ada B. Example',
    phone: '+2348030000000',
    metadata: JSON.parse(metadata),
    created: true,
  })
  assert(first.text.includes('12345678901234567890'), 'a number keeps its digits')
  assert.deepEqual([again.status, again.body.data], [200, { ...first.body.data, created: false }])
  const { body } = await api.get(`/api/v1/customers/${id}`, { key: owner.keys.secretKey })
  assert.deepEqual([body.data.customer_code, body.data.metadata], [customer_code, rest.metadata])
})

test('forty creates of one customer at once, and a payment, make one customer', async () => {
  const owner = await givenBusiness(context)
  const paying = givenPayment(api, owner, { email: ADA.email })

  const answers = await Promise.all(Array.from({ length: 40 }, () => create(owner, ADA)))

  await paying
  assert.equal(new Set(answers.map(({ body }) => body.data.id)).size, 1)
  const made = answers.filter(({ status }) => status === 201)
  assert(made.length <= 1 && made.every(({ body }) => body.data.created))
  assert.equal((await list('', owner)).meta.total, 1)
})

test('the answer of a create is replayed with its Idempotency-Key', async () => {
  const owner = await givenBusiness(context)
  const send = () => create(owner, ADA, { 'idempotency-key': 'one customer' })

  const [first, again] = [await send(), await send()]

  assert.deepEqual([again.status, again.text], [201, first.text])
})

test('a customer without a name or with too much metadata is refused by the field', async () => {
  const owner = await givenBusiness(context)
  const wrong = { ...ADA, first_name: '', metadata: { text: 'x'.repeat(8_192) } }
  for (const [body, field] of [
    [{ ...wrong, metadata: {} }, 'first_name'],
    [{ ...wrong, first_name: 'Ada' }, 'metadata'],
    [{ first_name: 'Ada', last_name: 'Example' }, 'email'],
  ] as const) {
    const { status, body: refused } = await create(owner, body)
    assert.deepEqual([status, refused.errors[0].field], [400, field])
  }
  assert.equal((await list('', owner)).meta.total, 0)
})
