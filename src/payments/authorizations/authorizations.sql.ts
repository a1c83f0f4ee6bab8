import type { CustomerId } from '../../accounts/customers/customers.sql.ts'
import type { Scope } from '../../core/context.ts'
import type { Sql } from '../../platform/db.ts'
import type { Id } from '../../platform/ids.ts'
import { listOf, type Page } from '../../platform/paging.ts'
import { firstRow, hasRow } from '../../platform/rows.ts'

export type AuthorizationId = Id<'authorization'>

type AuthorizationKey = Scope & { authorizationId: AuthorizationId }

export type Authorization = AuthorizationKey & {
  customerId: CustomerId
  /** Of the first charge. The provider expects it again. */
  email: string
  rail: string
  /** The same for the same card. */
  signature: string
  /** Sealed. Null once it is deactivated. */
  token: string | null
  /** JSON, as payments show the card. */
  details: string
  state: 'active' | 'deactivated'
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
>

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

/** Null if it was deactivated before. */
export function setDeactivated(
  sql: Sql,
  { businessId, mode, authorizationId }: AuthorizationKey,
  now: Date,
) {
  return firstRow(sql<Authorization[]>`
    update payer_authorization
    set state = 'deactivated', token = null, deactivated_at = ${now}, updated_at = ${now}
    where business_id = ${businessId} and mode = ${mode}
      and authorization_id = ${authorizationId} and state = 'active'
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

/** In any state, the oldest first. */
export function listOfCustomer(sql: Sql, { businessId, mode }: Scope, customerId: CustomerId) {
  return sql<Authorization[]>`
    select * from payer_authorization
    where business_id = ${businessId} and mode = ${mode} and customer_id = ${customerId}
    order by authorization_id
    limit 1000
  `
}

/** Erases the cards of a customer, and what they agreed to. */
export async function eraseAuthorizations(
  sql: Sql,
  { businessId, mode }: Scope,
  customerId: CustomerId,
): Promise<void> {
  await sql`
    delete from payer_authorization
    where business_id = ${businessId} and mode = ${mode} and customer_id = ${customerId}
  `
}
