import { randomInt } from 'node:crypto'
import { Socket } from 'node:net'
import pg from 'pg'
import { MINUTE } from './clock.ts'
import { connectionError, type Lendable } from './pool.ts'
import { camelOf, type Parser, parserOf, type Raw } from './values.ts'

// One connection to PostgreSQL, by pg (node-postgres) as published. Statements are prepared under a
// name; several may be asked at once, and are answered in their order.
//
//   new ──> fit <──> asked ──> fit      [connect; ask, its answer or error]
//           fit, asked ──> lost         [the server or the socket ended, or was silent: all that
//                                        was asked is rejected, and all that will be]

// biome-ignore lint/suspicious/noExplicitAny: the caller knows which columns it asks for.
export type Row = Record<string, any>
/** `count`: the rows that were read or changed. */
export type Answer<Rows> = Rows & { readonly count: number; readonly command: string }

/** A text that was sent before. `shape`: of the rows that came. */
type Statement = { text: string; name: string | undefined; shape?: Shape }
/** Of the statements that a connection has prepared: what is known is not described again. */
type Shapes = Map<Statement, Shape>
type Field = { name: string; dataTypeID: number }
type Shape = { fields: Field[]; columns: string[]; parsers: Parser[]; empty: Row }

const STATEMENTS_MAX = 5_000
const statements = new Map<string, Statement>()

/** Prepared under one name on every connection; those beyond the bound, anew each time. */
function statementOf(text: string): Statement {
  const known = statements.get(text)
  if (known) return known
  const isKept = statements.size < STATEMENTS_MAX
  const statement = { text, name: isKept ? `s${statements.size}` : undefined }
  if (isKept) statements.set(text, statement)
  return statement
}

function shapeOf(fields: Field[]): Shape {
  const columns = fields.map(({ name }) => camelOf(name))
  const parsers = fields.map(({ dataTypeID }) => parserOf(dataTypeID))
  // A copy of a row that has all of its members is no hash table, however many there are.
  const empty = JSON.parse(`{${columns.map((column) => `${JSON.stringify(column)}:null`)}}`)
  return { fields, columns, parsers, empty }
}

function isSame(some: Field[], others: Field[]): boolean {
  if (some.length !== others.length) return false
  for (let i = 0; i < some.length; i++) {
    const { name, dataTypeID } = others[i]!
    if (some[i]!.name !== name || some[i]!.dataTypeID !== dataTypeID) return false
  }
  return true
}

type Settle = (error: unknown, answer?: Answer<Row[]>) => void
/** What a query of pg sends through. */
type Wire = Record<'bind' | 'execute' | 'sync', (message?: object) => void>
/** What a client of pg uses of a query; it tells it of each message that comes. */
type PgQuery = { name: string | undefined; values: Raw[] | undefined; callback: Settle } & {
  prepare(wire: Wire): void
}
const PgQuery = pg.Query as unknown as new (text: string) => PgQuery

/** A query of pg that makes its rows itself: what is known of their shape is not made anew. */
class Asked extends PgQuery {
  readonly #statement: Statement
  readonly #shapes: Shapes
  #shape: Shape | undefined
  #found: Row[] = []
  #tag = ''
  #failure: unknown = null

  constructor(statement: Statement, values: Raw[] | undefined, shapes: Shapes, settle: Settle) {
    super(statement.text)
    this.name = statement.name
    this.values = values
    this.callback = settle
    this.#statement = statement
    this.#shapes = shapes
    this.#shape = shapes.get(statement)
  }

  /** The server refuses a prepared statement (0A000) whose rows would have another shape now. */
  override prepare(wire: Wire): void {
    if (this.#shape) {
      wire.bind({ statement: this.name, values: this.values })
      wire.execute()
      wire.sync()
    } else super.prepare(wire)
  }

  handleRowDescription({ fields }: { fields: Field[] }): void {
    const known = this.#statement.shape
    this.#shape = known && isSame(fields, known.fields) ? known : shapeOf(fields)
    this.#statement.shape = this.#shape
    this.#found = []
    if (this.name) this.#shapes.set(this.#statement, this.#shape)
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const { columns, parsers, empty } = this.#shape!
    const row = { ...empty }
    try {
      for (let i = 0; i < fields.length; i++) {
        const text = fields[i]!
        row[columns[i]!] = text === null ? null : parsers[i]!(text)
      }
      this.#found.push(row)
    } catch (error) {
      this.#failure ??= error
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#tag = text
  }

  handleReadyForQuery(): void {
    const [command, ...numbers] = this.#tag.split(' ')
    const count = { value: Number(numbers.at(-1) ?? 0) }
    const answer = Object.defineProperties(this.#found, { count, command: { value: command } })
    this.callback(this.#failure, answer as Answer<Row[]>)
  }
}

/** Half of it by chance: not all are made anew at once. */
const LIFE_MS = 60 * MINUTE
/** What is wrong is the connection, or what it remembers of a statement; or it may only read. */
const UNFIT = /^(0A000|26000|25006)$/
const STALE = /^(0A000|26000)$/

export class Connection implements Lendable {
  readonly closed: Promise<void>
  /** Why it was lost. */
  lost: Error | undefined
  onLost: ((error: Error) => void) | undefined
  /** Set where a statement may be silent for long. */
  isPatient = false
  readonly #client: pg.Client
  readonly #socket = new Socket()
  readonly #silentMs: number
  readonly #shapes: Shapes = new Map()
  #until = performance.now() + randomInt(LIFE_MS / 2, LIFE_MS)
  #asked = 0

  /** `silentMs`: a database that owes an answer and says nothing for so long is taken for lost. */
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
      // It was not run: the server knows the statement no more, or as it was before a migration.
      const isStale = STALE.test(error.code!) && this.#client.getTransactionStatus() === 'I'
      if (!isStale || !values) throw error
      return this.#send({ ...statement, name: undefined }, values)
    })
  }

  #send(statement: Statement, values: Raw[] | undefined): Promise<Answer<Row[]>> {
    this.#asked += 1
    // Anew: a time limit of a socket that has passed once, while nothing was asked, never returns.
    if (this.#asked === 1) this.#socket.setTimeout(this.#silentMs)
    this.#gather()
    return new Promise((resolve, reject) => {
      const asked = new Asked(statement, values, this.#shapes, (error, answer) => {
        this.#asked -= 1
        if (!error) resolve(answer!)
        else reject(error instanceof pg.DatabaseError ? error : (this.lost ?? error))
      })
      this.#client.query(asked as unknown as pg.Submittable)
    })
  }

  /** What is asked in one turn of the event loop leaves in one piece. */
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
