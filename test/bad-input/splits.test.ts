import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type Answer, useApi } from '../api.ts'
import { contentsOf } from '../calls.ts'
import {
  changeSplit,
  changeSubaccount,
  givenSplit,
  givenSubaccount,
  givenSubaccounts,
  postSplit,
  postSubaccount,
  splitOf,
  subaccountOf,
} from '../splits.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../support.ts'

// Subaccounts and splits: each field as every type, shares that cannot be, and the shapes people
// type. Every case says which fields are named, and that nothing was written.

const context = useContext()
const api = useApi(context)

const SHARES_MAX = 50
const NO_TEXT = [5, true, [], ['x'], {}, { $gt: '' }]
const NO_NUMBER = ['20', 'NaN', '', true, [], [20], {}]

let business: GivenBusiness
let codes: string[]
let foreign: string
let subaccount: string
let split: string
before(async () => {
  await context.opened
  business = await givenBusiness(context)
  codes = await givenSubaccounts(api, business, SHARES_MAX + 1)
  subaccount = codes[0]!
  foreign = await givenSubaccount(api, await givenBusiness(context, 'Other Store'))
  split = await givenSplit(api, business, [{ subaccount_id: subaccount, share: 20 }])
})

function fieldsOf({ body }: Answer): string[] {
  return (body.errors ?? []).map(({ field }: { field: string }) => field)
}

/** Each is refused by the field that is wrong, whoever finds it. */
async function assertRefused(
  ask: () => Promise<Answer>,
  says: string,
  fields: string[],
  status: 400 | 422,
): Promise<void> {
  const answer = await ask()
  const code = status === 400 ? 'invalid_request' : 'invalid_split'
  assert.deepEqual([answer.status, answer.body.code], [status, code], `${says}: ${answer.text}`)
  assert.deepEqual(fieldsOf(answer), fields, says)
  for (const { message } of answer.body.errors) assert(message.length > 10, says)
}

/** What cannot be, of either call; the first creates, the second changes what is there. */
async function assertNowhere(
  calls: ((body: object) => Promise<Answer>)[],
  bodies: object[],
  fields: string[],
  status: 400 | 422 = 400,
): Promise<void> {
  const rows = await contentsOf(context)
  const stands = [
    await splitOf(api, business, split),
    await subaccountOf(api, business, subaccount),
  ]
  for (const body of bodies) {
    for (const call of calls) {
      await assertRefused(() => call(body), JSON.stringify(body).slice(0, 200), fields, status)
    }
  }
  assert.deepEqual(await contentsOf(context), rows, 'nothing was written')
  const now = [await splitOf(api, business, split), await subaccountOf(api, business, subaccount)]
  assert.deepEqual(now, stands, 'nothing was changed')
}

const makeSubaccount = (body: object) => postSubaccount(api, business, body)
const alterSubaccount = (body: object) => changeSubaccount(api, business, subaccount, body)
const SUBACCOUNT_WRONG: Record<string, unknown[]> = {
  business_name: [...NO_TEXT, '', 'a\nb', 'a\r\nBcc: b', 'a\u0007', 'a\u0085b', 'x'.repeat(101)],
  bank_code: [...NO_TEXT, '', '58', '05 8', 'abc', '058\n', '０５８', 'x'.repeat(11), 58],
  account_number: [
    ...NO_TEXT,
    '',
    18,
    '000000001',
    '00000000018',
    '0000000018\n',
    ' 000000018',
    '٠٠٠٠٠٠٠٠١٨',
  ],
  percentage_charge: [...NO_NUMBER, 0, -0.01, 100.01, 33.333, 1e-9, 1e308],
  primary_contact_email: [...NO_TEXT, '', 'ada', 'ada@b', 'ada@example.com\r\nBcc: b@example.com'],
  metadata: ['{}', [1], 5, true, nested(6), { text: 'x'.repeat(8_192) }],
}
for (const [field, values] of Object.entries(SUBACCOUNT_WRONG)) {
  test(`of a subaccount a wrong ${field} is refused by its name`, async () => {
    const bodies = values.map((value) => ({ [field]: value }))
    await assertNowhere([makeSubaccount, alterSubaccount], bodies, [field])
  })
}

