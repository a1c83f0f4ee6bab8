import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import { findNamed, type Kind, PREFIXES, parsePublicId, publicCode } from '../src/platform/ids.ts'
import { useApi } from './api.ts'
import { givenNamesOf } from './route-names.ts'
import { type GivenBusiness, givenBusiness, useContext } from './support.ts'

// A route that takes the id of a record takes the name that the business knows it by too.

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
let other: GivenBusiness
/** The id and the references of a record of each noun that a route names. */
let records: { [K in Kind]?: { id: string; references: string[] } }

before(async () => {
  await context.opened
  business = await givenBusiness(context)
  other = await givenBusiness(context)
  const { names } = await givenNamesOf(context, api, business)
  const post = async (path: string, body: object) => {
    const answer = await api.post(`/api/v1${path}`, { key: business.keys.secretKey, body })
    assert.equal(answer.status, 201, answer.text)
    return answer.body.data
  }
  const of = async (path: string) =>
    (await api.get(`/api/v1${path}`, { key: business.keys.secretKey })).body.data
  const payout = await post('/payouts', {
    ...{ amount: 100, bank_code: '058', account_number: '0000000018' },
    reference: 'rent-may',
  })
  const refund = await post('/refunds', {
    transaction: names.paid,
    amount: 100,
    reference: 'back-311',
  })
  const link = await post('/payment-links', { name: 'Shirt', amount: 5_000, slug: 'a-shirt' })
  const customer = await of(`/customers/${names.customerId}`)
  const deposit = await of(`/deposits/${names.depositId}`)
  const account = await of(`/dedicated-virtual-accounts/${names.dedicatedId}`)
  const split = await of(`/splits/${names.splitCode}`)
  const subaccount = await of(`/subaccounts/${names.subaccountCode}`)
  records = {
    transaction: { id: names.id, references: [names.reference] },
    payout: { id: payout.id, references: ['rent-may'] },
    refund: { id: refund.id, references: ['back-311'] },
    payment_link: { id: link.id, references: ['a-shirt'] },
    customer: { id: customer.id, references: [customer.customer_code, customer.email] },
    deposit: { id: deposit.id, references: [deposit.session_id] },
    virtual_account: { id: account.id, references: [account.account_number] },
    split: { id: split.id, references: [split.split_code] },
    subaccount: { id: subaccount.id, references: [subaccount.subaccount_code] },
    // A business gives these no name.
    payout_batch: { id: names.payoutBatchId, references: [] },
    settlement: { id: names.settlementId, references: [] },
    plan: { id: names.planId, references: [] },
    payment_rule: { id: names.ruleId, references: [] },
    webhook_endpoint: { id: names.endpointId, references: [] },
    subscription: { id: names.subscriptionId, references: [] },
    dispute: { id: names.disputeId, references: [] },
    refund_link: { id: names.refundLinkId, references: [] },
    identity_verification: { id: names.verificationId, references: [] },
    event: { id: names.eventId, references: [] },
  }
})

type Parameter = { in: string; example?: string }
type Paths = { [path: string]: { get?: { parameters?: Parameter[] } } }
const { paths } = JSON.parse(readFileSync('docs/api/openapi.json', 'utf8')) as { paths: Paths }

/** Each route that reads by an id alone, and the noun of the id. */
function reading(): [path: string, kind: Kind][] {
  return Object.entries(paths).flatMap(([path, { get }]) => {
    const [parameter, ...others] = (get?.parameters ?? []).filter((one) => one.in === 'path')
    if (parameter === undefined || others.length > 0) return []
    const { example = '' } = parameter
    const kind = (Object.keys(PREFIXES) as Kind[]).find((one) => parsePublicId(one, example))
    return kind === undefined ? [] : [[path, kind]]
  })
}

