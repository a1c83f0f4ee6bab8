import { verifyBooks } from '../src/operator/books.ts'
import { connectAsOwner } from '../src/platform/db.ts'
import { FIRST, PLACE } from './numbers.ts'
import { EMAIL, REFERENCE, SESSION_ID } from './payloads.ts'
import type { PostgresAddress } from './service.ts'

// The tables of the plain INSERTs and SELECTs, and what the server is asked besides.

const COPIES = ['bench_transaction', 'bench_pgbench'] as const
/** Ascending, as the service's own ids are. */
const ID = `0199c0de-0000-7000-8000-000${PLACE}`

export type Initiations = { found: number; messages: number; fees: bigint }

export type Settled = {
  found: number
  deposits: number
  /** Of them `transaction.success`. */
  events: number
  delivered: number
  receipts: number
  /** Three of each payment: the business and those with whom it shares. */
  items: number
}

export type Tables = {
  insert: (copy: (typeof COPIES)[number]) => Promise<string>
  select: () => Promise<string>
  /** Transactions of this run that are in the service's table. */
  count: () => Promise<number>
  /** Deposits of this run, and the events that tell of them. */
  countDeposits: () => Promise<{ deposits: number; events: number }>
  /** Of these businesses: verifications whose code has left, its messages, the fees in kobo. */
  countInitiations: (businessIds: string[]) => Promise<Initiations>
  /** Of these businesses: payments that succeeded, and all that comes with them. */
  countSettled: (businessIds: string[]) => Promise<Settled>
  /** What `npm run ledger:verify` finds wrong. `say` hears how far it has come. */
  wrongInLedger: (say?: (line: string) => void) => Promise<number>
  settings: () => Promise<{ name: string; setting: string }[]>
  close: () => Promise<void>
}

/** After the service has written the row with the number FIRST: it is the template. */
export function openTables(address: PostgresAddress): Tables {
  const sql = connectAsOwner(address)
  const template = REFERENCE.replace(PLACE, String(FIRST))

  return {
    async insert(copy) {
      await sql`create table ${sql(copy)} (like transaction including all)`
      const [row] = await sql`
        select
          'business_id, mode, status, amount, requested_amount, channels, customer_id,
           customer_name, phone, callback_url, metadata, ip_address, made_with,
           id, reference, email, created_at, expires_at' as columns,
          concat_ws(', ',
            quote_literal(business_id), quote_literal(mode), quote_literal(status),
            amount::text, requested_amount::text, quote_literal(channels),
            quote_literal(customer_id), quote_literal(customer_name), quote_nullable(phone),
            quote_nullable(callback_url), quote_nullable(metadata), quote_nullable(ip_address),
            quote_literal(made_with)
          ) as same
        from transaction
        where reference = ${template}
      `
      const { columns, same } = row as unknown as { columns: string; same: string }
      const own = `${numbered(ID)}::uuid, ${numbered(REFERENCE)}, ${numbered(EMAIL)}`
      const times = `now(), now() + interval '1 day'`
      return `insert into ${copy} (${columns}) values (${same}, ${own}, ${times})`
    },
    async select() {
      // Else it is planned for the empty table that it was, and scans what has grown since.
      await sql`vacuum (analyze) transaction`
      const [row] = await sql`
        select quote_literal(business_id) as business, quote_literal(mode) as mode
        from transaction
        where reference = ${template}
      `
      const { business, mode } = row as unknown as { business: string; mode: string }
      return `select * from transaction
        where business_id = ${business} and mode = ${mode} and reference = ${numbered(REFERENCE)}`
    },
    async count() {
      const pattern = REFERENCE.replace(PLACE, '%')
      const [row] = await sql`
        select count(*)::int as count from transaction where reference like ${pattern}
      `
      return row!['count']
    },
    async countDeposits() {
      const pattern = SESSION_ID.replace(PLACE, '%')
      const [row] = await sql<[{ deposits: number; events: number }]>`
        select
          (select count(*)::int from deposit where session_id like ${pattern}) as deposits,
          (select count(*)::int from event
            where type = 'transfer.received'
              and payload like ${`%"reference":"${pattern}"%`}) as events
      `
      return row
    },
    async countInitiations(businessIds) {
      const [row] = await sql<[Initiations]>`
        select
          (select count(*)::int from identity_verification
            where business_id = any(${businessIds}) and mode = 'test' and state = 'Pending')
            as found,
          (select count(*)::int from sandbox_message
            where business_id = any(${businessIds}) and mode = 'test') as messages,
          (select sum(credits_posted)::bigint from ledger_account
            where business_id = any(${businessIds}) and mode = 'test' and name = 'fees') as fees
      `
      return row
    },
    async countSettled(businessIds) {
      const [row] = await sql<[Settled]>`
        select
          (select count(*)::int from transaction
            where business_id = any(${businessIds}) and status = 'success') as found,
          (select count(*)::int from deposit
            where business_id = any(${businessIds}) and state = 'matched') as deposits,
          (select count(*)::int from event
            where business_id = any(${businessIds}) and type = 'transaction.success') as events,
          (select count(*)::int from delivery
            where business_id = any(${businessIds}) and state = 'delivered') as delivered,
          (select count(*)::int from receipt where business_id = any(${businessIds})) as receipts,
          (select count(*)::int from settlement_item
            where business_id = any(${businessIds}) and kind = 'payment') as items
      `
      return row
    },
    async wrongInLedger(say = () => {}) {
      const tell = async (done: number, all: number) => say(`${done} of ${all} books are read …`)
      return (await verifyBooks(sql, tell)).length
    },
    async settings() {
      return sql<{ name: string; setting: string }[]>`
        select name, current_setting(name) as setting
        from pg_settings
        where name in (
          'server_version', 'fsync', 'synchronous_commit', 'full_page_writes', 'wal_sync_method',
          'shared_buffers', 'max_wal_size', 'min_wal_size', 'wal_segment_size'
        )
        order by name
      `
    },
    close: () => sql.end(),
  }
}

/** A template of ours as an expression of SQL, its place taken by the parameter. */
function numbered(template: string): string {
  const [before, after] = template.split(PLACE) as [string, string]
  return `('${before}' || $1::text${after === '' ? '' : ` || '${after}'`})`
}
