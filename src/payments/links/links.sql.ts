import type { Scope } from '../../core/context.ts'
import type { Sql } from '../../platform/db.ts'
import type { Id } from '../../platform/ids.ts'
import type { Kobo } from '../../platform/money.ts'
import { type Listed, listOf, type Page } from '../../platform/paging.ts'

export type PaymentLinkId = Id<'payment_link'>

export type PaymentLink = Scope & {
  paymentLinkId: PaymentLinkId
  slug: string
  name: string
  description: string | null
  /** Null: the customer says how much, within the next two where they are set. */
  amount: Kobo | null
  minAmount: Kobo | null
  maxAmount: Kobo | null
  /** JSON. */
  fields: string
  callbackUrl: string | null
  splitCode: string | null
  /** With commas. Null: all of them. */
  channels: string | null
  feeBearer: 'business' | 'customer'
  active: boolean
  expiresAt: Date | null
  usesMax: number | null
  /** JSON, as it was sent. */
  metadata: string | null
  version: number
  createdAt: Date
  updatedAt: Date
}

/** False where a first try has made it. */
export async function insertLink(sql: Sql, link: PaymentLink): Promise<boolean> {
  const [row] = await sql`
    insert into payment_link ${sql(link)}
    on conflict (business_id, mode, payment_link_id) do nothing
    returning 1
  `
  return row !== undefined
}

/** False where the slug leads to a link already, whoever's it is. */
export async function insertSlug(sql: Sql, link: PaymentLink): Promise<boolean> {
  const { slug, businessId, mode, paymentLinkId } = link
  const [row] = await sql`
    insert into payment_link_slug ${sql({ slug, businessId, mode, paymentLinkId })}
    on conflict do nothing
    returning 1
  `
  return row !== undefined
}

/** From the version that was read. */
export async function updateLink(
  sql: Sql,
  before: PaymentLink,
  change: Partial<PaymentLink>,
): Promise<PaymentLink | null> {
  const { businessId, mode, paymentLinkId, version } = before
  const [row] = await sql<PaymentLink[]>`
    update payment_link set ${sql({ ...change, version: version + 1 })}
    where business_id = ${businessId} and mode = ${mode} and payment_link_id = ${paymentLinkId}
      and version = ${version}
    returning *
  `
  return row ?? null
}

export async function findLink(
  sql: Sql,
  { businessId, mode }: Scope,
  id: PaymentLinkId,
): Promise<PaymentLink | null> {
  const [row] = await sql<PaymentLink[]>`
    select * from payment_link
    where business_id = ${businessId} and mode = ${mode} and payment_link_id = ${id}
  `
  return row ?? null
}

/** The slug says whose it is. */
export async function findBySlug(sql: Sql, slug: string): Promise<PaymentLink | null> {
  const [row] = await sql<PaymentLink[]>`
    select l.*
    from payment_link_slug s
    join payment_link l
      on l.business_id = s.business_id and l.mode = s.mode
        and l.payment_link_id = s.payment_link_id
    where s.slug = ${slug}
  `
  return row ?? null
}

/** Newest first. */
export function listLinks(
  sql: Sql,
  { businessId, mode }: Scope,
  page: Page,
): Promise<Listed<PaymentLink>> {
  const rows = sql`
    select * from payment_link
    where business_id = ${businessId} and mode = ${mode}
  `
  return listOf(sql, page, 'paymentLinkId', rows)
}
