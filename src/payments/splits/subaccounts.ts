import { findBank } from '../../accounts/banks/banks.ts'
import { type OwnName, resolve } from '../../accounts/banks/resolve.ts'
import type { Context, Scope } from '../../core/context.ts'
import { always } from '../../core/etags.ts'
import type { EventType } from '../../core/events/types.ts'
import { EVENTS_TOPIC, emit, newEvent } from '../../core/events/webhooks.ts'
import { openPartyAccounts, partyBalancesOf } from '../../core/ledger/ledger.ts'
import { type MetadataChange, shownMetadata } from '../../core/metadata.ts'
import { toWire } from '../../core/wire.ts'
import type { Sql } from '../../platform/db.ts'
import { newId, parsePublicId, publicId } from '../../platform/ids.ts'
import { ChangedMeanwhile, fromFreshReading } from '../../platform/optimistic.ts'
import { refuse } from '../../platform/refusal.ts'
import type { Asker } from './account-changes.sql.ts'
import { askForChange } from './account-changes.ts'
import {
  findSubaccount,
  insertSubaccount,
  listStopped,
  type Subaccount,
  updateSubaccount,
} from './splits.sql.ts'
import { type SubaccountId, subaccountCode } from './subaccount-code.ts'

export { findSubaccounts, listSubaccounts } from './splits.sql.ts'

// A subaccount is a party with which a business shares payments: a resolved bank account, and two
// accounts in the ledger, for its available and its pending balance.
//
//   (none) ──> active <──> inactive     [createSubaccount, changeSubaccount]
//
// An inactive one gets no shares of later payments and no payouts, and keeps its balance.
// Subaccounts are never deleted.

export { type SubaccountId, subaccountCode } from './subaccount-code.ts'

/** After this many returned payouts in a row, no more are sent to the bank account. */
export const COMEBACKS_MAX = 4

type SubaccountInput = Pick<
  Subaccount,
  | 'businessName'
  | 'bankCode'
  | 'accountNumber'
  | 'percentageCharge'
  | 'primaryContactEmail'
  | 'metadata'
>
type SubaccountChange = Partial<Omit<SubaccountInput, 'metadata'> & Pick<Subaccount, 'active'>> & {
  metadata?: MetadataChange | undefined
}

/** Resolves the account first; refuses an account that the bank does not know. */
export async function createSubaccount(
  context: Context,
  scope: Scope,
  own: OwnName,
  input: SubaccountInput,
  effectId: string | null,
): Promise<Subaccount> {
  const { bankCode, accountNumber, accountName } = await resolve(context, scope, own, input)
  const now = context.now()
  const { businessId, mode } = scope
  const subaccountId = (effectId ?? newId(now)) as SubaccountId
  const at = { createdAt: now, updatedAt: now }
  const named = { bankCode, accountNumber, accountName, active: true, version: 0 }
  await context.sql.begin(async (sql) => {
    await openPartyAccounts(sql, now, scope, subaccountId)
    const row = { ...input, businessId, mode, subaccountId, ...named, ...at }
    if (await insertSubaccount(sql, row)) await tell(context, sql, 'subaccount.created', row)
  })
  context.pubSub.publish(EVENTS_TOPIC, scope)
  return subaccountNamed(context, scope, subaccountCode(subaccountId))
}

/**
 * Resolves a new bank account. Then the change waits, and nothing is paid out until it is effective
 * (account-changes.ts). The first account of a subaccount does not wait: it takes over nobody's
 * money.
 */
export async function changeSubaccount(
  context: Context,
  scope: Scope,
  own: OwnName,
  code: string,
  { metadata, ...change }: SubaccountChange,
  asker: Asker,
  only = always,
): Promise<Subaccount> {
  const { bankCode: _code, accountNumber: _number, ...others } = change
  // If another request changed it while the bank was asked, this starts again.
  return fromFreshReading(async () => {
    const before = await subaccountNamed(context, scope, code)
    only(before)
    if (metadata === undefined && Object.keys(change).length === 0) return before
    const { bankCode = before.bankCode, accountNumber = before.accountNumber } = change
    const isElsewhere = bankCode !== before.bankCode || accountNumber !== before.accountNumber
    const to = isElsewhere ? await resolve(context, scope, own, { bankCode, accountNumber }) : null
    const account = to && {
      bankCode: to.bankCode,
      accountNumber: to.accountNumber,
      accountName: to.accountName,
    }
    const after = await context.sql.begin(async (sql) => {
      const merged = metadata && { metadata: metadata(before.metadata) }
      const changed = { ...others, ...merged, ...account, updatedAt: context.now() }
      const after = await updateSubaccount(sql, before, changed)
      if (after === null) throw new ChangedMeanwhile()
      if (account) await askForChange(context, sql, before, account, asker)
      const isOff = before.active && !after.active
      await tell(context, sql, isOff ? 'subaccount.deactivated' : 'subaccount.updated', after)
      return after
    })
    context.pubSub.publish(EVENTS_TOPIC, scope)
    return after
  })
}

export async function subaccountNamed(
  context: Context,
  scope: Scope,
  code: string,
): Promise<Subaccount> {
  const id = parsePublicId('subaccount', code) ?? refuse('subaccount_not_found')
  return (await findSubaccount(context.sql, scope, id)) ?? refuse('subaccount_not_found')
}

async function tell(
  context: Context,
  sql: Sql,
  type: EventType,
  subaccount: Subaccount,
): Promise<void> {
  const [data] = await toWireSubaccounts({ sql }, subaccount, [subaccount])
  await emit(sql, [newEvent(subaccount, type, JSON.stringify(data), context.now())])
}

/** As the API and the events show them, with their balances. */
export async function toWireSubaccounts(context: { sql: Sql }, scope: Scope, rows: Subaccount[]) {
  const ids = rows.map(({ subaccountId }) => subaccountId)
  const [balances, stopped] = await Promise.all([
    partyBalancesOf(context, scope, ids),
    listStopped(context.sql, scope, ids, COMEBACKS_MAX),
  ])
  return rows.map((row, i) => {
    const { businessId: _, mode, subaccountId, bankCode, version: __, ...shown } = row
    const { percentageCharge, metadata } = shown
    const { available, pending } = balances[i]!
    return {
      ...toWire(shown),
      id: publicId('subaccount', subaccountId),
      domain: mode,
      subaccount_code: subaccountCode(subaccountId),
      bank: { name: findBank(bankCode)?.name ?? '', code: bankCode },
      percentage_charge: percentageCharge === null ? null : percentageCharge / 100,
      metadata: shownMetadata(metadata),
      payouts_stopped: stopped.has(subaccountId),
      currency: 'NGN' as const,
      available: Number(available),
      pending: Number(pending),
    }
  })
}
