import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Context, Scope } from '../src/core/context.ts'
import type { Sql } from '../src/platform/db.ts'

// Two writers read the same row and both write: the second gets nothing, and the first one's row
// stands.

export type Race = {
  table: string
  given: () => Promise<unknown>
  /** The columns that identify the row, if not business and mode. */
  by?: (given: never) => object
  /**
   * Writes from one read of the row. Null, false, undefined or 0 means that nothing was written.
   */
  first: (sql: Sql, row: never) => Promise<unknown>
  second: (sql: Sql, row: never) => Promise<unknown>
}

export function testRaces(
  context: Pick<Context, 'sql'>,
  scope: () => Scope,
  races: Record<string, Race>,
): void {
  for (const [name, { table, given, by, first, second }] of Object.entries(races)) {
    test(`${name}: the second writer from one reading gets nothing`, async () => {
      const { businessId } = scope()
      const made = (await given()) as never
      const named = by?.(made) ?? { businessId, mode: 'test' }
      const undone = new Error('all is as it was')
      const race = context.sql.begin(async (sql) => {
        const reading = await onlyRow(sql, table, named)
        assert(await first(sql, reading), 'the first one writes')
        const left = await onlyRow(sql, table, named)
        assert(!(await second(sql, reading)), 'the second one is told that it wrote nothing')
        assert.deepEqual(await onlyRow(sql, table, named), left)
        throw undone
      })
      await assert.rejects(race, undone)
    })
  }
}

async function onlyRow(sql: Sql, table: string, by: object): Promise<never> {
  const found = Object.entries(by).map(([column, value]) => sql`${sql(column)} = ${value}`)
  const all = found.reduce((before, one) => sql`${before} and ${one}`)
  const rows = await sql`select * from ${sql(table)} where ${all}`
  assert.equal(rows.length, 1)
  return { ...rows[0] } as never
}

/** Where the race is staged instead, or why there is none. */
export const ELSEWHERE: Record<string, string> = {
  updateOpen: 'behind changeFrom, in second-writer.test.ts',
  claim: 'src/platform/idempotency.test.ts',
  finish: 'src/platform/idempotency.test.ts',
  setAside: 'src/platform/idempotency.test.ts',
  markDeliveries: 'src/core/events/deliver-races.test.ts',
  guessAgain: 'src/identity/guess-races.test.ts',
  replaceWrapped: 'src/platform/data-keys.test.ts',
  refuseSealingKey: 'src/platform/data-keys.test.ts',
  offerAgain: 'src/platform/data-keys.test.ts',
  revokeMadeBy: 'it ends all that there are',
  closeResets: 'it ends all that there are',
  insertInvitation: 'it ends all that there are',
  withdrawAllInvitations: 'it ends all that there are',
  endSessionsBut: 'it ends all that there are',
  seeSession: 'the later moment stays',
  moveFetch: 'src/operator/reconciliation/fetch.test.ts',
  setFirstAsk: 'it says when, and decides nothing',
  finishNight: 'the first end of a night stays, whoever tells it',
  setVerdict: 'src/operator/notifications/notifications.test.ts',
  setEnded: 'src/operator/operation/watch.test.ts',
  judgeAgain: 'what is due stays due',
  setForgetAt: 'src/payments/authorizations/forget.test.ts',
  bringForward: 'it brings a moment forward, and decides nothing',
  setMandatesDue: 'it brings a moment forward, and decides nothing',
  setAllDue: 'it brings a moment forward, and decides nothing',
  setReturnDue: 'it brings a moment forward, and decides nothing',
  restIfPoor: 'it locks the balance, then reads what it decides by',
  moveBatch: 'src/money-out/batches/send.test.ts, approve.test.ts',
  setNeedsAccount: 'it says since when, and decides nothing',
  setEnquiryDue: 'it brings a moment forward, and decides nothing',
  updateNumbers: 'the later numbers stay',
  keepSealed: 'packages/paystack-api/signing-key.test.ts',
  changeWaiting: 'src/money-out/batches/send.test.ts',
  changeAllWaiting: 'in the commit that moves the batch',
  setBatchDue: 'it says when, and decides nothing',
  setLinesDue: 'it says when, and decides nothing',
  postponeLine: 'it says when, and decides nothing',
}
