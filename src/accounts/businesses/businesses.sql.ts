import type { BusinessId, Scope } from '../../core/context.ts'
import type { Sql } from '../../platform/db.ts'
import type { Kobo } from '../../platform/money.ts'
import { firstRow, hasRow } from '../../platform/rows.ts'

export type Business = {
  businessId: BusinessId
  name: string
  email: string
  liveActivatedAt: Date | null
  createdAt: Date
}

export const CHECKOUT_LANGUAGES = ['en', 'pcm', 'yo', 'ha', 'ig'] as const

export type CheckoutLanguage = (typeof CHECKOUT_LANGUAGES)[number]

export const CHECKOUT_THEMES = ['light', 'dark'] as const

type CheckoutTheme = (typeof CHECKOUT_THEMES)[number]

export const CARD_LIMITS = ['on', 'off', 'paused', 'stopped'] as const

export type CardLimits = (typeof CARD_LIMITS)[number]

export type ModeSettings = Scope & {
  /** The version of the API for requests that name none. */
  apiVersion: string
  businessName: string
  liveActivatedAt: Date | null
  defaultCallbackUrl: string | null
  expirySeconds: number
  settlement: 'instant' | 'T+1'
  acceptOverpayment: boolean
  requireSignedRequests: boolean
  /** Whether calls of this mode are kept in the request log. */
  requestLog: boolean
  /** Limits against card testing. Always `on` in live mode: checkout/card-testing.ts. */
  cardLimits: CardLimits
  /** Origins whose pages may frame the checkout. */
  checkoutOrigins: string[]
  /** Schemes of apps to which customers may return: `myapp://`. */
  checkoutApps: string[]
  /** Null: the customer chooses. */
  checkoutLanguage: CheckoutLanguage | null
  logo: LogoAddress | null
  /** The channels of a payment that names none, in this order, then the others; commas between. */
  checkoutChannels: string | null
  /** `#rrggbb`, readable on light: accent.ts. */
  checkoutAccent: string | null
  /** Null: as the customer's device. */
  checkoutTheme: CheckoutTheme | null
  /** Whether customers get a receipt by email. */
  receipts: boolean
  checkoutFeeBasisPoints: number
  checkoutFeeFlat: Kobo
  checkoutFeeFlatFrom: Kobo
  checkoutFeeMax: Kobo
  dedicatedFeeBasisPoints: number
  dedicatedFeeMax: Kobo
  /** Whether a second person must approve a changed bank account of a subaccount. */
  fourEyes: boolean
  /** Whether a second person must approve each payout batch. */
  payoutApproval: boolean
  /** The business is told when its available balance falls below it: an account of the ledger. */
  lowBalanceThreshold: Kobo | null
  /** The smallest payout to a subaccount. */
  subaccountPayoutMin: Kobo
  /** Counts the changes. */
  version: number
}

export type LogoType = 'png' | 'jpeg' | 'webp'

export type Logo = {
  /** SHA-256 of `bytes`. */
  digest: Buffer
  type: LogoType
  width: number
  height: number
  bytes: Buffer
}

type LogoAddress = { path: string; width: number; height: number }

type NewBusiness = Pick<Business, 'businessId' | 'name' | 'email' | 'createdAt'>

export async function insertBusiness(sql: Sql, business: NewBusiness): Promise<void> {
  await sql`insert into business ${sql(business)}`
}

export async function insertMode(
  sql: Sql,
  mode: Scope & { settlement: string; apiVersion: string; createdAt: Date; updatedAt: Date },
): Promise<void> {
  await sql`insert into business_mode ${sql(mode)}`
}

export function findBusiness(sql: Sql, businessId: BusinessId) {
  return firstRow(sql<Business[]>`select * from business where business_id = ${businessId}`)
}

export function anyBusiness(sql: Sql) {
  return hasRow(sql`select 1 from business limit 1`)
}

export function isNameTaken(sql: Sql, name: string) {
  return hasRow(sql`select 1 from business where lower(name) = lower(${name}) limit 1`)
}

