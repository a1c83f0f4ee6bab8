import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

// HTTP/1.1 of the soak, from both sides: as a client that keeps its connections, or cuts them in
// the middle, and as the servers that webhooks come to.

const HEAD_END = '\r\n\r\n'
/** The service lets go of a connection that is idle for longer than this. */
const IDLE_MS_MAX = 10_000
const ANSWER_MS_MAX = 20_000

/** It may have been done or not. */
export class Unanswered extends Error {}

export type Message = { head: string; body: string }
export type Answer = { status: number; body: string }
export type Client = {
  /** One request at a time on each connection, as many as it takes. */
  ask: (request: string) => Promise<Answer>
  /** Sends this on a connection of its own, and is gone after so long. */
  cut: (text: string, afterMs: number) => Promise<void>
}

type Kept = { socket: Socket; freeSince: number; answered: (message: Message | Error) => void }

export function openClient(host: string, port: number): Client {
  const free: Kept[] = []

  const take = (): Kept => {
    const oldest = performance.now() - IDLE_MS_MAX
    for (let kept = free.pop(); kept; kept = free.pop()) {
      if (kept.freeSince > oldest && !kept.socket.destroyed) return kept
      kept.socket.destroy()
    }
    return open(host, port)
  }
  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        const kept = take()
        const overdue = setTimeout(
          () => kept.socket.destroy(new Error('not in time')),
          ANSWER_MS_MAX,
        )
        kept.answered = (message) => {
          clearTimeout(overdue)
          if (message instanceof Error) {
            const what = `${request.slice(0, 60)}: ${message.message}`
            return reject(new Unanswered(what, { cause: message }))
          }
          if (/\r\nconnection: close/i.test(message.head)) kept.socket.destroy()
          else free.push(Object.assign(kept, { freeSince: performance.now() }))
          resolve({ status: Number(message.head.slice(9, 12)), body: message.body })
        }
        kept.socket.write(request)
      }),
    async cut(text, afterMs) {
      const { socket } = open(host, port)
      socket.write(text)
      await pause(afterMs)
      // One closes, another's network is gone.
      if (text.length % 2 === 0) socket.destroy()
      else socket.resetAndDestroy()
    },
  }
}

function open(host: string, port: number): Kept {
  const socket = connect({ host, port, noDelay: true })
  const kept: Kept = { socket, freeSince: 0, answered: () => {} }
  let error = new Error('the service closed a connection')
  readMessages(socket, (message) => kept.answered(message))
  socket.on('error', (found) => {
    error = found
  })
  // Where it was answered already, nobody minds.
  socket.once('close', () => kept.answered(error))
  return kept
}

export type Reply = 'ok' | 'refuse' | 'hang' | 'cut' | 'babble'
const ANSWERS: Record<Exclude<Reply, 'hang' | 'cut'>, string> = {
  ok: 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok',
  refuse: 'HTTP/1.1 500 Internal Server Error\r\nContent-Length: 4\r\n\r\noops',
  babble: `HTTP/1.1 200 OK\r\nContent-Length: 900000\r\n\r\n${'blah '.repeat(30_000)}`,
}

/** Answers the port. On every address of the loopback network: each business is a host. */
export function listen(take: (message: Message) => Reply): Promise<number> {
  const server = createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => {})
    readMessages(socket, (message) => {
      const reply = take(message)
      if (reply === 'hang') return
      if (reply === 'cut') socket.resetAndDestroy()
      else socket.write(ANSWERS[reply])
    })
  })
  return new Promise((resolve) => {
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

export function headerOf(head: string, name: string): string {
  const at = head.toLowerCase().indexOf(`\r\n${name}: `)
  if (at < 0) return ''
  const valueAt = at + name.length + 4
  const end = head.indexOf('\r\n', valueAt)
  return head.slice(valueAt, end < 0 ? undefined : end)
}

export function between(text: string, before: string, after: string): string {
  const at = text.indexOf(before)
  if (at < 0) throw new Error(`${before} is missing: ${text.slice(0, 300)}`)
  return text.slice(at + before.length, text.indexOf(after, at + before.length))
}