test('of a subaccount these are required, and all that is wrong is told at once', async () => {
  const key = business.keys.secretKey
  const { status, body } = await api.post('/api/v1/subaccounts', { key, body: {} })
  assert.equal(status, 400)
  const required = ['business_name', 'bank_code', 'account_number']
  assert.deepEqual(
    body.errors.map(({ field, code }: { field: string; code: string }) => [field, code]),
    required.map((field) => [field, 'required']),
  )
  const all = Object.fromEntries(Object.keys(SUBACCOUNT_WRONG).map((field) => [field, 5]))
  const answer = await makeSubaccount({ ...all, percentage_charge: '5' })
  assert.deepEqual(fieldsOf(answer).sort(), Object.keys(SUBACCOUNT_WRONG).sort())
  for (const active of [0, 'true', [], {}]) {
    assert.deepEqual(fieldsOf(await alterSubaccount({ active })), ['active'])
  }
})

test('a percentage of at most two decimals is taken, and comes back as it was sent', async () => {
  // Multiples of 0.01 that binary fractions miss are among them.
  for (const percentage_charge of [0.01, 0.07, 0.29, 1.1, 12.5, 33.33, 57.29, 99.99, 100]) {
    const { status, body, text } = await alterSubaccount({ percentage_charge })
    assert.equal(status, 200, `${percentage_charge}: ${text}`)
    assert.equal(body.data.percentage_charge, percentage_charge)
  }
})

test('what only looks dangerous is text like any other, and comes back as it was', async () => {
  const texts = [
    "Robert'); drop table subaccount;--",
    '<script>alert(1)</script>',
    '=cmd|calc!A1',
    'Ọláọlúwa & Sons',
    '😀'.repeat(100),
    '\u202eadA',
    '0',
  ]
  for (const text of texts) {
    const { body } = await alterSubaccount({ business_name: text, metadata: { text } })
    assert.deepEqual([body.data.business_name, body.data.metadata], [text, { text }], text)
    const renamed = await changeSplit(api, business, split, { name: text })
    assert.equal(renamed.body.data.name, text)
  }
  for (const metadata of [{}, nested(5), { text: 'x'.repeat(8_192 - 11) }]) {
    await alterSubaccount({ metadata: null })
    const { status, body, text } = await alterSubaccount({ metadata })
    assert.deepEqual([status, body.data?.metadata], [200, metadata], text.slice(0, 200))
  }
})

const makeSplit = (body: object) =>
  postSplit(api, business, {
    name: 'Two cooks',
    type: 'percentage',
    bearer_type: 'account',
    subaccounts: [{ subaccount_id: subaccount, share: 20 }],
    ...body,
  })
const alterSplit = (body: object) => changeSplit(api, business, split, body)
const addTo = (body: object) => {
  const path = `/api/v1/splits/${split}/subaccounts`
  return api.post(path, { key: business.keys.secretKey, body })
}
const both = [makeSplit, alterSplit]

const SPLIT_WRONG: Record<string, unknown[]> = {
  name: [...NO_TEXT, '', 'a\nb', 'a\u0007', 'x'.repeat(101)],
  bearer_type: [...NO_TEXT, '', 'Account', 'all proportional', 'business'],
  bearer_subaccount_id: [...NO_TEXT, '', 'x'.repeat(101)],
  subaccounts: [5, 'x', true, {}, []],
}
for (const [field, values] of Object.entries(SPLIT_WRONG)) {
  test(`of a split a wrong ${field} is refused by its name`, async () => {
    const bodies = values.map((value) => ({ [field]: value }))
    await assertNowhere(both, bodies, [field])
  })
}

