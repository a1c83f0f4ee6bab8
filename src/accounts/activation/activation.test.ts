import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { asking, type Said } from '../../../test/login-routes.ts'
import { type GivenBusiness, givenLive, givenTestOnly, useContext } from '../../../test/support.ts'
import { emit, eventBody, findWebhooks, openWebhookEndpoints } from '../../core/events/webhooks.ts'
import { balancesOf } from '../../core/ledger/ledger.ts'
import { newId } from '../../platform/ids.ts'
import { listKeys, settingsOf } from '../businesses/businesses.ts'
import { activationRoutes } from './activation.routes.ts'
import { activate, numbersOfBusiness, refuseActivation } from './activation.ts'

const context = useContext()
const as = asking(context, activationRoutes)

const PARTICULARS = {
  legal_name: 'Example Stores Limited',
  registration_number: 'RC1234567',
  contact_phone: '+2348000000000',
  website: 'https://shop.example',
}
const BVN = '22298765431'
const NIN = '33398765432'
const OTHER_BVN = '22298765439'
const NOTHING = {
  state: 'not_asked',
  asked_at: null,
  decided_at: null,
  legal_name: null,
  registration_number: null,
  contact_phone: null,
  website: null,
  bvn: null,
  nin: null,
  note: null,
}

const ask = (business: GivenBusiness, more: object = {}) =>
  as(business)('POST', '/activation', { ...PARTICULARS, bvn: BVN, ...more })
const shown = async (business: GivenBusiness) =>
  (await as(business)('GET', '/activation')).body.data

function said({ status, body }: Said): [number, string] {
  return [status, body.code]
}

/** The rows of live mode. */
async function liveParts({ businessId }: GivenBusiness) {
  const [row] = await context.sql`
    select
      (select live_activated_at is not null from business
        where business_id = ${businessId}) as live,
      (select count(*)::integer from business_mode
        where business_id = ${businessId} and mode = 'live') as modes,
      (select count(*)::integer from webhook_endpoint
        where business_id = ${businessId} and mode = 'live') as endpoints,
      (select count(*)::integer > 0 from ledger_account
        where business_id = ${businessId} and mode = 'live') as accounts,
      (select count(*)::integer from api_key
        where business_id = ${businessId} and mode = 'live') as keys
  `
  return { ...row }
}
const NONE = { live: false, modes: 0, endpoints: 0, accounts: false, keys: 0 }
const OPENED = { live: true, modes: 1, endpoints: 2, accounts: true, keys: 0 }

test('a business asks once and can read its request', async () => {
  const business = await givenTestOnly(context)
  assert.deepEqual(await shown(business), NOTHING)

  const { status, body } = await ask(business)

  assert.equal(status, 200)
  const { asked_at, ...rest } = body.data
  const numbers = { bvn: '*******5431', nin: null }
  const open = { state: 'asked', decided_at: null, note: null }
  assert.deepEqual(rest, { ...PARTICULARS, ...numbers, ...open })
  assert(Math.abs(Date.parse(asked_at) - context.now().getTime()) < 60_000)
  assert.deepEqual(await shown(business), body.data)
  const again = await ask(business, { legal_name: 'Somebody Else' })
  assert.deepEqual(said(again), [409, 'already_asked'])
  assert.deepEqual(await shown(business), body.data, 'what is decided upon stays as it was seen')
  assert.deepEqual(await liveParts(business), NONE)
})

test('a business cannot read another’s request', async () => {
  const business = await givenTestOnly(context)
  const other = await givenTestOnly(context, 'Other Store')
  await ask(business)
  assert.deepEqual(await shown(other), NOTHING)
})

test('the website is optional', async () => {
  for (const website of [undefined, null]) {
    const { body } = await ask(await givenTestOnly(context), { website })
    assert.equal(body.data.website, null)
  }
})

test('a registration number is stored in one spelling', async () => {
  for (const [sent, kept] of [
    ['rc 123456', 'RC123456'],
    ['BN-00012345', 'BN00012345'],
    ['Rc1', 'RC1'],
  ]) {
    const { body } = await ask(await givenTestOnly(context), { registration_number: sent })
    assert.equal(body.data.registration_number, kept)
  }
})

test('activation opens live mode with settings, accounts and endpoints, and without keys', async () => {
  const business = await givenTestOnly(context)
  await ask(business)

  await activate(context, business.businessId)

  assert.deepEqual(await liveParts(business), OPENED)
  assert.equal((await shown(business)).state, 'active')
  const live = { businessId: business.businessId, mode: 'live' } as const
  assert.equal((await settingsOf(context, live)).settlement, 'T+1')
  assert.equal((await balancesOf(context, live)).available.available, 0n)
  assert.deepEqual([...(await listKeys(context.sql, live))], [])
  assert.deepEqual(said(await ask(business)), [409, 'already_active'])
})

