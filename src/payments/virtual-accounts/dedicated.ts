import assert from 'node:assert/strict'
import {
  bumpSettingsVersion,
  forgetCached,
  settingsOf,
} from '../../accounts/businesses/businesses.ts'
import type { CustomerId, Names } from '../../accounts/customers/customers.sql.ts'
import { findOrCreateCustomer, setNames } from '../../accounts/customers/customers.ts'
import type { Context, Scope } from '../../core/context.ts'
import type { OnlyIf } from '../../core/etags.ts'
import type { EventType } from '../../core/events/types.ts'
import { EVENTS_TOPIC, emit, newEvent } from '../../core/events/webhooks.ts'
import { type MetadataChange, shownMetadata } from '../../core/metadata.ts'
import {
  maskedNumber,
  type Numbers,
  type NumberType,
  needNumber,
  numberColumns,
} from '../../core/numbers.ts'
import type { Sql } from '../../platform/db.ts'
import { newId, publicCode, publicId } from '../../platform/ids.ts'
import { refuse } from '../../platform/refusal.ts'
import { ask } from '../../providers/ask.ts'
import { railFor } from '../../providers/capabilities.ts'
import { railThatMade } from '../../providers/made-by.ts'
import { codeIn } from '../splits/frozen.ts'
import { frozenSplit } from '../splits/splits.ts'
import { nameOnAccount } from './account-name.ts'
import type { DedicatedAccount, Issued } from './virtual-accounts.rows.ts'
import {
  clearNumberOf,
  type DedicatedChange,
  findDedicatedOf,
  insertDedicated,
  lockDedicated,
  setNumberOf,
  setTier3,
  updateDedicated,
} from './virtual-accounts.sql.ts'
import { accountHandle, issue } from './virtual-accounts.ts'

export { type DedicatedFilter, listDedicated } from './virtual-accounts.sql.ts'

// A customer's permanent account number. A second call returns the same one.
//
//   (none) ──> Tier 1           [createDedicated, without a BVN: in live mode with a NIN]
//   (none) ──> Tier 3           [createDedicated, with one]
//   Tier 1 ──> Tier 3           [createDedicated again, with one]
//
// Invariants:
// (1) One customer has one account: a unique index.
// (2) The names of the first call stay, and the first BVN and NIN that the bank accepts.
// (3) BVN and NIN are stored sealed, bound to their row. Only the last four digits are shown.
// (4) No number is issued in live mode without a BVN or NIN: the central bank requires one.

/** Of the central bank, in kobo. Tier 3 has none. */
const TIER_1_LIMITS = { daily: 5_000_000, balance: 30_000_000 }
const NUMBER_FIELDS = { bvn: 'customer.bvn', nin: 'customer.nin' }
const NUMBER_NEEDED = 'the central bank requires one for every account number in live mode.'

const numbersOf = numberColumns('virtual_account', 'businessId', 'mode', 'virtualAccountId')

export const sealedAccountNumbers = numbersOf.sealed

export type DedicatedInput = Names &
  Numbers & {
    email: string
    splitCode: string | null
    /** JSON, stored byte for byte. Kept from the call that creates the account. */
    metadata?: string | null
  }

/** Finds or creates customer and account. Of several calls at once, one is `isNew`. */
export async function createDedicated(
  context: Context,
  scope: Scope,
  { splitCode: named, ...rest }: DedicatedInput,
): Promise<{ account: Issued<DedicatedAccount>; isNew: boolean }> {
  const split = named === null ? null : await frozenSplit(context, scope, named)
  const input = { ...rest, splitCode: codeIn(split) }
  const reserved = await keepSplit(context, await reserve(context, scope, input), input)
  await keepNumber(context, reserved, 'bvn', input.bvn)
  const isNewNin = await keepNumber(context, reserved, 'nin', input.nin)

  const { account, isNew } = await issueDedicated(context, reserved)
  if (account.bvn === null || (account.tier === 3 && !isNewNin)) return { account, isNew }
  return { account: await raise(context, account), isNew }
}

/** Null until it has its number. */
export async function dedicatedOf(
  { sql }: Context,
  scope: Scope,
  customerId: CustomerId,
): Promise<Issued<DedicatedAccount> | null> {
  const account = await findDedicatedOf(sql, scope, customerId)
  return account?.accountNumber ? (account as Issued<DedicatedAccount>) : null
}

