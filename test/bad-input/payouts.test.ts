import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { useApi } from '../api.ts'
import { contentsOf } from '../calls.ts'
import { askToPay } from '../payouts.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../support.ts'

// Payouts: each field as every type, and the shapes people type.

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
before(async () => {
  await context.opened
  business = await givenBusiness(context)
})

const NO_TEXT = [5, true, [], ['1'], {}, { $gt: '' }]
const WRONG: Record<string, unknown[]> = {
  amount: [
    undefined,
    null,
    true,
    '500000',
    '₦5,000',
    [],
    {},
    0,
    99,
    -100,
    100.5,
    1e13,
    1_000_000_000_001,
  ],
  bank_code: [undefined, null, ...NO_TEXT, '', ' ', '58', '05 8', '0５8', 'abc', '12345678901'],
  account_number: [
    undefined,
    ...NO_TEXT,
    '',
    '000000001',
    '00000000181',
    '000000001x',
    ' 0000000018',
    '０００００００００１８',
    "1' or '1'='",
  ],
  reference: [...NO_TEXT, '', '.', '..', ' ', 'a b', 'a/b', 'é', '<b>', 'x'.repeat(101)],
  reason: [...NO_TEXT, '', 'a\nb', 'a\u0007', 'x'.repeat(101)],
}

test('a payout is refused field by field, and nothing is written', async () => {
  const before = await contentsOf(context)
  for (const [field, values] of Object.entries(WRONG)) {
    for (const value of values) {
      const { status, body, text } = await askToPay(api, business, { [field]: value })
      const says = `${field}: ${JSON.stringify(value)?.slice(0, 60)}: ${text}`
      assert.deepEqual([status, body.code], [400, 'invalid_request'], says)
      const fields = body.errors.map((one: Record<string, string>) => one['field'])
      assert.deepEqual(fields, [field], says)
    }
  }
  assert.deepEqual(await contentsOf(context), before)
})

test('every wrong field is told at once', async () => {
  const wrong = { amount: 'x', bank_code: 1, account_number: null, reference: ' ', reason: '' }
  const { body } = await askToPay(api, business, wrong)
  const fields = body.errors.map((one: Record<string, string>) => one['field'])
  assert.deepEqual(fields.sort(), Object.keys(wrong).sort())
})

test('what is odd and allowed comes back as it was sent', async () => {
  const reasons = ['Ṣọ́ọ̀sì 👟', '=1+1', '<script>', "Robert'); drop table payout;--", ' x ']
  for (const reason of reasons) {
    const { status, body, text } = await askToPay(api, business, { reason, amount: 100 })
    assert.deepEqual([status, body.data?.reason], [201, reason], text)
  }
  const whole = await api.post('/api/v1/payouts', {
    key: business.keys.secretKey,
    raw: '{"amount": 1e2, "bank_code": "058", "account_number": "0000000018"}',
  })
  assert.deepEqual([whole.status, whole.body.data?.amount], [201, 100], whole.text)
})

test('a query that makes no sense is refused, every wrong part at once', async () => {
  const query =
    'status=sent&reference=a%20b&subaccount=x&from=yesterday&to=2026-13-01T00:00:00Z&page=0' +
    '&perPage=101&cursor=x'
  const { status, body } = await api.get(`/api/v1/payouts?${query}`, {
    key: business.keys.secretKey,
  })
  const fields = body.errors.map((one: Record<string, string>) => one['field'])
  assert.deepEqual([status, body.code], [400, 'invalid_request'])
  assert.deepEqual(fields.sort(), [
    'cursor',
    'from',
    'page',
    'perPage',
    'reference',
    'status',
    'subaccount',
    'to',
  ])
  for (const twice of [
    'status=failed&status=failed',
    'subaccount=x&subaccount=y',
    'from=a&from=b',
  ]) {
    const answer = await api.get(`/api/v1/payouts?${twice}`, { key: business.keys.secretKey })
    assert.equal(answer.status, 400, answer.text)
  }
})

test('ids that are none are unknown ones', async () => {
  const ids = ['x', 'po_', `po_${'g'.repeat(32)}`, `PO_${'0'.repeat(32)}`, '%00', '..%2f..']
  for (const id of ids) {
    const { status, body } = await api.get(`/api/v1/payouts/${id}`, {
      key: business.keys.secretKey,
    })
    assert.deepEqual([status, body.code], [404, 'payout_not_found'], id)
  }
})
