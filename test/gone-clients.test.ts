import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, type Server } from 'node:net'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { givenPayment, openApi } from './api.ts'
import { givenBusiness, until, useContext } from './support.ts'

// Who goes away in the middle of a request disturbs nobody, and is nobody's fault.

const TIMES = 60

const context = useContext()

for (const [what, requestOf] of [
  ['before it is looked at', (path: string) => `GET ${path} HTTP/1.1\r\nHost: a.example\r\n\r\n`],
  [
    'in the middle of a body',
    () =>
      'POST /api/v1/rails/sandbox/notifications HTTP/1.1\r\nHost: a.example\r\n' +
      'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"event":',
  ],
] as const) {
  test(`a client that cuts its connection ${what} is not written down and not complained of`, async () => {
    const said: unknown[] = []
    const say = (fields: object, message: string) => said.push([message, fields])
    context.log = { ...context.log, warn: say, error: say }
    const api = await openApi(context)
    const business = await givenBusiness(context)
    const { access_code, reference } = await givenPayment(api, business)
    await api.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = api.app.server.address() as AddressInfo

    for (let i = 0; i < TIMES; i++) {
      const socket = connect(port, '127.0.0.1')
      await once(socket, 'connect')
      socket.write(requestOf(`/checkout/${access_code}`), () => {
        if (i % 2 === 0) socket.resetAndDestroy()
      })
      if (i % 2 === 1) await nextTurn().then(() => socket.resetAndDestroy())
    }
    await until('all are gone', async () => (await countOf(api.app.server)) === 0)

    assert.deepEqual(said, [])
    const { status } = await api.get(`/api/v1/transactions/verify/${reference}`, {
      key: business.keys.secretKey,
    })
    assert.equal(status, 200)
    await api.app.close()
  })
}

function countOf(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((_, count) => resolve(count)))
}
