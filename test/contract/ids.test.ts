import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { documentsOf } from '../../src/http/document.ts'
import { PREFIXES } from '../../src/platform/ids.ts'
import { givenPayment, useApi } from '../api.ts'
import { givenDedicated, pay, transfer } from '../payments.ts'
import { givenNamesOf } from '../route-names.ts'
import { changeSubaccount } from '../splits.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../support.ts'

// Every record has one id: a prefix of its type and 32 hexadecimal digits. Its route accepts it,
// and fields that point to it have it.

const context = useContext()
const api = useApi(context)

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects out of an answer.
type Loose = any

/** The lists of records that have a route of their own, and the prefix of their ids. */
const LISTS: Record<string, string> = {
  customers: 'cus',
  'dedicated-virtual-accounts': 'dva',
  events: 'evt',
  identity: 'idv',
  disputes: 'dsp',
  'payment-links': 'lnk',
  'refund-links': 'rfl',
  payouts: 'po',
  refunds: 'ref',
  settlements: 'set',
  splits: 'spl',
  subaccounts: 'sub',
  transactions: 'txn',
}
/** Records without a route of their own. */
const PARTS: Record<string, string> = { 'account-changes': 'acc', deposits: 'dep' }
/** Where the fields that name a record lead. */
const LEADS: Record<string, string> = {
  bearer_subaccount_id: 'subaccounts',
  customer_id: 'customers',
  endpoint_id: 'webhooks/endpoints',
  refund_id: 'refunds',
  subaccount_id: 'subaccounts',
  transaction_id: 'transactions',
  transaction_uuid: 'transactions',
  verification_id: 'identity',
}
/** Ids that a bank gives, and of keys, which only people see. */
const FOREIGN = ['session_id', 'return_session_id', 'key_id']

let business: GivenBusiness
const get = (path: string) => api.get(`/api/v1/${path}`, { key: business.keys.secretKey })
const records = new Map<string, Loose[]>()

before(async () => {
  await context.opened
  business = await givenBusiness(context)
  const { names } = await givenNamesOf(context, api, business)
  await changeSubaccount(api, business, names.subaccountCode, { account_number: '0000000018' })
  const { access_code } = await givenPayment(api, business, { split_code: names.splitCode })
  await pay(api, access_code, 'success')
  const { account_number } = await givenDedicated(api, business)
  await transfer(api, business, { account_number, amount: 700_000 })
  for (const list of [...Object.keys(LISTS), ...Object.keys(PARTS)]) {
    const { status, body, text } = await get(list)
    assert.equal(status, 200, text)
    assert(body.data.length > 0, `${list} has records`)
    records.set(list, body.data)
  }
})

test('the id of every record has the prefix of its type, and a code beside it stays a code', () => {
  for (const [list, prefix] of Object.entries({ ...LISTS, ...PARTS })) {
    for (const one of records.get(list)!) {
      assert.match(idOf(one), new RegExp(`^${prefix}_[0-9a-f]{32}$`), list)
    }
  }

  const prefixes = Object.values(PREFIXES)
  assert.deepEqual(prefixes.toSorted(), [...new Set(prefixes)].sort())
  assert.match(records.get('splits')![0].split_code, /^SPL_[\w-]{22}$/)
  assert.match(records.get('subaccounts')![0].subaccount_code, /^ACCT_[\w-]{22}$/)
})

for (const list of Object.keys(LISTS)) {
  test(`GET /${list}/{id} accepts the id, and no id of another type`, async () => {
    const id = idOf(records.get(list)![0])
    const digits = id.slice(id.indexOf('_') + 1)

    const found = await get(`${list}/${id}`)
    const unknown = await get(`${list}/${LISTS[list]}_${'0'.repeat(32)}`)

    assert.deepEqual([found.status, idOf(found.body.data)], [200, id])
    assert.equal(unknown.status, 404)
    for (const prefix of Object.values(PREFIXES).filter((one) => one !== LISTS[list])) {
      const wrong = await get(`${list}/${prefix}_${digits}`)
      assert.deepEqual(said(wrong), said(unknown), prefix)
    }
  })
}

