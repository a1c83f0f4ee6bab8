import type { Sql } from '../../platform/db.ts'
import { firstRow, hasRow } from '../../platform/rows.ts'

/** A window that began after `ahead` is over: the clock was set back since. */
type Window = { now: Date; since: Date; ahead: Date; triesMax: number }

/** Counts a try as wrong. False, without counting, if none is left or the wait is not over. */
export function takeTry(
  sql: Sql,
  subject: Buffer,
  { now, since, ahead, triesMax }: Window,
  { after, ms }: { after: number; ms: number },
) {
  const isOver = sql`(f.since <= ${since} or f.since > ${ahead})`
  return hasRow(sql`
    insert into sign_in_failure as f (subject, failures, since, next_at)
    values (${subject}, 1, ${now}, ${now})
    on conflict (subject) do update set
      failures = case when ${isOver} then 1 else f.failures + 1 end,
      since = case when ${isOver} then ${now} else f.since end,
      next_at = case
        when not ${isOver} and f.failures >= ${after}
        then ${now}::timestamptz
          + make_interval(secs => ${ms}::double precision / 1000 * 2 ^ (f.failures - ${after}))
        else ${now}
      end
    where ${isOver} or (f.failures < ${triesMax} and f.next_at <= ${now})
    returning f.failures
  `)
}

export function findFailures(sql: Sql, subject: Buffer) {
  return firstRow(sql<{ failures: number; since: Date; nextAt: Date }[]>`
    select failures, since, next_at from sign_in_failure
    where subject = ${subject}
  `)
}

export async function forgetFailures(sql: Sql, subject: Buffer, count: number): Promise<void> {
  await sql`
    update sign_in_failure
    set failures = greatest(0, failures - ${count}), next_at = since
    where subject = ${subject}
  `
}

export async function deleteFailures(sql: Sql, before: Date): Promise<void> {
  await sql`
    delete from sign_in_failure
    where since < ${before}
  `
}
