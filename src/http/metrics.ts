import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// /metrics on a port of its own, so that a proxy to the service does not expose it.

const TYPE = 'text/plain; version=0.0.4; charset=utf-8'
const WAIT_MS = 10_000

export type MetricsServer = { port: number; stop(): Promise<void> }

/** `read` returns the page in the format of Prometheus. */
export async function serveMetrics(
  { host, port }: { host: string; port: number },
  read: () => Promise<string>,
): Promise<MetricsServer> {
  const server = createServer({ requestTimeout: WAIT_MS, headersTimeout: WAIT_MS })
  server.on('request', (request, response) => {
    const isAsked = request.method === 'GET' && request.url?.split('?')[0] === '/metrics'
    if (!isAsked) {
      response.writeHead(404).end()
      return
    }
    read().then(
      (page) => response.writeHead(200, { 'content-type': TYPE }).end(page),
      // A process did not report in time: Prometheus retries.
      () => response.writeHead(503).end(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}