test('an id is accepted wherever the code of a customer, a split or a subaccount is', async () => {
  const [split, subaccount] = [records.get('splits')![0], records.get('subaccounts')![0]]
  const customer = records.get('customers')![0]
  const post = (path: string, body: object) =>
    api.post(`/api/v1/${path}`, { key: business.keys.secretKey, body })
  const payment = { amount: 500_000, email: 'ada@example.com', name: 'Ada Example' }

  for (const [list, code] of [
    ['splits', split.split_code],
    ['subaccounts', subaccount.subaccount_code],
    ['customers', customer.customer_code],
  ]) {
    assert.equal((await get(`${list}/${code}`)).status, 200, code)
  }
  for (const split_code of [split.id, split.split_code]) {
    const started = await post('transactions/initialize', { ...payment, split_code })
    const link = await post('payment-links', { name: 'Adire workshop', split_code })
    const dedicated = await post('dedicated-virtual-accounts', {
      customer: { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' },
      split_code,
    })

    assert.equal(started.status, 200, started.text)
    assert.equal(link.body.data.split_code, split.split_code)
    assert.equal(dedicated.body.data.split_code, split.split_code)
  }
  for (const subaccount_id of [subaccount.id, subaccount.subaccount_code]) {
    const subaccounts = [{ subaccount_id, share: 5 }]
    const made = await post('splits', {
      ...{ name: 'One cook', type: 'percentage', subaccounts },
      ...{ bearer_type: 'subaccount', bearer_subaccount_id: subaccount_id },
    })

    assert.equal(made.body.data.subaccounts[0].subaccount_id, subaccount.id)
    assert.equal(made.body.data.bearer_subaccount_id, subaccount.id)
    for (const list of ['payouts', 'settlements']) {
      assert.equal((await get(`${list}?subaccount=${subaccount_id}`)).status, 200, list)
    }
  }
})

test('every field whose name ends in _id leads to a record, in records and in events', async () => {
  const pointers = new Set<string>()
  for (const record of [...records.values()].flat()) collect(record, pointers)

  const names = new Set([...pointers].map((pointer) => pointer.split(' ')[0]))
  assert.deepEqual([...names].sort(), [
    'customer_id',
    'endpoint_id',
    'subaccount_id',
    'transaction_id',
  ])
  for (const pointer of pointers) {
    const [name, id] = pointer.split(' ') as [string, string]
    const found = await get(`${LEADS[name]}/${id}`)
    assert.deepEqual([found.status, idOf(found.body.data)], [200, id], pointer)
  }
})

test('a change of the wallet and a line of a settlement name the record that caused them', async () => {
  const [settlement] = records.get('settlements')!
  const { body: ledger } = await get('balance/ledger?account=available')
  const { body: items } = await get(`settlements/${settlement.id}/items`)
  const { body: waiting } = await get('balance/ledger?account=pending')

  const PATHS: Record<string, string> = { payment: 'transactions', verification: 'identity' }
  const lines: Loose[] = [...ledger.data, ...waiting.data]
  const causes = lines.map(({ source_type: type, source_id: id }) => ({ type, id }))
  const named = causes.filter(({ type }) => type !== null && type !== 'deposit')
  assert(named.length > 2)
  for (const { type, id } of [...named, ...items.data]) {
    const found = await get(`${PATHS[type] ?? `${type}s`}/${id}`)
    assert.deepEqual([found.status, idOf(found.body.data)], [200, id], type)
  }
})

test('a payment is also found by its bare UUID, as in transaction_uuid', async () => {
  const { id } = records.get('transactions')![0]
  const uuid = id.slice(4).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

  const found = await get(`transactions/${uuid}`)
  const searched = await get(`transactions?q=${uuid}`)

  assert.equal(found.body.data.id, id)
  assert.deepEqual(
    searched.body.data.map((one: Loose) => one.id),
    [id],
  )
})

test('no other field of a response has the id of a record', () => {
  const document: Loose = documentsOf(api.app.swagger()).api
  const wrong: string[] = []
  const form = new RegExp(`^(${Object.values(PREFIXES).join('|')})_[0-9a-f]{32}$`)
  const look = (schema: Loose, path: string) => {
    for (const [name, one] of Object.entries<Loose>(schema?.properties ?? {})) {
      const shown = [one, ...(one.anyOf ?? [])].flatMap(({ examples = [] }: Loose) => examples)
      const isId = shown.some((example) => form.test(String(example)))
      if (isId && !/^_?id$|_id$|Id$/.test(name)) wrong.push(`${path}.${name}`)
      look(one, `${path}.${name}`)
    }
    for (const one of schema?.anyOf ?? []) look(one, path)
    if (schema?.items) look(schema.items, `${path}[]`)
  }
  for (const [name, one] of Object.entries(document.components.schemas)) look(one, name)

  assert.deepEqual(wrong, [])
})

/** The id of a record; the contract spells that of a verification `_id`. */
function idOf(record: Loose): string {
  return record.id ?? record._id
}

/** A refusal without the id of its request. */
function said({ status, body: { request_id: _, ...body } }: { status: number; body: Loose }) {
  return [status, body]
}

function collect(value: unknown, pointers: Set<string>): void {
  for (const [name, one] of Object.entries((value ?? {}) as object)) {
    if (/_id$/.test(name) && name !== '_id' && one !== null) {
      assert(LEADS[name] || FOREIGN.includes(name), `${name} leads nowhere`)
      if (LEADS[name]) pointers.add(`${name} ${one}`)
    }
    if (typeof one === 'object') collect(one, pointers)
  }
}