test('of a split these are required, and a type that is none is refused', async () => {
  const key = business.keys.secretKey
  const { status, body } = await api.post('/api/v1/splits', { key, body: {} })
  const named = body.errors.map(({ field }: { field: string }) => field)
  assert.deepEqual([status, named], [400, ['name', 'type', 'subaccounts', 'bearer_type']])
  const types = [...NO_TEXT, '', 'Flat', 'percent'].map((type) => ({ type }))
  await assertNowhere([makeSplit], types, ['type'])
  const active = [0, 'false', []].map((value) => ({ active: value }))
  await assertNowhere([alterSplit], active, ['active'])
  for (const one of [5, null, 'ACCT_x', []]) {
    const answer = await makeSplit({ subaccounts: [one] })
    assert.deepEqual([answer.status, fieldsOf(answer)], [400, ['subaccounts.0']])
  }
  const bare = await makeSplit({ subaccounts: [{}] })
  assert.deepEqual(fieldsOf(bare), ['subaccounts.0.subaccount_id', 'subaccounts.0.share'])
})

// Whether the schema or the story finds it, the share is named.
const SHARES: [type: 'percentage' | 'flat', wrong: unknown[], doubtful: unknown[]][] = [
  ['percentage', [...NO_NUMBER, 0, -1, 1e308], [101, 100.01, 33.333, 33.330000001, 1e-9, 0.001]],
  ['flat', [...NO_NUMBER, 0, -1, 1_000_000_000_001], [0.5, 1.5, 99.99, 1e-9, 1.0000001]],
]
for (const [type, wrong, doubtful] of SHARES) {
  test(`a ${type} share that cannot be is refused by its place`, async () => {
    const shares = (some: unknown[]) =>
      some.map((share) => ({ type, subaccounts: [{ subaccount_id: subaccount, share }] }))
    const field = 'subaccounts.0.share'
    await assertNowhere([makeSplit], shares(wrong), [field])
    await assertNowhere([makeSplit], shares(doubtful), [field], 422)
    if (type === 'flat') return
    const rows = await contentsOf(context)
    for (const share of [...wrong, ...doubtful]) {
      const answer = await addTo({ subaccount_id: subaccount, share })
      assert([400, 422].includes(answer.status), answer.text)
      const [named = '', ...others] = fieldsOf(answer)
      assert.deepEqual([named.split('.').at(-1), others], ['share', []], String(share))
    }
    assert.deepEqual(await contentsOf(context), rows)
  })
}

test('a share that is no number at all is an unreadable body', async () => {
  for (const share of ['NaN', 'Infinity', '-Infinity', '0x14', '+5', '.5', '5.', '５']) {
    const raw = `{"subaccount": "${subaccount}", "share": ${share}}`
    const path = `/api/v1/splits/${split}/subaccounts`
    const { status, body } = await api.post(path, { key: business.keys.secretKey, raw })
    assert.deepEqual([status, body.code], [400, 'invalid_json'], share)
  }
})

test('shares of at most two decimals, whole kobo and the whole of it are taken as they are', async () => {
  const taken: ['percentage' | 'flat', number[]][] = [
    ['percentage', [0.01, 0.07, 0.29, 1.1, 33.33, 57.29, 64.1, 99.99, 100]],
    ['flat', [1, 2, 100, 999_999_999_999, 1_000_000_000_000]],
  ]
  for (const [type, shares] of taken) {
    for (const share of shares) {
      const { status, body, text } = await makeSplit({
        type,
        subaccounts: [{ subaccount_id: subaccount, share }],
      })
      assert.equal(status, 201, `${share}: ${text}`)
      assert.deepEqual(body.data.subaccounts, [{ subaccount_id: subaccount, share }])
    }
  }
  const whole = [33.33, 33.33, 33.34].map((share, i) => ({ subaccount_id: codes[i], share }))
  assert.equal((await makeSplit({ subaccounts: whole })).status, 201)
})

