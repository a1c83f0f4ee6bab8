import { customerNamed } from '../../accounts/customers/customers.ts'
import type { Context, Scope } from '../../core/context.ts'
import { EVENTS_TOPIC, emit, newEvent } from '../../core/events/webhooks.ts'
import { later } from '../../platform/clock.ts'
import { newId, parsePublicId, publicCode, publicId } from '../../platform/ids.ts'
import { ChangedMeanwhile, fromFreshReading } from '../../platform/optimistic.ts'
import { refuse } from '../../platform/refusal.ts'
import type { CardToken } from '../../providers/rails.ts'
import {
  type Authorization,
  type AuthorizationKey,
  findActive,
  findAuthorization,
  findSameCard,
  insertAuthorization,
  renew,
  setDeactivated,
} from './authorizations.sql.ts'

import { FORGET_LEASE_MS, forget } from './forget.ts'
import { openToken, sealToken } from './sealed-token.ts'

export {
  eraseAuthorizations,
  findAuthorization,
  listActive,
  listMandates,
  listOfCustomer,
} from './authorizations.sql.ts'
export { sealedToken } from './sealed-token.ts'

// An authorization is a card that a customer let a business keep, or a direct debit mandate
// (mandates.ts). charge.ts charges both.
//
//   (none) ──> active              [keepCard, when a charge is approved and the customer agreed]
//   active ──> active              [keepCard, the same card again: the new token counts]
//   active ──> active              [tellExpiring, once, in its last month: expiring.ts]
//   active ──> deactivated         [deactivate; then the provider is asked to forget: forget.ts]
//
// Invariants:
// (1) It exists only with the words that the customer agreed to.
// (2) The same card of a customer is active once: a unique index.
// (3) The provider's token is sealed, bound to business, mode, provider and row, and leaves the
//     service only in calls to that provider. A deactivated authorization has none, once the
//     provider has forgotten it.

/** With an attempt, as JSON. */
export type Consent = { words: string; at: string; address: string | null }

export const TOKEN_LENGTH_MAX = 1_000
const AS_CARD = {
  state: 'active',
  channel: 'card',
  approvalUrl: null,
  handle: null,
  checkAt: null,
  rejectionReason: null,
} as const
const SIGNATURE_LENGTH_MAX = 200

type Kept = Scope &
  Pick<Authorization, 'customerId' | 'email' | 'rail' | 'details'> & {
    given: CardToken
    consent: Consent
  }

/** Returns its code; null if the provider's token cannot be stored. */
export async function keepCard(context: Context, kept: Kept): Promise<string | null> {
  const { businessId, mode, given, consent, ...card } = kept
  const { signature } = given
  const isTooLong =
    given.secret.length > TOKEN_LENGTH_MAX || signature.length > SIGNATURE_LENGTH_MAX
  if (isTooLong || signature === '') {
    context.log.error({ rail: card.rail }, 'a rail returned a card token that cannot be stored')
    return null
  }
  const scope = { businessId, mode }
  const id = await fromFreshReading(async () => {
    const now = context.now()
    const same = await findSameCard(context.sql, { ...scope, ...card, signature })
    const authorizationId = same?.authorizationId ?? newId<'authorization'>(now)
    const place = { ...scope, authorizationId, rail: card.rail }
    const renewal = {
      email: card.email,
      details: card.details,
      token: sealToken(context, place, given.secret),
      consent: consent.words,
      consentedAt: new Date(consent.at),
      consentAddress: consent.address,
      updatedAt: now,
    }
    // A bank may renew a card under the same number.
    const isLonger = same !== null && lastMonthOf(same) !== lastMonthOf(card)
    const written = same
      ? await renew(context.sql, place, { ...renewal, ...(isLonger && { expiryToldAt: null }) })
      : await context.sql.begin(async (sql) => {
          const { customerId, rail } = card
          const fixed = { ...scope, authorizationId, customerId, rail, signature }
          const times = { createdAt: now, deactivatedAt: null, forgetAt: null, expiryToldAt: null }
          const row: Authorization = { ...fixed, ...renewal, ...AS_CARD, ...times }
          const isNew = await insertAuthorization(sql, row)
          if (isNew) await emit(sql, [told('authorization.created', row, now)])
          return isNew
        })
    if (!written) throw new ChangedMeanwhile()
    return authorizationId
  })
  context.pubSub.publish(EVENTS_TOPIC, scope)
  return publicCode('authorization', id)
}

