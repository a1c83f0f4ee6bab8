import { Agent, createServer, type IncomingMessage, request } from 'node:http'
import { type Measured, type Plan, startLoop } from './loop.ts'
import { type Numbers, numbersOf, PLACE } from './numbers.ts'
import { serveWorker } from './worker.ts'

// Who asks for an event, and the servers that its webhook comes to: one process, so that both ends
// have one clock. It counts from the request for the event until the webhook has arrived, and then
// asks for the next.
//
// (1) Whatever is not 2xx, and a webhook without its signature, is a failure.

export type EventsLoad =
  /** Answers the port. */
  | { step: 'listen' }
  | (Plan & {
      step: 'run'
      url: string
      /** In turn, each with places for the number. */
      requests: { body: string; headers: Record<string, string> }[]
      /** The id of an event, in the answer to its request and in its webhook. */
      idInAnswer: string
      idHeader: string
      signatureHeader: string
      numbers: Numbers
    })
type EventsRun = Extract<EventsLoad, { step: 'run' }>

export type Evented = {
  port: number
  measured: (Measured & { failures: number; firstFailure: string | null }) | null
}

const agent = new Agent({ keepAlive: true })
const early = new Set<string>()
const awaited = new Map<string, () => void>()
let port = 0
let headers = { id: '', signature: '' }
let unsigned = 0

serveWorker(run)

async function run(load: EventsLoad): Promise<Evented> {
  if (load.step === 'run') return { port, measured: await events(load) }
  port = await listen()
  return { port, measured: null }
}

async function events(load: EventsRun) {
  headers = { id: load.idHeader, signature: load.signatureHeader }
  unsigned = 0
  early.clear()
  awaited.clear()
  const numberOf = numbersOf(load.numbers)
  const inAnswer = new RegExp(load.idInAnswer)
  let failures = 0
  let firstFailure: string | null = null
  const event = async () => {
    const number = numberOf()
    const { body, headers } = load.requests[number % load.requests.length]!
    const answer = await post(load.url, body.replaceAll(PLACE, String(number)), headers)
    const id = inAnswer.exec(answer)?.[1]
    if (id === undefined) throw new Error(`no event in ${answer}`)
    await arrival(id)
  }
  const loop = startLoop(load, (connection) => {
    event()
      .catch((error: Error) => {
        failures += 1
        firstFailure ??= error.message
      })
      .then(() => loop.answered(connection))
  })
  const measured = await loop.done
  if (unsigned > 0) firstFailure ??= 'a webhook had no signature'
  return { ...measured, failures: failures + unsigned, firstFailure }
}

function arrival(id: string): Promise<void> {
  if (early.delete(id)) return Promise.resolve()
  return new Promise((resolve) => awaited.set(id, resolve))
}

async function post(url: string, body: string, more: Record<string, string>): Promise<string> {
  const length = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const sent = request(url, { method: 'POST', agent, headers: { ...length, ...more } }, resolve)
  sent.on('error', reject)
  sent.end(body)
  const response = await promise
  const text = await textOf(response)
  if (response.statusCode! >= 300) throw new Error(`${response.statusCode} ${text}`)
  return text
}

async function textOf(message: IncomingMessage): Promise<string> {
  let text = ''
  message.setEncoding('utf8')
  for await (const part of message) text += part
  return text
}

function listen(): Promise<number> {
  const server = createServer((message, response) => {
    message.resume()
    message.on('end', () => {
      response.end('ok')
      const id = String(message.headers[headers.id])
      if (message.headers[headers.signature] === undefined) unsigned += 1
      const arrived = awaited.get(id)
      awaited.delete(id)
      if (arrived) arrived()
      else early.add(id)
    })
  })
  return new Promise((resolve) => {
    // On every address of the loopback network: each endpoint is a host of its own.
    server.listen(0, '0.0.0.0', () => resolve((server.address() as { port: number }).port))
  })
}
