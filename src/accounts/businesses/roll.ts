import { KEY_SCOPES, type KeyScope } from '../../core/access.ts'
import type { BusinessId, Context, Scope } from '../../core/context.ts'
import { EVENTS_TOPIC, emit } from '../../core/events/webhooks.ts'
import { HOUR, later } from '../../platform/clock.ts'
import type { Sql } from '../../platform/db.ts'
import { Refusal, refuse, refuseFields } from '../../platform/refusal.ts'
import { keyEvent } from './account-events.ts'
import { bumpSettingsVersion, lockMode } from './businesses.sql.ts'
import { forgetCached } from './directory.ts'
import {
  countGood,
  countStanding,
  endKey,
  isKeyOf,
  type KeyGrant,
  type KeyId,
  type KeyKind,
  type KeyMaker,
  type ListedKey,
  lockKey,
  lockSigning,
  revokeMadeBy,
  setRevoked,
  updateGrant,
} from './keys.sql.ts'
import { type IssuedKey, issueKey } from './keys.ts'
import { keep } from './signing.ts'

// The life of a key.
//
//   (none) ──> standing     [addKey, rollKey]
//   standing ──> ending     [rollKey with an overlap]
//   standing ──> revoked    [rollKey without one, revokeKey]
//   ending ──> expired      [its hour has come]
//   ending, expired ──> revoked    [revokeKey]
//
// (1) A key is rolled once: of two concurrent rolls, one gets the new key and the other is refused.
// (2) A business can revoke every key, including the last: a leaked key must not stay valid because
//     there is no other.
// (3) Nobody makes, rolls or changes a key with more permissions than they have. Permissions are
//     read in the same database transaction, locked against a change of the team [grantable].
// (4) A change of scopes or allow-list takes effect in every process within a second.

export const OVERLAP_HOURS_MAX = 24
/** Active keys of one mode, of both kinds. */
export const KEYS_MAX = 20

/** The person who makes, rolls or changes a key. */
export type KeyPerson = KeyMaker & {
  /** The scopes that they may grant. Called first: a team is locked before its keys. */
  grantable(sql: Sql): Promise<KeyScope[]>
}

/**
 * Refused in live mode until the business is activated. Without scopes, a secret key gets all that
 * its maker may grant. `person` null: the service itself.
 */
export async function addKey(
  context: Context,
  scope: Scope,
  kind: KeyKind,
  { scopes, allowedIps = [] }: Partial<KeyGrant> = {},
  person: KeyPerson | null = null,
): Promise<IssuedKey> {
  const now = context.now()
  const issued = await context.sql.begin(async (sql) => {
    const grantable = await grantableBy(sql, person)
    if (!(await lockMode(sql, scope))) refuse('not_enabled')
    if ((await countStanding(sql, scope)) >= KEYS_MAX) refuse('too_many_keys')
    const given = simplest(scopes ?? grantable)
    const grant = kind === 'public' ? undefined : { scopes: given, allowedIps }
    if (grant) refuseBeyond(given, grantable)
    const made = await issueKey(sql, now, scope, kind, {
      ...(grant && { grant }),
      maker: makerOf(person),
      keyring: context.keys,
    })
    await emit(sql, [keyEvent('created', scope, made, now)])
    return made
  })
  context.pubSub.publish(EVENTS_TOPIC, scope)
  return issued
}

/** Changes scopes or allow-list of a secret key. Undefined fields keep their value. */
export async function changeKey(
  context: Context,
  scope: Scope,
  keyId: KeyId,
  change: Partial<KeyGrant>,
  person: KeyPerson | null,
): Promise<ListedKey> {
  const now = context.now()
  const changed = await context.sql.begin(async (sql) => {
    const grantable = await grantableBy(sql, person)
    const key = (await lockKey(sql, scope, keyId, now)) ?? (await refuseEnded(sql, scope, keyId))
    if (key.kind === 'public') refusePublic(change)
    const scopes = simplest(change.scopes ?? key.scopes)
    // A person who may not make this key may not change it either.
    refuseBeyond([...key.scopes, ...scopes], grantable)
    const { allowedIps } = { ...key, ...change }
    const after = await updateGrant(sql, scope, keyId, { scopes, allowedIps })
    await bumpSettingsVersion(sql)
    await emit(sql, [keyEvent('updated', scope, after, now)])
    return after
  })
  forgetCached(context)
  context.pubSub.publish(EVENTS_TOPIC, scope)
  return changed
}

/** A public key has neither scopes nor an allow-list. */
export function refusePublic(grant: Partial<KeyGrant>): void {
  const fields = { scopes: grant.scopes, allowed_ips: grant.allowedIps }
  const sent = Object.entries(fields).filter(([, value]) => value !== undefined)
  const errors = sent.map(([field]) => {
    const message = `${field} is for secret keys only. A public key can only initialize payments.`
    return { field, code: 'not_allowed' as const, message }
  })
  if (errors.length > 0) refuseFields(errors)
}

