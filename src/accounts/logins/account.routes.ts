import { Type } from 'typebox'
import { action, under } from '../../core/route.ts'
import { qrSvg } from '../../platform/qr.ts'
import { askForReset, changePassword, resetPassword } from './account.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from './second-factor.ts'
import { Code, Email, enter, fromOf, giveDevice, Password, signedIn } from './session.routes.ts'
import { beginAfterMail } from './sessions.ts'

const TOKEN_LENGTH_MAX = 100
export const Token = Type.String({
  minLength: 1,
  maxLength: TOKEN_LENGTH_MAX,
  description: 'The last part of the link in the email.',
})
const Codes = Type.Object({
  recovery_codes: Type.Array(Type.String(), {
    description: 'Each works once, without the app. They are shown only once.',
  }),
})
export const accountRoutes = under('Sign in', [
  action('PUT /password', {
    needs: 'signed_in',
    operationId: 'changePassword',
    summary: 'Change your password and end all other sessions',
    body: Type.Object({ current_password: Password, password: Password }),
    message: 'Password changed',
    handle: async (context, request, reply) => {
      const { current_password: current, password } = request.body
      await changePassword(context, signedIn(request), { current, password })
      await giveDevice(context, request, reply)
      return null
    },
  }),
  action('POST /password/forgotten', {
    needs: 'anyone',
    operationId: 'requestPasswordReset',
    summary: 'Request a password reset link by email',
    body: Type.Object({ email: Email }),
    message: 'If this login exists, an email with a link was sent',
    handle: async (context, { body, id }) => {
      // Not awaited, because the duration would reveal whether this login exists.
      askForReset(context, body.email).catch((error: unknown) => {
        context.log.error({ err: error, requestId: id }, 'a password reset could not be stored')
      })
      return null
    },
  }),
  action('POST /password/reset', {
    needs: 'anyone',
    operationId: 'resetPassword',
    summary: 'Reset your password with the emailed link and end all sessions',
    body: Type.Object({ token: Token, password: Password }),
    answer: Type.Object({ stage: Type.String() }),
    refusals: [404],
    message: 'Password set',
    handle: async (context, request, reply) => {
      const loginId = await resetPassword(context, request.body)
      const { token, stage } = await beginAfterMail(context, loginId, fromOf(request))
      await enter(context, request, reply, token)
      return { stage }
    },
  }),
  action('POST /second-factor', {
    needs: 'signed_in',
    fresh: true,
    operationId: 'beginSecondFactor',
    summary: 'Set up two-step sign-in: create a secret for an app',
    answer: Type.Object({
      secret: Type.String({ description: 'The secret in base32, for typing in.' }),
      otpauth_url: Type.String(),
      qr_svg: Type.String({ description: 'The same as an image.' }),
    }),
    message: 'Scan it, then send a code from the app',
    handle: async (context, request) => {
      const { secret, url } = await beginSecondFactor(context, signedIn(request).loginId)
      return { secret, otpauth_url: url, qr_svg: qrSvg(url) }
    },
  }),
  action('POST /second-factor/confirm', {
    needs: 'signed_in',
    operationId: 'confirmSecondFactor',
    summary: 'Turn on two-step sign-in with the first code and end all other sessions',
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
    needs: 'signed_in',
    fresh: true,
    operationId: 'createRecoveryCodes',
    summary: 'Create new recovery codes; the old ones stop working',
    answer: Codes,
    message: 'New recovery codes',
    handle: async (context, request) => ({
      recovery_codes: await renewRecoveryCodes(context, signedIn(request).loginId),
    }),
  }),
  action('DELETE /second-factor', {
    needs: 'signed_in',
    fresh: true,
    operationId: 'removeSecondFactor',
    summary: 'Turn off two-step sign-in',
    message: 'Two-step sign-in is off',
    handle: async (context, request) => {
      await removeSecondFactor(context, signedIn(request))
      return null
    },
  }),
])