test('a failed activation opens nothing, and the request still waits', async () => {
  const business = await givenTestOnly(context)
  const live = { businessId: business.businessId, mode: 'live' } as const
  await ask(business)
  // Makes the last step fail.
  await openWebhookEndpoints(context.sql, context.keys, live, context.now())

  await assert.rejects(activate(context, business.businessId), { code: '23505' })

  assert.deepEqual(await liveParts(business), { ...NONE, endpoints: 2 })
  assert.equal((await shown(business)).state, 'asked')
})

test('active live mode is visible in this process at once', async () => {
  const business = await givenTestOnly(context)
  assert.equal((await settingsOf(context, business)).liveActivatedAt, null)
  await ask(business)
  await activate(context, business.businessId)
  assert((await settingsOf(context, business)).liveActivatedAt)
})

test('live mode emits events from the start', async () => {
  const business = await givenTestOnly(context)
  await givenLive(context, business.businessId)
  const live = { businessId: business.businessId, mode: 'live' } as const
  await context.sql`
    update webhook_endpoint set url = 'https://shop.example/hooks'
    where business_id = ${live.businessId} and mode = 'live' and route = 'standard'
  `
  const at = context.now()
  const event = { ...live, id: newId<'event'>(at), type: 'transaction.success', at } as const
  const payload = eventBody('transaction.success', '{}', at)

  await context.sql.begin((sql) => emit(sql, [{ ...event, route: 'standard', payload }]))

  const promised = await context.sql`
    select state from delivery
    where business_id = ${live.businessId} and mode = 'live' and event_id = ${event.id}
  `
  assert.deepEqual(
    promised.map(({ state }) => state),
    ['pending'],
  )
  assert.equal((await findWebhooks(context.sql, live)).standard.mode, 'live')
})

test('a rejected business can read why and ask again', async () => {
  const business = await givenTestOnly(context)
  await ask(business)
  await refuseActivation(context, business.businessId, 'The number is not that of the name.')
  const refused = await shown(business)
  assert.deepEqual(
    [refused.state, refused.note, refused.legal_name],
    ['refused', 'The number is not that of the name.', PARTICULARS.legal_name],
  )
  assert(refused.decided_at)

  const { body } = await ask(business, { registration_number: 'BN7654321' })

  const { state, note, decided_at, registration_number } = body.data
  assert.deepEqual(
    [state, note, decided_at, registration_number],
    ['asked', null, null, 'BN7654321'],
  )
  await activate(context, business.businessId)
  assert.deepEqual(await liveParts(business), OPENED)
})

test('only an open request can be decided', async () => {
  const { businessId } = await givenTestOnly(context)
  const no = () => refuseActivation(context, businessId, 'No.')
  const yes = () => activate(context, businessId)
  await assert.rejects(yes(), { code: 'not_asked' })
  await assert.rejects(no(), { code: 'not_asked' })

  await ask({ businessId, mode: 'test' } as GivenBusiness)
  await no()
  await assert.rejects(yes(), { code: 'not_asked' })
  await assert.rejects(no(), { code: 'not_asked' })

  await ask({ businessId, mode: 'test' } as GivenBusiness)
  await yes()
  await assert.rejects(yes(), { code: 'already_active' })
  await assert.rejects(no(), { code: 'already_active' })
})

