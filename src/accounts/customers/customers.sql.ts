import type { Scope } from '../../core/context.ts'
import type { Query, Sql } from '../../platform/db.ts'
import type { Id } from '../../platform/ids.ts'
import { foldedName } from '../../platform/names.ts'
import { COUNTED_MAX, countCapped, countUnlessFull, type Page } from '../../platform/paging.ts'
import { firstRow } from '../../platform/rows.ts'

export type CustomerId = Id<'customer'>

export type Names = { firstName: string; lastName: string; phone: string | null }

export type NewCustomer = Scope & {
  customerId: CustomerId
  email: string
  emailFolded: string
  firstName: string
  lastName: string
  phone: string | null
  /** JSON, as sent. */
  metadata: string | null
  createdAt: Date
}

export type Customer = Scope &
  Names & {
    customerId: CustomerId
    email: string
    metadata: string | null
    /** Counts the changes. */
    version: number
    createdAt: Date
    updatedAt: Date
  }

export type CustomerChange = Partial<Names & Pick<Customer, 'metadata'>>

/** Both are folded. */
export type Beginning = { email: string; name: string }

/** By id or code; or by the start of the email address, the full name or the last name. */
export type CustomersSought =
  | { kind: 'id'; customerId: CustomerId }
  | ({ kind: 'prefix' } & Beginning)

/** Appended to a prefix, it sorts after every text with that prefix. */
const LAST = '\u{10ffff}'

