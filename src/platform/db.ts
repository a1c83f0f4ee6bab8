import pg from 'pg'
import { MINUTE, SECOND } from './clock.ts'
import { Connection } from './connection.ts'
import { checkConnection } from './connection-check.ts'
import { mostTelling } from './db-errors.ts'
import { createPool } from './pool.ts'
import { type Database, databaseOver } from './sql.ts'
import { ValueError } from './values.ts'

// To whom we connect, as whom, and with which settings. A query is the SQL itself; see sql.ts.

export type { Database, Query, Sql, Transaction } from './sql.ts'
export { rowsOf } from './sql.ts'
export type DatabaseAddress =
  | { url: string }
  /** A PostgreSQL of our own, over a socket in the directory `host`. */
  | { host: string; port: number; user: string; database: string }

/** What the application may be: it owns nothing and is no superuser. */
export const APPLICATION_ROLE = 'cowrie_app'

const STATEMENT_TIMEOUT_MS = 5 * SECOND
const LOCK_TIMEOUT_MS = 2 * SECOND
const IDLE_IN_TRANSACTION_MS = 10 * SECOND
/** Longer than db-watch.ts needs to notice that the database is silent to this process only. */
const SILENT_MS = MINUTE
/**
 * For a connection of a database transaction: as long as a statement may take. Then the wait, one
 * for a lock and a statement are 12 s, below the 15 s that we wait ourselves for a receiver.
 */
const BEGIN_WAIT_MS = STATEMENT_TIMEOUT_MS
const CONNECT_TIMEOUT_MS = 10 * SECOND
/** Longer than a lock and a statement may take: whoever has waited so long waits for a COMMIT. */
const ANSWER_MS = 10 * SECOND
const KEEP_ALIVE_MS = MINUTE
const CONNECTIONS_MAX = 5
/** Single statements that are sent ahead on a connection, where none is free. */
const SHARED_BY = 32
const TRANSACTIONS_MAX = 5
const HOT_CONNECTIONS_MAX = 4
const OWNER_CONNECTIONS_MAX = 2

type Settings = Record<string, string | number>

/** As whoever the address says, without time limits: for migrations and reports. */
export function connectAsOwner(address: DatabaseAddress): Database {
  const unlimited = { beginWaitMs: null, silentMs: null, answerMs: null, settings: {} }
  return open(address, { max: OWNER_CONNECTIONS_MAX, ...unlimited })
}

/**
 * As the application. A statement that outlives its limit is ended by the server. In a database
 * transaction no table is read as a whole where an index will do: what is kept there of a plan that
 * was made over a small table read all payments for each that was settled. Who does read everything
 * says so: `set local enable_seqscan = on`. A `begin` that no connection is free for in
 * `beginWaitMs` refuses: `overloaded`.
 */
export function connect(
  address: DatabaseAddress,
  role: string | null,
  bounds: Partial<Bounds> = {},
): Database {
  const settings = { ...limits, ...asRole(role) }
  const within = { ...settings, enable_seqscan: 'off' }
  return open(address, { max: CONNECTIONS_MAX, ...standard, ...bounds, settings, within })
}

/**
 * For the write that tells whether the database takes any (db-watch.ts): however long that takes,
 * and with so little memory that what is to be sorted goes to the disk.
 */
export function connectWatch(address: DatabaseAddress, role: string | null): Database {
  const settings = { ...limits, ...asRole(role), work_mem: '64kB' }
  return open(address, { max: 1, ...standard, answerMs: null, settings })
}

/**
 * For batches over arrays: their plans are made once and never by scanning a table, whatever its
 * size was when they were made. (A plan made over an empty table scanned it when it had grown:
 * 20,900 operations a second fell to 1,250.)
 */
