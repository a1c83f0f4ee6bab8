import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eventually, type Service } from './service.ts'

// The business: a page with a button, a page to return to, and a webhook endpoint that verifies
// everything. It shares no code with the service.

const TOLERANCE_SECONDS = 300

type Delivery = { headers: Record<string, string>; body: Uint8Array<ArrayBuffer> }
type Event = { event: string; data: Record<string, unknown>; created_at: string }

export type Shop = {
  url: string
  /** The content of `/`: the business's links and forms. */
  shelf: string
  /**
   * Resolves with the event about this payment, after verifying its signatures and that it arrived
   * exactly once.
   */
  told: (reference: string) => Promise<Event>
  close: () => void
}

export async function openShop(service: Service): Promise<Shop> {
  const deliveries: Delivery[] = []
  const server = createServer(async (request, response) => {
    const body = new Uint8Array(Buffer.concat(await Array.fromAsync(request)))
    const { pathname, search } = new URL(request.url!, 'http://shop')
    if (pathname === '/webhooks') {
      deliveries.push({ headers: request.headers as Record<string, string>, body })
      response.writeHead(200).end()
      return
    }
    const thanks = `<h1>Thank you for your order</h1><p id="query">${escaped(search)}</p>`
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(page(pathname === '/thanks' ? thanks : shop.shelf))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  const shop: Shop = {
    url: `http://127.0.0.1:${port}`,
    shelf: '',
    told: (reference) => toldOnce(deliveries, reference, service.demo.test.webhook_secret),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  const set = await service.call('PUT', '/webhooks', { url: `${shop.url}/webhooks` })
  assert.equal(set.http, 200)
  return shop
}

function page(body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Adire Market</title>
    <meta name="viewport" content="width=device-width,initial-scale=1">
    <link rel="icon" href="data:,"></head><body><main>${body}</main></body></html>`
}

export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

async function toldOnce(deliveries: Delivery[], reference: string, secret: string): Promise<Event> {
  const about = () => deliveries.filter(({ body }) => read(body).data['reference'] === reference)
  const delivery = await eventually(`the business is told of ${reference}`, () => about()[0])
  await checkSignatures(delivery, secret)
  assert.equal(about().length, 1, 'the business is told once')
  return read(delivery.body)
}

function read(body: Uint8Array): Event {
  return JSON.parse(new TextDecoder().decode(body)) as Event
}

/** Verifies both signatures with WebCrypto over the bytes received. */
async function checkSignatures({ headers, body }: Delivery, secret: string): Promise<void> {
  const timestamp = headers['x-service-timestamp']!
  const age = Math.abs(Date.now() / 1000 - Number(timestamp))
  assert(age <= TOLERANCE_SECONDS, 'the timestamp is of now')

  const ours = headers['x-service-signature']!
  assert.match(ours, /^[0-9a-f]{128}$/)
  const signed = joined(`${timestamp}.`, body)
  const key = new TextEncoder().encode(secret)
  assert(await isSigned('SHA-512', key, Buffer.from(ours, 'hex'), signed), 'X-Service-Signature')
  const altered = joined(`${timestamp}.`, body.with(-1, 32))
  assert(!(await isSigned('SHA-512', key, Buffer.from(ours, 'hex'), altered)), 'it can be wrong')

  const standardKey = new Uint8Array(Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
  const text = joined(`${headers['webhook-id']}.${headers['webhook-timestamp']}.`, body)
  const [version, signature] = headers['webhook-signature']!.split(',') as [string, string]
  assert.equal(version, 'v1')
  const bytes = Buffer.from(signature, 'base64')
  assert(await isSigned('SHA-256', standardKey, bytes, text), 'webhook-signature')
}

async function isSigned(
  hash: 'SHA-256' | 'SHA-512',
  secret: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
  text: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const { subtle } = globalThis.crypto
  const key = await subtle.importKey('raw', secret, { name: 'HMAC', hash }, false, ['verify'])
  return subtle.verify('HMAC', key, signature, text)
}

function joined(text: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array([...new TextEncoder().encode(text), ...body])
}
