import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { verify } from '../src/core/ledger/verify.ts'
import type { Database } from '../src/platform/db.ts'
import type { Started } from './process.ts'

// Customers who pay while the service is disturbed, and a check that everything it acknowledged is
// in the database.

const RETRY_MS = 5

export type Acknowledged = {
  initialized: Set<string>
  paid: Map<string, string>
  /** Calls that broke off or were refused. */
  failures: number
  longestMs: number
}

export function nothingYet(): Acknowledged {
  return { initialized: new Set(), paid: new Map(), failures: 0, longestMs: 0 }
}

/** Makes one payment after another. */
export async function payUntil(
  isOver: () => boolean,
  service: Started,
  name: string,
  acknowledged: Acknowledged,
): Promise<void> {
  const call: Started['call'] = async (...request) => {
    const begunAt = performance.now()
    try {
      return await service.call(...request)
    } finally {
      const tookMs = performance.now() - begunAt
      acknowledged.longestMs = Math.max(acknowledged.longestMs, tookMs)
    }
  }
  for (let i = 0; !isOver(); i++) {
    try {
      await pay(call, `${name}-${i}`, `${name}@example.com`, acknowledged)
    } catch {
      // A broken connection or a refusal: the outcome is unknown, so neither set records it.
      acknowledged.failures += 1
      await pause(RETRY_MS)
    }
  }
}

async function pay(
  call: Started['call'],
  reference: string,
  email: string,
  { initialized, paid }: Acknowledged,
): Promise<void> {
  const { body } = await call('POST', '/api/v1/transactions/initialize', {
    amount: 500_000,
    email,
    name: 'Ada Example',
    reference,
  })
  assert.equal(body.status, 'success')
  initialized.add(reference)
  const { body: account } = await call('POST', `/checkout/${body.data.access_code}/bank-transfer`)
  const { body: transfer } = await call('POST', '/api/v1/sandbox/transfers', {
    account_number: account.data.account_number,
    amount: 500_000,
    session_id: reference,
  })
  if (transfer.data?.status === 'matched') paid.set(reference, transfer.data.id)
}

export async function assertAllIsThere(
  sql: Database,
  { initialized, paid }: Acknowledged,
): Promise<void> {
  const rows = await sql<{ reference: string; status: string; events: number }[]>`
    select t.reference, t.status,
      (select count(*)::int from event e
        where e.business_id = t.business_id and e.mode = t.mode and e.type = 'transaction.success'
          and e.transaction_id = t.id) as events
    from transaction t
  `
  const found = new Map(rows.map((row) => [row.reference, row]))
  for (const reference of initialized) assert(found.has(reference), `${reference} is there`)
  for (const reference of paid.keys()) {
    assert.deepEqual(
      { ...found.get(reference) },
      { reference, status: 'success', events: 1 },
      'what was paid stays paid, and has one event',
    )
  }
  assert.deepEqual(await verify(sql), [], 'the books are right')
}
