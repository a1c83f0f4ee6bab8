import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { connect, createServer, type Socket } from 'node:net'
import { type Measured, type Plan, startLoop } from './loop.ts'
import { DIGITS, type Numbers, numbersOf } from './numbers.ts'
import { creditBody, FLOW, PAID, PAYMENT_SESSION } from './payloads.ts'
import { serveWorker } from './worker.ts'

// Everybody whom a payment concerns but the service: the business that asks for it, the customer
// who asks for an account and transfers, their bank that notifies, the business that verifies, and
// its server, which takes the webhook. A flow ends when the payment is verified and its webhook has
// come, and then the next begins. In `settled` there is only the notification and the webhook.
//
// (1) Whatever is not 2xx, a payment that is verified as anything but success, a webhook that is
//     wrongly signed or of no payment under way: each is a failure.

const HEAD_END = '\r\n\r\n'
const ANSWER = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'
/** One webhook in so many is verified as an integrator would. */
const VERIFIED_EVERY = 64

export type FlowBusiness = { secretKey: string; webhookSecret: string }
export type FlowLoad =
  /** Answers the port of the businesses' server. */
  | { step: 'listen' }
  | (Plan & {
      step: 'run'
      kind: 'whole' | 'settled'
      host: string
      port: number
      railSecret: string
      /** The payment with a number is of the one at its place modulo their count. */
      businesses: (FlowBusiness & { splitCode: string })[]
      /** Of `settled`: what the account numbers begin with. */
      digit: string
      numbers: Numbers
    })
type FlowRun = Extract<FlowLoad, { step: 'run' }>
export type Flowed = {
  port: number
  measured: (Measured & { failures: number; firstFailure: string | null; repeated: number }) | null
}

type Message = { head: string; body: string }
type Ask = (request: string) => Promise<string>

let port = 0
let webhooks = 0
let onWebhook: (message: Message) => void = () => {}

serveWorker(run)

async function run(load: FlowLoad): Promise<Flowed> {
  if (load.step === 'run') return { port, measured: await flows(load) }
  port = await listen()
  return { port, measured: null }
}

async function flows(load: FlowRun): Promise<NonNullable<Flowed['measured']>> {
  const key = createSecretKey(Buffer.from(load.railSecret))
  const numberOf = numbersOf(load.numbers)
  const lost = Promise.withResolvers<never>()
  lost.promise.catch(() => {})
  const awaited = new Map<string, () => void>()
  let failures = 0
  let firstFailure: string | null = null
  let repeated = 0
  const fail = (what: string) => {
    failures += 1
    firstFailure ??= what
  }
  onWebhook = (message) => {
    const reference = between(message.body, '"reference":"', '"')
    const arrived = awaited.get(reference)
    const number = Number(reference.slice(-DIGITS))
    const { webhookSecret } = load.businesses[number % load.businesses.length]!
    webhooks += 1
    if (webhooks % VERIFIED_EVERY === 0 && !isSigned(message, webhookSecret)) {
      fail(`a webhook of ${reference} is wrongly signed`)
    }
    awaited.delete(reference)
    if (arrived) arrived()
    else repeated += 1
  }
  const asks = await Promise.all(
    Array.from({ length: load.connections }, () => open(load, lost.reject)),
  )
  const loop = startLoop(load, (connection) => {
    const number = numberOf()
    const flow = load.kind === 'whole' ? wholeFlow : settledFlow
    const told = (reference: string) =>
      new Promise<void>((resolve) => awaited.set(reference, resolve))
    flow(load, key, asks[connection]!.ask, number, told)
      .catch((error: Error) => fail(error.message))
      .then(() => loop.answered(connection))
  })
  try {
    const measured = await Promise.race([loop.done, lost.promise])
    return { ...measured, failures, firstFailure, repeated }
  } finally {
    for (const { socket } of asks) socket.removeAllListeners('close').destroy()
  }
}

type Told = (reference: string) => Promise<void>

async function wholeFlow(load: FlowRun, key: KeyObject, ask: Ask, number: number, told: Told) {
  const { secretKey, splitCode } = load.businesses[number % load.businesses.length]!
  const reference = `${FLOW}${number}`
  const arrival = told(reference)
  const head = `Host: ${load.host}\r\nAuthorization: Bearer ${secretKey}\r\n`
  const made = await ask(
    withBody(
      `POST /api/v1/transactions/initialize HTTP/1.1\r\n${head}`,
      JSON.stringify({
        amount: 500_000 + (number % 1_000),
        email: `ada.${String(number).slice(-3)}@example.com`,
        name: 'Ada Example',
        reference,
        split_code: splitCode,
      }),
    ),
  )
  const accessCode = between(made, '"access_code":"', '"')
  const account = await ask(
    `POST /checkout/${accessCode}/bank-transfer HTTP/1.1\r\nHost: ${load.host}\r\n` +
      'Content-Length: 0\r\n\r\n',
  )
  await notify(load, key, ask, number, between(account, '"account_number":"', '"'))
  const verified = await ask(`GET /api/v1/transactions/verify/${reference} HTTP/1.1\r\n${head}\r\n`)
  if (!verified.includes('"status":"success","amount"')) throw new Error(verified)
  await arrival
}

