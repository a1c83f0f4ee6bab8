import type {} from '@fastify/cookie'
import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../context.ts'
import { DAY, SECOND } from '../lib/clock.ts'
import { type Id, isUuid } from '../lib/ids.ts'
import { refuse } from '../lib/refusal.ts'
import { answers, Nullable, type SignedIn, Success, Timestamp } from '../wire.ts'
import { cookieName, cookieSettings } from './cookie.ts'
import { deviceCookie } from './devices.ts'
import { businessesOf, loginOf } from './logins.ts'
import { PASSWORD_LENGTH_MAX } from './passwords.ts'
import { recoveryCodesLeft } from './second-factor.ts'
import { confirm, endOne, endOthers, enterCode, sessionOf, sessionsOf, signIn } from './sessions.ts'
import type { From } from './sign-in.ts'

// The wire of signing in and out. For people in a browser, whose page is web/dashboard.

const CODE_LENGTH_MAX = 40
const DEVICE_SECONDS = (365 * DAY) / SECOND

export const Email = Type.String({ format: 'email' })
export const Password = Type.String({ minLength: 1, maxLength: PASSWORD_LENGTH_MAX })
export const Code = Type.String({
  minLength: 1,
  maxLength: CODE_LENGTH_MAX,
  description: 'Six digits of the app, or a recovery code.',
})
const Stage = Type.Enum(['second_factor', 'open'], {
  description: 'second_factor: the code is missing still.',
})
const Role = Type.Enum(['owner', 'developer', 'finance', 'support'])
const NoData = Success(Type.Null())

const SignedInRecord = Type.Object({
  email: Type.String(),
  name: Type.String(),
  second_factor: Type.Boolean(),
  recovery_codes_left: Type.Integer(),
  fresh_until: Timestamp('Until then nobody asks for the password again.'),
  is_operator: Type.Boolean(),
  businesses: Type.Array(
    Type.Object({
      business_id: Type.String(),
      name: Type.String(),
      role: Role,
      live_activated_at: Nullable(Timestamp('When live mode was opened.')),
      permissions: Type.Array(Type.String()),
    }),
  ),
})

const SessionRecord = Type.Object({
  session_id: Type.String(),
  created_at: Timestamp('When it began.'),
  seen_at: Timestamp('Its last request, to the minute.'),
  address: Type.String(),
  agent: Type.String({ description: 'What the browser says that it is.' }),
  is_current: Type.Boolean(),
})

const tags = ['Sign in']

export function sessionRoutes(context: Context): FastifyPluginCallbackTypebox {
  return (app, _options, done) => {
    const body = Type.Object({ email: Type.String({ maxLength: 254 }), password: Password })
    const begun = answers(Success(Type.Object({ stage: Stage })), [400])
    app.post(
      '/session',
      { schema: { tags, summary: 'Sign in with a password', body, response: begun } },
      async (request, reply) => {
        const { email, password } = request.body
        const { token, stage } = await signIn(context, { email, password, from: fromOf(request) })
        request.login = await sessionOf(context, token)
        giveCookie(context, reply, token)
        await giveDevice(context, request, reply)
        const message = stage === 'open' ? 'Signed in' : 'Enter the code of the second step'
        return { status: 'success' as const, message, data: { stage } }
      },
    )

    app.post(
      '/session/second-factor',
      {
        schema: {
          tags,
          summary: 'Enter the code of the second step',
          body: Type.Object({ code: Code }),
          response: begun,
        },
      },
      async (request, reply) => {
        const { code } = request.body
        const { token } = await enterCode(context, signedIn(request), code, fromOf(request))
        request.login = await sessionOf(context, token)
        giveCookie(context, reply, token)
        await giveDevice(context, request, reply)
        const data = { stage: 'open' as const }
        return { status: 'success' as const, message: 'Signed in', data }
      },
    )

    app.delete(
      '/session',
      { schema: { tags, summary: 'Sign out', response: answers(NoData, []) } },
      async (request, reply) => {
        const { loginId, sessionId } = signedIn(request)
        await endOne(context, loginId, sessionId)
        const { path, secure } = cookieSettings(context.baseUrl())
        reply.clearCookie(cookieName(context.baseUrl()), { path, secure })
        return { status: 'success' as const, message: 'Signed out', data: null }
      },
    )

    app.get(
      '/session',
      {
        schema: {
          tags,
          summary: 'Who is signed in, and what they may do',
          response: answers(Success(SignedInRecord), []),
        },
      },
      async (request) => ({
        status: 'success' as const,
        message: 'Signed in',
        data: await shownSession(context, signedIn(request)),
      }),
    )
    ownSessionRoutes(context)(app, {}, done)
  }
}

