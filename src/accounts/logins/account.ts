import type { Context } from '../../core/context.ts'
import { HOUR, later } from '../../platform/clock.ts'
import type { Sql } from '../../platform/db.ts'
import { newId } from '../../platform/ids.ts'
import { refuse } from '../../platform/refusal.ts'
import { closeResets, findReset, insertReset, type ResetId, takeReset } from './account.sql.ts'
import { isByMail, isMailed, queueEmail, type Writer } from './emails.ts'
import { findLoginByEmail, type Login, type LoginId, lockLogin, updateLogin } from './logins.sql.ts'
import { foldEmail, loginOf } from './logins.ts'
import { checkPassword, hashPassword } from './passwords.ts'
import { deleteRecoveryCodes } from './second-factor.sql.ts'
import { endSessionsBut, type Session } from './sessions.sql.ts'
import { checkAgain } from './sign-in.ts'

// The password of a person, changed with the old password or with an emailed link.
//
// The first person to prove that they own the mailbox gets the login, which somebody else may have
// set up: its password, second factor and sessions then end (`startAnew`).

const RESET_MS = 1 * HOUR
/** Open resets of a login, so that nobody can flood its mailbox. */
const RESETS_AT_ONCE_MAX = 3
/** A new password starts without failures. */
const UNTRIED = { failures: 0, deviceFailures: 0 }

/** Ends all other sessions and open resets. */
export async function changePassword(
  context: Context,
  session: Session,
  { current, password }: { current: string; password: string },
): Promise<void> {
  const { email, loginId, sessionId, hasSecondFactor } = session
  await checkAgain(context, session, current, null)
  await checkPassword(password, [email], hasSecondFactor)
  const passwordHash = await hashPassword(password, context.passwordCost)
  const now = context.now()
  await context.sql.begin(async (sql) => {
    await updateLogin(sql, loginId, { passwordHash, ...UNTRIED, updatedAt: now })
    await closeResets(sql, loginId, now)
    await endSessionsBut(sql, { loginId, kept: sessionId, now })
  })
}

/** Mails a link if the login exists. The response is the same either way. */
export async function askForReset(context: Context, email: string): Promise<void> {
  const login = await findLoginByEmail(context.sql, foldEmail(email))
  if (!login) return
  await context.sql.begin(async (sql) => {
    // Concurrent requests must count each other's resets.
    await lockLogin(sql, login.loginId)
    await offerReset(context, sql, login)
  })
}

/** Null if enough are open already. Unless `isMailed`, somebody must pass on the link. */
export async function offerReset(
  writer: Writer,
  sql: Sql,
  { loginId, email }: Pick<Login, 'loginId' | 'email'>,
): Promise<{ resetId: ResetId; isMailed: boolean } | null> {
  const now = writer.now()
  const resetId = newId<'password_reset'>(now)
  const reset = { resetId, loginId, createdAt: now, expiresAt: later(now, RESET_MS) }
  if (!(await insertReset(sql, reset, RESETS_AT_ONCE_MAX))) return null
  const about = { subjectId: resetId, businessId: null, businessName: '' }
  await queueEmail(writer, sql, { kind: 'password_reset', email, ...about })
  return { resetId, isMailed: isMailed(writer) }
}

/** Takes the token of the email, once. Ends all sessions and other resets. */
export async function resetPassword(
  context: Context,
  { token, password }: { token: string; password: string },
): Promise<LoginId> {
  const ids = context.keys.decryptIds(token) ?? refuse('link_not_valid')
  const resetId = ids.first as ResetId
  const now = context.now()
  // Checked before it is taken: a refused password must not use up the link.
  const loginId = (await findReset(context.sql, resetId, now)) ?? refuse('link_not_valid')
  const login = await loginOf(context, loginId)
  const proves = login.provedAt === null && (await isByMail(context.sql, resetId))
  await checkPassword(password, [login.email, login.name], login.totpSince !== null && !proves)
  const passwordHash = await hashPassword(password, context.passwordCost)
  await context.sql.begin(async (sql) => {
    if (!(await takeReset(sql, resetId, now))) refuse('link_not_valid')
    if (proves) return startAnew(sql, now, { loginId, passwordHash, isProved: true })
    await updateLogin(sql, loginId, { passwordHash, ...UNTRIED, updatedAt: now })
    await closeResets(sql, loginId, now)
    await endSessionsBut(sql, { loginId, kept: null, now })
  })
  return loginId
}

/** Resets a login whose owner may be another person: from now on, only this password opens it. */
export async function startAnew(
  sql: Sql,
  now: Date,
  anew: { loginId: LoginId; passwordHash: string; isProved: boolean; name?: string },
): Promise<void> {
  const { loginId, isProved, ...set } = anew
  await updateLogin(sql, loginId, {
    ...set,
    ...UNTRIED,
    totpSecret: null,
    totpSince: null,
    provedAt: isProved ? now : null,
    updatedAt: now,
  })
  await deleteRecoveryCodes(sql, loginId)
  await closeResets(sql, loginId, now)
  await endSessionsBut(sql, { loginId, kept: null, now })
}

/** The token in the link of the email. */
export function resetToken({ keys }: Pick<Context, 'keys'>, resetId: ResetId): string {
  return keys.encryptIds(resetId, resetId)
}

/** The token follows `#`, so that it reaches no server and no log. */
export function resetLink(from: Pick<Context, 'keys' | 'baseUrl'>, resetId: ResetId): string {
  return `${from.baseUrl()}/dashboard/reset#${resetToken(from, resetId)}`
}
