import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Context } from '../context.ts'
import { qrSvg } from '../lib/qr.ts'
import { answers, Success } from '../wire.ts'
import { askForReset, changePassword, resetPassword } from './account.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from './second-factor.ts'
import {
  Code,
  Email,
  fromOf,
  giveCookie,
  giveDevice,
  Password,
  signedIn,
} from './session.routes.ts'
import { beginAfterMail, sessionOf } from './sessions.ts'

// The wire of one's own password and second factor.

const TOKEN_LENGTH_MAX = 100
export const Token = Type.String({
  minLength: 1,
  maxLength: TOKEN_LENGTH_MAX,
  description: 'The last part of the link in the mail.',
})
const NoData = Success(Type.Null())
const Codes = Success(
  Type.Object({
    recovery_codes: Type.Array(Type.String(), {
      description: 'Each is good once, without the app. They are shown this once.',
    }),
  }),
)
const tags = ['Sign in']

export function accountRoutes(context: Context): FastifyPluginCallbackTypebox {
  return (app, _options, done) => {
    app.put(
      '/password',
      {
        schema: {
          tags,
          summary: 'Change your password; every other session ends',
          body: Type.Object({ current_password: Password, password: Password }),
          response: answers(NoData, [400]),
        },
      },
      async (request, reply) => {
        const { current_password: current, password } = request.body
        await changePassword(context, signedIn(request), { current, password })
        await giveDevice(context, request, reply)
        return { status: 'success' as const, message: 'The password is changed', data: null }
      },
    )

    app.post(
      '/password/forgotten',
      {
        schema: {
          tags,
          summary: 'Have a link mailed that sets a new password',
          body: Type.Object({ email: Email }),
          response: answers(NoData, [400]),
        },
      },
      async ({ body, id }) => {
        // Not waited for: how long it takes would tell whether there is such a login.
        askForReset(context, body.email).catch((error: unknown) => {
          context.log.error({ err: error, requestId: id }, 'a password reset was not written')
        })
        const message = 'If there is such a login, a mail with a link is on its way'
        return { status: 'success' as const, message, data: null }
      },
    )

    app.post(
      '/password/reset',
      {
        schema: {
          tags,
          summary: 'Set a new password by the link of the mail; every session ends',
          body: Type.Object({ token: Token, password: Password }),
          response: answers(Success(Type.Object({ stage: Type.String() })), [400, 404]),
        },
      },
      async (request, reply) => {
        const loginId = await resetPassword(context, request.body)
        const { token, stage } = await beginAfterMail(context, loginId, fromOf(request))
        request.login = await sessionOf(context, token)
        giveCookie(context, reply, token)
        await giveDevice(context, request, reply)
        return { status: 'success' as const, message: 'The password is set', data: { stage } }
      },
    )
    secondFactorRoutes(context)(app, {}, done)
  }
}

function secondFactorRoutes(context: Context): FastifyPluginCallbackTypebox {
  const Secret = Type.Object({
    secret: Type.String({ description: 'For typing in: base32.' }),
    otpauth_url: Type.String(),
    qr_svg: Type.String({ description: 'The same as a picture.' }),
  })
  return (app, _options, done) => {
    app.post(
      '/second-factor',
      {
        schema: {
          tags,
          summary: 'Begin two-step sign-in: a secret for an app',
          response: answers(Success(Secret), [409]),
        },
      },
      async (request) => {
        const { secret, url } = await beginSecondFactor(context, signedIn(request).loginId)
        const data = { secret, otpauth_url: url, qr_svg: qrSvg(url) }
        return { status: 'success' as const, message: 'Scan it, then send a code of it', data }
      },
    )

    app.post(
      '/second-factor/confirm',
      {
        schema: {
          tags,
          summary: 'Turn two-step sign-in on, with the first code; every other session ends',
          body: Type.Object({ code: Code }),
          response: answers(Codes, [400, 409]),
        },
      },
      async (request) => {
        const { loginId, sessionId } = signedIn(request)
        const { code } = request.body
        const codes = await confirmSecondFactor(context, { loginId, sessionId, code })
        const data = { recovery_codes: codes }
        return { status: 'success' as const, message: 'Two-step sign-in is on', data }
      },
    )

    app.post(
      '/second-factor/recovery-codes',
      {
        schema: {
          tags,
          summary: 'Get new recovery codes; the old ones are good no longer',
          response: answers(Codes, []),
        },
      },
      async (request) => {
        const codes = await renewRecoveryCodes(context, signedIn(request).loginId)
        const data = { recovery_codes: codes }
        return { status: 'success' as const, message: 'New recovery codes', data }
      },
    )

    app.delete(
      '/second-factor',
      { schema: { tags, summary: 'Turn two-step sign-in off', response: answers(NoData, []) } },
      async (request) => {
        await removeSecondFactor(context, signedIn(request))
        return { status: 'success' as const, message: 'Two-step sign-in is off', data: null }
      },
    )
    done()
  }
}
