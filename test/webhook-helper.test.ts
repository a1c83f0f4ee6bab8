import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { signWebhook, verifyWebhook, WebhookError } from '../helpers/webhooks.mjs'
import { newWebhookSecret, signedHeaders, signingKey } from '../src/core/events/sign.ts'
import { anyCodePoint } from './texts.ts'

// What an integrator copies, docs/webhook-vectors.json and helpers/webhooks.mjs, beside node:crypto
// and our own signer: neither shares a line with the helper.

type Vector = {
  name: string
  secrets: [string, ...string[]]
  id: string
  timestamp: number
  body: string
  x_service_signature: string
  webhook_signature: string
}
const { vectors } = JSON.parse(readFileSync('docs/webhook-vectors.json', 'utf8')) as {
  vectors: Vector[]
}

const SECRET = newWebhookSecret()
const BODY =
  '{"event":"webhook.test","data":{"name":"Adé 😀"},"created_at":"2026-01-02T03:04:05.006Z"}'
const NOW = 1_767_323_045_678

test('there are vectors, and all differ', () => {
  assert(vectors.length >= 8)
  assert.equal(new Set(vectors.map((one) => one.x_service_signature)).size, vectors.length)
})

for (const { name, secrets, id, timestamp, body, ...signatures } of vectors) {
  const now = timestamp * 1_000
  const headersWith = (secret: string) => ({
    'x-service-event-id': id,
    'x-service-attempt': '3',
    'x-service-timestamp': String(timestamp),
    'x-service-signature': secret,
  })

  test(`vector, ${name}: as node:crypto computes it`, () => {
    const ours = createHmac('sha512', secrets[0]).update(`${timestamp}.${body}`).digest('hex')
    const standard = secrets.map((secret) => {
      const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
      const text = `${id}.${timestamp}.${body}`
      return `v1,${createHmac('sha256', key).update(text).digest('base64')}`
    })
    assert.equal(signatures.x_service_signature, ours)
    assert.equal(signatures.webhook_signature, standard.join(' '))
  })

  test(`vector, ${name}: as this service signs it`, () => {
    const [first, ...others] = secrets
    const keys = [signingKey(first), ...others.map(signingKey)] as const
    const signed = signedHeaders({ publicId: id, attempt: 3, body, at: new Date(now) }, [...keys])
    assert.equal(signed['X-Service-Signature'], signatures.x_service_signature)
    assert.equal(signed['webhook-signature'], signatures.webhook_signature)
  })

  test(`vector, ${name}: the helper takes it, and makes it`, async () => {
    const headers = headersWith(signatures.x_service_signature)
    const event = await verifyWebhook({ body, headers, secret: secrets[0], now })
    assert.deepEqual(event, { id, attempt: 3, ...JSON.parse(body) })
    const made = await signWebhook({ body, secret: secrets[0], id, attempt: 3, now })
    assert.deepEqual(made, { 'content-type': 'application/json', ...headers })
  })
}

test('a request is taken in every form in which it comes', async () => {
  const headers = await signWebhook({ body: BODY, secret: SECRET, now: NOW })
  const bytes = new TextEncoder().encode(BODY)
  const within = new Uint8Array([0, ...bytes, 0]).subarray(1, -1)
  for (const body of [BODY, bytes, bytes.buffer, Buffer.from(BODY), within]) {
    for (const form of [headers, new Headers(headers), { ...headers, cookie: undefined }]) {
      const event = await verifyWebhook({ body, headers: form, secret: SECRET, now: NOW })
      assert.deepEqual(event, { id: 'evt_test', attempt: 1, ...JSON.parse(BODY) })
    }
  }
})

test('what is signed now verifies now, without a clock of its own', async () => {
  const headers = await signWebhook({ body: BODY, secret: SECRET })
  assert.equal((await verifyWebhook({ body: BODY, headers, secret: SECRET })).event, 'webhook.test')
})

test('while one secret replaces another, either may have signed', async () => {
  const next = newWebhookSecret()
  for (const secret of [SECRET, next]) {
    const headers = await signWebhook({ body: BODY, secret, now: NOW })
    const secrets = [SECRET, next]
    assert.equal((await verifyWebhook({ body: BODY, headers, secrets, now: NOW })).id, 'evt_test')
  }
  const headers = await signWebhook({ body: BODY, secret: newWebhookSecret(), now: NOW })
  const asked = { body: BODY, headers, now: NOW }
  await refuses({ ...asked, secrets: [SECRET, next] }, 401, 'forged')
  await refuses({ ...asked, secrets: [] }, 401, 'forged')
})

