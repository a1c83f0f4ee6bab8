import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Started } from '../../test/process.ts'
import { clone, environmentOf, install } from './clients.ts'
import { listenAt } from './webhook.ts'

// Paystack's plugin for WooCommerce, in PHP's web server: see woocommerce.php. The service sends
// its webhook to the plugin itself.

const TRIES = 120
const PAUSE_MS = 500

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as { port: number }
  await new Promise((closed) => server.close(closed))
  return port
}

type Shop = { url: string; reference: string; close: () => void }

/** One order of the shop, which waits for the payment with this reference. */
async function openShop(folder: string, to: Started, reference: string): Promise<Shop> {
  const port = await freePort()
  const at = `127.0.0.1:${port}`
  const child = spawn('php', ['-S', at, join(import.meta.dirname, 'woocommerce.php')], {
    cwd: folder,
    stdio: 'ignore',
    env: {
      ...process.env,
      ...environmentOf(to, '{}'),
      COWRIE_SOURCES: folder,
      COWRIE_ORDER: join(folder, `${reference}.json`),
      COWRIE_REFERENCE: reference,
    },
  })
  return { url: `http://${at}`, reference, close: () => child.kill() }
}

async function orderOf({ url }: Shop, isThere: (order: Order) => boolean): Promise<Order | null> {
  for (let i = 0; i < TRIES; i++) {
    const order = await fetch(`${url}/order`).then(
      (reply) => reply.json(),
      () => null,
    )
    if (order !== null && isThere(order)) return order
    await pause(PAUSE_MS)
  }
  return null
}

type Order = { status: string; reference: string | null; notes: string[] }

export async function driveWooCommerce(folder: string, to: Started): Promise<string[]> {
  await install('php', ['--version'], folder)
  await clone(folder, 'PaystackHQ/plugin-woocommerce')
  const lines: string[] = []
  const say = (call: string, passed: boolean, got: unknown) =>
    lines.push(JSON.stringify({ call, why: passed ? null : JSON.stringify(got) }))

  // As in the page: the order, a line, and the time.
  for (const [way, reference] of [
    ['verify', '7_1000'],
    ['webhook', '7_2000'],
  ] as const) {
    const shop = await openShop(folder, to, reference)
    try {
      await orderOf(shop, () => true)
      if (way === 'webhook') await listenAt(to, `${shop.url}/`)
      const payment = { email: 'ada@example.com', amount: 500_000, reference }
      await to.call('POST', '/paystack/transaction/initialize', payment)
      await to.call('POST', `/api/v1/sandbox/transactions/${reference}/pay`, { channel: 'card' })
      if (way === 'verify') await fetch(`${shop.url}/?paystack_txnref=${reference}`)
      const order = await orderOf(shop, ({ status }) => status === 'processing')
      say(`the order is paid by its ${way}`, order?.reference === reference, order)
      if (way === 'webhook') continue
      const refunded = await (await fetch(`${shop.url}/refund`)).text()
      say('process_refund', refunded === 'true', refunded)
    } finally {
      shop.close()
    }
  }
  return lines
}
