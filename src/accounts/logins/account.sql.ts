import type { Sql } from '../../platform/db.ts'
import type { Id } from '../../platform/ids.ts'
import { hasRow } from '../../platform/rows.ts'
import type { LoginId } from './logins.sql.ts'

export type ResetId = Id<'password_reset'>

type NewReset = { resetId: ResetId; loginId: LoginId; createdAt: Date; expiresAt: Date }

/** False if so many are open already. */
export function insertReset(sql: Sql, reset: NewReset, openMax: number) {
  const { resetId, loginId, createdAt, expiresAt } = reset
  return hasRow(sql`
    insert into password_reset (reset_id, login_id, created_at, expires_at)
    select ${resetId}::uuid, ${loginId}::uuid, ${createdAt}::timestamptz, ${expiresAt}::timestamptz
    where (
      select count(*) from password_reset
      where login_id = ${loginId} and used_at is null and expires_at > ${createdAt}
    ) < ${openMax}
    returning reset_id
  `)
}

/** The login, while the reset is valid. */
export async function findReset(sql: Sql, resetId: ResetId, now: Date): Promise<LoginId | null> {
  const [row] = await sql<{ loginId: LoginId }[]>`
    select login_id from password_reset
    where reset_id = ${resetId} and used_at is null and expires_at > ${now}
  `
  return row?.loginId ?? null
}

/** Ends all open resets. */
export async function closeResets(sql: Sql, loginId: LoginId, now: Date): Promise<void> {
  await sql`
    update password_reset set used_at = ${now}
    where login_id = ${loginId} and used_at is null
  `
}

/** False if it is not valid any more. */
export function takeReset(sql: Sql, resetId: ResetId, now: Date) {
  return hasRow(sql`
    update password_reset set used_at = ${now}
    where reset_id = ${resetId} and used_at is null and expires_at > ${now}
    returning reset_id
  `)
}

export async function deleteResets(sql: Sql, before: Date): Promise<void> {
  await sql`
    delete from password_reset
    where created_at < ${before}
  `
}
