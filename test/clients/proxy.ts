import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

// A proxy between a shop and the service that loses answers, for tests of the client libraries.

/**
 * What happens to a request. `lost`: the service executes it, and the connection breaks before the
 * answer. `cut`: half the answer arrives. `refused`: it never reaches the service. `hangs`: the
 * service executes it, and no answer arrives. An object: the proxy gives this answer itself.
 */
export type Fate =
  | 'passes'
  | 'lost'
  | 'cut'
  | 'refused'
  | 'hangs'
  | { status: number; headers?: Record<string, string>; body?: object | string }

export type Seen = { method: string; path: string; headers: Record<string, string> }
export type LossyProxy = {
  url: string
  /** Fates of the next requests, in order; later ones pass. */
  fates: Fate[]
  seen: Seen[]
  close(): Promise<void>
}

export async function openProxy(target: string): Promise<LossyProxy> {
  const server = createServer((incoming, reply) => {
    const { method = '', url: path = '', headers, socket } = incoming
    proxy.seen.push({ method, path, headers: headers as Record<string, string> })
    const fate = proxy.fates.shift() ?? 'passes'
    if (fate === 'refused') return void socket.resetAndDestroy()
    if (typeof fate === 'object') {
      const { status, body = {} } = fate
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      reply.writeHead(status, { 'content-type': 'application/json', ...fate.headers })
      incoming.resume()
      return void reply.end(text)
    }
    const onward = request(new URL(path, target), { method, headers }, async (answer) => {
      const bytes = Buffer.concat(await answer.toArray())
      if (fate === 'lost') return void socket.resetAndDestroy()
      if (fate === 'hangs') return
      reply.writeHead(answer.statusCode!, answer.headers)
      if (fate === 'passes') return void reply.end(bytes)
      reply.write(bytes.subarray(0, bytes.length / 2), () => socket.resetAndDestroy())
    })
    onward.on('error', () => socket.destroy())
    incoming.pipe(onward)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const proxy: LossyProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fates: [],
    seen: [],
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
  return proxy
}
