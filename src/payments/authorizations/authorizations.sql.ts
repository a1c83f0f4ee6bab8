import type { CustomerId } from '../../accounts/customers/customers.sql.ts'
import type { Scope } from '../../core/context.ts'
import type { Sql } from '../../platform/db.ts'
import type { Id } from '../../platform/ids.ts'
import { listOf, type Page } from '../../platform/paging.ts'
import { firstRow, hasRow } from '../../platform/rows.ts'
import type { MandateRejection } from '../../providers/rails.ts'

export type AuthorizationId = Id<'authorization'>

export type AuthorizationKey = Scope & { authorizationId: AuthorizationId }

export type Authorization = AuthorizationKey & {
  customerId: CustomerId
  /** Of the first charge. The provider expects it again. */
  email: string
  rail: string
  /** The same for the same card. */
  signature: string
  /** Sealed. Null once it is deactivated, and the provider has forgotten it. */
  token: string | null
  /** When the provider is next asked to forget it. */
  forgetAt: Date | null
  /** JSON, as payments show the card. */
  details: string
  /** When the business was told that the card expires. */
  expiryToldAt: Date | null
  state: 'pending' | 'active' | 'rejected' | 'deactivated'
  channel: 'card' | 'direct_debit'
  /** Where the customer approves a mandate. */
  approvalUrl: string | null
  /** The provider's name for a mandate, sealed. */
  handle: string | null
  /** When a job next asks about a pending mandate. */
  checkAt: Date | null
  rejectionReason: MandateRejection | null
  /** What the customer agreed to. */
  consent: string
  consentedAt: Date
  /** The IP address. */
  consentAddress: string | null
  createdAt: Date
  updatedAt: Date
  deactivatedAt: Date | null
}

/** False if the same card is kept already. */
export function insertAuthorization(sql: Sql, row: Authorization): Promise<boolean> {
  return hasRow(sql`
    insert into payer_authorization ${sql(row)}
    on conflict do nothing
    returning 1
  `)
}

export function findActive(sql: Sql, { businessId, mode, authorizationId }: AuthorizationKey) {
  return firstRow(sql<Authorization[]>`
    select * from payer_authorization
    where business_id = ${businessId} and mode = ${mode}
      and authorization_id = ${authorizationId} and state = 'active'
  `)
}

/** In any state. */
export function findAuthorization(sql: Sql, key: AuthorizationKey) {
  const { businessId, mode, authorizationId } = key
  return firstRow(sql<Authorization[]>`
    select * from payer_authorization
    where business_id = ${businessId} and mode = ${mode}
      and authorization_id = ${authorizationId}
  `)
}

/** Null if it is not pending any more. */
export function movePending(
  sql: Sql,
  { businessId, mode, authorizationId }: AuthorizationKey,
  to: Partial<Authorization>,
) {
  return firstRow(sql<Authorization[]>`
    update payer_authorization set ${sql(to)}
    where business_id = ${businessId} and mode = ${mode}
      and authorization_id = ${authorizationId} and state = 'pending'
    returning *
  `)
}

/** A mandate that the provider was never asked for. */
export async function deletePending(
  sql: Sql,
  { businessId, mode, authorizationId }: AuthorizationKey,
): Promise<void> {
  await sql`
    delete from payer_authorization
    where business_id = ${businessId} and mode = ${mode}
      and authorization_id = ${authorizationId} and state = 'pending'
  `
}

/** The pending mandates of these customers are due now: their provider has news. */
export async function setMandatesDue(
  sql: Sql,
  { mode, rail }: Pick<Authorization, 'mode' | 'rail'>,
  email: string,
  now: Date,
): Promise<void> {
  await sql`
    update payer_authorization set check_at = ${now}
    where mode = ${mode} and rail = ${rail} and lower(email) = lower(${email})
      and state = 'pending' and check_at > ${now}
  `
}

type Card = Scope & Pick<Authorization, 'customerId' | 'rail' | 'signature'>

export function findSameCard(sql: Sql, { businessId, mode, customerId, rail, signature }: Card) {
  return firstRow(sql<Authorization[]>`
    select * from payer_authorization
    where business_id = ${businessId} and mode = ${mode} and customer_id = ${customerId}
      and rail = ${rail} and signature = ${signature} and state = 'active'
  `)
}

type Renewal = Pick<
  Authorization,
  'email' | 'token' | 'details' | 'consent' | 'consentedAt' | 'consentAddress' | 'updatedAt'
> & { expiryToldAt?: Date | null }

