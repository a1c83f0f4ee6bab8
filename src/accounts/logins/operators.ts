import { randomBytes } from 'node:crypto'
import { noteIn } from '../../core/audit/audit.ts'
import { type Context, HOUSE } from '../../core/context.ts'
import type { Sql } from '../../platform/db.ts'
import { refuse } from '../../platform/refusal.ts'
import { offerReset, resetLink, startAnew } from './account.ts'
import type { Writer } from './emails.ts'
import { findLoginByEmail, lockLogin, updateLogin } from './logins.sql.ts'
import { createHashed, foldEmail } from './logins.ts'
import { hashPassword } from './passwords.ts'

export { listOperators } from './logins.sql.ts'

// Operators run the service. Only somebody with access to the database can make one
// (`npm run operator`); the dashboard cannot.
//
// (1) An address that was never proved is refused: anybody may have chosen its password.
// (2) A new operator's earlier password, second factor and sessions end.

const SECRET_BYTES = 32

/** The part of a context that `npm run operator` has. */
export type Machine = Writer & Pick<Context, 'sql' | 'keys' | 'baseUrl'>

/** `link` sets the first password; null if it was emailed. */
export async function makeOperator(
  machine: Machine,
  email: string,
): Promise<{ isNew: boolean; link: string | null }> {
  const passwordHash = await hashPassword(randomBytes(SECRET_BYTES).toString('hex'))
  const now = machine.now()
  return machine.sql.begin(async (sql) => {
    const known = await findLoginByEmail(sql, foldEmail(email))
    const login = known && (await lockLogin(sql, known.loginId))
    if (login && login.provedAt === null) refuse('address_not_proved')
    const person = { email, name: '', passwordHash, isProved: true }
    const loginId = login?.loginId ?? (await createHashed(sql, now, person))!
    await startAnew(sql, now, { loginId, passwordHash, isProved: true })
    await updateLogin(sql, loginId, { isOperator: true, updatedAt: now })
    await noteOperator(sql, now, 'make operator', email)
    const to = { loginId, email: login?.email ?? email }
    const { resetId, isMailed } = (await offerReset(machine, sql, to))!
    return { isNew: login === null, link: isMailed ? null : resetLink(machine, resetId) }
  })
}

export async function removeOperator({ sql, now }: Machine, email: string): Promise<void> {
  await sql.begin(async (begun) => {
    const login = (await findLoginByEmail(begun, foldEmail(email))) ?? refuse('member_not_found')
    await updateLogin(begun, login.loginId, { isOperator: false, updatedAt: now() })
    await noteOperator(begun, now(), 'remove operator', email)
  })
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
