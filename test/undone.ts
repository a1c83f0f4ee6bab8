import type { Sql } from '../src/platform/db.ts'
import { asOwner, type TestContext } from './support.ts'

/** What `run` answers in a database transaction of the owner, of which nothing is kept. */
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
