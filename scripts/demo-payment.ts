import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Starts a test payment at the local service, with the demo's public key. */
export async function demoPayment(email: string): Promise<string> {
  const folder = process.env['COWRIE_DATA'] ?? join(import.meta.dirname, '../.cowrie')
  const { base_url: baseUrl, test } = JSON.parse(
    readFileSync(join(folder, 'demo.json'), 'utf8'),
  ) as { base_url: string; test: { public_key: string } }
  const fields = { key: test.public_key, amount: '10000', email }
  const link = `${baseUrl}/api/v1/transactions/initialize-public?${new URLSearchParams(fields)}`
  const answer = await fetch(link, { redirect: 'manual', signal: AbortSignal.timeout(10_000) })
  const url = answer.headers.get('location')
  if (url === null) throw new Error(`${baseUrl} did not create a payment: status ${answer.status}`)
  return url
}
