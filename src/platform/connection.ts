import { randomInt } from 'node:crypto'
import { Socket } from 'node:net'
import pg from 'pg'
import { MINUTE } from './clock.ts'
import { connectionError, type Lendable } from './pool.ts'
import { camelOf, parserOf, type Raw } from './values.ts'

// One connection to PostgreSQL, over pg (node-postgres). Statements are prepared under a name.
// Several can be in progress; they are answered in order.
//
//   new ──> fit <──> asked ──> fit      [connect; ask, its answer or error]
//           fit, asked ──> lost         [the server or the socket ended, or was silent: queries in
//                                        progress and later ones are rejected]

// biome-ignore lint/suspicious/noExplicitAny: the caller knows which columns it asks for.
export type Row = Record<string, any>
/** `count`: rows that were read or changed. */
export type Answer<Rows> = Rows & { readonly count: number; readonly command: string }

type Field = { name: string; dataTypeID: number }
/** How the rows of one statement are read. */
type Shape = { fields: Field[]; columns: string[]; empty: Row }
type Statement = { text: string; name: string | undefined; shape?: Shape }
type Result = pg.QueryArrayResult<unknown[]>

const STATEMENTS_MAX = 5_000
const statements = new Map<string, Statement>()
const types = { getTypeParser: parserOf } as pg.CustomTypesConfig

/**
 * Every connection prepares a statement under the same name. Statements beyond the limit have no
 * name and are parsed each time.
 */
function statementOf(text: string): Statement {
  const known = statements.get(text)
  if (known) return known
  const isKept = statements.size < STATEMENTS_MAX
  const statement = { text, name: isKept ? `s${statements.size}` : undefined }
  if (isKept) statements.set(text, statement)
  return statement
}

/** The shape is kept with the statement, and made again when its columns change. */
function shapeOf(statement: Statement, fields: Field[]): Shape {
  const known = statement.shape
  if (known && isSame(fields, known.fields)) return known
  const columns = fields.map(({ name }) => camelOf(name))
  // V8 keeps a copy of this row as an object with a shape; a row built member by member becomes a
  // hash table when it has many columns.
  const empty = JSON.parse(`{${columns.map((column) => `${JSON.stringify(column)}:null`)}}`)
  statement.shape = { fields, columns, empty }
  return statement.shape
}

function isSame(some: Field[], others: Field[]): boolean {
  return some.length === others.length && some.every(({ name }, i) => name === others[i]!.name)
}

/** For several statements in one text, pg has one result each: the last one answers. */
function answerOf(statement: Statement, results: Result | Result[]): Answer<Row[]> {
  const { rows, fields, command, rowCount } = Array.isArray(results) ? results.at(-1)! : results
  const { columns, empty } = shapeOf(statement, fields)
  const found = rows.map((values) => {
    const row = { ...empty }
    for (let i = 0; i < columns.length; i++) row[columns[i]!] = values[i]
    return row
  })
  const own = { count: { value: rowCount ?? 0 }, command: { value: command } }
  return Object.defineProperties(found, own) as Answer<Row[]>
}

/** Renewed after 30 to 60 minutes, so that connections do not all end at once. */
const LIFE_MS = 60 * MINUTE
/**
 * Errors after which the connection is not used again: it remembers an outdated statement, or the
 * server has become read-only.
 */
const UNFIT = /^(0A000|26000|25006)$/
const STALE = /^(0A000|26000)$/

export class Connection implements Lendable {
  readonly closed: Promise<void>
  lost: Error | undefined
  onLost: ((error: Error) => void) | undefined
  /** Set while a statement may be silent for long. */
  isPatient = false
  readonly #client: pg.Client
  readonly #socket = new Socket()
  readonly #silentMs: number
  #until = performance.now() + randomInt(LIFE_MS / 2, LIFE_MS)
  #asked = 0

  /**
   * `silentMs`: if the database owes an answer and is silent for this long, the connection is lost.
   */
  constructor(config: pg.ClientConfig, silentMs: number | null) {
    const stream = () => this.#socket
    this.#client = new pg.Client({ ...config, stream, pipeline: true })
    this.#client.on('error', (error) => this.#lose(error))
    this.closed = new Promise((resolve) => this.#socket.once('close', () => resolve()))
    this.#silentMs = silentMs ?? 0
    this.#socket.on('timeout', () => {
      if (this.#asked > 0 && !this.isPatient) this.destroy()
    })
  }

  get isFit(): boolean {
    return !this.lost && performance.now() < this.#until
  }

  get isAtRest(): boolean {
    return this.#asked === 0 && this.#client.getTransactionStatus() === 'I'
  }

  async connect(): Promise<void> {
    try {
      await this.#client.connect()
    } catch (error) {
      this.destroy()
      throw this.#lose(error as Error)
    }
  }

  ask(text: string, values?: Raw[]): Promise<Answer<Row[]>> {
    const statement = values ? statementOf(text) : { text, name: undefined }
    return this.#send(statement, values).catch((error) => {
      if (!(error instanceof pg.DatabaseError)) throw error
      if (error.severity === 'FATAL' || UNFIT.test(error.code!)) this.#until = 0
      // It did not run: the server no longer knows the statement, or knows it from before a
      // migration.
      const isStale = STALE.test(error.code!) && this.#client.getTransactionStatus() === 'I'
      if (!isStale || !values) throw error
      return this.#send({ ...statement, name: undefined }, values)
    })
  }

  #send(statement: Statement, values: Raw[] | undefined): Promise<Answer<Row[]>> {
    this.#asked += 1
    // Set again: a socket timeout that passed while idle does not fire again.
    if (this.#asked === 1) this.#socket.setTimeout(this.#silentMs)
    this.#gather()
    return new Promise((resolve, reject) => {
      const { text, name } = statement
      const query = { text, name, values, rowMode: 'array' as const, types }
      this.#client.query<unknown[]>(query as pg.QueryArrayConfig, (error, results) => {
        this.#asked -= 1
        if (!error) resolve(answerOf(statement, results))
        else reject(error instanceof pg.DatabaseError ? error : (this.lost ?? error))
      })
    })
  }

  /** Queries of one turn of the event loop are written together. */
  #gather(): void {
    if (this.#socket.writableCorked > 0) return
    this.#socket.cork()
    process.nextTick(() => this.#socket.uncork())
  }

  #lose(error: Error): Error {
    const isTold = error instanceof pg.DatabaseError
    this.lost ??= isTold ? error : connectionError('CONNECTION_CLOSED', error.message, error)
    this.onLost?.(this.lost)
    return this.lost
  }

  close(): void {
    this.#until = 0
    this.#client.end().catch(() => {})
  }

  destroy(): void {
    this.#socket.destroy(connectionError('CONNECTION_CLOSED', 'The database does not respond.'))
  }
}