// A change to what is asked, the status that it is answered with, and the reason.
const refused: [name: string, change: object, status: 400 | 401, reason: string][] = [
  ...[undefined, '', ' ', 'soon', '-1', '1767323045.5', '1767323045 ', '0x6957', '1e9', '１'].map(
    (timestamp): (typeof refused)[number] => [
      `the time ${JSON.stringify(timestamp)}`,
      { 'x-service-timestamp': timestamp },
      400,
      'no_timestamp',
    ],
  ),
  ['a time of 13 digits', { 'x-service-timestamp': '1767323045678' }, 400, 'no_timestamp'],
  ['two times', { 'x-service-timestamp': ['1767323045', '1767323045'] }, 400, 'no_timestamp'],
  ['the time 0', { 'x-service-timestamp': '0' }, 400, 'stale'],
  ['another time than was signed', { 'x-service-timestamp': '1767323046' }, 401, 'forged'],
  ['no signature', { 'x-service-signature': undefined }, 401, 'forged'],
  ['an empty signature', { 'x-service-signature': '' }, 401, 'forged'],
  ['two signatures', { 'x-service-signature': ['a'.repeat(128), 'b'] }, 401, 'forged'],
  ['a signature of zeros', { 'x-service-signature': '0'.repeat(128) }, 401, 'forged'],
  ['a signature that is cut short', { 'x-service-signature': 'a'.repeat(126) }, 401, 'forged'],
  ['a signature that is no number', { 'x-service-signature': 'g'.repeat(128) }, 401, 'forged'],
]
for (const [name, change, status, reason] of refused) {
  test(`the helper refuses ${name}: ${status}, ${reason}`, async () => {
    const headers = await signWebhook({ body: BODY, secret: SECRET, now: NOW })
    const asked = { body: BODY, headers: { ...headers, ...change }, secret: SECRET, now: NOW }
    await refuses(asked, status, reason)
  })
}

test('a request is taken for five minutes, by a clock that is wrong either way', async () => {
  const at = Math.floor(NOW / 1_000) * 1_000
  const headers = await signWebhook({ body: BODY, secret: SECRET, now: at })
  const asked = { body: BODY, headers, secret: SECRET }
  for (const ms of [-300_000, 0, 300_000]) await verifyWebhook({ ...asked, now: at + ms })
  for (const ms of [-300_001, 300_001]) await refuses({ ...asked, now: at + ms }, 400, 'stale')
  await verifyWebhook({ ...asked, toleranceSeconds: 10, now: at + 10_000 })
  await refuses({ ...asked, toleranceSeconds: 10, now: at + 10_001 }, 400, 'stale')
})

test('a secret that is not set is a mistake, and no key', async () => {
  const headers = await signWebhook({ body: BODY, secret: SECRET, now: NOW })
  for (const secrets of [[undefined], [''], [SECRET, undefined]] as string[][]) {
    const asked = verifyWebhook({ body: BODY, headers, secrets, now: NOW })
    await assert.rejects(asked, /^TypeError: A webhook secret is missing\.$/)
  }
})

test('a body that was parsed is a mistake that is told', async () => {
  const headers = await signWebhook({ body: BODY, secret: SECRET, now: NOW })
  for (const body of [JSON.parse(BODY), null, [1, 2]] as string[]) {
    const asked = verifyWebhook({ body, headers, secret: SECRET, now: NOW })
    await assert.rejects(asked, /^TypeError: body must be the raw body/)
  }
  const anew = JSON.stringify(JSON.parse(BODY), null, 1)
  await refuses({ body: anew, headers, secret: SECRET, now: NOW }, 401, 'forged')
})

test('any byte of body, time or signature that is changed is refused', async () => {
  const text = fc.string({ unit: anyCodePoint, minLength: 1, maxLength: 200 })
  const which = fc.constantFrom('body', 'x-service-timestamp', 'x-service-signature')
  const places = fc.tuple(fc.nat(), fc.integer({ min: 1, max: 255 }))
  await fc.assert(
    fc.asyncProperty(text, which, places, async (note, part, [place, mask]) => {
      const body = JSON.stringify({ event: 'webhook.test', data: { note } })
      const headers = await signWebhook({ body, secret: SECRET, now: NOW })
      const asked = { body, headers, secret: SECRET, now: NOW }
      assert.deepEqual((await verifyWebhook(asked)).data, { note })

      const bytes = Buffer.from(part === 'body' ? body : headers[part]!)
      bytes[place % bytes.length]! ^= mask
      const changed =
        part === 'body'
          ? { ...asked, body: bytes }
          : { ...asked, headers: { ...headers, [part]: bytes.toString('latin1') } }
      await assert.rejects(verifyWebhook(changed), WebhookError)
    }),
    { numRuns: 500 },
  )
})

test('the helper reads what this service signs, whatever is in it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.json({ noUnicodeString: false }), async (data) => {
      const body = `{"event":"webhook.test","data":${data}}`
      const at = new Date(NOW)
      const signed = signedHeaders({ publicId: 'evt_1', attempt: 2, body, at }, [
        signingKey(SECRET),
      ])
      const headers = new Headers(signed)
      const event = await verifyWebhook({ body, headers, secret: SECRET, now: NOW })
      assert.deepEqual(event, { id: 'evt_1', attempt: 2, ...JSON.parse(body) })
    }),
  )
})

async function refuses(
  asked: Parameters<typeof verifyWebhook>[0],
  status: number,
  reason: string,
): Promise<void> {
  await assert.rejects(verifyWebhook(asked), (error) => {
    assert(error instanceof WebhookError)
    assert.deepEqual([error.status, error.reason], [status, reason])
    return true
  })
}
