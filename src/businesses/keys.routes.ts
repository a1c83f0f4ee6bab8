import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Context } from '../context.ts'
import type { Sql } from '../lib/db.ts'
import { parsePublicId, publicId } from '../lib/ids.ts'
import { readNetwork } from '../lib/networks.ts'
import { type FieldError, refuse, refuseFields } from '../lib/refusal.ts'
import { action, plugin, record, withMessage } from '../route.ts'
import { Nullable, Timestamp, toWire } from '../wire.ts'
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

const SHOWN_ONCE = 'Keep this key now: it is not shown again'

/** The scopes that whoever asks may give to a key, locked against a change until COMMIT. */
type Grantable = (sql: Sql, request: FastifyRequest) => Promise<KeyScope[]>

const makeKey = (grantable: Grantable) =>
  action('POST /keys', {
    operationId: 'createKey',
    summary: 'Make a key',
    description:
      `At most ${KEYS_MAX} of one mode are good at a time. Live keys are made once live mode is ` +
      'active, by the people of the business.',
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
    operationId: 'rollKey',
    summary: 'Put a new key in the place of one',
    description:
      'The new key has the scopes and the allow-list of the old one. Each key is rolled once; of ' +
      'two who do it at the same time, one can.',
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
    operationId: 'updateKey',
    summary: 'Change what a secret key may do, or from where',
    description: 'What is not sent stays as it is. It holds within a second.',
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

const getKeys = record('/keys', {
  operationId: 'listKeys',
  summary: 'List the keys of this mode',
  description: 'Those that are good first, and then the newest; at most 100.',
  answer: Type.Array(Key),
  message: 'Keys found',
  handle: async (context, { scope }) => (await listKeys(context.sql, scope)).map(toWireKey),
})

const revokeOne = action('DELETE /keys/:key_id', {
  operationId: 'revokeKey',
  summary: 'End a key at once',
  description: 'The last one too: then nothing can be called until another is made.',
  answer: Revoked,
  refusals: [404, 409],
  handle: async (context, { scope, params }) => {
    const { key, left } = await revokeKey(context, scope, idOf(params))
    const { kind } = key
    const none = `No ${kind} key is left: ${LOST[kind]} until you make another.`
    const message = left > 0 ? 'Key revoked' : `Key revoked. ${none}`
    return withMessage(message, { ...toWireKey(key), left })
  },
})

/** For logins. */
export function keyRoutes(context: Context, grantable: Grantable) {
  const changing = [makeKey, rollOne, putKey].map((route) => route(grantable))
  return plugin('Keys', [getKeys, ...changing, revokeOne])(context)
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

function idOf({ key_id: text }: { key_id: string }): KeyId {
  return parsePublicId<'api_key'>('key', text) ?? refuse('key_not_found')
}

function issued({ keyId, key }: IssuedKey) {
  return { key_id: publicId('key', keyId), key }
}

export function toWireKey(key: ListedKey) {
  const { keyId, mode: domain, madeByEmail: madeBy, ...same } = key
  return { ...toWire({ ...same, domain, madeBy }), key_id: publicId('key', keyId) }
}