/** Refuses an unknown code, a deactivated authorization and another business's alike. */
export async function authorizationNamed(
  context: Context,
  { businessId, mode }: Scope,
  code: string,
): Promise<Authorization> {
  const authorizationId = parsePublicId('authorization', code)
  const found =
    authorizationId && (await findActive(context.sql, { businessId, mode, authorizationId }))
  return found ?? refuse('authorization_not_found')
}

/** `2030-12`: when it expires, as the provider said. Later than any other if it did not. */
export function lastMonthOf({ details }: Pick<Authorization, 'details'>): string {
  const { exp_month: month, exp_year: year } = JSON.parse(details) as Record<string, string>
  return month && year ? `${year.padStart(4, '20')}-${month.padStart(2, '0')}` : '9999-12'
}

/** For a call to its provider. */
export function tokenOf(context: Pick<Context, 'keys'>, authorization: Authorization): string {
  const { token } = authorization
  return token === null
    ? refuse('authorization_not_found')
    : openToken(context, { ...authorization, token })
}

/** It can be charged no more. A charge that has begun goes on. */
export async function deactivate(
  context: Context,
  scope: Scope,
  customer: string,
  code: string,
): Promise<Authorization> {
  const found = await authorizationOf(context, scope, customer, code)
  const ended = await end(context, found)
  return ended ?? refuse('authorization_not_found')
}

/** The bank or the provider has ended it: a charge was declined for that. */
export async function endRevoked(context: Context, key: AuthorizationKey): Promise<void> {
  const found = await findActive(context.sql, key)
  if (found?.channel === 'direct_debit') await end(context, found)
}

/** Null if it had ended before. */
async function end(context: Context, found: Authorization): Promise<Authorization | null> {
  const { businessId, mode } = found
  const now = context.now()
  const ended = await context.sql.begin(async (sql) => {
    const row = await setDeactivated(sql, found, now, later(now, FORGET_LEASE_MS))
    // Of a pending mandate, no event has told.
    if (row && found.state === 'active')
      await emit(sql, [told('authorization.deactivated', row, now)])
    return row
  })
  context.pubSub.publish(EVENTS_TOPIC, { businessId, mode })
  if (ended !== null && ended.forgetAt !== null) await forget(context, ended)
  return ended
}

/** In any state, of this customer. */
export async function authorizationOf(
  context: Context,
  scope: Scope,
  customer: string,
  code: string,
): Promise<Authorization> {
  const { customerId } = await customerNamed(context, scope, customer)
  const { businessId, mode } = scope
  const authorizationId = parsePublicId('authorization', code)
  const key = authorizationId && { businessId, mode, authorizationId }
  const found = key && (await findAuthorization(context.sql, key))
  return found?.customerId === customerId ? found : refuse('authorization_not_found')
}

export function told(
  type: `authorization.${'created' | 'deactivated' | 'expiring' | 'rejected'}`,
  row: Authorization,
  now: Date,
) {
  return newEvent(row, type, JSON.stringify(toWireAuthorization(row)), now)
}

export function toWireAuthorization(row: Authorization) {
  const { bin, last4, exp_month, exp_year, brand, card_type, bank, country_code } = JSON.parse(
    row.details,
  ) as Record<string, string>
  return {
    authorization_code: publicCode('authorization', row.authorizationId),
    domain: row.mode,
    customer_id: publicId('customer', row.customerId),
    channel: row.channel,
    status: row.state,
    ...{ bin, last4, exp_month, exp_year, brand, card_type, bank, country_code },
    reusable: row.state === 'active',
    active: row.state === 'active',
    approval_url: row.approvalUrl,
    rejection_reason: row.rejectionReason,
    consent: {
      text: row.consent,
      given_at: row.consentedAt.toISOString(),
      ip_address: row.consentAddress,
    },
    created_at: row.createdAt.toISOString(),
    deactivated_at: row.deactivatedAt?.toISOString() ?? null,
  }
}
