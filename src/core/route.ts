import type { FastifyPluginCallback, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import {
  type Static,
  type TNull,
  type TObject,
  type TProperties,
  type TSchema,
  type TString,
  Type,
} from 'typebox'
import type { Sql } from '../platform/db.ts'
import { listName, type Meta, type Page, PER_PAGE_MAX, readPage } from '../platform/paging.ts'
import { refuse } from '../platform/refusal.ts'
import { checkAll } from '../platform/validation.ts'
import type { Facts, LoadClass } from './access.ts'
import type { Context } from './context.ts'
import { enveloped, type JsonText, textOf, WithMessage } from './envelope.ts'
import { FILE_TYPES, fileTypeOf, sendList } from './exports.ts'
import { type Condition, conditionsOf, type Filters, schemasOf } from './filters.ts'
import { pageQuery, SuccessList } from './list-wire.ts'
import type { Tag } from './tags.ts'
import { ANSWERS_BY_STATUS, answers, Success, wrongIn } from './wire.ts'

// The forms of a route: list, record, action, file, plain; and change (change.ts). A route declares
// everything in one object: path, name in clients, schemas, who may call it, class under load, and
// handler. The envelope and the paging are added here.
//
//   export const refundRoutes = under('Refunds', [
//     record('/refunds/:id', {
//       needs: 'transactions:read',
//       operationId: 'getRefund',
//       summary: 'Fetch a refund',
//       answer: named('Refund'),
//       message: 'Refund found',
//       handle: async (context, { scope, params }) => toWire(await findOwn(…)),
//     }),
//   ])

export const CSV_TYPE = 'text/csv'
/** RFC 7396. */
export const PATCH_TYPE = 'application/merge-patch+json'

export type Route = {
  method: HTTPMethods
  path: string
  /** The heading in the document. */
  tag?: Tag
  facts: Facts
  schema: object
  attachValidation: boolean
  /** Also answers HEAD. */
  exposeHeadRoute: boolean
  respond(context: Context, request: never, reply: FastifyReply): Promise<unknown>
}

export type None = Record<never, never>
/** The parameters of a path: strings, unless `params` has their schema. */
export type ParamsOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? { [K in Name]: TString } & ParamsOf<Rest>
  : Path extends `${string}:${infer Name}`
    ? { [K in Name]: TString }
    : None

export type Asked<
  P extends TProperties,
  Q extends TProperties,
  B extends TSchema,
> = FastifyRequest<{
  Params: Static<TObject<P>>
  Querystring: Static<TObject<Q>>
  Body: Static<B>
}>

type Common<P extends TProperties, Q extends TProperties, Read> = Omit<Facts, 'load'> & {
  /** By default `list` for lists and files, `resolve` for the rest. */
  load?: LoadClass
  /** The heading in the document, if it differs from that of `under`. */
  tag?: Tag
  /** Its name in generated clients: a verb and a noun, such as `listRefunds`. No two share one. */
  operationId: string
  summary: string
  description?: string
  /** Not frozen with the rest of the API. The document marks it. */
  isBeta?: true
  params?: P
  /** Query parameters beyond those of a page. */
  query?: Q
  /** Its handler sets an ETag (`setTag`). */
  hasTag?: true
  /** Its handler also reads `If-Match` (`onlyIf`). */
  takesTag?: true
  /** Statuses of its own refusals. Those of any request of its kind are added. */
  refusals?: number[]
  /**
   * Validates what the schema of the query cannot. Its errors are reported with those of the
   * schema.
   */
  read?(query: Static<TObject<Q>>, context: Context): Read
}

type Recorded<
  P extends TProperties,
  Q extends TProperties,
  B extends TSchema,
  A extends TSchema,
  Read,
> = Common<P, Q, Read> & {
  answer: A
  message?: string
  handle(
    context: Context,
    request: Asked<P, Q, B>,
    reply: FastifyReply,
    read: Read,
  ): Promise<Static<A> | WithMessage<Static<A>> | JsonText>
}

export type Acted<
  P extends TProperties,
  Q extends TProperties,
  B extends TSchema,
  A extends TSchema,
> = Omit<Recorded<P, Q, B, A, undefined>, 'answer' | 'read'> & {
  body?: B
  /** Without it, `data` is null. */
  answer?: A
  /** `found or created`: 201 if `created` of the answer is true, else 200. */
  status?: 200 | 201 | 'found or created'
  /** The handler reports the errors of the schema together with its own: `wrongIn`. */
  attachValidation?: boolean
  /** Response schemas beside those of `refusals`. */
  responses?: object
  /** The operation that does the same under another method. Clients leave this one out. */
  aliasOf?: string
}

type Listed<P extends TProperties, Q extends TProperties, I extends TSchema, Read, Place> = Common<
  P,
  Q,
  Read
> & {
  /** `none`: by page number only. A function reads a place that is not an id. */
  cursor?: 'none' | ((text: string) => Place | null)
  /** Their conditions are `page.where`. */
  filters?: Filters
  item: I
  message: string
  handle(
    context: Context,
    request: Asked<P, Q, TSchema>,
    page: Page<Place>,
    read: Read,
  ): Promise<{ data: Static<I>[] | JsonText; meta: Meta }>
}

type Filed<P extends TProperties, Q extends TProperties, Read> = Common<P, Q, Read> & {
  /** Such as `text/csv`. */
  type: string
  /** A description of the file, for the document. */
  says: string
  handle(
    context: Context,
    request: Asked<P, Q, TSchema>,
    reply: FastifyReply,
    read: Read,
  ): Promise<unknown>
}

type Plain<P extends TProperties, Q extends TProperties, B extends TSchema> = Omit<
  Common<P, Q, undefined>,
  'read' | 'refusals'
> & {
  body?: B
  response: object
  handle(context: Context, request: Asked<P, Q, B>, reply: FastifyReply): Promise<unknown>
}

/** Puts routes under a heading of the document. */
export function under(tag: Tag, routes: Route[]): Route[] {
  return routes.map((route) => ({ ...route, tag: route.tag ?? tag }))
}

/** The same, for test mode only. */
export function testOnly(tag: Tag, routes: Route[]): Route[] {
  return under(tag, routes).map(({ facts, ...route }) => ({
    ...route,
    facts: { ...facts, isTestOnly: true },
  }))
}

/** The routes as a plugin of Fastify. */
export function mount(context: Context, routes: Route[]): FastifyPluginCallback {
  return (app, _options, done) => {
    for (const { method, path, tag, facts, schema, respond, ...options } of routes) {
      app.route({
        ...options,
        method,
        url: path,
        config: facts,
        schema: { ...schema, ...(tag && { tags: [tag] }) },
        ...(facts.isTestOnly && { onRequest: refuseLive }),
        ...(facts.bodyBytesMax && { bodyLimit: facts.bodyBytesMax }),
        handler: (request, reply) => respond(context, request as never, reply),
      })
    }
    done()
  }
}

async function refuseLive({ scope }: FastifyRequest): Promise<void> {
  if (scope.mode !== 'test') refuse('test_mode_only')
}

/** Reads one thing. */
export function record<
  Path extends string,
  A extends TSchema,
  P extends TProperties = ParamsOf<Path>,
  Q extends TProperties = None,
  Read = undefined,
>(path: Path, route: Recorded<P, Q, TSchema, A, Read>): Route {
  const { answer, message = '', refusals = path.includes(':') ? [404] : [] } = route
  const response = answers(Success(answer), refusals)
  const described = { ...route, exposeHeadRoute: true }
  return routeOf('GET', path, described, response, async (context, request, reply) => {
    const read = route.read && readOf(request, (query) => route.read!(query as never, context))
    return enveloped(reply, message, await route.handle(context, request, reply, read as Read))
  })
}

/** Changes something, or calls a provider: `POST /payouts`. */
export function action<
  Path extends string,
  A extends TSchema = TNull,
  P extends TProperties = ParamsOf<Path>,
  Q extends TProperties = None,
  B extends TSchema = TSchema,
>(
  methodAndPath: `${'POST' | 'PUT' | 'PATCH' | 'DELETE'} ${Path}`,
  route: Acted<P, Q, B, A>,
): Route {
  const { answer = Type.Null(), status = 200, message = '', refusals = [], responses } = route
  const [method, path] = methodAndPath.split(' ') as [HTTPMethods, string]
  const refused = route.takesTag ? [...refusals, 412] : refusals
  const response = { ...ANSWERS_BY_STATUS[status](Success(answer), refused), ...responses }
  return routeOf(method, path, route, response, async (context, request, reply) => {
    const data = await route.handle(context, request as Asked<P, Q, B>, reply, undefined)
    const made = data instanceof WithMessage ? data.data : data
    const foundOrCreated = (made as { created?: boolean } | null)?.created ? 201 : 200
    reply.status(status === 'found or created' ? foundOrCreated : status)
    return enveloped(reply, message, data)
  })
}

/** By page or by cursor; newest first unless stated otherwise. */
export function list<
  Path extends string,
  I extends TSchema,
  P extends TProperties = ParamsOf<Path>,
  Q extends TProperties = None,
  Read = undefined,
  Place = string,
>(path: Path, route: Listed<P, Q, I, Read, Place>): Route {
  const { item, message, cursor, filters = {}, refusals = [] } = route
  const paging = cursor === 'none' ? pageQuery.byNumber : pageQuery.byCursor
  const query = { ...paging, ...schemasOf(filters), ...route.query }
  const response = answers(SuccessList(item), [400, ...refusals])
  const described = {
    load: 'list' as const,
    isList: true as const,
    ...(cursor !== 'none' && { files: FILE_TYPES }),
    ...route,
    query,
    attachValidation: true,
    exposeHeadRoute: true,
  }
  return routeOf('GET', path, described, response, async (context, request, reply) => {
    const { scope, params, query } = request as FastifyRequest
    const { page: _, perPage: __, cursor: ___, ...wanted } = query as Record<string, unknown>
    const name = listName(scope, path, { ...wanted, ...(params as object) })
    const placeIn = typeof cursor === 'function' ? cursor : undefined
    const placeOf = (sent: object) => readPage<Place>(sent, name, placeIn!)
    const [page, where, read] = readOf<[Page<Place>, Condition, Read]>(request, (sent) =>
      checkAll(
        [],
        () => placeOf(sent),
        () => conditionsOf(filters, sent),
        () => route.read?.(sent as never, context) as Read,
      ),
    )
    const now = context.now()
    const filtered = { ...page, where: (sql: Sql) => where(sql, { ...scope, now }) }
    const type = fileTypeOf(request)
    if (type !== null) {
      const pageAt = async (next: string | null) => {
        const at = next === null ? page : placeOf({ cursor: next })
        const whole = { ...filtered, ...at, perPage: PER_PAGE_MAX }
        // Only the first page is counted.
        const part = next === null ? whole : { ...whole, isUncounted: true as const }
        const { data, meta } = await route.handle(context, request, part, read)
        return { text: textOf(reply, message, data, meta), meta }
      }
      return sendList(request, reply, { type, item, now, page: pageAt })
    }
    const { data, meta } = await route.handle(context, request, filtered, read)
    return enveloped(reply, message, data, meta)
  })
}

/** A response other than JSON: a table, a picture, a stream. */
export function file<
  Path extends string,
  P extends TProperties = ParamsOf<Path>,
  Q extends TProperties = None,
  Read = undefined,
>(path: Path, route: Filed<P, Q, Read>): Route {
  const { type, says, refusals = [] } = route
  const content = { description: says, content: { [type]: { schema: Type.String() } } }
  const response = { ...answers(Type.String(), refusals), 200: content }
  const described = { load: 'list' as const, ...route }
  return routeOf('GET', path, described, response, async (context, request, reply) => {
    const read = route.read && readOf(request, (query) => route.read!(query as never, context))
    return route.handle(context, request, reply, read as Read)
  })
}

/** A response with its own envelope, or none. */
export function plain<
  Path extends string,
  P extends TProperties = ParamsOf<Path>,
  Q extends TProperties = None,
  B extends TSchema = TSchema,
>(methodAndPath: `${'GET' | 'POST'} ${Path}`, route: Plain<P, Q, B>): Route {
  const [method, path] = methodAndPath.split(' ') as [HTTPMethods, string]
  return routeOf(method, path, route, route.response, route.handle)
}

function routeOf(
  method: HTTPMethods,
  path: string,
  route: Omit<Common<TProperties, TProperties, unknown>, 'read'> & {
    body?: TSchema
    attachValidation?: boolean
    read?: unknown
    message?: string
    exposeHeadRoute?: boolean
    files?: readonly string[]
    aliasOf?: string
  },
  response: object,
  respond: Route['respond'],
): Route {
  const { operationId, summary, description, isBeta, query, body, exposeHeadRoute = false } = route
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => [name, Type.String()])
  const params = route.params ?? Object.fromEntries(names)
  return {
    method,
    path,
    ...(route.tag && { tag: route.tag }),
    facts: { load: 'resolve', ...route },
    attachValidation: route.attachValidation ?? route.read !== undefined,
    exposeHeadRoute,
    schema: {
      operationId,
      summary,
      'x-message': route.message,
      ...(isBeta && { 'x-stability': 'beta' }),
      ...(route.files && { 'x-files': route.files }),
      ...(route.hasTag && { 'x-tagged': true }),
      ...(route.takesTag && { 'x-takes-tag': true }),
      ...(route.aliasOf && { 'x-alias-of': route.aliasOf }),
      ...(route.takesPatch && { consumes: ['application/json', PATCH_TYPE] }),
      ...(route.takesCsv && {
        consumes: ['application/json', CSV_TYPE],
        'x-csv': route.takesCsv,
      }),
      ...(description !== undefined && { description }),
      ...(names.length > 0 && { params: Type.Object(params) }),
      ...(query !== undefined && { querystring: Type.Object(query) }),
      ...(body !== undefined && { body }),
      response,
    },
    respond,
  }
}

/**
 * Runs `read` on the parameters that the schema accepts, and reports both kinds of errors together.
 * Rejected parameters can be of any type, so `read` does not get them.
 */
function readOf<Read>(
  { query, validationError }: Pick<FastifyRequest, 'query' | 'validationError'>,
  read: (query: Record<string, string>) => Read,
): Read {
  const wrong = wrongIn(validationError)
  const isSound = ([name]: [string, unknown]) => !wrong.some(({ field }) => field === name)
  const sound = Object.fromEntries(Object.entries(query as object).filter(isSound))
  const [made] = checkAll(wrong, () => read(sound))
  return made
}
