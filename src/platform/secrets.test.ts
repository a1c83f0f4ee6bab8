import assert from 'node:assert/strict'
import { createSecretKey } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { newId } from './ids.ts'
import {
  checkOf,
  equalSecrets,
  keyring,
  keyringOf,
  newKey,
  type SealingKey,
  sha256,
  unwrap,
  wrap,
} from './secrets.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const keys = keyring(Buffer.alloc(32, 1))
const others = keyring(Buffer.alloc(32, 2))
/** Made by the first version under a master key of 32 bytes 0x01. */
const FROM_BEFORE = {
  sealed: 'k1.XUwUKCzFL6cyTyirun2s5g58mKW7BBqqGkN-cPWawzFKxiBIJjRsIFMKofQf6y_gV5S6k5Y9syEI',
  fingerprint: '9eb3be1074c0ca995f897db711e5560e7627447f4ecbd77c3d14b54c362f0248',
  code: 'rBuz3ud3Feb6K0ctNHwYUS9QE7EZH6O8VUivYKQZFfE',
  ids: {
    first: '01940000-0000-7000-8000-000000000001',
    second: '01940000-0000-7000-8000-000000000002',
  },
  check: 'c5ffba3b9d53b8d4dcdcf592f4d552c5',
}

test('a master key of fewer than 32 bytes is refused', () => {
  assert.throws(() => keyring(Buffer.alloc(31)), /32 bytes/)
})

test('what is sealed opens to the same text, and no two seals are alike', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (plain, bound) => {
      const sealed = keys.seal(plain, bound)
      assert.equal(keys.open(sealed, bound), plain)
      assert.notEqual(keys.seal(plain, bound), sealed)
    }),
  )
})

test('a seal opens only where it was bound to, under its own key and untouched', () => {
  const sealed = keys.seal('whsec_secret', 'webhook_endpoint.secret b1 row 1')
  assert(!sealed.includes('whsec'))
  assert.throws(() => keys.open(sealed, 'webhook_endpoint.secret b1 row 2'))
  assert.throws(() => others.open(sealed, 'webhook_endpoint.secret b1 row 1'))
  assert.throws(() => keys.open(sealed.replace('k1.', 'k2.'), 'webhook_endpoint.secret b1 row 1'))
  const bytes = Buffer.from(sealed.slice(3), 'base64url')
  for (let at = 0; at < bytes.length; at++) {
    const touched = Buffer.from(bytes)
    touched[at]! ^= 1
    const text = `k1.${touched.toString('base64url')}`
    assert.throws(() => keys.open(text, 'webhook_endpoint.secret b1 row 1'), `byte ${at}`)
  }
})

test('a fingerprint is the same for the same text under the same key only', () => {
  assert.deepEqual(keys.fingerprint('12345678901'), keys.fingerprint('12345678901'))
  assert.notDeepEqual(keys.fingerprint('12345678901'), keys.fingerprint('12345678902'))
  assert.notDeepEqual(keys.fingerprint('12345678901'), others.fingerprint('12345678901'))
  assert.notDeepEqual(keys.fingerprint('12345678901'), sha256('12345678901'))
})

test('two ids make one code that leads back, and only under its key', () => {
  const [first, second] = [newId(NOW), newId(NOW)]

  const code = keys.encryptIds(first, second)

  assert.match(code, /^[A-Za-z0-9_-]{43}$/)
  assert.deepEqual(keys.decryptIds(code), { first, second })
  assert.notEqual(others.decryptIds(code)?.first, first)
})

test('a code of another cell than the first begins with its cell, and each cell reads both', () => {
  const [first, second] = [newId(NOW), newId(NOW)]
  const inTwo = keyring(Buffer.alloc(32, 1), '2')
  const [old, code] = [keys.encryptIds(first, second), inTwo.encryptIds(first, second)]

  assert.equal(code, `2${old}`)
  for (const ring of [keys, inTwo]) {
    for (const each of [old, code]) assert.deepEqual(ring.decryptIds(each), { first, second })
    for (const wrong of [`0${old}`, `A${old}`, `22${old}`])
      assert.equal(ring.decryptIds(wrong), null)
  }
})