/** Makes a new key of the same kind; the old one stays valid for `overlapHours`. */
export async function rollKey(
  context: Context,
  scope: Scope,
  keyId: KeyId,
  overlapHours: number,
  person: KeyPerson | null = null,
): Promise<IssuedKey> {
  if (!(overlapHours >= 0 && overlapHours <= OVERLAP_HOURS_MAX)) {
    const message = `overlap_hours must be from 0 to ${OVERLAP_HOURS_MAX}.`
    refuseFields([{ field: 'overlap_hours', code: 'out_of_range', message }])
  }
  const now = context.now()
  const end =
    overlapHours === 0
      ? { revokedAt: now, sealed: null, sealedCopy: null }
      : { expiresAt: later(now, overlapHours * HOUR) }
  const issued = await context.sql.begin(async (sql) => {
    const grantable = await grantableBy(sql, person)
    const signs = await lockSigning(sql, scope, keyId)
    const old = (await endKey(sql, scope, keyId, end)) ?? (await refuseEnded(sql, scope, keyId))
    refuseBeyond(old.scopes, grantable)
    await bumpSettingsVersion(sql)
    await emit(sql, [keyEvent('rolled', scope, old, now)])
    const how = { grant: old, maker: makerOf(person), keyring: context.keys }
    const next = await issueKey(sql, now, scope, old.kind, how)
    if (signs) await keep(context, sql, scope, { ...scope, keyId: next.keyId }, next.key)
    return next
  })
  forgetCached(context)
  context.pubSub.publish(EVENTS_TOPIC, scope)
  return issued
}

/** Every process refuses the key within a second. `left`: the remaining valid keys of its kind. */
export async function revokeKey(
  context: Context,
  scope: Scope,
  keyId: KeyId,
): Promise<{ key: ListedKey; left: number }> {
  const now = context.now()
  const revoked = await context.sql.begin(async (sql) => {
    const key = (await setRevoked(sql, scope, keyId, now)) ?? (await refuseEnded(sql, scope, keyId))
    // A concurrent revocation waits here, so that the last one sees that none is left.
    await bumpSettingsVersion(sql)
    await emit(sql, [keyEvent('revoked', scope, key, now)])
    return { key, left: await countGood(sql, scope, key.kind, now) }
  })
  forgetCached(context)
  context.pubSub.publish(EVENTS_TOPIC, scope)
  return revoked
}

/** Revokes a person's keys in both modes. After COMMIT, call `forgetCached` and publish events. */
export async function revokeKeysOf(
  sql: Sql,
  now: Date,
  businessId: BusinessId,
  madeBy: KeyMaker['madeBy'],
): Promise<number> {
  const keys = await revokeMadeBy(sql, businessId, madeBy, now)
  if (keys.length === 0) return 0
  await bumpSettingsVersion(sql)
  await emit(
    sql,
    keys.map((key) => keyEvent('revoked', { businessId, mode: key.mode }, key, now)),
  )
  return keys.length
}

async function grantableBy(sql: Sql, person: KeyPerson | null): Promise<KeyScope[]> {
  return person === null ? ['all'] : person.grantable(sql)
}

/** Whether a key with these scopes may do more than a person who may grant others. */
export function isBeyond(scopes: KeyScope[], grantable: KeyScope[]): boolean {
  return beyondOf(scopes, grantable).length > 0
}

function beyondOf(scopes: KeyScope[], grantable: KeyScope[]): KeyScope[] {
  if (grantable.includes('all')) return []
  return KEY_SCOPES.filter((one) => scopes.includes(one) && !grantable.includes(one))
}

function refuseBeyond(scopes: KeyScope[], grantable: KeyScope[]): void {
  const beyond = beyondOf(scopes, grantable)
  if (beyond.length === 0) return
  const named = beyond.join(', ')
  const message = `Your role does not allow a key with the scope ${named}. Ask an owner.`
  throw new Refusal('role_forbids', { message })
}

/** Without duplicates. `all` includes every other scope. */
function simplest(scopes: KeyScope[]): KeyScope[] {
  return scopes.includes('all') ? ['all'] : KEY_SCOPES.filter((one) => scopes.includes(one))
}

function makerOf(person: KeyPerson | null): KeyMaker | null {
  return person && { madeBy: person.madeBy, madeByEmail: person.madeByEmail }
}

async function refuseEnded(sql: Sql, scope: Scope, keyId: KeyId): Promise<never> {
  return refuse((await isKeyOf(sql, scope, keyId)) ? 'key_ended' : 'key_not_found')
}
