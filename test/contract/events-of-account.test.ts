import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { activate, askForLive, refuseActivation } from '../../src/accounts/activation/activation.ts'
import { changeFees } from '../../src/accounts/activation/operator.ts'
import { addKey, openLive, revokeKey, rollKey } from '../../src/accounts/businesses/businesses.ts'
import { changeKey } from '../../src/accounts/businesses/roll.ts'
import { removeMember } from '../../src/accounts/logins/members.ts'
import { changeWebhooks, deliverDue, rollWebhookSecret } from '../../src/core/events/webhooks.ts'
import { HOUR, later } from '../../src/platform/clock.ts'
import { publicId } from '../../src/platform/ids.ts'
import { kobo } from '../../src/platform/money.ts'
import type { Mode } from '../../src/providers/outcomes.ts'
import { useApi } from '../api.ts'
import { givenPerson } from '../logins.ts'
import { png } from '../logos.ts'
import { eventsOf } from '../payments.ts'
import { givenReceiver, type Receiver } from '../receiver.ts'
import { stopNow } from '../stopped-clock.ts'
import { type GivenBusiness, givenTestOnly, useContext } from '../support.ts'
import { untilDone } from '../until-done.ts'

// Events of settings, fees, keys, secrets and live mode, as a business's server receives them.

const context = useContext()
const api = useApi(context)
stopNow(context)

let business: GivenBusiness
let receiver: Receiver
beforeEach(async () => {
  business = await givenTestOnly(context)
  receiver = await givenReceiver()
  await changeWebhooks(context, business, { urls: { standard: receiver.url }, events: ['*'] })
})

/** What has arrived since the last call, in the order of events. */
async function arrived(): Promise<[type: string, data: object][]> {
  await untilDone(context, deliverDue)
  const bodies = receiver.received.splice(0).map(({ body }) => JSON.parse(body))
  return bodies.map(({ event, data }) => [event, data])
}

/** Nothing that was sent contains it. */
function assertNowhere(secret: string, told: unknown) {
  assert(!JSON.stringify(told).includes(secret.slice(8)))
}

test('a key tells when it is made, changed, rolled and revoked, and never its value', async () => {
  const made = await addKey(context, business, 'secret', { scopes: ['balance:read'] })
  const key = {
    key_id: publicId('api_key', made.keyId),
    domain: 'test',
    kind: 'secret',
    hint: `sk_test_…${made.key.slice(-4)}`,
    scopes: ['balance:read'],
    allowed_ips: [] as string[],
    expires_at: null as string | null,
    revoked_at: null as string | null,
  }
  assert.deepEqual(await arrived(), [['api_key.created', key]])

  const allowedIps = ['203.0.113.0/24']
  await changeKey(context, business, made.keyId, { allowedIps }, null)
  const narrowed = { ...key, allowed_ips: allowedIps }
  assert.deepEqual(await arrived(), [['api_key.updated', narrowed]])

  const rolledAt = context.now()
  const next = await rollKey(context, business, made.keyId, 1)
  const told = await arrived()
  const expiring = { ...narrowed, expires_at: later(rolledAt, HOUR).toISOString() }
  assert.deepEqual(told, [['api_key.rolled', expiring]])

  const revokedAt = context.now().toISOString()
  await revokeKey(context, business, made.keyId)
  assert.deepEqual(await arrived(), [['api_key.revoked', { ...expiring, revoked_at: revokedAt }]])
  for (const { key: secret } of [made, next]) assertNowhere(secret, told)
})

test('keys revoked with the person who made them tell so, in each mode', async () => {
  await givenPerson(context, business)
  const { loginId: madeBy, email } = await givenPerson(context, business, 'developer')
  const maker = { madeBy, madeByEmail: email, grantable: async () => ['all' as const] }
  await context.sql.begin((sql) => openLive(sql, context.now(), business.businessId))
  const inMode = (mode: Mode) => ({ businessId: business.businessId, mode })
  const ofTest = await addKey(context, inMode('test'), 'secret', {}, maker)
  const ofLive = await addKey(context, inMode('live'), 'secret', {}, maker)

  await removeMember(context, business.businessId, madeBy)

  const told = (await eventsOf(context, business)).filter(({ type }) => type === 'api_key.revoked')
  assert.deepEqual(told.map(({ data }) => [data.domain, data.key_id]).sort(), [
    ['live', publicId('api_key', ofLive.keyId)],
    ['test', publicId('api_key', ofTest.keyId)],
  ])
})

test('settings tell which fields were changed, and nothing if none was', async () => {
  const put = (path: string, body: object) =>
    api.put(`/api/v1${path}`, { key: business.keys.secretKey, body })
  const body = {
    allowed_origins: ['myapp://'],
    language: 'ha',
    logo: png(10, 10).toString('base64'),
    default_callback_url: 'https://shop.example/thanks',
    expiry_seconds: 3_600,
    accept_overpayment: true,
    request_log: false,
  }
  const changed = await put('/settings/checkout', body)
  const same = await put('/settings/checkout', { language: 'ha', expiry_seconds: 3_600 })
  assert.deepEqual([changed.status, same.status], [200, 200])

  const fields = Object.keys(body)
  assert.deepEqual(await arrived(), [['settings.updated', { domain: 'test', fields }]])
})

test('fees that an operator changes are told, all of them', async () => {
  await changeFees(context, business, { checkoutFeeMax: kobo(150_000) })

  const fees = {
    domain: 'test',
    checkout_fee_basis_points: 150,
    checkout_fee_flat: 10_000,
    checkout_fee_flat_from: 250_000,
    checkout_fee_max: 150_000,
    dedicated_fee_basis_points: 100,
    dedicated_fee_max: 30_000,
  }
  assert.deepEqual(await arrived(), [['fees.updated', fees]])
})

test('a decision on live mode is told to the URL of test mode', async () => {
  const { businessId } = business
  const particulars = {
    legalName: 'Example Stores Limited',
    registrationNumber: 'RC1234567',
    contactPhone: '+2348000000000',
    website: null,
    bvn: '22222222221',
    nin: null,
  }
  await askForLive(context, businessId, particulars)
  const refusedAt = context.now().toISOString()
  await refuseActivation(context, businessId, 'The number is unknown.')
  const refusal = { domain: 'live', decided_at: refusedAt, note: 'The number is unknown.' }
  assert.deepEqual(await arrived(), [['live_mode.refused', refusal]])

  await askForLive(context, businessId, particulars)
  const enabledAt = context.now().toISOString()
  await activate(context, businessId)
  const enabled = { domain: 'live', decided_at: enabledAt, note: null }
  assert.deepEqual(await arrived(), [['live_mode.enabled', enabled]])
})

test('webhook settings tell which fields were changed, and a secret that it was rolled', async () => {
  await changeWebhooks(context, business, { urls: {}, events: ['*', 'refund.failed'] })
  await changeWebhooks(context, business, { urls: { standard: receiver.url }, events: ['*'] })
  await changeWebhooks(context, business, { urls: { standard: receiver.url }, events: ['*'] })
  const changed = ['webhook.updated', { domain: 'test', fields: ['events'] }]
  assert.deepEqual(await arrived(), [changed, changed])

  const rolledAt = context.now()
  const { secret } = await rollWebhookSecret(context, business, 'standard', 1)
  const told = await arrived()
  const rolled = {
    domain: 'test',
    which: 'standard',
    secret_hint: `whsec_…${secret.slice(-4)}`,
    old_secret_until: later(rolledAt, HOUR).toISOString(),
  }
  assert.deepEqual(told, [['webhook.secret_rolled', rolled]])
  assertNowhere(secret, told)
})
