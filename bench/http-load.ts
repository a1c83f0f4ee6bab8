import { connect, type Socket } from 'node:net'
import { answerReader } from './http-answers.ts'
import { type Measured, type Plan, startLoop } from './loop.ts'
import { DIGITS, type Numbers, numbersOf, placesIn, writeNumber } from './numbers.ts'
import type { Payload } from './payloads.ts'
import { serveWorker } from './worker.ts'

// Load over HTTP/1.1 keep-alive. It shares two cores with what it measures, so it is cheap: bare
// sockets, one read buffer, requests that are a template with nine digits written over it; where
// they must be signed, each is.
//
// (1) Whatever is not 2xx is a failure, and so is a sampled answer that is about another request or
//     tells of another outcome. Where it is measured how much is refused, a 503 is counted apart.

const READ_BYTES = 64 * 1024
/** One answer in so many is read: it must hold what the payload expects. */
const SAMPLE_EVERY = 64
const BUSY = 503

export type HttpLoad = Plan & {
  host: string
  port: number
  numbers: Numbers
  mayBeRefused?: boolean
  /** A function of this module makes the `Payload` from the options. */
  payload: { module: string; name: string; options: object }
}

export type HttpMeasured = Measured & {
  failures: number
  firstFailure: string | null
  read: number
}

type Connection = { socket: Socket; template: Buffer }

// Every connection reads into it: what is read is dealt with before the next read.
const memory = Buffer.allocUnsafe(READ_BYTES)

serveWorker(run)

async function run(load: HttpLoad): Promise<HttpMeasured> {
  const module = await import(new URL(load.payload.module, import.meta.url).href)
  const { text, expected, complete }: Payload = module[load.payload.name](load.payload.options)
  const places = placesIn(Buffer.from(text))
  const numberOf = numbersOf(load.numbers)
  const lost = Promise.withResolvers<never>()
  lost.promise.catch(() => {})
  let failures = 0
  let firstFailure: string | null = null
  let answers = 0
  let read = 0

  function look(connection: number, status: number, body: Buffer | null): void {
    answers += 1
    const sampled = answers % SAMPLE_EVERY === 0 && body !== null
    if (sampled) read += 1
    const isRight = !sampled || body.includes(expected ?? numberIn(connections[connection]!))
    if (status >= 200 && status < 300 && isRight) return
    failures += 1
    firstFailure ??= `${status} ${body?.toString() ?? ''}`
  }

  function numberIn({ template }: Connection): Buffer {
    return template.subarray(places.whole[0]!, places.whole[0]! + DIGITS)
  }

  const opening = Promise.all(
    Array.from({ length: load.connections }, async (_, connection): Promise<Connection> => {
      const reader = answerReader((status, body) => {
        const isRefused = status === BUSY && load.mayBeRefused === true
        if (!isRefused) look(connection, status, body)
        loop.answered(connection, isRefused)
      })
      const socket = await open(load, reader, lost.reject)
      return { socket, template: Buffer.from(text) }
    }),
  )
  const connections = await Promise.race([opening, lost.promise])
  const loop = startLoop(load, (connection) => {
    const { socket, template } = connections[connection]!
    writeNumber(template, places, numberOf())
    complete(template)
    socket.write(template)
  })
  try {
    const measured = await Promise.race([loop.done, lost.promise])
    return { ...measured, failures, firstFailure, read }
  } finally {
    for (const { socket } of connections) socket.removeAllListeners('close').destroy()
  }
}

function open(
  { host, port }: HttpLoad,
  reader: (chunk: Buffer) => void,
  onLost: (error: Error) => void,
): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const callback = (bytes: number) => {
    try {
      reader(memory.subarray(0, bytes))
    } catch (error) {
      onLost(error as Error)
    }
    return true
  }
  const socket = connect({ host, port, noDelay: true, onread: { buffer: memory, callback } })
  socket.once('connect', () => resolve(socket))
  socket.once('error', reject)
  socket.on('error', onLost)
  socket.once('close', () => onLost(new Error('the service closed a connection')))
  return promise
}
