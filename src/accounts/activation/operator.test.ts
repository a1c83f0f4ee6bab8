import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import { asking, type Said } from '../../../test/login-routes.ts'
import { paidByCard } from '../../../test/settlements.ts'
import { givenLive, givenTestOnly, useContext } from '../../../test/support.ts'
import { HOUSE } from '../../core/context.ts'
import { SECOND } from '../../platform/clock.ts'
import { listKeys, PLAY_MONEY } from '../businesses/businesses.ts'
import { shownKeys } from '../businesses/keys.ts'
import { askForLive } from './activation.ts'
import { operatorRoutes } from './operator.routes.ts'
import { type InviteOwner, openBusinessFor } from './operator.ts'

const context = useContext()
const api = useApi(context)

const invited: Parameters<InviteOwner>[2][] = []
let inviting: InviteOwner = async (_context, _sql, owner) => void invited.push(owner)
const operator = asking(
  context,
  operatorRoutes((...asked) => inviting(...asked)),
)({ businessId: HOUSE, mode: 'test' })

const UNKNOWN = '01990000-0000-7000-8000-000000000000'
const FEES = {
  checkout_fee_basis_points: 150,
  checkout_fee_flat: 10_000,
  checkout_fee_flat_from: 250_000,
  checkout_fee_max: 200_000,
  dedicated_fee_basis_points: 100,
  dedicated_fee_max: 30_000,
}
const PARTICULARS = {
  legalName: 'Example Stores Limited',
  registrationNumber: 'RC1234567',
  contactPhone: '+2348000000000',
  website: null,
  bvn: '22222222221',
  nin: null,
}

function said({ status, body }: Said): [number, string] {
  return [status, body.code]
}

const detail = async (id: string) => (await operator('GET', `/operator/businesses/${id}`)).body.data
const activate = (id: string) => operator('POST', `/operator/businesses/${id}/activate`)

async function found(query: Record<string, string>) {
  const { status, body } = await operator(
    'GET',
    `/operator/businesses?${new URLSearchParams(query)}`,
  )
  assert.equal(status, 200, JSON.stringify(body))
  return body as { data: { business_id: string; state: string }[]; meta: Record<string, unknown> }
}
const idsOf = ({ data }: Awaited<ReturnType<typeof found>>) =>
  data.map(({ business_id }) => business_id)

test('a business is found by part of its name or address in any letter case, and by its id', async () => {
  const ada = await givenTestOnly(context, 'Ada’s 100% Cotton_Shop')
  const ngozi = await givenTestOnly(context, 'Ngozi Sample Foods')

  for (const q of [
    'cotton',
    'ADA’S',
    "ada's",
    'àda',
    '100%',
    'n_S',
    ada.businessId,
    ` ${ada.businessId} `,
  ]) {
    assert.deepEqual(idsOf(await found({ q })), [ada.businessId], q)
  }
  assert.deepEqual(idsOf(await found({ q: 'sample foods' })), [ngozi.businessId])
  const byAddress = idsOf(await found({ q: 'OWNER@demo-store' }))
  assert(byAddress.includes(ada.businessId) && byAddress.includes(ngozi.businessId))
  for (const q of ['%', '_', "' or true --", '\\', ada.businessId.slice(0, -1)]) {
    const ids = idsOf(await found({ q: `${q}nobody` }))
    assert.deepEqual(ids, [], q)
  }
  assert(!idsOf(await found({ q: '_' })).includes(ngozi.businessId), 'a wildcard is a letter')
})

test('the list is newest first, and its pages miss and repeat none', async () => {
  const made: string[] = []
  for (let i = 0; i < 5; i++) {
    context.advance(SECOND)
    made.push((await givenTestOnly(context, `Walked ${i}`)).businessId)
  }

  const walked: string[] = []
  let cursor: unknown = null
  do {
    const page = await found({
      q: 'walked',
      perPage: '2',
      ...(cursor !== null && { cursor: String(cursor) }),
    })
    assert.equal(page.meta['total'], 5)
    walked.push(...idsOf(page))
    cursor = page.meta['next']
  } while (cursor !== null)

  assert.deepEqual(walked, made.toReversed())
})

