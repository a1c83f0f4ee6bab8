import type { Sql } from '../../platform/db.ts'
import { hasRow } from '../../platform/rows.ts'
import type { LoginId } from './logins.sql.ts'

export async function insertRecoveryCodes(
  sql: Sql,
  loginId: LoginId,
  hashes: Buffer[],
): Promise<void> {
  await sql`insert into recovery_code ${sql(hashes.map((codeHash) => ({ loginId, codeHash })))}`
}

export async function deleteRecoveryCodes(sql: Sql, loginId: LoginId): Promise<void> {
  await sql`
    delete from recovery_code
    where login_id = ${loginId}
  `
}

/** False if it is wrong or used. */
export function takeRecoveryCode(sql: Sql, loginId: LoginId, codeHash: Buffer, now: Date) {
  return hasRow(sql`
    update recovery_code set used_at = ${now}
    where login_id = ${loginId} and code_hash = ${codeHash} and used_at is null
    returning login_id
  `)
}

export async function countRecoveryCodes(sql: Sql, loginId: LoginId): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count from recovery_code
    where login_id = ${loginId} and used_at is null
  `
  return row.count
}
