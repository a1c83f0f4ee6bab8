import type { Query, Sql } from '../../platform/db.ts'
import type { Day } from '../../platform/lagos.ts'
import { type Part, writtenIn } from './part.ts'
import { legSums, type WrongRow } from './verify.ts'

export type Slice = {
  number: bigint
  day: Day
  fromAt: Date | string
  untilAt: Date
  entries: bigint
}

/** Of the entries up to the last slice, or up to the slice of the turn. */
type SumPart = 'closed' | 'turn'

export type Turn = {
  /** The last slice that it has read. */
  slice: bigint | null
  byCommand: boolean
  beganAt: Date
}

const ROWS_MAX = 100
const NOTHING = Buffer.alloc(32)

/** From now on `ledger_write` writes nothing as of before `until`. */
export async function announceClosing(sql: Sql, until: Date, now: Date): Promise<void> {
  await sql`
    insert into ledger_turn as t (closing_until, began_at) values (${until}, ${now})
    on conflict (is_only) do update set closing_until = excluded.closing_until
    where t.closing_until < excluded.closing_until
  `
}

/** A transaction that begins later has an id of at least this. */
export async function readNextXid(sql: Sql): Promise<bigint> {
  const [row] = await sql<[{ next: bigint }]>`
    select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as next
  `
  return row.next
}

/** The lowest id of a transaction that has not ended. */
export async function readOldestXid(sql: Sql): Promise<bigint> {
  const [row] = await sql<[{ oldest: bigint }]>`
    select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as oldest
  `
  return row.oldest
}

/** Keeps others from closing, turning and resetting until the end of the transaction. */
export async function lockTurn(sql: Sql): Promise<Turn | undefined> {
  const [row] = await sql<Turn[]>`
    select slice, by_command, began_at from ledger_turn for update
  `
  return row
}

export async function findTurn(sql: Sql): Promise<Turn | undefined> {
  const [row] = await sql<Turn[]>`select slice, by_command, began_at from ledger_turn`
  return row
}

export async function findLastSlice(sql: Sql): Promise<Slice | undefined> {
  const [row] = await sql<Slice[]>`
    select number, day::text as day, from_at, until_at, entries
    from ledger_slice
    order by number desc
    limit 1
  `
  return row
}

export async function findSliceAfter(sql: Sql, number: bigint | null): Promise<Slice | undefined> {
  const [row] = await sql<Slice[]>`
    select number, day::text as day, from_at, until_at, entries
    from ledger_slice
    where number > ${number ?? -1n}
    order by number
    limit 1
  `
  return row
}

/** At most 100. */
export async function listWrongSlices(sql: Sql): Promise<Slice[]> {
  return sql<Slice[]>`
    select number, day::text as day, from_at, until_at, entries
    from ledger_slice
    where findings > 0
    order by number
    limit ${ROWS_MAX}
  `
}

