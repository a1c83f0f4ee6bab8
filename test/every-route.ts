import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { MINUTE } from '../src/platform/clock.ts'
import { type Api, openApi } from './api.ts'
import { type Browser, givenPerson, signedInAs } from './logins.ts'
import { givenNamesOf } from './route-names.ts'
import { type Row, SECRET_KEY } from './routes.ts'
import { type GivenBusiness, givenBusiness, type TestContext } from './support.ts'

// Every route of the service, published or not, and a request to each with its credential.

export type Route = { method: string; url: string }

/** Answers that stream until the client leaves. */
const STREAMS = /\/events\/stream$|^\/checkout\/:access_code\/events$/

/** Calls `prepare` with the server before it has any hook or route. */
export async function openWatched(
  context: TestContext,
  prepare: (app: FastifyInstance) => void = () => {},
): Promise<{ api: Api; routes: Route[] }> {
  const routes: Route[] = []
  const created = (message: unknown) => {
    const { fastify: app } = message as { fastify: FastifyInstance }
    // Skips the route that answers unsupported methods.
    app.addHook('onRoute', ({ method, url }) => {
      if (typeof method === 'string') routes.push({ method, url })
    })
    prepare(app)
  }
  subscribe('fastify.initialization', created)
  try {
    const config = { ...context.config, paystackApi: true }
    const api = await openApi({ ...context, config })
    return { api, routes: routes.filter(({ url }) => !STREAMS.test(url)) }
  } finally {
    unsubscribe('fastify.initialization', created)
  }
}

type Opened = { business: GivenBusiness; browser: Browser; paths: (route: Route) => string }

/** A business, its owner signed in as an operator, and paths that name its records. */
export async function givenOpened(context: TestContext, api: Api): Promise<Opened> {
  // Lets the sign-in limit per address expire.
  context.advance(MINUTE)
  const business = await givenBusiness(context)
  const person = await givenPerson(context, business, 'owner', { isOperator: true })
  const browser = await signedInAs(api, person, business.businessId)
  const { names, accessCode } = await givenNamesOf(context, api, business)
  const paths = ({ method, url }: Route) => {
    const published = url.replaceAll(/:(\w+)/g, '{$1}').replace('/dashboard/api', '/api/v1')
    const row: Row | undefined = SECRET_KEY[`${method} ${published}`]
    const path = row?.path?.(names) ?? published
    const own = url.startsWith('/dashboard/api') ? path.replace('/api/v1', '/dashboard/api') : path
    return own
      .replace('{access_code}', accessCode)
      .replace('{reference}', names.reference)
      .replaceAll(/\{\w+\}|\*/g, 'x')
  }
  return { business, browser, paths }
}

/** Uses the credential of the route's scope. */
export function requestTo(
  { business, browser, paths }: Opened,
  route: Route,
  headers: Record<string, string> = {},
): InjectOptions {
  const { secretKey, publicKey } = business.keys
  const credential: Record<string, string> = route.url.startsWith('/dashboard/api')
    ? {
        cookie: browser.cookie(),
        'cowrie-dashboard': '1',
        'cowrie-business': business.businessId,
      }
    : /^\/(api|paystack|accounts)/.test(route.url)
      ? { authorization: `Bearer ${secretKey}` }
      : {}
  const isPublic = route.url.endsWith('/initialize-public')
  const query = { key: publicKey, amount: '500000', email: 'ada@example.com' }
  return {
    method: route.method as 'GET',
    url: paths(route),
    headers: { ...credential, ...headers },
    ...(isPublic && { query }),
  }
}

/** The sandbox has no card page of its own, and may say so. */
export function isFault({ statusCode, payload }: { statusCode: number; payload: string }): boolean {
  return statusCode >= 500 && !payload.includes('"not_available_live"')
}
