import { randomBytes } from 'node:crypto'
import type { Context } from '../../core/context.ts'
import { equalSecrets } from '../../platform/secrets.ts'
import type { Login } from './logins.sql.ts'

// Devices on which somebody has signed in before. Each keeps a signed cookie for each login, so
// whoever guesses at an account from elsewhere holds off strangers only (sign-in.ts).
//
// (1) The cookie opens nothing: the password is asked for all the same.
// (2) It is signed over the hash of the password, so a new password revokes it everywhere.

const ID_BYTES = 16
const NAME_LENGTH = 16
const FORM = /^([\w-]{22})\.([\w-]{43})$/

/** What the browser keeps of us, by name. */
export type Cookies = Record<string, string | undefined>

/** The id of this device, where it is known; else null. */
export function knownDevice(context: Context, login: Login, cookies: Cookies): string | null {
  const value = cookies[deviceCookieName(context, login)] ?? ''
  const [, id = '', signature = ''] = FORM.exec(value) ?? []
  return equalSecrets(signature, sign(context, login, id)) ? id : null
}

/** For a device on which this person has just signed in. */
export function deviceCookie(context: Context, login: Login, cookies: Cookies) {
  const id = knownDevice(context, login, cookies) ?? randomBytes(ID_BYTES).toString('base64url')
  const value = `${id}.${sign(context, login, id)}`
  return { name: deviceCookieName(context, login), value }
}

/** One for each login, so that two people may share a browser. It does not say whose it is. */
function deviceCookieName({ keys, baseUrl }: Context, { loginId }: Login): string {
  const whose = keys.fingerprint(`device cookie ${loginId}`).toString('hex').slice(0, NAME_LENGTH)
  return `${baseUrl().startsWith('https:') ? '__Host-' : ''}device-${whose}`
}

function sign({ keys }: Context, { loginId, passwordHash }: Login, id: string): string {
  return keys.fingerprint(`device ${loginId} ${id} ${passwordHash}`).toString('base64url')
}
