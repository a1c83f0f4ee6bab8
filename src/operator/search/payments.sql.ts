import type { CustomerId } from '../../accounts/customers/customers.sql.ts'
import type { Scope } from '../../core/context.ts'
import type { Query, Sql } from '../../platform/db.ts'
import { foldedName } from '../../platform/names.ts'
import {
  anyOf,
  BEHIND_REFERENCES,
  EACH_MAX,
  type Find,
  type Found,
  koboOf,
  LAST,
  NEWEST,
  RAILS,
} from './found.ts'

// Customers, and payments by all that people know of one.

const PAYMENTS_OF_A_CUSTOMER = 3

/** By the start of the email address, of the full name or of the last name. */
export const findCustomers: Find = (sql, { businessId, mode }, sought) => {
  const { text, name, email, id } = sought
  if (id === null && email === null && text !== '') return null
  const named = (column: Query<unknown>) => sql`(
    select customer_id from customer
    where business_id = ${businessId} and mode = ${mode} and ${foldedName(sql, column)} >= ${name}
      and ${foldedName(sql, column)} < ${name + LAST} and created_at > '-infinity'
    limit ${EACH_MAX}
  )`
  const byText = sql`
    (
      select customer_id from customer
      where business_id = ${businessId} and mode = ${mode}
        and email_folded >= ${email ?? ''} and email_folded < ${(email ?? '') + LAST}
      order by email_folded
      limit ${EACH_MAX}
    )
    ${name === '' ? sql`` : sql`union ${named(sql`first_name || ' ' || last_name`)}`}
    ${name === '' ? sql`` : sql`union ${named(sql`last_name`)}`}
  `
  const newest = sql`(
    select customer_id from customer where business_id = ${businessId} and mode = ${mode}
    order by business_id desc, mode desc, customer_id desc limit ${EACH_MAX}
  )`
  const ids = id === null ? (text === '' ? newest : byText) : sql`select ${id.id}::uuid`
  return sql<Found[]>`
    select customer_id as id, trim(first_name || ' ' || last_name) as title, email as detail,
      null::bigint as amount, null as status, created_at
    from customer
    where business_id = ${businessId} and mode = ${mode} and customer_id = any(array(${ids}))
    order by (email_folded = ${email}) desc nulls last, customer_id desc
    limit ${EACH_MAX}
  `
}

export const findPayments: Find = (sql, { businessId, mode }, sought) => {
  const { text, id, reference, lastFour, amount, accountNumber, sessionId, customerIds } = sought
  const ids = anyOf(sql, [
    id && sql`(select ${id.id}::uuid as id)`,
    text === '' &&
      sql`(
      select id from transaction where business_id = ${businessId} and mode = ${mode}
      order by business_id desc, mode desc, id desc limit ${EACH_MAX}
    )`,
    reference &&
      sql`(select id from transaction
      where business_id = ${businessId} and mode = ${mode}
        and reference = ${reference})`,
    reference &&
      id === null &&
      sql`(
      select id from transaction
      where business_id = ${businessId} and mode = ${mode} and reference >= ${reference}
        and reference < ${reference + BEHIND_REFERENCES}
      order by reference desc limit ${EACH_MAX}
    )`,
    lastFour &&
      sql`(
      select transaction_id from card_attempt
      where business_id = ${businessId} and mode = ${mode} and authorization_details is not null
        and substring(authorization_details, '"last4":"([0-9]{4})"') = ${lastFour}
      order by attempt_id desc limit ${EACH_MAX}
    )`,
    amount &&
      sql`(
      select id from transaction
      where business_id = ${businessId} and mode = ${mode}
        and amount = ${koboOf(sought)}::bigint and paid_at is not null
      order by id desc limit ${EACH_MAX}
    ) union (
      select id from (
        select id, amount from transaction where business_id = ${businessId} and mode = ${mode}
        order by business_id desc, mode desc, id desc limit ${NEWEST}
      ) newest
      where amount = ${koboOf(sought)}::bigint
      limit ${EACH_MAX}
    )`,
    accountNumber &&
      sql`(
      select v.transaction_id
      from account_number n
      join virtual_account v on v.business_id = n.business_id and v.mode = n.mode
        and v.virtual_account_id = n.virtual_account_id
      where n.business_id = ${businessId} and n.mode = ${mode}
        and n.account_number = ${accountNumber}
    )`,
    sessionId &&
      sql`(
      select d.transaction_id
      from deposit_session s
      join deposit d on d.business_id = s.business_id and d.mode = s.mode
        and d.deposit_id = s.deposit_id
      where s.business_id = ${businessId} and s.mode = ${mode}
        and s.rail = any(${RAILS}) and s.session_id = ${sessionId}
    )`,
    customerIds.length > 0 && ofCustomers(sql, { businessId, mode }, customerIds),
  ])
  if (ids === null) return null
  return sql<Found[]>`
    select id, reference as title, coalesce(nullif(customer_name, ''), email) as detail, amount,
      status, created_at, authorization_details as card, message, errors, refunded
    from transaction
    where business_id = ${businessId} and mode = ${mode}
      and id = any(${ids})
    order by (reference = ${text}) desc, id desc
    limit ${EACH_MAX}
  `
}

/** The condition on `created_at` is always true: it is that of the index. */
function ofCustomers(sql: Sql, { businessId, mode }: Scope, customerIds: CustomerId[]) {
  return sql`(
    select p.id
    from unnest(${customerIds}::uuid[]) as c (customer_id)
    cross join lateral (
      select id from transaction
      where business_id = ${businessId} and mode = ${mode} and customer_id = c.customer_id
        and created_at > '-infinity'
      order by id desc
      limit ${PAYMENTS_OF_A_CUSTOMER}
    ) p
  )`
}
