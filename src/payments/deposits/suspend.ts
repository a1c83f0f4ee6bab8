import assert from 'node:assert/strict'
import { settingsOf } from '../../accounts/businesses/businesses.ts'
import { type BusinessId, type Context, HOUSE } from '../../core/context.ts'
import { EVENTS_TOPIC } from '../../core/events/webhooks.ts'
import { openAccounts, post } from '../../core/ledger/ledger.ts'
import type { Sql } from '../../platform/db.ts'
import { newId, parsePublicId, publicId } from '../../platform/ids.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import type { BankCredit, Mode } from '../../providers/outcomes.ts'
import type { Issued, WalletAccount } from '../virtual-accounts/virtual-accounts.rows.ts'
import { findByNumber } from '../virtual-accounts/virtual-accounts.ts'
import type { Collection } from './collect.sql.ts'
import { collectIn, underFreeReference, workedOut } from './collect.ts'
import {
  type Deposit,
  findSuspended,
  findSuspendedById,
  insertSuspended,
  listSuspended,
  moveSuspended,
  releaseSession,
  type SuspendedCredit,
  tallySuspended,
} from './deposits.sql.ts'
import { countPayment } from './deposits.ts'
import { creditWallet } from './top-up.ts'

// A credit to an account number that was never issued. The service keeps it in a suspense account
// until an operator assigns it:
//
//   (none) ──> waiting     [suspend]
//   waiting ──> assigned   [assign: once; creates the deposit and reverses the suspense entry]

const LISTED_MAX = 1_000

/** False if the session id is known. */
export async function suspend(
  context: Context,
  mode: Mode,
  rail: string,
  credit: BankCredit,
): Promise<boolean> {
  const now = context.now()
  const suspendedCreditId = newId<'suspended_credit'>(now)
  const isNew = await context.sql.begin(async (sql) => {
    const row = { businessId: HOUSE, mode, rail, ...credit, suspendedCreditId, createdAt: now }
    if (!(await insertSuspended(sql, row))) return false
    await openAccounts(sql, now, { businessId: HOUSE, mode })
    const { amount, occurredAt } = credit
    const cause = {
      businessId: HOUSE,
      mode,
      causeId: suspendedCreditId,
      reason: 'suspense',
    } as const
    const moved = { debit: 'bank_clearing', credit: 'suspense', amount, occurredAt } as const
    await post(sql, now, [{ ...cause, ...moved }])
    return true
  })
  const fields = { mode, rail, suspendedCredit: publicId('suspended_credit', suspendedCreditId) }
  if (isNew) context.log.warn(fields, 'a credit arrived at an unknown account number')
  return isNew
}

/** Credits that wait for an operator: the oldest thousand, oldest first. */
export async function listWaiting({ sql }: Context, mode: Mode): Promise<SuspendedCredit[]> {
  return listSuspended(sql, mode, LISTED_MAX)
}

/** How many wait in each mode, and since when. At most a thousand are counted. */
export async function suspenseOf({ sql }: Context) {
  return tallySuspended(sql, LISTED_MAX)
}

/** The mode of a credit (`sus_…`). Ids are unique over both modes. */
export async function modeOfSuspended({ sql }: Context, suspendedCredit: string): Promise<Mode> {
  const id = parsePublicId('suspended_credit', suspendedCredit) ?? refuseSuspended()
  for (const mode of ['test', 'live'] as const) {
    if (await findSuspendedById(sql, mode, id)) return mode
  }
  return refuseSuspended()
}

/** The credit `sus_…`; refuses an unknown one. */
export async function findSuspendedCredit(
  { sql }: Context,
  mode: Mode,
  suspendedCredit: string,
): Promise<SuspendedCredit> {
  const id = parsePublicId('suspended_credit', suspendedCredit) ?? refuseSuspended()
  return (await findSuspendedById(sql, mode, id)) ?? refuseSuspended()
}