/** False if it was deactivated meanwhile. */
export function renew(
  sql: Sql,
  { businessId, mode, authorizationId }: AuthorizationKey,
  to: Renewal,
): Promise<boolean> {
  return hasRow(sql`
    update payer_authorization set ${sql(to)}
    where business_id = ${businessId} and mode = ${mode}
      and authorization_id = ${authorizationId} and state = 'active'
    returning 1
  `)
}

/** Null if it was deactivated before. `forgetAt`: when a job asks the provider to forget it. */
export function setDeactivated(
  sql: Sql,
  { businessId, mode, authorizationId }: AuthorizationKey,
  now: Date,
  forgetAt: Date,
) {
  return firstRow(sql<Authorization[]>`
    update payer_authorization
    set state = 'deactivated', deactivated_at = ${now}, updated_at = ${now},
      approval_url = null, check_at = null,
      forget_at = case when token is null then null else ${forgetAt}::timestamptz end
    where business_id = ${businessId} and mode = ${mode}
      and authorization_id = ${authorizationId} and state in ('pending', 'active')
    returning *
  `)
}

/** Those that can be charged, newest first. */
export function listActive(
  sql: Sql,
  { businessId, mode }: Scope,
  customerId: CustomerId,
  page: Page,
) {
  const rows = sql`
    select * from payer_authorization
    where business_id = ${businessId} and mode = ${mode} and customer_id = ${customerId}
      and state = 'active'
  `
  return listOf<Authorization>(sql, page, 'authorizationId', rows)
}

/** Those that were not rejected, newest first. */
export function listMandates(sql: Sql, { businessId, mode }: Scope, page: Page) {
  const rows = sql`
    select * from payer_authorization
    where business_id = ${businessId} and mode = ${mode} and channel = 'direct_debit'
      and state <> 'rejected'
  `
  return listOf<Authorization>(sql, page, 'authorizationId', rows)
}

/** In any state, newest first. */
export function listEach(
  sql: Sql,
  { businessId, mode }: Scope,
  customerId: CustomerId,
  page: Page,
) {
  const rows = sql`
    select * from payer_authorization
    where business_id = ${businessId} and mode = ${mode} and customer_id = ${customerId}
  `
  return listOf<Authorization>(sql, page, 'authorizationId', rows)
}

/** In any state, the oldest first. */
export function listOfCustomer(sql: Sql, { businessId, mode }: Scope, customerId: CustomerId) {
  return sql<Authorization[]>`
    select * from payer_authorization
    where business_id = ${businessId} and mode = ${mode} and customer_id = ${customerId}
    order by authorization_id
    limit 1000
  `
}

/** Claims cards that providers are to forget, under a lease. */
export function claimToForget(sql: Sql, now: Date, lease: Date, max: number) {
  return sql<Authorization[]>`
    with due as (
      select business_id, mode, authorization_id
      from payer_authorization
      where forget_at <= ${now}
      order by forget_at
      limit ${max}
      for update skip locked
    )
    update payer_authorization a
    set forget_at = ${lease}
    from due
    where a.business_id = due.business_id and a.mode = due.mode
      and a.authorization_id = due.authorization_id
    returning a.*
  `
}

/** Null: the provider has forgotten it. */
export async function setForgetAt(
  sql: Sql,
  { businessId, mode, authorizationId, token }: Authorization,
  forgetAt: Date | null,
): Promise<void> {
  await sql`
    update payer_authorization
    set forget_at = ${forgetAt}, token = ${forgetAt && token}
    where business_id = ${businessId} and mode = ${mode}
      and authorization_id = ${authorizationId} and forget_at is not null
  `
}

/** Of a customer who was erased, once the provider has forgotten it. */
export async function deleteErased(
  sql: Sql,
  { businessId, mode, authorizationId }: AuthorizationKey,
): Promise<void> {
  await sql`
    delete from payer_authorization
    where business_id = ${businessId} and mode = ${mode}
      and authorization_id = ${authorizationId} and email = '' and state = 'deactivated'
  `
}

/**
 * Erases the cards of a customer, and what they agreed to. What is left of a card is its token,
 * until the provider has forgotten it.
 */
export async function eraseAuthorizations(
  sql: Sql,
  { businessId, mode }: Scope,
  customerId: CustomerId,
  now: Date,
): Promise<void> {
  await sql`
    delete from payer_authorization
    where business_id = ${businessId} and mode = ${mode} and customer_id = ${customerId}
      and token is null
  `
  await sql`
    update payer_authorization
    set state = 'deactivated', forget_at = ${now}, updated_at = ${now}, email = '',
      signature = authorization_id::text, details = '{}', consent = '', consent_address = null,
      deactivated_at = coalesce(deactivated_at, ${now}::timestamptz)
    where business_id = ${businessId} and mode = ${mode} and customer_id = ${customerId}
  `
}
