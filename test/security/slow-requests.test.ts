import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { test } from 'node:test'
import { admission } from '../../src/http/load.ts'
import { useApi } from '../api.ts'
import { until, useContext } from '../support.ts'

// Clients that send slowly, or never to the end.

const context = useContext()
const api = useApi(context)

test('headers and bodies that do not come end at the first look after their limit, whatever is done then', async (t) => {
  const { port } = new URL(await api.app.listen({ port: 0, host: '127.0.0.1' }))
  Object.assign(api.app.server, { requestTimeout: 1_000, headersTimeout: 1_000 })
  const head = 'POST /api/v1/transactions/initialize-public HTTP/1.1\r\nHost: x\r\n'

  for (const text of ['GET / HT', head, `${head}Content-Type: a/b\r\nContent-Length: 9\r\n\r\n{`]) {
    // It never ends its own side.
    const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true })
    t.after(() => socket.destroy())
    let told = ''
    socket.on('data', (chunk) => {
      told += chunk
    })
    socket.on('error', () => {})
    socket.write(text)
    await until('it is told', async () => told.includes('HTTP/1.1 4'))
  }
  await until('no connection is left', async () => (await connections()) === 0)
  assert.equal(lookEveryMs(), 1_000)
})

/** Node's own would be half a minute. */
function lookEveryMs(): number {
  const server = api.app.server as unknown as Record<symbol, { _repeat: number }>
  const name = Object.getOwnPropertySymbols(server).find(
    ({ description }) => description === 'http.server.connectionsCheckingInterval',
  )
  assert(name, 'Node checks connections by a timer')
  return server[name]!._repeat
}

function connections(): Promise<number> {
  return new Promise((resolve) => api.app.server.getConnections((_, count) => resolve(count)))
}

test('a body that is still coming takes no place of another request', async () => {
  const door = admission(() => 'initialize')
  const come = (headers: Record<string, string>) => {
    const request = Object.assign(new EventEmitter(), {
      ...{ method: 'POST', url: '/api/v1/transactions/initialize', headers },
    })
    const response = Object.assign(new EventEmitter(), { closed: false })
    door.admits(request as IncomingMessage, response as unknown as ServerResponse)
    return { request, response }
  }
  const slow = [{ 'content-length': '9' }, { 'transfer-encoding': 'chunked' }].map(come)
  assert.equal(door.inFlight(), 0)
  come({})
  assert.equal(door.inFlight(), 1)

  for (const { request } of slow) request.emit('end')
  assert.equal(door.inFlight(), 3)

  for (const { response } of slow) response.emit('close')
  assert.equal(door.inFlight(), 1)
})
