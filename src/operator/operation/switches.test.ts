import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { givenPayment, useApi } from '../../../test/api.ts'
import { type Browser, givenPerson, givenSecondFactor, signedInAs } from '../../../test/logins.ts'
import { runJobs } from '../../../test/payments.ts'
import { askToPay, LATE_ACCOUNT, payoutsOf } from '../../../test/payouts.ts'
import { askRefund, givenPaid } from '../../../test/refunds.ts'
import {
  type GivenBusiness,
  givenBusiness,
  givenLive,
  givenProcess,
  useContext,
} from '../../../test/support.ts'
import { MINUTE } from '../../platform/clock.ts'
import type { Provider } from '../../providers/rails.ts'
import { followSwitches, readSwitches } from './switches.ts'

const context = useContext()
const api = useApi(context)

let operator: Browser
let business: GivenBusiness
beforeEach(async () => {
  // Signs in again: tests move the clock, and the password must be fresh.
  operator = await signedInAs(api, await givenPerson(context, null, 'owner', { isOperator: true }))
  await givenSecondFactor(operator, context.now)
})
beforeEach(async () => {
  await context.sql`delete from rail_switch`
  await readSwitches(context)
  context.rails.live = []
  business = await givenBusiness(context)
})

const put = (rail: string, body: object) =>
  operator.ask('PUT', `/operator/rails/${rail}/switch`, body)
const switchOff = async (rail: string, body: object = {}) => {
  const said = await put(rail, { mode: 'test', is_on: false, reason: 'It pays twice.', ...body })
  assert.equal(said.status, 200, said.text)
  return said
}
const named = (name: string): Provider => {
  const { bank, card, identity } = context.rails.test
  return { bank: { ...bank, name }, card: { ...card, name }, identity: { ...identity, name } }
}
const initialize = ({ keys }: GivenBusiness) => {
  const body = { amount: 500_000, email: 'ada@example.com', name: 'Ada Example' }
  return api.post('/api/v1/transactions/initialize', { key: keys.secretKey, body })
}

test('a provider that is switched off makes nothing new, and ends what it began', async () => {
  const { access_code } = await givenPayment(api, business)
  const { id } = await givenPaid(api, business, 'bank_transfer')
  await askToPay(api, business, { account_number: LATE_ACCOUNT })
  await switchOff('sandbox')

  const refused = [
    await initialize(business),
    await askToPay(api, business),
    await api.post(`/checkout/${access_code}/bank-transfer`, {}),
  ]
  for (const { status, body } of refused) {
    assert.deepEqual([status, body.code], [503, 'rail_unavailable'])
    assert.match(body.message, /switched off in test mode/)
  }
  assert.equal((await askRefund(api, business, { transaction: id })).status, 201)
  context.advance(10 * MINUTE)
  await runJobs(context)
  const states = (await payoutsOf(context, business)).map(({ state }) => state)
  assert.deepEqual(states, ['success'])
  const key = business.keys.secretKey
  const { body } = await api.get('/api/v1/settings', { key })
  assert.deepEqual(
    Object.entries(body.data.capabilities).filter(([, isOffered]) => isOffered),
    [['mail', true]],
    'mail goes on: by it people sign in',
  )
})

test('of several, the next one is asked for what is new; where all are off, none', async () => {
  context.rails.live = [named('first'), named('second')]
  const { secretKey: key } = await givenLive(context, business.businessId)
  const open = (customer: string) => {
    const named = { first_name: 'Ada', last_name: 'Example', email: customer }
    const body = { customer: { ...named, bvn: '22222222223' } }
    return api.post('/api/v1/dedicated-virtual-accounts', { key, body })
  }
  await open('one@example.com')
  await switchOff('first', { mode: 'live' })
  await open('two@example.com')
  await switchOff('second', { mode: 'live' })
  const { status, body } = await open('three@example.com')
  await put('first', { mode: 'live', is_on: true })
  await open('four@example.com')

  assert.deepEqual([status, body.code], [501, 'not_available_live'])
  assert.match(body.message, /permanent_accounts\) are switched off in live mode/)
  const rows = await context.sql<{ rail: string }[]>`
    select rail from virtual_account
    where business_id = ${business.businessId} and mode = 'live' order by created_at
  `
  assert.deepEqual(
    rows.map(({ rail }) => rail),
    ['first', 'second', 'first'],
  )
})

test('for one business alone, others go on', async () => {
  const other = await givenBusiness(context, 'Other Store')
  await switchOff('sandbox', { business_id: business.businessId })

  assert.equal((await initialize(business)).status, 503)
  assert.equal((await initialize(other)).status, 200)

  await put('sandbox', { mode: 'test', is_on: true, business_id: business.businessId })
  assert.equal((await initialize(business)).status, 200)
})

test('another process knows of it, also one that is started afterwards', async () => {
  const running = await givenProcess(context)
  await switchOff('sandbox')

  await readSwitches(running)
  const names = [...(running.rails.off ?? [])]
  assert.deepEqual(names, ['test sandbox '])

  const started = await givenProcess(context)
  const following = await followSwitches(started)
  following.stop()
  assert.equal(started.rails.off?.size, 1)
})

test('two readings at once: the later one counts, whichever ends first', async () => {
  const slow = Promise.withResolvers<void>()
  const { rails } = context
  const late = (() => slow.promise.then(() => [])) as unknown as typeof context.sql
  const first = readSwitches({ sql: late, rails, now: context.now })
  await switchOff('sandbox')
  slow.resolve()
  await first
  assert.equal(rails.off?.size, 1)
})

test('it is told on the page, twice is once, and stands in the audit log', async () => {
  await switchOff('sandbox', { business_id: business.businessId, reason: ' Fraud. ' })
  await switchOff('sandbox', { business_id: business.businessId, reason: 'Another.' })
  const { body } = await switchOff('sandbox', { reason: 'All of it.' })

  const [provider] = body.data.filter(({ name }: { name: string }) => name === 'sandbox')
  const off = provider.off as { reason: string; business_name: string | null; off_by: string }[]
  assert.deepEqual(
    off.map(({ reason, business_name }) => [reason, business_name]),
    [
      ['All of it.', null],
      ['Fraud.', 'Demo Store'],
    ],
  )
  assert(off.every(({ off_by }) => off_by.includes('@')))
  const { body: audit } = await operator.get('/operator/audit')
  const noted = (audit.data as { action: string; subject: string }[]).filter(
    ({ action }) => action === 'PUT /operator/rails/:rail/switch',
  )
  assert(noted.length >= 3)
})

test('what is no provider, and mail, cannot be switched off', async () => {
  context.rails.live = [{ message: { name: 'smtp', sendMail: async () => ({ kind: 'sent' }) } }]
  for (const [rail, mode] of [
    ['nobody', 'test'],
    ['sandbox', 'live'],
    ['smtp', 'live'],
    ['%00', 'test'],
  ] as const) {
    const said = await put(rail, { mode, is_on: false, reason: 'Why not?' })
    assert.deepEqual([said.status, said.body.code], [404, 'not_found'], rail)
  }
  const unsaid = await put('sandbox', { mode: 'test', is_on: false })
  const [{ field, code }] = unsaid.body.errors
  assert.deepEqual([unsaid.status, field, code], [400, 'reason', 'required'])
  const body = { mode: 'test', is_on: false, reason: 'It is gone.' }
  for (const id of ['x', '01990000-0000-7000-8000-000000000000']) {
    const said = await put('sandbox', { ...body, business_id: id })
    assert.deepEqual([said.status, said.body.code], [404, 'business_not_found'], id)
  }
})
