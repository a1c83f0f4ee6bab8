import type { Scope } from '../../core/context.ts'
import type { Sql, Transaction } from '../../platform/db.ts'
import type { Kobo } from '../../platform/money.ts'
import type {
  Books,
  Exception,
  ExceptionName,
  Movement,
  Note,
  Statement,
  StatementId,
} from './reconciliation.rows.ts'
import type { Direction, StatementLine } from './statement.ts'

/** It reads all movements, so the time limits of requests do not apply. */
export async function liftLimits(sql: Transaction): Promise<void> {
  await sql.liftTimeLimit()
  await sql`set local enable_seqscan = on`
  await sql`set local lock_timeout = '60s'`
}

/**
 * Makes all counts see one snapshot. Must be the first statement of a `begin`. A month that leaves
 * meanwhile would take along entries that the snapshot does not find elsewhere, so it waits.
 */
export async function freezeReading(sql: Sql): Promise<void> {
  await sql`set transaction isolation level repeatable read`
  await sql`lock table ledger_entry in access share mode`
}

/** Null, without a change, if it was imported before. */
export async function insertStatement(
  sql: Sql,
  statement: Statement & { digest: Buffer },
): Promise<StatementId | null> {
  const [row] = await sql<{ statementId: StatementId }[]>`
    insert into statement ${sql(statement)}
    on conflict on constraint statement_is_imported_once do nothing
    returning statement_id
  `
  return row?.statementId ?? null
}

export async function findByDigest(
  sql: Sql,
  { mode, rail, digest }: Books & { digest: Buffer },
): Promise<Statement | null> {
  const [row] = await sql<Statement[]>`
    select statement_id, mode, rail, file_name, period_from, period_to, opening_balance,
      closing_balance, created_at
    from statement
    where mode = ${mode} and rail = ${rail} and digest = ${digest}
  `
  return row ?? null
}

export async function findStatement(sql: Sql, id: StatementId): Promise<Statement | null> {
  const [row] = await sql<Statement[]>`
    select statement_id, mode, rail, file_name, period_from, period_to, opening_balance,
      closing_balance, created_at
    from statement
    where statement_id = ${id}
  `
  return row ?? null
}

/** Newest first. */
export async function listStatements(sql: Sql, { mode, rail }: Books, max: number) {
  return sql<Statement[]>`
    select statement_id, mode, rail, file_name, period_from, period_to, opening_balance,
      closing_balance, created_at
    from statement
    where mode = ${mode} and rail = ${rail}
    order by statement_id desc
    limit ${max}
  `
}

/** Rails that have statements, or will. */
export async function listBooks(sql: Sql): Promise<Books[]> {
  return sql<Books[]>`
    select mode, rail from statement
    union
    select mode, rail from fetched_statement
    order by mode desc, rail
    limit 100
  `
}

/** Whether any money ever moved through a rail of this name. */
export async function hasMoved(sql: Sql, { mode, rail }: Books): Promise<boolean> {
  const [row] = await sql<[{ hasMoved: boolean }]>`
    select exists (
      select from rail_movement where mode = ${mode} and rail = ${rail}
    ) as has_moved
  `
  return row.hasMoved
}

export async function insertLines(
  sql: Sql,
  statementId: StatementId,
  lines: StatementLine[],
): Promise<void> {
  await sql`
    insert into statement_line (
      statement_id, position, session_id, direction, amount, account_number, narration, occurred_at
    )
    select ${statementId}, n.position, n.session_id, n.direction, n.amount, n.account_number,
      n.narration, n.occurred_at
    from unnest(
      ${lines.map(({ position }) => position)}::integer[],
      ${lines.map(({ sessionId }) => sessionId)}::text[],
      ${lines.map(({ direction }) => direction)}::text[],
      ${lines.map(({ amount }) => amount.toString())}::bigint[],
      ${lines.map(({ accountNumber }) => accountNumber)}::text[],
      ${lines.map(({ narration }) => narration)}::text[],
      ${lines.map(({ occurredAt }) => occurredAt.toISOString())}::timestamptz[]
    ) as n (
      position, session_id, direction, amount, account_number, narration, occurred_at
    )
  `
}

export async function claimSessions(sql: Sql, statementId: StatementId): Promise<void> {
  await sql`select statement_claim(${statementId})`
}

/** Returns how many lines were newly matched. */
export async function matchOpen(sql: Sql, { mode, rail }: Books, now: Date): Promise<number> {
  const [row] = await sql<[{ found: number }]>`
    select statement_match(${mode}, ${rail}, ${now}) as found
  `
  return row.found
}

/**
 * Forces hash joins: the planner has no statistics for new lines, and would compare each with each.
 */
