import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type Answer, useApi } from '../api.ts'
import { contentsOf, inHundreds } from '../calls.ts'
import {
  fetchVerification,
  freshNumber,
  givenVerification,
  messagesOf,
  validate,
} from '../contract/identity-calls.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../support.ts'

// Verify, validate and resend: each field as every type, numbers and codes as people and programs
// write them, and consents that cannot be. None of it sends, takes or counts anything.

const context = useContext()
const api = useApi(context)

const PREFIXES = ['bvn', 'identity'] as const
const NO_TEXT = [5, true, [], ['x'], {}, { $gt: '' }, { $ne: null }]
const NOT_SAID_BACK = ['number', 'otp', 'consent.text']
const LONG = '1'.repeat(10_000)

let business: GivenBusiness
before(async () => {
  await context.opened
  business = await givenBusiness(context)
})

type Case = {
  call: 'verify' | 'validate' | 'resend'
  field: string
  fix: RegExp
  values: unknown[]
}
const TYPES_WRONG = [
  ...NO_TEXT,
  ...[
    'bvn',
    'Bvn',
    'nin',
    'PASSPORT',
    '',
    ' ',
    ' BVN',
    'BVN ',
    'BVN\n',
    'ＢＶＮ',
    '__proto__',
    '0',
  ],
]
const CASES: Case[] = [
  {
    call: 'verify',
    field: 'type',
    fix: /^type must be one of BVN, NIN\.$/,
    values: TYPES_WRONG,
  },
  {
    call: 'verify',
    field: 'number',
    fix: /^number must be (a string( of 11 digits)?)\.$/,
    values: [
      ...NO_TEXT,
      ...[22_298_765_431, 2.2e10, '', ' ', '2229876543', '222987654310', '2229876543a'],
      ...[' 22298765431', '22298765431 ', '22298765431\n', '\t22298765431', '222 9876 5431'],
      ...[
        '222-9876-5431',
        '+2229876543',
        '-2229876543',
        '2.229876543',
        '2229876543e',
        '0x222987654',
      ],
      ...['٢٢٢٩٨٧٦٥٤٣١', '２２２９８７６５４３１', '2229876543\u200b1', '２2298765431', LONG],
      ...["22298765431' or '1'='1", ['22298765431'], { number: '22298765431' }],
    ],
  },
  {
    call: 'verify',
    field: 'consent',
    fix: /^consent must be an object\.$/,
    values: [5, true, [], ['I agree'], '', 'I agree'],
  },
  {
    call: 'verify',
    field: 'consent.text',
    fix: /^consent\.text must (be a string|not be (empty|blank)|have at most 1000 characters)\.$/,
    values: [...NO_TEXT, '', ' \n ', 'x'.repeat(1_001), '😀'.repeat(1_001)],
  },
  {
    call: 'verify',
    field: 'consent.ip',
    fix: /^consent\.ip must be (an IP address such as 102\.89\.0\.1|a string)\.$/,
    values: [
      ...NO_TEXT,
      ...['', ' ', '999.1.1.1', '1.2.3', '1.2.3.4.5', '1.2.3.4 ', ' 1.2.3.4', '1.2.3.4\n'],
      ...['1.2.3.4/8', '1.2.3.4:80', '[::1]', '::g', ':::', 'localhost', '16909060', '0x7f.1.1.1'],
      ...['1.2.3.256', '-1.2.3.4', '１.2.3.4', '2c0f:f248', LONG],
    ],
  },
  {
    call: 'verify',
    field: 'consent.at',
    fix: /^consent\.at must be (a time with its zone, such as 2026-11-28T09:30:00Z|a string)\.$/,
    values: [
      ...NO_TEXT,
      ...['', ' ', 'yesterday', 'now', '2026', '2026-11-21', '2026-11-21T09:30', '09:30:00Z'],
      ...['2026-11-21T09:30:00', '2026-13-01T00:00:00Z', '2026-11-21T25:00:00Z', '1700000000'],
      ...['2026-02-30T09:30:00Z', '2027-02-29T09:30:00Z', '2026-11-32T09:30:00Z'],
      ...['2026-11-21 09:30:00Z', '2026-11-21T09:30:00Z\n', 1_700_000_000],
      ...['２026-11-21T09:30:00Z', '+12026-11-21T09:30:00Z', `2026-11-21T09:30:00.${LONG}Z`],
    ],
  },
  {
    call: 'validate',
    field: 'verification_id',
    fix: /^verification_id must be a string\.$/,
    values: NO_TEXT,
  },
  {
    call: 'validate',
    field: 'type',
    fix: /^type must be one of BVN, NIN\.$/,
    values: TYPES_WRONG,
  },
  {
    call: 'validate',
    field: 'otp',
    fix: /^otp must be (a string( of 6 digits)?)\.$/,
    values: [
      ...NO_TEXT,
      ...[123_456, 12_345, '', ' ', '      ', '12345', '1234567', '12345a', ' 123456', '123456 '],
      ...['123456\n', '123 456', '123-456', '+12345', '-12345', '1e5', '0x1234', '12345.'],
      ...['١٢٣٤٥٦', '１２３４５６', '12345６', '\u202e123456', LONG, ['123456'], ['1', '2']],
      ...[{ $regex: '.*' }, "123456' --"],
    ],
  },
  {
    call: 'resend',
    field: 'verification_id',
    fix: /^verification_id must be a string\.$/,
    values: NO_TEXT,
  },
]

