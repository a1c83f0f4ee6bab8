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

// The password of a person: changed by whoever knows it, or by whoever reads their mail.
//
// Who first proves that the mailbox is theirs gets a login that somebody else may have set up:
// password, second factor and sessions of before end then (`startAnew`).

const RESET_MS = 1 * HOUR
/** To one address: more would only fill a mailbox. */
const RESETS_AT_ONCE_MAX = 3
/** A new password has not been guessed at. */
const UNTRIED = { failures: 0, deviceFailures: 0 }

/** Ends every other session, and no link that was mailed before sets a password any more. */
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

/** Mails a link, if there is such a login. Who asked is answered before, the same either way. */
export async function askForReset(context: Context, email: string): Promise<void> {
  const login = await findLoginByEmail(context.sql, foldEmail(email))
  if (!login) return
  await context.sql.begin(async (sql) => {
    // Of several at once each sees those before it.
    await lockLogin(sql, login.loginId)
    await offerReset(context, sql, login)
  })
}

/** Null where enough are open already. `isMailed`: else somebody must hand the link over. */
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

/** By the token of the mail, once. Answers whose it is. Sessions and other links end. */
export async function resetPassword(
  context: Context,
  { token, password }: { token: string; password: string },
): Promise<LoginId> {
  const ids = context.keys.decryptIds(token) ?? refuse('link_not_valid')
  const resetId = ids.first as ResetId
  const now = context.now()
  // Looked at before it is taken: a password that is refused must not cost the link.
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

/** For somebody else than before, perhaps: nothing opens the login any more but this password. */
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

/** What stands in the link of the mail. The ids belong to a reset and are of no other use. */
export function resetToken({ keys }: Pick<Context, 'keys'>, resetId: ResetId): string {
  return keys.encryptIds(resetId, resetId)
}

/** Behind the `#`: what stands there is sent to no server and kept in no log. */
export function resetLink(from: Pick<Context, 'keys' | 'baseUrl'>, resetId: ResetId): string {
  return `${from.baseUrl()}/dashboard/reset#${resetToken(from, resetId)}`
}
