import { connectAsOwner, type Database, type Sql } from '../src/lib/db.ts'
import { copyRows, type Own } from './copies.ts'
import { FIRST } from './numbers.ts'
import { numberCopies, type Payer } from './payers.ts'
import type { PostgresAddress } from './service.ts'

// A past of one business: payments of the last ninety days, as the service would have left them.
// Each is a copy of one that went the whole way. Of ten, nine were paid by transfer, with their
// account, deposit, entries, event and receipt; one was abandoned. One in ten made a new customer.

const DAYS = 90
const CHUNK = 50_000
const PAYMENTS_A_CUSTOMER = 10
export const PAST_FIRST = FIRST
/** What the payments' account numbers begin with. */
export const PAST_DIGIT = '3'

/** The tables that grow. */
export const GROWING = [
  'transaction',
  'customer',
  'virtual_account',
  'account_number',
  'deposit_session',
  'deposit',
  'ledger_entry',
  'event',
  'receipt',
]

export type Past = {
  /** Until there are so many payments. */
  growTo: (count: number, tell: (count: number) => void) => Promise<void>
  analyze: () => Promise<void>
  vacuum: () => Promise<void>
  /** `cus_…` of one with about ten payments. */
  customer: () => Promise<string>
}

/** The template of this business with the digit of the past must have been paid. */
export function openPast(address: PostgresAddress, { businessId }: Payer): Past {
  let made = 0

  async function withOwner<Result>(work: (sql: Database) => Promise<Result>): Promise<Result> {
    const sql = connectAsOwner(address)
    try {
      return await work(sql)
    } finally {
      await sql.end()
    }
  }

  return {
    growTo: (count, tell) =>
      withOwner(async (sql) => {
        const quiet = GROWING.map((table) => `alter table ${table} set (autovacuum_enabled = off)`)
        await sql.unsafe(quiet.join(';'))
        // Each of these rows would be noted as late, and none of them is.
        await noteLate(sql, 'disable')
        const eventId = await eventOfTemplate(sql, businessId)
        const from = made
        while (made < count) {
          const next = Math.min(CHUNK, count - made)
          await sql.begin(async (sql) => {
            await numberCopies(sql, PAST_DIGIT, PAST_FIRST + made, next)
            await placeInTime(sql, PAST_FIRST + from, count - from)
            await copyAll(sql, eventId)
            await addToAccounts(sql)
          })
          made += next
          tell(made)
        }
        await noteLate(sql, 'enable')
        await sql`delete from list_count`
        await sql`delete from day_sums`
      }),
    analyze: () =>
      withOwner(async (sql) => {
        await sql.unsafe(`analyze ${GROWING.join(', ')}`)
      }),
    vacuum: () =>
      withOwner(async (sql) => {
        await sql.unsafe(`vacuum ${GROWING.join(', ')}`)
      }),
    customer: () =>
      withOwner(async (sql) => {
        const email = made === 0 ? 'ada.007@example.com' : `ada.${PAST_FIRST}@example.com`
        const [row] = await sql<{ id: string }[]>`
          select customer_id as id from customer
          where business_id = ${businessId} and mode = 'test' and email_folded = ${email}
        `
        if (row === undefined) throw new Error(`there is no customer ${email}`)
        return `cus_${row.id.replaceAll('-', '')}`
      }),
  }
}

async function noteLate(sql: Sql, how: 'enable' | 'disable'): Promise<void> {
  const tables = ['transaction', 'customer', 'deposit']
  await sql.unsafe(tables.map((table) => `alter table ${table} ${how} trigger user`).join(';'))
}

async function eventOfTemplate(sql: Sql, businessId: string): Promise<string> {
  const [row] = await sql<[{ id: string }]>`
    select event_id as id from event
    where business_id = ${businessId} and type = 'transaction.success'
    order by event_id
    limit 1
  `
  return row.id
}

/** Ids tell of their moment, as the service's do. */
async function placeInTime(sql: Sql, first: number, count: number): Promise<void> {
  await sql.unsafe(`
    create table if not exists bench_past (
      number bigint primary key,
      made_at timestamptz not null,
      is_paid boolean not null,
      customer_id uuid not null
    );
    truncate bench_past;
    insert into bench_past
    select number, made_at, number % 10 > 0,
      uuidv7((made_at - now()) - (number % ${PAYMENTS_A_CUSTOMER}) * interval '1 ms')
    from (
      select number,
        now() - interval '1 hour'
          - interval '${DAYS} days' * (1 - (number - ${first}) / ${count}.0) as made_at
      from bench_copy
    ) moment;
    update bench_past p set customer_id = first.customer_id
    from bench_past first
    where first.number = p.number - p.number % ${PAYMENTS_A_CUSTOMER};
    update bench_copy c
    set transaction_id = uuidv7(p.made_at - now()),
      virtual_account_id = uuidv7(p.made_at - now() + interval '1 ms')
    from bench_past p
    where p.number = c.number;
  `)
}

const COPIES = `bench_copy c join bench_past p using (number)
  join bench_template m on m.digit = '${PAST_DIGIT}'`
const ITS = `t.business_id = m.business_id and t.mode = 'test'`
const OF_TRANSACTION = 't.transaction_id = m.transaction_id'
const AT = { created_at: 'p.made_at' }

