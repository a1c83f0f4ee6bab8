import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Context } from '../context.ts'
import { parsePublicId, publicId } from '../lib/ids.ts'
import { refuse } from '../lib/refusal.ts'
import { answers, created, Nullable, Success, Timestamp } from '../wire.ts'
import { type ListedKey, listKeys } from './businesses.sql.ts'
import type { IssuedKey, KeyId } from './keys.ts'
import { addKey, KEYS_MAX, OVERLAP_HOURS_MAX, revokeKey, rollKey } from './roll.ts'

// The wire of keys, for people alone: no key can make, roll or revoke one.

const Kind = Type.Enum(['secret', 'public'], {
  description: 'secret: for your server. public: for your pages; it can only start a payment.',
})

const Key = Type.Object({
  key_id: Type.String(),
  kind: Kind,
  hint: Type.String({ description: 'How it begins and ends, to tell which one it is.' }),
  created_at: Timestamp('When it was made.'),
  last_used_at: Nullable(Timestamp('To the minute. null: never used.')),
  expires_at: Nullable(Timestamp('It was rolled, and opens nothing from then on.')),
  revoked_at: Nullable(Timestamp('It opens nothing since then.')),
})

const NewKey = Type.Object({
  key_id: Type.String(),
  key: Type.String({ description: 'The key itself. It is shown this once.' }),
})

const Revoked = Type.Object({
  ...Key.properties,
  left: Type.Integer({ description: 'How many of its kind are still good, in this mode.' }),
})

const RollBody = Type.Object({
  overlap_hours: Type.Integer({
    minimum: 0,
    maximum: OVERLAP_HOURS_MAX,
    description: 'How long the old key stays good beside the new one. 0 when it has leaked.',
  }),
})

const Params = Type.Object({ key_id: Type.String() })
const tags = ['Keys']

/** For logins. */
export function keyRoutes(context: Context): FastifyPluginCallbackTypebox {
  return (app, _options, done) => {
    app.register(listRoute(context))
    app.register(makingRoutes(context))
    app.register(revokeRoute(context))
    done()
  }
}

function listRoute(context: Context): FastifyPluginCallbackTypebox {
  return (app, _options, done) => {
    app.get(
      '/keys',
      {
        schema: {
          tags,
          summary: 'List the keys of this mode',
          description: 'Those that are good first, and then the newest; at most 100.',
          response: answers(Success(Type.Array(Key)), []),
        },
      },
      async ({ scope }) => {
        const keys = await listKeys(context.sql, scope)
        return succeeded('Keys found', keys.map(shown))
      },
    )
    done()
  }
}

function makingRoutes(context: Context): FastifyPluginCallbackTypebox {
  return (app, _options, done) => {
    app.post(
      '/keys',
      {
        schema: {
          tags,
          summary: 'Make a key',
          description:
            `At most ${KEYS_MAX} of one mode are good at a time. Live keys are made once live ` +
            'mode is active, by the people of the business.',
          body: Type.Object({ kind: Kind }),
          response: created(Success(NewKey), [400, 409]),
        },
      },
      async ({ scope, body }, reply) =>
        reply.status(201).send(issued(await addKey(context, scope, body.kind))),
    )

    app.post(
      '/keys/:key_id/roll',
      {
        schema: {
          tags,
          summary: 'Put a new key in the place of one',
          description: 'Each key is rolled once; of two who do it at the same time, one can.',
          params: Params,
          body: RollBody,
          response: created(Success(NewKey), [400, 404, 409]),
        },
      },
      async ({ scope, params, body }, reply) => {
        const rolled = await rollKey(context, scope, idOf(params), body.overlap_hours)
        return reply.status(201).send(issued(rolled))
      },
    )
    done()
  }
}

function revokeRoute(context: Context): FastifyPluginCallbackTypebox {
  return (app, _options, done) => {
    app.delete(
      '/keys/:key_id',
      {
        schema: {
          tags,
          summary: 'End a key at once',
          description: 'The last one too: then nothing can be called until another is made.',
          params: Params,
          response: answers(Success(Revoked), [404, 409]),
        },
      },
      async ({ scope, params }) => {
        const { key, left } = await revokeKey(context, scope, idOf(params))
        return succeeded(told(key, left), { ...shown(key), left })
      },
    )
    done()
  }
}

function told({ kind }: ListedKey, left: number): string {
  if (left > 0) return 'Key revoked'
  const lost = {
    secret: 'your server cannot call this service',
    public: 'your pages cannot start payments',
  }
  return `Key revoked. No ${kind} key is left: ${lost[kind]} until you make another.`
}

function idOf({ key_id: text }: { key_id: string }): KeyId {
  return parsePublicId<'api_key'>('key', text) ?? refuse('key_not_found')
}

function issued({ keyId, key }: IssuedKey) {
  const data = { key_id: publicId('key', keyId), key }
  return succeeded('Keep this key now: it is not shown again', data)
}

function shown(key: ListedKey) {
  return {
    key_id: publicId('key', key.keyId),
    kind: key.kind,
    hint: key.hint,
    created_at: key.createdAt.toISOString(),
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    expires_at: key.expiresAt?.toISOString() ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
  }
}

function succeeded<Data>(message: string, data: Data) {
  return { status: 'success' as const, message, data }
}