test('a route that takes an id takes a reference of the same record, and answers the same', async () => {
  const walked = reading()
  assert(walked.length >= 17, `only ${walked.length} routes`)
  for (const [path, kind] of walked) {
    const record = records[kind]
    assert(record, `${path} takes the id of a ${kind}: add one here`)
    const read = (name: string, { keys }: GivenBusiness = business) =>
      api.get(path.replace(/\{\w+\}/, encodeURIComponent(name)), { key: keys.secretKey })
    const byId = await read(record.id)
    assert.equal(byId.status, 200, `${path}: ${byId.text}`)
    for (const reference of record.references) {
      const answer = await read(reference)
      assert.deepEqual(
        [answer.status, answer.text],
        [byId.status, byId.text],
        `${path} by ${reference}`,
      )
      assert.equal((await read(reference, other)).status, 404, `${path} of another business`)
    }
  }
})

test('the id or code of another noun names nothing, and neither does an unknown reference', async () => {
  for (const [path, kind] of reading()) {
    const read = async (name: string) => {
      const url = path.replace(/\{\w+\}/, encodeURIComponent(name))
      return (await api.get(url, { key: business.keys.secretKey })).status
    }
    const strange = Object.entries(records)
      .filter(([one]) => one !== kind)
      .flatMap(([, { id, references }]) => [id, ...references])
    for (const name of [...strange, 'nobody@example.com', 'nothing-of-this-name']) {
      // A number of an account is no name of another record, but a payment by it is its session.
      assert.equal(await read(name), 404, `${path} by ${name}`)
    }
  }
})

test('a reference that looks like an id is found where only references are, and is never an id', async () => {
  const { secretKey: key } = business.keys
  for (const reference of [records.payout!.id, publicCode('customer', other.businessId)]) {
    const body = { amount: 5_000, email: 'ada@example.com', name: 'Ada Example', reference }
    const made = await api.post('/api/v1/transactions/initialize', { key, body })
    assert.equal(made.status, 200, made.text)

    const byName = await api.get(`/api/v1/transactions/${reference}`, { key })
    const verified = await api.get(`/api/v1/transactions/verify/${reference}`, { key })

    assert.equal(byName.status, 404)
    assert.equal(verified.body.data.reference, reference)
  }
})

test('a UUID can be the reference of a payment, and no other text is read twice', async () => {
  const { secretKey: key } = business.keys
  const reference = '019ab6a0-c4d8-7c1e-9f3e-6a1b2c3d4e5f'
  const body = { amount: 5_000, email: 'ada@example.com', name: 'Ada Example', reference }
  await api.post('/api/v1/transactions/initialize', { key, body })
  const { body: named } = await api.get(`/api/v1/transactions/${reference}`, { key })
  const uuid = parsePublicId('transaction', named.data.id)
  const { body: byUuid } = await api.get(`/api/v1/transactions/${uuid}`, { key })
  assert.deepEqual([named.data.reference, byUuid.data.reference], [reference, reference])

  const asked: string[] = []
  const find = (text: string) =>
    findNamed(
      'payout',
      text,
      async (id) => asked.push(`id ${id}`),
      async (name) => asked.push(`reference ${name}`),
    )
  for (const text of [records.payout!.id, records.refund!.id, 'po_1', 'a\0b']) await find(text)
  assert.deepEqual(asked, [`id ${parsePublicId('payout', records.payout!.id)}`, 'reference po_1'])
})

test('a body or a filter that names a record takes its id, and a reference or code of it', async () => {
  const { secretKey: key } = business.keys
  const { transaction, customer, split, subaccount, payment_link } = records
  const list = async (path: string) => {
    const answer = await api.get(`/api/v1${path}`, { key })
    assert.equal(answer.status, 200, answer.text)
    return answer.body.data
  }
  for (const [path, record] of [
    ['/refunds?transaction=', transaction],
    ['/transactions?customer=', customer],
    ['/dedicated-virtual-accounts?customer=', customer],
    ['/transactions?payment_link=', payment_link],
    ['/payouts?subaccount=', subaccount],
    ['/settlements?subaccount=', subaccount],
  ] as const) {
    const [expected, ...others] = await Promise.all(
      [record!.id, ...record!.references].map((name) => list(path + encodeURIComponent(name))),
    )
    for (const found of others) assert.deepEqual(found, expected, path)
  }
  for (const name of [split!.id, ...split!.references]) {
    const body = { amount: 5_000, split_code: name }
    const { status, text } = await api.post('/api/v1/splits/calculate', { key, body })
    assert.equal(status, 200, text)
  }
})
