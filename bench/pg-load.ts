import { connect } from 'node:net'
import { type Measured, type Plan, startLoop } from './loop.ts'
import { type Numbers, numbersOf, PLACE, placesIn, writeNumber } from './numbers.ts'
import { answersReader, bindAndRun, parse, startup } from './pg-wire.ts'
import { serveWorker } from './worker.ts'

// What `pgbench -M prepared` does, in one process: a statement prepared once for each connection,
// then one row a statement and one statement a transaction, one in flight on a connection. Its
// only parameter, if it has one, is $1, the number as text. Of several statements, each is sent
// when the one before it is answered, with the same number, and all of them are one request.
//
// (1) An error of the server ends the run, and so does an answer of more or fewer rows than asked.

const READ_BYTES = 64 * 1024

export type PgLoad = Plan & {
  socketPath: string
  user: string
  database: string
  statements: string[]
  /** Of the server, for each connection. */
  settings: Record<string, string>
  /** Rows that each statement must return, or of several each its own. */
  rows: number | number[]
  numbers: Numbers
}

// Every connection reads into it: what is read is dealt with before the next read.
const memory = Buffer.allocUnsafe(READ_BYTES)

serveWorker(run)

async function run(load: PgLoad): Promise<Measured> {
  const numberOf = numbersOf(load.numbers)
  const lost = Promise.withResolvers<never>()
  lost.promise.catch(() => {})
  const requests = load.statements.map((statement, i) =>
    bindAndRun(nameOf(i), statement.includes('$1') ? PLACE : null),
  )
  const wanted = load.statements.map((_, i) =>
    typeof load.rows === 'number' ? load.rows : load.rows[i]!,
  )
  const places = requests.map(placesIn)
  const opening = Promise.all(
    Array.from({ length: load.connections }, async (_, connection) => {
      const session = open(load, lost.reject)
      await session.ask(startup(load.user, load.database, load.settings))
      for (const [i, statement] of load.statements.entries()) {
        await session.ask(parse(nameOf(i), statement))
      }
      const templates = requests.map((request) => Buffer.from(request))
      let answered = 0
      session.onReady = (rows) => {
        const expected = wanted[answered]!
        answered = (answered + 1) % templates.length
        if (rows !== expected) {
          lost.reject(new Error(`${rows} rows where ${expected} were expected`))
        } else if (answered === 0) loop.answered(connection)
        else session.socket.write(templates[answered]!)
      }
      return { session, templates }
    }),
  )
  const connections = await Promise.race([opening, lost.promise])
  const loop = startLoop(load, (connection) => {
    const { session, templates } = connections[connection]!
    const number = numberOf()
    for (const [i, template] of templates.entries()) {
      if (places[i]!.whole.length > 0) writeNumber(template, places[i]!, number)
    }
    session.socket.write(templates[0]!)
  })
  try {
    return await Promise.race([loop.done, lost.promise])
  } finally {
    for (const { session } of connections) session.close()
  }
}

function nameOf(statement: number): string {
  return `s${statement}`
}

function open({ socketPath }: PgLoad, onLost: (error: Error) => void) {
  const read = answersReader((rows) => session.onReady(rows))
  const callback = (bytes: number) => {
    try {
      read(memory.subarray(0, bytes))
    } catch (error) {
      onLost(error as Error)
    }
    return true
  }
  const socket = connect({ path: socketPath, onread: { buffer: memory, callback } })
  socket.on('error', onLost)
  socket.once('close', () => onLost(new Error('the server closed a connection')))
  const session = {
    socket,
    onReady: (_rows: number): void => {},
    ask(message: Buffer): Promise<number> {
      const { promise, resolve, reject } = Promise.withResolvers<number>()
      socket.once('error', reject)
      session.onReady = resolve
      socket.write(message)
      return promise
    },
    close(): void {
      socket.removeAllListeners('close').destroy()
    },
  }
  return session
}
