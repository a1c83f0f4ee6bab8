import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Context } from '../context.ts'
import { answers, Nullable, Success, Timestamp } from '../wire.ts'
import { revealSecret } from './reveal.ts'
import {
  changeWebhooks,
  eventTypes,
  findWebhooks,
  OVERLAP_HOURS_MAX,
  rollWebhookSecret,
  routes,
  type WebhookEndpoint,
  type Webhooks,
  type WebhooksChange,
} from './webhooks.ts'

// The wire: where a business wants to be told, and with which secret.

const EVENTS_MAX = 50
const TEXT_MAX = 4_096

const eventNames = eventTypes.join(', ')

const Endpoint = Type.Object({
  secret_hint: Type.String({ description: 'The end of the secret, to tell which one it is.' }),
  old_secret_until: Nullable(
    Timestamp('After a roll: until then the old secret signs X-Service-Signature too.'),
  ),
  failures: Type.Integer({ description: 'Attempts that failed since the last that did not.' }),
  failing_since: Nullable(Timestamp('Since when it has failed; after 5 days it is turned off.')),
  next_probe_at: Nullable(
    Timestamp('After ten failures in a row one attempt a minute is made: when the next may be.'),
  ),
  disabled_at: Nullable(Timestamp('When it was turned off. Set the address again to turn it on.')),
  disabled_reason: Nullable(
    Type.Enum(['gone', 'failing'], {
      description: 'gone: it answered 410. failing: 5 days and 10 failures without a success.',
    }),
  ),
})

const Settings = Type.Object({
  domain: Type.Enum(['test', 'live']),
  url: Nullable(Type.String({ description: 'Where events are sent. null: they are only kept.' })),
  dedicated_virtual_account_url: Nullable(
    Type.String({
      description: 'Where events of deposits to dedicated virtual accounts go. null: to url.',
    }),
  ),
  events: Type.Array(Type.String(), { description: 'What is sent, to both addresses.' }),
  endpoints: Type.Object({ standard: Endpoint, dedicated_virtual_account: Endpoint }),
  notices: Type.Array(
    Type.Object({
      which: Type.Enum([...routes]),
      kind: Type.Enum(['failing_24h', 'failing_72h', 'turned_off']),
      since: Timestamp('When it began to fail.'),
      url: Type.String(),
      created_at: Timestamp('When it was noticed.'),
    }),
    { description: 'What you should know of your receivers: the last 20, the newest first.' },
  ),
})

const url = (description: string) =>
  Type.Optional(Nullable(Type.String({ maxLength: TEXT_MAX, description })))

const ChangeBody = Type.Object({
  url: url('Where events are sent; https in live mode. null clears it. Not sent: it stays.'),
  dedicated_virtual_account_url: url(
    'A separate address for deposits to dedicated virtual accounts. null: they go to url.',
  ),
  events: Type.Optional(
    Type.Array(Type.String({ maxLength: TEXT_MAX }), {
      maxItems: EVENTS_MAX,
      description: `Which events are sent, to both addresses. Of: ${eventNames}.`,
    }),
  ),
})

const RollBody = Type.Object({
  which: Type.Enum([...routes], {
    description: 'The secret of which address.',
  }),
  overlap_hours: Type.Integer({
    minimum: 0,
    maximum: OVERLAP_HOURS_MAX,
    description: 'How long the old secret stays valid. 0 when it has leaked.',
  }),
})

const Rolled = Type.Object({
  domain: Type.Enum(['test', 'live']),
  which: Type.Enum([...routes]),
  secret: Type.String({ description: 'The new secret. It is shown this once.' }),
  old_secret_until: Nullable(Timestamp('Until then requests carry both signatures.')),
})

