import { setTimeout as pause } from 'node:timers/promises'
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onSendHookHandler,
  preHandlerHookHandler,
} from 'fastify'
import { businessesOf } from '../accounts/logins/logins.ts'
import { isRead } from '../core/access.ts'
import type { AuditEntry } from '../core/audit/audit.sql.ts'
import { note } from '../core/audit/audit.ts'
import { type BusinessId, type Context, HOUSE } from '../core/context.ts'
import { fileTypeOf } from '../core/exports.ts'
import { SECOND } from '../platform/clock.ts'
import { publicId } from '../platform/ids.ts'

// Audits each change and each export: records the request before it is executed, and the outcome
// before the response is sent.
//
// (1) A change that cannot be recorded is not executed.
// (2) If the outcome cannot be recorded, a key still gets its response. Otherwise it would repeat
//     the change.

declare module 'fastify' {
  interface FastifyRequest {
    /** The chains of the audit log for this request; empty until it is recorded. */
    auditChains: BusinessId[]
  }
}

const REQUEST_EMAIL_LENGTH_MAX = 100
const SUBJECT_LENGTH_MAX = 300
const ACTION_LENGTH_MAX = 200
const FORBIDDEN = 403
/** How long the response to a key waits for the audit log. */
const END_MS_MAX = 1 * SECOND
/** Both prefixes have the same routes, recorded under the same names. */
const PREFIX = /^\/(dashboard\/api|api\/v1)(?=\/)/

export function auditLogins(context: Context, scope: FastifyInstance): void {
  const asked = new WeakSet<FastifyRequest>()
  scope.decorateRequest('auditChains')
  scope.addHook('preHandler', async (request) => {
    const { isAudited, ...access } = request.routeOptions.config
    const isExport = isAudited || fileTypeOf(request) !== null
    if (!isExport && isRead(request.method, access)) return
    asked.add(request)
    // Before sign-in, the chain is known only when the request ends.
    if (request.login || request.auditChains.length > 0) await noteAll(context, request, null)
  })
  scope.addHook('onSend', async (request, reply, payload) => {
    // A secret key in the URL is refused before this scope has begun.
    const { auditChains: chains = [] } = request as { auditChains?: BusinessId[] }
    const isRefused = reply.statusCode === FORBIDDEN && chains.length > 0
    if (!asked.has(request) && !isRefused) return payload
    await noteAll(context, request, reply)
    return payload
  })
}

/**
 * Adds hooks to the routes registered after this call: those with which a key changes or exports
 * something. A list is an export if the key asks for a file. Other routes get no hook and no cost.
 */
export function auditKeys(context: Context, scope: FastifyInstance): void {
  const asked = new WeakSet<FastifyRequest>()
  const begin: preHandlerHookHandler = async (request) => {
    const { isList, isAudited } = request.routeOptions.config
    if (isList && !isAudited && fileTypeOf(request) === null) return
    await note(context, request.scope.businessId, entryOf(context, request, null))
    asked.add(request)
  }
  const end: onSendHookHandler<unknown> = async (request, reply, payload) => {
    if (!asked.delete(request)) return payload
    const noted = note(context, request.scope.businessId, entryOf(context, request, reply))
    const said = noted.catch((error: unknown) => {
      const where = { err: error, requestId: request.id }
      context.log.warn(where, 'an outcome is missing in the audit log')
    })
    await Promise.race([said, pause(END_MS_MAX, undefined, { ref: false })])
    return payload
  }
  scope.addHook('onRoute', (route) => {
    const { isOwnRecord, isAudited, isList, ...access } = route.config ?? {}
    const isExport = isList || (isAudited && !access.isReading)
    if (isOwnRecord || (isRead([route.method].flat()[0]!, access) && !isExport)) return
    route.preHandler = [route.preHandler ?? [], begin].flat()
    route.onSend = [route.onSend ?? [], end].flat() as onSendHookHandler[]
  })
}

async function noteAll(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply | null,
): Promise<void> {
  const { auditChains, login: session } = request
  const own =
    session && auditChains.length === 0 ? await businessesOf(context, session.loginId) : []
  const ownChains = [HOUSE, ...own.map(({ businessId }) => businessId)]
  const entry = entryOf(context, request, reply)
  for (const chain of auditChains.length > 0 ? auditChains : ownChains) {
    await note(context, chain, entry)
  }
}

function entryOf(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply | null,
): AuditEntry {
  const { login: session, rawBody, method, routeOptions, url, ip, id } = request
  const route = (routeOptions.url ?? '').replace(PREFIX, '')
  const type = fileTypeOf(request)
  const asFile = type === null ? '' : ` as ${type}`
  return {
    mode: request.scope?.mode ?? null,
    loginId: session?.loginId ?? null,
    email: actorOf(request),
    address: ip,
    requestId: id,
    action: `${method} ${route}${asFile}`.slice(0, ACTION_LENGTH_MAX),
    subject: (url.split('?')[0] ?? '').replace(PREFIX, '').slice(0, SUBJECT_LENGTH_MAX),
    // Keyed, because a short body could be guessed from a plain hash.
    bodyDigest: rawBody === '' ? null : context.keys.fingerprint(rawBody),
    outcome: reply?.statusCode ?? null,
  }
}

/** The signed-in person, the key, or the email address entered by someone not signed in. */
function actorOf({ login: session, keyId, body }: FastifyRequest): string {
  if (session) return session.email
  if (keyId !== '') return publicId('api_key', keyId as never)
  const sent = (body as { email?: unknown } | undefined)?.email
  // Cuts between whole characters, so that what is stored is what was digested. Ignores what is no
  // address, because people type their password there.
  const isAddress = typeof sent === 'string' && sent.includes('@')
  return isAddress ? [...sent].slice(0, REQUEST_EMAIL_LENGTH_MAX).join('') : ''
}
