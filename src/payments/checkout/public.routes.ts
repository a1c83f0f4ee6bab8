import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { CHECKOUT_LANGUAGES, type ModeSettings } from '../../accounts/businesses/businesses.sql.ts'
import { settingsOf } from '../../accounts/businesses/businesses.ts'
import type { Context } from '../../core/context.ts'
import { emptyIn, metadataText } from '../../core/metadata.ts'
import {
  answers,
  FORM_FIELDS_MAX,
  KOBO_MAX,
  KOBO_MIN,
  Nullable,
  Success,
  Text,
  Timestamp,
  toWire,
} from '../../core/wire.ts'
import { appOf } from '../../platform/app-addresses.ts'
import type { FieldError } from '../../platform/first-field.ts'
import { type FormFields, type FormValue, formFields } from '../../platform/form-fields.ts'
import { JsonError, readJson } from '../../platform/json.ts'
import { type Refusal, refuse, refuseFields } from '../../platform/refusal.ts'
import { compile, fieldErrors } from '../../platform/validation.ts'
import { initialize } from '../transactions/initialize.ts'
import { InitializeBody, inputOf } from '../transactions/transactions.routes.ts'
import { checkoutHeaders } from './assets.ts'
import { isRegistered, isReturnAddress } from './embed.ts'
import { refusalIn } from './languages.ts'
import { renderProblem } from './page-parts.ts'
import { localeOfRefusal, sendPage } from './pages.routes.ts'

// initialize-public: a link or a plain form with a public key, without code. Redirects to the
// checkout, or sends a page that names each wrong field and the fix. A request with an Origin that
// accepts JSON comes from a script, and gets JSON.

const Name = Type.String({
  maxLength: 200,
  format: 'one-line',
  description: 'The name of the customer.',
  examples: ['Ada Example'],
})
const Query = Type.Object(
  {
    key: Type.String({
      maxLength: 100,
      description: 'Your public key.',
      examples: ['pk_test_0123456789ABCDEFabcdef0123456789ABCDEF'],
    }),
    amount: Type.String({
      maxLength: 15,
      description: 'In kobo.',
      'x-published': { type: 'integer', minimum: KOBO_MIN, maximum: KOBO_MAX, examples: [500_000] },
    }),
    email: InitializeBody.properties.email,
    name: Type.Optional(Name),
    reference: InitializeBody.properties.reference,
    callback_url: InitializeBody.properties.callback_url,
    split_code: InitializeBody.properties.split_code,
    channels: Type.Optional(
      Type.String({
        maxLength: 100,
        description: '`card`, `bank_transfer`, or both: with a comma, or sent twice.',
        examples: ['card,bank_transfer'],
      }),
    ),
    metadata: Type.Optional(
      Type.String({
        maxLength: 8_192,
        description: 'A JSON object as a string, or `metadata[name]=value`, up to 5 names deep.',
        examples: ['{"cart_id":398}'],
      }),
    ),
  },
  { additionalProperties: true, maxProperties: FORM_FIELDS_MAX },
)

const { plan, quantity, ...asked } = InitializeBody.properties
const PublicBody = Type.Object({ ...asked, name: Type.Optional(Name) })
const check = compile({ ...PublicBody, required: ['amount', 'email'] })
const PREFETCH_HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz']
const AHEAD = /prefetch|preview|prerender/i

const Started = Type.Object(
  {
    authorization_url: Text('The checkout.', 'https://pay.example/checkout/AZqmA2NQe2e4sK1d8v6cXw'),
    access_code: Text('Opens the checkout.', 'AZqmA2NQe2e4sK1d8v6cXw'),
    reference: Text('Your reference, or a generated one.', 'order-1042'),
    expires_at: Timestamp('When the transaction can no longer be paid.'),
    may_frame: Type.Boolean({ description: 'Whether the page can show the checkout in a frame.' }),
    language: Nullable(
      Type.Enum([...CHECKOUT_LANGUAGES], {
        description: 'The language in your checkout settings.',
      }),
    ),
  },
  { title: 'PublicTransaction' },
)
const { 200: started, ...refused } = answers(Success(Started), [400, 403, 409, 422])

/** The schema only documents. `read` checks, and names all wrong fields at once. */
const leaveToRead = () => () => true

