import type { Sql } from '../../platform/db.ts'
import type { Books, StatementId } from './reconciliation.rows.ts'

import type { StatementLine } from './statement.ts'

/** The statement of one rail and day. */
export type Fetch = Books & {
  day: string
  statementId: StatementId
  /** The rail's token for the next page. */
  page: string | null
  /** How many lines are stored. */
  lines: number
  tries: number
  /** When to fetch next, or the end of the lease; null: fetched. */
  nextAt: Date | null
}

/** From the day after the last known one to this day; or this day only. Known days stay. */
export async function insertDays(
  sql: Sql,
  { mode, rail }: Books,
  { statementIds, until, now }: { statementIds: StatementId[]; until: string; now: Date },
): Promise<void> {
  await sql`
    insert into fetched_statement (mode, rail, day, statement_id, next_at, created_at)
    select ${mode}, ${rail}, d.day, d.statement_id, ${now}, ${now}
    from (
      select ${until}::date - (n.place::integer - 1) as day, n.statement_id
      from unnest(${statementIds}::uuid[]) with ordinality as n (statement_id, place)
    ) d
    where d.day = ${until}::date or d.day > (
      select max(f.day) from fetched_statement f where f.mode = ${mode} and f.rail = ${rail}
    )
    on conflict do nothing
  `
}

/** The end of the last statement per rail. */
export async function listLastStatements(sql: Sql) {
  return sql<(Books & { until: Date })[]>`
    select mode, rail, max(period_to) as until from statement group by mode, rail limit 100
  `
}

/** Claims the oldest due day of these rails, under a lease. */
export async function claimFetch(
  sql: Sql,
  rails: Books[],
  now: Date,
  until: Date,
): Promise<Fetch | null> {
  const [row] = await sql<Fetch[]>`
    with due as (
      select mode, rail, day
      from fetched_statement
      where next_at <= ${now}
        and (mode, rail) in (
          select *
          from unnest(${rails.map(({ mode }) => mode)}::text[],
            ${rails.map(({ rail }) => rail)}::text[])
        )
      order by day, mode, rail
      limit 1
      for update skip locked
    )
    update fetched_statement f
    set next_at = ${until}
    from due
    where f.mode = due.mode and f.rail = due.rail and f.day = due.day
    returning f.mode, f.rail, f.day::text, f.statement_id, f.page, f.lines, f.tries, f.next_at
  `
  return row ?? null
}

/** False if another process has it now. */
export async function moveFetch(
  sql: Sql,
  { mode, rail, day, nextAt: lease }: Fetch,
  to: Partial<Pick<Fetch, 'page' | 'lines' | 'tries' | 'nextAt'>> & { fetchedAt?: Date },
): Promise<boolean> {
  const [row] = await sql`
    update fetched_statement set ${sql(to)}
    where mode = ${mode} and rail = ${rail} and day = ${day} and next_at = ${lease}
    returning day
  `
  return row !== undefined
}

export type Unfetched = { day: string; tries: number }

/** Oldest first. */
export async function listUnfetched(sql: Sql, { mode, rail }: Books): Promise<Unfetched[]> {
  return sql<Unfetched[]>`
    select day::text, tries from fetched_statement
    where mode = ${mode} and rail = ${rail} and next_at is not null
    order by day
    limit 100
  `
}

/** Whether a day up to this one is not fetched for one of these rails. */
export async function isAnyUnfetched(sql: Sql, rails: Books[], until: string): Promise<boolean> {
  const [row] = await sql`
    select from fetched_statement
    where next_at is not null and day <= ${until}::date
      and (mode, rail) in (
        select *
        from unnest(${rails.map(({ mode }) => mode)}::text[],
          ${rails.map(({ rail }) => rail)}::text[])
      )
    limit 1
  `
  return row !== undefined
}

/** The lines of earlier pages. */
export async function listKept(sql: Sql, statementId: StatementId) {
  return sql<Pick<StatementLine, 'sessionId' | 'direction' | 'amount' | 'occurredAt'>[]>`
    select session_id, direction, amount, occurred_at
    from statement_line
    where statement_id = ${statementId}
  `
}

/** The positions of lines that an earlier statement should have contained. */
export async function findMissed(
  sql: Sql,
  { mode, rail }: Books,
  lines: StatementLine[],
): Promise<Set<number>> {
  const rows = await sql<{ position: number }[]>`
    select n.position
    from unnest(
      ${lines.map(({ position }) => position)}::integer[],
      ${lines.map(({ sessionId }) => sessionId)}::text[],
      ${lines.map(({ direction }) => direction)}::text[],
      ${lines.map(({ occurredAt }) => occurredAt.toISOString())}::timestamptz[]
    ) as n (position, session_id, direction, occurred_at)
    where exists (
        select from statement s
        where s.mode = ${mode} and s.rail = ${rail}
          and s.period_from <= n.occurred_at and s.period_to > n.occurred_at
      )
      and not exists (
        select from rail_match m
        where m.mode = ${mode} and m.rail = ${rail} and m.session_id = n.session_id
          and m.direction = n.direction
      )
  `
  return new Set(rows.map(({ position }) => position))
}
