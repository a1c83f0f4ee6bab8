import { setTimeout as pause } from 'node:timers/promises'
import { SECOND } from './clock.ts'
import { connect, type DatabaseAddress } from './db.ts'
import { codeOf, isWorthWaiting } from './db-errors.ts'

// Checks at start that the database can be reached and written to. Waits for one that is starting,
// recovering, or has no writable host yet. Reports a wrong setting at once.

const CONNECT_MS = 5 * SECOND
const TRY_EVERY_MS = SECOND / 2

/** One sentence for the person who started the service. */
export class DatabaseStartError extends Error {}

type Waiting = {
  waitMs: number
  say: (line: string) => void
  isDurable?: boolean
  /** The setting that has the address. */
  setting?: string
}

export async function awaitDatabase(
  address: DatabaseAddress,
  { waitMs, say, isDurable = false, setting = 'DATABASE_URL' }: Waiting,
): Promise<void> {
  const until = performance.now() + waitMs
  const seconds = waitMs / SECOND
  let isSaid = false
  for (;;) {
    const failure = await failureOf(address, isDurable)
    if (failure === null) return
    const why = sentenceOf(failure)
    if (!isWorthWaiting(failure)) throw new DatabaseStartError(refusal(failure, setting))
    if (performance.now() + TRY_EVERY_MS > until) {
      const waited = waitMs > 0 ? ` in ${seconds} s` : ''
      throw new DatabaseStartError(
        `The database did not respond${waited}: ${why} Check the database and ${setting}.`,
      )
    }
    if (!isSaid) say(`Waiting up to ${seconds} s for the database: ${why}`)
    isSaid = true
    await pause(TRY_EVERY_MS)
  }
}

/** Null if the application can connect. Its role may not exist yet. */
async function failureOf(address: DatabaseAddress, isDurable: boolean): Promise<unknown> {
  const sql = connect(address, null, { connectMs: CONNECT_MS, isDurable })
  try {
    await sql`select 1`
    return null
  } catch (error) {
    return error
  } finally {
    await sql.end({ timeout: 0 })
  }
}

function sentenceOf(failure: unknown): string {
  const { message } = failure as Error
  return /[.!?]$/.test(message) ? message : `${message}.`
}

function refusal(failure: unknown, setting: string): string {
  const code = codeOf(failure)
  if (code === 'CONNECTION_SETTINGS') return sentenceOf(failure)
  // PostgreSQL accepts all parameters that are sent, pgbouncer only some.
  if (code === '08P01') {
    return (
      `A pooler such as pgbouncer rejects the connection: ${sentenceOf(failure)} Point ` +
      `${setting} at PostgreSQL directly, or at a proxy that passes connections on unchanged.`
    )
  }
  return `The database cannot be used: ${sentenceOf(failure)} Check ${setting}.`
}
