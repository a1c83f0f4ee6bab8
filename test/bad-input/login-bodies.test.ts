import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { forKeys } from '../../src/http/routes.ts'
import { useApi } from '../api.ts'
import {
  bytesMaxOf,
  refusesLong,
  refusesOtherTypes,
  refusesUnreadable,
  type Send,
  takesJsonHoweverWritten,
  takingJson,
} from '../bad-bodies.ts'
import { contentsOf } from '../calls.ts'
import { PASSWORD } from '../logins.ts'
import { givenMighty, type Mighty } from '../mighty.ts'
import { givenBusiness, useContext } from '../support.ts'

// What may come from a page of the dashboard, of somebody who may do everything: no body is a
// fault, and none that is refused writes more than that it was sent.

const context = useContext()
const api = useApi(context)

let mighty: Mighty
before(async () => {
  await context.opened
  mighty = await givenMighty(context, api, await givenBusiness(context))
})

type Fields = Record<string, unknown[]>
type Row = {
  good: object
  wrong: Fields
  /** Of a path that names nothing. */
  unknown?: string
}

const SOME_ID = '01990000-0000-7000-8000-000000000000'
const NO_TEXT = [5, true, [], ['1'], {}, { $gt: '' }]
const NO_NAME = [...NO_TEXT, '', ' ', '\t', 'Ada\nExample', 'Ada\u0007', 'Ada\u0085', '\u2028']
const NO_COUNT = ['1', true, [], {}, -1, 0.5, 1e300]
const no = {
  email: [
    undefined,
    ...NO_TEXT,
    '',
    'ada',
    'ada@',
    '@a.example',
    'a b@c.example',
    'ada@\n.example',
  ].concat(`${'a'.repeat(250)}@a.example`, 'Ada <ada@a.example>'),
  password: [undefined, null, ...NO_TEXT, '', 'x'.repeat(129)],
  code: [...NO_TEXT, '', '1'.repeat(41), 123_456],
  token: [undefined, null, ...NO_TEXT, '', 'x'.repeat(101)],
  role: [undefined, null, ...NO_TEXT, '', 'Owner', 'owner ', 'operator', 'toString', '__proto__'],
}
const email = 'bola@demo-store.example'
const fee = [...NO_COUNT, 1_000_000_000_001]
const share = [...NO_COUNT, 10_001]
const grant = {
  scopes: [5, true, {}, [], '', 'all', Array(100).fill('balance:read')],
  allowed_ips: [5, true, {}, '', '10.0.0.1', Array(1_000).fill('10.0.0.1')],
}

