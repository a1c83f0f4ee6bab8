import type { Context, Scope } from '../../core/context.ts'
import { always, type OnlyIf } from '../../core/etags.ts'
import type { EventType } from '../../core/events/types.ts'
import type { NewEvent } from '../../core/events/webhooks.sql.ts'
import { EVENTS_TOPIC, emit, newEvent } from '../../core/events/webhooks.ts'
import { type MetadataChange, shownMetadata } from '../../core/metadata.ts'
import { toWire } from '../../core/wire.ts'
import { batchedFor } from '../../platform/batch.ts'
import type { FieldCode, FieldError } from '../../platform/first-field.ts'
import { newId, parsePublicId, publicCode, publicId } from '../../platform/ids.ts'
import { ChangedMeanwhile, fromFreshReading } from '../../platform/optimistic.ts'
import type { Meta, Page } from '../../platform/paging.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import type { Frozen, ShareInput } from './frozen.ts'
import { type BearerType, FLAT_MAX, type SplitType, shareIn, WHOLE } from './share.ts'
import {
  findSplits,
  insertSplit,
  listActive,
  listSplitIds,
  type Share,
  type Split,
  type SplitId,
  type SplitKey,
  updateSplit,
} from './splits.sql.ts'
import { type SubaccountId, subaccountCode } from './subaccounts.ts'

// A split says how payments are shared: who gets how much, and who pays the fee. Its shares are all
// percentages or all flat kobo. The business gets the rest.
//
//   (none) ──> active <──> inactive     [createSplit, changeSplit]
//
// (1) A payment stores the split as it was at initialization: changes affect only later payments.
// (2) Shares are checked when a split is created or changed, and when it is used.

export const SHARES_MAX = 50

/** As sent: ids or codes, and shares as percent with two decimals or whole kobo. */
export type SplitInput = {
  name: string
  type: SplitType
  bearerType: BearerType
  bearerSubaccountId: string | null
  subaccounts: ShareInput[]
  /** JSON, stored byte for byte. */
  metadata?: string | null
}
type SplitChange = Partial<Omit<SplitInput, 'type' | 'metadata'>> & {
  active?: boolean
  metadata?: MetadataChange | undefined
}

export async function createSplit(
  context: Context,
  scope: Scope,
  { subaccounts, bearerSubaccountId, ...input }: SplitInput,
  effectId: string | null,
): Promise<Split> {
  const split = begun(context, scope, input, effectId)
  const wanted = withTerms(split, subaccounts, bearerSubaccountId)
  await refuseStrangers(context, wanted)
  await context.sql.begin(async (sql) => {
    if (await insertSplit(sql, wanted)) await emit(sql, [eventOf('split.created', wanted)])
  })
  context.pubSub.publish(EVENTS_TOPIC, scope)
  return splitNamed(context, scope, splitCode(wanted.splitId))
}

export function changeSplit(
  context: Context,
  scope: Scope,
  code: string,
  { metadata, ...change }: SplitChange,
  only = always,
): Promise<Split> {
  return changed(context, scope, code, only, (before) => {
    if (metadata === undefined && Object.keys(change).length === 0) return before
    const { name = before.name, active = before.active, bearerType = before.bearerType } = change
    const named = change.subaccounts ?? before.shares.map((share) => toWireShare(before, share))
    const bearer =
      change.bearerSubaccountId !== undefined
        ? change.bearerSubaccountId
        : bearerType === before.bearerType
          ? idOrNull(before.bearerSubaccountId)
          : null
    const merged = metadata && { metadata: metadata(before.metadata) }
    return withTerms({ ...before, name, active, bearerType, ...merged }, named, bearer)
  })
}

/** Adds a subaccount, or changes its share. */
export function shareWith(
  context: Context,
  scope: Scope,
  code: string,
  wanted: ShareInput,
  only = always,
): Promise<Split> {
  return changed(context, scope, code, only, (before) => {
    const others = before.shares.map((share) => toWireShare(before, share))
    const added = parsePublicId('subaccount', wanted.subaccount_id)
    const rest = others.filter((one) => parsePublicId('subaccount', one.subaccount_id) !== added)
    return withTerms(before, [...rest, wanted], idOrNull(before.bearerSubaccountId))
  })
}