/** As the API and the events show it, with the customer. */
export function toWireDedicated(account: Issued<DedicatedAccount>) {
  const { firstName, lastName, email, phone } = account.customer
  return {
    id: publicId('virtual_account', account.virtualAccountId),
    domain: account.mode,
    account_number: account.accountNumber,
    account_name: account.accountName,
    bank: account.bank,
    currency: 'NGN' as const,
    tier: account.tier,
    limits: account.tier === 1 ? TIER_1_LIMITS : null,
    active: true as const,
    assigned_at: account.assignedAt.toISOString(),
    split_code: account.splitCode,
    metadata: shownMetadata(account.metadata),
    customer: {
      id: publicId('customer', account.customerId),
      customer_code: publicCode('customer', account.customerId),
      first_name: firstName,
      last_name: lastName,
      name: `${firstName} ${lastName}`,
      email,
      phone,
      bvn: maskedNumber(account.bvnLast4),
      nin: maskedNumber(account.ninLast4),
    },
    created_at: account.createdAt.toISOString(),
    updated_at: account.updatedAt.toISOString(),
  }
}

async function reserve(
  context: Context,
  scope: Scope,
  input: DedicatedInput,
): Promise<DedicatedAccount> {
  const customerId = await findOrCreateCustomer(context, scope, input)
  const existing = await findDedicatedOf(context.sql, scope, customerId)
  if (existing) {
    if (existing.accountNumber === null) needOne(scope, input, existing)
    return existing
  }

  const now = context.now()
  const { businessId, mode } = scope
  const rail = railFor(context.rails, scope, 'permanent_accounts').name
  needOne(scope, input)
  const { businessName } = await settingsOf(context, scope)
  const virtualAccountId = newId<'virtual_account'>(now)
  const account = {
    businessId,
    mode,
    virtualAccountId,
    rail,
    kind: 'dedicated' as const,
    customerId,
    accountName: nameOnAccount(businessName, `${input.firstName} ${input.lastName}`),
    splitCode: null,
    metadata: input.metadata ?? null,
    createdAt: now,
    updatedAt: now,
  }
  const tier = input.bvn === null ? 1 : 3
  const sealed = numbersOf.seal(context, account, input)
  await context.sql.begin(async (sql) => {
    const row = { ...account, tier, ...sealed } as const
    if (await insertDedicated(sql, row)) await setNames(sql, now, scope, customerId, input)
  })
  const reserved = await findDedicatedOf(context.sql, scope, customerId)
  assert(reserved, 'the row must exist, inserted here or concurrently')
  return reserved
}

/** Refuses a request of live mode without a BVN or NIN, now or before. */
function needOne({ mode }: Scope, sent: Numbers, stored?: Numbers): void {
  if (mode === 'test') return
  const numbers = { bvn: sent.bvn ?? stored?.bvn ?? null, nin: sent.nin ?? stored?.nin ?? null }
  needNumber(numbers, NUMBER_FIELDS, NUMBER_NEEDED)
}

/** Refuses another number than the one that is stored. True if it is new. */
async function keepNumber(
  context: Context,
  account: DedicatedAccount,
  type: NumberType,
  number: string | null,
): Promise<boolean> {
  if (number === null) return false
  if (account[type] === null) {
    const sealed = numbersOf.seal(context, account, { bvn: number, nin: number })
    if (await setNumberOf(context.sql, account, type, sealed, context.now())) return true
  }
  const kept = account[type] === null ? await findAgain(context, account) : account
  const stored = numbersOf.open(context, kept)[type]
  if (stored !== null && stored !== number) refuse(`already_has_${type}`)
  return false
}

/** The last split that was sent stays. */
async function keepSplit(
  context: Context,
  account: DedicatedAccount,
  { splitCode }: DedicatedInput,
): Promise<DedicatedAccount> {
  if (splitCode === null || splitCode === account.splitCode) return account
  return changed(context, account, () => ({ splitCode }))
}

/** `split`: its id or code; null ends the sharing. Refuses an account that `only` refuses. */
export async function changeDedicated(
  context: Context,
  account: Issued<DedicatedAccount>,
  { split, metadata }: { split?: string | null; metadata?: MetadataChange | undefined },
  only: OnlyIf,
): Promise<Issued<DedicatedAccount>> {
  const frozen = split ? await frozenSplit(context, account, split) : null
  const shared = split !== undefined && { splitCode: codeIn(frozen) }
  const after = await changed(context, account, (before) => {
    only(before)
    return { ...shared, ...(metadata && { metadata: metadata(before.metadata) }) }
  })
  return after as Issued<DedicatedAccount>
}

