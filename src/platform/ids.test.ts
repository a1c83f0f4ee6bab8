import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  base62,
  bytesOf,
  isUuid,
  newId,
  parsePublicId,
  publicId,
  randomBase62,
  uuidOf,
} from './ids.ts'

const MOMENT = new Date('2026-03-01T12:00:00.000Z')

test('an id is a UUID of version 7 that begins with its moment', () => {
  const id = newId(MOMENT)
  assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  assert.equal(Number(`0x${id.slice(0, 8)}${id.slice(9, 13)}`), MOMENT.getTime())
})

test('ids sort by time, and none comes twice', () => {
  const ids = Array.from({ length: 2_000 }, (_, i) => newId(new Date(MOMENT.getTime() + i)))
  assert.deepEqual(ids, [...ids].sort())
  assert.equal(new Set(ids.map((id) => id.slice(14))).size, ids.length, 'by their random part too')
})

test('a public id leads back to the id, under its own prefix only', () => {
  const id = newId<'customer'>(MOMENT)
  const shown = publicId('customer', id)
  assert.match(shown, /^cus_[0-9a-f]{32}$/)
  assert.equal(parsePublicId('customer', shown), id)
  for (const wrong of [
    '',
    id,
    `txn_${shown.slice(4)}`,
    shown.slice(0, -1),
    `${shown}0`,
    shown.toUpperCase(),
    `cus_${'g'.repeat(32)}`,
    `${shown}\n`,
  ]) {
    assert.equal(parsePublicId('customer', wrong), null, JSON.stringify(wrong))
  }
})

test('what is no id is told', () => {
  const id = newId(MOMENT)
  assert(isUuid(id))
  for (const wrong of ['', id.toUpperCase(), `${id} `, `{${id}}`, id.slice(1), `${id}\n`]) {
    assert(!isUuid(wrong), JSON.stringify(wrong))
  }
})

test('bytes survive a UUID, and base 62 says each number in one way', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (array) => {
      const bytes = Buffer.from(array)
      assert.deepEqual(bytesOf(uuidOf(bytes)), bytes)
      const text = base62(bytes, 22)
      assert.match(text, /^[0-9A-Za-z]{22}$/)
      assert.equal(numberIn(text), BigInt(`0x${bytes.toString('hex')}`))
    }),
  )
  assert.throws(() => base62(Buffer.alloc(17, 255), 22), /too few characters/)
})

test('random letters are all of the alphabet, evenly', () => {
  const counts = new Map<string, number>()
  const length = 62 * 400
  for (const letter of randomBase62(length)) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  assert.equal(counts.size, 62)
  // Nine standard deviations of 20 each: chance does not get there, a bias does.
  for (const [letter, count] of counts) assert(Math.abs(count - 400) < 180, `${letter}: ${count}`)
  assert.equal(randomBase62(32).length, 32)
})

function numberIn(base62: string): bigint {
  const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  return [...base62].reduce((sum, letter) => sum * 62n + BigInt(letters.indexOf(letter)), 0n)
}
