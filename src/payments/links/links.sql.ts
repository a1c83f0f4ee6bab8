import type { Scope } from '../../core/context.ts'
import type { Sql } from '../../platform/db.ts'
import type { Id } from '../../platform/ids.ts'
import type { Kobo } from '../../platform/money.ts'
import { listOf, type Page } from '../../platform/paging.ts'

export type PaymentLinkId = Id<'payment_link'>

export type PaymentLink = Scope & {
  paymentLinkId: PaymentLinkId
  slug: string
  name: string
  description: string | null
  /** Null: the customer chooses the amount, between `minAmount` and `maxAmount`. */
  amount: Kobo | null
  minAmount: Kobo | null
  maxAmount: Kobo | null
  /** JSON. */
  fields: string
  callbackUrl: string | null
  splitCode: string | null
  /** Separated by commas. Null: all. */
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

/** False if an earlier attempt inserted it. */
export async function insertLink(sql: Sql, link: PaymentLink): Promise<boolean> {
  const [row] = await sql`
    insert into payment_link ${sql(link)}
    on conflict (business_id, mode, payment_link_id) do nothing
    returning 1
  `
  return row !== undefined
}

/** False if any business has a link with this slug. */
export async function insertSlug(sql: Sql, link: PaymentLink): Promise<boolean> {
  const { slug, businessId, mode, paymentLinkId } = link
  const [row] = await sql`
    insert into payment_link_slug ${sql({ slug, businessId, mode, paymentLinkId })}
    on conflict do nothing
    returning 1
  `
  return row !== undefined
}

/** Null if the link has changed since it was read. */
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

export async function findLink(sql: Sql, { businessId, mode }: Scope, id: PaymentLinkId) {
  const [row] = await sql<PaymentLink[]>`
    select * from payment_link
    where business_id = ${businessId} and mode = ${mode} and payment_link_id = ${id}
  `
  return row ?? null
}

/** Of any business: a slug is unique. */
export async function findBySlug(sql: Sql, slug: string) {
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
export function listLinks(sql: Sql, { businessId, mode }: Scope, page: Page) {
  const rows = sql`
    select * from payment_link
    where business_id = ${businessId} and mode = ${mode}
  `
  return listOf<PaymentLink>(sql, page, 'paymentLinkId', rows)
}
