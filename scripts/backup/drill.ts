import { existsSync, mkdtempSync, readdirSync, renameSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { verifyBooks } from '../../src/operator/books.ts'
import { HOUR } from '../../src/platform/clock.ts'
import { connectAsOwner, type Database } from '../../src/platform/db.ts'
import {
  chooseAccount,
  placeData,
  SHARED_DIRECTORY,
} from '../../src/platform/embedded-postgres-prepare.ts'
import { listMigrations } from '../../src/platform/migrate.ts'
import { Archive } from './archive.ts'
import { removeWithUs } from './leftover.ts'
import { type Plan, planRestore } from './plan.ts'
import { programsFor, recover } from './recover.ts'
import { configure, extract, giveTo } from './restore.ts'
import { BackupError } from './sealed.ts'
import type { Trust } from './signed.ts'

// A whole restore: choose, decrypt, recover, verify.

export type Restored = {
  plan: Plan
  timeline: number
  /** Errors in the books; null if they could not be verified, which is reported. */
  wrong: Awaited<ReturnType<typeof verifyBooks>> | null
  seconds: { read: number; recover: number; verify: number }
}

export type RestoreOptions = {
  from: string
  identities: readonly string[]
  /** The folder for PostgreSQL. */
  data: string
  at: Date | null
  timeline: number | null
  bin: string | null
  trust: Trust
  /** For everything: a server may wait forever for WAL that does not come. */
  deadlineMs: number
  say: (line: string) => void
}

/** `inspect` reads the restored database before it stops. */
export async function restore(
  options: RestoreOptions,
  inspect: (sql: Database, plan: Plan) => Promise<void> = async () => {},
): Promise<Restored> {
  const { from, identities, at, timeline, trust, deadlineMs, say } = options
  const began = performance.now()
  const limit = AbortSignal.timeout(deadlineMs)
  const archive = await Archive.open(from, trust)
  const plan = await planRestore(archive, { at, timeline }, identities, say)
  const asked = options.data
  if (existsSync(asked) && readdirSync(asked).length > 0) {
    throw new BackupError(`${asked} is not empty: restore into a new folder.`)
  }
  const account = chooseAccount(asked)
  const data = placeData(asked, account, SHARED_DIRECTORY, say)
  const bin = programsFor(plan.base.serverVersion, options.bin, account, dirname(data))
  // Whole or not at all: renamed when it has recovered and stopped.
  const unfinished = mkdtempSync(join(dirname(data), `${basename(data)}.restoring-`))
  const home = mkdtempSync('/tmp/cowrie-restore-')
  const removeLeftovers = removeWithUs(unfinished, home)
  try {
    say(`Reading ${plan.base.folder} and ${plan.wal.length} files of WAL …`)
    await extract(archive, plan, identities, unfinished)
    await configure(unfinished, options.bin === null ? 'trust' : 'peer')
    if (account) giveTo(account, unfinished)
    const read = performance.now()
    say('Recovering …')
    const server = await recover(unfinished, plan, { bin, account, home, limit })
    const recovered = performance.now()
    const sql = connectAsOwner(server.address)
    const told = await look(sql, plan, say, inspect).finally(async () => {
      await sql.end()
      await server.stop()
    })
    const seconds = {
      read: secondsOf(read - began),
      recover: secondsOf(recovered - read),
      verify: secondsOf(told.atMs - recovered),
    }
    renameSync(unfinished, data)
    return { plan, seconds, timeline: told.timeline, wrong: told.wrong }
  } catch (error) {
    if (!limit.aborted) throw error
    const hours = Math.round((deadlineMs / HOUR) * 100) / 100
    throw new BackupError(
      `PostgreSQL did not finish within ${hours} h and was stopped: pass a longer --deadline.`,
    )
  } finally {
    await removeLeftovers()
  }
}

async function look(
  sql: Database,
  plan: Plan,
  say: (line: string) => void,
  inspect: (sql: Database, plan: Plan) => Promise<void>,
) {
  const { base, timeline: before } = plan
  const [row] = await sql`select timeline_id from pg_control_checkpoint()`
  const [now] = await sql`select pg_walfile_name(pg_current_wal_lsn()) as name`
  const timeline = Math.max(row!['timelineId'], Number.parseInt(now!['name'].slice(0, 8), 16))
  if (timeline <= before) throw new BackupError('The restored server has no new timeline.')
  const last = listMigrations().at(-1)!.number
  let wrong: Restored['wrong'] = null
  if (base.schemaVersion === last) {
    say('Verifying the ledger, the audit log and the reconciliation …')
    wrong = await verifyBooks(sql)
  } else {
    const found = base.schemaVersion === null ? 'no Cowrie tables' : `schema ${base.schemaVersion}`
    say(`The backup has ${found}, this version has schema ${last}: books not verified.`)
  }
  const atMs = performance.now()
  await inspect(sql, plan)
  return { timeline, wrong, atMs }
}

const secondsOf = (ms: number) => Math.round(ms / 100) / 10