const ENDPOINTS: Record<string, Row> = {
  'POST /session': {
    good: { email, password: PASSWORD },
    wrong: { email: [undefined, null, ...NO_TEXT, 'x'.repeat(255)], password: no.password },
  },
  'POST /session/second-factor': {
    good: { code: '123456' },
    wrong: { code: [undefined, ...no.code] },
  },
  'POST /session/confirm': {
    good: { password: PASSWORD },
    wrong: { password: no.password, code: no.code },
  },
  'PUT /password': {
    good: { current_password: PASSWORD, password: PASSWORD },
    wrong: { current_password: no.password, password: no.password },
  },
  'POST /password/forgotten': { good: {}, wrong: { email: no.email } },
  'POST /password/reset': {
    good: { token: 'x', password: PASSWORD },
    wrong: { token: no.token, password: no.password },
  },
  'POST /second-factor/confirm': {
    good: { code: '123456' },
    wrong: { code: [undefined, ...no.code] },
  },
  'POST /sign-up': {
    good: { business_name: 'Bola Sample Foods', name: 'Bola Sample', email, password: PASSWORD },
    wrong: {
      business_name: [undefined, ...NO_NAME, 'x'.repeat(101)],
      name: [undefined, ...NO_NAME, 'x'.repeat(101)],
      email: no.email,
      password: no.password,
    },
  },
  'POST /sign-up/open': { good: {}, wrong: { token: no.token } },
  'POST /sign-up/again': { good: {}, wrong: { token: no.token } },
  'POST /sign-up/confirm': {
    good: { token: 'x', password: PASSWORD },
    wrong: { token: no.token, password: no.password },
  },
  'POST /invitations': {
    good: { email, role: 'finance' },
    wrong: { email: no.email, role: no.role },
  },
  'POST /invitations/open': { good: {}, wrong: { token: no.token } },
  'POST /invitations/accept': {
    good: { token: 'x', name: 'Bola Sample', password: PASSWORD },
    wrong: {
      token: no.token,
      name: [...NO_NAME, 'x'.repeat(101)],
      password: no.password.slice(2),
    },
  },
  'PUT /members/{login_id}': {
    good: { role: 'finance' },
    wrong: { role: no.role },
    unknown: 'member_not_found',
  },
  'POST /keys': {
    good: {},
    wrong: { kind: [undefined, null, ...NO_TEXT, '', 'Secret', 'sk_test_'] },
  },
  'PUT /keys/{key_id}': {
    good: { scopes: ['balance:read'] },
    wrong: grant,
    unknown: 'key_not_found',
  },
  'POST /keys/{key_id}/roll': {
    good: { overlap_hours: 1 },
    wrong: { overlap_hours: [undefined, null, ...NO_COUNT, 25] },
    unknown: 'key_not_found',
  },
  'PUT /settings/account-changes': {
    good: {},
    wrong: { four_eyes: [undefined, 'true', 'false', '', 1, 0, null, [], {}] },
  },
  'PUT /settings/payout-approval': {
    good: {},
    wrong: { require_payout_approval: [undefined, 'true', 'false', '', 1, 0, null, [], {}] },
  },
  'PUT /activation/numbers': {
    good: { bvn: '22222222221' },
    wrong: { bvn: [undefined, null, ...NO_TEXT, '', '2222222222', '２２２２２２２２２２２'] },
  },
  'POST /activation': {
    good: {
      legal_name: 'Example Stores Limited',
      bvn: '22222222221',
      registration_number: 'RC1234567',
      contact_phone: '+2348000000000',
    },
    wrong: {
      legal_name: [undefined, ...NO_NAME, 'x'.repeat(201)],
      registration_number: [undefined, null, ...NO_TEXT, '', 'RC', '1234567', 'RC１２３', 'RC1\n'],
      contact_phone: [
        undefined,
        ...NO_TEXT,
        '',
        '12',
        'phone',
        '+２３４８００',
        '+2348000000000\n',
      ],
      website: [5, true, [], {}, '', 'shop.example', 'ftp://shop.example', 'javascript:alert(1)'],
    },
  },
  'POST /events/{id}/replay': {
    good: {},
    wrong: { endpoint: ['x'.repeat(65)] },
    unknown: 'event_not_found',
  },
  'POST /webhooks/reveal-secret': {
    good: {},
    wrong: { endpoint: [undefined, null, ...NO_TEXT, '', 'standard', 'toString'] },
  },
  'POST /operator/businesses': {
    good: { name: 'Sample Store', email },
    wrong: { name: [undefined, ...NO_NAME, 'x'.repeat(101)], email: no.email },
  },
  'PUT /operator/businesses/{business_id}/fees': {
    good: { mode: 'test' },
    wrong: {
      mode: [undefined, null, ...NO_TEXT, '', 'LIVE', 'both'],
      checkout_fee_basis_points: share,
      checkout_fee_flat: [...NO_COUNT, 10_000_001],
      checkout_fee_flat_from: fee,
      checkout_fee_max: fee,
      dedicated_fee_basis_points: share,
      dedicated_fee_max: fee,
    },
    unknown: 'business_not_found',
  },
  'POST /operator/businesses/{business_id}/refuse-activation': {
    good: { note: 'The number is not the one of this name.' },
    wrong: { note: [undefined, null, ...NO_TEXT, '', ' \n', 'x'.repeat(501)] },
    unknown: 'business_not_found',
  },
  'POST /operator/disputes': {
    good: {
      business_id: '01a22550-ce58-792a-ab6b-54a4786f4197',
      transaction: 'order-1042',
      category: 'recall',
      case_number: 'CASE-1',
      reason: 'Sent by mistake',
    },
    wrong: {
      business_id: [undefined, null, ...NO_TEXT, 'x'.repeat(37)],
      mode: [...NO_TEXT, '', 'LIVE', 'both'],
      transaction: [undefined, null, ...NO_TEXT, ''],
      category: [undefined, null, ...NO_TEXT, '', 'theft'],
      case_number: [undefined, null, ...NO_TEXT, '', ' \n', 'x'.repeat(65)],
      reason: [undefined, null, ...NO_TEXT, '', ' \n', 'x'.repeat(501)],
      amount: ['100', 0, -1, 0.5],
    },
  },
  'POST /operator/disputes/{id}/close': {
    good: { outcome: 'won' },
    wrong: { outcome: [undefined, null, ...NO_TEXT, '', 'draw'] },
    unknown: 'dispute_not_found',
  },
  'PUT /operator/rails/{rail}/switch': {
    good: { mode: 'test', is_on: false, reason: 'It answers nothing.' },
    wrong: {
      mode: [undefined, null, ...NO_TEXT, '', 'LIVE', 'both'],
      is_on: [undefined, null, 'yes', 1, {}, []],
      stops: [...NO_TEXT, '', 'all'],
      business_id: [...NO_TEXT, 'x'.repeat(37)],
      reason: [...NO_TEXT, '', ' \n', 'x'.repeat(501)],
    },
    unknown: 'not_found',
  },
  'POST /operator/recovery/release': {
    good: { reason: 'The statement was read.' },
    wrong: { reason: [undefined, ...NO_TEXT, '', ' \n', 'x'.repeat(501)] },
  },
  'POST /operator/recovery/debits/decide': {
    good: { mode: 'test', rail: 'sandbox', session_id: '1', reason: 'The bank says so.' },
    wrong: {
      mode: [undefined, ...NO_TEXT, '', 'LIVE', 'both'],
      rail: [undefined, ...NO_TEXT, '', 'x'.repeat(65)],
      session_id: [undefined, ...NO_TEXT, '', 'x'.repeat(65)],
      payout: ['po_1', 1, []],
      reason: [undefined, ...NO_TEXT, '', ' \n', 'x'.repeat(501)],
    },
  },
  'POST /operator/suspense/{id}/assign': {
    good: { account_number: '0000000018' },
    wrong: {
      account_number: [
        undefined,
        ...NO_TEXT,
        '',
        '123456789',
        '12345678901',
        '１２３４５６７８９０',
      ],
      business_id: [...NO_TEXT, 'x'.repeat(37)],
    },
    unknown: 'not_found',
  },
  'POST /operator/reconciliation/exceptions/{id}/close': {
    good: { note: 'A fee of the bank.' },
    wrong: { note: [undefined, null, ...NO_TEXT, '', ' \n', 'x'.repeat(1_001)] },
    unknown: 'not_found',
  },
}

