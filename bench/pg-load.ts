import { connect } from 'node:net'
import { type Measured, type Plan, startLoop } from './loop.ts'
import { type Numbers, numbersOf, PLACE, placesIn, writeNumber } from './numbers.ts'
import { answersReader, bindAndRun, parse, startup } from './pg-wire.ts'
import { serveWorker } from './worker.ts'

// What `pgbench -M prepared` does, in one process: a statement prepared once for each connection,
// then one row a statement and one statement a transaction, one in flight on a connection. Its
// only parameter, $1, is the number as text.
//
// (1) An error of the server ends the run, and so does an answer of more or fewer rows than asked.

const READ_BYTES = 64 * 1024

export type PgLoad = Plan & {
  socketPath: string
  user: string
  database: string
  statement: string
  /** Rows that each statement must return. */
  rows: number
  numbers: Numbers
}

// Every connection reads into it: what is read is dealt with before the next read.
const memory = Buffer.allocUnsafe(READ_BYTES)

serveWorker(run)

async function run(load: PgLoad): Promise<Measured> {
  const numberOf = numbersOf(load.numbers)
  const lost = Promise.withResolvers<never>()
  lost.promise.catch(() => {})
  const template = bindAndRun(PLACE)
  const places = placesIn(template)
  const opening = Promise.all(
    Array.from({ length: load.connections }, async (_, connection) => {
      const session = open(load, lost.reject)
      await session.ask(startup(load.user, load.database))
      await session.ask(parse(load.statement))
      session.onReady = (rows) => {
        if (rows === load.rows) loop.answered(connection)
        else lost.reject(new Error(`${rows} rows where ${load.rows} were expected`))
      }
      return { session, template: Buffer.from(template) }
    }),
  )
  const connections = await Promise.race([opening, lost.promise])
  const loop = startLoop(load, (connection) => {
    const { session, template } = connections[connection]!
    writeNumber(template, places, numberOf())
    session.socket.write(template)
  })
  try {
    return await Promise.race([loop.done, lost.promise])
  } finally {
    for (const { session } of connections) session.close()
  }
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