for (const { call, field, fix, values } of CASES) {
  test(`${call}: ${field} is refused as what it is not, with the fix, and nothing is begun or counted`, async () => {
    const given = await givenVerification(api, business)
    const good = {
      verify: { type: 'BVN', number: freshNumber() },
      validate: { verification_id: given.id, type: 'BVN', otp: '123456' },
      resend: { verification_id: given.id },
    }[call]
    const rows = await contentsOf(context)
    for (const value of values) {
      const { status, body, text } = await post(call, changed(good, field, value))
      const sent = JSON.stringify(value).slice(0, 60)
      assert.deepEqual([status, body.code], [400, 'invalid_request'], `${sent}: ${text}`)
      assert.deepEqual(fieldsOf(body), [field], sent)
      assert.match(body.errors[0].message, fix, sent)
      if (typeof value === 'string' && value.trim().length > 4 && NOT_SAID_BACK.includes(field))
        assert(!text.includes(value.trim()), text)
    }
    assert.deepEqual(await contentsOf(context), rows)
    const { body } = await validate(api, business, given, '000000')
    assert.equal(body.attempts_left, 4, 'no guess was counted')
  })
}

test('every wrong field is told at once', async () => {
  const consent = { ip: 'x', at: 'y' }
  const verify = await post('verify', { type: 'x', number: 1, consent })
  assert.deepEqual(fieldsOf(verify.body).sort(), [
    ...['consent.at', 'consent.ip', 'consent.text', 'number', 'type'],
  ])
  const guess = await post('validate', { verification_id: 1, type: 'bvn', otp: 123_456 })
  assert.deepEqual(fieldsOf(guess.body).sort(), ['otp', 'type', 'verification_id'])
})

test('consents and numbers that look odd are taken as they are', async () => {
  const consents = [
    { text: 'x' },
    { text: 'x'.repeat(1_000) },
    { text: '😀'.repeat(1_000) },
    { text: '<script>alert(1)</script> {{7*7}} =1+1 ../../etc\r\n\u202eevil' },
    { text: 'I agree.', ip: '::1', at: '2026-11-21T09:30:00.123456789+01:00' },
    { text: 'I agree.', ip: '0.0.0.0', at: '2024-02-29T23:59:59-12:00' },
  ]
  for (const consent of consents) {
    const given = await givenVerification(api, business, { consent })
    const { text, ip = null, at = null } = consent as { text: string; ip?: string; at?: string }
    assert.deepEqual((await fetchVerification(api, business, given)).consent, { text, ip, at })
  }
  for (const number of ['00000000001', '99999999999', '10000000000']) {
    const given = await givenVerification(api, business, { number })
    assert.equal((await validate(api, business, given)).body.data.identityNumber, number)
  }
})

