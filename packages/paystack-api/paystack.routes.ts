import type { FastifyInstance, FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify'
import type { OwnName } from '../../src/accounts/banks/resolve.ts'
import type { Facts } from '../../src/core/access.ts'
import type { Context } from '../../src/core/context.ts'
import { FORM_FIELDS_MAX } from '../../src/core/wire.ts'
import { formFields } from '../../src/platform/form-fields.ts'
import { JsonError, readJson } from '../../src/platform/json.ts'
import { Refusal } from '../../src/platform/refusal.ts'
import { Asked, nairaOnly } from './asked.ts'
import { authorizationCalls } from './authorizations.routes.ts'
import { bankCalls } from './banks.routes.ts'
import type { Opens, PaystackRoute } from './call.routes.ts'
import { chargeCalls } from './charge.routes.ts'
import { accountCalls, customerCalls } from './customers.routes.ts'
import { disputeCalls } from './disputes.routes.ts'
import { mandateCalls } from './mandates.routes.ts'
import { notOffered } from './not-offered.ts'
import { pageCalls } from './pages.routes.ts'
import { planCalls } from './plans.routes.ts'
import { refundCalls } from './refunds.routes.ts'
import { refusedWith } from './refused.ts'
import { reportCalls } from './reports.routes.ts'
import { settingCalls } from './settings.routes.ts'
import { balanceCalls, settlementCalls } from './settlements.routes.ts'
import { splitCalls, subaccountCalls } from './sharing.routes.ts'
import { subscriptionCalls } from './subscriptions.routes.ts'
import { transactionCalls } from './transactions.routes.ts'
import { otpCalls, recipientCalls, transferCalls } from './transfers.routes.ts'

// Paystack's API below /paystack: translates paths, fields and responses. Each call reads the
// request, calls the story that our own route calls, and writes the result in Paystack's form. No
// floor below knows of it. docs/from-paystack.md lists what maps and what does not.
//
// (1) Each call names our route whose permissions it needs, so a key can do here what it can there.
// (2) Calls that are not offered are refused with a reason, in Paystack's form.
// (3) Only stories move money, once for each reference or Idempotency-Key.

export const PAYSTACK = '/paystack'

const FORM = 'application/x-www-form-urlencoded'
const FOR_ANY_PAGE = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET',
  'access-control-allow-headers': 'authorization, content-type',
}
const FORM_BYTES_MAX = 16 * 1024

export const CALLS: PaystackRoute[] = [
  ...transactionCalls,
  ...reportCalls,
  ...chargeCalls,
  ...authorizationCalls,
  ...mandateCalls,
  ...planCalls,
  ...subscriptionCalls,
  ...customerCalls,
  ...accountCalls,
  ...subaccountCalls,
  ...splitCalls,
  ...refundCalls,
  ...disputeCalls,
  ...pageCalls,
  ...recipientCalls,
  ...transferCalls,
  ...otpCalls,
  ...settlementCalls,
  ...balanceCalls,
  ...bankCalls,
  ...settingCalls,
]

/** The calls with one kind of credential. `factsOf` finds the facts of our route by its name. */
export function paystackRoutes(
  context: Context,
  own: OwnName,
  kind: Opens,
  factsOf: (as: string | null) => Facts,
): FastifyPluginCallback {
  const mine = CALLS.filter(({ opens }) => opens === kind)
  return (app, _options, done) => {
    // An open call has no credential that could end.
    if (kind === 'open') {
      app.decorateRequest('stillGood', async () => true)
      for (const { path, as } of mine) openToPages(app, path, factsOf(as))
    }
    for (const one of mine) register(context, own, app, one, factsOf(one.as))
    done()
  }
}

/** As at Paystack, a page in a browser can read what needs no key. */
function openToPages(app: FastifyInstance, url: string, config: Facts): void {
  app.options(url, { config, schema: { hide: true } }, (_request, reply) =>
    reply.status(204).headers(FOR_ANY_PAGE).header('access-control-max-age', '86400').send(),
  )
}

function register(
  context: Context,
  own: OwnName,
  app: FastifyInstance,
  { method, path, opens, handle }: PaystackRoute,
  facts: Facts,
): void {
  app.route({
    method,
    url: path,
    config: facts,
    schema: { hide: true },
    handler: async (request, reply) => {
      const what = notOffered(method, pathOf(request))
      if (what !== null) return refuseWhat(reply, what)
      const { scope, effectId, keyId, rawBody } = request
      const isJson = !(request.headers['content-type'] ?? '').startsWith(FORM)
      const query = new Asked(request.query)
      const body = new Asked(request.body, isJson ? rawBody : '')
      if (opens !== 'open') for (const sent of [query, body]) nairaOnly(sent)
      const answered = await handle({
        context,
        scope,
        own,
        params: request.params as Record<string, string>,
        query,
        body,
        effectId,
        keyId,
        request,
        reply,
      })
      if ('raw' in answered) return answered
      const { message, data, meta, status } = answered
      if (opens === 'open') reply.headers(FOR_ANY_PAGE)
      return reply
        .status(status ?? 200)
        .type('application/json; charset=utf-8')
        .send(JSON.stringify({ status: true, message, data, ...(meta && { meta }) }))
    },
  })
}

/** Accepts bodies as clients send them: JSON with any content type, and forms. */
export function readPaystackBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => {
      if (bytes.length === 0) return undefined
      try {
        const { value, text } = readJson(bytes)
        request.rawBody = text
        return value
      } catch (error) {
        if (!(error instanceof JsonError)) throw error
        throw new Refusal('invalid_json', { message: error.message })
      }
    },
  )
  app.addContentTypeParser(
    FORM,
    { parseAs: 'string', bodyLimit: FORM_BYTES_MAX },
    async (request: FastifyRequest, text: string) => {
      request.rawBody = text
      return formFields(text, FORM_FIELDS_MAX)
    },
  )
}

export function answerTheRest(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) => {
    const what = notOffered(request.method, pathOf(request))
    if (what !== null) return refuseWhat(reply, what)
    const { status, body } = refusedWith(404, 'not_found', 'Unknown endpoint.')
    return reply.status(status).send(body)
  })
}

function pathOf({ url }: FastifyRequest): string {
  return url.slice(PAYSTACK.length).split('?')[0] ?? ''
}

function refuseWhat(reply: FastifyReply, what: string): FastifyReply {
  const { status, body } = refusedWith(403, 'feature_unavailable', `Not offered here: ${what}.`)
  return reply.status(status).send(body)
}
