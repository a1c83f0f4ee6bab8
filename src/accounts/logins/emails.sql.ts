import type { BusinessId } from '../../core/context.ts'
import type { Sql } from '../../platform/db.ts'
import type { Id } from '../../platform/ids.ts'
import { hasRow } from '../../platform/rows.ts'
import type { Mode } from '../../providers/outcomes.ts'
import type { LoginId } from './logins.sql.ts'

export type EmailId = Id<'login_letter'>

/**
 * `account_change`: a change of a subaccount's bank account. `reconciliation` and `alarm` go to
 * operators: open exceptions of the night, and a problem of a provider. These three have a note.
 */
export type EmailKind =
  | 'invitation'
  | 'password_reset'
  | 'held_off'
  | 'account_change'
  | 'reconciliation'
  | 'alarm'
  | 'sign_up'
  | 'sign_up_known'

export type NewEmail = {
  kind: EmailKind
  email: string
  /** The record that it is about. */
  subjectId:
    | Id<'invitation'>
    | Id<'password_reset'>
    | Id<'sign_up'>
    | LoginId
    | Id<'account_change'>
    | Id<'alarm'>
  businessId: BusinessId | null
  /** Empty without a business. */
  businessName: string
  /** Text beside the link. */
  note?: string | null
  /** Derived by the caller, if several processes may queue the same email. */
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

/** Whether an email of this kind and subject was queued since. */
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
 * Claims due emails until `lease`. In modes without a mail server (not in `mailed`), operators read
 * the email, so from then on it proves no mailbox.
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

/** Whether only the owner of the mailbox can have the link. */
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

export async function deleteEmails(sql: Sql, before: Date): Promise<void> {
  await sql`
    delete from login_letter
    where created_at < ${before}
  `
}
