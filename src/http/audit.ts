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
import { SECOND } from '../platform/clock.ts'
import { publicId } from '../platform/ids.ts'

// What is written down of each change, by whomever: what was asked for, before it is done; how it
// ended, before the answer goes out.
//
// (1) A change that cannot be written down is not made.
// (2) Of a change that was made, a key hears although how it ended could not be written down: it
//     would make it once more.

declare module 'fastify' {
  interface FastifyRequest {
    /** Chains of the audit log to which this belongs; empty while it is not written down. */
    auditChains: BusinessId[]
  }
}

const REQUEST_EMAIL_LENGTH_MAX = 100
const SUBJECT_LENGTH_MAX = 300
const ACTION_LENGTH_MAX = 200
const FORBIDDEN = 403
/** So long the answer to a key waits for what is written of it. */
const END_MS_MAX = 1 * SECOND
/** Both have the same routes, which are called the same. */
const PREFIX = /^\/(dashboard\/api|api\/v1)(?=\/)/

export function auditLogins(context: Context, scope: FastifyInstance): void {
  const asked = new WeakSet<FastifyRequest>()
  scope.decorateRequest('auditChains')
  scope.addHook('preHandler', async (request) => {
    const { isAudited, ...access } = request.routeOptions.config
    if (!isAudited && isRead(request.method, access)) return
    asked.add(request)
    // Of somebody who is not signed in yet it is known when it has ended.
    if (request.login || request.auditChains.length > 0) await noteAll(context, request, null)
  })
  scope.addHook('onSend', async (request, reply, payload) => {
    const isRefused = reply.statusCode === FORBIDDEN && request.auditChains.length > 0
    if (!asked.has(request) && !isRefused) return payload
    await noteAll(context, request, reply)
    return payload
  })
}

/**
 * Of the routes that are registered in the scope from now on, those by which a key changes
 * something, or exports. The others have no hook and cost nothing more.
 */
export function auditKeys(context: Context, scope: FastifyInstance): void {
  const asked = new WeakSet<FastifyRequest>()
  const begin: preHandlerHookHandler = async (request) => {
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
    const { isOwnRecord, isAudited, ...access } = route.config ?? {}
    const isExport = isAudited && !access.isReading
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
  return {
    mode: request.scope?.mode ?? null,
    loginId: session?.loginId ?? null,
    email: actorOf(request),
    address: ip,
    requestId: id,
    action: `${method} ${route}`.slice(0, ACTION_LENGTH_MAX),
    subject: (url.split('?')[0] ?? '').replace(PREFIX, '').slice(0, SUBJECT_LENGTH_MAX),
    // Keyed, because what was sent may be short enough to be guessed.
    bodyDigest: rawBody === '' ? null : context.keys.fingerprint(rawBody),
    outcome: reply?.statusCode ?? null,
  }
}

/** Who is signed in; the key; or the address that somebody typed who is not signed in yet. */
function actorOf({ login: session, keyId, body }: FastifyRequest): string {
  if (session) return session.email
  if (keyId !== '') return publicId('key', keyId as never)
  const sent = (body as { email?: unknown } | undefined)?.email
  // Whole characters, or it could not be read back as it was digested; and no address is no name:
  // people type their password there.
  const isAddress = typeof sent === 'string' && sent.includes('@')
  return isAddress ? [...sent].slice(0, REQUEST_EMAIL_LENGTH_MAX).join('') : ''
}