async function changed(
  context: Context,
  account: DedicatedAccount,
  decide: (before: Awaited<ReturnType<typeof lockDedicated>>) => DedicatedChange,
): Promise<DedicatedAccount> {
  await context.sql.begin(async (sql) => {
    const before = await lockDedicated(sql, account)
    const change = decide(before)
    if (Object.keys(change).length === 0) return
    await updateDedicated(sql, account, change, context.now())
    // Clears the caches of all processes: they remember accounts with their splits.
    await bumpSettingsVersion(sql)
    const { splitCode = before.splitCode } = change
    if (splitCode === before.splitCode) return
    await tellOfChange(context, sql, account, 'dedicated_virtual_account.split_changed')
  })
  forgetCached(context)
  context.pubSub.publish(EVENTS_TOPIC, account)
  return findAgain(context, account)
}

async function issueDedicated(context: Context, reserved: DedicatedAccount) {
  if (reserved.accountNumber !== null) {
    const account = (await findAgain(context, reserved)) as Issued<DedicatedAccount>
    return { account, isNew: false }
  }
  // The numbers of the first call, whoever calls now: one key is one request to the rail. In live
  // mode the rail makes no account without one, so a later number replaces one that it rejected.
  const isLive = reserved.mode === 'live'
  const sent = isLive ? await findAgain(context, reserved) : reserved
  const { bvn, nin } = numbersOf.open(context, sent)
  const { virtualAccountId: key, businessId: onBehalfOf, accountName, customer: holder } = reserved
  const asked = { bvn: isLive || reserved.tier === 3 ? bvn : null, nin }
  const wanted = { key, onBehalfOf, accountName, ...asked, holder }
  const issued = await issue(
    context,
    reserved,
    async (bank, attempt) => {
      const outcome = await bank.issueAccount({ ...wanted, attempt })
      if (outcome.kind === 'refused') await clear(context, sent, outcome.number)
      return outcome
    },
    (sql, account) => {
      const data = JSON.stringify(toWireDedicated(account))
      const type = 'dedicated_virtual_account.created'
      return emit(sql, [newEvent(account, type, data, context.now())])
    },
  )
  if (issued.isNew) context.pubSub.publish(EVENTS_TOPIC, reserved)
  return issued
}

async function raise(
  context: Context,
  account: Issued<DedicatedAccount>,
): Promise<Issued<DedicatedAccount>> {
  const bank =
    railThatMade(context.rails, 'permanent_accounts', account) ?? refuse('rail_unavailable')
  const { virtualAccountId: key, businessId: onBehalfOf, accountNumber } = account
  const { bvn, nin } = numbersOf.open(context, account)
  assert(bvn !== null, 'the BVN must be stored to raise the tier')
  const known = accountHandle.handBack(context, account, account.handle)
  const asked = { key, onBehalfOf, accountNumber, bvn, nin, ...known }
  const outcome = await ask(bank.raiseTier(asked))
  switch (outcome.kind) {
    case 'unavailable':
      return refuse('rail_unavailable')
    case 'unknown':
      return refuse('rail_timeout')
    case 'refused':
      await clear(context, account, outcome.number)
      return refuse(`${outcome.number}_refused`)
    case 'raised':
      await context.sql.begin(async (sql) => {
        if (!(await setTier3(sql, account, context.now()))) return
        await tellOfChange(context, sql, account, 'dedicated_virtual_account.tier_raised')
      })
      context.pubSub.publish(EVENTS_TOPIC, account)
      return (await findAgain(context, account)) as Issued<DedicatedAccount>
  }
}

/** Not before it has its number: its creation tells of the rest. */
async function tellOfChange(
  context: Context,
  sql: Sql,
  before: DedicatedAccount,
  type: EventType,
): Promise<void> {
  const account = await findAgain({ sql }, before)
  if (account.accountNumber === null) return
  const data = JSON.stringify(toWireDedicated(account as Issued<DedicatedAccount>))
  await emit(sql, [newEvent(account, type, data, context.now())])
}

async function findAgain(
  { sql }: { sql: Sql },
  account: DedicatedAccount,
): Promise<DedicatedAccount> {
  const found = await findDedicatedOf(sql, account, account.customerId)
  assert(found, 'an account is never removed')
  return found
}

function clear({ sql, now }: Context, account: DedicatedAccount, type: NumberType): Promise<void> {
  return clearNumberOf(sql, account, type, now())
}
