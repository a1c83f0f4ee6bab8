import type { Scope } from '../context.ts'
import type { Sql } from '../lib/db.ts'
import type { CustomerId, Names, NewCustomer } from './customers.ts'

/** One id each, in the order of the input; null where another transaction was in between. */
export async function findOrInsertMany(sql: Sql, customers: NewCustomer[]) {
  const rows = await sql<{ id: CustomerId | null }[]>`
    with input as (
      select *
      from unnest(
        ${customers.map(({ businessId }) => businessId)}::uuid[],
        ${customers.map(({ mode }) => mode)}::text[],
        ${customers.map(({ customerId }) => customerId)}::uuid[],
        ${customers.map(({ email }) => email)}::text[],
        ${customers.map(({ emailFolded }) => emailFolded)}::text[],
        ${customers.map(({ firstName }) => firstName)}::text[],
        ${customers.map(({ lastName }) => lastName)}::text[],
        ${customers.map(({ phone }) => phone)}::text[],
        ${customers.map(({ createdAt }) => createdAt.toISOString())}::timestamptz[]
      ) with ordinality as i (
        business_id, mode, customer_id, email, email_folded, first_name, last_name, phone,
        created_at, position
      )
    ), inserted as (
      insert into customer (
        business_id, mode, customer_id, email, email_folded, first_name, last_name, phone,
        created_at, updated_at
      )
      select business_id, mode, customer_id, email, email_folded, first_name, last_name, phone,
        created_at, created_at
      from input
      order by business_id, mode, email_folded
      on conflict on constraint customer_email_is_unique do nothing
      returning business_id, mode, email_folded, customer_id
    )
    select coalesce(inserted.customer_id, existing.customer_id) as id
    from input
    left join inserted using (business_id, mode, email_folded)
    left join lateral (
      select c.customer_id
      from customer c
      where c.business_id = input.business_id and c.mode = input.mode
        and c.email_folded = input.email_folded
      limit 1
    ) existing on true
    order by position
  `
  return rows.map(({ id }) => id)
}

export async function findIdByEmail(sql: Sql, { businessId, mode }: Scope, emailFolded: string) {
  const [row] = await sql<{ customerId: CustomerId }[]>`
    select customer_id from customer
    where business_id = ${businessId} and mode = ${mode} and email_folded = ${emailFolded}
  `
  return row?.customerId ?? null
}

export async function updateNames(
  sql: Sql,
  { businessId, mode }: Scope,
  customerId: CustomerId,
  { firstName, lastName, phone }: Names,
  now: Date,
): Promise<void> {
  await sql`
    update customer
    set first_name = ${firstName}, last_name = ${lastName}, phone = coalesce(phone, ${phone}),
      updated_at = ${now}
    where business_id = ${businessId} and mode = ${mode} and customer_id = ${customerId}
  `
}