export async function joinWhole(sql: Sql): Promise<void> {
  await sql`set local enable_nestloop = off`
}

/** One statement, or all statements of a rail. */
export type Extent = Books & { statementId: StatementId | null }

const isOne = (sql: Sql, { statementId }: Extent) =>
  statementId === null ? sql`` : sql`and s.statement_id = ${statementId}`

/** The covered times as one multirange: looking a movement up in it is fast. */
const covered = (sql: Sql, extent: Extent) => sql`
  (
    select coalesce(range_agg(tstzrange(s.period_from, s.period_to)), '{}') as times
    from statement s
    where s.mode = ${extent.mode} and s.rail = ${extent.rail} ${isOne(sql, extent)}
  )
`

export type Gap = { from: Date; to: Date }

/** Uncovered times between the first statement and the given time, oldest first. */
export async function listGaps(sql: Sql, { mode, rail }: Books, until: Date, max: number) {
  return sql<Gap[]>`
    select lower(gap) as from, upper(gap) as to
    from (
      select unnest(
        tstzmultirange(tstzrange(min(period_from), greatest(min(period_from), ${until})))
          - range_agg(tstzrange(period_from, period_to))
      ) as gap
      from statement
      where mode = ${mode} and rail = ${rail}
    ) g
    order by gap
    limit ${max}
  `
}

type Row = { direction: Direction; count: number; amount: Kobo }

/** The sum of all lines. */
export async function sumLines(sql: Sql, extent: Extent) {
  return sql<Row[]>`
    select l.direction, count(*)::int as count, sum(l.amount)::bigint as amount
    from statement s
    join statement_line l on l.statement_id = s.statement_id
    where s.mode = ${extent.mode} and s.rail = ${extent.rail} ${isOne(sql, extent)}
    group by l.direction
  `
}

export type LineClass = 'matched' | 'wrong_amount' | 'duplicate' | 'theirs_only'

/** `isElsewhere`: our movement is outside the covered times. */
export async function sumLinesByClass(sql: Sql, extent: Extent) {
  return sql<(Row & { class: LineClass; isElsewhere: boolean })[]>`
    select l.direction, coalesce(m.state, 'duplicate') as class,
      m.our_occurred_at is not null and not (m.our_occurred_at <@ covered.times) as is_elsewhere,
      count(*)::int as count, sum(l.amount)::bigint as amount
    from ${covered(sql, extent)} covered
    cross join statement s
    join statement_line l on l.statement_id = s.statement_id
    left join rail_match m on m.statement_id = l.statement_id and m.position = l.position
    where s.mode = ${extent.mode} and s.rail = ${extent.rail} ${isOne(sql, extent)}
    group by 1, 2, 3
  `
}

/** The sum of our movements in the covered times, matched or not. */
export async function sumMovements(sql: Sql, extent: Extent) {
  return sql<Row[]>`
    select v.direction, count(*)::int as count, sum(v.amount)::bigint as amount
    from ${covered(sql, extent)} covered
    join rail_movement v on v.occurred_at <@ covered.times
    where v.mode = ${extent.mode} and v.rail = ${extent.rail}
    group by v.direction
  `
}

export type MovementClass = 'matched' | 'wrong_amount' | 'ours_only'

/** `isElsewhere`: the line is in another statement. Run after matching. */
export async function sumMovementsByClass(sql: Sql, extent: Extent) {
  const { mode, rail, statementId } = extent
  return sql<(Row & { class: MovementClass; isElsewhere: boolean })[]>`
    select v.direction, coalesce(m.state, 'ours_only') as class,
      ${statementId === null ? sql`false` : sql`coalesce(m.statement_id <> ${statementId}, false)`}
        as is_elsewhere,
      count(*)::int as count, sum(v.amount)::bigint as amount
    from ${covered(sql, extent)} covered
    join rail_movement v on v.occurred_at <@ covered.times
    left join rail_match m
      on m.mode = v.mode and m.rail = v.rail and m.session_id = v.session_id
      and m.direction = v.direction
    where v.mode = ${mode} and v.rail = ${rail}
    group by 1, 2, 3
  `
}

/** For one business. */
export async function listMovements(
  sql: Sql,
  { businessId, mode }: Scope,
  { rail, from, to, max }: { rail: string; from: Date; to: Date; max: number },
) {
  return sql<Movement[]>`
    select direction, session_id, amount, account_number, narration, occurred_at
    from rail_movement
    where business_id = ${businessId} and mode = ${mode} and rail = ${rail}
      and occurred_at >= ${from} and occurred_at < ${to}
    order by occurred_at, session_id, direction
    limit ${max}
  `
}

