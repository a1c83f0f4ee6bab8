import { statfs } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { SECOND } from '../src/platform/clock.ts'
import { connectAsOwner, type Database, type Sql } from '../src/platform/db.ts'
import { copyRows, type Own } from './copies.ts'
import { FIRST } from './numbers.ts'
import type { Payer } from './payers.ts'
import type { PostgresAddress } from './service.ts'

// A past of one business: payments of the last ninety days, as the service would have left them.
// Each is a copy of one that went the whole way. Of ten, nine were paid by transfer, with their
// account, deposit, entries, event and receipt; one was abandoned. One in ten made a new customer.

const DAYS = 90
/** As the service keeps them. */
const EVENT_DAYS = 30
/** Whole customers, and all sizes are so many times it. */
const CHUNK = 50_000
/** Each keeps a processor busy. */
const AT_ONCE = 2
/** Of a payment in all its tables and indexes, and of what is written besides and sorted. */
const BYTES_A_PAYMENT = 7_000
const GIB = 2 ** 30
export const PAYMENTS_A_CUSTOMER = 10
/** Who has as many before there is a past. */
export const FIRST_CUSTOMER = 'bola@example.com'
export const PAST_FIRST = FIRST
/** What the payments' account numbers begin with. */
export const PAST_DIGIT = '3'

export type Past = {
  /** Until there are so many payments. `isVacuumed`: as they come, while they are in memory. */
  growTo: (
    count: number,
    say: (line: string) => void,
    how: { isVacuumed: boolean },
  ) => Promise<void>
  /** Throws where the disk has no room for so many payments. */
  demandRoom: (count: number) => Promise<void>
  analyze: () => Promise<void>
  vacuum: () => Promise<void>
  /** `cus_…` of one with about ten payments. */
  customer: () => Promise<string>
  /** Until the service reads its books no more, which it does each hour by itself. */
  untilVerified: () => Promise<void>
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
    growTo: (count, say, { isVacuumed }) =>
      withOwner(async (sql) => {
        // A partitioned table has no settings; its partitions have.
        const parts = await sql<{ name: string }[]>`
          select relid::regclass::text as name
          from unnest(${GROWING}::regclass[]) grows
          cross join lateral pg_partition_tree(grows)
          where isleaf
        `
        const quiet = parts.map(({ name }) => `alter table ${name} set (autovacuum_enabled = off)`)
        await sql.unsafe(quiet.join(';'))
        if (made === 0) await keepTemplates(sql)
        const all = { first: PAST_FIRST + made, count: count - made }
        while (made < count) {
          const start = performance.now()
          const next = Math.min(CHUNK, count - made)
          await placeInTime(sql, PAST_FIRST + made, next, all)
          await copyAll(sql)
          await addToAccounts(sql)
          if (isVacuumed) await vacuumAll(sql)
          made += next
          say(`${many(made)} payments, the last ${many(next)} in ${secondsSince(start)} s …`)
        }
        await sql`delete from day_sums`
        await forgetSeals(sql)
      }),
    demandRoom: (count) =>
      withOwner(async (sql) => {
        const [{ dataDirectory }] = await sql<[{ dataDirectory: string }]>`show data_directory`
        const { bavail, bsize } = await statfs(dataDirectory)
        const [free, wanted] = [bavail * bsize, count * BYTES_A_PAYMENT]
        if (free >= wanted) return
        const size = `${many(count)} payments may take ${gib(wanted)} GiB of disk`
        throw new Error(`${size}, and ${gib(free)} are free in ${dataDirectory}.`)
      }),
    analyze: () =>
      withOwner(async (sql) => {
        await sql.unsafe(`analyze ${GROWING.join(', ')}`)
      }),
    vacuum: () => withOwner(vacuumAll),
    customer: () =>
      withOwner(async (sql) => {
        const email = made === 0 ? FIRST_CUSTOMER : `ada.${PAST_FIRST}@example.com`
        const [row] = await sql<{ id: string }[]>`
          select customer_id as id from customer
          where business_id = ${businessId} and mode = 'test' and email_folded = ${email}
        `
        if (row === undefined) throw new Error(`there is no customer ${email}`)
        return `cus_${row.id.replaceAll('-', '')}`
      }),
    untilVerified: () =>
      withOwner(async (sql) => {
        for (;;) {
          const [row] = await sql`
            select from book_verification where state in ('asked', 'running') limit 1
          `
          if (row === undefined) return
          await pause(SECOND)
        }
      }),
  }
}

