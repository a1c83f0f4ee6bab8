import type { Database } from '../src/lib/db.ts'

/** Of one pool: what src/lib/db.ts gives to database transactions. */
export const TRANSACTIONS_MAX = 5

/** Begins as many as there are connections for. Answers the function that ends them. */
export async function holdTransactions(sql: Database): Promise<() => Promise<void>> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const held: Promise<unknown>[] = []
  for (let i = 0; i < TRANSACTIONS_MAX; i++) {
    const { promise: isHeld, resolve } = Promise.withResolvers<void>()
    const one = sql.begin(async (begun) => {
      await begun`select 1`
      resolve()
      await released
    })
    held.push(one)
    await Promise.race([isHeld, one])
  }
  return async () => {
    release()
    await Promise.all(held)
  }
}