/** Refuses to remove the last one, and the one that pays the fee. */
export function shareNoMoreWith(
  context: Context,
  scope: Scope,
  code: string,
  subaccount: string,
  only = always,
): Promise<Split> {
  return changed(context, scope, code, only, (before) => {
    const id = parsePublicId('subaccount', subaccount)
    if (!before.shares.some(({ subaccountId }) => subaccountId === id)) {
      return refuse('subaccount_not_found')
    }
    const named = before.shares
      .filter(({ subaccountId }) => subaccountId !== id)
      .map((share) => toWireShare(before, share))
    return withTerms(before, named, idOrNull(before.bearerSubaccountId))
  })
}

export async function splitNamed(context: Context, scope: Scope, code: string): Promise<Split> {
  return (await findNamed(context, scope, code)) ?? refuse('split_not_found')
}

export async function pageOfSplits(
  { sql }: Context,
  scope: Scope,
  page: Page,
): Promise<{ splits: Split[]; meta: Meta }> {
  const { rows, meta } = await listSplitIds(sql, scope, page)
  const found = await findSplits(sql, rows)
  return { splits: found.filter((split) => split !== null), meta }
}

export function splitCode(id: SplitId): string {
  return publicCode('split', id)
}

/** As the API and the events show it. */
export function toWireSplit({ shares, metadata, ...split }: Split) {
  const { name, type, bearerType, active, createdAt, updatedAt } = split
  return {
    ...toWire({ name, type, bearerType, active, createdAt, updatedAt }),
    metadata: shownMetadata(metadata),
    id: publicId('split', split.splitId),
    domain: split.mode,
    split_code: splitCode(split.splitId),
    bearer_subaccount_id: idOrNull(split.bearerSubaccountId),
    currency: 'NGN' as const,
    subaccounts: shares.map((share) => toWireShare(split, share)),
  }
}

/**
 * The split as it is now, for a payment to store. Refuses an unknown or inactive split, and one
 * with an inactive subaccount.
 */
export async function frozenSplit(context: Context, scope: Scope, code: string): Promise<string> {
  return (await findFrozen(context, scope, code)) ?? refuse('invalid_split')
}

/** Like `frozenSplit`, but null instead of a refusal. */
export async function findFrozen(
  context: Context,
  scope: Scope,
  code: string,
): Promise<string | null> {
  const split = await findNamed(context, scope, code)
  return split?.isUsable ? frozen(split) : null
}

/** The same for terms in the field `at` of a body, which are not stored. */
export async function frozenTerms(
  context: Context,
  scope: Scope,
  { subaccounts, bearerSubaccountId, ...terms }: Omit<SplitInput, 'name'>,
  at: string,
): Promise<string> {
  const split = begun(context, scope, { name: '', ...terms }, null)
  try {
    const wanted = withTerms(split, subaccounts, bearerSubaccountId)
    await refuseStrangers(context, wanted)
    return frozen(wanted)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const errors = error.errors.map((wrong) => ({ ...wrong, field: `${at}.${wrong.field}` }))
    throw new Refusal(error.code, { errors, message: error.message })
  }
}

function frozen(split: Split): string {
  const { split_code, name, type, bearer_type, subaccounts } = toWireSplit(split)
  const { bearerSubaccountId: bearer, shares } = split
  const formula = subaccounts.map(({ share }, i) => ({
    subaccount: subaccountCode(shares[i]!.subaccountId),
    share,
  }))
  const kept: Frozen = {
    ...{ split_code, name, type, bearer_type },
    bearer_subaccount: bearer && subaccountCode(bearer),
    formula: { subaccounts: formula },
    shares: null,
  }
  return JSON.stringify(kept)
}

function begun(
  context: Context,
  { businessId, mode }: Scope,
  { metadata = null, ...input }: Pick<SplitInput, 'name' | 'type' | 'bearerType' | 'metadata'>,
  effectId: string | null,
): Split {
  const now = context.now()
  return {
    businessId,
    mode,
    splitId: (effectId ?? newId(now)) as SplitId,
    ...input,
    metadata,
    bearerSubaccountId: null,
    active: true,
    version: 0,
    createdAt: now,
    updatedAt: now,
    shares: [],
  }
}

const findSplit = batchedFor(({ hot }: Context, keys: SplitKey[]) => findSplits(hot, keys))

async function findNamed(context: Context, { businessId, mode }: Scope, code: string) {
  const splitId = parsePublicId('split', code)
  return splitId && findSplit(context, { businessId, mode, splitId })
}