/** A past that is made afterwards would be found as entries of sealed days. */
async function forgetSeals(sql: Sql): Promise<void> {
  for (const table of ['ledger_turn', 'ledger_slice', 'ledger_seal', 'ledger_sum']) {
    await sql`delete from ${sql(table)}`
  }
}

async function vacuumAll(sql: Sql): Promise<void> {
  await sql.unsafe(`vacuum ${GROWING.join(', ')}`)
}

/** A table that grows. `p` is a payment of the past, `t` the row that is copied. */
type Copy = {
  table: string
  /** The template's row or rows, `m` being the template. */
  template: string
  /** The payments that have one. */
  whose: string
  own: Own
}

const AT = { created_at: 'p.made_at' }
const PAID = 'p.is_paid'
const ITS_TRANSACTION = { transaction_id: 'p.transaction_id' }
const ITS_ACCOUNT = { virtual_account_id: 'p.virtual_account_id' }
const ITS_NUMBER = { account_number: `'${PAST_DIGIT}' || p.number` }
const ITS_SESSION = { session_id: `'past-' || p.number` }
const ITS_EMAIL = `'ada.' || p.number || '@example.com'`
const A_MINUTE_LATER = `p.made_at + interval '1 minute'`

/** What takes longest comes first, so that those at once end together. */
const COPIES: Copy[] = [
  {
    table: 'ledger_entry',
    template: 't.cause_id = m.transaction_id',
    whose: PAID,
    own: { ...AT, cause_id: 'p.transaction_id', occurred_at: 'p.made_at' },
  },
  {
    table: 'transaction',
    template: 't.id = m.transaction_id',
    whose: 'true',
    own: {
      ...AT,
      id: 'p.transaction_id',
      reference: `'bench-' || p.number`,
      customer_id: 'p.customer_id',
      status: `case when ${PAID} then t.status else 'abandoned' end`,
      fee: ifPaid('t.fee'),
      vat: ifPaid('t.vat'),
      channel: ifPaid('t.channel'),
      authorization_details: ifPaid('t.authorization_details'),
      paid_at: ifPaid(A_MINUTE_LATER),
      expires_at: `p.made_at + interval '1 day'`,
    },
  },
  {
    table: 'event',
    template: `t.event_id = (
      select event_id from event
      where business_id = m.business_id and type = 'transaction.success'
      order by event_id
      limit 1
    )`,
    // Older ones the service forgets, all day long until none is left.
    whose: `${PAID} and p.made_at > now() - interval '${EVENT_DAYS} days'`,
    own: { ...AT, event_id: 'p.transaction_id' },
  },
  {
    table: 'virtual_account',
    template: 't.virtual_account_id = m.virtual_account_id',
    whose: PAID,
    own: {
      ...AT,
      ...ITS_ACCOUNT,
      ...ITS_TRANSACTION,
      ...ITS_NUMBER,
      assigned_at: 'p.made_at',
      updated_at: 'p.made_at',
      expires_at: `p.made_at + interval '30 minutes'`,
      // The rail was asked about them long ago.
      enquire_at: 'null',
    },
  },
  {
    table: 'deposit',
    template: 't.transaction_id = m.transaction_id',
    whose: PAID,
    own: {
      ...AT,
      ...ITS_SESSION,
      ...ITS_TRANSACTION,
      ...ITS_NUMBER,
      deposit_id: 'p.transaction_id',
      occurred_at: A_MINUTE_LATER,
    },
  },
  {
    table: 'deposit_session',
    template: `(t.rail, t.session_id) = (
      select rail, session_id from deposit
      where business_id = m.business_id and mode = 'test' and transaction_id = m.transaction_id
    )`,
    whose: PAID,
    own: { ...ITS_SESSION, deposit_id: 'p.transaction_id' },
  },
  {
    table: 'account_number',
    template: 't.account_number = m.account_number',
    whose: PAID,
    own: { ...ITS_NUMBER, ...ITS_ACCOUNT },
  },
  {
    table: 'receipt',
    template: 't.transaction_id = m.transaction_id',
    whose: PAID,
    own: { ...AT, ...ITS_TRANSACTION, state: `'sent'`, next_at: 'null', sent_at: 'p.made_at' },
  },
  {
    table: 'customer',
    template: `t.customer_id = (
      select customer_id from transaction
      where business_id = m.business_id and mode = 'test' and id = m.transaction_id
    )`,
    whose: `p.number % ${PAYMENTS_A_CUSTOMER} = 0`,
    own: {
      ...AT,
      customer_id: 'p.customer_id',
      email: ITS_EMAIL,
      email_folded: ITS_EMAIL,
      updated_at: 'p.made_at',
    },
  },
]