/** Relative to /api/v1, in the scope of the secret key. */
export function webhookRoutes(context: Context): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/webhooks',
      {
        schema: {
          tags: ['Webhooks'],
          summary: 'Show the webhook settings',
          response: answers(Success(Settings), []),
        },
      },
      async ({ scope }) => shown('Webhook settings', await findWebhooks(context.sql, scope)),
    )

    app.put(
      '/webhooks',
      {
        schema: {
          tags: ['Webhooks'],
          summary: 'Change the webhook settings',
          description: 'What is not sent stays as it is.',
          body: ChangeBody,
          response: answers(Success(Settings), [400]),
        },
      },
      async ({ scope, body }) =>
        shown('Webhook settings saved', await changeWebhooks(context, scope, changeOf(body))),
    )

    app.post(
      '/webhooks/roll-secret',
      {
        schema: {
          tags: ['Webhooks'],
          summary: 'Replace a webhook secret',
          description:
            'While the two overlap, X-Service-Signature is made with the old secret and ' +
            'webhook-signature carries one of each; afterwards both are made with the new one.',
          body: RollBody,
          response: answers(Success(Rolled), [400]),
        },
      },
      async ({ scope, body }) => {
        const { which, overlap_hours } = body
        const { secret, previousUntil } = await rollWebhookSecret(
          context,
          scope,
          which,
          overlap_hours,
        )
        const data = { domain: scope.mode, which, secret, old_secret_until: iso(previousUntil) }
        return succeeded('Keep the new secret now: it is not shown again', data)
      },
    )
  }
}

const REVEALED = {
  webhook: 'standard',
  dedicated_virtual_account: 'dedicated_virtual_account',
} as const

/** For logins: a key, which may be in many hands, shows no secret. */
export function webhookSecretRoutes(context: Context): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/webhooks/reveal-secret',
      {
        schema: {
          tags: ['Webhooks'],
          summary: 'Show a webhook secret',
          description: 'While a roll overlaps, the new one.',
          body: Type.Object({
            endpoint: Type.Enum(['webhook', 'dedicated_virtual_account'], {
              description: 'The secret of which address.',
            }),
          }),
          response: answers(Success(Type.Object({ secret: Type.String() })), [400, 404]),
        },
      },
      async ({ scope, body }) => {
        const secret = await revealSecret(context, scope, REVEALED[body.endpoint])
        return succeeded('Webhook secret', { secret })
      },
    )
  }
}

function changeOf(body: {
  url?: string | null
  dedicated_virtual_account_url?: string | null
  events?: string[]
}): WebhooksChange {
  const { url, dedicated_virtual_account_url: dedicated, events } = body
  return {
    urls: {
      ...(url === undefined ? {} : { standard: url }),
      ...(dedicated === undefined ? {} : { dedicated_virtual_account: dedicated }),
    },
    events,
  }
}

function shown(message: string, webhooks: Webhooks) {
  const { standard, dedicated_virtual_account: dedicated, notices } = webhooks
  return succeeded(message, {
    domain: standard.mode,
    url: standard.url,
    dedicated_virtual_account_url: dedicated.url,
    events: standard.events,
    endpoints: { standard: endpoint(standard), dedicated_virtual_account: endpoint(dedicated) },
    notices: notices.map(({ route, kind, since, url, createdAt }) => ({
      which: route,
      kind,
      since: since.toISOString(),
      url,
      created_at: createdAt.toISOString(),
    })),
  })
}

function endpoint(endpoint: WebhookEndpoint) {
  const { secretHint, previousUntil, disabledAt, disabledReason } = endpoint
  return {
    secret_hint: secretHint,
    old_secret_until: iso(previousUntil),
    failures: endpoint.failures,
    failing_since: iso(endpoint.failingSince),
    next_probe_at: iso(endpoint.probeAt),
    disabled_at: iso(disabledAt),
    disabled_reason: disabledReason,
  }
}

function iso(moment: Date | null): string | null {
  return moment?.toISOString() ?? null
}

function succeeded<Data>(message: string, data: Data) {
  return { status: 'success' as const, message, data }
}
