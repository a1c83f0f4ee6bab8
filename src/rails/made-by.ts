import type { Sql } from '../lib/db.ts'
import type { countCapped } from '../lib/paging.ts'
import type { Mode, RailSet, Rails } from './rails.ts'

// The rail that made a thing is named on its row, and whatever is done about it later asks that
// rail. To another one it is unknown, so its `not_found` would say nothing of what was charged or
// sent. While the rail is not configured, a row waits: chores do not take it, and the operator is
// told (operation/missing-rails.ts).

/** Those that make things which are asked about later. */
export type MakingRail = 'bank' | 'card' | 'identity'
export type MadeBy = { mode: Mode; rail: string }

/** What a chore takes of the rows that are due, and for how long. */
export type Claim = { now: Date; until: Date; max: number }

/** Null where it is not configured any more. */
export function railThatMade<Kind extends MakingRail>(
  rails: Rails,
  kind: Kind,
  { mode, rail }: MadeBy,
): RailSet[Kind] | null {
  return railsOf(rails, kind, mode).find(({ name }) => name === rail) ?? null
}

/** A condition on rows with `mode` and `rail`. */
export function isConfigured(sql: Sql, rails: Rails, kind: MakingRail) {
  const all = (['test', 'live'] as const).flatMap((mode) =>
    railsOf(rails, kind, mode).map(({ name }) => ({ mode, name })),
  )
  return sql`
    (mode, rail) in (
      select *
      from unnest(
        ${all.map(({ mode }) => mode)}::text[], ${all.map(({ name }) => name)}::text[]
      )
    )
  `
}

export type Waiting = MadeBy & { count: number }

/** How many of these rows wait for a rail that is not configured. At most `max` are counted. */
export async function countUnconfigured(
  sql: Sql,
  rails: Rails,
  kind: MakingRail,
  rows: Parameters<typeof countCapped>[1],
  max: number,
): Promise<Waiting[]> {
  return sql<Waiting[]>`
    select mode, rail, count(*)::int as count
    from (
      select mode, rail from (${rows}) due where not ${isConfigured(sql, rails, kind)} limit ${max}
    ) waiting
    group by mode, rail
    order by mode, rail
    limit 100
  `
}

/** Today's, which makes what is new, and those before it. */
function railsOf<Kind extends MakingRail>(rails: Rails, kind: Kind, mode: Mode): RailSet[Kind][] {
  const today = rails[mode]?.[kind]
  const former = (rails.former ?? []).filter((one) => one.mode === mode && one.kind === kind)
  const all = former.map(({ rail }) => rail as RailSet[Kind])
  return today === undefined ? all : [today, ...all]
}
