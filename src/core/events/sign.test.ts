import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newWebhookSecret, secretHint, signedHeaders, signingKey } from './sign.ts'

// The secret, id, time and body of the Standard Webhooks specification's own example.
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const example = {
  publicId: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  attempt: 1,
  body: '{"test": 2432232314}',
  at: new Date(1_614_265_330_999),
}

test('the contract’s signature is what openssl computes', () => {
  const headers = signedHeaders(example, [signingKey(SECRET)])

  assert.equal(headers['X-Service-Timestamp'], '1614265330')
  // printf '%s' '1614265330.{"test": 2432232314}' | openssl dgst -sha512 -hmac "$SECRET"
  assert.equal(
    headers['X-Service-Signature'],
    '037a88c5c0758227406cbbc89e5ac7194b17029d0db94d41475937db9f96c0c5' +
      '337655b528d4cef344d6e11a924a35c214c3b64ac2cdf689cb91075089a0bc0c',
  )
})

test('the Standard Webhooks signature is that of the specification', () => {
  const headers = signedHeaders(example, [signingKey(SECRET)])

  assert.equal(headers['webhook-id'], example.publicId)
  assert.equal(headers['webhook-timestamp'], '1614265330')
  assert.equal(headers['webhook-signature'], 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})

test('of two secrets, the first makes our signature and each makes a standard one', () => {
  const [old, current] = [signingKey(SECRET), signingKey(newWebhookSecret())]
  const alone = [old, current].map((key) => signedHeaders(example, [key]))

  const both = signedHeaders(example, [old, current])

  assert.equal(both['X-Service-Signature'], alone[0]!['X-Service-Signature'])
  const signatures = alone.map((headers) => headers['webhook-signature'])
  assert.equal(both['webhook-signature'], signatures.join(' '))
})

test('a secret is whsec_ and 32 random bytes, and its hint shows only the end', () => {
  const secrets = Array.from({ length: 100 }, newWebhookSecret)

  assert.equal(new Set(secrets).size, 100)
  for (const secret of secrets) {
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    assert.equal(Buffer.from(secret.slice(6), 'base64').length, 32)
    assert.equal(secretHint(secret), `whsec_…${secret.slice(-4)}`)
  }
})
