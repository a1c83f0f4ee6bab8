import { findBank } from '../../accounts/banks/banks.ts'
import { refuseStrangeApp, settingsOf } from '../../accounts/businesses/businesses.ts'
import { customerNamed } from '../../accounts/customers/customers.ts'
import { providerCall } from '../../core/calls.ts'
import type { Context, Scope } from '../../core/context.ts'
import { EVENTS_TOPIC, emit } from '../../core/events/webhooks.ts'
import { DAY, later, MINUTE, SECOND } from '../../platform/clock.ts'
import type { Sql } from '../../platform/db.ts'
import { newId } from '../../platform/ids.ts'
import { refuse } from '../../platform/refusal.ts'
import { railFor } from '../../providers/capabilities.ts'
import { askKeeping, handleColumn } from '../../providers/handles.ts'
import { railThatMade } from '../../providers/made-by.ts'
import type { Mode } from '../../providers/outcomes.ts'
import type { MandateOutcome, MandateRejection } from '../../providers/rails.ts'
import {
  type Authorization,
  type AuthorizationId,
  deletePending,
  findAuthorization,
  insertAuthorization,
  movePending,
  setMandatesDue,
} from './authorizations.sql.ts'
import { TOKEN_LENGTH_MAX, told } from './authorizations.ts'
import { sealToken } from './sealed-token.ts'

// A mandate lets a business debit a bank account. The customer approves it, and the bank activates
// it hours later. From then on charge.ts charges it like a kept card.
//
//   (none) ──> pending                    [createMandate: stored before the provider is asked]
//   pending ──> (none)                    [the provider was down: nothing happened]
//   pending ──> active | rejected         [record]
//   pending, active ──> deactivated       [deactivate; endRevoked, when a charge says so]
//
// Invariants:
// (1) The provider is asked once. What it knows is enquired about, by a job and when it notifies.
// (2) The account number is not stored: its last four digits are.
// (3) No code of a mandate that is removed while pending ever reaches the service.

/** A call whose outcome is not recorded by then was interrupted. */
const CALL_LEASE_MS = 1 * MINUTE
const FIRST_PAUSE_MS = 30 * SECOND
/** The customer does not approve it any more. */
const GIVE_UP_MS = 30 * DAY
const CONSENT = 'A direct debit mandate, which the customer approves at the bank.'

export const mandateHandle = handleColumn('payer_authorization', 'handle', 'authorizationId')

export const mandates = providerCall<Authorization, MandateOutcome>({
  what: 'mandate',
  idKind: 'authorization',
  table: 'payer_authorization',
  id: 'authorizationId',
  columns: { due: 'checkAt', handle: 'handle' },
  isOpen: (sql) => sql`state = 'pending'`,
  // Excludes those that wait for the customer or their bank.
  isUnknown: (sql) => sql`state = 'pending' and handle is null`,
  whenAsked: (sql) => sql`created_at`,
  lastAsked: ({ createdAt }) => createdAt,
  handles: mandateHandle,
  needs: [{ what: 'charges', rows: (sql) => sql`state = 'pending'` }],
  unheard: 'end',
  neverKnownMs: GIVE_UP_MS,

  reach(context, row) {
    const rail = railThatMade(context.rails, 'charges', row)
    const { authorizationId: key, businessId: onBehalfOf } = row
    if (rail?.enquireMandate === undefined) return null
    const enquire = rail.enquireMandate.bind(rail)
    return { enquire: ({ handle }) => enquire({ key, onBehalfOf, ...(handle && { handle }) }) }
  },

  async record(context, row, said) {
    switch (said.kind) {
      case 'active':
        return activate(context, row, said.token)
      case 'rejected':
        return reject(context, row, said.reason)
      case 'not_found':
        return reject(context, row, 'not_received')
      case 'never_known':
        return reject(context, row, 'timed_out')
    }
  },
})

type Input = {
  bankCode: string
  accountNumber: string
  returnUrl: string | null
  /** The id to use, so that a repeated request finds the first one's mandate: Idempotency-Key. */
  effectId: string | null
}

