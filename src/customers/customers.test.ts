import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { givenPayment, useApi } from '../../test/api.ts'
import { givenDedicated, pay } from '../../test/payments.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../../test/support.ts'

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

test('customers are listed newest first, and walked by the cursor', async () => {
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

test('a customer is found by how the address, the name or the family name begins', async () => {
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

test('a customer is found by id and by code', async () => {
  const { data } = await list('?q=ada@')
  const [{ id, customer_code: code }] = data
  assert.deepEqual(await found(id), ['Ada'])
  assert.deepEqual(await found(code), ['Ada'])
})

test('a customer shows what they have paid, and when for the last time', async () => {
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

test('another’s customer is as unknown as none', async () => {
  const { data } = await list('?q=ada@')
  for (const id of [data[0].id, `cus_${'0'.repeat(32)}`, 'cus_1', 'x', '%00']) {
    const { status, body } = await api.get(`/api/v1/customers/${id}`, {
      key: stranger.keys.secretKey,
    })
    assert.deepEqual([status, body.code], [404, 'customer_not_found'], id)
  }
})

test('what nobody can be looked for by is refused', async () => {
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

test('the phone that a customer gave first stays, and one is added where there was none', async () => {
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
