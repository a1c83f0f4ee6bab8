import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashPassword, isPassword } from './passwords.ts'

const STRONG = { N: 2 ** 15, r: 8, p: 3 }

test('whoever waits five seconds for a password to be checked is refused', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const running = Array.from({ length: 4 }, () => hashPassword('umbrella', STRONG))
  const waiting = hashPassword('kettle', STRONG)

  t.mock.timers.tick(5_000)

  await assert.rejects(waiting, { code: 'overloaded', message: /^Too many passwords/ })
  await Promise.all(running)
  assert.match(await hashPassword('sparrow', STRONG), /^scrypt/, 'the next one has its turn')
})

test('a password is kept as scrypt at its full cost, 2^15/8/3, where nothing else is said', async () => {
  const kept = await hashPassword('umbrella kettle sparrow')

  assert.match(kept, /^scrypt\$32768\$8\$3\$/)
  assert.equal(await isPassword('umbrella kettle sparrow', kept), true)
  assert.equal(await isPassword('umbrella kettle sparrov', kept), false)
})

test('a password that was kept at another cost is still one', async () => {
  const kept = await hashPassword('umbrella kettle sparrow', { N: 2, r: 1, p: 1 })

  assert.equal(await isPassword('umbrella kettle sparrow', kept), true)
  assert.equal(await isPassword('umbrella kettle sparrov', kept), false)
})
