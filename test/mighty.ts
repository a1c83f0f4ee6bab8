import assert from 'node:assert/strict'
import type { InjectOptions } from 'fastify'
import { MINUTE, SECOND } from '../src/platform/clock.ts'
import type { Answer, Api } from './api.ts'
import { givenPerson, givenSecondFactor, openBrowser, type Person, signedInAs } from './logins.ts'
import type { GivenBusiness, TestContext } from './support.ts'

// An operator and owner who may use every login route, with a second factor and a recently entered
// password, for tests of what comes after authorization.

export type Sent = { body?: string | Buffer; headers?: Record<string, string> }
export type Mighty = {
  person: Person
  /**
   * `path` is below `/dashboard/api`. Each request has a new address, to stay below rate limits.
   */
  ask(method: string, path: string, sent?: Sent): Promise<Answer>
  /** The same for a session that still lacks the second-factor code. */
  askHalf(method: string, path: string, sent?: Sent): Promise<Answer>
}

const PREFIX = '/dashboard/api'
const ASKED_AT_ONCE = 100
let addresses = 0

export async function givenMighty(
  context: TestContext,
  api: Api,
  { businessId }: GivenBusiness,
): Promise<Mighty> {
  const person = await givenPerson(context, { businessId }, 'owner', { isOperator: true })
  const browser = await signedInAs(api, person)
  await givenSecondFactor(browser, context.now)
  context.advance(1 * MINUTE)
  const half = openBrowser(api, person)
  const { email, password } = person
  const { body } = await half.post('/session', { email, password })
  assert.equal(body.data.stage, 'second_factor')
  await keepSessions(context)

  const askAs =
    (cookie: string) =>
    (method: string, path: string, sent: Sent = {}) => {
      addresses += 1
      // Requests per session are limited too.
      if (addresses % ASKED_AT_ONCE === 0) context.advance(10 * SECOND)
      const { body: payload, headers } = sent
      return api.send({
        method,
        url: `${PREFIX}${path}`,
        remoteAddress: `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`,
        headers: {
          cookie,
          'cowrie-dashboard': '1',
          'cowrie-business': businessId,
          'cowrie-mode': 'test',
          ...(payload !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(payload !== undefined && { payload }),
      } as InjectOptions)
    }
  return { person, ask: askAs(browser.cookie()), askHalf: askAs(half.cookie()) }
}

/** Keeps sessions valid when a test moves the clock; other tests cover expiry. */
async function keepSessions({ sql }: TestContext): Promise<void> {
  await sql`
    update login_session
    set created_at = created_at + interval '1 day', seen_at = seen_at + interval '1 day',
      fresh_until = fresh_until + interval '1 day'
  `
}
