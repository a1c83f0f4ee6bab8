import type { Sql } from '../../platform/db.ts'
import type { Mode } from '../../providers/rails.ts'
import type { DueEmail, EmailResult } from './emails.ts'

type NewRow = Omit<DueEmail, 'attempts'> & { nextAt: Date; byMail: boolean }

/** Whether one of the kind was written about this since. */
export async function hasEmail(
  sql: Sql,
  { kind, subjectId }: Pick<DueEmail, 'kind' | 'subjectId'>,
  since: Date,
): Promise<boolean> {
  const [row] = await sql`
    select from login_letter
    where subject_id = ${subjectId} and kind = ${kind} and created_at > ${since}
    limit 1
  `
  return row !== undefined
}

export async function insertEmail(sql: Sql, message: NewRow): Promise<void> {
  await sql`
    insert into login_letter ${sql(message)}
    on conflict (letter_id) do nothing
  `
}

/**
 * Taken until `lease`, by nobody else. One that no mail server takes (`mailed`: modes that have
 * one) is read by operators, and proves no mailbox from here on.
 */
export async function claimEmails(
  sql: Sql,
  { modes, mailed }: { modes: Mode[]; mailed: Mode[] },
  now: Date,
  lease: Date,
  limit: number,
): Promise<DueEmail[]> {
  return sql<DueEmail[]>`
    with due as (
      select letter_id from login_letter
      where next_at <= ${now} and mode = any(${modes})
      order by next_at, letter_id
      limit ${limit}
      for update skip locked
    )
    update login_letter l
    set next_at = ${lease}, attempts = l.attempts + 1,
      by_mail = l.by_mail and l.mode = any(${mailed})
    from due
    where l.letter_id = due.letter_id
    returning l.letter_id, l.kind, l.email, l.subject_id, l.business_id, l.business_name, l.note,
      l.mode, l.attempts - 1 as attempts, l.created_at
  `
}

/** Whether only who reads the mailbox can have the link of this. */
export async function isByMail(sql: Sql, subjectId: DueEmail['subjectId']): Promise<boolean> {
  const rows = await sql<{ byMail: boolean }[]>`
    select by_mail from login_letter
    where subject_id = ${subjectId}
  `
  return rows.length > 0 && rows.every(({ byMail }) => byMail)
}

export async function recordEmail(
  sql: Sql,
  { letterId }: DueEmail,
  mailed: EmailResult,
): Promise<void> {
  await sql`
    update login_letter set ${sql(mailed)}
    where letter_id = ${letterId}
  `
}

/** Those before, and the resets of that time: what they led to is good no longer. */
export async function deleteEmails(sql: Sql, before: Date): Promise<void> {
  await sql`
    delete from login_letter
    where created_at < ${before}
  `
}
