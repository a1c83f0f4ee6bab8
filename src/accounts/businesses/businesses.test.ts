import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  contextOn,
  disconnect,
  givenBusiness,
  givenProcess,
  until,
  useContext,
} from '../../../test/support.ts'
import { balancesOf } from '../../core/ledger/ledger.ts'
import { HOUR, MINUTE, SECOND } from '../../platform/clock.ts'
import type { Database } from '../../platform/db.ts'
import {
  ageOf,
  authenticate,
  changeSettings,
  listKeys,
  PLAY_MONEY,
  readKey,
  revokeKey,
  rollKey,
  settingsOf,
} from './businesses.ts'
import { lookUpKey, newKey } from './keys.ts'

const context = useContext()

test('a new business starts in test mode with play money and two keys', async () => {
  const business = await givenBusiness(context)

  const { available, adjustments } = await balancesOf(context, business)
  assert.equal(available.available, PLAY_MONEY)
  assert.equal(adjustments.posted, -PLAY_MONEY)
  const kinds = (await listKeys(context.sql, business)).map(({ kind }) => kind)
  assert.deepEqual(kinds.sort(), ['public', 'secret'])
})

test('a key contains its kind and mode, and one wrong character is detected without the database', () => {
  for (const kind of ['secret', 'public'] as const) {
    for (const mode of ['test', 'live'] as const) {
      const inTwo = newKey(kind, mode, undefined, '2')
      assert.match(inTwo, /^[sp]k_(test|live)_2[0-9A-Za-z]{38}$/)
      assert.deepEqual(readKey(inTwo), { kind, mode })
      assert.equal(readKey(inTwo.replace('_2', '_3')), null)
      const key = newKey(kind, mode)
      assert.deepEqual(readKey(key), { kind, mode })
      for (let i = 8; i < key.length; i++) {
        const other = key[i] === 'a' ? 'b' : 'a'
        assert.equal(readKey(`${key.slice(0, i)}${other}${key.slice(i + 1)}`), null, `at ${i}`)
      }
    }
  }
})

test('a malformed key is not looked up', async () => {
  const sql = (() => assert.fail('the database was asked')) as unknown as Database
  const key = newKey('secret', 'test')
  for (const wrong of [key.slice(0, -1), `${key}0`, key.replace('sk_', 'pk_'), 'sk_test_', '']) {
    assert.equal(await lookUpKey({ ...context, sql }, wrong), null, wrong)
  }
})

test('a rolled key stays valid for the chosen overlap, and no longer', async () => {
  const business = await givenBusiness(context)
  const old = business.keys.secretKey
  const known = await authenticate(context, old)
  assert(known)

  const { key: fresh } = await rollKey(context, business, known.keyId, 2)

  assert.equal((await authenticate(context, fresh))?.kind, 'secret')
  assert.equal((await authenticate(context, old))?.keyId, known.keyId)
  context.advance(2 * HOUR - MINUTE)
  assert(await authenticate(context, old))
  context.advance(2 * MINUTE)
  assert.equal(await authenticate(context, old), null)
  assert(await authenticate(context, fresh))
})

test('a roll without overlap ends the old key at once; an overlap is at most a day', async () => {
  const business = await givenBusiness(context)
  const known = await authenticate(context, business.keys.secretKey)
  assert(known)

  await assert.rejects(rollKey(context, business, known.keyId, 25), { code: 'invalid_request' })
  await rollKey(context, business, known.keyId, 0)

  assert.equal(await authenticate(context, business.keys.secretKey), null)
  await assert.rejects(rollKey(context, business, known.keyId, 1), { code: 'key_ended' })
})

test('a process that has cached a key refuses it within a second of its revocation', async () => {
  const business = await givenBusiness(context)
  const elsewhere = await givenProcess(context)
  const known = await authenticate(elsewhere, business.keys.secretKey)
  assert(known)

  await revokeKey(context, business, known.keyId)

  assert.equal(await authenticate(context, business.keys.secretKey), null)
  const refused = async () => (await authenticate(elsewhere, business.keys.secretKey)) === null
  await until('the other process refuses it', refused)
  await disconnect(elsewhere)
})

test('a changed setting applies here at once, and elsewhere within a second', async (t) => {
  const business = await givenBusiness(context)
  t.mock.timers.enable({ apis: ['setInterval'] })
  const elsewhere = contextOn(context.database)
  assert.equal(ageOf(elsewhere), 0)
  t.mock.timers.tick(1 * SECOND)
  await until('it has looked for changes', async () => ageOf(elsewhere) > 0)
  assert.equal((await settingsOf(elsewhere, business)).acceptOverpayment, false)

  await changeSettings(context, business, { acceptOverpayment: true })

  assert.equal((await settingsOf(context, business)).acceptOverpayment, true)
  t.mock.timers.tick(1 * SECOND)
  const known = async () => (await settingsOf(elsewhere, business)).acceptOverpayment
  await until('the other process knows', known)
  await disconnect(elsewhere)
})