function changed(
  context: Context,
  scope: Scope,
  code: string,
  only: OnlyIf,
  decide: (before: Split) => Split,
): Promise<Split> {
  return fromFreshReading(async () => {
    const before = await splitNamed(context, scope, code)
    only(before)
    const decided = decide(before)
    if (decided === before) return before
    const after = { ...decided, updatedAt: context.now() }
    await refuseStrangers(context, after)
    await context.sql.begin(async (sql) => {
      if (!(await updateSplit(sql, before, after))) throw new ChangedMeanwhile()
      const isOff = before.active && !after.active
      await emit(sql, [eventOf(isOff ? 'split.deactivated' : 'split.updated', after)])
    })
    context.pubSub.publish(EVENTS_TOPIC, scope)
    return splitNamed(context, scope, code)
  })
}

function eventOf(type: EventType, split: Split): NewEvent {
  return newEvent(split, type, JSON.stringify(toWireSplit(split)), split.updatedAt)
}

/** Makes all checks that need no database. */
function withTerms(split: Split, named: ShareInput[], bearer: string | null): Split {
  const errors: FieldError[] = []
  const wrong = (field: string, code: FieldCode, message: string) =>
    errors.push({ field, code, message })
  const shares = named.map(({ subaccount_id, share }, i) => {
    const subaccountId = parsePublicId('subaccount', subaccount_id)
    const units = shareIn(split.type, share)
    const at = `subaccounts.${i}`
    if (subaccountId === null) wrong(`${at}.subaccount_id`, 'unknown', UNKNOWN)
    if (units === null) wrong(`${at}.share`, 'invalid', SHARE[split.type])
    return { subaccountId: subaccountId!, share: units ?? 1n }
  })
  const ids = new Set(shares.map(({ subaccountId }) => subaccountId))
  const bearerSubaccountId = bearer === null ? null : parsePublicId('subaccount', bearer)
  const total = shares.reduce((sum, { share }) => sum + share, 0n)
  if (shares.length === 0)
    wrong('subaccounts', 'too_short', 'A split needs at least one subaccount.')
  if (shares.length > SHARES_MAX) {
    wrong('subaccounts', 'too_many', `A split can have at most ${SHARES_MAX} subaccounts.`)
  }
  if (ids.size < shares.length) wrong('subaccounts', 'repeated', 'A subaccount is listed twice.')
  if (total > (split.type === 'flat' ? FLAT_MAX : WHOLE)) {
    wrong('subaccounts', 'too_large', 'The shares add up to more than 100 % or ₦10 billion.')
  }
  const isBorne = split.bearerType === 'subaccount'
  if (isBorne !== (bearer !== null)) {
    wrong(BEARER, 'invalid', 'Send it with bearer_type subaccount, and only then.')
  } else if (isBorne && (bearerSubaccountId === null || !ids.has(bearerSubaccountId))) {
    wrong(BEARER, 'unknown', 'The bearer must be one of the subaccounts.')
  }
  if (errors.length > 0) throw new Refusal('invalid_split', { errors, message: WRONG })
  return { ...split, shares, bearerSubaccountId }
}

const WRONG = 'The shares of this split are not valid. See `errors`.'
const BEARER = 'bearer_subaccount_id'
const UNKNOWN = 'No active subaccount has this id or code.'
const SHARE = {
  percentage: 'share must be a percentage above 0 and up to 100, with at most two decimals.',
  flat: 'share must be a whole number of kobo, at least 1.',
}

async function refuseStrangers(context: Context, split: Split): Promise<void> {
  const ids = split.shares.map(({ subaccountId }) => subaccountId)
  const active = new Set(await listActive(context.sql, split, ids))
  const wrong = (i: number): FieldError => {
    return { field: `subaccounts.${i}.subaccount_id`, code: 'unknown', message: UNKNOWN }
  }
  const errors = ids.flatMap((id, i) => (active.has(id) ? [] : [wrong(i)]))
  if (errors.length > 0) throw new Refusal('invalid_split', { errors, message: WRONG })
}

function toWireShare({ type }: Pick<Split, 'type'>, { subaccountId, share }: Share): ShareInput {
  const units = Number(share)
  const id = publicId('subaccount', subaccountId)
  return { subaccount_id: id, share: type === 'flat' ? units : units / 100 }
}

function idOrNull(id: SubaccountId | null): string | null {
  return id && publicId('subaccount', id)
}