/** Null if no credit under this session id was suspended. */
export async function suspendedUnder(
  { sql }: Context,
  name: Parameters<typeof findSuspended>[1],
): Promise<SuspendedCredit | null> {
  return findSuspended(sql, name)
}

/** Who would receive it: the customer of a dedicated account, or the business of a wallet. */
export type Holder = {
  accountNumber: string
  kind: 'dedicated' | 'wallet'
  name: string
  businessId: BusinessId
  businessName: string
}

export async function holderOf(
  context: Context,
  mode: Mode,
  accountNumber: string,
): Promise<Holder> {
  const account = await payableAccount(context, mode, accountNumber)
  const { kind, businessId } = account
  const { businessName } = await settingsOf(context, { businessId, mode })
  const name =
    account.kind === 'dedicated'
      ? `${account.customer.firstName} ${account.customer.lastName}`
      : businessName
  return { accountNumber, kind, name, businessId, businessName }
}

/** Refuses an unknown number, and a one-off account. */
async function payableAccount(context: Context, mode: Mode, accountNumber: string) {
  const account = await findByNumber(context, mode, accountNumber)
  if (account === null || account.kind === 'one_off') return refuse('account_not_found')
  return account
}

/**
 * Books a suspended credit (`sus_…`) to a dedicated account or a wallet, as if it had arrived
 * there. Refuses a credit that was assigned before.
 */
export async function assign(
  context: Context,
  mode: Mode,
  { suspendedCredit, accountNumber, by, businessId }: Assignment,
): Promise<Deposit> {
  const waiting = await findSuspendedCredit(context, mode, suspendedCredit)
  const id = waiting.suspendedCreditId
  const account = await payableAccount(context, mode, accountNumber)
  if (businessId && account.businessId !== businessId) return refuse('account_not_found')

  const now = context.now()
  const credit = { ...creditIn(waiting), accountNumber }
  const inOneStep = async (sql: Sql, collection: Collection | null) => {
    const to = { assignedNumber: accountNumber, assignedBy: by, assignedAt: now }
    if (!(await moveSuspended(sql, mode, id, to))) return refuse('already_assigned')
    // From now on the session id belongs to the deposit.
    await releaseSession(sql, { mode, rail: waiting.rail, sessionId: waiting.sessionId })
    const booked =
      collection === null
        ? await creditWallet(context, sql, waiting.rail, account as Issued<WalletAccount>, credit)
        : await collectIn(sql, now, collection)
    assert(booked, 'a session that was released can be claimed')
    const cause = { businessId: HOUSE, mode, causeId: id, reason: 'suspense_assigned' } as const
    const moved = { debit: 'suspense', credit: 'bank_clearing', amount: credit.amount } as const
    await post(sql, now, [{ ...cause, ...moved, occurredAt: now }])
    return booked
  }
  const deposit = await underFreeReference(credit, async (isNamedBySession) => {
    const collection =
      account.kind === 'dedicated'
        ? await workedOut(context, waiting.rail, account, credit, isNamedBySession)
        : null
    return context.sql.begin((sql) => inOneStep(sql, collection))
  })
  context.pubSub.publish(EVENTS_TOPIC, deposit)
  countPayment(context, deposit)
  return deposit
}

/** Also for a credit that the caller may not know of. */
export function refuseSuspended(): never {
  throw new Refusal('not_found', { message: 'No transfer in suspense has this id.' })
}

type Assignment = {
  suspendedCredit: string
  accountNumber: string
  by: string
  /** The business that must own the account. */
  businessId?: BusinessId | null
}

function creditIn(suspended: SuspendedCredit): BankCredit {
  const { sessionId, accountNumber, amount, occurredAt } = suspended
  const { senderName, senderBankCode, senderAccountNumber, narration } = suspended
  const sender = { senderName, senderBankCode, senderAccountNumber, narration }
  return { sessionId, accountNumber, amount, occurredAt, ...sender }
}
