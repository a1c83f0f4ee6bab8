import { randomBytes } from 'node:crypto'
import type { Context } from '../../core/context.ts'
import { equalSecrets } from '../../platform/secrets.ts'
import type { Login } from './logins.sql.ts'

// Known devices: those on which a person has signed in before. Each has a signed cookie for each
// login, so that wrong passwords from elsewhere hold off unknown devices only (sign-in.ts).
//
// (1) The cookie does not replace the password.
// (2) Its signature covers the password hash, so a new password revokes it on all devices.

const ID_BYTES = 16
const NAME_LENGTH = 16
const FORM = /^([\w-]{22})\.([\w-]{43})$/

/** By name. */
export type Cookies = Record<string, string | undefined>

/** The id of this device; null if it is unknown. */
export function knownDevice(context: Context, login: Login, cookies: Cookies): string | null {
  const value = cookies[deviceCookieName(context, login)] ?? ''
  const [, id = '', signature = ''] = FORM.exec(value) ?? []
  return equalSecrets(signature, sign(context, login, id)) ? id : null
}

/** The cookie for a device on which this person has just signed in. */
export function deviceCookie(context: Context, login: Login, cookies: Cookies) {
  const id = knownDevice(context, login, cookies) ?? randomBytes(ID_BYTES).toString('base64url')
  const value = `${id}.${sign(context, login, id)}`
  return { name: deviceCookieName(context, login), value }
}

/** One name for each login, so that two people can share a browser. Does not reveal the login. */
function deviceCookieName({ keys, baseUrl }: Context, { loginId }: Login): string {
  const whose = keys.fingerprint(`device cookie ${loginId}`).toString('hex').slice(0, NAME_LENGTH)
  return `${baseUrl().startsWith('https:') ? '__Host-' : ''}device-${whose}`
}

function sign({ keys }: Context, { loginId, passwordHash }: Login, id: string): string {
  return keys.fingerprint(`device ${loginId} ${id} ${passwordHash}`).toString('base64url')
}
