import { Type } from 'typebox'
import { KEY_SCOPES } from '../core/access.ts'
import { Domain, Nullable, PublicId, Text, Timestamp } from '../core/wire.ts'

// What events tell of keys and of webhook URLs.

export const EndpointId = Type.Optional(
  PublicId('webhook_endpoint', 'Only of an added endpoint: its id.'),
)

export const ToldKey = Type.Object(
  {
    key_id: PublicId('api_key', 'The id of the key.'),
    domain: Domain,
    kind: Type.Enum(['secret', 'public'], { description: 'The kind of key.' }),
    hint: Text('The beginning and end of the key.', 'sk_test_…x7Qd'),
    scopes: Type.Array(Type.Enum([...KEY_SCOPES]), { description: 'A public key has none.' }),
    allowed_ips: Type.Array(Text('An address or a network.', '203.0.113.0/24'), {
      description: 'Where it works from. Empty: every address.',
    }),
    expires_at: Nullable(Timestamp('After a roll: when the old key stops working.')),
    revoked_at: Nullable(Timestamp('When it was revoked.')),
  },
  { title: 'ToldKey', description: 'An API key, without the key itself.' },
)
export const ToldWebhook = Type.Object(
  {
    domain: Domain,
    which: Type.Enum(['standard', 'dedicated_virtual_account', 'added'], {
      description: 'Which of the two URLs of the settings; `added`: another endpoint.',
    }),
    endpoint_id: EndpointId,
    url: Text('The URL.', 'https://shop.example/webhooks'),
    failing_since: Nullable(Timestamp('When it began to fail.')),
    disabled_reason: Nullable(
      Type.Enum(['gone', 'failing'], {
        description: '`gone`: it returned 410. `failing`: 5 days and 10 failures in a row.',
      }),
    ),
  },
  { title: 'ToldWebhook', description: 'A webhook URL that fails, is turned off, or works again.' },
)
export const RolledSecret = Type.Object(
  {
    domain: Domain,
    which: Type.Enum(['standard', 'dedicated_virtual_account', 'both', 'added'], {
      description: 'The secret of which webhook URL.',
    }),
    endpoint_id: EndpointId,
    secret_hint: Text('The end of the new secret.', 'whsec_…x7Qd'),
    old_secret_until: Nullable(Timestamp('Until when the old secret signs too.')),
  },
  { title: 'RolledSecret', description: 'The secret of a webhook URL was replaced.' },
)
