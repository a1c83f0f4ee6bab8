import { type Static, Type } from 'typebox'
import { action, record, under } from '../route.ts'
import { API_VERSIONS, NEWEST_VERSION } from '../versions.ts'
import { Count, Domain, Nullable, Text, Timestamp, toWire } from '../wire.ts'
import { formats, WEBHOOK_ROUTES, type WebhookEndpoint } from './webhooks.sql.ts'
import {
  changeWebhooks,
  findWebhooks,
  OVERLAP_HOURS_MAX,
  revealSecret,
  rollWebhookSecret,
  type Webhooks,
  type WebhooksChange,
} from './webhooks.ts'

const EVENTS_MAX = 100
const TEXT_MAX = 4_096

const HOOK = 'https://shop.example/hooks'
const Which = Type.Enum([...WEBHOOK_ROUTES], { description: 'Which of the two URLs.' })

/** The secret and the health of an endpoint. */
export const healthFields = {
  secret_hint: Text('The last characters of the secret.', 'x7Qd'),
  old_secret_until: Nullable(
    Timestamp(
      'After a roll: until then, `X-Service-Signature` is made with the old secret, and ' +
        '`webhook-signature` carries a signature of each.',
    ),
  ),
  failures: Count('How many attempts failed since the last success.', 0),
  failing_since: Nullable(Timestamp('When it began to fail. It is turned off after 5 days.')),
  next_probe_at: Nullable(
    Timestamp('The next attempt: after ten failures in a row, there is one a minute.'),
  ),
}

const Endpoint = (description: string) =>
  Type.Object(
    {
      ...healthFields,
      disabled_at: Nullable(Timestamp('When it was turned off. Set the URL again to turn it on.')),
      disabled_reason: Nullable(
        Type.Enum(['gone', 'failing'], {
          description: '`gone`: it returned 410. `failing`: 5 days and 10 failures in a row.',
        }),
      ),
    },
    { title: 'WebhookEndpoint', description },
  )

export const Format = Type.Enum([...formats], {
  description:
    'The format of the events. `paystack`: as Paystack sends them, with `x-paystack-signature` ' +
    'made with the webhook secret.',
})

const Url = (description: string) => Nullable(Text(description, HOOK))

const Settings = Type.Object(
  {
    domain: Domain,
    url: Url('Where events are sent. Null: events are only stored.'),
    dedicated_virtual_account_url: Url(
      'Where events of deposits to dedicated virtual accounts are sent. Null: to `url`.',
    ),
    events: Type.Array(Text('The type of an event.', 'transaction.success'), {
      description: 'Which events are sent, to both URLs. `*` for all.',
    }),
    format: Format,
    api_version: Text('The version of the API that events are sent in.', NEWEST_VERSION),
    endpoints: Type.Object(
      {
        standard: Endpoint('The state of `url`.'),
        dedicated_virtual_account: Endpoint('The state of `dedicated_virtual_account_url`.'),
      },
      { title: 'WebhookEndpoints', description: 'The state of both URLs.' },
    ),
    notices: Type.Array(
      Type.Object(
        {
          which: Which,
          kind: Type.Enum(['failing_24h', 'failing_72h', 'turned_off'], {
            description: 'What happened.',
          }),
          since: Timestamp('When it began to fail.'),
          url: Text('The webhook URL.', HOOK),
          created_at: Timestamp('When it was noticed.'),
        },
        { title: 'WebhookNotice' },
      ),
      { description: 'Problems of your webhook URLs: the last 20, newest first.' },
    ),
  },
  { title: 'WebhookSettings' },
)

const url = (description: string) =>
  Type.Optional(Nullable(Type.String({ maxLength: TEXT_MAX, description, examples: [HOOK] })))

const ChangeBody = Type.Object({
  url: url('Where events are sent; https in live mode. null clears it.'),
  dedicated_virtual_account_url: url(
    'Another URL for deposits to dedicated virtual accounts. null: they are sent to `url`.',
  ),
  events: Type.Optional(
    Type.Array(Type.String({ maxLength: TEXT_MAX, examples: ['transaction.success'] }), {
      maxItems: EVENTS_MAX,
      description:
        'Which events are sent, to both URLs: names of webhooks of this document. `*` for all, ' +
        'including events of later versions.',
    }),
  ),
  format: Type.Optional(Format),
  api_version: Type.Optional(
    Type.Enum(API_VERSIONS, {
      description: 'The version of the API that events are sent in. Stored events keep theirs.',
    }),
  ),
})

const Rolling = Type.Enum([...WEBHOOK_ROUTES, 'both'], {
  description: 'Which URL; `both` gives both URLs the same secret.',
})