async function settledFlow(load: FlowRun, key: KeyObject, ask: Ask, number: number, told: Told) {
  const accountNumber = `${load.digit}${number}`
  const arrival = told(`${PAID}${accountNumber}`)
  await notify(load, key, ask, number, accountNumber)
  await arrival
}

async function notify(
  load: FlowRun,
  key: KeyObject,
  ask: Ask,
  number: number,
  accountNumber: string,
): Promise<void> {
  const session = `${PAYMENT_SESSION}${load.kind === 'whole' ? '0' : load.digit}${number}`
  const ends = String(number).slice(-3)
  const body = creditBody(accountNumber, session).replaceAll('~~~', ends)
  const timestamp = String(Math.trunc(Date.now() / 1_000))
  const signature = createHmac('sha512', key).update(`${timestamp}.`).update(body).digest('hex')
  const answer = await ask(
    withBody(
      `POST /api/v1/rails/sandbox/notifications HTTP/1.1\r\nHost: ${load.host}\r\n` +
        `X-Service-Timestamp: ${timestamp}\r\nX-Service-Signature: ${signature}\r\n`,
      body,
    ),
  )
  if (!answer.includes('"Credited"')) throw new Error(answer)
}

function withBody(head: string, body: string): string {
  const lines = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
  return `${head}${lines}${body}`
}

function between(text: string, before: string, after: string): string {
  const at = text.indexOf(before)
  if (at < 0) throw new Error(`${before} is missing: ${text}`)
  return text.slice(at + before.length, text.indexOf(after, at + before.length))
}

/** One request at a time on each. Rejects what is not 2xx; answers the body. */
function open({ host, port }: FlowRun, onLost: (error: Error) => void) {
  const socket = connect({ host: host.split(':')[0]!, port, noDelay: true })
  let answered: (message: Message) => void = () => {}
  readMessages(socket, (message) => answered(message))
  socket.on('error', onLost)
  socket.once('close', () => onLost(new Error('the service closed a connection')))
  const ask: Ask = (request) =>
    new Promise((resolve, reject) => {
      answered = ({ head, body }) => {
        if (head.startsWith('HTTP/1.1 2')) resolve(body)
        else reject(new Error(`${request.slice(0, 60)}: ${head.slice(9, 12)} ${body}`))
      }
      socket.write(request)
    })
  const opened = Promise.withResolvers<{ socket: Socket; ask: Ask }>()
  socket.once('connect', () => opened.resolve({ socket, ask }))
  socket.once('error', opened.reject)
  return opened.promise
}

function listen(): Promise<number> {
  const server = createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => {})
    readMessages(socket, (message) => {
      socket.write(ANSWER)
      onWebhook(message)
    })
  })
  return new Promise((resolve) => {
    // On every address of the loopback network: each business is a host of its own.
    server.listen(0, '0.0.0.0', () => resolve((server.address() as { port: number }).port))
  })
}

/** A head, a Content-Length, a body: no more of HTTP/1.1 is spoken here, by either side. */
function readMessages(socket: Socket, read: (message: Message) => void): void {
  let kept = ''
  // One byte is one character, so that lengths are bytes.
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => {
    kept += chunk
    for (;;) {
      const headEnd = kept.indexOf(HEAD_END)
      if (headEnd < 0) return
      const head = kept.slice(0, headEnd)
      const bodyAt = headEnd + HEAD_END.length
      const end = bodyAt + Number(headerOf(head, 'content-length'))
      if (kept.length < end) return
      const body = kept.slice(bodyAt, end)
      kept = kept.slice(end)
      read({ head, body })
    }
  })
}

function headerOf(head: string, name: string): string {
  const at = head.toLowerCase().indexOf(`\r\n${name}: `)
  if (at < 0) return ''
  const valueAt = at + name.length + 4
  const end = head.indexOf('\r\n', valueAt)
  return head.slice(valueAt, end < 0 ? undefined : end)
}

function isSigned({ head, body }: Message, secret: string): boolean {
  const timestamp = headerOf(head, 'x-service-timestamp')
  const text = Buffer.from(`${timestamp}.${body}`, 'latin1')
  const expected = createHmac('sha512', secret).update(text).digest('hex')
  return headerOf(head, 'x-service-signature').includes(expected)
}