/** With a public key, which the scope has checked. */
export function publicRoutes(context: Context): FastifyPluginCallbackTypebox {
  return (app, _options, done) => {
    const answer = async (request: FastifyRequest, reply: FastifyReply) => {
      // A prefetch or a link preview must not create a payment.
      if (PREFETCH_HEADERS.some((name) => AHEAD.test(String(request.headers[name])))) {
        return reply.status(204).send()
      }
      const settings = await settingsOf(context, request.scope)
      const { origin } = request.headers
      const mayFrame = isRegistered(settings, origin)
      const isLocked = settings.checkoutOrigins.length > 0
      if (isLocked && saysElsewhere(context, request) && !mayFrame) refuse('origin_not_allowed')
      const { rawBody, effectId, ip: ipAddress } = request
      const { body, metadata } = isTyped(request)
        ? readObject(request.body as object, rawBody)
        : read(formOf(request))
      const input = inputOf(
        { rawBody: '', effectId, body },
        { metadata, ipAddress, madeWith: 'public' },
      )
      refuseStrangeReturn(settings, input.callbackUrl)
      const made = await initialize(context, request.scope, input)
      const { authorizationUrl, accessCode, reference, expiresAt } = made
      if (!isScript(request)) return reply.redirect(authorizationUrl, 303)
      const begun = { authorizationUrl, accessCode, reference, expiresAt, mayFrame }
      return reply.send({
        status: 'success',
        message: 'Payment started',
        data: toWire({ ...begun, language: settings.checkoutLanguage }),
      })
    }
    const schema = {
      tags: ['Transactions'],
      description:
        'For a link or an HTML form, without code. Redirects (303) to the ' +
        'checkout. Customers can ' +
        'edit what a page sends: compare `requested_amount` of the verified transaction with ' +
        'your price. ' +
        '`callback_url` must be at one of your `allowed_origins` or at the origin of your ' +
        '`default_callback_url`, or in a registered app; test mode accepts any page of the ' +
        'web. `metadata[name]=value` adds metadata; its `custom_fields` and `cancel_action` are ' +
        'kept but not used. Errors are an HTML page, or JSON if you send ' +
        '`Accept: application/json`. A script on a page that sends ' +
        '`Accept: application/json` gets the response as JSON too. If you register ' +
        '`allowed_origins`, only their pages can call this.',
      response: {
        ...refused,
        200: started,
        204: { type: 'null', description: 'A browser prefetch: nothing was created.' },
        303: {
          type: 'null',
          description: 'Redirects to the checkout.',
          headers: {
            Location: {
              type: 'string',
              format: 'uri',
              description: 'The checkout.',
              examples: ['https://pay.example/checkout/AZqmA2NQe2e4sK1d8v6cXw'],
            },
          },
        },
      },
    }
    const options = {
      config: { needs: 'public_key', load: 'initialize' },
      validatorCompiler: leaveToRead,
    } as const
    const byLink = {
      ...schema,
      operationId: 'initializePublicTransactionByLink',
      summary: 'Initialize a transaction from a link',
      querystring: Query,
    }
    const byForm = {
      ...schema,
      operationId: 'initializePublicTransaction',
      summary: 'Initialize a transaction from a form',
      consumes: ['application/x-www-form-urlencoded', 'application/json'],
      body: Query,
    }
    app.get('/transactions/initialize-public', { ...options, schema: byLink }, answer)
    app.post('/transactions/initialize-public', { ...options, schema: byForm }, answer)
    done()
  }
}

/** Test mode accepts any address, and the dashboard warns about it. */
function refuseStrangeReturn(settings: ModeSettings, address: string | null): void {
  if (settings.mode === 'test' || address === null || isReturnAddress(settings, address)) return
  // `initialize` checks whether an app is registered.
  if (appOf(address) !== null) return
  const { origin } = new URL(address)
  const message =
    `callback_url must be at a registered origin: add ${origin} to allowed_origins in the ` +
    'checkout settings, or leave callback_url out.'
  refuseFields([{ field: 'callback_url', code: 'origin_not_registered', message }])
}

function isScript({ headers }: FastifyRequest): boolean {
  return headers.origin !== undefined && /application\/json/.test(headers.accept ?? '')
}

/**
 * Whether the request names another origin. A form on a page that hides its origin sends `null`,
 * which counts like a link without any.
 */
