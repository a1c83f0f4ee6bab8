import type { Database } from '../src/platform/db.ts'
import { whole } from './report.ts'
import type { Service } from './service.ts'
import type { Acknowledged, SoakLoad, Told } from './soak-kinds.ts'
import { SESSION, SOAKED } from './soak-requests.ts'
import { openTables } from './tables.ts'
import type { Worker } from './worker.ts'

// Whether what was acknowledged in a soak is there, and whether the books are right.

const PATIENCE_MS = 180_000

type Soak = {
  service: Service
  sql: Database
  worker: Worker<SoakLoad, Told>
  businessIds: string[]
}

export async function keptOf({ service, sql, worker, businessIds }: Soak) {
  const patience = { step: 'await', patienceMs: PATIENCE_MS } as const
  const told = await worker.run(patience)
  const { acknowledged, webhooks, failures, unanswered, firstFailures } = told
  const found = await countFound(sql, businessIds)
  const tables = openTables(service.postgres)
  const wrong = await tables.wrongInLedger()
  await tables.close()
  const names: Record<keyof Acknowledged, string> = {
    initialized: 'payments asked for',
    paid: 'payments paid',
    credited: 'transfers credited',
    dedicated: 'dedicated accounts',
    identified: 'identity verifications begun',
    refunded: 'refunds',
  }
  const kinds = Object.keys(names) as (keyof Acknowledged)[]
  // What was not answered may have been done.
  const isThere = (count: number, of: number) => of <= count && count <= of + unanswered
  const lines = [
    ...kinds.map((kind) => {
      const isSame = isThere(found[kind], acknowledged[kind]) ? '' : ', which is WRONG'
      const counts = `${whole(acknowledged[kind])} acknowledged, ${whole(found[kind])} there`
      return `- ${names[kind]}: ${counts}${isSame}.`
    }),
    `- events \`transaction.success\` of these payments: ${whole(found.told)}.`,
    `- webhooks of payments, where a server answers: ${whole(webhooks.arrived)} came and ` +
      `${whole(webhooks.missing)} did not; ${whole(webhooks.others)} others came, of deposits or ` +
      `for another time; ${whole(webhooks.wrong)} were wrongly signed.`,
    `- ${whole(failures)} requests were not answered as is right; ${whole(unanswered)} of these ` +
      'not within twenty seconds: what they asked for may be there too.',
    ...firstFailures.map((failure) => `  - such as: ${failure}`),
    wrong === 0
      ? '- The ledger, read again from its first entry, is right.'
      : `- The ledger, read again from its first entry, is WRONG in ${wrong} rows or more.`,
  ]
  const isEach = kinds.every((kind) => isThere(found[kind], acknowledged[kind]))
  const isTold = found.told === found.paid && webhooks.missing === 0 && webhooks.wrong === 0
  return { lines, isAll: isEach && isTold && failures === 0 && wrong === 0 }
}

async function countFound(sql: Database, businessIds: string[]) {
  const [row] = await sql<[Acknowledged & { told: number }]>`
    select
      (select count(*)::int from transaction where reference like ${`${SOAKED}%`}) as initialized,
      (select count(*)::int from transaction
        where reference like ${`${SOAKED}%`} and status in ('success', 'reversed')) as paid,
      (select count(*)::int from event
        where type = 'transaction.success'
          and payload like ${`%"reference":"${SOAKED}%`}) as told,
      (select count(*)::int from deposit where session_id like ${`${SESSION}%`}) as credited,
      (select count(*)::int from virtual_account
        where kind = 'dedicated' and business_id = any(${businessIds}::uuid[])) as dedicated,
      (select count(*)::int from identity_verification
        where business_id = any(${businessIds}::uuid[])) as identified,
      (select count(*)::int from refund
        where business_id = any(${businessIds}::uuid[])) as refunded
  `
  return row
}