export async function findSettings(
  sql: Sql,
  { businessId, mode }: Scope,
): Promise<ModeSettings | null> {
  const [row] = await sql<Omit<ModeSettings, 'checkoutApps'>[]>`
    select m.*, b.name as business_name, b.live_activated_at,
      case when l.digest is not null then json_build_object(
        'path', '/checkout/logo/' || encode(l.digest, 'hex') || '.' || l.type,
        'width', l.width,
        'height', l.height
      ) end as logo,
      a.low_below as low_balance_threshold
    from business_mode m
    join business b using (business_id)
    left join ledger_account a
      on a.business_id = m.business_id and a.mode = m.mode and a.name = 'available'
    left join checkout_logo l on l.business_id = m.business_id and l.mode = m.mode
    where m.business_id = ${businessId} and m.mode = ${mode}
  `
  if (row === undefined) return null
  // Origins go into content security policies, where app schemes must not be.
  const isApp = (registered: string) => registered.endsWith('://')
  return {
    ...row,
    checkoutOrigins: row.checkoutOrigins.filter((registered) => !isApp(registered)),
    checkoutApps: row.checkoutOrigins.filter(isApp),
  }
}

export async function updateSettings(
  sql: Sql,
  { businessId, mode }: Scope,
  change: Partial<ModeSettings> & { updatedAt: Date },
): Promise<void> {
  await sql`
    update business_mode set ${sql(change)}, version = version + 1
    where business_id = ${businessId} and mode = ${mode}
  `
}

export async function upsertLogo(
  sql: Sql,
  logo: Scope & Logo & { createdAt: Date },
): Promise<void> {
  const { businessId, mode, ...held } = logo
  await sql`
    insert into checkout_logo ${sql({ businessId, mode, ...held })}
    on conflict (business_id, mode) do update set ${sql(held)}
  `
}

export async function deleteLogo(sql: Sql, { businessId, mode }: Scope): Promise<void> {
  await sql`
    delete from checkout_logo
    where business_id = ${businessId} and mode = ${mode}
  `
}

/** By content, of any business: whoever has the address has seen a page with the logo. */
export function findLogo(sql: Sql, digest: Buffer) {
  return firstRow(sql<Logo[]>`
    select digest, type, width, height, bytes from checkout_logo
    where digest = ${digest}
    order by business_id, mode
    limit 1
  `)
}

export function setLiveActivated(sql: Sql, businessId: BusinessId, at: Date) {
  return hasRow(sql`
    update business set live_activated_at = ${at}
    where business_id = ${businessId} and live_activated_at is null
    returning business_id
  `)
}

/** One transaction at a time adds keys, or changes settings. Null if the mode is not open. */
export function lockMode(sql: Sql, { businessId, mode }: Scope) {
  return firstRow(sql<{ version: number }[]>`
    select version from business_mode
    where business_id = ${businessId} and mode = ${mode}
    for no key update
  `)
}

/** Locks the modes of a business, and counts their changes together. */
export async function lockModes(sql: Sql, { businessId }: Pick<Scope, 'businessId'>) {
  const rows = await sql<{ version: number }[]>`
    select version from business_mode
    where business_id = ${businessId}
    order by mode
    for no key update
  `
  return { version: rows.reduce((sum, { version }) => sum + version, 0) }
}

export async function bumpSettingsVersion(sql: Sql): Promise<void> {
  await sql`update installation set settings_version = settings_version + 1`
}

export async function findSettingsVersion(sql: Sql): Promise<bigint> {
  const [row] = await sql<[{ settingsVersion: bigint }]>`select settings_version from installation`
  return row.settingsVersion
}

/** Set in a database from before keys were stored in it. */
export async function findMasterKeyCheck(sql: Sql): Promise<string | null> {
  const [row] = await sql<[{ masterKeyCheck: string | null }]>`
    select master_key_check from installation
  `
  return row.masterKeyCheck
}
