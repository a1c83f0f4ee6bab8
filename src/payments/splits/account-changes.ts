import { bankName } from '../../accounts/banks/banks.ts'
import { makerOf, settingsOf } from '../../accounts/businesses/businesses.ts'
import { queueEmail } from '../../accounts/logins/emails.ts'
import { isMemberSince, ownersOf } from '../../accounts/logins/members.ts'
import type { Context, Scope } from '../../core/context.ts'
import { EVENTS_TOPIC, emit, newEvent } from '../../core/events/webhooks.ts'
import { DAY, later, SECOND } from '../../platform/clock.ts'
import type { Sql } from '../../platform/db.ts'
import { type Id, newId, parsePublicId, publicId } from '../../platform/ids.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import {
  type AccountChange,
  type Asker,
  type ChangeId,
  countSince,
  decideChange,
  findChange,
  findWaiting,
  insertChange,
  listDue,
  lockSubaccount,
} from './account-changes.sql.ts'
import { type Subaccount, updateSubaccount } from './splits.sql.ts'
import { subaccountCode } from './subaccount-code.ts'

// Changes of the bank account of a subaccount. Someone with a stolen key or session could redirect
// all money of the subaccount to an account of their own. So a change waits, and the owners are
// notified.
//
//   (none) ──> waiting         [askForChange: by key or page]
//   waiting ──> effective      [effectDue: after 24 h; decide: at once, by a second person]
//   waiting ──> cancelled      [decide; askForChange: another change replaces it]
//
// Invariants:
// (1) While a change waits, nothing is paid out to the subaccount: the old account may be closed,
//     and the new one is not approved. The subaccount keeps its balance [payouts/subaccounts.ts].
// (2) A subaccount has at most one waiting change, which is decided once [decideChange].
// (3) Nobody approves a change that they requested, by page or by a key that they created. Nor does
//     anyone who joined the team in the last 24 hours, who may have been invited for this.
// (4) With four eyes required, no change takes effect by time. A later change of this setting does
//     not affect waiting changes.
//
// The subaccount shows the new account at once. Cancelling a change restores the old one.

export const WAIT_MS = 1 * DAY
/** For one subaccount in `WAIT_MS`: each change sends an email to every owner. */
const CHANGES_MAX = 10
const BATCH_MAX = 100

export type BankAccount = { bankCode: string; accountNumber: string; accountName: string }
export type Person = { loginId: Id<'login'>; email: string }

/** A key counts as the person who created it. */
export async function askerOf(
  context: Context,
  scope: Scope,
  { login, keyId }: { login: Person | null; keyId: string },
): Promise<Asker> {
  if (login) return { askedBy: login.loginId, askedByName: login.email }
  const key = await makerOf(context.sql, scope, keyId)
  return { askedBy: key.madeBy, askedByName: `the key ${key.hint}` }
}

/**
 * In the database transaction that changed and locked the subaccount. After COMMIT, publish
 * `EVENTS_TOPIC`.
 */
export async function askForChange(
  context: Context,
  sql: Sql,
  before: Subaccount,
  to: BankAccount,
  asker: Asker,
): Promise<void> {
  const { businessId, mode, subaccountId } = before
  const now = context.now()
  const settings = await settingsOf(context, before)
  await refuseTooMany(sql, before, now)
  const waiting = await findWaiting(sql, before)
  const from = waiting ? fromOf(waiting) : before
  if (waiting) {
    const decision = { state: 'cancelled', decidedByEmail: null, decidedAt: now } as const
    await tell(sql, (await decideChange(sql, waiting, decision))!, now)
  }
  // Back to the effective account: nothing needs to wait.
  if (isSame(from, to)) return
  const change: AccountChange = {
    businessId,
    mode,
    changeId: newId<'account_change'>(now),
    subaccountId,
    state: 'waiting',
    fromBankCode: from.bankCode,
    fromAccountNumber: from.accountNumber,
    fromAccountName: from.accountName,
    toBankCode: to.bankCode,
    toAccountNumber: to.accountNumber,
    toAccountName: to.accountName,
    ...asker,
    effectiveAt: settings.fourEyes ? null : later(now, WAIT_MS),
    decidedByEmail: null,
    decidedAt: null,
    createdAt: now,
  }
  await insertChange(sql, change)
  await tell(sql, change, now)
  await writeToOwners(context, sql, before, settings.businessName, change)
}

async function refuseTooMany(sql: Sql, subaccount: Subaccount, now: Date): Promise<void> {
  if ((await countSince(sql, subaccount, later(now, -WAIT_MS))) < CHANGES_MAX) return
  const message =
    `The bank account of this subaccount was changed ${CHANGES_MAX} times in 24 hours. Try ` +
    'again tomorrow, or cancel a waiting change.'
  throw new Refusal('rate_limited', { message, retryAfterSeconds: WAIT_MS / SECOND })
}

