import type { Sql } from '../../platform/db.ts'
import type { Books } from './reconciliation.rows.ts'
import type { Gap } from './reconciliation.sql.ts'

import type { StatementLine } from './statement.ts'

/** Times in this range that no statement covers. */
export async function listUncovered(sql: Sql, { mode, rail }: Books, { from, to }: Gap) {
  return sql<Gap[]>`
    select lower(gap) as from, upper(gap) as to
    from (
      select unnest(
        tstzmultirange(tstzrange(${from}, ${to}))
          - coalesce(range_agg(tstzrange(period_from, period_to)), '{}')
      ) as gap
      from statement
      where mode = ${mode} and rail = ${rail}
    ) g
    order by gap
    limit 100
  `
}

/** Debits since then that match nothing of ours. */
export async function listUnexplained(sql: Sql, { mode, rail }: Books, from: Date) {
  return sql<Omit<StatementLine, 'position' | 'direction' | 'narration'>[]>`
    select l.session_id, l.account_number, l.amount, l.occurred_at
    from statement s
    join statement_line l on l.statement_id = s.statement_id
    join rail_match m on m.statement_id = l.statement_id and m.position = l.position
    where s.mode = ${mode} and s.rail = ${rail} and l.direction = 'debit'
      and l.occurred_at >= ${from} and m.state = 'theirs_only'
  `
}
