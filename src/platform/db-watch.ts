import { SECOND } from './clock.ts'
import type { Database } from './db.ts'
import type { Outage } from './outage.ts'
import { beforeOthers } from './pool.ts'
import { Refusal } from './refusal.ts'

// Whether the database accepts writes, and answers this process on each kind of connection. Each
// second, one small write is committed, and each kind is asked.
//
// An unavailable database is no reason to exit: it comes back. A database that answers new
// connections but not ours is one: a new process works at once. Per kind:
//
//   heard ──> silent ──> heard    [check: the question has an answer or an error, or not yet]
//             silent ──> deaf     [still none after checksMax checks, and a write on a new
//                                  connection is committed: reported once]

/** Older answers do not count. */
const HEARD_MS_MAX = 3 * SECOND
/** Counted in checks, not time: a suspended or busy process asked nothing. */
const CHECK_EVERY_MS = 1 * SECOND
const CHECKS_MAX = 30
/** Longer than a new connection and its commit take. One attempt at a time. */
const ANEW_MS = 60 * SECOND

export type Pools = { sql: Database; hot: Database }
/** Why requests cannot be served. */
export type Unready =
  | 'starting'
  | 'database_unavailable'
  | 'database_read_only'
  | 'database_full'
  | 'commit_stuck'

export type Watched = {
  pools: Pools
  /** A new pool, for writes without a time limit. */
  openAnew: () => Database
  /** The database answers others, but not this process. */
  deaf: () => void
  outage?: Outage
}
type Watch = {
  /** Null: ready. */
  unready(): Unready | null
  /** The first write was committed or failed. */
  isBegun: Promise<void>
  end(): Promise<void>
}
type Kind = {
  ask: () => Promise<unknown>
  isOpen: boolean
  /** Checks since its last answer or error; and since its last success. */
  checks: number
  failedChecks: number
}

export function watchDatabase(
  { pools, openAnew, deaf, outage }: Watched,
  { checkEveryMs = CHECK_EVERY_MS, checksMax = CHECKS_MAX, heardMsMax = HEARD_MS_MAX } = {},
): Watch {
  const kinds = questions(pools).map(
    (ask): Kind => ({ ask, isOpen: false, checks: 0, failedChecks: 0 }),
  )
  const writing = openAnew()
  const write = { isOpen: false, failedChecks: 0, failure: null as unknown }
  let isStarting = true
  let isTryingAnew = false

  async function tryWrite(): Promise<void> {
    write.failedChecks += 1
    if (write.isOpen) return
    write.isOpen = true
    const begunMs = performance.now()
    try {
      await commitSomething(writing)
      Object.assign(write, { failedChecks: 0, failure: null })
      isStarting = false
      outage?.over(begunMs)
    } catch (error) {
      write.failure = error
      outage?.note(error)
    }
    write.isOpen = false
  }

  function check(kind: Kind): void {
    kind.checks += 1
    kind.failedChecks += 1
    if (kind.isOpen) return
    kind.isOpen = true
    const heard = () => Object.assign(kind, { checks: 0, failedChecks: 0 })
    kind
      .ask()
      .then(heard, (error: unknown) => {
        // Any error is an answer, except a timeout.
        if (!isSilence(error)) kind.checks = 0
      })
      .finally(() => {
        kind.isOpen = false
      })
  }

  const isDeaf = () => kinds.some(({ checks }) => checks > checksMax)

  async function tryAnew(): Promise<void> {
    if (isTryingAnew) return
    isTryingAnew = true
    const anew = openAnew()
    const isThere = await within(ANEW_MS, commitSomething(anew))
    await anew.end({ timeout: 0 })
    isTryingAnew = false
    if (!isThere || !isDeaf()) return
    void end()
    deaf()
  }

  function unready(): Unready | null {
    const isRecent = ({ failedChecks }: { failedChecks: number }) =>
      failedChecks <= heardMsMax / checkEveryMs
    const heard = kinds.filter(isRecent)
    const away = isStarting ? 'starting' : 'database_unavailable'
    if (isRecent(write)) {
      return !isStarting && heard.length === kinds.length ? null : away
    }
    if (write.failure !== null) return reasonOf(write.failure) ?? away
    return heard.length > 0 && write.isOpen ? 'commit_stuck' : away
  }

  const isBegun = tryWrite()
  const timer = setInterval(() => {
    void tryWrite()
    for (const kind of kinds) check(kind)
    if (isDeaf()) void tryAnew()
  }, checkEveryMs).unref()
  const end = async () => {
    clearInterval(timer)
    await writing.end({ timeout: 0 })
  }
  return { unready, isBegun, end }
}

function isSilence(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'outcome_unknown'
}

function reasonOf(failure: unknown): Unready | null {
  const { code } = failure as { code?: unknown }
  if (code === 'CONNECTION_READ_ONLY' || code === '25006') return 'database_read_only'
  return code === '53100' ? 'database_full' : null
}

/**
 * Needs no table: a message in the WAL is committed like a row, waits for the same standbys as a
 * payment, and leaves nothing behind. The sum does not fit into the memory of this connection
 * (`connectWatch`), so it is spilled to disk; a full disk gives 53100.
 */
async function commitSomething(sql: Database): Promise<void> {
  const [row] = await sql<{ isReadOnly: boolean }[]>`
    with spilled as materialized (select repeat('x', 8000) as text from generate_series(1, 16))
    select
      pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as is_read_only,
      case
        when pg_is_in_recovery() then null
        else pg_logical_emit_message(true, 'cowrie', '')::text
      end as written,
      (select sum(length(text)) from spilled) as spilled
  `
  if (!row!.isReadOnly) return
  throw Object.assign(new Error('The database is read-only.'), { code: 'CONNECTION_READ_ONLY' })
}

/**
 * A statement of each pool, and a transaction, because these have their own connections. They go
 * before others: a refusal after a wait says nothing about the database.
 */
function questions({ sql, hot }: Pools): (() => Promise<unknown>)[] {
  return [
    async () => await sql`select 1`,
    () => beforeOthers(() => sql.begin((own) => own`select 1`)),
    async () => await hot`select 1`,
  ]
}

async function within(ms: number, asked: Promise<unknown>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(resolve, ms, false).unref()
  const answered = asked.then(
    () => true,
    () => false,
  )
  return Promise.race([answered, late]).finally(() => clearTimeout(timer))
}
