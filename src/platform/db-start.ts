import { setTimeout as pause } from 'node:timers/promises'
import { SECOND } from './clock.ts'
import { connect, type DatabaseAddress } from './db.ts'
import { codeOf, isWorthWaiting } from './db-errors.ts'

// Before anything is asked of the database: it can be reached, by connections that are what was
// asked for, and can be written to. One that is starting, or recovering, or that has no writable
// host yet, is waited for. A setting that is wrong is said at once.

const CONNECT_MS = 5 * SECOND
const TRY_EVERY_MS = SECOND / 2

/** In one sentence, for whoever started this. */
export class DatabaseStartError extends Error {}

type Waiting = {
  waitMs: number
  say: (line: string) => void
  /** See `connect`. */
  isDurable?: boolean
  /** Where the address stands, for whoever must change it. */
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

/** Null where a connection of the application can be opened. The role may not be made yet. */
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
  // PostgreSQL knows every parameter that is sent, and pgbouncer some.
  if (code === '08P01') {
    return (
      `A pooler such as pgbouncer rejects the connection: ${sentenceOf(failure)} Point ` +
      `${setting} at PostgreSQL directly, or at a proxy that passes connections on unchanged.`
    )
  }
  return `The database cannot be used: ${sentenceOf(failure)} Check ${setting}.`
}
