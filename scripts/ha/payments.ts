import { setTimeout as pause } from 'node:timers/promises'
import { Agent, fetch as fetchBy } from 'undici'
import { verifyBooks } from '../../src/operator/books.ts'
import { connectAsOwner } from '../../src/platform/db.ts'

// Makes a fixed number of payments per second, whatever happens to earlier ones, and records which
// were acknowledged.

const CALL_MS_MAX = 15_000
/** Further payments are not started: the customer would have left. */
const OPEN_MAX = 1_000
const CHECKED_AT_ONCE = 5_000
const KOBO = 500_000

export type Payments = {
  /** When each payment was acknowledged as paid, from `performance.now()`. */
  acknowledgedAt: number[]
  references: string[]
  failed: number
  /** How many failures, by message. */
  why: Map<string, number>
  stop(): Promise<void>
}

export function startPayments(baseUrl: string, key: string, perSecond: number): Payments {
  const agent = new Agent({ connections: 256 })
  const why = new Map<string, number>()
  const payments: Payments = { acknowledgedAt: [], references: [], failed: 0, why, stop }
  const open = new Set<Promise<void>>()
  const startedAt = performance.now()
  let begun = 0

  async function call(method: string, path: string, body?: object): Promise<Answer> {
    const answer = await fetchBy(`${baseUrl}${path}`, {
      method,
      dispatcher: agent,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
      signal: AbortSignal.timeout(CALL_MS_MAX),
    })
    const read = (await answer.json()) as Answer
    if (!answer.ok) throw new Error(`${answer.status} ${read.code}`)
    return read
  }

  async function pay(reference: string): Promise<void> {
    const email = 'ada@example.com'
    const payment = { amount: KOBO, email, name: 'Ada Example', reference }
    const { data: made } = await call('POST', '/api/v1/transactions/initialize', payment)
    const { data } = await call('POST', `/checkout/${made.access_code}/bank-transfer`)
    const transfer = { account_number: data.account_number, amount: KOBO, session_id: reference }
    await call('POST', '/api/v1/sandbox/transfers', transfer)
    const { data: found } = await call('GET', `/api/v1/transactions/verify/${reference}`)
    if (found.status !== 'success') throw new Error('not paid')
    payments.references.push(reference)
    payments.acknowledgedAt.push(performance.now())
  }

  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - startedAt) / 1_000) * perSecond)
    for (; begun < due; begun++) {
      if (open.size >= OPEN_MAX) continue
      const paying = pay(`ha-${begun}`)
        .catch(({ name, message }: Error) => {
          // Refused, or the connection broke: the outcome is unknown and not counted.
          payments.failed += 1
          const reason = name === 'Error' ? message : name
          why.set(reason, (why.get(reason) ?? 0) + 1)
        })
        .finally(() => open.delete(paying))
      open.add(paying)
    }
  }, 10)

  async function stop(): Promise<void> {
    clearInterval(timer)
    await Promise.all(open)
    if (!agent.closed) await agent.close()
  }
  return payments
}

type Answer = {
  code?: string
  data: { access_code: string; account_number: string; status: string }
}

/** Waits until payments have been acknowledged again for a while. Returns the longest gap. */
export async function watchFrom(
  { acknowledgedAt }: Payments,
  fromMs: number,
  { steadyMs = 4_000, leastMs = 12_000, mostMs = 60_000 } = {},
): Promise<number> {
  const longestGap = (): { gapMs: number; endedAt: number } => {
    const now = performance.now()
    const moments = acknowledgedAt.filter((at) => at >= fromMs).concat(now)
    let [before, gapMs, endedAt] = [fromMs, 0, fromMs]
    for (const at of moments) {
      if (at - before > gapMs) [gapMs, endedAt] = [at - before, at]
      before = at
    }
    return { gapMs, endedAt }
  }
  while (true) {
    await pause(200)
    const { gapMs, endedAt } = longestGap()
    const now = performance.now()
    if (now - fromMs > mostMs) return gapMs
    if (now - fromMs > leastMs && now - endedAt > steadyMs) return gapMs
  }
}

/** How many of these payments the database does not have as paid, and how many rows are wrong. */
export async function checkBooks(url: string, references: string[]) {
  const sql = connectAsOwner({ url })
  try {
    let lost = 0
    for (let i = 0; i < references.length; i += CHECKED_AT_ONCE) {
      const some = references.slice(i, i + CHECKED_AT_ONCE)
      const [row] = await sql<{ count: number }[]>`
        select count(*)::int as count from transaction
        where reference = any(${some}::text[]) and status = 'success'
      `
      lost += some.length - row!.count
    }
    return { lost, wrong: (await verifyBooks(sql)).length }
  } finally {
    await sql.end()
  }
}
