import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { openAccounts } from '../src/core/ledger/ledger.ts'
import { verifyFromFirst } from '../src/operator/books.ts'
import { scaled } from './scale.ts'
import { asOwner, givenBusiness, useContext } from './support.ts'

// Three years of entries in sealed days, and changes of one kobo, one field or one row in places
// that a seed chooses. Each is named by its day.

const context = useContext()
const DAYS = scaled(1095, 200)
const ENTRIES_A_DAY = 4
const CHANGES = scaled(60, 20)

/** Of the entry `e` that is named by its cause. */
const KINDS = [
  'update ledger_entry e set amount = amount + 1',
  'update ledger_entry e set amount = amount - 1',
  "update ledger_entry e set credit_account = 'available'",
  "update ledger_entry e set debit_account = 'card_clearing'",
  "update ledger_entry e set occurred_at = occurred_at - interval '1 second'",
  "update ledger_entry e set created_at = created_at + interval '1 ms'",
  "update ledger_entry e set reason = 'wallet_top_up'",
  'update ledger_entry e set cause_id = gen_random_uuid()',
  'delete from ledger_entry e',
  `insert into ledger_entry select business_id, mode, gen_random_uuid(), reason, step, kind,
     debit_account, credit_account, 1, occurred_at, created_at from ledger_entry e`,
]

test('a change of one kobo anywhere in three years of sealed days is found, and named by its day', async () => {
  const { businessId } = await givenBusiness(context)
  await openAccounts(context.sql, context.now(), { businessId, mode: 'live' })
  await asOwner(context, (sql) => sql.unsafe(rowsOf(businessId)))
  const sealed = await verifyFromFirst(context)
  assert.deepEqual(sealed.wrong, [])
  const seed = Number(process.env['COWRIE_SEED'] ?? context.now().getTime() % 1_000_000)
  const plant = fc.tuple(fc.nat(DAYS - 1), fc.nat(ENTRIES_A_DAY - 1), fc.constantFrom(...KINDS))
  const plants = fc.sample(
    fc.uniqueArray(plant, { selector: ([day]) => day, minLength: CHANGES, maxLength: CHANGES }),
    { numRuns: 1, seed },
  )[0]!

  await asOwner(context, async (sql) => {
    await sql.unsafe(`create table kept as select * from ledger_entry;
      set session_replication_role = replica; ${plants.map(changeOf).join(';')}`)
  })
  const { wrong } = await verifyFromFirst(context)
  const days = await asOwner(context, async (sql) => {
    const rows = await sql.unsafe(`
      select n, (occurred_at at time zone 'Africa/Lagos')::date::text as day
      from kept
      join unnest(array[${plants.map(([day]) => day)}]) n on cause_id = ${idOf('n', '0')}`)
    await sql.unsafe(`set session_replication_role = replica; delete from ledger_entry;
      insert into ledger_entry select * from kept; drop table kept`)
    return new Map(rows.map((row) => [Number(row['n']), String(row['day'])]))
  })

  const SEALED = 'the entries of a closed day are not those that were sealed'
  const named = wrong.filter(({ what }) => what === SEALED).map(({ where }) => where.slice(0, 10))
  const planted = plants.map(([day]) => days.get(day))
  assert.deepEqual(named.toSorted(), planted.toSorted(), `COWRIE_SEED=${seed}`)
  assert.deepEqual((await verifyFromFirst(context)).wrong, [], 'nothing is left of them')
})

/** The id of an entry by its day and its place in it. */
function idOf(day: string, place: string): string {
  return `('00000000-0000-7000-8000-' || lpad((${day} * 10 + ${place})::text, 12, '0'))::uuid`
}

function changeOf([day, place, kind]: [number, number, string]): string {
  return `${kind} where cause_id = ${idOf(String(day), String(place))}`
}

/** Day 0 is the oldest; the last one is over. */
function rowsOf(businessId: string): string {
  const key = `business_id = '${businessId}' and mode = 'live'`
  const sum = `(select sum(amount) from ledger_entry where ${key})`
  return `
    set session_replication_role = replica;
    insert into ledger_entry
    select '${businessId}', 'live', ${idOf('d', 'p')}, 'wallet_adjustment', 1, 'post',
      'bank_clearing', 'unmatched', 100 + d, at, at
    from generate_series(0, ${DAYS - 1}) d, generate_series(0, ${ENTRIES_A_DAY - 1}) p,
      lateral (
        select date_trunc('day', now()) - interval '1 day' * (${DAYS} - d)
          + interval '3 hours' * (p + 1) as at
      ) t
    order by d, p;
    update ledger_account set debits_posted = ${sum} where ${key} and name = 'bank_clearing';
    update ledger_account set credits_posted = ${sum} where ${key} and name = 'unmatched'`
}
