import { isDeepStrictEqual } from 'node:util'
import type { Scope } from '../../core/context.ts'
import type { EventType } from '../../core/events/types.ts'
import type { NewEvent } from '../../core/events/webhooks.sql.ts'
import { newEvent } from '../../core/events/webhooks.ts'
import { toWire } from '../../core/wire.ts'
import { publicId } from '../../platform/ids.ts'
import type { ModeSettings } from './businesses.sql.ts'
import type { ListedKey } from './keys.sql.ts'

// The events of settings, fees and keys. They never contain a secret.

/** The fields of the API, by setting. What only the sandbox changes has none. */
const FIELDS = {
  apiVersion: 'api_version',
  checkoutOrigins: 'allowed_origins',
  checkoutApps: 'allowed_origins',
  checkoutLanguage: 'language',
  logo: 'logo',
  checkoutChannels: 'channel_order',
  checkoutAccent: 'accent',
  checkoutTheme: 'theme',
  defaultCallbackUrl: 'default_callback_url',
  expirySeconds: 'expiry_seconds',
  acceptOverpayment: 'accept_overpayment',
  requireSignedRequests: 'require_signed_requests',
  requestLog: 'request_log',
  lowBalanceThreshold: 'low_balance_threshold',
  fourEyes: 'four_eyes',
  payoutApproval: 'require_payout_approval',
} satisfies Partial<Record<keyof ModeSettings, string>>

const FEES = [
  'checkoutFeeBasisPoints',
  'checkoutFeeFlat',
  'checkoutFeeFlatFrom',
  'checkoutFeeMax',
  'dedicatedFeeBasisPoints',
  'dedicatedFeeMax',
] satisfies (keyof ModeSettings)[]

/** None if nothing changed. */
export function eventsOfSettings(before: ModeSettings, after: ModeSettings, now: Date): NewEvent[] {
  const isOther = (name: keyof ModeSettings) => !isDeepStrictEqual(before[name], after[name])
  const changed = Object.entries(FIELDS).filter(([name]) => isOther(name as keyof typeof FIELDS))
  const fields = [...new Set(changed.map(([, field]) => field))]
  const { mode: domain } = after
  const told = (type: EventType, data: object) => newEvent(after, type, JSON.stringify(data), now)
  const fees = FEES.map((name) => [name, after[name]])
  return [
    ...(fields.length > 0 ? [told('settings.updated', { domain, fields })] : []),
    ...(FEES.some(isOther)
      ? [told('fees.updated', toWire({ domain, ...Object.fromEntries(fees) }))]
      : []),
  ]
}

type ToldKey = Pick<ListedKey, 'keyId' | 'kind' | 'hint' | 'scopes' | 'allowedIps'> &
  Partial<Pick<ListedKey, 'expiresAt' | 'revokedAt'>>

export function keyEvent(
  what: 'created' | 'updated' | 'rolled' | 'revoked',
  { businessId, mode }: Scope,
  { keyId, kind, hint, scopes, allowedIps, expiresAt = null, revokedAt = null }: ToldKey,
  now: Date,
): NewEvent {
  const key = { kind, hint, scopes, allowedIps, expiresAt, revokedAt }
  const data = { key_id: publicId('api_key', keyId), ...toWire({ domain: mode, ...key }) }
  return newEvent({ businessId, mode }, `api_key.${what}`, JSON.stringify(data), now)
}
