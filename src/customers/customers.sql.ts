import type { Scope } from '../context.ts'
import type { Sql } from '../lib/db.ts'
import type { Page } from '../lib/paging.ts'
import type { Customer, CustomerId, CustomersSought, Names, NewCustomer } from './customers.ts'

/** Behind every text that begins alike. */
const LAST = '\u{10ffff}'

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

export async function findCustomer(
  sql: Sql,
  { businessId, mode }: Scope,
  customerId: CustomerId,
): Promise<Customer | null> {
  const [row] = await sql<Customer[]>`
    select business_id, mode, customer_id, email, first_name, last_name, phone, created_at
    from customer
    where business_id = ${businessId} and mode = ${mode} and customer_id = ${customerId}
  `
  return row ?? null
}

/** One more than the page holds. Newest first. */
export async function listCustomers(
  sql: Sql,
  { businessId, mode }: Scope,
  sought: CustomersSought | null,
  page: Page,
): Promise<Customer[]> {
  return sql<Customer[]>`
    select business_id, mode, customer_id, email, first_name, last_name, phone, created_at
    from customer
    where business_id = ${businessId} and mode = ${mode}
      and ${matching(sql, sought)}
      ${page.below === null ? sql`` : sql`and customer_id < ${page.below}`}
    order by business_id desc, mode desc, customer_id desc
    limit ${page.perPage + 1} offset ${page.offset}
  `
}

export async function countCustomers(
  sql: Sql,
  { businessId, mode }: Scope,
  sought: CustomersSought | null,
): Promise<number> {
  const [row] = await sql<[{ total: number }]>`
    select count(*)::int as total from customer
    where business_id = ${businessId} and mode = ${mode} and ${matching(sql, sought)}
  `
  return row.total
}

/** As the indexes say it. */
function matching(sql: Sql, sought: CustomersSought | null) {
  if (sought === null) return sql`true`
  if (sought.kind === 'id') return sql`customer_id = ${sought.customerId}`
  const first = sought.folded
  const end = first + LAST
  // The last condition always holds: by it the indexes of names are these lists' alone.
  return sql`(
    (email_folded >= ${first} and email_folded < ${end})
    or (lower(first_name || ' ' || last_name) collate "C" >= ${first}
      and lower(first_name || ' ' || last_name) collate "C" < ${end})
    or (lower(last_name) collate "C" >= ${first} and lower(last_name) collate "C" < ${end})
  ) and created_at > '-infinity'`
}
