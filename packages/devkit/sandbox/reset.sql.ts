import type { Scope } from '../../../src/core/context.ts'
import { forgetTestDigests, lockTurn } from '../../../src/core/ledger/seal.ts'
import type { Sql } from '../../../src/platform/db.ts'

/**
 * What a reset keeps of a business: its keys, webhook addresses and secrets, and the records of who
 * did what. A test compares both lists with the tables of the database.
 */
export const KEPT = [
  'api_key',
  'api_key_hash',
  'audit_entry',
  // Of live mode only.
  'detached_sum',
  'login_letter',
  'rail_switch',
  'request_log',
  'webhook_endpoint',
]

/** Emptied in this order. Whoever moves money locks the accounts, so they come first. */
export const EMPTIED = [
  'ledger_account',
  'account_change',
  'account_number',
  'card_attempt',
  'card_testing',
  'checkout_logo',
  'business_mode',
  'customer',
  'day_sums',
  'delivery',
  'delivery_attempt',
  'deposit',
  'deposit_quarantine',
  'deposit_session',
  'dispute',
  'dispute_file',
  'event',
  'example_run',
  'idempotency_key',
  'identity_access',
  'identity_verification',
  'invoice',
  'kept_card_code',
  'ledger_entry',
  'ledger_sum',
  'payer_authorization',
  'payment_link',
  'payment_link_slug',
  'payment_rule',
  'payout',
  'payout_batch',
  'payout_batch_line',
  'plan',
  'receipt',
  'refund',
  'refund_link',
  'sandbox_armed_rail',
  'sandbox_message',
  'settlement',
  'settlement_item',
  'split',
  'split_share',
  'subaccount',
  'subaccount_payout_schedule',
  'subscription',
  'suspended_credit',
  'transaction',
  'virtual_account',
  'webhook_notice',
] as const

const KEYS_MAX = 10_000

/** The keys that the bank and the card network were asked under. */
export async function listRailKeys(sql: Sql, { businessId, mode }: Scope): Promise<string[]> {
  const rows = await sql<{ railKey: string }[]>`
    select p.rail_key::text from payout p
    where p.business_id = ${businessId} and p.mode = ${mode} and p.rail_key is not null
    union all
    select r.rail_key::text from refund r
    where r.business_id = ${businessId} and r.mode = ${mode} and r.rail_key is not null
    limit ${KEYS_MAX}
  `
  return rows.map(({ railKey }) => railKey)
}

/** What the sandbox remembers under names that contain one of these. */
export async function forgetAsked(sql: Sql, names: string[]): Promise<void> {
  await sql`
    delete from sandbox_memory m
    using unnest(${names}::text[]) as asked (name)
    where position(asked.name in m.key) > 0
  `
}

/**
 * Deletes as the owner of the database, without triggers: the role of the application may not
 * delete entries, and no role that it has may. End its transaction soon.
 */
export async function emptyMode(sql: Sql, { businessId, mode }: Scope): Promise<void> {
  await sql`set local role none`
  await sql`set local session_replication_role = replica`
  // A verification that reads a slice meanwhile would find entries that are not there any more.
  await lockTurn(sql)
  const emptied = (table: string) =>
    sql`delete from ${sql(table)} where business_id = ${businessId} and mode = ${mode}`
  const [accounts, first, ...others] = EMPTIED
  await emptied(accounts)
  // One statement for each table takes a third more processor.
  const all = others.reduce(
    (before, table) => sql`${before}, ${sql(`of_${table}`)} as (${emptied(table)})`,
    sql`with ${sql(`of_${first}`)} as (${emptied(first)})`,
  )
  await sql`${all} select 1`
  await forgetTestDigests(sql)
  await sql`set local session_replication_role = origin`
}