async function copyAll(sql: Sql, eventId: string): Promise<void> {
  await copyCustomers(sql)
  await copyTransactions(sql)
  await copyTransfers(sql)
  const causeId = { cause_id: 'c.transaction_id', occurred_at: 'p.made_at' }
  await copyPaid(sql, 'ledger_entry', { ...AT, ...causeId }, 't.cause_id = m.transaction_id')
  const sent = { state: `'sent'`, next_at: 'null', sent_at: 'p.made_at' }
  const ofReceipt = { ...AT, ...sent, transaction_id: 'c.transaction_id' }
  await copyPaid(sql, 'receipt', ofReceipt, OF_TRANSACTION)
  const ofEvent = { ...AT, event_id: 'c.transaction_id' }
  await copyPaid(sql, 'event', ofEvent, `t.event_id = '${eventId}'`)
}

/** One row of each payment that was paid. `which`: the row of the template. */
async function copyPaid(sql: Sql, table: string, own: Own, which: string): Promise<void> {
  await copyRows(
    sql,
    table,
    own,
    `${COPIES} join ${table} t on ${ITS} and ${which} where p.is_paid`,
  )
}

async function copyCustomers(sql: Sql): Promise<void> {
  const email = `'ada.' || c.number || '@example.com'`
  const own = { customer_id: 'p.customer_id', email, email_folded: email, updated_at: 'p.made_at' }
  await copyRows(
    sql,
    'customer',
    { ...AT, ...own },
    `${COPIES} join transaction paid on paid.business_id = m.business_id and paid.mode = 'test'
        and paid.id = m.transaction_id
      join customer t on ${ITS} and t.customer_id = paid.customer_id
      where c.number % ${PAYMENTS_A_CUSTOMER} = 0`,
  )
}

async function copyTransactions(sql: Sql): Promise<void> {
  const ifPaid = (column: string) => `case when p.is_paid then t.${column} end`
  const own = {
    ...AT,
    id: 'c.transaction_id',
    reference: `'bench-' || c.number`,
    customer_id: 'p.customer_id',
    status: `case when p.is_paid then t.status else 'abandoned' end`,
    fee: ifPaid('fee'),
    vat: ifPaid('vat'),
    channel: ifPaid('channel'),
    authorization_details: ifPaid('authorization_details'),
    paid_at: `case when p.is_paid then p.made_at + interval '1 minute' end`,
    expires_at: `p.made_at + interval '1 day'`,
  }
  const from = `${COPIES} join transaction t on ${ITS} and t.id = m.transaction_id`
  await copyRows(sql, 'transaction', own, from)
}

async function copyTransfers(sql: Sql): Promise<void> {
  const accountNumber = { account_number: `'${PAST_DIGIT}' || c.number` }
  const accountId = { virtual_account_id: 'c.virtual_account_id' }
  const transactionId = { transaction_id: 'c.transaction_id' }
  const deposited = { deposit_id: 'c.transaction_id', session_id: `'past-' || c.number` }
  const ofAccount = 't.virtual_account_id = m.virtual_account_id'
  const times = {
    ...AT,
    assigned_at: 'p.made_at',
    updated_at: 'p.made_at',
    expires_at: `p.made_at + interval '30 minutes'`,
  }
  const account = { ...times, ...accountId, ...transactionId, ...accountNumber }
  await copyPaid(sql, 'virtual_account', account, ofAccount)
  await copyPaid(sql, 'account_number', { ...accountNumber, ...accountId }, ofAccount)
  await copyRows(
    sql,
    'deposit_session',
    deposited,
    `${COPIES} join deposit d on d.business_id = m.business_id and d.mode = 'test'
        and d.transaction_id = m.transaction_id
      join deposit_session t on t.mode = d.mode and t.rail = d.rail
        and t.session_id = d.session_id
      where p.is_paid`,
  )
  const occurredAt = { occurred_at: `p.made_at + interval '1 minute'` }
  const deposit = { ...AT, ...deposited, ...transactionId, ...accountNumber, ...occurredAt }
  await copyPaid(sql, 'deposit', deposit, OF_TRANSACTION)
}

/** As much as the copied entries moved: as often as there are copies, what the first one did. */
async function addToAccounts(sql: Sql): Promise<void> {
  await sql`
    with entry as (
      select e.*, (select count(*) from bench_past where is_paid) as copies
      from bench_template m
      join ledger_entry e on e.business_id = m.business_id and e.mode = 'test'
        and e.cause_id = m.transaction_id
      where m.digit = ${PAST_DIGIT}
    ), moved as (
      select business_id, name, sum(debit * copies)::bigint as debit,
        sum(credit * copies)::bigint as credit
      from (
        select business_id, debit_account as name, amount as debit, 0 as credit, copies from entry
        union all
        select business_id, credit_account, 0, amount, copies from entry
      ) leg
      group by business_id, name
    )
    update ledger_account a
    set debits_posted = a.debits_posted + moved.debit,
      credits_posted = a.credits_posted + moved.credit
    from moved
    where a.business_id = moved.business_id and a.mode = 'test' and a.name = moved.name
  `
}
