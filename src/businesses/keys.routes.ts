import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Context } from '../context.ts'
import type { Sql } from '../lib/db.ts'
import { parsePublicId, publicId } from '../lib/ids.ts'
import { readNetwork } from '../lib/networks.ts'
import { type FieldError, refuse, refuseFields } from '../lib/refusal.ts'
import { answers, created, Nullable, Success, Timestamp } from '../wire.ts'
import { type ListedKey, listKeys } from './keys.sql.ts'
import {
  ALLOWED_IPS_MAX,
  type IssuedKey,
  KEY_SCOPES,
  type KeyGrant,
  type KeyId,
  type KeyScope,
} from './keys.ts'
import {
  addKey,
  changeKey,
  KEYS_MAX,
  type KeyPerson,
  OVERLAP_HOURS_MAX,
  refusePublic,
  revokeKey,
  rollKey,
} from './roll.ts'

// The wire of keys, for people alone: no key can make, roll or revoke one.

const NETWORK_LENGTH_MAX = 50

const Kind = Type.Enum(['secret', 'public'], {
  description: 'secret: for your server. public: for your pages; it can only start a payment.',
})

const SCOPES_TEXT =
  'What a secret key may do. read: every list and record. export: CSV files. payments: start ' +
  'payments, payment links and customer accounts; the sandbox. refunds. payouts: pay out; ' +
  'subaccounts and splits. identity: BVN and NIN. settings: checkout and webhooks. all: ' +
  'everything, and whatever is added later.'
const ScopesSent = Type.Array(Type.Enum([...KEY_SCOPES]), {
  minItems: 1,
  maxItems: KEY_SCOPES.length,
  description: `${SCOPES_TEXT} You can give what your role may do. Left out: all of that.`,
})
const AllowedIpsSent = Type.Array(Type.String({ maxLength: NETWORK_LENGTH_MAX }), {
  maxItems: ALLOWED_IPS_MAX,
  description:
    `Addresses or networks (CIDR, IPv4 and IPv6) that a secret key works from, at most ` +
    `${ALLOWED_IPS_MAX}. Empty: from everywhere.`,
})
const Grant = {
  scopes: Type.Optional(ScopesSent),
  allowed_ips: Type.Optional(AllowedIpsSent),
}

export const Key = Type.Object({
  key_id: Type.String(),
  domain: Type.Enum(['test', 'live']),
  kind: Kind,
  hint: Type.String({ description: 'How it begins and ends, to tell which one it is.' }),
  scopes: Type.Array(Type.Enum([...KEY_SCOPES]), {
    description: `${SCOPES_TEXT} A public key has none.`,
  }),
  allowed_ips: Type.Array(Type.String(), {
    description: 'The networks that it works from. Empty: from everywhere.',
  }),
  created_at: Timestamp('When it was made.'),
  made_by: Nullable(Type.String({ description: 'E-mail. null: made by the service itself.' })),
  last_used_at: Nullable(Timestamp('To the minute. null: never used.')),
  last_used_from: Nullable(Type.String({ description: 'The address of that request.' })),
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

/** The scopes that whoever asks may give to a key, locked against a change until COMMIT. */
export type Grantable = (sql: Sql, request: FastifyRequest) => Promise<KeyScope[]>

/** For logins. */
export function keyRoutes(context: Context, grantable: Grantable): FastifyPluginCallbackTypebox {
  return (app, _options, done) => {
    app.register(listRoute(context))
    app.register(makingRoutes(context, grantable))
    app.register(changeRoute(context, grantable))
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
        return succeeded('Keys found', keys.map(shownKey))
      },
    )
    done()
  }
}

function makingRoutes(context: Context, grantable: Grantable): FastifyPluginCallbackTypebox {
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
          body: Type.Object({ kind: Kind, ...Grant }),
          response: created(Success(NewKey), [400, 409]),
        },
      },
      async (request, reply) => {
        const { scope, body } = request
        const grant = grantOf(body)
        if (body.kind === 'public') refusePublic(grant)
        const person = personOf(request, grantable)
        return reply
          .status(201)
          .send(issued(await addKey(context, scope, body.kind, grant, person)))
      },
    )

    app.post(
      '/keys/:key_id/roll',
      {
        schema: {
          tags,
          summary: 'Put a new key in the place of one',
          description:
            'The new key has the scopes and the allow-list of the old one. Each key is rolled ' +
            'once; of two who do it at the same time, one can.',
          params: Params,
          body: RollBody,
          response: created(Success(NewKey), [400, 404, 409]),
        },
      },
      async (request, reply) => {
        const { scope, params, body } = request
        const person = personOf(request, grantable)
        const rolled = await rollKey(context, scope, idOf(params), body.overlap_hours, person)
        return reply.status(201).send(issued(rolled))
      },
    )
    done()
  }
}

function changeRoute(context: Context, grantable: Grantable): FastifyPluginCallbackTypebox {
  return (app, _options, done) => {
    app.put(
      '/keys/:key_id',
      {
        schema: {
          tags,
          summary: 'Change what a secret key may do, or from where',
          description: 'What is not sent stays as it is. It holds within a second.',
          params: Params,
          body: Type.Object(Grant),
          response: answers(Success(Key), [400, 404, 409]),
        },
      },
      async (request) => {
        const { scope, params, body } = request
        const person = personOf(request, grantable)
        const key = await changeKey(context, scope, idOf(params), grantOf(body), person)
        return succeeded('Key changed', shownKey(key))
      },
    )
    done()
  }
}

/** Null where nobody is signed in: the service itself, in tests of these routes alone. */
function personOf(request: FastifyRequest, grantable: Grantable): KeyPerson | null {
  const { login } = request
  if (!login) return null
  const { loginId: madeBy, email: madeByEmail } = login
  return { madeBy, madeByEmail, grantable: (sql) => grantable(sql, request) }
}

type Sent = { [Field in keyof typeof Grant]?: Static<(typeof Grant)[Field]> }

function grantOf({ scopes, allowed_ips }: Sent): Partial<KeyGrant> {
  return {
    ...(scopes !== undefined && { scopes }),
    ...(allowed_ips !== undefined && { allowedIps: networksIn(allowed_ips) }),
  }
}

function networksIn(sent: string[]): string[] {
  const read = sent.map((text) => readNetwork(text.trim()))
  const errors = read.flatMap((network, i): FieldError[] => {
    if (network !== null) return []
    const field = `allowed_ips.${i}`
    const message =
      `${field} must be an address or a network, such as 203.0.113.7, 203.0.113.0/24 or ` +
      '2001:db8::/32.'
    return [{ field, code: 'invalid_format', message }]
  })
  if (errors.length > 0) refuseFields(errors)
  return [...new Set(read as string[])]
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
        return succeeded(told(key, left), { ...shownKey(key), left })
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

export function shownKey(key: ListedKey) {
  return {
    key_id: publicId('key', key.keyId),
    domain: key.mode,
    kind: key.kind,
    hint: key.hint,
    scopes: key.scopes,
    allowed_ips: key.allowedIps,
    created_at: key.createdAt.toISOString(),
    made_by: key.madeByEmail,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    last_used_from: key.lastUsedFrom,
    expires_at: key.expiresAt?.toISOString() ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
  }
}

function succeeded<Data>(message: string, data: Data) {
  return { status: 'success' as const, message, data }
}