test('fifty share at most, each is named once, and together they share no more than there is', async () => {
  const each = (count: number, share: number) => ({
    subaccounts: codes.slice(0, count).map((code) => ({ subaccount_id: code, share })),
  })
  assert.equal((await makeSplit(each(SHARES_MAX, 2))).status, 201)
  await assertNowhere(both, [each(SHARES_MAX + 1, 1)], ['subaccounts'])

  const [a, b] = codes as [string, string]
  const sums = [
    [50, 50.01],
    [100, 0.01],
    [33.34, 66.67],
  ].map(([first, second]) => ({
    subaccounts: [
      { subaccount_id: a, share: first },
      { subaccount_id: b, share: second },
    ],
  }))
  await assertNowhere(both, [...sums, each(SHARES_MAX, 2.01)], ['subaccounts'], 422)
  await assertNowhere(
    [makeSplit],
    [{ type: 'flat', ...each(2, 500_000_000_001) }],
    ['subaccounts'],
    422,
  )

  const twice = [
    { subaccount_id: a, share: 20 },
    { subaccount_id: a, share: 30 },
  ]
  await assertNowhere(both, [{ subaccounts: twice }], ['subaccounts'], 422)

  const full = await givenSplit(api, business, each(SHARES_MAX, 1).subaccounts)
  const call = {
    key: business.keys.secretKey,
    body: { subaccount_id: codes[SHARES_MAX], share: 1 },
  }
  const answer = await api.post(`/api/v1/splits/${full}/subaccounts`, call)
  assert.deepEqual([answer.status, fieldsOf(answer)], [422, ['subaccounts']])
})

test('who bears the fee is one of those who share, named exactly when one of them does', async () => {
  const bears = (bearer_subaccount_id?: string) => ({
    bearer_type: 'subaccount',
    bearer_subaccount_id,
  })
  const wrong = [
    bears(),
    bears(foreign),
    bears(codes[1]),
    bears('ACCT_x'),
    bears(split),
    ...['account', 'all', 'all-proportional'].map((bearer_type) => ({
      ...bears(subaccount),
      bearer_type,
    })),
  ]
  await assertNowhere(both, wrong, ['bearer_subaccount_id'], 422)
  // A change of the shares does not leave the bearer behind.
  await alterSplit(bears(subaccount))
  const others = [{ subaccounts: [{ subaccount_id: codes[1], share: 20 }] }]
  await assertNowhere([alterSplit], others, ['bearer_subaccount_id'], 422)
  assert.equal((await alterSplit({ bearer_type: 'all' })).status, 200)
})

test('a subaccount that is unknown, foreign, inactive or no code is refused by its place, one like the other', async () => {
  const inactive = await givenSubaccount(api, business)
  await changeSubaccount(api, business, inactive, { active: false })
  const strangers = [foreign, inactive, 'ACCT_x', `ACCT_${'A'.repeat(22)}`, split, "' or 1=1", '😀']
  const bodies = strangers.map((stranger) => ({
    subaccounts: [
      { subaccount_id: subaccount, share: 20 },
      { subaccount_id: stranger, share: 20 },
    ],
  }))
  await assertNowhere(both, bodies, ['subaccounts.1.subaccount_id'], 422)
})

test('every wrong share is told at once', async () => {
  const answer = await makeSplit({
    bearer_type: 'subaccount',
    subaccounts: [
      { subaccount_id: subaccount, share: 33.333 },
      { subaccount_id: 'ACCT_x', share: 101 },
    ],
  })
  assert.equal(answer.status, 422)
  assert.deepEqual(fieldsOf(answer).sort(), [
    'bearer_subaccount_id',
    'subaccounts.0.share',
    'subaccounts.1.share',
    'subaccounts.1.subaccount_id',
  ])
})

test('fields that only an answer has are none of a request', async () => {
  const extra = { id: 'x', domain: 'live', active: false, split_code: 'SPL_x', available: 5 }
  for (const answer of [await makeSplit(extra), await makeSubaccount(extra)]) {
    assert.deepEqual([answer.status, answer.body.errors[0].code], [400, 'unknown_parameter'])
    assert.deepEqual(fieldsOf(answer), Object.keys(extra))
  }
})

function nested(depth: number): object {
  return depth === 1 ? {} : { inner: nested(depth - 1) }
}
