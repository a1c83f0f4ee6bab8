import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { SECOND } from '../../platform/clock.ts'
import type { Scope } from '../context.ts'

// Each attempt carries two signatures, which cover its timestamp.
//
// Ours:              X-Service-Signature, hexadecimal HMAC-SHA512 of `<timestamp>.<body>`. The key
//                    is the whole secret as text, `whsec_` included.
// Standard Webhooks: webhook-signature, `v1,` and base64 HMAC-SHA256 of `<id>.<timestamp>.<body>`.
//                    The key is the secret after `whsec_`, base64-decoded. During a roll, it
//                    contains one signature for each valid secret.

const PREFIX = 'whsec_'
const SECRET_BYTES = 32
const HINT_LENGTH = 4

const USER_AGENT = 'Cowrie-Webhooks/1'

/** Key objects, because passing the bytes each time costs several times more. */
export type SigningKey = { ours: KeyObject; standard: KeyObject }

export function newWebhookSecret(bytes = randomBytes(SECRET_BYTES)): string {
  return PREFIX + bytes.toString('base64')
}

export function secretHint(secret: string): string {
  return `${PREFIX}…${secret.slice(-HINT_LENGTH)}`
}

/** Binds a sealed secret to its row. */
export function secretBinding(
  { businessId, mode }: Record<keyof Scope, string>,
  route: string,
): string {
  return `webhook_endpoint.secret.${businessId}.${mode}.${route}`
}

export function signingKey(secret: string): SigningKey {
  return {
    ours: createSecretKey(Buffer.from(secret)),
    standard: createSecretKey(Buffer.from(secret.slice(PREFIX.length), 'base64')),
  }
}

/** Over the body without a timestamp, as Paystack signs. */
export function bodySignature(body: string, key: KeyObject | string): string {
  return createHmac('sha512', key).update(body).digest('hex')
}

/** `keys`: during a roll, the old and the new one. The first makes `X-Service-Signature`. */
export function signedHeaders(
  { publicId, attempt, body, at }: { publicId: string; attempt: number; body: string; at: Date },
  keys: [SigningKey, ...SigningKey[]],
): Record<string, string> {
  const timestamp = Math.floor(at.getTime() / SECOND).toString()
  const ours = createHmac('sha512', keys[0].ours).update(`${timestamp}.${body}`).digest('hex')
  const standard = keys.map((key) => {
    const text = `${publicId}.${timestamp}.${body}`
    return `v1,${createHmac('sha256', key.standard).update(text).digest('base64')}`
  })
  return {
    'Content-Type': 'application/json',
    'User-Agent': USER_AGENT,
    'X-Service-Signature': ours,
    'X-Service-Timestamp': timestamp,
    'X-Service-Event-Id': publicId,
    'X-Service-Attempt': attempt.toString(),
    'webhook-id': publicId,
    'webhook-timestamp': timestamp,
    'webhook-signature': standard.join(' '),
  }
}
