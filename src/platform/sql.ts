import pg from 'pg'
import type { Answer, Connection, Row } from './connection.ts'
import { connectionError, type Pool } from './pool.ts'
import { Refusal } from './refusal.ts'
import { jsonOf, Names, type Raw, rawOf, typeOf, type Value } from './values.ts'

// A tagged template over pg (node-postgres): a query is the SQL itself, and each `${value}` is a
// parameter.
//
// (1) A query is sent when it is first awaited. A query inside another is part of its text.
// (2) Each query settles with its own rows, its own error, or the error of its connection.
// (3) A lost connection is not reopened: no work of a transaction goes elsewhere.
// (4) Nobody waits longer than `answerMs` for an answer. The server cancels statements before that,
//     but a COMMIT may wait for a standby without end. It then continues and keeps its connection,
//     so that a server whose commits hang does not get ever more connections.

export type Sql = {
  <Rows extends readonly unknown[] = Row[]>(
    text: TemplateStringsArray,
    ...parts: readonly (Value | Query<unknown> | Names)[]
  ): Query<Rows>
  /** Names; or of a row after `set` its assignments, and of rows elsewhere columns and values. */
  (names: string | object): Names
  /** Several statements, without parameters. */
  unsafe(text: string): Query<Row[]>
}

/** Inside `begin`: all of it is committed, or nothing. */
export type Transaction = Sql & {
  /** Removes the time limit of its statements. */
  liftTimeLimit(): Promise<void>
  /** Each of its queries may take this long: less than usual. */
  lowerTimeLimit(ms: number): Promise<void>
}

export type Database = Sql & {
  /**
   * Commits when `work` has succeeded. Rolls back and rejects if it fails, if one of its queries
   * has failed (even if the error was caught), or if its connection is lost.
   */
  begin<Result>(work: (own: Transaction) => Result | PromiseLike<Result>): Promise<Result>
  /** One connection for all queries of `work`, which is then closed: settings may stay. */
  reserve<Result>(work: (own: Sql) => Promise<Result>): Promise<Result>
  end(how?: { timeout: number }): Promise<void>
}

type Ask = (query: Query<unknown>) => Promise<Answer<Row[]>>

export class Query<Rows> implements Promise<Answer<Rows>> {
  readonly strings: readonly string[]
  readonly parts: readonly unknown[]
  /** Sent as one text, which may contain several statements. */
  readonly isSimple: boolean
  readonly #ask: Ask
  #answer: Promise<Answer<Rows>> | undefined

  constructor(strings: readonly string[], parts: readonly unknown[], ask: Ask, isSimple = false) {
    this.strings = strings
    this.parts = parts
    this.isSimple = isSimple
    this.#ask = ask
  }

  get [Symbol.toStringTag](): string {
    return 'Query'
  }

  /** Sends it, unless it was sent. */
  execute(): Promise<Answer<Rows>> {
    this.#answer ??= this.#ask(this) as Promise<Answer<unknown>> as Promise<Answer<Rows>>
    return this.#answer
  }

  // biome-ignore lint/suspicious/noThenProperty: to be awaited is what sends a query.
  then<Done = Answer<Rows>, Failed = never>(
    done?: ((answer: Answer<Rows>) => Done | PromiseLike<Done>) | null,
    failed?: ((reason: unknown) => Failed | PromiseLike<Failed>) | null,
  ): Promise<Done | Failed> {
    return this.execute().then(done, failed)
  }

  catch<Failed = never>(
    failed?: ((reason: unknown) => Failed | PromiseLike<Failed>) | null,
  ): Promise<Answer<Rows> | Failed> {
    return this.execute().catch(failed)
  }

  finally(run?: (() => void) | null): Promise<Answer<Rows>> {
    return this.execute().finally(run)
  }
}

/** Appends the query's parameters to `values` and returns its text. */
function textOf({ strings, parts }: Query<unknown>, before: string, values: Raw[]): string {
  let text = before + strings[0]
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i]
    if (part instanceof Query) text = textOf(part, text, values)
    else if (part instanceof Names) text += part.write(text, (value) => place(value, values))
    else text += place(part, values)
    text += strings[i + 1]
  }
  return text
}

function place(value: unknown, values: Raw[]): string {
  if (value instanceof Query) return textOf(value, '', values)
  return `$${values.push(rawOf(value))}${typeOf(value)}`
}

/**
 * Rows of a table, or of a type, as a part of a statement: one parameter, whatever their columns.
 * Members go by name, so no column can take the place of another; one that is not sent is null.
 * Values are strings in JSON, which keeps every digit of an amount.
 */