/** Whether a part has more than `max` entries. Reads no more than that. */
export async function hasMoreThan(sql: Sql, part: Part, max: number): Promise<boolean> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count
    from (select from ledger_entry where ${writtenIn(sql, part)} limit ${max + 1}) few
  `
  return row.count > max
}

/**
 * One digest over all fields of the entries of a mode, in the order of the key. The separators
 * occur in no field, so different entries never give the same text.
 */
export function digestIn(
  sql: Sql,
  mode: 'test' | 'live',
  part: Part,
  condition: Query<unknown> = sql`true`,
) {
  return sql`
    sha256(convert_to(coalesce((
      select string_agg(
        concat_ws(E'\\x1f', business_id, cause_id, reason, step, kind, debit_account,
          credit_account, amount, extract(epoch from occurred_at), extract(epoch from created_at)),
        E'\\x1e' order by business_id, cause_id, reason, step
      )
      from ledger_entry
      where ${writtenIn(sql, part)} and mode = ${mode} and ${condition}
    ), ''), 'UTF8'))
  `
}

/** What the part has now, as a slice stores it. */
function digestsIn(sql: Sql, part: Part) {
  return sql`
    select ${digestIn(sql, 'live', part)} as digest, ${digestIn(sql, 'test', part)} as test_digest
  `
}

export async function insertSlice(
  sql: Sql,
  {
    number,
    day,
    fromAt,
    untilAt,
    part,
    now,
  }: {
    number: bigint
    day: Day
    fromAt: Date | string
    untilAt: Date
    part: Part
    now: Date
  },
): Promise<bigint> {
  const [row] = await sql<[{ entries: bigint }]>`
    insert into ledger_slice
      (number, day, from_at, until_at, entries, digest, test_digest, read_at)
    select ${number}, ${day}::date, ${fromAt}::timestamptz, ${untilAt}, (
      select count(*) from ledger_entry where ${writtenIn(sql, part)} and mode = 'live'
    ), d.digest, d.test_digest, ${now}
    from (${digestsIn(sql, part)}) d
    returning entries
  `
  return row.entries
}

/**
 * The entries of a slice, except those that have left, against its digests. Fills in a digest that
 * a reset has cleared.
 */
export async function verifyDigests(sql: Sql, slice: Slice, part: Part): Promise<WrongRow[]> {
  const [row] = await sql<
    [{ isLive: boolean; isTest: boolean | null; entries: bigint; sealed: bigint }]
  >`
    with now as materialized (${digestsIn(sql, part)}), filled as (
      update ledger_slice s set test_digest = now.test_digest
      from now
      where s.number = ${slice.number} and s.test_digest is null
    )
    select coalesce(r.digest, s.digest) = now.digest as is_live,
      s.test_digest = now.test_digest as is_test,
      (select count(*) from ledger_entry where ${writtenIn(sql, part)} and mode = 'live')
        as entries,
      coalesce(r.entries, s.entries) as sealed
    from ledger_slice s
    left join ledger_slice_rest r on r.number = s.number
    cross join now
    where s.number = ${slice.number}
  `
  const where = `${slice.day}, slice ${slice.number}`
  const finding = (mode: string, found: string): WrongRow => ({
    what: 'the entries of a closed day are not those that were sealed',
    where: `${where}, ${mode}`,
    found,
    expected: 'the sealed entries',
  })
  return [
    ...(row.isLive ? [] : [finding('live', `${row.entries} entries, ${row.sealed} sealed`)]),
    ...(row.isTest === false ? [finding('test', 'other entries')] : []),
  ]
}

/** Adds what the entries of a part moved. */
export async function addToSums(sql: Sql, kind: SumPart, day: Day, part: Part): Promise<void> {
  await sql`
    insert into ledger_sum as s (
      business_id, mode, name, debits_pending, debits_posted, credits_pending, credits_posted,
      part, day
    )
    select m.*, ${kind}, ${day}::date
    from (${legSums(sql, writtenIn(sql, part))}) m
    on conflict (business_id, mode, name, part) do update
    set debits_pending = s.debits_pending + excluded.debits_pending,
        debits_posted = s.debits_posted + excluded.debits_posted,
        credits_pending = s.credits_pending + excluded.credits_pending,
        credits_posted = s.credits_posted + excluded.credits_posted,
        day = excluded.day
  `
}

/** Of the live accounts that moved on this day, their balances at its end. */
function balancesOn(sql: Sql, kind: SumPart, day: Day) {
  return sql`
    sha256(convert_to(coalesce((
      select string_agg(
        concat_ws(E'\\x1f', business_id, name, debits_pending, debits_posted, credits_pending,
          credits_posted),
        E'\\x1e' order by business_id, name
      )
      from ledger_sum
      where part = ${kind} and mode = 'live' and day = ${day}::date
    ), ''), 'UTF8'))
  `
}

/** A seal's digest, of the one before, its day, its slices in order, and its balances. */
function sealDigest(sql: Sql) {
  return sql`
    sha256(k.previous || convert_to(k.day::text, 'UTF8') || coalesce((
      select string_agg(s.digest, ''::bytea order by s.number)
      from ledger_slice s
      where s.day = k.day
    ), ''::bytea) || k.balances)
  `
}

/** After the last slice of the day was closed. Returns the digest. */
export async function insertSeal(sql: Sql, day: Day, slice: bigint, now: Date): Promise<Buffer> {
  const [row] = await sql<[{ digest: Buffer }]>`
    insert into ledger_seal (day, slice, entries, balances, previous, digest, sealed_at)
    select k.day, ${slice}, k.entries, k.balances, k.previous, ${sealDigest(sql)}, ${now}
    from (
      select ${day}::date as day, ${balancesOn(sql, 'closed', day)} as balances,
        coalesce((select digest from ledger_seal order by day desc limit 1), ${NOTHING})
          as previous,
        (select sum(entries) from ledger_slice where day = ${day}::date) as entries
    ) k
    returning digest
  `
  return row.digest
}

/** Each seal follows the one before, and is of its slices; these leave no gap. At most 100 rows. */
export async function verifySeals(sql: Sql): Promise<WrongRow[]> {
  return sql<WrongRow[]>`
    select * from (
      select 'a seal does not follow the one before' as what, k.day::text as where,
        encode(k.previous, 'hex') as found, encode(k.before, 'hex') as expected
      from (
        select day, previous, lag(digest, 1, ${NOTHING}) over (order by day) as before
        from ledger_seal
      ) k
      where k.previous <> k.before
      union all
      select 'a seal is not that of its day', k.day::text, encode(k.digest, 'hex'),
        encode(${sealDigest(sql)}, 'hex')
      from ledger_seal k
      where k.digest <> ${sealDigest(sql)}
      union all
      select 'a slice does not follow the one before', s.number::text, s.from_at::text,
        s.before::text
      from (
        select number, from_at, lag(until_at) over (order by number) as before,
          lag(number, 1, 0) over (order by number) as last
        from ledger_slice
      ) s
      where s.from_at is distinct from coalesce(s.before, '-infinity') or s.number <> s.last + 1
      union all
      select 'a closed day has no seal', s.day::text, 'none', 'a seal'
      from ledger_slice s
      left join ledger_seal k on k.day = s.day
      where k.day is null and exists (select from ledger_slice n where n.day > s.day)
    ) wrong
    limit ${ROWS_MAX}
  `
}

/**
 * The balances that the turn has found, against those of the seal of this day, if it has one. Not
 * of a day until which entries have left: the turn begins with the sums of all of them.
 */
export async function verifySealedBalances(sql: Sql, { day, number }: Slice): Promise<WrongRow[]> {
  return sql<WrongRow[]>`
    select 'the balances at the end of a day are not those that were sealed' as what,
      k.day::text as where, encode(${balancesOn(sql, 'turn', day)}, 'hex') as found,
      encode(k.balances, 'hex') as expected
    from ledger_seal k
    where k.day = ${day}::date and k.slice = ${number}
      and not exists (
        select from detached_month
        where last_entry_at >= coalesce(
          (select max(until_at) from ledger_slice where day < k.day), '-infinity'
        )
      )
      and k.balances <> ${balancesOn(sql, 'turn', day)}
  `
}

/** At the end of a turn: what it has summed up is what the slices had when they were closed. */
export async function verifySums(sql: Sql): Promise<WrongRow[]> {
  return sql<WrongRow[]>`
    with closed as (
      select * from ledger_sum where part = 'closed'
    ), turn as (
      select * from ledger_sum where part = 'turn'
    )
    select 'the sums of the entries from the first one on are not those of the seals' as what,
      concat_ws(' ', business_id, mode, name) as where,
      concat_ws(' ', c.debits_posted, c.debits_pending, c.credits_posted, c.credits_pending)
        as found,
      concat_ws(' ', t.debits_posted, t.debits_pending, t.credits_posted, t.credits_pending)
        as expected
    from closed c
    full join turn t using (business_id, mode, name)
    where c.debits_posted is distinct from t.debits_posted
      or c.debits_pending is distinct from t.debits_pending
      or c.credits_posted is distinct from t.credits_posted
      or c.credits_pending is distinct from t.credits_pending
    limit ${ROWS_MAX}
  `
}

export async function moveTurn(sql: Sql, slice: bigint): Promise<void> {
  await sql`update ledger_turn set slice = ${slice}`
}

export async function noteRead(
  sql: Sql,
  number: bigint,
  findings: number,
  now: Date,
): Promise<void> {
  await sql`
    update ledger_slice set findings = ${findings}, read_at = ${now} where number = ${number}
  `
}

/** Begins with the first slice, and with the sums of what has left. */
export async function restartTurn(sql: Sql, now: Date, byCommand: boolean): Promise<void> {
  await sql`delete from ledger_sum where part = 'turn'`
  await sql`
    insert into ledger_sum (
      business_id, mode, name, debits_pending, debits_posted, credits_pending, credits_posted,
      part, day
    )
    select business_id, mode, name, sum(debits_pending), sum(debits_posted), sum(credits_pending),
      sum(credits_posted), 'turn', max(month)
    from detached_sum
    group by business_id, mode, name
  `
  await sql`
    insert into ledger_turn as t (closing_until, by_command, began_at)
    values ('-infinity', ${byCommand}, ${now})
    on conflict (is_only) do update
    set slice = null, by_command = excluded.by_command, began_at = excluded.began_at
  `
}

/** The next command begins with the first slice. */
export async function endCommand(sql: Sql): Promise<void> {
  await sql`update ledger_turn set by_command = false`
}

/** How many slices there are; when the one that has waited longest was read; the last seal. */
export async function readSealing(sql: Sql) {
  const [row] = await sql<
    [{ slices: number; oldestReadAt: Date | null; sealedDay: Day | null; seal: Buffer | null }]
  >`
    select (select count(*)::int from ledger_slice) as slices,
      (select min(read_at) from ledger_slice) as oldest_read_at,
      k.day::text as sealed_day, k.digest as seal
    from (values (1)) one
    left join lateral (select day, digest from ledger_seal order by day desc limit 1) k on true
  `
  return row
}

/** A reset of a business removes its entries in test mode. Nothing of live mode is ever removed. */
export async function forgetTestDigests(sql: Sql): Promise<void> {
  await sql`update ledger_slice set test_digest = null where test_digest is not null`
}
