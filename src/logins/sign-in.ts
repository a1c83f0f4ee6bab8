import type { Context } from '../context.ts'
import { later, MINUTE, SECOND } from '../lib/clock.ts'
import { networkOf } from '../lib/network.ts'
import { Refusal, type RefusalCode, refuse } from '../lib/refusal.ts'
import { clearFailures, countFailure, findLoginByEmail } from './logins.sql.ts'
import { foldEmail, type Login, type LoginId } from './logins.ts'
import { isNobodysPassword, isPassword } from './passwords.ts'
import { isSecondFactor } from './second-factor.ts'
import { findFailures, forgetFailures, takeTry } from './sign-in.sql.ts'

// Who is it? A password, then a code. Each is counted as wrong first and looked at then: ten times
// in fifteen minutes for an account and for an address, with a growing wait between the last ones.
// A hundred in a row, codes included, shut an account until its password is set anew by mail (NIST
// SP 800-63B-4).

export const TRIES_MAX = 10
const WINDOW_MS = 15 * MINUTE
/** From the fourth wrong one on: 1 s, 2 s, 4 s, … 64 s. */
const WAIT_AFTER = 3
const WAIT_MS = 1 * SECOND
export const FAILURES_MAX = 100

/** Whose tries are counted together. */
type Subject = `account ${string}` | `code ${LoginId}` | `address ${string}`

/** The login whose password this is; else it is refused, always in the same words. */
export async function checkCredentials(
  context: Context,
  { email, password, address }: { email: string; password: string; address: string },
): Promise<Login> {
  const folded = foldEmail(email)
  const subjects: Subject[] = [`address ${networkOf(address)}`, `account ${folded}`]
  await tryOnce(context, subjects)
  const login = await findLoginByEmail(context.sql, folded)
  if (login) await countFailure(context.sql, login.loginId)
  const isRight = login
    ? await isPassword(password, login.passwordHash)
    : await isNobodysPassword(password)
  if (!login || !isRight || login.failures >= FAILURES_MAX) return refuse('wrong_credentials')
  // Where a code is needed too, nothing was right before that is.
  if (login.totpSince === null) await clearFailures(context.sql, login.loginId)
  await forgive(context, subjects)
  return login
}

/** Six digits of the second factor, or a recovery code. `address`: where it comes from. */
export async function checkCode(
  context: Context,
  login: Login,
  code: string,
  address: string,
): Promise<void> {
  const subjects: Subject[] = [`address ${networkOf(address)}`, `code ${login.loginId}`]
  await tryOnce(context, subjects)
  await countFailure(context.sql, login.loginId)
  if (login.failures >= FAILURES_MAX) refuse('wrong_code')
  if (!(await isSecondFactor(context, login, code))) refuse('wrong_code')
  await clearFailures(context.sql, login.loginId)
  await forgive(context, subjects)
}

/** The address first: from one that has no try left, nobody can use up those of an account. */
async function tryOnce(context: Context, subjects: Subject[]): Promise<void> {
  const now = context.now()
  const window = { now, since: later(now, -WINDOW_MS), triesMax: TRIES_MAX }
  for (const [done, subject] of subjects.entries()) {
    const key = context.keys.fingerprint(subject)
    const wait = { after: WAIT_AFTER, ms: WAIT_MS }
    if (await takeTry(context.sql, key, window, wait)) continue
    const kept = await findFailures(context.sql, key)
    // Nothing was judged.
    await forgive(context, subjects.slice(0, done))
    throw tooMany(kept, now)
  }
}

function tooMany(kept: { failures: number; since: Date; nextAt: Date } | null, now: Date) {
  const end = kept && kept.failures >= TRIES_MAX ? later(kept.since, WINDOW_MS) : kept?.nextAt
  const waitMs = end ? end.getTime() - now.getTime() : 0
  const code: RefusalCode = 'too_many_tries'
  return new Refusal(code, { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / SECOND)) })
}

/** It was right: the try does not count, and the account begins anew. */
async function forgive(context: Context, subjects: Subject[]): Promise<void> {
  for (const subject of subjects) {
    const isAddress = subject.startsWith('address ')
    await forgetFailures(context.sql, context.keys.fingerprint(subject), isAddress ? 1 : TRIES_MAX)
  }
}
