import { createBusiness } from '../src/accounts/businesses/businesses.ts'
import { openWebhookEndpoints } from '../src/core/events/webhooks.ts'
import type { TransactionKey } from '../src/payments/transactions/transactions.rows.ts'
import { accessCodeOf } from '../src/payments/transactions/transactions.ts'
import { keepKeys } from '../src/platform/data-keys.ts'
import { connectAsOwner, type Database } from '../src/platform/db.ts'
import { makePayers, openPool } from './payers.ts'
import type { Service } from './service.ts'
import { type Known, type SoakBusiness, type SoakLoad, type Told, WEALTHY } from './soak-kinds.ts'
import type { Worker } from './worker.ts'

// Thousands of businesses, each with a server of its own for its webhooks; and payments that were
// there before, with their accounts, of a business that takes no further part.

const AT_ONCE = 8
const PER_COMMIT = 250
/** ₦10,000,000,000.00, the most that may be set. */
const PLAY_MONEY = 1_000_000_000_000

/** What the account numbers of copies begin with. */
const PAST_DIGIT = '9'

/** Answers their ids. The worker knows them then. */
export async function openBusinesses(
  service: Service,
  sql: Database,
  worker: Worker<SoakLoad, Told>,
  count: number,
  say: (line: string) => void,
): Promise<string[]> {
  const { port } = await worker.run({ step: 'listen' })
  const kept = await keysOf(service, sql, say)
  const made: (SoakBusiness & { businessId: string })[] = []
  const left = Array.from({ length: Math.ceil(count / PER_COMMIT) }, (_, i) => i * PER_COMMIT)
  const makeSome = async (sql: Parameters<typeof createBusiness>[0], from: number) => {
    const now = new Date()
    for (let i = from; i < Math.min(count, from + PER_COMMIT); i += 1) {
      const [name, email] = [`Example Store ${i}`, `owner.${i}@example.com`]
      const { businessId, keys } = await createBusiness(sql, now, { name, email })
      const scope = { businessId, mode: 'test' } as const
      const { webhookSecret, dedicatedSecret } = await openWebhookEndpoints(
        sql,
        kept.keys,
        scope,
        now,
      )
      const secrets = { standard: webhookSecret, dedicated: dedicatedSecret }
      made[i] = { businessId, secretKey: keys.secretKey, secrets }
      const start = `http://127.${1 + (i >> 14)}.${(i >> 7) & 127}.${1 + (i & 127)}:${port}`
      await sql`
        update webhook_endpoint
        set url = ${start} || case route when 'standard' then '/standard/' else '/dedicated/' end
          || ${String(i)}
        where business_id = ${businessId} and mode = 'test'
      `
    }
  }
  const makeThem = async () => {
    const own = connectAsOwner(service.postgres)
    for (let from = left.shift(); from !== undefined; from = left.shift()) {
      const first = from
      await own.begin((sql) => makeSome(sql, first))
    }
    await own.end()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, makeThem))
  kept.stop()
  const { baseUrl, railSecret } = service
  await Promise.all(made.slice(0, WEALTHY).map(({ secretKey }) => topUp(service, secretKey)))
  const businesses = made.map(({ secretKey, secrets }) => ({ secretKey, secrets }))
  const where = { host: baseUrl.host, port: Number(baseUrl.port) }
  await worker.run({ step: 'open', ...where, railSecret, businesses })
  return made.map(({ businessId }) => businessId)
}

async function topUp({ baseUrl }: Service, secretKey: string): Promise<void> {
  const response = await fetch(new URL('/api/v1/sandbox/wallet', baseUrl), {
    method: 'POST',
    headers: { Authorization: `Bearer ${secretKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ amount: PLAY_MONEY }),
  })
  if (!response.ok) throw new Error(`play money is refused: ${await response.text()}`)
}

/** The keys that the service seals and writes access codes with. */
function keysOf({ masterKey }: Service, sql: Database, tell: (line: string) => void) {
  const now = () => new Date()
  return keepKeys(sql, { masterKeys: [masterKey], begunWith: null, now, tell, cell: '' })
}

/** Copies of one: each has an account that money may come to, and a page. */
export async function openPast(
  service: Service,
  sql: Database,
  count: number,
  say: (line: string) => void,
): Promise<{ known: Known[]; bankCode: string }> {
  const payers = await makePayers(service, 1)
  const pool = await openPool(service, payers, PAST_DIGIT)
  await pool.reserve({ seconds: 1, warmUpSeconds: 0, perSecond: count })
  const rows = await sql<(TransactionKey & { accountNumber: string; bankCode: string })[]>`
    select business_id, mode, transaction_id as id, account_number, bank_code
    from virtual_account where business_id = ${payers[0]!.businessId}
  `
  const kept = await keysOf(service, sql, say)
  const known = rows.map(({ accountNumber, ...key }) => {
    return { accessCode: accessCodeOf(kept.keys, key), accountNumber }
  })
  kept.stop()
  return { known, bankCode: rows[0]!.bankCode }
}
