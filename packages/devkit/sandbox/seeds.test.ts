import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { newKey } from '../../../src/accounts/businesses/keys.ts'
import { newWebhookSecret } from '../../../src/core/events/sign.ts'
import { readConfig } from '../../../src/platform/config.ts'
import { sandboxRails } from '../../../src/providers/sandbox/sandbox.ts'
import { useApi } from '../../../test/api.ts'
import { useContext } from '../../../test/support.ts'
import { createBench } from './clock.ts'
import { createSeeds, madeFrom } from './seeds.ts'

// What a test suite sees again in its next run, if it gives a seed.

const context = useContext()
const api = useApi(context)

before(async () => {
  await context.opened
  startAnew(null)
})

/** As a new service on an empty database would. */
function startAnew(own: string | null) {
  const nothing = { start() {}, stop: async () => {} }
  const work = { jobs: nothing, deliverer: nothing, runDue: async () => [] }
  const clock = { isMoved: () => false, advance: context.advance }
  const seeds = createSeeds(own)
  context.bench = createBench(clock, work, seeds)
  const { memory, baseUrl, now } = context
  const { accountName } = seeds
  const { bank } = sandboxRails({ memory, baseUrl, now, accountName })
  const { issueOneOffAccount, issueAccount } = bank
  Object.assign(context.rails.test.bank, { issueOneOffAccount, issueAccount })
}

const make = async (body: object) =>
  (await api.post('/api/v1/sandbox/businesses', { body })).body.data

/** What a suite does: two payments and a payout without references, and an account number. */
async function run(key: string) {
  const payment = { amount: 500_000, email: 'ada@example.com', name: 'Ada Example' }
  const payout = { amount: 50_000, bank_code: '058', account_number: '0000000018' }
  const seen: unknown[] = []
  for (let one = 0; one < 2; one++) {
    const { body } = await api.post('/api/v1/transactions/initialize', { key, body: payment })
    const account = await api.post(`/checkout/${body.data.access_code}/bank-transfer`)
    seen.push(body.data.reference, account.body.data.account_number)
  }
  const { body } = await api.post('/api/v1/payouts', { key, body: payout })
  return [...seen, body.data.reference]
}

test('id, keys and webhook secrets of a business come from its seed alone', async () => {
  const made = await make({ seed: 'suite 1' })
  const other = await make({ seed: 'suite 2' })

  const { businessId, textOf, bytesOf } = madeFrom('suite 1')
  assert.equal(made.business_id, businessId)
  assert.equal(made.secret_key, newKey('secret', 'test', textOf('secret key', 32)))
  assert.equal(made.public_key, newKey('public', 'test', textOf('public key', 32)))
  assert.equal(made.webhook_secret, newWebhookSecret(bytesOf('standard')))
  const shared = Object.keys(made).filter((name) => made[name] === other[name])
  assert.deepEqual(shared, ['webhook_url'])
})

test('two businesses of different seeds have no reference and no account number in common', async () => {
  const [one, other] = [await make({ seed: 'suite 8' }), await make({ seed: 'suite 9' })]

  const seen = [...(await run(one.secret_key)), ...(await run(other.secret_key))]

  assert.equal(new Set(seen).size, 10)
})

test('after a reset, references and account numbers begin again', async () => {
  const { secret_key: key } = await make({ seed: 'suite 3' })
  const seen = await run(key)

  await api.post('/api/v1/sandbox/reset', { key })

  assert.deepEqual(await run(key), seen)
})

test('a seed that another business has is refused, and takes no name', async () => {
  await make({ seed: 'suite 4' })

  const again = await api.post('/api/v1/sandbox/businesses', {
    body: { name: 'Late', seed: 'suite 4' },
  })

  assert.deepEqual([again.status, again.body.errors[0].field], [400, 'seed'])
  assert.equal((await make({ name: 'Late', seed: 'suite 5' })).name, 'Late')
})

test('two requests at once with one seed make one business', async () => {
  const both = await Promise.all(
    [1, 2].map(() => api.post('/api/v1/sandbox/businesses', { body: { seed: 'suite 6' } })),
  )

  assert.deepEqual(both.map(({ status }) => status).sort(), [201, 400].sort())
})

test('a seed of the service is that of each business without one, by its name', async () => {
  startAnew('nightly')
  const [named, unnamed] = [await make({ name: 'Worker A' }), await make({})]
  startAnew('nightly')

  const again = await api.post('/api/v1/sandbox/businesses', { body: {} })

  assert.equal(again.body.errors[0].field, 'seed', 'the first without a name, as before')
  assert.notEqual(named.secret_key, unnamed.secret_key)
  startAnew(null)
})

test('a retry with the same Idempotency-Key keeps its reference', async () => {
  const { secret_key: key } = await make({ seed: 'suite 7' })
  const body = { amount: 500_000, email: 'ada@example.com', name: 'Ada Example' }
  const call = { key, body, headers: { 'idempotency-key': 'once' } }

  const [one, two] = [
    await api.post('/api/v1/transactions/initialize', call),
    await api.post('/api/v1/transactions/initialize', call),
  ]

  assert.equal(one.body.data.reference, two.body.data.reference)
})

test('a seed that is empty, too long or of several lines is refused', async () => {
  for (const seed of ['', 'x'.repeat(101), 'two\nlines', 7]) {
    const { status, body } = await api.post('/api/v1/sandbox/businesses', { body: { seed } })
    const field = body.errors?.[0]?.field
    assert.deepEqual([status, field], [400, 'seed'], JSON.stringify([seed, body]))
  }
  const large = await api.post('/api/v1/sandbox/businesses', { body: { seed: 'x'.repeat(1e6) } })
  assert(large.status === 400 || large.status === 413, large.text)
  assert(large.body.message)
})

test('a seed in the settings is refused by name unless the service is for test suites', () => {
  const seed = { COWRIE_SANDBOX_SEED: 'nightly' }
  const refused: [Record<string, string>, RegExp][] = [
    [{}, /COWRIE_SANDBOX_SEED is for test suites/],
    [{ COWRIE_ENV: 'production' }, /COWRIE_SANDBOX_SEED is for test suites/],
    [{ COWRIE_PAYSTACK_SECRET_KEY: 'sk_live_0123456789abcdef' }, /COWRIE_SANDBOX_SEED is for/],
    [{ COWRIE_EPHEMERAL: '1', COWRIE_SANDBOX_SEED: 'x'.repeat(101) }, /1 to 100 printable/],
    [{ COWRIE_EPHEMERAL: '1', COWRIE_SANDBOX_SEED: 'a\nb' }, /1 to 100 printable/],
  ]
  for (const [environment, sentence] of refused) {
    assert.throws(() => readConfig({ ...seed, ...environment }), sentence)
  }
  assert.equal(readConfig({ ...seed, COWRIE_EPHEMERAL: '1' }).sandboxSeed, 'nightly')
})
