import assert from 'node:assert/strict'
import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { test } from 'node:test'
import { clientAssertion } from './assertion.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const signer = { companyUrl: 'https://pay.example.com', clientId: 'c1', privateKey }
const NOW = new Date('2026-03-15T12:00:00.900Z')

test('the assertion is three parts, and who has the other key can check it', () => {
  const text = clientAssertion(signer, 'https://api.example.com', NOW)
  const [head = '', claims = '', signature = '', ...more] = text.split('.')
  assert.equal(more.length, 0)
  assert.match(text, /^[A-Za-z0-9_.-]+$/)
  const key = createPublicKey(publicKey)
  const bytes = Buffer.from(signature, 'base64url')
  assert(verify('RSA-SHA256', Buffer.from(`${head}.${claims}`), key, bytes))
  assert(!verify('RSA-SHA256', Buffer.from(`${head}.${claims}x`), key, bytes))
  assert.deepEqual(read(head), { alg: 'RS256', typ: 'JWT' })
})

test('its claims are the five that are asked for, in whole seconds, and it does not live long', () => {
  const claims = read(clientAssertion(signer, 'https://api.example.com', NOW).split('.')[1]!)
  const seconds = Math.floor(NOW.getTime() / 1_000)
  assert.deepEqual(claims, {
    iss: 'https://pay.example.com',
    sub: 'c1',
    aud: 'https://api.example.com',
    iat: seconds - 30,
    exp: seconds + 300,
  })
})

function read(part: string): unknown {
  return JSON.parse(Buffer.from(part, 'base64url').toString())
}
