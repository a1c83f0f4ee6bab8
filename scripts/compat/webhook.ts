import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Started } from '../../test/process.ts'

// A real webhook in Paystack's format, for clients that check its signature.

const MS_MAX = 60_000

/** Sets the format and the address of webhooks, and the key that signs them. */
export async function listenAt({ call, demo }: Started, url: string): Promise<void> {
  const { secret_key } = demo.test
  for (const [path, body] of [
    ['/webhooks', { url, format: 'paystack', events: ['transaction.success'] }],
    ['/webhooks/signing-key', { secret_key }],
  ] as const) {
    const { http, body: said } = await call('PUT', `/api/v1${path}`, body)
    if (http !== 200) throw new Error(`PUT ${path}: ${JSON.stringify(said)}`)
  }
}

/** Pays, and returns the webhook as JSON: `body` and `signature`. */
export async function webhookOf(service: Started): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request)).toString()
    response.end()
    resolve(JSON.stringify({ body, signature: request.headers['x-paystack-signature'] }))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  await listenAt(service, `http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  const reference = 'compat-webhook'
  const payment = { email: 'ada@example.com', amount: 500_000, reference }
  await service.call('POST', '/paystack/transaction/initialize', {
    ...payment,
    metadata: { session_id: 'session-1' },
  })
  await service.call('POST', `/api/v1/sandbox/transactions/${reference}/pay`, { channel: 'card' })
  const late = setTimeout(() => reject(new Error('No webhook has arrived.')), MS_MAX)
  try {
    return await promise
  } finally {
    clearTimeout(late)
    server.close()
  }
}
