import net, { type AddressInfo } from 'node:net'
import tls from 'node:tls'
import { Worker } from 'node:worker_threads'
import { atEnd } from './shared.ts'

// Receivers that write raw bytes, because no HTTP server would send these answers.

export type HostileReceiver = {
  port: number
  url: string
  connections: () => number
  /** The requests received in full. */
  requests: string[]
}

export type Behaviour = {
  /** Runs on connect; over TLS, after the handshake. */
  greet?: (socket: net.Socket) => void
  /** Runs when a request has been received in full. */
  answer?: (socket: net.Socket) => void
  tls?: tls.TlsOptions
}

export async function givenHostile({
  greet,
  answer,
  tls: options,
}: Behaviour): Promise<HostileReceiver> {
  const requests: string[] = []
  const sockets = new Set<net.Socket>()
  let connections = 0
  const converse = (socket: net.Socket) => {
    socket.on('error', () => {}) // The sender hangs up on many of these.
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      for (let end = endOfRequest(text); end > 0; end = endOfRequest(text)) {
        requests.push(text.slice(0, end))
        text = text.slice(end)
        answer?.(socket)
      }
    })
    greet?.(socket)
  }
  const server = options ? tls.createServer(options, converse) : net.createServer(converse)
  server.on('connection', (socket: net.Socket) => {
    connections += 1
    sockets.add(socket.once('close', () => sockets.delete(socket)))
    socket.on('error', () => {})
  })
  server.on('tlsClientError', () => {})
  atEnd(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  const scheme = options ? 'https://shop.localhost' : 'http://127.0.0.1'
  return { port, url: `${scheme}:${port}/`, connections: () => connections, requests }
}

function endOfRequest(text: string): number {
  const head = text.indexOf('\r\n\r\n')
  if (head < 0) return 0
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(text.slice(0, head))?.[1] ?? 0)
  const end = head + 4 + length
  return text.length >= end ? end : 0
}

/** Sends one text and leaves the connection open. */
export function says(text: string | Buffer): Behaviour {
  return { answer: (socket) => socket.write(text) }
}

/** Sends one text and closes the connection. */
export function saysAndEnds(text: string | Buffer): Behaviour {
  return { answer: (socket) => socket.end(text) }
}

/** Sends `first`, then `again` repeatedly as fast as it is read, up to `bytesMax`. */
export function saysForEver(
  first: string,
  again: string | Buffer,
  offered: { bytes: number },
  bytesMax = 2 ** 30,
): Behaviour {
  const block = Buffer.from(again)
  return {
    answer(socket) {
      let bytes = 0
      const more = () => {
        while (!socket.destroyed && bytes < bytesMax) {
          bytes += block.length
          offered.bytes += block.length
          if (!socket.write(block)) return
        }
      }
      socket.on('drain', more)
      socket.write(first)
      more()
    },
  }
}

/** Sends the text one byte at a time. */
export function drips(text: string, everyMs: number): Behaviour {
  return {
    answer(socket) {
      let at = 0
      const timer = setInterval(() => {
        if (socket.destroyed || at >= text.length) clearInterval(timer)
        else socket.write(text[at++]!)
      }, everyMs)
    },
  }
}

const deafListener = `
  const { parentPort } = require('node:worker_threads')
  const server = require('node:net').createServer()
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    parentPort.postMessage(server.address().port)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  })
`

/** Listens without accepting, with a full queue, so that connecting never completes. */
export async function givenDeaf(): Promise<{ url: string }> {
  const worker = new Worker(deafListener, { eval: true })
  atEnd(() => worker.terminate())
  const port = await new Promise<number>((resolve) => worker.once('message', resolve))
  // Far more than the queue holds, so later connections wait too.
  for (let i = 0; i < 16; i++) {
    const socket = net.connect(port, '127.0.0.1').on('error', () => {})
    atEnd(() => socket.destroy())
  }
  return { url: `http://127.0.0.1:${port}/` }
}