export function rowsOf(sql: Sql, type: string, rows: readonly object[]): Query<Row[]> {
  return sql`json_populate_recordset(null::${sql(type)}, ${jsonOf(rows)}::json)`
}

function sqlOver(ask: Ask): Sql {
  const sql = (first: TemplateStringsArray | string | object, ...parts: unknown[]) =>
    Array.isArray(first) && 'raw' in first ? new Query(first, parts, ask) : new Names(first)
  const unsafe = (text: string) => new Query<Row[]>([text], [], ask, true)
  return Object.assign(sql as Sql, { unsafe })
}

function askOver(connection: Connection): Ask {
  return async (query) => {
    if (query.isSimple) return connection.ask(query.strings[0]!)
    const values: Raw[] = []
    return connection.ask(textOf(query, '', values), values)
  }
}

/** `connect` says why transactions have their own pool. `answerMs`: null is without a limit. */
export function databaseOver(
  single: Pool<Connection>,
  transactions: Pool<Connection>,
  answerMs: number | null,
): Database {
  const askOnce = (query: Query<unknown>) =>
    untilGivenUp<Answer<Row[]>>((giveUp) =>
      single.lend((connection) =>
        watched(askOver(connection)(query), answerMs, () => giveUp(new Refusal('outcome_unknown'))),
      ),
    )
  return Object.assign(sqlOver(askOnce), {
    begin: ((work) =>
      untilGivenUp((giveUp) =>
        transactions.lend((one) => inTransaction(one, work, answerMs, giveUp)),
      )) as Database['begin'],
    reserve: ((work) =>
      transactions.lend(async (connection) => {
        try {
          return await work(sqlOver(askOver(connection)))
        } finally {
          connection.close()
        }
      })) as Database['reserve'],
    async end({ timeout }: { timeout: number } = { timeout: 60 }) {
      await Promise.all([single.end(timeout * 1_000), transactions.end(timeout * 1_000)])
    },
  })
}

type GiveUp = (why: Error) => void

/** Settles as `run` does, or rejects as soon as it gives up, whatever is still in progress. */
function untilGivenUp<Result>(run: (giveUp: GiveUp) => Promise<Result>): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  run(reject).then(resolve, reject)
  return promise
}

async function watched<Result>(
  asked: Promise<Result>,
  ms: number | null,
  late: () => void,
): Promise<Result> {
  if (ms === null) return asked
  const timer = setTimeout(late, ms)
  try {
    return await asked
  } finally {
    clearTimeout(timer)
  }
}

async function inTransaction<Result>(
  connection: Connection,
  work: (own: Transaction) => Result | PromiseLike<Result>,
  answerMs: number | null,
  giveUp: GiveUp,
): Promise<Result> {
  const failures: unknown[] = []
  let isOver = false
  const silent = () => {
    const error = connectionError('CONNECTION_CLOSED', 'The database does not answer.')
    failures.push(error)
    isOver = true
    giveUp(error)
  }
  const ask = <Told>(asked: Promise<Told>) =>
    watched(asked, connection.isPatient ? null : answerMs, silent)
  const askOwn = askOver(connection)
  const own = sqlOver(async (query) => {
    if (isOver) throw connection.lost ?? new Error('The database transaction is over.')
    try {
      return await ask(askOwn(query))
    } catch (error) {
      failures.push(error)
      throw error
    }
  })
  const liftTimeLimit = async () => {
    connection.isPatient = true
    await own`set local statement_timeout = 0`
  }
  const lowerTimeLimit = async (ms: number) => {
    await own`select set_config('statement_timeout', ${`${ms}ms`}, true)`
  }
  await ask(connection.ask('begin'))
  try {
    if (failures.length > 0) throw failures[0]
    const lost = new Promise<never>((_, reject) => {
      connection.onLost = reject
    })
    const result = await Promise.race([
      lost,
      work(Object.assign(own, { liftTimeLimit, lowerTimeLimit })),
    ])
    if (failures.length > 0) throw failures[0]
    isOver = true
    const unknown = () => giveUp(new Refusal('outcome_unknown'))
    const { command } = await watched(connection.ask('commit'), answerMs, unknown)
    if (command !== 'COMMIT') throw failures[0] ?? new Error('One of its queries failed.')
    return result
  } catch (error) {
    isOver = true
    if (!connection.lost) await connection.ask('rollback').catch(() => connection.destroy())
    const isLater = error instanceof pg.DatabaseError && error.code === '25P02'
    throw isLater ? (failures[0] ?? error) : error
  } finally {
    connection.onLost = undefined
    connection.isPatient = false
  }
}
