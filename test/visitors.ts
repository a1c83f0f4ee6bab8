import { once } from 'node:events'
import http, { type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { TestContext } from 'node:test'
import type { Listener } from '../src/core/streaming.ts'

// Clients of an endless response that leave when they like. The test controls what they are sent.

export type Visitor = {
  response: ServerResponse
  /** The client as a listener that may stay as long as it likes. */
  listener: (network: string) => Listener
  /** What the client has read. */
  read: () => string
  leave: () => Promise<void>
}

/** `first`: unanswered requests before it on the same connection. */
export async function givenVisitors(
  t: TestContext,
  count: number,
  { first = 0 }: { first?: number } = {},
): Promise<Visitor[]> {
  const server = http.createServer()
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const visitors: Visitor[] = []
  for (let i = 0; i < count; i += 1) {
    const asked = last(server, 1 + first)
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(1 + first))
    const response = await asked
    visitors.push({
      response,
      listener: (network) => listenerOf(response, network),
      read: readerOf(socket),
      leave: () => leave(socket, response),
    })
  }
  return visitors
}

export function listenerOf(response: ServerResponse, network = '192.0.2.1'): Listener {
  return { requestId: 'a request', network, stillGood: async () => true, response }
}

function last(server: http.Server, count: number): Promise<ServerResponse> {
  let seen = 0
  return new Promise((resolve) => {
    const take = (_: unknown, response: ServerResponse) => {
      seen += 1
      if (seen < count) return
      server.off('request', take)
      resolve(response)
    }
    server.on('request', take)
  })
}

function readerOf(socket: Socket): () => string {
  let text = ''
  socket.setEncoding('utf8')
  socket.on('data', (chunk: string) => {
    text += chunk
  })
  return () => text
}

/** Waits until the server has noticed. */
async function leave(socket: Socket, { req }: ServerResponse): Promise<void> {
  const noticed = once(req.socket, 'close')
  socket.destroy()
  await noticed
}
