import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { KEY_SCOPES, type KeyScope } from '../../core/access.ts'
import { withMessage } from '../../core/envelope.ts'
import { action, type Route, record, under } from '../../core/route.ts'
import { Nullable, Timestamp, toWire } from '../../core/wire.ts'
import type { Sql } from '../../platform/db.ts'
import type { FieldError } from '../../platform/first-field.ts'
import { parsePublicId, publicId } from '../../platform/ids.ts'
import { readNetwork } from '../../platform/networks.ts'
import { refuse, refuseFields } from '../../platform/refusal.ts'
import type { KeyGrant, KeyId, ListedKey } from './keys.sql.ts'
import { ALLOWED_IPS_MAX, type IssuedKey, shownKeys } from './keys.ts'
import {
  addKey,
  changeKey,
  isBeyond,
  KEYS_MAX,
  type KeyPerson,
  OVERLAP_HOURS_MAX,
  refusePublic,
  revokeKey,
  rollKey,
} from './roll.ts'

// Keys are managed by people only: no key can make, roll or revoke one.

const NETWORK_LENGTH_MAX = 50

const Kind = Type.Enum(['secret', 'public'], {
  description: 'secret: for your server. public: for your pages; it can only initialize payments.',
})

const SCOPES_TEXT = 'The scopes of a secret key. all: everything, including future scopes.'
const ScopesSent = Type.Array(Type.Enum([...KEY_SCOPES]), {
  minItems: 1,
  maxItems: KEY_SCOPES.length,
  description: `${SCOPES_TEXT} You can grant what your role allows. Default: all of that.`,
})
const AllowedIpsSent = Type.Array(Type.String({ maxLength: NETWORK_LENGTH_MAX }), {
  maxItems: ALLOWED_IPS_MAX,
  description:
    'The IP addresses or networks (CIDR) from which a secret key works, at most ' +
    `${ALLOWED_IPS_MAX}. Empty: every address.`,
})
const Grant = {
  scopes: Type.Optional(ScopesSent),
  allowed_ips: Type.Optional(AllowedIpsSent),
}

export const Key = Type.Object({
  key_id: Type.String(),
  domain: Type.Enum(['test', 'live']),
  kind: Kind,
  hint: Type.String({ description: 'The beginning and end of the key, to identify it.' }),
  scopes: Type.Array(Type.Enum([...KEY_SCOPES]), {
    description: `${SCOPES_TEXT} A public key has none.`,
  }),
  allowed_ips: Type.Array(Type.String(), {
    description: 'The networks from which it works. Empty: every address.',
  }),
  created_at: Timestamp('When it was created.'),
  made_by: Nullable(
    Type.String({ description: 'The email address of its creator. null: the service.' }),
  ),
  last_used_at: Nullable(Timestamp('The last use, to the minute. null: never used.')),
  last_used_from: Nullable(Type.String({ description: 'The IP address of that request.' })),
  expires_at: Nullable(Timestamp('After a roll: when the old key stops working.')),
  revoked_at: Nullable(Timestamp('When it was revoked.')),
})

const NewKey = Type.Object({
  key_id: Type.String(),
  key: Type.String({ description: 'The key. A live key is shown only once.' }),
})

const ShownKey = Type.Object({
  ...Key.properties,
  key: Nullable(
    Type.String({
      description:
        'The whole key: of an active test key that your role could create. null: it was shown ' +
        'when it was created.',
    }),
  ),
})

const Revoked = Type.Object({
  ...Key.properties,
  left: Type.Integer({ description: 'How many keys of this kind are active in this mode.' }),
})

const RollBody = Type.Object({
  overlap_hours: Type.Integer({
    minimum: 0,
    maximum: OVERLAP_HOURS_MAX,
    description: 'How long the old key stays valid. 0 if it has leaked.',
  }),
})

const SHOWN_ONCE = 'Store this key now: a live key is not shown again'

/** The scopes that the person may grant, locked against a change until COMMIT. */
type Grantable = (sql: Sql, request: FastifyRequest) => Promise<KeyScope[]>