test('every endpoint for logins alone that takes a JSON body is tried here', () => {
  const published = takingJson(api).filter((one) => one.includes(' /dashboard/api/'))
  const tried = Object.keys(ENDPOINTS).map((one) => one.replace(' ', ' /dashboard/api'))
  assert.deepEqual(published.sort(), tried.sort())
})

for (const [endpoint, { good, wrong }] of Object.entries(ENDPOINTS)) {
  test(`${endpoint} refuses bodies that cannot be read`, () => refusesAllBad(endpoint))

  test(`${endpoint} refuses each field that cannot be, by its name`, async () => {
    const before = await contentsOf(context)
    for (const [field, values] of Object.entries(wrong)) {
      for (const value of values) {
        const sent = JSON.stringify({ ...good, [field]: value })
        const { status, body, text } = await to(endpoint)(sent)
        const says = `${field}: ${JSON.stringify(value)?.slice(0, 60)}: ${text}`
        assert.deepEqual([status, body.code], [400, 'invalid_request'], says)
        assert.deepEqual([...new Set(fieldsOf(body))], [field], says)
        assert(!text.includes(PASSWORD), says)
      }
    }
    const { body } = await to(endpoint)('{}')
    const needed = Object.keys(wrong).filter((field) => wrong[field]!.includes(undefined))
    assert.deepEqual(fieldsOf(body), needed, 'all that is missing is said at once')
    assert.deepEqual(await contentsOf(context), before, 'nothing was written')
  })
}

