import assert from 'node:assert/strict'
import { test } from 'node:test'
import { REPLACED } from '../operator/requests/redact.ts'
import { forKeys } from './routes.ts'

const LIKE_A_SECRET =
  /secret|passw|token|otp|(^|_)pin$|cvv|bvn|^nin$|consent|access_code|authorization_url|signature/i
/** What only tells of a secret. */
const HARMLESS = [
  ...['secret_hint', 'old_secret_until', 'otpVerified', 'otpResendCount', 'otpId'],
  // Whether requests must be signed.
  'require_signed_requests',
]

test('a field of a route for secret keys that is named like a secret is replaced in the log', () => {
  const names = new Set<string>()
  const read = (schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null) return
    for (const [word, part] of Object.entries(schema)) {
      if (word === 'properties') for (const name of Object.keys(part as object)) names.add(name)
      if (word !== 'examples') read(part)
    }
  }
  for (const { schema } of forKeys) read(schema)

  const alike = [...names].filter((name) => LIKE_A_SECRET.test(name) && !REPLACED.has(name))

  assert(names.size > 100, 'the fields are found')
  assert(names.has('access_code') && names.has('otp'))
  assert.deepEqual(
    alike.filter((name) => !HARMLESS.includes(name)),
    [],
  )
})