/** A person approves (`effective`) or cancels a change. */
export async function decide(
  context: Context,
  scope: Scope,
  name: string,
  state: 'effective' | 'cancelled',
  person: Person,
): Promise<AccountChange> {
  const changeId = parsePublicId('account_change', name)
  const known = changeId && (await findChange(context.sql, scope, changeId))
  if (known === null) refuse('account_change_not_found')
  if (state === 'effective') await requireSecondPerson(context, known, person)
  const decided = await conclude(context, known, state, person.email)
  return decided ?? refuse('account_change_decided')
}

/** Refuses who requested it, and who joined the team in the last 24 hours. */
export async function requireSecondPerson(
  { sql, now }: Context,
  { askedBy, businessId }: Pick<AccountChange, 'askedBy' | 'businessId'>,
  { loginId }: Person,
): Promise<void> {
  if (askedBy === loginId) refuse('second_person_needed')
  if (await isMemberSince(sql, businessId, loginId, later(now(), -WAIT_MS))) return
  const message = 'You joined the team in the last 24 hours. Another person must approve it.'
  throw new Refusal('second_person_needed', { message })
}

/** A job: makes due changes effective. */
export async function effectDue(context: Context): Promise<number> {
  const due = await listDue(context.sql, context.now(), BATCH_MAX)
  for (const one of due) await conclude(context, one, 'effective', null)
  return due.length
}

async function conclude(
  context: Context,
  key: Scope & { changeId: ChangeId },
  state: 'effective' | 'cancelled',
  decidedByEmail: string | null,
): Promise<AccountChange | null> {
  const now = context.now()
  const known = await findChange(context.sql, key, key.changeId)
  if (known === null) return null
  const decided = await context.sql.begin(async (sql) => {
    // Locks the subaccount first, like requests for changes and payouts.
    const subaccount = await lockSubaccount(sql, known)
    const after = await decideChange(sql, known, { state, decidedByEmail, decidedAt: now })
    if (after === null) return null
    if (state === 'cancelled') {
      await updateSubaccount(sql, subaccount, { ...fromOf(after), updatedAt: now })
    }
    await tell(sql, after, now)
    return after
  })
  if (decided !== null) {
    context.pubSub.publish(EVENTS_TOPIC, { businessId: key.businessId, mode: key.mode })
  }
  return decided
}

async function tell(sql: Sql, change: AccountChange, at: Date): Promise<void> {
  const what = change.state === 'waiting' ? 'requested' : change.state
  const data = JSON.stringify(toWireAccountChange(change))
  await emit(sql, [newEvent(change, `subaccount.account_change.${what}`, data, at)])
}

async function writeToOwners(
  context: Context,
  sql: Sql,
  subaccount: Subaccount,
  businessName: string,
  change: AccountChange,
): Promise<void> {
  const { businessId, mode, changeId, effectiveAt, askedByName } = change
  const to = `${bankName(change.toBankCode) ?? change.toBankCode} ${change.toAccountNumber}`
  const from = `${bankName(change.fromBankCode) ?? change.fromBankCode} ${change.fromAccountNumber}`
  const when = effectiveAt === null ? 'when a second person approves it' : 'in 24 hours'
  const note =
    `${askedByName} requested a bank account change for ${subaccount.businessName} ` +
    `(${subaccountCode(subaccount.subaccountId)}) in ${mode} mode: from ${from}, ` +
    `${change.fromAccountName}, to ${to}, ${change.toAccountName}. It takes effect ${when}. ` +
    'Payouts to this subaccount stop until then.'
  for (const email of await ownersOf(sql, businessId)) {
    const message = { kind: 'account_change', email, subjectId: changeId, note } as const
    await queueEmail(context, sql, { ...message, businessId, businessName })
  }
}

/** As the API and the events show it. */
export function toWireAccountChange(change: AccountChange) {
  const account = (bankCode: string, accountNumber: string, accountName: string) => ({
    bank: { name: bankName(bankCode) ?? bankCode, code: bankCode },
    account_number: accountNumber,
    account_name: accountName,
  })
  return {
    id: publicId('account_change', change.changeId),
    domain: change.mode,
    subaccount_id: publicId('subaccount', change.subaccountId),
    status: change.state,
    from: account(change.fromBankCode, change.fromAccountNumber, change.fromAccountName),
    to: account(change.toBankCode, change.toAccountNumber, change.toAccountName),
    asked_by: change.askedByName,
    effective_at: change.effectiveAt?.toISOString() ?? null,
    decided_by: change.decidedByEmail,
    decided_at: change.decidedAt?.toISOString() ?? null,
    created_at: change.createdAt.toISOString(),
  }
}

function fromOf(change: AccountChange): BankAccount {
  const { fromBankCode: bankCode, fromAccountNumber, fromAccountName } = change
  return { bankCode, accountNumber: fromAccountNumber, accountName: fromAccountName }
}

function isSame(one: BankAccount, other: BankAccount): boolean {
  return one.bankCode === other.bankCode && one.accountNumber === other.accountNumber
}