/** One id each, in the order of the input; null if a concurrent transaction inserts the row. */
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
        ${customers.map(({ metadata }) => metadata)}::text[],
        ${customers.map(({ createdAt }) => createdAt.toISOString())}::timestamptz[]
      ) with ordinality as i (
        business_id, mode, customer_id, email, email_folded, first_name, last_name, phone,
        metadata, created_at, position
      )
    ), inserted as (
      insert into customer (
        business_id, mode, customer_id, email, email_folded, first_name, last_name, phone,
        metadata, created_at, updated_at
      )
      select business_id, mode, customer_id, email, email_folded, first_name, last_name, phone,
        metadata, created_at, created_at
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

/** A known phone number stays. */
export async function setNames(
  sql: Sql,
  now: Date,
  { businessId, mode }: Scope,
  customerId: CustomerId,
  { firstName, lastName, phone }: Names,
): Promise<void> {
  await sql`
    update customer
    set first_name = ${firstName}, last_name = ${lastName}, phone = coalesce(phone, ${phone}),
      version = version + 1, updated_at = ${now}
    where business_id = ${businessId} and mode = ${mode} and customer_id = ${customerId}
  `
}

/** The email becomes an address that cannot exist; it stays unique. */
export async function eraseContact(
  sql: Sql,
  now: Date,
  { businessId, mode }: Scope,
  customerId: CustomerId,
  email: string,
): Promise<void> {
  await sql`
    update customer
    set email = ${email}, email_folded = ${email}, first_name = '', last_name = '', phone = null,
      metadata = null, version = version + 1, updated_at = ${now}
    where business_id = ${businessId} and mode = ${mode} and customer_id = ${customerId}
  `
}

/** `lockCustomer` has read it. */
export async function updateCustomer(
  sql: Sql,
  { businessId, mode, customerId, version }: Customer,
  change: CustomerChange & { updatedAt: Date },
): Promise<Customer> {
  const [row] = await sql<[Customer]>`
    update customer set ${sql({ ...change, version: version + 1 })}
    where business_id = ${businessId} and mode = ${mode} and customer_id = ${customerId}
    returning ${columns(sql)}
  `
  return row
}

export function findCustomer(sql: Sql, { businessId, mode }: Scope, customerId: CustomerId) {
  return firstRow(sql<Customer[]>`
    select ${columns(sql)} from customer
    where business_id = ${businessId} and mode = ${mode} and customer_id = ${customerId}
  `)
}

/** Locks it. */
export function lockCustomer(sql: Sql, { businessId, mode }: Scope, customerId: CustomerId) {
  return firstRow(sql<Customer[]>`
    select ${columns(sql)} from customer
    where business_id = ${businessId} and mode = ${mode} and customer_id = ${customerId}
    for no key update
  `)
}

/** Newest first, one more than the page. Scans until the page is full: see `listFewCustomers`. */
export async function listCustomers(
  sql: Sql,
  { businessId, mode }: Scope,
  sought: CustomersSought | null,
  page: Page,
): Promise<Customer[]> {
  return sql<Customer[]>`
    select ${columns(sql)} from customer
    where business_id = ${businessId} and mode = ${mode}
      and ${matching(sql, sought)}
      ${page.below === null ? sql`` : sql`and customer_id < ${page.below}`}
    order by business_id desc, mode desc, customer_id desc
    limit ${page.perPage + 1} offset ${page.offset}
  `
}

/** The same if fewer than `COUNTED_MAX` match: finds all of them first. */
export async function listFewCustomers(
  sql: Sql,
  scope: Scope,
  begins: Beginning,
  page: Page,
): Promise<Customer[]> {
  const { businessId, mode } = scope
  return sql<Customer[]>`
    with found as materialized (${beginning(sql, scope, begins)}), page as (
      select customer_id
      from found
      where ${page.below === null ? sql`true` : sql`customer_id < ${page.below}`}
      order by customer_id desc
      limit ${page.perPage + 1} offset ${page.offset}
    )
    select c.*
    from page
    cross join lateral (
      select ${columns(sql)} from customer
      where business_id = ${businessId} and mode = ${mode} and customer_id = page.customer_id
      limit 1
    ) c
    order by c.customer_id desc
  `
}

function columns(sql: Sql) {
  return sql`
    business_id, mode, customer_id, email, first_name, last_name, phone, metadata, version,
    created_at, updated_at
  `
}

/** `order by` the key keeps plans from reading other businesses. */
export async function countCustomers(
  sql: Sql,
  scope: Scope,
  sought: CustomersSought | null,
): Promise<number> {
  const { businessId, mode } = scope
  if (sought === null) {
    const all = sql`
      select 1 from customer
      where business_id = ${businessId} and mode = ${mode}
      order by business_id, mode, customer_id
    `
    return countUnlessFull(scope, ['customer'], () => countCapped(sql, all))
  }
  if (sought.kind === 'prefix') return countCapped(sql, beginning(sql, scope, sought))
  return countCapped(
    sql,
    sql`
      select 1 from customer
      where business_id = ${businessId} and mode = ${mode} and ${matching(sql, sought)}
    `,
  )
}

/** The ids with this prefix: at most `COUNTED_MAX` from each of the three indexes. */
function beginning(sql: Sql, { businessId, mode }: Scope, begins: Beginning) {
  const parts = partsOf(sql, begins).map(
    (part) => sql`(
      select customer_id from customer
      where business_id = ${businessId} and mode = ${mode} and ${part}
        and created_at > '-infinity'
      limit ${COUNTED_MAX}
    )`,
  )
  return sql`${parts[0]!} union ${parts[1]!} union ${parts[2]!}`
}

/** Conditions on the email address, full name and last name, as in the indexes. */
function partsOf(sql: Sql, { email, name }: Beginning) {
  const isNamed = (names: Query<unknown>) => {
    const folded = foldedName(sql, names)
    // An apostrophe, for example, folds to nothing, and no name starts with it.
    return name === '' ? sql`false` : sql`${folded} >= ${name} and ${folded} < ${name + LAST}`
  }
  return [
    sql`email_folded >= ${email} and email_folded < ${email + LAST}`,
    isNamed(sql`first_name || ' ' || last_name`),
    isNamed(sql`last_name`),
  ]
}

function matching(sql: Sql, sought: CustomersSought | null) {
  if (sought === null) return sql`true`
  if (sought.kind === 'id') return sql`customer_id = ${sought.customerId}`
  const [email, name, lastName] = partsOf(sql, sought)
  // The last condition is always true. It limits the use of the name indexes to these lists.
  return sql`((${email!}) or (${name!}) or (${lastName!})) and created_at > '-infinity'`
}
