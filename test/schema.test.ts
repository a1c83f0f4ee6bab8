import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { documentsOf } from '../src/http/document.ts'
import { useApi } from './api.ts'
import { asOwner, useContext } from './support.ts'

const context = useContext({ isNew: true })
const api = useApi(context)

// What leads from the outside to a business, and what belongs to the installation.
const GLOBAL = [
  'archived_file',
  'archived_month',
  'account_number',
  'announced_day',
  'api_key_hash',
  'book_verification',
  'chore_run',
  'data_key',
  'database_function',
  'deposit_session',
  'detached_month',
  'detached_sum',
  'fetched_statement',
  'identity_number',
  'installation',
  'ledger_seal',
  'ledger_slice',
  'ledger_slice_rest',
  'ledger_turn',
  // A person may be in several teams.
  'login',
  'login_letter',
  'login_session',
  'migration',
  'password_reset',
  'payment_link_slug',
  'rail_health',
  // What a bank says is the operator's: in one account lies the money of every business.
  'rail_match',
  // What a provider sends names no business before it is read.
  'rail_notification',
  'alarm',
  'backfill',
  'backup_progress',
  'rail_balance',
  'rail_margin',
  'rail_margin_day',
  // Of a provider, for all businesses or for one.
  'rail_switch',
  'rate_tick',
  // What left since a restore, of businesses that are not known yet.
  'recovered_debit',
  'recovery',
  'served_database',
  'reconciliation_night',
  'reconciliation_note',
  'recovery_code',
  'sandbox_memory',
  'schema_level',
  'sign_in_failure',
  'sign_up',
  'statement',
  'statement_line',
]

/** Nothing in these is ever changed or removed. */
const CLOSED = [
  'ledger_entry',
  'event',
  'delivery_attempt',
  'deposit_quarantine',
  'identity_access',
  'statement',
  'reconciliation_note',
  'payment_link_slug',
  'audit_entry',
  'request_log',
]

test('every key and every unique index begins with the business', async () => {
  const keys = await asOwner(
    context,
    (sql) => sql<{ table: string; name: string; first: string; second: string | null }[]>`
      select c.relname as table, i.indexrelid::regclass::text as name,
        pg_get_indexdef(i.indexrelid, 1, true) as first,
        pg_get_indexdef(i.indexrelid, 2, true) as second
      from pg_index i
      join pg_class c on c.oid = i.indrelid
      where c.relnamespace = 'public'::regnamespace and i.indisunique
    `,
  )

  const tenants = keys.filter(({ table }) => !GLOBAL.includes(table))
  assert(tenants.length > 10, 'the keys are found at all')
  assert.deepEqual(
    tenants.filter(({ first }) => first !== 'business_id'),
    [],
  )
  const single = ['business', 'activation', 'membership', 'invitation', 'audit_entry', 'audit_head']
  assert.deepEqual(
    tenants.filter(({ table, second }) => second !== 'mode' && !single.includes(table)),
    [],
    'and goes on with the mode, where there are two',
  )
})

test('every foreign key has an index that begins with it', async () => {
  const bare = await asOwner(
    context,
    (sql) => sql<{ name: string }[]>`
      select k.conname as name
      from pg_constraint k
      where k.contype = 'f' and not exists (
        select 1 from pg_index i
        where i.indrelid = k.conrelid
          and (i.indkey::int2[])[0:cardinality(k.conkey) - 1] @> k.conkey
      )
    `,
  )

  assert.deepEqual([...bare], [])
})

test('the application owns nothing, is no superuser, and may not change what is append-only', async () => {
  const [role] = await context.sql`
    select current_user as name, r.rolsuper as is_superuser,
      (select count(*)::int from pg_class where relowner = r.oid) as owned
    from pg_roles r
    where r.rolname = current_user
  `
  assert.deepEqual({ ...role }, { name: 'cowrie_app', isSuperuser: false, owned: 0 })

  for (const table of CLOSED) {
    for (const change of [`update ${table} set mode = mode`, `delete from ${table}`]) {
      await assert.rejects(context.sql.unsafe(change), { code: '42501' }, change)
    }
  }
})

test('the committed OpenAPI document is what the routes say', () => {
  const committed = readFileSync('docs/api/openapi.json', 'utf8')

  assert.equal(committed, `${JSON.stringify(documentsOf(api.app.swagger()).api, null, 2)}\n`)
})
