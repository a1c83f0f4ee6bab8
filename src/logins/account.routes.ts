import { Type } from 'typebox'
import { qrSvg } from '../lib/qr.ts'
import { action, plugin } from '../route.ts'
import { askForReset, changePassword, resetPassword } from './account.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from './second-factor.ts'
import { Code, Email, enter, fromOf, giveDevice, Password, signedIn } from './session.routes.ts'
import { beginAfterMail } from './sessions.ts'

// The wire of one's own password and second factor.

const TOKEN_LENGTH_MAX = 100
export const Token = Type.String({
  minLength: 1,
  maxLength: TOKEN_LENGTH_MAX,
  description: 'The last part of the link in the mail.',
})
const Codes = Type.Object({
  recovery_codes: Type.Array(Type.String(), {
    description: 'Each is good once, without the app. They are shown this once.',
  }),
})
export const accountRoutes = plugin('Sign in', [
  action('PUT /password', {
    operationId: 'changePassword',
    summary: 'Change your password; every other session ends',
    body: Type.Object({ current_password: Password, password: Password }),
    message: 'The password is changed',
    handle: async (context, request, reply) => {
      const { current_password: current, password } = request.body
      await changePassword(context, signedIn(request), { current, password })
      await giveDevice(context, request, reply)
      return null
    },
  }),
  action('POST /password/forgotten', {
    operationId: 'requestPasswordReset',
    summary: 'Have a link mailed that sets a new password',
    body: Type.Object({ email: Email }),
    message: 'If there is such a login, a mail with a link is on its way',
    handle: async (context, { body, id }) => {
      // Not waited for: how long it takes would tell whether there is such a login.
      askForReset(context, body.email).catch((error: unknown) => {
        context.log.error({ err: error, requestId: id }, 'a password reset was not written')
      })
      return null
    },
  }),
  action('POST /password/reset', {
    operationId: 'resetPassword',
    summary: 'Set a new password by the link of the mail; every session ends',
    body: Type.Object({ token: Token, password: Password }),
    answer: Type.Object({ stage: Type.String() }),
    refusals: [404],
    message: 'The password is set',
    handle: async (context, request, reply) => {
      const loginId = await resetPassword(context, request.body)
      const { token, stage } = await beginAfterMail(context, loginId, fromOf(request))
      await enter(context, request, reply, token)
      return { stage }
    },
  }),
  action('POST /second-factor', {
    operationId: 'beginSecondFactor',
    summary: 'Begin two-step sign-in: a secret for an app',
    answer: Type.Object({
      secret: Type.String({ description: 'For typing in: base32.' }),
      otpauth_url: Type.String(),
      qr_svg: Type.String({ description: 'The same as a picture.' }),
    }),
    message: 'Scan it, then send a code of it',
    handle: async (context, request) => {
      const { secret, url } = await beginSecondFactor(context, signedIn(request).loginId)
      return { secret, otpauth_url: url, qr_svg: qrSvg(url) }
    },
  }),
  action('POST /second-factor/confirm', {
    operationId: 'confirmSecondFactor',
    summary: 'Turn two-step sign-in on, with the first code; every other session ends',
    body: Type.Object({ code: Code }),
    answer: Codes,
    message: 'Two-step sign-in is on',
    handle: async (context, request) => {
      const { loginId, sessionId } = signedIn(request)
      const { code } = request.body
      return { recovery_codes: await confirmSecondFactor(context, { loginId, sessionId, code }) }
    },
  }),
  action('POST /second-factor/recovery-codes', {
    operationId: 'createRecoveryCodes',
    summary: 'Get new recovery codes; the old ones are good no longer',
    answer: Codes,
    message: 'New recovery codes',
    handle: async (context, request) => ({
      recovery_codes: await renewRecoveryCodes(context, signedIn(request).loginId),
    }),
  }),
  action('DELETE /second-factor', {
    operationId: 'removeSecondFactor',
    summary: 'Turn two-step sign-in off',
    message: 'Two-step sign-in is off',
    handle: async (context, request) => {
      await removeSecondFactor(context, signedIn(request))
      return null
    },
  }),
])