/** What only one side has, or both with different amounts. Run after matching. */
const exceptions = (sql: Sql, extent: Extent) => sql`
  select coalesce(m.state, 'duplicate') as class, s.mode, s.rail, l.direction, l.session_id,
    l.statement_id, l.position, l.amount as their_amount, l.occurred_at,
    null::text as kind, null::uuid as cause_id, m.our_amount,
    first.statement_id as first_statement_id, first.position as first_position,
    n.created_at as closed_at
  from statement s
  join statement_line l on l.statement_id = s.statement_id
  left join rail_match m on m.statement_id = l.statement_id and m.position = l.position
  left join rail_match first
    on m.state is null and first.mode = s.mode and first.rail = s.rail
    and first.session_id = l.session_id and first.direction = l.direction
  left join reconciliation_note n
    on n.mode = s.mode and n.rail = s.rail and n.session_id = l.session_id
    and n.direction = l.direction and n.statement_id = l.statement_id and n.position = l.position
  where s.mode = ${extent.mode} and s.rail = ${extent.rail} ${isOne(sql, extent)}
    and m.state is distinct from 'matched'
  union all
  select 'ours_only', v.mode, v.rail, v.direction, v.session_id,
    null, null, null, v.occurred_at, v.kind, v.cause_id, v.amount, null, null,
    n.created_at
  from ${covered(sql, extent)} covered
  join rail_movement v on v.occurred_at <@ covered.times
  left join rail_match m
    on m.mode = v.mode and m.rail = v.rail and m.session_id = v.session_id
    and m.direction = v.direction
  left join reconciliation_note n
    on n.mode = v.mode and n.rail = v.rail and n.session_id = v.session_id
    and n.direction = v.direction and n.statement_id is null
  where v.mode = ${extent.mode} and v.rail = ${extent.rail} and m.state is null
`

export type ExceptionRow = Omit<Exception, 'id' | 'first' | 'next'> & {
  firstStatementId: StatementId | null
  firstPosition: number | null
  closedAt: Date | null
}

/** Filters open exceptions by class; null: all. */
type OpenFilter = { class?: Exception['class'] | null; offset?: number }

/** Not closed, oldest first. */
export async function listOpen(
  sql: Sql,
  extent: Extent,
  max: number,
  { class: only = null, offset = 0 }: OpenFilter = {},
) {
  return sql<ExceptionRow[]>`
    select * from (${exceptions(sql, extent)}) e
    where e.closed_at is null ${only === null ? sql`` : sql`and e.class = ${only}`}
    order by e.occurred_at, e.session_id, e.position
    limit ${max} offset ${offset}
  `
}

/** Open exceptions by class. */
export async function countOpen(sql: Sql, extent: Extent) {
  return sql<{ class: Exception['class']; count: number }[]>`
    select e.class, count(*)::int as count
    from (${exceptions(sql, extent)}) e
    where e.closed_at is null
    group by e.class
  `
}

export async function countExceptions(sql: Sql, extent: Extent) {
  const [row] = await sql<[{ open: number; closed: number }]>`
    select count(*) filter (where closed_at is null)::int as open,
      count(closed_at)::int as closed
    from (${exceptions(sql, extent)}) e
  `
  return row
}

export async function findException(
  sql: Sql,
  extent: Extent,
  name: ExceptionName,
): Promise<ExceptionRow | null> {
  const isNamed =
    'position' in name
      ? sql`e.statement_id = ${name.statementId} and e.position = ${name.position}`
      : sql`e.kind = ${name.kind} and e.cause_id = ${name.causeId}`
  const [row] = await sql<ExceptionRow[]>`
    select * from (${exceptions(sql, extent)}) e where ${isNamed}
  `
  return row ?? null
}

/** False if it was closed before. */
export async function insertNote(sql: Sql, note: Note): Promise<boolean> {
  const rows = await sql`
    insert into reconciliation_note ${sql(note)}
    on conflict on constraint reconciliation_note_is_the_only_one do nothing
    returning note_id`
  return rows.length > 0
}

/** False if another process has this night, or had it. */
export async function claimNight(sql: Sql, night: string, now: Date, until: Date) {
  const [row] = await sql`
    insert into reconciliation_night as n (night, leased_until) values (${night}, ${until})
    on conflict (night) do update set leased_until = ${until}
    where n.finished_at is null and n.leased_until <= ${now}
    returning night
  `
  return row !== undefined
}

/** False if another process finished it. */
export async function finishNight(sql: Sql, night: string, now: Date): Promise<boolean> {
  const [row] = await sql`
    update reconciliation_night set finished_at = ${now}
    where night = ${night} and finished_at is null
    returning night
  `
  return row !== undefined
}