export function connectHot(
  address: DatabaseAddress,
  role: string | null,
  bounds: Partial<Bounds> = {},
): Database {
  const plans = { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off', jit: 'off' }
  const settings = { ...limits, ...asRole(role), ...plans }
  return open(address, { max: HOT_CONNECTIONS_MAX, ...standard, ...bounds, settings })
}

/** For a standby (replica.ts). Nothing is written, should it be a primary. */
export function connectReplica(address: DatabaseAddress, role: string | null): Database {
  const settings = { ...limits, ...asRole(role), default_transaction_read_only: 'on' }
  return open(address, { max: CONNECTIONS_MAX, ...standard, settings, isReplica: true })
}

/** As PostgreSQL shows them: they are compared with what a connection has (connection-check.ts). */
const limits: Settings = {
  statement_timeout: seconds(STATEMENT_TIMEOUT_MS),
  lock_timeout: seconds(LOCK_TIMEOUT_MS),
  idle_in_transaction_session_timeout: seconds(IDLE_IN_TRANSACTION_MS),
  max_parallel_workers_per_gather: 0,
}

function seconds(ms: number): string {
  return `${ms / SECOND}s`
}

function asRole(role: string | null): Settings {
  return role === null ? {} : { role }
}

type Bounds = {
  beginWaitMs: number | null
  silentMs: number | null
  /** For one answer: see sql.ts. */
  answerMs: number | null
  connectMs?: number
  /** What is acknowledged must survive a crash: a `synchronous_commit` that is off is refused. */
  isDurable?: boolean
  isReplica?: boolean
}

const standard: Bounds = {
  beginWaitMs: BEGIN_WAIT_MS,
  silentMs: SILENT_MS,
  answerMs: ANSWER_MS,
}

type Opening = Bounds & {
  /** Connections for single statements. */
  max: number
  settings: Settings
  /** Those of database transactions, where they are others. */
  within?: Settings
}

/**
 * Transactions have connections of their own: their settings are others, and a prepared statement
 * keeps the plan that was made under those of its connection; and a transaction whose work asks a
 * single statement as well would wait for itself where all connections are in transactions.
 */
function open(address: DatabaseAddress, opening: Opening): Database {
  const { max, beginWaitMs, settings, within = settings } = opening
  const single = createPool({
    open: opener(address, { ...opening, settings }),
    max,
    sharedBy: SHARED_BY,
    waitMsMax: null,
    isCounted: false,
  })
  const transactions = createPool({
    open: opener(address, { ...opening, settings: within }),
    max: TRANSACTIONS_MAX,
    sharedBy: 1,
    waitMsMax: beginWaitMs,
    isCounted: true,
  })
  return databaseOver(single, transactions, opening.answerMs)
}

/**
 * Of several hosts, the one that can be written to, first where it was last. A host that has become
 * a standby refuses what is written (25006); its connections are then not used again. Nor is one
 * that is not as it was asked for.
 */
function opener(address: DatabaseAddress, opening: Opening) {
  const { settings, silentMs, connectMs, isDurable = false, isReplica = false } = opening
  const hosts = configsOf(address, settings, connectMs)
  return async (members: Set<Connection>): Promise<Connection> => {
    const failures: unknown[] = []
    for (const host of [...hosts]) {
      const connection = new Connection(host, silentMs)
      members.add(connection)
      void connection.closed.then(() => members.delete(connection))
      try {
        await connection.connect()
        if (hosts.length > 1 || Object.keys(settings).length > 0) {
          await checkConnection(connection, { settings, isDurable, isReplica })
        }
        hosts.unshift(...hosts.splice(hosts.indexOf(host), 1))
        return connection
      } catch (error) {
        connection.destroy()
        failures.push(error)
      }
    }
    throw mostTelling(failures)
  }
}

/** One for each host. */
function configsOf(
  address: DatabaseAddress,
  settings: Settings,
  connectMs = CONNECT_TIMEOUT_MS,
): pg.ClientConfig[] {
  const own = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  const config = {
    application_name: 'cowrie',
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  }
  if (!('url' in address)) return [{ ...config, ...address, options: own.join(' ') }]
  return urlsOf(address.url).map((url) => {
    const [base, query] = url.split('?')
    const parameters = new URLSearchParams(query)
    parameters.set('options', [parameters.get('options') ?? '', ...own].join(' '))
    // `sslmode` means what it means to libpq.
    parameters.set('uselibpqcompat', 'true')
    return { ...config, connectionString: `${base}?${parameters}` }
  })
}

/** `postgres://user@one:5432,other:5432/name` is two addresses. */
function urlsOf(url: string): string[] {
  const parts = /^([^/]*\/\/(?:[^/]*@)?)([^/?]*)(.*)$/s.exec(url)
  if (!parts) return [url]
  const [, before, hosts, after] = parts
  return hosts!.split(',').map((host) => `${before}${host}${after}`)
}

/** The name of the constraint that refused, or undefined where the error is of another kind. */
export function violatedConstraint(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.constraint : undefined
}

/** The five-character SQLSTATE, or undefined where the error is of another kind. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError || error instanceof ValueError ? error.code : undefined
}

/** The database took too long: the same may go through later. */
export function isBusy(error: unknown): boolean {
  return /^(40|53|57|55P03)/.test(sqlState(error) ?? '')
}
