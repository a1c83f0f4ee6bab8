import { noteIn } from '../audit/audit.ts'
import { HOUSE } from '../context.ts'
import type { Sql } from '../lib/db.ts'
import { randomBase62 } from '../lib/ids.ts'
import { refuse } from '../lib/refusal.ts'
import { findLoginByEmail, updateLogin } from './logins.sql.ts'
import { createLogin, foldEmail } from './logins.ts'

// Who runs the service itself. Nobody becomes an operator from within the dashboard: it takes
// whoever may reach the database (`npm run operator`).

const PASSWORD_LENGTH = 20

/** Answers the password of a login that was made for this, this once; null where there was one. */
export async function makeOperator(
  sql: Sql,
  now: Date,
  email: string,
): Promise<{ password: string | null }> {
  const known = await findLoginByEmail(sql, foldEmail(email))
  const password = known ? null : randomBase62(PASSWORD_LENGTH)
  if (known) await updateLogin(sql, known.loginId, { isOperator: true, updatedAt: now })
  else await createLogin(sql, now, { email, name: '', password: password!, isOperator: true })
  await noteOperator(sql, now, 'make operator', email)
  return { password }
}

export async function removeOperator(sql: Sql, now: Date, email: string): Promise<void> {
  const login = (await findLoginByEmail(sql, foldEmail(email))) ?? refuse('member_not_found')
  await updateLogin(sql, login.loginId, { isOperator: false, updatedAt: now })
  await noteOperator(sql, now, 'remove operator', email)
}

async function noteOperator(sql: Sql, now: Date, action: string, email: string): Promise<void> {
  await noteIn(sql, now, HOUSE, {
    mode: null,
    loginId: null,
    email: 'at the machine',
    address: '',
    requestId: '',
    action,
    subject: email,
    bodyDigest: null,
    outcome: null,
  })
}
