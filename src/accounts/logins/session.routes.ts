import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../core/context.ts'
import { withMessage } from '../../core/envelope.ts'
import { action, record, under } from '../../core/route.ts'
import { Nullable, type SignedIn, Timestamp, toWire } from '../../core/wire.ts'
import { DAY, SECOND } from '../../platform/clock.ts'
import { type Id, isUuid } from '../../platform/ids.ts'
import { refuse } from '../../platform/refusal.ts'
import { cookieName, cookieSettings } from './cookie.ts'
import { deviceCookie } from './devices.ts'
import { businessesOf, loginOf } from './logins.ts'
import { PASSWORD_LENGTH_MAX } from './passwords.ts'
import { countRecoveryCodes } from './second-factor.ts'
import { confirm, endOne, endOthers, enterCode, sessionOf, sessionsOf, signIn } from './sessions.ts'
import type { From } from './sign-in.ts'

const CODE_LENGTH_MAX = 40
const DEVICE_SECONDS = (365 * DAY) / SECOND

export const Email = Type.String({ format: 'email' })
export const Password = Type.String({ minLength: 1, maxLength: PASSWORD_LENGTH_MAX })
export const Code = Type.String({
  minLength: 1,
  maxLength: CODE_LENGTH_MAX,
  description: 'Six digits from the app, or a recovery code.',
})
const Stage = Type.Enum(['second_factor', 'open'], {
  description: 'second_factor: the code is still missing.',
})
export const Role = Type.Enum(['owner', 'developer', 'finance', 'support'])

const SignedInRecord = Type.Object({
  email: Type.String(),
  name: Type.String(),
  second_factor: Type.Boolean(),
  recovery_codes_left: Type.Integer(),
  fresh_until: Timestamp('Until then the password need not be confirmed again.'),
  is_operator: Type.Boolean(),
  businesses: Type.Array(
    Type.Object({
      business_id: Type.String(),
      name: Type.String(),
      role: Role,
      live_activated_at: Nullable(Timestamp('When live mode was activated.')),
      permissions: Type.Array(Type.String()),
    }),
  ),
})

const SessionRecord = Type.Object({
  session_id: Type.String(),
  created_at: Timestamp('When it started.'),
  seen_at: Timestamp('Its last request, to the minute.'),
  address: Type.String(),
  agent: Type.String({ description: 'The user agent of the browser.' }),
  is_current: Type.Boolean(),
})

const Begun = Type.Object({ stage: Stage })

export const sessionRoutes = under('Sign in', [
  action('POST /session', {
    needs: 'anyone',
    operationId: 'signIn',
    summary: 'Sign in with a password',
    body: Type.Object({ email: Type.String({ maxLength: 254 }), password: Password }),
    answer: Begun,
    handle: async (context, request, reply) => {
      const { email, password } = request.body
      const { token, stage } = await signIn(context, { email, password, from: fromOf(request) })
      await enter(context, request, reply, token)
      return withMessage(stage === 'open' ? 'Signed in' : 'Enter the two-step sign-in code', {
        stage,
      })
    },
  }),
  action('POST /session/second-factor', {
    needs: 'begun',
    operationId: 'submitSecondFactor',
    summary: 'Enter the two-step sign-in code',
    body: Type.Object({ code: Code }),
    answer: Begun,
    message: 'Signed in',
    handle: async (context, request, reply) => {
      const { code } = request.body
      const { token } = await enterCode(context, signedIn(request), code, fromOf(request))
      await enter(context, request, reply, token)
      return { stage: 'open' as const }
    },
  }),
  action('DELETE /session', {
    needs: 'begun',
    operationId: 'signOut',
    summary: 'Sign out',
    message: 'Signed out',
    handle: async (context, request, reply) => {
      const { loginId, sessionId } = signedIn(request)
      await endOne(context, loginId, sessionId)
      const { path, secure } = cookieSettings(context.baseUrl())
      reply.clearCookie(cookieName(context.baseUrl()), { path, secure })
      return null
    },
  }),
  record('/session', {
    needs: 'signed_in',
    operationId: 'getSession',
    summary: 'Fetch the session: who is signed in, and their permissions',
    answer: SignedInRecord,
    message: 'Signed in',
    handle: async (context, request) => toWireSession(context, signedIn(request)),
  }),
  action('POST /session/confirm', {
    needs: 'signed_in',
    operationId: 'confirmPassword',
    summary: 'Confirm the password',
    body: Type.Object({ password: Password, code: Type.Optional(Code) }),
    answer: Type.Object({ fresh_until: Timestamp('The confirmation is valid until then.') }),
    message: 'Confirmed',
    handle: async (context, request) => {
      const { password, code = '' } = request.body
      return toWire({ freshUntil: await confirm(context, signedIn(request), password, code) })
    },
  }),
  record('/sessions', {
    needs: 'signed_in',
    operationId: 'listSessions',
    summary: 'List your sessions',
    answer: Type.Array(SessionRecord),
    message: 'Sessions',
    handle: async (context, request) => {
      const { loginId, sessionId: current } = signedIn(request)
      const sessions = await sessionsOf(context, loginId)
      return sessions.map((one) => ({ ...toWire(one), is_current: one.sessionId === current }))
    },
  }),
  action('DELETE /sessions', {
    needs: 'signed_in',
    operationId: 'endOtherSessions',
    summary: 'Sign out everywhere else',
    message: 'All other sessions ended',
    handle: async (context, request) => {
      await endOthers(context, signedIn(request))
      return null
    },
  }),
  action('DELETE /sessions/:session_id', {
    needs: 'signed_in',
    operationId: 'endSession',
    summary: 'End one of your sessions',
    refusals: [404],
    message: 'Session ended',
    handle: async (context, request) => {
      const { session_id: id } = request.params
      const { loginId } = signedIn(request)
      const isOver = isUuid(id) && (await endOne(context, loginId, id as Id<'login_session'>))
      return isOver ? null : refuse('session_not_found')
    },
  }),
])

/** The scope of the route requires a session. */
export function signedIn(request: FastifyRequest): SignedIn {
  return request.login ?? refuse('signed_out')
}

export function fromOf({ ip, headers, cookies }: FastifyRequest): From {
  return { address: ip, agent: headers['user-agent'] ?? '', cookies }
}

/** Signs this browser in with a session. */
export async function enter(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
): Promise<void> {
  const baseUrl = context.baseUrl()
  request.login = await sessionOf(context, token)
  reply.setCookie(cookieName(baseUrl), token, cookieSettings(baseUrl))
  await giveDevice(context, request, reply)
}

/** Makes this browser a known device, once the session is open. */
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

async function toWireSession(context: Context, { loginId, freshUntil }: SignedIn) {
  const [login, recoveryCodesLeft, businesses] = await Promise.all([
    loginOf(context, loginId),
    countRecoveryCodes(context.sql, loginId),
    businessesOf(context, loginId),
  ])
  const { email, name, isOperator, totpSince } = login
  return {
    ...toWire({ email, name, isOperator, recoveryCodesLeft, freshUntil, businesses }),
    second_factor: totpSince !== null,
  }
}