const RollBody = Type.Object({
  which: Rolling,
  overlap_hours: Type.Integer({
    minimum: 0,
    maximum: OVERLAP_HOURS_MAX,
    description: 'How long the old secret stays valid. 0 if it has leaked.',
    examples: [24],
  }),
})

const Rolled = Type.Object(
  {
    domain: Domain,
    which: Rolling,
    secret: Text('The new secret. It is shown only once.', 'whsec_MDEyMzQ1Njc4OWFiY2RlZg=='),
    old_secret_until: Nullable(
      Timestamp(
        'Until then, `X-Service-Signature` is made with the old secret, and `webhook-signature` ' +
          'carries a signature of each.',
      ),
    ),
  },
  { title: 'RolledWebhookSecret' },
)

export const webhookRoutes = under('Webhooks', [
  record('/webhooks', {
    needs: 'webhooks:read',
    operationId: 'getWebhooks',
    summary: 'Fetch the webhook settings',
    description: 'Your webhook URLs, their subscriptions and their health.',
    answer: Settings,
    message: 'Webhook settings',
    handle: async (context, { scope }) => toWireWebhooks(await findWebhooks(context.sql, scope)),
  }),
  action('PUT /webhooks', {
    needs: 'webhooks:write',
    fresh: true,
    operationId: 'updateWebhooks',
    summary: 'Update the webhook settings',
    description: 'Fields that you do not send keep their value.',
    body: ChangeBody,
    answer: Settings,
    message: 'Webhook settings saved',
    handle: async (context, { scope, body }) =>
      toWireWebhooks(await changeWebhooks(context, scope, changeOf(body))),
  }),
  action('POST /webhooks/roll-secret', {
    needs: 'webhooks:write',
    fresh: true,
    operationId: 'rollWebhookSecret',
    summary: 'Roll a webhook secret',
    description:
      'Replaces the secret of one URL, or of both. During the overlap, ' +
      '`X-Service-Signature` is made with the old secret and `webhook-signature` carries one ' +
      'signature of each. After it, both are made with the new secret.',
    body: RollBody,
    answer: Rolled,
    message: 'Store the new secret now: it is not shown again',
    handle: async (context, { scope, body: { which, overlap_hours: hours } }) => {
      const { secret, previousUntil } = await rollWebhookSecret(context, scope, which, hours)
      return { domain: scope.mode, which, secret, old_secret_until: toWire(previousUntil) }
    },
  }),
])

const REVEALED = {
  webhook: 'standard',
  dedicated_virtual_account: 'dedicated_virtual_account',
} as const

/** For logins only: many people can hold a key. */
export const webhookSecretRoutes = under('Webhooks', [
  action('POST /webhooks/reveal-secret', {
    needs: 'webhooks',
    isForPeople: true,
    fresh: true,
    operationId: 'revealWebhookSecret',
    summary: 'Reveal a webhook secret',
    description: 'During a roll, the new secret.',
    body: Type.Object({
      endpoint: Type.Enum(['webhook', 'dedicated_virtual_account'], {
        description: 'Which URL the secret is for.',
      }),
    }),
    answer: Type.Object({ secret: Type.String() }),
    refusals: [404],
    message: 'Webhook secret',
    handle: async (context, { scope, body }) => ({
      secret: await revealSecret(context, scope, REVEALED[body.endpoint]),
    }),
  }),
])

function changeOf(body: Static<typeof ChangeBody>): WebhooksChange {
  const { url: standard, dedicated_virtual_account_url: dedicated, ...rest } = body
  const { events, format, api_version: apiVersion } = rest
  return { urls: { standard, dedicated_virtual_account: dedicated }, events, format, apiVersion }
}

function toWireWebhooks({ standard, dedicated_virtual_account: dedicated, notices }: Webhooks) {
  return {
    domain: standard.mode,
    url: standard.url,
    dedicated_virtual_account_url: dedicated.url,
    events: standard.events,
    format: standard.format,
    api_version: standard.apiVersion,
    endpoints: { standard: endpoint(standard), dedicated_virtual_account: endpoint(dedicated) },
    notices: notices.map(({ route: which, ...notice }) => ({ which, ...toWire(notice) })),
  }
}

/** With the names of the wire. */
export function endpoint<One extends Pick<WebhookEndpoint, 'previousUntil' | 'probeAt'>>(one: One) {
  const { previousUntil, probeAt } = one
  return { ...toWire(one), ...toWire({ oldSecretUntil: previousUntil, nextProbeAt: probeAt }) }
}