test('payments of one business begun at one moment have codes with nothing in common', () => {
  const business = newId(NOW)
  const [one, other] = [newId(NOW), newId(NOW)].map((id) => keys.encryptIds(id, business))
  const same = [...one!].filter((letter, i) => letter === other![i]).length
  assert(same < 12, `${same} of 43 letters are the same`)
})

const other = (letter: string) => (letter === 'A' ? 'B' : 'A')

test('a code that was altered or never made leads to nothing that was asked for', () => {
  const [first, second] = [newId(NOW), newId(NOW)]
  const code = keys.encryptIds(first, second)
  for (const wrong of ['', 'x', code.slice(1), `${code}=`, ` ${code}`, 'é'.repeat(43)]) {
    assert.equal(keys.decryptIds(wrong), null, JSON.stringify(wrong))
  }
  const altered = [...code].map(
    (letter, at) => code.slice(0, at) + other(letter) + code.slice(at + 1),
  )
  for (const wrong of [...altered, `${code}A`]) {
    const ids = keys.decryptIds(wrong)
    assert(ids === null || ids.first !== first || ids.second !== second, wrong)
  }
})

test('the check tells master keys apart and says nothing of them', () => {
  assert.equal(checkOf(Buffer.alloc(32, 1)), checkOf(Buffer.alloc(32, 1)))
  assert.notEqual(checkOf(Buffer.alloc(32, 1)), checkOf(Buffer.alloc(32, 2)))
})

test('a wrapped key opens under its own master key, in its own place and untouched', () => {
  const [master, other, key] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2), newKey()]
  const wrapped = wrap(master, key, 'data_key.wrapped seal k2')

  assert.deepEqual(unwrap(master, wrapped, 'data_key.wrapped seal k2'), key)
  assert.equal(unwrap(other, wrapped, 'data_key.wrapped seal k2'), null)
  assert.equal(unwrap(master, wrapped, 'data_key.wrapped seal k3'), null)
  const renamed = wrapped.replace(checkOf(master), checkOf(other))
  assert.equal(unwrap(other, renamed, 'data_key.wrapped seal k2'), null)
  assert.notEqual(wrap(master, key, 'data_key.wrapped seal k2'), wrapped)
})

test('what was sealed, hashed and coded before there were several keys is still understood', () => {
  assert.equal(keys.open(FROM_BEFORE.sealed, 'bound'), 'a secret of the first version')
  assert.equal(keys.fingerprint('12345678901').toString('hex'), FROM_BEFORE.fingerprint)
  assert.deepEqual(keys.decryptIds(FROM_BEFORE.code), FROM_BEFORE.ids)
  assert.equal(checkOf(Buffer.alloc(32, 1)), FROM_BEFORE.check)
})

test('a newer key seals, and what older ones sealed opens by its name', () => {
  const ring = (sealing: SealingKey, all: SealingKey[]) =>
    keyringOf({
      cell: '',
      sealing: () => sealing,
      opening: (id) => all.find((key) => key.id === id)?.key,
      fingerprint: sealing.key,
      codes: sealing.key,
    })
  const [k9, k10] = ['k9', 'k10'].map((id) => ({ id, key: createSecretKey(newKey()) })) as [
    SealingKey,
    SealingKey,
  ]
  const [before, since] = [ring(k9, [k9]), ring(k10, [k9, k10])]
  const sealed = since.seal('a secret', 'bound')

  assert.match(sealed, /^k10\./)
  assert.equal(since.open(sealed, 'bound'), 'a secret')
  assert.equal(since.open(before.seal('another', 'bound'), 'bound'), 'another')
  assert.throws(() => before.open(sealed, 'bound'), /no key k10/)
})

test('secrets are equal or not, whatever their lengths', () => {
  assert(equalSecrets('abc', 'abc'))
  assert(!equalSecrets('abc', 'abcd'))
  assert(!equalSecrets('', 'a'))
})