function ownSessionRoutes(context: Context): FastifyPluginCallbackTypebox {
  return (app, _options, done) => {
    app.post(
      '/session/confirm',
      {
        schema: {
          tags,
          summary: 'Enter the password once more, for what needs it',
          body: Type.Object({ password: Password, code: Type.Optional(Code) }),
          response: answers(Success(Type.Object({ fresh_until: Timestamp('Until then.') })), [400]),
        },
      },
      async (request) => {
        const { password, code } = request.body
        const freshUntil = await confirm(context, signedIn(request), password, code ?? '')
        const data = { fresh_until: freshUntil.toISOString() }
        return { status: 'success' as const, message: 'Confirmed', data }
      },
    )

    app.get(
      '/sessions',
      {
        schema: {
          tags,
          summary: 'Where you are signed in',
          response: answers(Success(Type.Array(SessionRecord)), []),
        },
      },
      async (request) => {
        const { loginId, sessionId: current } = signedIn(request)
        const sessions = await sessionsOf(context, loginId)
        const data = sessions.map(({ sessionId, createdAt, seenAt, address, agent }) => ({
          session_id: sessionId,
          created_at: createdAt.toISOString(),
          seen_at: seenAt.toISOString(),
          address,
          agent,
          is_current: sessionId === current,
        }))
        return { status: 'success' as const, message: 'Sessions', data }
      },
    )

    app.delete(
      '/sessions',
      { schema: { tags, summary: 'Sign out everywhere else', response: answers(NoData, []) } },
      async (request) => {
        await endOthers(context, signedIn(request))
        return { status: 'success' as const, message: 'All other sessions are over', data: null }
      },
    )

    app.delete(
      '/sessions/:session_id',
      {
        schema: {
          tags,
          summary: 'End a session of yours',
          params: Type.Object({ session_id: Type.String() }),
          response: answers(NoData, [404]),
        },
      },
      async (request) => {
        const { session_id: id } = request.params
        const { loginId } = signedIn(request)
        const isOver = isUuid(id) && (await endOne(context, loginId, id as Id<'login_session'>))
        if (!isOver) refuse('session_not_found')
        return { status: 'success' as const, message: 'The session is over', data: null }
      },
    )
    done()
  }
}

/** The scope has seen to it that there is one. */
export function signedIn(request: FastifyRequest): SignedIn {
  return request.login ?? refuse('signed_out')
}

export function fromOf({ ip, headers, cookies }: FastifyRequest): From {
  return { address: ip, agent: headers['user-agent'] ?? '', cookies }
}

export function giveCookie(context: Context, reply: FastifyReply, token: string): void {
  const baseUrl = context.baseUrl()
  reply.setCookie(cookieName(baseUrl), token, cookieSettings(baseUrl))
}

/** Once somebody is signed in with all that it takes, this browser is known. */
export async function giveDevice(
  context: Context,
  { login: session, cookies }: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (session?.stage !== 'open') return
  const login = await loginOf(context, session.loginId)
  const { name, value } = deviceCookie(context, login, cookies)
  reply.setCookie(name, value, { ...cookieSettings(context.baseUrl()), maxAge: DEVICE_SECONDS })
}

async function shownSession(context: Context, { loginId, freshUntil }: SignedIn) {
  const [login, left, businesses] = await Promise.all([
    loginOf(context, loginId),
    recoveryCodesLeft(context, loginId),
    businessesOf(context, loginId),
  ])
  return {
    email: login.email,
    name: login.name,
    second_factor: login.totpSince !== null,
    recovery_codes_left: left,
    fresh_until: freshUntil.toISOString(),
    is_operator: login.isOperator,
    businesses: businesses.map((business) => ({
      business_id: business.businessId,
      name: business.name,
      role: business.role,
      live_activated_at: business.liveActivatedAt?.toISOString() ?? null,
      permissions: business.permissions,
    })),
  }
}
