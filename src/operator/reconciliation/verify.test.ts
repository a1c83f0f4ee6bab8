import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import { creditTo, deposited } from '../../../test/payments.ts'
import { imported, jsonFile } from '../../../test/statements.ts'
import { asOwner, givenBusiness, useContext } from '../../../test/support.ts'
import { HOUR, later } from '../../platform/clock.ts'
import { verifyReconciliation } from './verify.ts'

const context = useContext()
const api = useApi(context)

before(async () => {
  await context.opened
  const business = await givenBusiness(context)
  const { body } = await api.get('/api/v1/balance', { key: business.keys.secretKey })
  const credit = creditTo(context, body.data.account.account_number, 5_000, 'right')
  await deposited(context, credit)
  const occurred_at = credit.occurredAt.toISOString()
  const line = { session_id: 'right', direction: 'credit', amount: 5_000, occurred_at } as const
  const period = { from: later(context.now(), -HOUR), to: later(context.now(), HOUR) }
  const lines = [line, line, { ...line, session_id: 'unknown' }]
  await imported(context, jsonFile('sandbox', period, lines))
})

for (const [what, change, found] of [
  [
    'a line that nothing speaks for',
    `delete from rail_match where session_id = 'unknown'`,
    'a line of a statement has no class',
  ],
  [
    'a match of a line that is another one',
    `update rail_match set position = 2 where session_id = 'right'; update statement_line
      set session_id = 'other' where position = 2`,
    'a match is not of its line',
  ],
  [
    'an amount of ours that is not what it was',
    `update rail_match set our_amount = 4999, state = 'wrong_amount' where session_id = 'right'`,
    'a match is not of one movement of ours',
  ],
  [
    'a moment of ours that is not what it was',
    `update rail_match set our_occurred_at = our_occurred_at + interval '1 second'
      where session_id = 'right'`,
    'a match is not of one movement of ours',
  ],
  [
    'a movement that is gone',
    `update rail_match set state = 'matched', our_amount = 5000, our_occurred_at = now(),
      matched_at = now() where session_id = 'unknown'`,
    'a match is not of one movement of ours',
  ],
  [
    'amounts that differ and are called the same',
    `update statement_line set amount = 1 where session_id = 'right' and position = 1`,
    'a match says of an amount what is not so',
  ],
] as const) {
  test(`${what} is found`, async () => {
    const wrong = await asOwner(context, (owner) =>
      owner
        .begin(async (sql) => {
          assert.deepEqual(await verifyReconciliation(sql), [])
          await sql.unsafe(change)
          throw new Found(await verifyReconciliation(sql))
        })
        .catch((error: unknown) => {
          if (error instanceof Found) return error.wrong
          throw error
        }),
    )

    assert(
      wrong.some((row) => row.what === found),
      JSON.stringify(wrong),
    )
  })
}

/** Thrown to roll back the damage. */
class Found extends Error {
  readonly wrong: Awaited<ReturnType<typeof verifyReconciliation>>

  constructor(wrong: Awaited<ReturnType<typeof verifyReconciliation>>) {
    super()
    this.wrong = wrong
  }
}
