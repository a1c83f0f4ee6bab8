import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashPassword, isPassword } from './passwords.ts'

const STRONG = { N: 2 ** 15, r: 8, p: 3 }

test('a password check that waits for five seconds is refused', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const running = Array.from({ length: 4 }, () => hashPassword('umbrella', STRONG))
  const waiting = hashPassword('kettle', STRONG)

  t.mock.timers.tick(5_000)

  await assert.rejects(waiting, { code: 'overloaded', message: /^Too many passwords/ })
  await Promise.all(running)
  assert.match(await hashPassword('sparrow', STRONG), /^scrypt/, 'the next one has its turn')
})

test('a password is stored as scrypt with the default cost of 2^15/8/3', async () => {
  const kept = await hashPassword('umbrella kettle sparrow')

  assert.match(kept, /^scrypt\$32768\$8\$3\$/)
  assert.equal(await isPassword('umbrella kettle sparrow', kept), true)
  assert.equal(await isPassword('umbrella kettle sparrov', kept), false)
})

test('a password stored with another cost still works', async () => {
  const kept = await hashPassword('umbrella kettle sparrow', { N: 2, r: 1, p: 1 })

  assert.equal(await isPassword('umbrella kettle sparrow', kept), true)
  assert.equal(await isPassword('umbrella kettle sparrov', kept), false)
})
