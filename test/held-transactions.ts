import type { Database } from '../src/platform/db.ts'

/** The number of connections that one pool in src/platform/db.ts gives to transactions. */
export const TRANSACTIONS_MAX = 5

/** Opens a transaction on every such connection. Returns a function that ends them. */
export async function holdTransactions(sql: Database): Promise<() => Promise<void>> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const held: Promise<unknown>[] = []
  for (let i = 0; i < TRANSACTIONS_MAX; i++) {
    const { promise: isHeld, resolve } = Promise.withResolvers<void>()
    const one = sql.begin(async (begun) => {
      // A busy machine may exceed PostgreSQL's idle-in-transaction limit.
      await begun`set local idle_in_transaction_session_timeout = 0`
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
