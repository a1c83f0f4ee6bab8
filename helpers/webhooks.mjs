// Verifies a webhook before you believe it. One file without packages: copy it into your project.
// Made of WebCrypto and text, so it runs on Node from 20 on, Deno, Bun and edge workers.
//
//   import { verifyWebhook } from './webhooks.mjs'
//   const event = await verifyWebhook({ body: rawBody, headers: request.headers, secret })
//
// `body` must be the bytes as they came. A body that was parsed and written anew has other bytes,
// and no signature fits it.

const TOLERANCE_SECONDS = 300
const encoder = new TextEncoder()

/** `reason`: what is wrong; `status`: what to answer, 400 or 401. */
export class WebhookError extends Error {
  constructor(status, reason, message) {
    super(message)
    this.status = status
    this.reason = reason
  }
}

/**
 * The event, once signature and time are right; else throws a WebhookError. `headers`: an object
 * with lower-case names, or a Headers. `secrets`: for while one replaces another, several.
 */
export async function verifyWebhook({
  body,
  headers,
  secret,
  secrets = [secret],
  toleranceSeconds = TOLERANCE_SECONDS,
  now = Date.now(),
}) {
  // A variable that was not set would be a key that anybody can guess.
  if (!secrets.every((one) => typeof one === 'string' && one !== '')) {
    throw new TypeError('A webhook secret is missing.')
  }
  const read = (name) => {
    const value = typeof headers.get === 'function' ? headers.get(name) : headers[name]
    return typeof value === 'string' ? value : ''
  }
  const timestamp = read('x-service-timestamp')
  const signature = read('x-service-signature')
  if (!/^[0-9]{1,12}$/.test(timestamp)) {
    throw new WebhookError(400, 'no_timestamp', 'X-Service-Timestamp is missing or not a number.')
  }
  if (Math.abs(now / 1_000 - Number(timestamp)) > toleranceSeconds) {
    throw new WebhookError(400, 'stale', 'X-Service-Timestamp is too far from the current time.')
  }
  const bytes = bytesOf(body)
  const fits = await Promise.all(secrets.map((one) => isRight(one, timestamp, bytes, signature)))
  if (!fits.some(Boolean)) {
    throw new WebhookError(
      401,
      'forged',
      'X-Service-Signature does not match this body and secret.',
    )
  }
  const event = JSON.parse(new TextDecoder().decode(bytes))
  return { id: read('x-service-event-id'), attempt: Number(read('x-service-attempt')), ...event }
}

/** For your own tests: the headers that this service would send. */
export async function signWebhook({
  body,
  secret,
  id = 'evt_test',
  attempt = 1,
  now = Date.now(),
}) {
  const timestamp = Math.floor(now / 1_000).toString()
  const key = await keyOf(secret, ['sign'])
  const signed = await crypto.subtle.sign('HMAC', key, signedBytes(timestamp, encoder.encode(body)))
  return {
    'content-type': 'application/json',
    'x-service-event-id': id,
    'x-service-attempt': String(attempt),
    'x-service-timestamp': timestamp,
    'x-service-signature': hexOf(new Uint8Array(signed)),
  }
}

/** In constant time: the comparison is the platform's. */
async function isRight(secret, timestamp, bytes, signature) {
  if (!/^[0-9a-f]{128}$/.test(signature)) return false
  const key = await keyOf(secret, ['verify'])
  const given = Uint8Array.from(signature.match(/../g), (pair) => Number.parseInt(pair, 16))
  return crypto.subtle.verify('HMAC', key, given, signedBytes(timestamp, bytes))
}

function bytesOf(body) {
  if (typeof body === 'string') return encoder.encode(body)
  if (body instanceof ArrayBuffer || body instanceof Uint8Array) return new Uint8Array(body)
  throw new TypeError('body must be the raw body: a string or bytes, not the parsed JSON.')
}

/** Every character of the secret is the key, `whsec_` too. */
function keyOf(secret, uses) {
  const algorithm = { name: 'HMAC', hash: 'SHA-512' }
  return crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, uses)
}

function signedBytes(timestamp, bytes) {
  const head = encoder.encode(`${timestamp}.`)
  const all = new Uint8Array(head.length + bytes.length)
  all.set(head)
  all.set(bytes, head.length)
  return all
}

function hexOf(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
