import assert from 'node:assert/strict'
import { findBank } from '../../accounts/banks/banks.ts'
import { type OwnName, resolve } from '../../accounts/banks/resolve.ts'
import type { Context, Scope } from '../../core/context.ts'
import { EVENTS_TOPIC } from '../../core/events/webhooks.ts'
import { openPartyAccounts, partyBalancesOf } from '../../core/ledger/ledger.ts'
import { newId } from '../../platform/ids.ts'
import { readExactly } from '../../platform/json.ts'
import type { Kobo } from '../../platform/money.ts'
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
import { type SubaccountId, subaccountCode, subaccountIn } from './subaccount-code.ts'

export { listSubaccounts } from './splits.sql.ts'

// A subaccount is somebody with whom a business shares payments: a bank account, whose holder the
// bank has named, and two accounts in the ledger for what it has and what it has coming.
//
//   (none) ──> active <──> inactive     [createSubaccount, changeSubaccount]
//
// One that is inactive gets no part of what is paid from then on, and is not paid out; what it has
// stays its own. None is ever removed.

export { type SubaccountId, subaccountCode, subaccountIn } from './subaccount-code.ts'

/** So many payouts in a row have come back from its bank account: none is sent there any more. */
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
type SubaccountChange = Partial<SubaccountInput & Pick<Subaccount, 'active'>>

/** The bank is asked whose account it is first; refuses where it knows none. */
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
  const named = { bankCode, accountNumber, accountName, active: true }
  await context.sql.begin(async (sql) => {
    await openPartyAccounts(sql, now, scope, subaccountId)
    await insertSubaccount(sql, { ...input, businessId, mode, subaccountId, ...named, ...at })
  })
  return subaccountOf(context, scope, subaccountId)
}

/**
 * Another account at a bank is asked for as the first one was. Then it waits: nothing is paid out
 * before it is effective (account-changes.ts). The first account does not wait: nothing that
 * somebody else would have got goes there.
 */
export async function changeSubaccount(
  context: Context,
  scope: Scope,
  own: OwnName,
  code: string,
  change: SubaccountChange,
  asker: Asker,
): Promise<Subaccount> {
  const { bankCode: _code, accountNumber: _number, ...others } = change
  // Who changed the account while the bank was asked is not undone: all begins anew.
  return fromFreshReading(async () => {
    const before = await subaccountNamed(context, scope, code)
    const { bankCode = before.bankCode, accountNumber = before.accountNumber } = change
    const isElsewhere = bankCode !== before.bankCode || accountNumber !== before.accountNumber
    const to = isElsewhere ? await resolve(context, scope, own, { bankCode, accountNumber }) : null
    const account = to && {
      bankCode: to.bankCode,
      accountNumber: to.accountNumber,
      accountName: to.accountName,
    }
    const after = await context.sql.begin(async (sql) => {
      const changed = { ...others, ...account, updatedAt: context.now() }
      const after = await updateSubaccount(sql, before, changed)
      if (after === null) throw new ChangedMeanwhile()
      if (account) await askForChange(context, sql, before, account, asker)
      return after
    })
    if (account) context.pubSub.publish(EVENTS_TOPIC, scope)
    return after
  })
}

export async function subaccountNamed(
  context: Context,
  scope: Scope,
  code: string,
): Promise<Subaccount> {
  const id = subaccountIn(code) ?? refuse('subaccount_not_found')
  return (await findSubaccount(context.sql, scope, id)) ?? refuse('subaccount_not_found')
}

/** As the wire shows them, each with what it has. */
export async function toWireSubaccounts(context: Context, scope: Scope, rows: Subaccount[]) {
  const ids = rows.map(({ subaccountId }) => subaccountId)
  const [balances, stopped] = await Promise.all([
    partyBalancesOf(context, scope, ids),
    listStopped(context.sql, scope, ids, COMEBACKS_MAX),
  ])
  return rows.map((row, i) => toWireSubaccount(row, balances[i]!, stopped.has(row.subaccountId)))
}

function toWireSubaccount(
  row: Subaccount,
  balance: { available: Kobo; pending: Kobo },
  payoutsStopped: boolean,
) {
  const { bankCode, percentageCharge } = row
  return {
    id: row.subaccountId as string,
    domain: row.mode,
    subaccount_code: subaccountCode(row.subaccountId),
    business_name: row.businessName,
    bank: { name: findBank(bankCode)?.name ?? '', code: bankCode },
    account_number: row.accountNumber,
    account_name: row.accountName,
    percentage_charge: percentageCharge === null ? null : percentageCharge / 100,
    primary_contact_email: row.primaryContactEmail,
    metadata: row.metadata === null ? null : (readExactly(row.metadata) as object),
    active: row.active,
    payouts_stopped: payoutsStopped,
    currency: 'NGN' as const,
    available: Number(balance.available),
    pending: Number(balance.pending),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  }
}

async function subaccountOf(context: Context, scope: Scope, id: SubaccountId) {
  const found = await findSubaccount(context.sql, scope, id)
  assert(found, 'the row must exist, inserted now or by an earlier attempt')
  return found
}
