import { Secret, TOTP } from 'otpauth'
import type { Context } from '../../core/context.ts'
import type { Sql } from '../../platform/db.ts'
import { randomBase62 } from '../../platform/ids.ts'
import { refuse } from '../../platform/refusal.ts'
import type { SealedColumn } from '../../platform/secrets.ts'
import { equalSecrets, sha256 } from '../../platform/secrets.ts'
import { type Login, type LoginId, lockLogin, takeStep, updateLogin } from './logins.sql.ts'
import { loginOf, type SessionId } from './logins.ts'
import { deleteRecoveryCodes, insertRecoveryCodes, takeRecoveryCode } from './second-factor.sql.ts'
import { endSessionsBut } from './sessions.sql.ts'

export { countRecoveryCodes } from './second-factor.sql.ts'

// The second factor: six digits from an app (RFC 6238: SHA-1, 30 s, one step either way). Each step
// works once. The first right code turns it on and shows ten recovery codes: 16 characters of 62
// (95 bits), each of which works once.

const PERIOD_SECONDS = 30
const STEPS_AROUND = 1
const SECRET_BYTES = 20
const CODES = 10
const CODE_LENGTH = 16
const GROUP = /.{4}(?=.)/g
const ISSUER = 'Cowrie'

/** Makes a secret for an app. The first code turns it on. `url` is for a QR code. */
export async function beginSecondFactor(
  context: Context,
  loginId: LoginId,
): Promise<{ secret: string; url: string }> {
  const now = context.now()
  return context.sql.begin(async (sql) => {
    const login = (await lockLogin(sql, loginId)) ?? refuse('signed_out')
    if (login.totpSince !== null) refuse('second_factor_is_on')
    const secret = new Secret({ size: SECRET_BYTES })
    const totpSecret = context.keys.seal(secret.base32, boundTo(loginId))
    await updateLogin(sql, loginId, { totpSecret, totpStep: 0n, updatedAt: now })
    return { secret: secret.base32, url: totpOf(secret.base32, login.email).toString() }
  })
}

/** Turns it on with the first code. Returns the recovery codes, only once. */
export async function confirmSecondFactor(
  context: Context,
  { loginId, sessionId, code }: { loginId: LoginId; sessionId: SessionId; code: string },
): Promise<string[]> {
  const login = await loginOf(context, loginId)
  if (login.totpSince !== null) refuse('second_factor_is_on')
  if (!(await isCode(context, login, code))) refuse('wrong_code')
  const now = context.now()
  return context.sql.begin(async (sql) => {
    const locked = await lockLogin(sql, loginId)
    // A new secret was made meanwhile, and the code belongs to the old one.
    const isAsRead = equalSecrets(locked?.totpSecret ?? '', login.totpSecret ?? '')
    if (!isAsRead || locked?.totpSince) refuse('wrong_code')
    await updateLogin(sql, loginId, { totpSince: now, updatedAt: now })
    await endSessionsBut(sql, { loginId, kept: sessionId, now })
    return renewCodes(sql, loginId)
  })
}

/** The old codes stop working. */
export async function renewRecoveryCodes(context: Context, loginId: LoginId): Promise<string[]> {
  return context.sql.begin(async (sql) => {
    const login = (await lockLogin(sql, loginId)) ?? refuse('signed_out')
    if (login.totpSince === null) refuse('second_factor_needed')
    return renewCodes(sql, loginId)
  })
}

export async function removeSecondFactor(
  context: Context,
  { loginId, sessionId }: { loginId: LoginId; sessionId: SessionId },
): Promise<void> {
  const now = context.now()
  await context.sql.begin(async (sql) => {
    await lockLogin(sql, loginId)
    await updateLogin(sql, loginId, { totpSecret: null, totpSince: null, updatedAt: now })
    await deleteRecoveryCodes(sql, loginId)
    await endSessionsBut(sql, { loginId, kept: sessionId, now })
  })
}

/** Checks a code or recovery code and uses it up. */
export async function isSecondFactor(
  context: Context,
  login: Login,
  code: string,
): Promise<boolean> {
  if (login.totpSince === null) return false
  if (/^[0-9]{6}$/.test(code)) return isCode(context, login, code)
  const codeHash = sha256(code.replace(/[\s-]/g, ''))
  return takeRecoveryCode(context.sql, login.loginId, codeHash, context.now())
}

async function isCode(context: Context, login: Login, code: string): Promise<boolean> {
  if (login.totpSecret === null) return false
  const totp = totpOf(context.keys.open(login.totpSecret, boundTo(login.loginId)), login.email)
  const timestamp = context.now().getTime()
  const delta = totp.validate({ token: code, timestamp, window: STEPS_AROUND })
  if (delta === null) return false
  const step = BigInt(totp.counter({ timestamp }) + delta)
  return takeStep(context.sql, login.loginId, step, context.now())
}

async function renewCodes(sql: Sql, loginId: LoginId): Promise<string[]> {
  const codes = Array.from({ length: CODES }, () => randomBase62(CODE_LENGTH))
  await deleteRecoveryCodes(sql, loginId)
  await insertRecoveryCodes(sql, loginId, codes.map(sha256))
  return codes.map((code) => code.replace(GROUP, '$&-'))
}

function totpOf(secret: string, label: string): TOTP {
  return new TOTP({
    issuer: ISSUER,
    label,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
  })
}

/** For resealing under a new key. */
export const sealedTotpSecret: SealedColumn<'loginId'> = {
  table: 'login',
  column: 'totp_secret',
  key: ['loginId'],
  boundTo: ({ loginId }) => boundTo(loginId),
}

function boundTo(loginId: string): string {
  return `login.totp_secret ${loginId}`
}
