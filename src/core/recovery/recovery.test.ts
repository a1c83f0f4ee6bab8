import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useContext } from '../../../test/support.ts'
import { DAY, HOUR, later } from '../../platform/clock.ts'
import { kobo } from '../../platform/money.ts'
import { RECOVERED, RECOVERY } from '../../providers/switches.ts'
import { decide, enter, lastRecovery, openDebits, recoveryWords, release } from './recovery.ts'

const context = useContext()
const OPERATOR = { by: 'operator@example.com', reason: 'The statement was read.' }

test('for a week after the release, and while debits are undecided, rails are enquired first', async () => {
  const { sql } = context
  const enteredAt = new Date('2026-11-28T23:30:00Z')
  const releasedAt = later(enteredAt, 5 * HOUR)
  const overAt = later(releasedAt, 7 * DAY)
  const wordsAt = (now: Date) => recoveryWords({ sql, now: () => now })
  assert.deepEqual(await wordsAt(enteredAt), [])

  await enter(sql, enteredAt, { reason: 'older_copy', restoredTo: later(enteredAt, -3 * DAY) })
  assert.deepEqual(await wordsAt(later(enteredAt, 30 * DAY)), [RECOVERY, RECOVERED])
  const debit = {
    mode: 'live',
    rail: 'sandbox',
    sessionId: 'S-left',
    accountNumber: '0000000018',
    amount: kobo(250_000n),
    occurredAt: later(enteredAt, -2 * DAY),
  } as const
  const released = { ...context, now: () => releasedAt }
  assert(await release(released, (await lastRecovery(sql))!, [debit], OPERATOR))

  assert.deepEqual(await wordsAt(later(overAt, -1)), [RECOVERED])
  assert.deepEqual(await wordsAt(later(overAt, 30 * DAY)), [RECOVERED], 'money is unexplained')
  const decision = { decidedAt: overAt, decidedBy: OPERATOR.by, reason: 'It was ours.' }
  await sql.begin((begun) => decide(begun, debit, decision))
  assert.deepEqual(await wordsAt(later(overAt, -1)), [RECOVERED])
  assert.deepEqual(await wordsAt(overAt), [])

  const again = later(overAt, DAY)
  await enter(sql, again, { reason: 'asked_for', restoredTo: again })
  assert.deepEqual(await wordsAt(again), [RECOVERY, RECOVERED], 'the last one counts')
})

test('a decision applies to one transfer of one rail and mode', async () => {
  const { sql } = context
  const one = {
    mode: 'live',
    rail: 'sandbox',
    sessionId: 'S-same',
    accountNumber: '0000000018',
    amount: kobo(250_000n),
    occurredAt: new Date('2026-11-28T23:30:00Z'),
  } as const
  const others = [
    { ...one, rail: 'other' },
    { ...one, mode: 'test' },
    { ...one, sessionId: 'S-2' },
  ] as const
  await release(context, (await lastRecovery(sql))!, [one, ...others], OPERATOR)
  const decision = { decidedAt: context.now(), decidedBy: OPERATOR.by, reason: 'It was ours.' }

  const decided = await sql.begin((begun) => decide(begun, one, decision))

  assert.deepEqual(decided, one)
  assert.deepEqual(new Set(await openDebits(sql, 9)), new Set(others))
  assert.equal(await sql.begin((begun) => decide(begun, one, decision)), null, 'once')
})
