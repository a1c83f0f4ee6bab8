import { randomBytes } from 'node:crypto'
import type { InjectOptions } from 'fastify'
import { Secret, TOTP } from 'otpauth'
import type { LoginId } from '../src/accounts/logins/logins.sql.ts'
import { addMember, createHashed } from '../src/accounts/logins/logins.ts'
import { hashPassword } from '../src/accounts/logins/passwords.ts'
import type { Role } from '../src/core/access.ts'
import type { BusinessId, Context } from '../src/core/context.ts'
import type { Mode } from '../src/providers/outcomes.ts'

import type { Answer, Api } from './api.ts'

// A person at the dashboard, as the service sees them: a browser with cookies.

export const PASSWORD = 'umbrella kettle sparrow novel 48'

export type Person = { loginId: LoginId; email: string; password: string }
export type Browser = {
  person: Person
  /** Paths are below `/dashboard/api`. */
  ask(method: string, path: string, body?: unknown, headers?: object): Promise<Answer>
  get(path: string): Promise<Answer>
  post(path: string, body?: unknown): Promise<Answer>
  put(path: string, body?: unknown): Promise<Answer>
  delete(path: string): Promise<Answer>
  /** Another window, on another business or mode. */
  inside(businessId: BusinessId | null, mode?: Mode): Browser
  /** The session cookie. */
  cookie(): string
  /** The cookies that identify this browser as a known device. */
  devices(): Map<string, string>
}

/** A member of a business, without a second factor. */
export async function givenPerson(
  context: Context,
  business: { businessId: BusinessId } | null,
  role: Role = 'owner',
  more: { isOperator?: boolean; email?: string } = {},
): Promise<Person> {
  const email = more.email ?? `${role}-${randomBytes(4).toString('hex')}@demo-store.example`
  const passwordHash = await hashPassword(PASSWORD, context.passwordCost)
  const isOperator = more.isOperator ?? false
  const person = { email, name: 'Ada Example', passwordHash, isOperator, isProved: true }
  const now = context.now()
  const loginId = await context.sql.begin(async (sql) => {
    const id = await createHashed(sql, now, person)
    if (business) await addMember(sql, now, { businessId: business.businessId, loginId: id!, role })
    return id!
  })
  return { email, password: PASSWORD, loginId }
}

/** A browser that is not signed in. `address`: its IP address. */
export function openBrowser(api: Api, person: Person, address = '127.0.0.1'): Browser {
  const jar = { cookie: '', devices: new Map<string, string>(), address }
  return browserOf(api, person, jar, null, 'test')
}

export async function signedInAs(
  api: Api,
  person: Person,
  businessId: BusinessId | null = null,
): Promise<Browser> {
  const browser = openBrowser(api, person)
  const { email, password } = person
  const answer = await browser.post('/session', { email, password })
  if (answer.status !== 200) throw new Error(answer.text)
  return browser.inside(businessId)
}

/** Turns on two-step sign-in. Returns a code generator and the recovery codes. */
export async function givenSecondFactor(browser: Browser, now: () => Date) {
  const begun = await browser.post('/second-factor')
  const codes = codesOf(begun.body.data.secret as string)
  const confirmed = await browser.post('/second-factor/confirm', { code: codes(now()) })
  if (confirmed.status !== 200) throw new Error(confirmed.text)
  return { codes, recoveryCodes: confirmed.body.data.recovery_codes as string[] }
}

/** An authenticator app with this secret. */
export function codesOf(secret: string): (at: Date) => string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  return (at) => totp.generate({ timestamp: at.getTime() })
}

function browserOf(
  api: Api,
  person: Person,
  jar: { cookie: string; devices: Map<string, string>; address: string },
  businessId: BusinessId | null,
  mode: Mode,
): Browser {
  async function ask(method: string, path: string, body?: unknown, headers: object = {}) {
    const options = {
      method,
      url: `/dashboard/api${path}`,
      remoteAddress: jar.address,
      headers: {
        'cowrie-dashboard': '1',
        ...(businessId && { 'cowrie-business': businessId, 'cowrie-mode': mode }),
        cookie: [jar.cookie, ...jar.devices.values()].filter(Boolean).join('; '),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    } as InjectOptions
    const answer = await api.send(options)
    for (const set of [answer.headers['set-cookie'] ?? []].flat().map(String)) {
      const [cookie = ''] = set.split(';')
      if (/^(__Host-)?sid=/.test(cookie)) jar.cookie = cookie
      else jar.devices.set(cookie.split('=')[0]!, cookie)
    }
    return answer
  }
  return {
    person,
    ask,
    get: (path) => ask('GET', path),
    post: (path, body) => ask('POST', path, body),
    put: (path, body) => ask('PUT', path, body),
    delete: (path) => ask('DELETE', path),
    inside: (otherId, otherMode = 'test') => browserOf(api, person, jar, otherId, otherMode),
    cookie: () => jar.cookie,
    devices: () => jar.devices,
  }
}
