import type { Sql } from '../src/platform/db.ts'
import { asOwner, type TestContext } from './support.ts'

/** Runs in a transaction as the database owner, rolls it back, and returns the result. */
export async function undone<Result>(
  context: TestContext,
  run: (sql: Sql) => Promise<Result>,
): Promise<Result> {
  const undo = new Error('undo')
  return asOwner(context, async (owner) => {
    let result: { value: Result } | null = null
    try {
      await owner.begin(async (sql) => {
        result = { value: await run(sql) }
        throw undo
      })
    } catch (error) {
      if (error !== undo) throw error
    }
    return result!.value
  })
}
