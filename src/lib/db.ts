import { randomInt } from 'node:crypto'
import type Postgres from 'postgres'
import { SECOND } from './clock.ts'
import { gate } from './gate.ts'
import { postgres } from './postgres.ts'

// Postgres.js: a query is the SQL itself. `int8` comes back as a bigint, columns in camelCase.

export type Sql = Postgres.ISql<{ bigint: bigint }>
export type Database = Postgres.Sql<{ bigint: bigint }>
export type DatabaseAddress =
  | { url: string }
  /** A PostgreSQL of our own, over a socket in the directory `host`. */
  | { host: string; port: number; user: string; database: string }

/** What the application may be: it owns nothing and is no superuser. */
export const APPLICATION_ROLE = 'cowrie_app'

const STATEMENT_TIMEOUT_MS = 5 * SECOND
const LOCK_TIMEOUT_MS = 2 * SECOND
const IDLE_IN_TRANSACTION_MS = 10 * SECOND
/**
 * For a connection of a database transaction: as long as a statement may take. Then the wait, one
 * for a lock and a statement are 12 s, below the 15 s that we wait ourselves for a receiver.
 */
const BEGIN_WAIT_MS = STATEMENT_TIMEOUT_MS
const CONNECT_TIMEOUT_SECONDS = 10
/** Before a lost connection is made again: doubled with each that fails, half of it by chance. */
const AGAIN_SECONDS = 0.01
const AGAIN_SECONDS_MAX = 0.5
const CONNECTIONS_MAX = 5
const TRANSACTIONS_MAX = 5
const HOT_CONNECTIONS_MAX = 4
const OWNER_CONNECTIONS_MAX = 2

type Settings = Record<string, string | number>

/** As whoever the address says, without time limits: for migrations and reports. */
export function connectAsOwner(address: DatabaseAddress): Database {
  return open(address, { max: OWNER_CONNECTIONS_MAX, beginWaitMs: null, settings: {} })
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
  beginWaitMs = BEGIN_WAIT_MS,
): Database {
  const settings = { ...limits, ...asRole(role) }
  const within = { ...settings, enable_seqscan: 'off' }
  return open(address, { max: CONNECTIONS_MAX, beginWaitMs, settings, within })
}

/**
 * For batches over arrays: their plans are made once and never by scanning a table, whatever its
 * size was when they were made. (A plan made over an empty table scanned it when it had grown:
 * 20,900 operations a second fell to 1,250.)
 */
export function connectHot(address: DatabaseAddress, role: string | null): Database {
  const plans = { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off', jit: 'off' }
  const settings = { ...limits, ...asRole(role), ...plans }
  return open(address, { max: HOT_CONNECTIONS_MAX, beginWaitMs: BEGIN_WAIT_MS, settings })
}

const limits: Settings = {
  statement_timeout: STATEMENT_TIMEOUT_MS,
  lock_timeout: LOCK_TIMEOUT_MS,
  idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
  max_parallel_workers_per_gather: '0', // As a number, Postgres.js leaves it out.
}

function asRole(role: string | null): Settings {
  return role === null ? {} : { role }
}

type Opening = {
  /** Connections for single statements. */
  max: number
  beginWaitMs: number | null
  settings: Settings
  /** Those of database transactions, where they are others. */
  within?: Settings
}

function open(address: DatabaseAddress, opening: Opening): Database {
  const { max, beginWaitMs, settings, within = settings } = opening
  const options = {
    connect_timeout: CONNECT_TIMEOUT_SECONDS,
    backoff: waitSeconds,
    types: { bigint: postgres.BigInt },
    transform: postgres.camel,
    onnotice: () => {},
  }
  const pool = (connections: number, of: Settings): Database => {
    const connection = { application_name: 'cowrie', ...of }
    const own = { ...options, connection, max: connections }
    if (!('url' in address)) return postgres({ ...own, ...address })
    // As libpq has it: ?host=/run/postgresql is the folder of a socket.
    const url = new URL(address.url)
    const host = url.searchParams.get('host')
    url.searchParams.delete('host')
    return postgres(url.href, host === null ? own : { ...own, host })
  }
  return withTransactions(pool(max, settings), pool(TRANSACTIONS_MAX, within), beginWaitMs)
}

/** What Postgres.js waits by itself grows to 20 s, and a database is back sooner. */
function waitSeconds(failures: number): number {
  const seconds = Math.min(AGAIN_SECONDS * 2 ** failures, AGAIN_SECONDS_MAX)
  return (seconds * randomInt(50, 100)) / 100
}

/**
 * Database transactions have connections of their own. Postgres.js sends statements ahead on
 * connections that are at work, a BEGIN among them; and where that is the last for which there is
 * room, or its bytes do not leave at once, it does not keep the connection for it
 * (porsager/postgres#1189): what others write there is told to be written, in a transaction that
 * nobody commits. Where nothing but BEGIN is sent first, each finds a connection at rest.
 *
 * There is a gate before them, with a place for each. Postgres.js would let any number wait, and
 * takes back nothing that waits in it; who gives up at the gate has sent nothing.
 */
function withTransactions(
  statements: Database,
  transactions: Database,
  beginWaitMs: number | null,
): Database {
  const enter = gate(TRANSACTIONS_MAX, beginWaitMs)
  const begin = transactions.begin.bind(transactions) as (...asked: unknown[]) => Promise<unknown>
  const end = statements.end.bind(statements)
  const database = Object.assign(statements, {
    begin: ((...asked: unknown[]) => enter(() => begin(...asked))) as Database['begin'],
    end: async (how?: { timeout?: number }) => {
      await Promise.all([end(how), transactions.end(how)])
    },
  })
  behindGate.set(database, transactions)
  return database
}

const behindGate = new WeakMap<Database, Database>()

/**
 * The connections of its database transactions, without the gate: to ask whether they answer. Who
 * is refused at the gate has heard of a queue, and nothing of the database.
 */
export function transactionsOf(database: Database): Database {
  return behindGate.get(database) ?? database
}

/** The name of the constraint that refused, or undefined where the error is of another kind. */
export function violatedConstraint(error: unknown): string | undefined {
  return error instanceof postgres.PostgresError ? error.constraint_name : undefined
}

/** The five-character SQLSTATE, or undefined where the error did not come from the server. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof postgres.PostgresError ? error.code : undefined
}