test('no column of the database is a field of a verification', async () => {
  const columns = await context.sql<{ name: string }[]>`
    select distinct column_name as name from information_schema.columns
    where table_schema = 'public'
  `
  const extra = Object.fromEntries(
    [
      ...columns.map(({ name }) => name),
      ...['domain', 'isDeleted', 'clientId', 'otpVerified', 'otpResendCount', 'providerResponse'],
      ...['debitAccountNumber', 'createdAt', '__v', '_id', 'vat', 'stampDuty', 'attempts_left'],
    ]
      .filter((name) => !['type', 'number', 'consent', 'verification_id', 'otp'].includes(name))
      .map((name) => [name, 'SUCCESS']),
  )
  const good = {
    verify: { type: 'NIN', number: freshNumber() },
    validate: { verification_id: 'idv_x', type: 'NIN', otp: '123456' },
    resend: { verification_id: 'idv_x' },
  }
  const before = await contentsOf(context)
  for (const call of ['verify', 'validate', 'resend'] as const) {
    for (const some of inHundreds(extra)) {
      const { status, body } = await post(call, { ...some, ...good[call] })
      assert.deepEqual([status, body.errors[0].code], [400, 'unknown_parameter'])
      assert.deepEqual(fieldsOf(body), Object.keys(some))
    }
  }
  assert.deepEqual(await contentsOf(context), before, 'nothing was written')
})

test('what is asked beside the question is refused', async () => {
  const key = business.keys.secretKey
  const given = await givenVerification(api, business)
  for (const query of ['?providerResponse=1', '?otp=123456', '?type=NIN', '?%00', '?__proto__=1']) {
    const { status, body } = await api.get(`/api/v1/identity/${given.id}${query}`, { key })
    assert.deepEqual([status, body.errors[0].code], [400, 'unknown_parameter'], query)
  }
  for (const status of ['pending', 'Requested', 'success', 'Pending%20', 'SUCCESS,Failed']) {
    const { status: answered, body } = await api.get(`/api/v1/identity?status=${status}`, { key })
    assert.deepEqual([answered, fieldsOf(body)], [400, ['status']], status)
  }
})

test('a request that could not be read sends nobody a message', async () => {
  const own = await givenBusiness(context, 'Other Store')
  for (const raw of [
    '{"type":"BVN","number":"22222222222"',
    '{"type":"BVN","number":22222222222}',
  ]) {
    for (const prefix of PREFIXES) {
      const path = `/api/v1/${prefix}/verify`
      assert.equal((await api.post(path, { key: own.keys.secretKey, raw })).status, 400)
    }
  }
  assert.deepEqual(await messagesOf(api, own), [])
})

let calls = 0

/** Under one prefix and the other in turns. */
function post(call: Case['call'], body: object): Promise<Answer> {
  calls += 1
  const prefix = PREFIXES[calls % PREFIXES.length]
  return api.post(`/api/v1/${prefix}/${call}`, { key: business.keys.secretKey, body })
}

/** The same with one field as `value`; a field of the consent lies in a consent. */
function changed(good: object, field: string, value: unknown): object {
  const [outer = '', inner] = field.split('.')
  if (inner === undefined) return { ...good, [outer]: value }
  return { ...good, [outer]: { text: 'I agree.', [inner]: value } }
}

function fieldsOf(body: { errors?: { field: string }[] }): string[] {
  return (body.errors ?? []).map(({ field }) => field)
}
