import type { Sql } from '../../platform/db.ts'
import type { Id } from '../../platform/ids.ts'
import { firstRow, hasRow } from '../../platform/rows.ts'

export type SignUpId = Id<'sign_up'>

export type SignUp = {
  signUpId: SignUpId
  email: string
  emailFolded: string
  name: string
  businessName: string
  passwordHash: string
  createdAt: Date
  expiresAt: Date
}

export async function insertSignUp(sql: Sql, signUp: SignUp): Promise<void> {
  await sql`insert into sign_up ${sql(signUp)}`
}

/** Also an expired one. Null once it is used. */
export function findSignUp(sql: Sql, signUpId: SignUpId) {
  return firstRow(sql<SignUp[]>`
    select sign_up_id, email, email_folded, name, business_name, password_hash, created_at,
      expires_at
    from sign_up
    where sign_up_id = ${signUpId} and used_at is null
  `)
}

/** Ends all sign-ups of its address. False, and none, if it was used or has expired. */
export function takeSignUp(
  sql: Sql,
  { signUpId, emailFolded }: Pick<SignUp, 'signUpId' | 'emailFolded'>,
  now: Date,
) {
  return hasRow(sql`
    with waiting as (
      select sign_up_id, expires_at from sign_up
      where email_folded = ${emailFolded} and used_at is null
      order by sign_up_id
      for update
    )
    update sign_up s set used_at = ${now}
    from waiting w
    where s.sign_up_id = w.sign_up_id and exists (
      select from waiting o
      where o.sign_up_id = ${signUpId} and o.expires_at > ${now}
    )
    returning s.sign_up_id
  `)
}

export async function deleteSignUps(sql: Sql, before: Date): Promise<void> {
  await sql`
    delete from sign_up
    where created_at < ${before}
  `
}