test('of a payout that a debit is said to be, each missing field is told by its name', async () => {
  const endpoint = 'POST /operator/recovery/debits/decide'
  const { status, body } = await to(endpoint)(
    JSON.stringify({ ...ENDPOINTS[endpoint]!.good, payout: {} }),
  )
  assert.deepEqual([status, fieldsOf(body)], [400, ['payout.business_id', 'payout.id']])
})

test('what a key may do too refuses the same bodies from a login', async () => {
  const endpoints = takingJson(api)
    .filter((one) => one.includes(' /api/v1/') && !one.endsWith('/initialize-public'))
    .map((one) => one.replace(' /api/v1', ' '))
  const names = forKeys.map(({ method, path }) => `${method} ${path}`)
  for (const endpoint of endpoints) {
    assert(names.includes(endpoint.replaceAll(/\{(\w+)\}/g, ':$1')), endpoint)
    await refusesAllBad(endpoint)
  }
  assert(endpoints.length > 20, 'they are found at all')
})

test('a path that names nothing is not found, whatever it is made of', async () => {
  const before = await contentsOf(context)
  const ids = ['1', 'null', 'key_', `key_${'0'.repeat(32)}`, SOME_ID, '%00', '%F0%9F%98%80', "'--"]
  for (const [endpoint, { good, unknown }] of Object.entries(ENDPOINTS)) {
    assert.equal(endpoint.includes('{'), unknown !== undefined)
    if (unknown === undefined) continue
    for (const id of [...ids, '0'.repeat(1_000), '..%2f', '%ff']) {
      const path = endpoint.replaceAll(/\{\w+\}/g, id)
      const { status, body } = await to(path)(JSON.stringify(good))
      // What is no address at all is found to be none before any route is.
      const code: string = id === '%ff' ? 'not_found' : unknown
      assert.deepEqual([status, body.code], [404, code], path)
    }
  }
  assert.deepEqual(await contentsOf(context), before)
})

async function refusesAllBad(endpoint: string): Promise<void> {
  // Among the long ones is an empty change, which may be made.
  await refusesLong(to(endpoint), bytesMaxOf(endpoint))
  const before = await contentsOf(context)
  await refusesUnreadable(to(endpoint))
  await refusesOtherTypes(to(endpoint))
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const { status, body } = await to(endpoint)('email=ada@example.com', form)
  assert.deepEqual([status, body.code], [415, 'unsupported_media_type'], endpoint)
  assert.deepEqual(await contentsOf(context), before, `${endpoint}: nothing was written`)
  await takesJsonHoweverWritten(to(endpoint))
}

/** Whose code is missing is the one who may send it. */
function to(endpoint: string): Send {
  const [method, path] = endpoint.split(' ') as [string, string]
  const ask = path === '/session/second-factor' ? mighty.askHalf : mighty.ask
  return (body, headers) => ask(method, path, { body, ...(headers && { headers }) })
}

/** None where the body could be read. */
function fieldsOf({ errors = [] }: { errors?: { field: string }[] }): string[] {
  return errors.map(({ field }) => field)
}
