import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import swagger from '@fastify/swagger'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { CustomerRecord } from '../accounts/customers/customers.routes.ts'
import { ALL_SAYS, SCOPES } from '../core/access.ts'
import { AddedEndpointRecord } from '../core/events/endpoints.routes.ts'
import { EventRecord } from '../core/events/events.routes.ts'
import { ASK_EACH_TIME, type StaticFile, sendStatic, staticFile } from '../core/static.ts'
import { NEWEST_VERSION } from '../core/versions.ts'
import { ErrorBody, refused } from '../core/wire.ts'
import { VerificationRecord } from '../identity/identity.routes.ts'
import { BatchRecord } from '../money-out/batches/batches.routes.ts'
import { PayoutRecord } from '../money-out/payouts/payouts.routes.ts'
import { SettlementRecord } from '../money-out/settlements/settlements.routes.ts'
import { AuthorizationRecord } from '../payments/authorizations/authorizations.routes.ts'
import { DepositRecord } from '../payments/deposits/deposits.routes.ts'
import { DisputeRecord } from '../payments/disputes/disputes.routes.ts'
import { PlanRecord } from '../payments/plans/plans.routes.ts'
import { RefundRecord } from '../payments/refunds/refunds.routes.ts'
import { RuleRecord } from '../payments/rules/rules.routes.ts'
import {
  InvoiceRecord,
  SubscriptionRecord,
} from '../payments/subscriptions/subscriptions.routes.ts'
import { TransactionRecord } from '../payments/transactions/fields.ts'
import { DedicatedRecord } from '../payments/virtual-accounts/virtual-accounts.routes.ts'
import type { Config } from '../platform/config.ts'
import { refuse } from '../platform/refusal.ts'
import { documentsOf } from './document.ts'
import { REPEATABLE } from './idempotency.ts'

// OpenAPI 3.1 from the schemas of the routes; the documentation; and the API reference, which can
// try calls. Nothing is loaded from a third party.

const DESCRIPTION = [
  'The [guides](/docs/) explain what this reference lists.',
  'Accept and send payments in Nigerian naira. Amounts are whole kobo: ₦1 is 100 kobo.',
  'Each response has a `status`. `success` means that the call worked, not that a payment did: ' +
    'see `data.status`. Errors carry a `code` for your program, a `message` for people, all ' +
    'invalid fields in `errors`, and a `request_id`.',
  'Every POST and PATCH with a secret key accepts an `Idempotency-Key`. The key decides the ' +
    'mode: `sk_test_` sees and changes test data only, `sk_live_` live data only.',
].join('\n\n')

const SCOPE_SENTENCES = {
  ...Object.fromEntries(Object.entries(SCOPES).map(([scope, { says }]) => [scope, says])),
  all: ALL_SAYS,
}
const secretKey = {
  type: 'http' as const,
  scheme: 'bearer',
  description: [
    'Your secret key: `Authorization: Bearer sk_test_…`, or the user name of Basic without a ' +
      'password: `curl -u sk_test_…:`. Use it on your server only.',
    'A key opens what its scopes name. Each operation states the scope that it needs:',
    Object.entries(SCOPE_SENTENCES)
      .map(([scope, says]) => `- \`${scope}\`: ${says}`)
      .join('\n'),
  ].join('\n\n'),
  'x-scopes': SCOPE_SENTENCES,
}

const JSON_TYPE = 'application/json; charset=utf-8'
const HIDDEN = { config: { needs: 'anyone', load: 'list' }, schema: { hide: true } } as const
const REFERENCE = '/docs/api/'
const SITE_FOLDER = join(import.meta.dirname, '../../web/docs/dist')
const SITE_TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': JSON_TYPE,
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
}
const SITE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')
const REFERENCE_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