test('open requests are found by state', async () => {
  const business = await givenTestOnly(context)
  const { businessId } = business
  const isIn = async (state: string) => idsOf(await found({ state })).includes(businessId)
  const states = async () => {
    const all = ['not_asked', 'asked', 'active', 'refused']
    const where = await Promise.all(all.map(isIn))
    return all.filter((_, i) => where[i])
  }
  assert.deepEqual(await states(), ['not_asked'])
  await askForLive(context, businessId, PARTICULARS)
  assert.deepEqual(await states(), ['asked'])
  await operator('POST', `/operator/businesses/${businessId}/refuse-activation`, { note: 'No.' })
  assert.deepEqual(await states(), ['refused'])
  await askForLive(context, businessId, PARTICULARS)
  await activate(businessId)
  assert.deepEqual(await states(), ['active'])
})

test('every invalid filter is reported at once', async () => {
  const query = 'page=0&perPage=101&cursor=x&state=open'
  const answer = await operator('GET', `/operator/businesses?${query}&q=${'x'.repeat(255)}`)
  assert.deepEqual(said(answer), [400, 'invalid_request'])
  assert.deepEqual(answer.body.errors.map(({ field }: { field: string }) => field).sort(), [
    'cursor',
    'page',
    'perPage',
    'q',
    'state',
  ])
})

test('the detail shows both modes, and no key or secret of either', async () => {
  const business = await givenTestOnly(context)
  const { businessId } = business
  const before = await detail(businessId)
  assert.deepEqual([before.live_activated_at, before.activation.state], [null, 'not_asked'])
  assert.deepEqual(
    before.modes.map(({ domain }: { domain: string }) => domain),
    ['test'],
  )
  assert.deepEqual(before.modes[0].fees, FEES)
  assert.equal(before.modes[0].balances.available, Number(PLAY_MONEY))
  assert.deepEqual(before.modes[0].webhooks, [
    { which: 'standard', url: null, failures: 0, failing_since: null, disabled_at: null },
    {
      which: 'dedicated_virtual_account',
      url: null,
      failures: 0,
      failing_since: null,
      disabled_at: null,
    },
  ])

  const live = await givenLive(context, businessId)

  const { text } = await operator('GET', `/operator/businesses/${businessId}`)
  const after = JSON.parse(text).data
  assert.deepEqual(
    after.modes.map(({ domain }: { domain: string }) => domain),
    ['test', 'live'],
  )
  assert.deepEqual(
    after.modes.map(({ settings }: { settings: { settlement: string } }) => settings.settlement),
    ['instant', 'T+1'],
  )
  assert.equal(after.modes[1].balances.available, 0)
  assert.equal(after.activation.legal_name, 'Example Stores Limited')
  const secrets = [...Object.values(business.keys), ...Object.values(live)]
  for (const secret of [...secrets, business.webhookSecret, business.dedicatedSecret]) {
    assert(!text.includes(secret) && !text.includes(secret.slice(-12)))
  }
})

test('the balances are those of the ledger', async () => {
  const business = await givenTestOnly(context)
  await paidByCard(api, business, { amount: 500_000 })

  const { balances } = (await detail(business.businessId)).modes[0]

  // 1.5 % and ₦100 of ₦5,000.00 are ₦175.00, and VAT on that ₦13.13.
  const net = 500_000 - 17_500 - 1_313
  assert.deepEqual(balances, {
    available: Number(PLAY_MONEY) + net,
    pending: 0,
    unmatched: 0,
    fees: 17_500,
    vat: 1_313,
  })
})

test('activation reports whether live calls are possible, and returns no key', async () => {
  for (const rails of [[], [context.rails.test]]) {
    const { businessId } = await givenTestOnly(context)
    await askForLive(context, businessId, PARTICULARS)
    context.rails.live = rails
    try {
      const { status, body, text } = await activate(businessId)
      assert.deepEqual([status, body.data.live_rail], [200, rails.length > 0])
      assert.equal(/no live provider is configured/.test(body.message), rails.length === 0)
      assert.equal(body.data.activation.state, 'active')
      assert.equal(body.data.modes.length, 2)
      assert(!/sk_live|pk_live|whsec_/.test(text))
    } finally {
      context.rails.live = []
    }
    const live = { businessId, mode: 'live' } as const
    assert.deepEqual([...(await listKeys(context.sql, live))], [])
  }
})

