import { createdIn, type Part, WHOLE } from '../../core/ledger/part.ts'
import type { WrongRow } from '../../core/ledger/verify.ts'
import type { Sql } from '../../platform/db.ts'

// The planner has no statistics for a new statement, and would compare each line with each match.
// So both sides are concatenated and sorted by key, or one is looked up for each row of the other:
// `offset 0` keeps the planner from joining them in another way.

const ROWS_MAX = 100

/**
 * Compares lines with the first line of their session id, and matches with our movements: each line
 * has one class, and both sides of a match exist with the same amount. At most 100 rows each. A
 * part is of the statements that were imported in its time.
 */
export async function verifyReconciliation(sql: Sql, part: Part = WHOLE): Promise<WrongRow[]> {
  const checks = await Promise.all([
    linesWithoutClass(sql, part),
    matchesAgainstLines(sql, part),
    matchesAgainstMovements(sql, part),
  ])
  return checks.flat()
}

function linesWithoutClass(sql: Sql, part: Part) {
  return sql<WrongRow[]>`
    select 'a line of a statement has no class' as what,
      max(concat_ws(' ', l.statement_id, l.position)) as where, 'none' as found, 'one' as expected
    from statement s
    join statement_line l on l.statement_id = s.statement_id
    left join lateral (
      select o.state from rail_match o
      where o.mode = s.mode and o.rail = s.rail and o.session_id = l.session_id
        and o.direction = l.direction
      offset 0
    ) own on true
    where ${createdIn(sql, 's.statement_id', part)} and own.state is null
    group by s.mode, s.rail, l.session_id, l.direction
    limit ${ROWS_MAX}
  `
}

function matchesAgainstLines(sql: Sql, part: Part) {
  return sql<WrongRow[]>`
    select
      case when max(line) is distinct from max(matched) then 'a match is not of its line'
        else 'a match says of an amount what is not so' end as what,
      max(matched) as where,
      concat_ws(' ', coalesce(max(line), 'no line'), max(amount)) as found,
      concat_ws(' ', max(state), max(our_amount)) as expected
    from (
      select statement_id, position, concat_ws(' ', mode, rail, session_id, direction) as matched,
        state, our_amount, null::text as line, null::bigint as amount
      from rail_match
      where ${createdIn(sql, 'statement_id', part)}
      union all
      select l.statement_id, l.position, null, null, null,
        concat_ws(' ', s.mode, s.rail, l.session_id, l.direction), l.amount
      from statement s
      join statement_line l on l.statement_id = s.statement_id
      where ${createdIn(sql, 's.statement_id', part)}
    ) sides
    group by statement_id, position
    having max(matched) is not null
      and (max(line) is distinct from max(matched)
        or (max(state) = 'matched') <> coalesce(max(amount) = max(our_amount), false))
    limit ${ROWS_MAX}
  `
}

/** Each matched movement of ours exists, once, and unchanged. */
function matchesAgainstMovements(sql: Sql, part: Part) {
  return sql<WrongRow[]>`
    select 'a match is not of one movement of ours' as what,
      concat_ws(' ', mode, rail, session_id, direction) as where,
      concat_ws(' ', sum(ours), min(amount) filter (where ours = 1),
        min(occurred_at) filter (where ours = 1)) as found,
      concat_ws(' ', 1, min(amount) filter (where ours = 0),
        min(occurred_at) filter (where ours = 0)) as expected
    from (
      select mode, rail, session_id, direction, 0 as ours, our_amount as amount,
        our_occurred_at as occurred_at
      from rail_match
      where state <> 'theirs_only' and ${createdIn(sql, 'statement_id', part)}
      union all
      select o.mode, o.rail, o.session_id, o.direction, 1, v.amount, v.occurred_at
      from rail_match o
      cross join lateral (
        select amount, occurred_at from rail_movement
        where mode = o.mode and rail = o.rail and session_id = o.session_id
          and direction = o.direction
        offset 0
      ) v
      where o.state <> 'theirs_only' and ${createdIn(sql, 'o.statement_id', part)}
    ) sides
    group by mode, rail, session_id, direction
    having min(ours) = 0
      and (sum(ours) <> 1 or min(amount) <> max(amount) or min(occurred_at) <> max(occurred_at))
    limit ${ROWS_MAX}
  `
}
