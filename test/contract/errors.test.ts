import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { type Answer, givenPayment, useApi } from '../api.ts'
import { startPublicly } from '../calls.ts'
import { pay } from '../payments.ts'
import { asOwner, type GivenBusiness, givenBusiness, useContext } from '../support.ts'
import { givenVerification, initiate, validate } from './identity-calls.ts'

// The contract, part "Errors": successful bodies are shown, errors are decided.

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
beforeEach(async () => {
  business = await givenBusiness(context)
})

const PATH = '/api/v1/transactions/initialize'
const GOOD = { amount: 500_000, email: 'ada@example.com', name: 'Ada Example' }

const LAST = ['retryable', 'doc_url', 'request_id']

test('"successful bodies carry `status` with the value `success`"', async () => {
  const key = business.keys.secretKey
  const { access_code, reference } = await givenPayment(api, business)
  const answers = [
    await api.post(PATH, { key, body: GOOD }),
    await api.get(`/api/v1/transactions/verify/${reference}`, { key }),
    await api.get('/api/v1/transactions', { key }),
    await api.get('/api/v1/deposits', { key }),
    await api.get('/api/v1/webhooks', { key }),
    await api.get(`/checkout/${access_code}/status`),
    await pay(api, access_code, 'declined'),
  ]
  for (const { status, body } of answers) {
    assert.equal(status, 200)
    assert.equal(body.status, 'success')
    assert.equal(typeof body.message, 'string')
    assert('data' in body)
  }
})

test('an error says status, code, message and request id, and errors where fields are wrong', async () => {
  const key = business.keys.secretKey
  const { access_code } = await givenPayment(api, business, { reference: 'taken' })
  await pay(api, access_code, 'success')
  const told: [status: number, code: string, answer: Answer][] = [
    [400, 'invalid_json', await api.post(PATH, { key, raw: '{' })],
    [400, 'invalid_request', await api.post(PATH, { key, body: { ...GOOD, amount: 99 } })],
    [401, 'missing_key', await api.post(PATH, { body: GOOD })],
    [401, 'invalid_key', await api.post(PATH, { key: 'sk_test_x', body: GOOD })],
    [403, 'wrong_key_type', await api.post(PATH, { key: business.keys.publicKey, body: GOOD })],
    [404, 'transaction_not_found', await api.get('/api/v1/transactions/verify/x', { key })],
    [404, 'not_found', await api.get('/api/v1/nothing', { key })],
    [404, 'verification_not_found', await api.get('/api/v1/identity/idv_x', { key })],
    [405, 'method_not_allowed', await api.get(PATH, { key })],
    [
      409,
      'duplicate_reference',
      await api.post(PATH, { key, body: { ...GOOD, reference: 'taken' } }),
    ],
    [409, 'already_paid', await pay(api, access_code, 'success')],
    [413, 'body_too_large', await api.post(PATH, { key, raw: ' '.repeat(200_000) })],
    [
      415,
      'unsupported_media_type',
      await api.post(PATH, { key, raw: 'x', headers: { 'content-type': 'text/plain' } }),
    ],
    [422, 'identity_not_found', await initiate(api, business, { number: '00000000000' })],
    [503, 'rail_unavailable', await initiate(api, business, { number: '11111111111' })],
    [422, 'invalid_split', await api.post(PATH, { key, body: { ...GOOD, split_code: 'SPL_x' } })],
  ]
  for (const [status, code, answer] of told) {
    const { errors, ...body } = answer.body
    assert.deepEqual([answer.status, body.code], [status, code], answer.text)
    assert.deepEqual(Object.keys(body), ['status', 'code', 'message', ...LAST])
    assert.equal(body.retryable, status >= 500, code)
    assert.equal(body.doc_url, `${context.baseUrl()}/docs/errors#${code}`)
    assert.equal(body.status, 'error')
    assert(body.message.length > 10)
    assert.equal(body.request_id, answer.headers['x-request-id'])
    assert.equal(errors !== undefined, code === 'invalid_request', code)
    assert.doesNotMatch(answer.text, /\.ts\b|node_modules|\bat \S+:\d+|select |insert into/)
    assert(!answer.text.includes(process.cwd()), 'no path of this machine')
  }
})

test('two errors say one thing more: how many guesses are left, and which verification to ask about', async () => {
  const given = await givenVerification(api, business)
  const wrong = await validate(api, business, given, '000000')
  const silent = await initiate(api, business, { number: '00000000504' })
  for (const [status, code, more, answer] of [
    [422, 'invalid_otp', 'attempts_left', wrong],
    [504, 'rail_timeout', 'verification_id', silent],
  ] as const) {
    assert.deepEqual([answer.status, answer.body.code], [status, code])
    const fields = ['status', 'code', 'message', more, ...LAST]
    assert.deepEqual(Object.keys(answer.body), fields)
  }
  assert.equal(wrong.body.attempts_left, 4)
  assert.match(silent.body.verification_id, /^idv_[0-9a-f]{32}$/)
})

test('the error of a public link is JSON for a program and a page for a person', async () => {
  const fields = { key: business.keys.publicKey, amount: '99', email: 'ada@example.com' }
  const forProgram = await startPublicly(api, fields)
  const forPerson = await startPublicly(api, fields, { headers: { accept: 'text/html' } })

  assert.deepEqual(
    forProgram.body.errors.map((one: { field: string }) => one.field),
    ['amount'],
  )
  assert.equal(forPerson.status, 400)
  assert.match(String(forPerson.headers['content-type']), /^text\/html/)
  assert.match(forPerson.text, /<b>amount<\/b>\s*must be at least 100/i)
})

test('when the database does not answer, the service says that it is busy, and when to come again', async () => {
  const { status, body, headers } = await withoutDatabase(() =>
    api.get('/api/v1/deposits', { key: business.keys.secretKey }),
  )
  assert.deepEqual([status, body.code], [503, 'overloaded'])
  assert.match(String(headers['retry-after']), /^\d+$/)
  assert.doesNotMatch(JSON.stringify(body), /postgres|terminat|connection|sql/i)
})

/** Every statement on deposits waits for a lock until the server ends it. */
function withoutDatabase(run: () => Promise<Answer>): Promise<Answer> {
  return asOwner(context, (owner) =>
    owner.begin(async (sql) => {
      await sql`lock table deposit in access exclusive mode`
      return run()
    }),
  ) as Promise<Answer>
}
