import type { BusinessId, Context, Scope } from '../../core/context.ts'
import { always } from '../../core/etags.ts'
import { findWebhooks, openWebhookEndpoints, type Webhooks } from '../../core/events/webhooks.ts'
import type { ChartName } from '../../core/ledger/chart.ts'
import { balancesOf } from '../../core/ledger/ledger.ts'
import type { Sql } from '../../platform/db.ts'
import type { Kobo } from '../../platform/money.ts'
import { refuse } from '../../platform/refusal.ts'
import type { Mode } from '../../providers/outcomes.ts'
import type { Business, ModeSettings } from '../businesses/businesses.sql.ts'
import {
  changeSettings,
  createBusiness,
  findBusiness,
  lockModes,
  newestSettings,
  type SettingsChange,
} from '../businesses/businesses.ts'
import type { Activation } from './activation.sql.ts'
import { findActivation } from './activation.ts'

export type { BusinessFilter } from './activation.sql.ts'

// What operators see of businesses and do for them. Nothing here shows a key or a webhook secret,
// and operators change only the fees of a business.

export type ModeDetail = {
  settings: ModeSettings
  balances: Record<ChartName, { posted: Kobo; available: Kobo }>
  webhooks: Webhooks
}
export type BusinessDetail = {
  business: Business
  activation: Activation | null
  /** Live mode only once it is active. */
  modes: ModeDetail[]
  /** Counts the changes of its settings in all modes: see `lockModes`. */
  version: number
}

export type FeesChange = Pick<
  SettingsChange,
  | 'checkoutFeeBasisPoints'
  | 'checkoutFeeFlat'
  | 'checkoutFeeFlatFrom'
  | 'checkoutFeeMax'
  | 'dedicatedFeeBasisPoints'
  | 'dedicatedFeeMax'
>

/** Runs in the transaction that opens the business, so that no business is without an owner. */
export type InviteOwner = (
  context: Context,
  sql: Sql,
  owner: { businessId: BusinessId; email: string },
) => Promise<void>

export async function detailOf(context: Context, businessId: BusinessId): Promise<BusinessDetail> {
  const business = (await findBusiness(context.sql, businessId)) ?? refuse('business_not_found')
  const opened: Mode[] = business.liveActivatedAt === null ? ['test'] : ['test', 'live']
  const [activation, ...modes] = await Promise.all([
    findActivation(context.sql, businessId),
    ...opened.map((mode) => modeDetailOf(context, { businessId, mode })),
  ])
  const version = modes.reduce((sum, { settings }) => sum + settings.version, 0)
  return { business, activation, modes, version }
}

async function modeDetailOf(context: Context, scope: Scope): Promise<ModeDetail> {
  const [settings, balances, webhooks] = await Promise.all([
    newestSettings(context, scope),
    balancesOf(context, scope),
    findWebhooks(context.sql, scope),
  ])
  return { settings, balances, webhooks }
}

/** Opens a business in test mode. Its team sees the test keys, the operator does not. */
export async function openBusinessFor(
  context: Context,
  owner: Pick<Business, 'name' | 'email'>,
  inviteOwner: InviteOwner,
): Promise<BusinessId> {
  const now = context.now()
  return context.sql.begin(async (sql) => {
    const { businessId } = await createBusiness(sql, now, owner, context.keys)
    await openWebhookEndpoints(sql, context.keys, { businessId, mode: 'test' }, now)
    await inviteOwner(context, sql, { businessId, email: owner.email })
    return businessId
  })
}

/** Takes effect within a second, for later payments. */
export async function changeFees(
  context: Context,
  { businessId, mode }: Scope,
  change: FeesChange,
  only = always,
): Promise<void> {
  const business = (await findBusiness(context.sql, businessId)) ?? refuse('business_not_found')
  if (mode === 'live' && business.liveActivatedAt === null) refuse('not_enabled')
  await changeSettings(context, { businessId, mode }, change, only, lockModes)
}
