import { Type } from 'typebox'
import { action, under } from '../../core/route.ts'
import { Nullable } from '../../core/wire.ts'
import { Token } from './account.routes.ts'
import { Email, enter, fromOf, Password } from './session.routes.ts'
import { beginAfterMail } from './sessions.ts'
import { confirmSignUp, openSignUp, signUp, signUpAgain } from './sign-up.ts'

const NAME_LENGTH_MAX = 100
const Name = (description: string) =>
  Type.String({ minLength: 1, maxLength: NAME_LENGTH_MAX, format: 'person-name', description })

const Sent = Type.Object({
  link: Nullable(
    Type.String({ description: 'Only on a laptop without a mail server. null: it was emailed.' }),
  ),
})
// The same for an address that has a login.
const SENT = 'We have sent you an email with a button to confirm'

export const signUpRoutes = under('Sign in', [
  action('POST /sign-up', {
    needs: 'anyone',
    operationId: 'signUp',
    summary: 'Sign up: ask for a business of your own',
    description: 'The same answer for each address. Refused if the operator has turned it off.',
    body: Type.Object({
      business_name: Name('The name of the business.'),
      name: Name('Your name.'),
      email: Email,
      password: Password,
    }),
    answer: Sent,
    message: SENT,
    handle: async (context, request) => {
      const { business_name: business, name, email, password } = request.body
      const wanted = { businessName: business.trim(), name: name.trim(), email, password }
      return { link: await signUp(context, wanted, fromOf(request).address) }
    },
  }),
  action('POST /sign-up/open', {
    needs: 'anyone',
    operationId: 'openSignUp',
    summary: 'See the sign-up of an emailed link',
    body: Type.Object({ token: Token }),
    answer: Type.Object({ email: Type.String(), business_name: Type.String() }),
    refusals: [404, 409],
    message: 'Sign-up',
    handle: async (context, { body }) => {
      const { email, businessName } = await openSignUp(context, body.token)
      return { email, business_name: businessName }
    },
  }),
  action('POST /sign-up/again', {
    needs: 'anyone',
    operationId: 'sendSignUpAgain',
    summary: 'Email a new link for a sign-up whose link has expired',
    body: Type.Object({ token: Token }),
    answer: Sent,
    refusals: [404],
    message: SENT,
    handle: async (context, request) => ({
      link: await signUpAgain(context, request.body.token, fromOf(request).address),
    }),
  }),
  action('POST /sign-up/confirm', {
    needs: 'anyone',
    operationId: 'confirmSignUp',
    summary: 'Confirm a sign-up with its password: opens the business and signs in',
    body: Type.Object({ token: Token, password: Password }),
    answer: Type.Object({ business_id: Type.String() }),
    refusals: [404, 409],
    message: 'Your business is open',
    handle: async (context, request, reply) => {
      const { token, password } = request.body
      const { loginId, businessId } = await confirmSignUp(context, token, password)
      const begun = await beginAfterMail(context, loginId, fromOf(request))
      await enter(context, request, reply, begun.token)
      return { business_id: businessId }
    },
  }),
])
