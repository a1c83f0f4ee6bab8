import type { Context } from '../../core/context.ts'
import { HOUR, MINUTE } from '../../platform/clock.ts'
import { networkOf } from '../../platform/networks.ts'
import { refuse } from '../../platform/refusal.ts'
import { type Cookies, knownDevice } from './devices.ts'
import { warnOfTries } from './emails.ts'
import {
  clearFailures,
  countFailure,
  findLogin,
  findLoginByEmail,
  type Login,
} from './logins.sql.ts'
import { foldEmail, type SessionId } from './logins.ts'
import { isNobodysPassword, isPassword } from './passwords.ts'
import { isSecondFactor } from './second-factor.ts'
import { giveTriesBack, type Limit, takeTries } from './tries.ts'

// Checks a password, then a code. Each try is counted as wrong before it is checked. Tries are
// counted so that somebody who knows an address cannot lock out its owner:
//
//   a known device   10 in 15 min, on its own (devices.ts)
//   an open session  10, on its own, until it ends: for confirming the password
//   anybody else     10 in 15 min from a network, and from a network at an account;
//                    50 an hour at an account, from all networks; 10 codes in 15 min
//
// A hundred failures in a row, codes included, lock an account for unknown devices until its
// password is reset by email (NIST SP 800-63B-4). A hundred failures of known devices make these
// unknown. If tries are held off at an account, its owner gets an email, once a day.

export const TRIES_MAX = 10
const TRIES: Limit = { triesMax: TRIES_MAX, windowMs: 15 * MINUTE, isGrowing: true }
/** More than one network can use up, so that one network cannot hold off all others. */
const AT_ACCOUNT: Limit = { triesMax: 50, windowMs: 1 * HOUR, isGrowing: false }
/** As long as a session may last. */
const IN_SESSION: Limit = { triesMax: 10, windowMs: 12 * HOUR, isGrowing: true }
export const FAILURES_MAX = 100

/** The client that tries to sign in. */
export type From = { address: string; agent: string; cookies: Cookies }
/** `of`: the login whose owner is told; null for a network or an unknown address. */
type Count = { subject: string; limit: Limit; of: Login | null }

/** Returns the login; every refusal has the same words. */
export async function checkCredentials(
  context: Context,
  { email, password, from }: { email: string; password: string; from: From },
): Promise<Login> {
  const folded = foldEmail(email)
  const login = await findLoginByEmail(context.sql, folded)
  const device = login && deviceOf(context, login, from)
  const network = networkOf(from.address)
  const counts: Count[] = device
    ? [{ subject: `device ${device}`, limit: TRIES, of: login }]
    : [
        { subject: `account ${folded} from ${network}`, limit: TRIES, of: login },
        { subject: `address ${network}`, limit: TRIES, of: null },
        { subject: `account ${folded}`, limit: AT_ACCOUNT, of: login },
      ]
  await tryOnce(context, counts)
  if (login) await countFailure(context.sql, login.loginId, device !== null)
  const isRight = login
    ? await isPassword(password, login.passwordHash)
    : await isNobodysPassword(password, context.passwordCost)
  if (!login || !isRight || isShut(login, device)) return refuse('wrong_credentials')
  // With a second factor, the code clears the failures.
  if (login.totpSince === null) await clearFailures(context.sql, login.loginId, device !== null)
  await forgive(context, counts)
  return login
}

/** Six digits of the second factor, or a recovery code. */
export async function checkCode(
  context: Context,
  login: Login,
  code: string,
  from: From,
): Promise<void> {
  const device = deviceOf(context, login, from)
  const counts: Count[] = device
    ? [{ subject: `code on device ${device}`, limit: TRIES, of: login }]
    : [
        { subject: `address ${networkOf(from.address)}`, limit: TRIES, of: null },
        { subject: `code ${login.loginId}`, limit: TRIES, of: login },
      ]
  await tryOnce(context, counts)
  await countFailure(context.sql, login.loginId, device !== null)
  if (isShut(login, device) || !(await isSecondFactor(context, login, code))) refuse('wrong_code')
  await clearFailures(context.sql, login.loginId, device !== null)
  await forgive(context, counts)
}

/** Checks the password of a signed-in person again, and a code if there is a second factor. */
export async function checkAgain(
  context: Context,
  { loginId, sessionId }: Pick<Login, 'loginId'> & { sessionId: SessionId },
  password: string,
  code: string | null,
): Promise<Login> {
  const login = (await findLogin(context.sql, loginId)) ?? refuse('signed_out')
  const counts = [{ subject: `session ${sessionId}`, limit: IN_SESSION, of: login }]
  await tryOnce(context, counts)
  if (!(await isPassword(password, login.passwordHash))) refuse('wrong_credentials')
  const isCodeRight =
    code === null || login.totpSince === null || (await isSecondFactor(context, login, code))
  if (!isCodeRight) refuse('wrong_code')
  await forgive(context, counts)
  return login
}

/** Null for an unknown device, and for a known one with too many failures. */
function deviceOf(context: Context, login: Login, { cookies }: From): string | null {
  return login.deviceFailures < FAILURES_MAX ? knownDevice(context, login, cookies) : null
}

function isShut(login: Login, device: string | null): boolean {
  return device === null && login.failures >= FAILURES_MAX
}

/** The network comes before the account, so that a held-off network uses up no tries of others. */
async function tryOnce(context: Context, counts: Count[]): Promise<void> {
  const toTake = counts.map(({ of: login, ...count }) => ({
    ...count,
    ...(login && { whenSpent: () => warnOfTries(context, login) }),
  }))
  await takeTries(context, toTake)
}

/** After a success: this try does not count, and all counts but the network's start again. */
async function forgive(context: Context, counts: Count[]): Promise<void> {
  for (const { subject, limit, of: login } of counts) {
    await giveTriesBack(context, subject, login === null ? 1 : limit.triesMax)
  }
}