function saysElsewhere(context: Context, request: FastifyRequest): boolean {
  const { origin } = request.headers
  if (origin === undefined || origin === new URL(context.baseUrl()).origin) return false
  return origin !== 'null' || isScript(request)
}

/** A refusal as a page. */
export async function sendProblem(
  context: Context,
  reply: FastifyReply,
  refusal: Refusal,
  status: number,
) {
  const { request } = reply
  const locale = await localeOfRefusal(context, request)
  const { words } = locale
  const { errors, message } = refusal
  const told = errors.length > 0 ? null : refusalIn(words, refusal.code)
  const problem = {
    title: words.cannot_start,
    message: told ?? words.mistakes,
    mistakes: told !== null || errors.length > 0 ? errors : [{ message }],
  }
  reply.status(status).headers(checkoutHeaders(context.baseUrl()))
  return sendPage(request, reply, renderProblem(problem, locale))
}

/** Whether JSON has typed values: the fields of a form are all strings. */
function isTyped(request: FastifyRequest): boolean {
  return isJson(request) && Object.values(request.body!).some((value) => typeof value !== 'string')
}

function isJson({ method, headers }: FastifyRequest): boolean {
  return method === 'POST' && /^application\/json/i.test(headers['content-type'] ?? '')
}

/** From the query of a link, from a form, or from JSON with the fields of a form. */
function formOf(request: FastifyRequest): FormFields {
  if (request.method === 'POST' && !isJson(request)) return request.body as FormFields
  const text = isJson(request)
    ? `${new URLSearchParams(request.body as Record<string, string>)}`
    : request.url.slice(request.url.indexOf('?') + 1)
  return formFields(text, FORM_FIELDS_MAX)
}

/** The body of `initialize` from JSON. Unknown fields are ignored. */
function readObject(fields: object, rawBody: string): ReturnType<typeof read> {
  const body: Record<string, unknown> = { ...fields }
  if (!check(body)) refuseFields(fieldErrors(check.errors ?? []))
  const metadata = body['metadata'] === undefined ? null : metadataText(rawBody)
  return { body: { name: '', ...body }, metadata }
}

/** The body of `initialize` from a form. Refuses all wrong fields at once. */
function read(fields: FormFields): { body: Record<string, unknown>; metadata: string | null } {
  const errors: FieldError[] = []
  const body: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(fields)) {
    if (field === 'channels' && value !== '') body['channels'] = channelsIn(value)
    else if (field === 'metadata' && value !== '') {
      body['metadata'] = typeof value === 'string' ? objectIn(value) : value
      const message = 'metadata must be a JSON object.'
      if (body['metadata'] === null) errors.push({ field, code: 'invalid_format', message })
    } else if (typeof value !== 'string') {
      errors.push({ field, code: 'repeated', message: `${field} must be sent once.` })
    } else if (field === 'amount' && /^[0-9]{1,15}$/.test(value)) body['amount'] = Number(value)
    else if (field === 'amount' && value !== '') {
      const message = 'amount must be kobo in digits, such as 500000 for ₦5,000.00.'
      errors.push({ field, code: 'invalid_format', message })
    } else if (field === 'name') body['name'] = value.trim()
    // A form sends a field that was left empty as an empty string.
    else if (value !== '') body[field] = value
  }
  const hasError = new Set(errors.map(({ field }) => field))
  const more = check(body) ? [] : fieldErrors(check.errors ?? [])
  errors.push(...more.filter(({ field }) => !hasError.has(field)))
  if (errors.length > 0) refuseFields(errors)
  const sent = fields['metadata']
  // Stores JSON byte for byte.
  const text = typeof sent === 'string' ? emptyIn(sent) : JSON.stringify(body['metadata'])
  return { body: { name: '', ...body }, metadata: text || null }
}

function channelsIn(value: FormValue): FormValue[] {
  if (typeof value !== 'string') return Object.values(value)
  return value.split(',').map((channel) => channel.trim())
}

/** As strict as for a body. */
function objectIn(text: string): object | null {
  try {
    const { value } = readJson(Buffer.from(text))
    const isObject = typeof value === 'object' && value !== null
    return isObject && (!Array.isArray(value) || value.length === 0) ? value : null
  } catch (error) {
    if (error instanceof JsonError) return null
    throw error
  }
}