export async function createMandate(
  context: Context,
  { businessId, mode }: Scope,
  customer: string,
  { bankCode, accountNumber, returnUrl, effectId }: Input,
): Promise<Authorization> {
  const scope = { businessId, mode }
  const { customerId, email } = await customerNamed(context, scope, customer)
  const bank = findBank(bankCode) ?? refuse('unknown_bank')
  refuseStrangeApp(await settingsOf(context, scope), returnUrl)
  const rail = railFor(context.rails, scope, 'mandates')
  const now = context.now()
  const authorizationId = (effectId ?? newId(now)) as AuthorizationId
  const row: Authorization = {
    ...{ ...scope, authorizationId, customerId, email, rail: rail.name },
    signature: authorizationId,
    token: null,
    forgetAt: null,
    expiryToldAt: null,
    details: detailsOf(bank.name, accountNumber),
    state: 'pending',
    channel: 'direct_debit',
    approvalUrl: null,
    handle: null,
    checkAt: later(now, CALL_LEASE_MS),
    rejectionReason: null,
    consent: CONSENT,
    consentedAt: now,
    consentAddress: null,
    createdAt: now,
    updatedAt: now,
    deactivatedAt: null,
  }
  const isNew = await insertAuthorization(context.sql, row)
  if (!isNew) return (await findAuthorization(context.sql, row)) ?? refuse('rail_unavailable')
  const opening = rail.openMandate({
    ...{ key: authorizationId, onBehalfOf: businessId, email, accountNumber },
    bank: { code: bank.code, nipCode: bank.nipCode },
    returnUrl: returnUrl ?? context.baseUrl(),
  })
  const outcome = await askKeeping(context, opening)
  const followed = await follow(context, row, outcome)
  return followed ?? (await findAuthorization(context.sql, row)) ?? refuse('rail_unavailable')
}

/** Null if the row was moved meanwhile. */
async function follow(
  context: Context,
  row: Authorization,
  outcome: MandateOutcome,
): Promise<Authorization | null> {
  switch (outcome.kind) {
    case 'active':
      return activate(context, row, outcome.token)
    case 'rejected':
      return reject(context, row, outcome.reason)
    case 'accepted': {
      const now = context.now()
      return movePending(context.sql, row, {
        handle: mandateHandle.keep(context, row, null, outcome),
        approvalUrl: outcome.url ?? null,
        checkAt: later(now, FIRST_PAUSE_MS),
        updatedAt: now,
      })
    }
    // The job enquires.
    case 'unknown':
      return row
    case 'not_found':
    case 'unavailable':
      await deletePending(context.sql, row)
      return refuse('rail_unavailable')
  }
}

async function activate(context: Context, row: Authorization, token: string) {
  if (token.length > TOKEN_LENGTH_MAX || token === '') {
    context.log.error({ rail: row.rail }, 'a rail returned a mandate token that cannot be stored')
    return null
  }
  const sealed = sealToken(context, row, token)
  return end(context, row, 'authorization.created', { state: 'active', token: sealed })
}

function reject(context: Context, row: Authorization, rejectionReason: MandateRejection) {
  return end(context, row, 'authorization.rejected', { state: 'rejected', rejectionReason })
}

/** Null if it was moved meanwhile. */
async function end(
  context: Context,
  row: Authorization,
  event: 'authorization.created' | 'authorization.rejected',
  to: Partial<Authorization>,
): Promise<Authorization | null> {
  const now = context.now()
  const ended = await context.sql.begin(async (sql: Sql) => {
    const done = { ...to, approvalUrl: null, checkAt: null, updatedAt: now }
    const moved = await movePending(sql, row, done)
    if (moved) await emit(sql, [told(event, moved, now)])
    return moved
  })
  context.pubSub.publish(EVENTS_TOPIC, { businessId: row.businessId, mode: row.mode })
  return ended
}

/** A job. Returns how many it claimed. */
export function enquireAboutMandates(context: Context): Promise<number> {
  return mandates.runDue(context)
}

/** The provider has news of the mandates of this customer. */
export function enquireAboutMandatesOf(
  { sql, now }: Context,
  mode: Mode,
  rail: string,
  email: string,
): Promise<void> {
  return setMandatesDue(sql, { mode, rail }, email, now())
}

function detailsOf(bank: string, accountNumber: string): string {
  const account = {
    bin: '',
    last4: accountNumber.slice(-4),
    exp_month: '',
    exp_year: '',
    brand: '',
  }
  return JSON.stringify({ ...account, card_type: 'mandate', bank, country_code: 'NG' })
}
