import type { BusinessId } from '../../core/context.ts'
import type { Sql } from '../../platform/db.ts'
import type { Id } from '../../platform/ids.ts'
import { hasRow } from '../../platform/rows.ts'
import type { Mode } from '../../providers/outcomes.ts'
import type { LoginId } from './logins.sql.ts'

export type EmailId = Id<'login_letter'>

/**
 * `account_change`: a bank account that is paid will be another. `reconciliation`: what a night
 * left open; `alarm`: what is wrong with a provider; both for an operator. These have a note.
 */
export type EmailKind =
  | 'invitation'
  | 'password_reset'
  | 'held_off'
  | 'account_change'
  | 'reconciliation'
  | 'alarm'

export type NewEmail = {
  kind: EmailKind
  email: string
  /** Of what it speaks: an invitation, a reset, a login, or a change of a bank account. */
  subjectId: Id<'invitation'> | Id<'password_reset'> | LoginId | Id<'account_change'> | Id<'alarm'>
  businessId: BusinessId | null
  /** Empty where it is of no business. */
  businessName: string
  /** What there is to say beside the link. */
  note?: string | null
  /** Where it is written once, whoever writes it. */
  letterId?: EmailId
}

export type DueEmail = NewEmail & {
  letterId: EmailId
  mode: Mode
  attempts: number
  createdAt: Date
}

export type EmailResult = { nextAt: Date | null; sentAt: Date | null; failure: string | null }

type NewRow = Omit<DueEmail, 'attempts'> & { nextAt: Date; byMail: boolean }

/** Whether one of the kind was written about this since. */
export function hasEmail(
  sql: Sql,
  { kind, subjectId }: Pick<DueEmail, 'kind' | 'subjectId'>,
  since: Date,
) {
  return hasRow(sql`
    select from login_letter
    where subject_id = ${subjectId} and kind = ${kind} and created_at > ${since}
    limit 1
  `)
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