test('a rejection needs a note, which the business can read', async () => {
  const { businessId } = await givenTestOnly(context)
  const path = `/operator/businesses/${businessId}/refuse-activation`
  await askForLive(context, businessId, PARTICULARS)
  for (const body of [{}, { note: '' }, { note: '  ' }, { note: 'x'.repeat(501) }, { note: 7 }]) {
    const answer = await operator('POST', path, body)
    assert.deepEqual(said(answer), [400, 'invalid_request'], JSON.stringify(body))
    assert.equal(answer.body.errors[0].field, 'note')
  }

  const { status, body } = await operator('POST', path, { note: ' The name differs. ' })

  assert.equal(status, 200)
  assert.deepEqual(
    [body.data.activation.state, body.data.activation.note],
    ['refused', 'The name differs.'],
  )
  assert.deepEqual(said(await operator('POST', path, { note: 'Again.' })), [409, 'not_asked'])
})

test('a business that an operator opens has its endpoints, its owner’s invitation and test keys', async () => {
  invited.length = 0
  const body = { name: ' Ngozi Sample Foods ', email: 'ngozi@example.com' }

  const answer = await operator('POST', '/operator/businesses', body)

  assert.equal(answer.status, 201)
  const { business_id, name, email, modes } = answer.body.data
  assert.deepEqual([name, email], ['Ngozi Sample Foods', 'ngozi@example.com'])
  assert.deepEqual(invited, [{ businessId: business_id, email }])
  assert.equal(modes[0].webhooks.length, 2)
  assert.equal(modes[0].balances.available, Number(PLAY_MONEY))
  const keys = await shownKeys(context, { businessId: business_id, mode: 'test' })
  assert.deepEqual(
    keys.map(({ key }) => key?.slice(0, 8)),
    ['sk_test_', 'pk_test_'],
  )
  for (const { key } of keys) assert(!answer.text.includes(key!), 'the operator does not see it')
})

test('a business whose owner could not be invited is not opened', async () => {
  const before = inviting
  inviting = async () => {
    throw new Error('no email could be written')
  }
  try {
    const owner = { name: 'Never Opened', email: 'ada@example.com' }
    await assert.rejects(openBusinessFor(context, owner, inviting), /no email/)
    assert.deepEqual(idsOf(await found({ q: 'Never Opened' })), [])
  } finally {
    inviting = before
  }
})

const WRONG_BUSINESSES: [name: string, body: object, fields: string[]][] = [
  ['nothing', {}, ['name', 'email']],
  ['an empty name', { name: '', email: 'ada@example.com' }, ['name']],
  ['a blank name', { name: '  ', email: 'ada@example.com' }, ['name']],
  ['a name of 101 characters', { name: 'x'.repeat(101), email: 'ada@example.com' }, ['name']],
  ['a name on two lines', { name: 'Ada\nExample', email: 'ada@example.com' }, ['name']],
  ['no address', { name: 'Ada Example', email: 'ada' }, ['email']],
  ['types of another kind', { name: 1, email: ['ada@example.com'] }, ['name', 'email']],
]
for (const [name, body, fields] of WRONG_BUSINESSES) {
  test(`no business is opened with ${name}`, async () => {
    const { meta } = await found({})
    const answer = await operator('POST', '/operator/businesses', body)
    assert.deepEqual(said(answer), [400, 'invalid_request'])
    const told = answer.body.errors.map(({ field }: { field: string }) => field)
    assert.deepEqual(told, fields)
    assert.equal((await found({})).meta['total'], meta['total'])
  })
}

const NOBODY = [UNKNOWN, UNKNOWN.toUpperCase(), 'x', '%00', "' or true --", HOUSE]
for (const id of NOBODY) {
  test(`there is no business ${id}, whatever is asked of it`, async () => {
    const path = `/operator/businesses/${encodeURIComponent(id)}`
    for (const [method, more, body] of [
      ['GET', '', undefined],
      ['POST', '/activate', undefined],
      ['POST', '/refuse-activation', { note: 'No.' }],
      ['PUT', '/fees', { mode: 'test', checkout_fee_max: 1 }],
      ['PUT', '/fees', { mode: 'live', checkout_fee_max: 1 }],
    ] as const) {
      const answer = await operator(method, `${path}${more}`, body)
      assert.deepEqual(said(answer), [404, 'business_not_found'], `${method} ${more}`)
    }
  })
}