export async function registerDocs(config: Config, app: FastifyInstance): Promise<void> {
  documentRefusals(app)
  const records = [
    TransactionRecord,
    DepositRecord,
    DedicatedRecord,
    VerificationRecord,
    PayoutRecord,
    BatchRecord,
    EventRecord,
    AddedEndpointRecord,
    RefundRecord,
    DisputeRecord,
    SettlementRecord,
    CustomerRecord,
    AuthorizationRecord,
    PlanRecord,
    RuleRecord,
    SubscriptionRecord,
    InvoiceRecord,
  ]
  for (const schema of [ErrorBody, ...records]) app.addSchema(schema)
  await app.register(swagger, {
    refResolver: { buildLocalReference: (schema) => String(schema.$id) },
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Payments API',
        version: NEWEST_VERSION,
        description: DESCRIPTION,
        contact: { name: 'The operator of this service' },
        license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/', description: 'This service' }],
      components: {
        securitySchemes: {
          secretKey,
          login: {
            type: 'apiKey',
            in: 'cookie',
            name: 'sid',
            description:
              'The dashboard session. Each request also sends Cowrie-Dashboard: 1; requests ' +
              'for a business also send Cowrie-Business and Cowrie-Mode.',
          },
        },
      },
    },
  })
  let document: StaticFile | null = null
  app.get('/openapi.json', HIDDEN, async (request, reply) => {
    document ??= staticFile(JSON_TYPE, JSON.stringify(documentsOf(app.swagger()).api))
    return sendStatic(request, reply.headers(ASK_EACH_TIME), document)
  })
  if (!config.servesDocs) return
  app.register(docsRoutes)
}

/** The documentation that `npm run generate` wrote from docs/, and the API reference. */
async function docsRoutes(docs: FastifyInstance): Promise<void> {
  // Read at the first request: the script of the reference takes 60 MB.
  let site: Promise<Map<string, StaticFile>> | null = null
  let reference: Promise<Map<string, StaticFile>> | null = null
  const send = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?')[0]!.slice('/docs/'.length)
    const isReference = /^api(\/|$)/.test(path)
    if (isReference) reference ??= readReference()
    else site ??= readSite()
    const name = isReference ? path.slice('api/'.length) : path
    const file = (await (isReference ? reference : site))!.get(name) ?? refuse('not_found')
    reply.headers({
      ...ASK_EACH_TIME,
      'content-security-policy': isReference ? REFERENCE_POLICY : SITE_POLICY,
    })
    return sendStatic(request, reply, file)
  }
  // The links on the two front pages are relative to a path that ends with a slash.
  for (const front of ['/docs', '/docs/api']) {
    docs.get(front, HIDDEN, async (request, reply) =>
      request.originalUrl.split('?')[0] === front
        ? reply.redirect(`${front}/`, 301)
        : send(request, reply),
    )
  }
  docs.get('/docs/*', HIDDEN, send)
  // Where programs that read documentation look: llmstxt.org.
  for (const name of ['llms.txt', 'llms-full.txt']) {
    docs.get(`/${name}`, HIDDEN, async (_request, reply) => reply.redirect(`/docs/${name}`, 302))
  }
}

/** The pages and their files, by name below /docs/. */
async function readSite(): Promise<Map<string, StaticFile>> {
  const names = await readdir(SITE_FOLDER)
  const files = await Promise.all(
    names.map(async (name) => {
      const file = staticFile(SITE_TYPES[extname(name)]!, await readFile(join(SITE_FOLDER, name)))
      return [name.replace(/(^index)?\.html$/, ''), file] as const
    }),
  )
  const site = new Map(files)
  // The front page is docs/quickstart.md.
  return site.set('quickstart', site.get('')!)
}

export const REFERENCE_FILES = ['', 'js/scalar.js']

/** The page of the API reference and its script, by path below /docs/api/. */
async function readReference(): Promise<Map<string, StaticFile>> {
  const reader = await openReader()
  const files = await Promise.all(
    REFERENCE_FILES.map(async (path) => {
      const { headers, rawPayload } = await reader.inject(REFERENCE + path)
      return [path, staticFile(String(headers['content-type']), rawPayload)] as const
    }),
  )
  await reader.close()
  return new Map(files)
}

/** Also for the package, which has its two files instead of the one that makes them. */
export async function openReader(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const reader = Fastify()
  await reader.register(scalar, {
    routePrefix: '/docs/api',
    configuration: {
      url: '/openapi.json',
      pageTitle: 'API reference · Cowrie documentation',
      theme: 'default',
      withDefaultFonts: false,
      telemetry: false,
      // Forgets a typed-in key when the page closes.
      persistAuth: false,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      // Both lead to a third party.
      mcp: { disabled: true },
      hideClientButton: true,
    } as never,
  })
  await reader.ready()
  return reader
}

/** Documents the refusals that any request can get for its URL, body or Idempotency-Key. */
function documentRefusals(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, schema }) => {
    if (!schema?.response || schema.hide) return
    const statuses = [
      414,
      ...(method === 'GET' ? [] : [400, 413, 415]),
      ...(REPEATABLE.includes(String(method)) ? [409, 422] : []),
    ]
    const refusals = Object.fromEntries(statuses.map((status) => [status, refused(status)]))
    schema.response = { ...refusals, ...schema.response }
  })
}
