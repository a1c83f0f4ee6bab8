import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import { archive, detach, givenLiveMonth, givenStore } from '../../../test/archive.ts'
import { breakable, Stopped } from '../../../test/faults.ts'
import { stopNow } from '../../../test/stopped-clock.ts'
import { asOwner, useContext } from '../../../test/support.ts'
import { MINUTE } from '../../platform/clock.ts'
import { verifyBooks, verifyFromFirst, verifySinceSeal } from '../books.ts'
import { monthAfter } from './month.ts'

const context = useContext()
const api = useApi(context)
stopNow(context)

const SAMPLED = 3
const PAYMENTS = 2

test('a detachment that is killed at any point has happened wholly or not at all', async () => {
  const process = await asOwner(context, async (sql) => breakable({ ...context, sql }))
  const store = givenStore()
  // The first partition has two months.
  await givenLiveMonth(context, api, PAYMENTS)
  let made = await givenLiveMonth(context, api, PAYMENTS)
  const entries = async () => {
    const [row] = await context.sql<[{ count: number }]>`
      select count(*)::int as count from ledger_entry
      where business_id = ${made.business.businessId} and reason ^@ 'payment'
    `
    return row.count
  }
  let killed = 0
  for (let point = 1, passed: string[] = []; passed.length >= point - SAMPLED; point += SAMPLED) {
    for (const when of ['before', 'after'] as const) {
      const before = monthAfter(made.month)
      process.arm({ point, when, does: 'dies' })
      const { now, sql } = process.context
      await detach({ now }, sql, store, before).catch((error: unknown) => {
        assert.ok(error instanceof Stopped, String(error))
        killed += 1
      })
      passed = process.disarm()
      context.advance(30 * MINUTE)
      const left = await entries()
      const at = `${when} ${passed.at(-1)}`
      assert.deepEqual(await verifyBooks(context.sql), [], at)
      assert.ok(left === 0 || left === 3 * PAYMENTS, `${left} are left ${at}`)
      if (left > 0) continue
      assert.deepEqual((await verifyFromFirst(context)).wrong, [], at)
      assert.equal(await archive(context, store, made.month, { isAgain: true }), 'verified')
      made = await givenLiveMonth(context, api, PAYMENTS)
    }
  }
  assert.ok(killed > 20, `${killed} were killed`)
  assert.deepEqual((await verifySinceSeal(context)).wrong, [])
})
