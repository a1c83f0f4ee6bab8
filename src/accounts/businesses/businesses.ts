import assert from 'node:assert/strict'
import type { BusinessId, Context, Scope } from '../../core/context.ts'
import { always } from '../../core/etags.ts'
import { EVENTS_TOPIC, emit } from '../../core/events/webhooks.ts'
import { openAccounts, post, setLowBelow } from '../../core/ledger/ledger.ts'
import { NEWEST_VERSION } from '../../core/versions.ts'
import type { Sql } from '../../platform/db.ts'
import { newId } from '../../platform/ids.ts'
import { naira } from '../../platform/money.ts'
import { refuse } from '../../platform/refusal.ts'
import type { Mode } from '../../providers/outcomes.ts'
import { eventsOfSettings } from './account-events.ts'
import {
  type Business,
  bumpSettingsVersion,
  findSettings,
  insertBusiness,
  insertMode,
  type Logo,
  lockMode,
  type lockModes,
  type ModeSettings,
  setLiveActivated,
  updateSettings,
} from './businesses.sql.ts'
import { forgetCached } from './directory.ts'
import { issueKey, type KeyMaking, type Seeded } from './keys.ts'
import { keepLogo } from './logo.ts'

export {
  anyBusiness,
  bumpSettingsVersion,
  findBusiness,
  findMasterKeyCheck,
  isNameTaken,
  lockModes,
} from './businesses.sql.ts'
export {
  ageOf,
  authenticate,
  closeDirectory,
  enterFrom,
  forgetCached,
  recall,
  settingsIfAny,
  settingsOf,
  writeUses,
} from './directory.ts'
export type { ApiKey, KeyId, KeyKind } from './keys.sql.ts'
export { type ListedKey, listKeys, listMadeBy, makerOf } from './keys.sql.ts'
export { hasScope, keyNamed, readKey } from './keys.ts'
export { logoNamed } from './logo.ts'
export { refuseStrangeApp } from './return-apps.ts'
export { addKey, type KeyPerson, revokeKey, revokeKeysOf, rollKey } from './roll.ts'

// A business integrates with us. Its two modes share only its name: keys, settings, ledger
// accounts, customers and payments belong to one mode.
//
//   (none) ──> test only      [openBusiness]
//   test only ──> test, live  [openLive]
//
// Invariants:
// (1) Live calls are refused until the business is activated and a live rail is configured.
// (2) A change of keys or settings raises the settings version in its database transaction, and
//     every process drops its cache within a second.

export const PLAY_MONEY = naira(100_000)

/** `logo` contains the bytes; null removes it. Apps are stored among the origins. */
export type SettingsChange = Partial<
  Omit<
    ModeSettings,
    keyof Scope | 'businessName' | 'liveActivatedAt' | 'logo' | 'checkoutApps' | 'version'
  >
> & { logo?: Logo | null }

export type NewKeys = { secretKey: string; publicKey: string }

/** With play money. Test mode must not be open. */
export async function openTestMode(sql: Sql, now: Date, businessId: BusinessId): Promise<void> {
  const test = { businessId, mode: 'test' } as const
  await openMode(sql, now, test)
  await bumpSettingsVersion(sql)
  await post(sql, now, [
    {
      ...test,
      causeId: businessId,
      reason: 'wallet_adjustment',
      debit: 'adjustments',
      credit: 'available',
      amount: PLAY_MONEY,
      occurredAt: now,
    },
  ])
}

/**
 * In test mode, with play money and a key of each kind. `keyring`: so that its team can see the
 * keys later. Null: they are shown only here.
 */
export async function createBusiness(
  sql: Sql,
  now: Date,
  { name, email }: Pick<Business, 'name' | 'email'>,
  keyring: KeyMaking | null = null,
  seeded: (Seeded & { businessId: BusinessId }) | null = null,
): Promise<{ businessId: BusinessId; keys: NewKeys }> {
  const businessId = seeded?.businessId ?? newId(now)
  await insertBusiness(sql, { businessId, name, email, createdAt: now })
  await openTestMode(sql, now, businessId)
  const test = { businessId, mode: 'test' } as const
  const issue = (kind: 'secret' | 'public') => issueKey(sql, now, test, kind, { keyring, seeded })
  const { key: secretKey } = await issue('secret')
  const { key: publicKey } = await issue('public')
  return { businessId, keys: { secretKey, publicKey } }
}

/** False if it is open already. Makes no keys. After COMMIT, call `forgetCached`. */
export async function openLive(sql: Sql, now: Date, businessId: BusinessId): Promise<boolean> {
  if (!(await setLiveActivated(sql, businessId, now))) return false
  await openMode(sql, now, { businessId, mode: 'live' })
  await bumpSettingsVersion(sql)
  return true
}

/** `only` is asked of what `lock` returns: the mode, or the whole business. */
export async function changeSettings(
  context: Context,
  scope: Scope,
  { logo, lowBalanceThreshold, ...change }: SettingsChange,
  only = always,
  lock: typeof lockModes | typeof lockMode = lockMode,
): Promise<void> {
  const now = context.now()
  await context.sql.begin(async (sql) => {
    only((await lock(sql, scope)) ?? refuse('not_found'))
    const before = await findSettings(sql, scope)
    await updateSettings(sql, scope, { ...change, updatedAt: now })
    if (logo !== undefined) await keepLogo(sql, now, scope, logo)
    if (lowBalanceThreshold !== undefined) await setLowBelow(sql, scope, lowBalanceThreshold)
    await bumpSettingsVersion(sql)
    const after = await findSettings(sql, scope)
    assert(before && after, 'a mode whose settings change is open')
    await emit(sql, eventsOfSettings(before, after, now))
  })
  forgetCached(context)
  context.pubSub.publish(EVENTS_TOPIC, scope)
}

/** Not from the cache, which may be a second behind another process. */
export async function newestSettings({ sql }: Context, scope: Scope): Promise<ModeSettings> {
  return (await findSettings(sql, scope)) ?? refuse('not_found')
}

/** Whether calls of this mode are accepted. */
export function isEnabled(context: Context, settings: ModeSettings): boolean {
  const live = context.rails.live.length > 0 && settings.liveActivatedAt !== null
  return settings.mode === 'test' || live
}

async function openMode(sql: Sql, now: Date, scope: Scope): Promise<void> {
  const settlement: Record<Mode, ModeSettings['settlement']> = { test: 'instant', live: 'T+1' }
  const { businessId, mode } = scope
  const times = { createdAt: now, updatedAt: now }
  // Live mode begins with the version that the business has tried in test mode.
  const tried = await findSettings(sql, { businessId, mode: 'test' })
  const apiVersion = tried?.apiVersion ?? NEWEST_VERSION
  await insertMode(sql, { businessId, mode, settlement: settlement[mode], apiVersion, ...times })
  await openAccounts(sql, now, scope)
}