test('of concurrent decisions one succeeds, and live mode is complete or absent', async () => {
  const verdicts = fc.array(fc.boolean(), { minLength: 2, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(verdicts, async (wanted) => {
      const business = await givenTestOnly(context)
      await ask(business)

      const decided = await Promise.allSettled(
        wanted.map((yes) =>
          yes
            ? activate(context, business.businessId)
            : refuseActivation(context, business.businessId, 'No.'),
        ),
      )

      const done = decided.flatMap((one) => (one.status === 'fulfilled' ? [one.value.state] : []))
      assert.equal(done.length, 1)
      assert.equal((await shown(business)).state, done[0])
      assert.deepEqual(await liveParts(business), done[0] === 'active' ? OPENED : NONE)
    }),
    { numRuns: 20 },
  )
})

test('the numbers of a person are stored encrypted, and a rejection deletes them', async () => {
  const business = await givenTestOnly(context)
  const { businessId } = business
  const row = async () => {
    const [found] = await context.sql<{ all: string; stored: number }[]>`
      select activation::text as all, num_nonnulls(bvn, bvn_last4, nin, nin_last4) as stored
      from activation where business_id = ${businessId}
    `
    return found!
  }

  const asked = await ask(business, { nin: NIN })

  assert.deepEqual([asked.body.data.bvn, asked.body.data.nin], ['*******5431', '*******5432'])
  assert.deepEqual(await numbersOfBusiness(context, businessId), { bvn: BVN, nin: NIN })
  const kept = await row()
  assert.equal(kept.stored, 4)
  for (const number of [BVN, NIN]) assert(!kept.all.includes(number))

  await refuseActivation(context, businessId, 'Again, please.')
  assert.equal((await row()).stored, 0)
  const { status } = await ask(business, { bvn: undefined, nin: NIN })
  assert.equal(status, 200)
})

test('a number with a mistake is replaced while the request waits and after it, and only then', async () => {
  const business = await givenTestOnly(context)
  const { businessId } = business
  const replace = (numbers: object) => as(business)('PUT', '/activation/numbers', numbers)
  const early = await replace({ nin: NIN })
  await ask(business)

  const waiting = await replace({ bvn: OTHER_BVN, nin: NIN })
  await activate(context, businessId)
  const active = await replace({ nin: NIN })
  const none = await replace({})

  assert.deepEqual([early.status, early.body.code], [409, 'not_asked'])
  assert.equal(waiting.body.data.bvn, `*******${OTHER_BVN.slice(-4)}`)
  assert.equal(active.body.data.bvn, null)
  assert.deepEqual(await numbersOfBusiness(context, businessId), { bvn: null, nin: NIN })
  assert.equal(none.status, 400)
  assert.match(none.text, /Send the BVN in bvn or the NIN in nin/)
})

test('of concurrent requests one succeeds, at first and after a rejection', async () => {
  const business = await givenTestOnly(context)
  for (let time = 0; time < 2; time++) {
    const names = ['One Example', 'Two Example', 'Three Example', 'Four Example']
    const answers = await Promise.all(names.map((legal_name) => ask(business, { legal_name })))
    const heard = answers.filter(({ status }) => status === 200)
    assert.equal(heard.length, 1)
    for (const other of answers) {
      if (other !== heard[0]) assert.deepEqual(said(other), [409, 'already_asked'])
    }
    assert.deepEqual(await shown(business), heard[0]!.body.data)
    await refuseActivation(context, business.businessId, 'Again, please.')
  }
})

const WRONG: [name: string, more: object, fields: string[]][] = [
  [
    'nothing of what is needed',
    Object.fromEntries(Object.keys(PARTICULARS).map((key) => [key, undefined])),
    ['legal_name', 'registration_number', 'contact_phone'],
  ],
  ['an empty name', { legal_name: '' }, ['legal_name']],
  ['a blank name', { legal_name: '   ' }, ['legal_name']],
  ['a name of 201 characters', { legal_name: 'x'.repeat(201) }, ['legal_name']],
  ['a name on two lines', { legal_name: 'Example\nStores' }, ['legal_name']],
  ['a number of nobody’s register', { registration_number: 'XX123' }, ['registration_number']],
  ['bare digits', { registration_number: '1234567' }, ['registration_number']],
  ['no digits', { registration_number: 'RC' }, ['registration_number']],
  ['nine digits', { registration_number: 'RC123456789' }, ['registration_number']],
  ['a number and more', { registration_number: 'RC123 or 1=1' }, ['registration_number']],
  ['a registration number as a number', { registration_number: 1234567 }, ['registration_number']],
  ['a phone of letters', { contact_phone: 'call me' }, ['contact_phone']],
  ['neither a BVN nor a NIN', { bvn: undefined }, ['bvn']],
  ['a BVN of ten digits', { bvn: BVN.slice(1) }, ['bvn']],
  ['an address that is none', { website: 'javascript:alert(1)' }, ['website']],
  [
    'everything wrong',
    { legal_name: 1, registration_number: '', contact_phone: '', website: 7 },
    ['legal_name', 'registration_number', 'contact_phone', 'website'],
  ],
]
for (const [name, more, fields] of WRONG) {
  test(`whoever asks with ${name} is told which fields, and nothing is asked`, async () => {
    const business = await givenTestOnly(context)

    const answer = await ask(business, more)

    assert.deepEqual(said(answer), [400, 'invalid_request'])
    const told = answer.body.errors.map(({ field }: { field: string }) => field)
    assert.deepEqual(told.sort(), fields.sort())
    assert.deepEqual(await shown(business), NOTHING)
  })
}
