import { Type } from 'typebox'
import type { Scope } from '../../core/context.ts'
import { action, record, under } from '../../core/route.ts'
import { Domain, Nullable, Text, Timestamp, toWire } from '../../core/wire.ts'
import { type Signer, signerOf, signWith } from './signing.ts'

const SECRET_KEY_LENGTH_MAX = 100

type SignsWith = 'webhook_secret' | 'secret_key'

const SigningKey = Type.Object(
  {
    domain: Domain,
    signs_with: Type.Enum(['webhook_secret', 'secret_key'], {
      description: 'The key of `x-paystack-signature`.',
    }),
    hint: Nullable(
      Text('The beginning and end of the secret key, to identify it.', 'sk_test_…x7Qd'),
    ),
    ends_at: Nullable(
      Timestamp('After a roll of the secret key: until then it signs, and then its successor.'),
    ),
  },
  { title: 'SigningKey' },
)

const Body = Type.Object({
  secret_key: Nullable(
    Type.String({
      maxLength: SECRET_KEY_LENGTH_MAX,
      description: 'A secret key of this mode. null: the webhook secret signs.',
      examples: ['sk_test_0123456789ABCDEFabcdef0123456789ABCDEF'],
    }),
  ),
})

export const signingRoutes = under('Webhooks', [
  record('/webhooks/signing-key', {
    needs: 'webhooks:read',
    operationId: 'getSigningKey',
    summary: 'Fetch which key signs in Paystack’s format',
    description: 'For webhooks in the format `paystack`. Our own signatures have the secret.',
    answer: SigningKey,
    message: 'Signing key',
    handle: async (context, { scope }) => toWireSigner(scope, await signerOf(context, scope)),
  }),
  action('PUT /webhooks/signing-key', {
    needs: 'webhooks:write',
    fresh: true,
    operationId: 'updateSigningKey',
    summary: 'Sign in Paystack’s format with a secret key',
    description:
      'Software that is written for Paystack has one setting for the key of its calls and of its ' +
      'webhooks. Name that key, and it signs `x-paystack-signature`. It is stored encrypted, for ' +
      'signing only; of other keys, only a hash is stored. If you roll the key, its successor ' +
      'signs once it has ended. If you revoke it, the webhook secret signs.',
    body: Body,
    answer: SigningKey,
    message: 'Signing key saved',
    handle: async (context, { scope, body }) => {
      await signWith(context, scope, body.secret_key)
      return toWireSigner(scope, await signerOf(context, scope))
    },
  }),
])

function toWireSigner({ mode: domain }: Scope, signer: Signer | null) {
  const signsWith: SignsWith = signer === null ? 'webhook_secret' : 'secret_key'
  const { hint, endsAt } = signer ?? { hint: null, endsAt: null }
  return { domain, ...toWire({ signsWith, hint, endsAt }) }
}
