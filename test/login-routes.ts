import { after } from 'node:test'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Scope } from '../src/core/context.ts'
import { mount, type Route } from '../src/core/route.ts'
import { ErrorBody } from '../src/core/wire.ts'
import { readJsonBodies } from '../src/http/bodies.ts'
import { registerErrors } from '../src/http/errors.ts'
import { compile } from '../src/platform/validation.ts'
import type { TestContext } from './support.ts'

// Routes for logins only, mounted without authentication. The sign-in tests cover authorization.

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects out of an answer.
type Loose = any
export type Said = { status: number; body: Loose; text: string; tag: string }
export type Ask = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Said>

/** Each scope has its own app. */
export function asking(context: TestContext, routes: Route[]): (scope: Scope) => Ask {
  const apps = new Map<string, FastifyInstance>()
  after(() => Promise.all([...apps.values()].map((app) => app.close())))
  return (scope) => {
    const name = `${scope.businessId} ${scope.mode}`
    const app = apps.get(name) ?? appFor(context, routes, scope)
    apps.set(name, app)
    return async (method, url, body, more) => {
      const { statusCode, payload, headers } = await app.inject({
        method,
        url,
        headers: { ...more, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { payload: JSON.stringify(body) }),
      })
      const tag = String(headers.etag)
      return { status: statusCode, body: JSON.parse(payload), text: payload, tag }
    }
  }
}

function appFor(context: TestContext, routes: Route[], { businessId, mode }: Scope) {
  const app = Fastify()
  app.addSchema(ErrorBody)
  app.decorateRequest('scope')
  app.decorateRequest('rawBody', '')
  app.setValidatorCompiler(({ schema, httpPart }) =>
    compile(schema as object, httpPart === 'params' || httpPart === 'querystring'),
  )
  readJsonBodies(app)
  registerErrors(context, app)
  app.addHook('onRequest', async (request) => {
    request.scope = { businessId, mode }
  })
  app.register(mount(context, routes))
  return app
}