const makeKey = (grantable: Grantable) =>
  action('POST /keys', {
    needs: 'keys',
    fresh: true,
    operationId: 'createKey',
    summary: 'Create a key',
    description: `At most ${KEYS_MAX} active keys per mode. Live keys need active live mode.`,
    body: Type.Object({ kind: Kind, ...Grant }),
    answer: NewKey,
    status: 201,
    message: SHOWN_ONCE,
    handle: async (context, request) => {
      const { scope, body } = request
      const grant = grantOf(body)
      if (body.kind === 'public') refusePublic(grant)
      const person = personOf(request, grantable)
      return issued(await addKey(context, scope, body.kind, grant, person))
    },
  })

const rollOne = (grantable: Grantable) =>
  action('POST /keys/:key_id/roll', {
    needs: 'keys',
    fresh: true,
    operationId: 'rollKey',
    summary: 'Roll a key',
    description:
      'Replaces a key with a new one that has the same scopes and allow-list. A key can be ' +
      'rolled once.',
    body: RollBody,
    answer: NewKey,
    status: 201,
    refusals: [404],
    message: SHOWN_ONCE,
    handle: async (context, request) => {
      const { scope, params, body } = request
      const person = personOf(request, grantable)
      return issued(await rollKey(context, scope, idOf(params), body.overlap_hours, person))
    },
  })

const putKey = (grantable: Grantable) =>
  action('PUT /keys/:key_id', {
    needs: 'keys',
    fresh: true,
    operationId: 'updateKey',
    summary: 'Update a secret key',
    description:
      'Changes its scopes or allow-list. Fields that you do not send keep their value. Takes ' +
      'effect within a second.',
    body: Type.Object(Grant),
    answer: Key,
    refusals: [404, 409],
    message: 'Key changed',
    handle: async (context, request) => {
      const { scope, params, body } = request
      const person = personOf(request, grantable)
      return toWireKey(await changeKey(context, scope, idOf(params), grantOf(body), person))
    },
  })

const LOST = {
  secret: 'your server cannot call this service',
  public: 'your pages cannot start payments',
}

const getKeys = (grantable: Grantable) =>
  record('/keys', {
    needs: 'keys',
    operationId: 'listKeys',
    summary: 'List the keys of this mode',
    description: 'Active keys first, then newest first; at most 100.',
    answer: Type.Array(ShownKey),
    message: 'Keys found',
    handle: async (context, request) => {
      const own = (await personOf(request, grantable)?.grantable(context.sql)) ?? ['all']
      const keys = await shownKeys(context, request.scope)
      return keys.map(({ key, ...its }) => ({
        ...toWireKey(its),
        key: isBeyond(its.scopes, own) ? null : key,
      }))
    },
  })

const revokeOne = action('DELETE /keys/:key_id', {
  needs: 'keys',
  operationId: 'revokeKey',
  summary: 'Revoke a key',
  description: 'Takes effect at once. You can also revoke the last key.',
  answer: Revoked,
  refusals: [404, 409],
  handle: async (context, { scope, params }) => {
    const { key, left } = await revokeKey(context, scope, idOf(params))
    const { kind } = key
    const none = `You have no ${kind} key left: ${LOST[kind]} until you create another.`
    const message = left > 0 ? 'Key revoked' : `Key revoked. ${none}`
    return withMessage(message, { ...toWireKey(key), left })
  },
})

export function keyRoutes(grantable: Grantable): Route[] {
  const asPerson = [getKeys, makeKey, rollOne, putKey].map((route) => route(grantable))
  return under('Keys', [...asPerson, revokeOne])
}

/** Null: the service itself. Only tests call these routes without a login. */
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
      `${field} must be an IP address or a network, such as 203.0.113.7, 203.0.113.0/24 or ` +
      '2001:db8::/32.'
    return [{ field, code: 'invalid_format', message }]
  })
  if (errors.length > 0) refuseFields(errors)
  return [...new Set(read as string[])]
}

function idOf({ key_id: text }: { key_id: string }): KeyId {
  return parsePublicId('api_key', text) ?? refuse('key_not_found')
}

function issued({ keyId, key }: IssuedKey) {
  return { key_id: publicId('api_key', keyId), key }
}

export function toWireKey(key: ListedKey) {
  const { keyId, mode: domain, madeByEmail: madeBy, ...same } = key
  return { ...toWire({ ...same, domain, madeBy }), key_id: publicId('api_key', keyId) }
}
