import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { useApi } from '../api.ts'
import { eventsOf } from '../payments.ts'
import { PAYOUT } from '../payouts.ts'
import { givenPaid } from '../refunds.ts'
import { givenSubaccount } from '../splits.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../support.ts'

// Metadata of every record that a business creates: the rules of a payment's.

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
before(() => context.opened)
beforeEach(async () => {
  business = await givenBusiness(context)
})

const ADA = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' }

type Kind = {
  path: string
  body: () => Promise<object>
  /** The event that carries the record. */
  event?: string
}

const KINDS: Record<string, Kind> = {
  payout: { path: '/payouts', body: async () => PAYOUT, event: 'payout.success' },
  refund: {
    path: '/refunds',
    body: async () => ({ transaction: (await givenPaid(api, business)).id, amount: 1_000 }),
    event: 'refund.processed',
  },
  'dedicated account': {
    path: '/dedicated-virtual-accounts',
    body: async () => ({ customer: ADA }),
    event: 'dedicated_virtual_account.created',
  },
  customer: { path: '/customers', body: async () => ADA },
  split: {
    path: '/splits',
    body: async () => ({
      name: 'Two cooks',
      type: 'percentage',
      bearer_type: 'account',
      subaccounts: [{ subaccount_id: await givenSubaccount(api, business), share: 20 }],
    }),
  },
}

const post = (path: string, body: object, metadata: string) => {
  const raw = JSON.stringify(body).replace(/\}$/, `,"metadata":${metadata}}`)
  return api.post(`/api/v1${path}`, { key: business.keys.secretKey, raw })
}
const get = (path: string) => api.get(`/api/v1${path}`, { key: business.keys.secretKey })

for (const [what, { path, body, event }] of Object.entries(KINDS)) {
  test(`metadata of a ${what} is in the record, the list and the event, with every digit`, async () => {
    const sent =
      '{"order":12345678901234567890,"price":1.10,"tags":["a","Ọlá"],"deep":{"of":{"it":{}}}}'

    const { status, body: made, text } = await post(path, await body(), sent)

    assert([200, 201].includes(status), text)
    assert(text.includes('12345678901234567890'), text)
    const { metadata } = made.data
    assert.deepEqual(metadata, JSON.parse(sent))
    const id = made.data.split_code ?? made.data.id
    assert.deepEqual((await get(`${path}/${id}`)).body.data.metadata, metadata)
    assert.deepEqual((await get(path)).body.data[0].metadata, metadata)
    if (event === undefined) return
    const told = (await eventsOf(context, business)).find(({ type }) => type === event)
    assert.deepEqual(told?.data.metadata, metadata)
  })

  test(`a ${what} without metadata has none, and too much, too deep or no object is refused`, async () => {
    const large = JSON.stringify({ text: 'x'.repeat(8_192) })
    const sent = await body()
    for (const [metadata, code] of [
      [large, 'too_large'],
      ['{"a":{"b":{"c":{"d":{"e":{}}}}}}', 'too_deep'],
      ['"text"', 'invalid_type'],
    ] as const) {
      const { status, body: refused } = await post(path, sent, metadata)
      assert.deepEqual(
        [status, refused.errors?.[0]?.field, refused.errors?.[0]?.code],
        [400, 'metadata', code],
      )
    }

    const { body: made } = await api.post(`/api/v1${path}`, {
      key: business.keys.secretKey,
      body: sent,
    })

    assert.equal(made.data.metadata, null)
    // An empty object that PHP wrote as a list.
    if (what === 'payout') {
      assert.deepEqual((await post(path, sent, '[]')).body.data.metadata, {})
    }
  })
}
