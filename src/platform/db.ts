import pg from 'pg'
import { MINUTE, SECOND } from './clock.ts'
import { Connection } from './connection.ts'
import { checkConnection } from './connection-check.ts'
import { mostTelling } from './db-errors.ts'
import { createPool } from './pool.ts'
import { type Database, databaseOver } from './sql.ts'
import { ValueError } from './values.ts'

// Connections to PostgreSQL: the address, the role and the settings. sql.ts has the queries.

export type { Database, Query, Sql, Transaction } from './sql.ts'
export { rowsOf } from './sql.ts'
export type DatabaseAddress =
  | { url: string }
  /** The embedded PostgreSQL: `host` is the directory of its socket. */
  | { host: string; port: number; user: string; database: string }

/** The application's role. It owns nothing and is no superuser. */
export const APPLICATION_ROLE = 'cowrie_app'

const STATEMENT_TIMEOUT_MS = 5 * SECOND
const LOCK_TIMEOUT_MS = 2 * SECOND
const IDLE_IN_TRANSACTION_MS = 10 * SECOND
/** Longer than db-watch.ts takes to notice that the database is silent to this process only. */
const SILENT_MS = MINUTE
/**
 * How long a transaction waits for a connection. With the waits for a lock and a statement, 12 s at
 * most: below the 15 s that a webhook may take.
 */
const BEGIN_WAIT_MS = STATEMENT_TIMEOUT_MS
const CONNECT_TIMEOUT_MS = 10 * SECOND
/** Longer than a lock and a statement may take: what still waits is a COMMIT. */
const ANSWER_MS = 10 * SECOND
const KEEP_ALIVE_MS = MINUTE
const CONNECTIONS_MAX = 5
/** Single statements that share a connection when none is free. */
const SHARED_BY = 32
const TRANSACTIONS_MAX = 5
const HOT_CONNECTIONS_MAX = 4
const OWNER_CONNECTIONS_MAX = 2

type Settings = Record<string, string | number>

/** As the login of the address, without time limits: for migrations and reports. */
export function connectAsOwner(address: DatabaseAddress): Database {
  const unlimited = { beginWaitMs: null, silentMs: null, answerMs: null, settings: {} }
  return open(address, { max: OWNER_CONNECTIONS_MAX, ...unlimited })
}

/**
 * As the application. The server cancels statements that exceed their limit. Transactions do not
 * scan tables if there is an index: a plan that was made while a table was small read all payments
 * for each settlement. Statements that read everything run `set local enable_seqscan = on`. If no
 * connection is free within `beginWaitMs`, `begin` refuses with `overloaded`.
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
 * For the test write of db-watch.ts: without a time limit, and with so little memory that its sum
 * is spilled to disk.
 */
export function connectWatch(address: DatabaseAddress, role: string | null): Database {
  const settings = { ...limits, ...asRole(role), work_mem: '64kB' }
  return open(address, { max: 1, ...standard, answerMs: null, settings })
}

/**
 * For batches over arrays. Their plans are made once and never scan a table, whatever its size
 * then. (A plan made over an empty table scanned it when it had grown: 20,900 operations a second
 * became 1,250.)
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

/** For a standby (replica.ts). Read-only, also if it is a primary. */
export function connectReplica(address: DatabaseAddress, role: string | null): Database {
  const settings = { ...limits, ...asRole(role), default_transaction_read_only: 'on' }
  return open(address, { max: CONNECTIONS_MAX, ...standard, settings, isReplica: true })
}

/** In PostgreSQL's spelling: connection-check.ts compares them. */
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
  /** Acknowledged payments must survive a crash: `synchronous_commit = off` is refused. */
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
  /** Settings of transactions, if they differ. */
  within?: Settings
}

/**
 * Transactions have their own connections. Their settings differ, and a prepared statement keeps
 * the plan that its connection's settings gave it. And work in a transaction that also sends a
 * single statement would wait for itself if all connections were in transactions.
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
 * Of several hosts, uses the writable one, starting with the last that worked. A host that has
 * become a standby rejects writes (25006); its connections are not used again.
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

/** One per host. */
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
    // `sslmode` as in libpq.
    parameters.set('uselibpqcompat', 'true')
    return { ...config, connectionString: `${base}?${parameters}` }
  })
}

/** `postgres://user@one:5432,other:5432/name` becomes two addresses. */
function urlsOf(url: string): string[] {
  const parts = /^([^/]*\/\/(?:[^/]*@)?)([^/?]*)(.*)$/s.exec(url)
  if (!parts) return [url]
  const [, before, hosts, after] = parts
  return hosts!.split(',').map((host) => `${before}${host}${after}`)
}

/** The constraint that was violated; undefined for other errors. */
export function violatedConstraint(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.constraint : undefined
}

/** The five-character SQLSTATE; undefined for other errors. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError || error instanceof ValueError ? error.code : undefined
}

/** The database took too long; a retry may succeed. */
export function isBusy(error: unknown): boolean {
  return /^(40|53|57|55P03)/.test(sqlState(error) ?? '')
}