/** The tables that grow. */
export const GROWING = COPIES.map(({ table }) => table)

function ifPaid(value: string): string {
  return `case when ${PAID} then ${value} end`
}

/** The rows that are copied, by themselves: nobody looks for them among ten millions. */
async function keepTemplates(sql: Sql): Promise<void> {
  for (const { table, template } of COPIES) {
    const { count } = await sql.unsafe(`
      create unlogged table bench_template_${table} as
      select t.*
      from bench_template m
      join ${table} t on t.business_id = m.business_id and t.mode = 'test' and ${template}
      where m.digit = '${PAST_DIGIT}'
    `)
    if (count === 0) throw new Error(`the template has no ${table}`)
  }
  await sql`
    create unlogged table bench_past (
      number bigint primary key,
      made_at timestamptz not null,
      is_paid boolean not null,
      transaction_id uuid not null,
      virtual_account_id uuid not null,
      customer_id uuid not null
    )
  `
}

/** Ids tell of their moment, as the service's do. `all`: those that share the ninety days. */
async function placeInTime(
  sql: Sql,
  first: number,
  count: number,
  all: { first: number; count: number },
): Promise<void> {
  await sql`truncate bench_past`
  await sql.unsafe(`
    insert into bench_past
    select number, made_at, number % 10 > 0, uuidv7(made_at - now()),
      uuidv7(made_at - now() + interval '1 ms'),
      first_value(customer_id) over (partition by number / ${PAYMENTS_A_CUSTOMER} order by number)
    from (
      select number, made_at, uuidv7(made_at - now()) as customer_id
      from (
        select number,
          now() - interval '1 hour'
            - interval '${DAYS} days' * (1 - (number - ${all.first}) / ${all.count}.0) as made_at
        from generate_series(${first}::bigint, ${first + count - 1}) number
      ) moment
    ) payment
  `)
}

/**
 * In the order of the payments, which is that of their numbers, without sorting them. A trigger
 * would note its shares as due. It is left out here and not taken from the table: that would have
 * the service plan its statements anew, over tables that have grown, and nobody has told it.
 */
async function copyOne(sql: Database, { table, whose, own }: Copy): Promise<void> {
  const from = `bench_past p cross join bench_template_${table} t where ${whose} order by p.number`
  await sql.begin(async (sql) => {
    await sql`set local enable_sort = off`
    await sql`set local session_replication_role = replica`
    await copyRows(sql, table, own, from)
  })
}

/** As much as the copied entries moved: as often as there are copies, what the first one did. */
async function addToAccounts(sql: Sql): Promise<void> {
  await sql`
    with entry as (
      select e.*, (select count(*) from bench_past where is_paid) as copies
      from bench_template_ledger_entry e
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

/** Each begins, in this order, when one of those before it has ended. */
async function copyAll(sql: Database): Promise<void> {
  const left = [...COPIES]
  const work = async () => {
    for (let next = left.shift(); next; next = left.shift()) await copyOne(sql, next)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

function gib(bytes: number): string {
  return (bytes / GIB).toFixed(1)
}

function secondsSince(start: number): string {
  return ((performance.now() - start) / 1000).toFixed(1)
}

function many(count: number): string {
  return count.toLocaleString('en')
}
