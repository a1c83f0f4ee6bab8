import type { Sql } from '../../platform/db.ts'
import { firstRow, hasRow } from '../../platform/rows.ts'
import type { Scope } from '../context.ts'
import type { AddedKey, SealedSecret, WebhookEndpoint } from './webhooks.sql.ts'

/** An endpoint beside the two URLs of the settings. */
export type AddedEndpoint = Omit<WebhookEndpoint, 'route' | 'disabledReason'> & {
  route: AddedKey
  url: string
  /** `paused`: by a person. */
  disabledReason: WebhookEndpoint['disabledReason'] | 'paused'
  description: string | null
  version: number
  createdAt: Date
  updatedAt: Date
}

type Key = Scope & { route: AddedKey }

/** Oldest first. */
export function listAdded(sql: Sql, { businessId, mode }: Scope, max: number) {
  return sql<AddedEndpoint[]>`
    select * from webhook_endpoint
    where business_id = ${businessId} and mode = ${mode} and starts_with(route, 'whk_')
      and url is not null
    order by route
    limit ${max}
  `
}

export function findAdded(sql: Sql, { businessId, mode, route }: Key) {
  return firstRow(sql<AddedEndpoint[]>`
    select * from webhook_endpoint
    where business_id = ${businessId} and mode = ${mode} and route = ${route}
      and url is not null
  `)
}

/** A repeated request gets a new secret, because nobody has seen that of the first. */
export async function insertAdded(
  sql: Sql,
  endpoint: Key &
    SealedSecret &
    Omit<Partial<AddedEndpoint>, 'events'> & { events: string[]; createdAt: Date },
): Promise<void> {
  const { secret, secretHint } = endpoint
  await sql`
    insert into webhook_endpoint ${sql(endpoint)}
    on conflict (business_id, mode, route)
    do update set secret = ${secret}, secret_hint = ${secretHint}
  `
}

/** Null if it has changed since it was read. */
export function updateAdded(
  sql: Sql,
  { businessId, mode, route, version }: AddedEndpoint,
  change: Partial<Omit<AddedEndpoint, 'events'>> & { events?: string[]; updatedAt: Date },
) {
  return firstRow(sql<AddedEndpoint[]>`
    update webhook_endpoint set ${sql({ ...change, version: version + 1 })}
    where business_id = ${businessId} and mode = ${mode} and route = ${route}
      and version = ${version} and url is not null
    returning *
  `)
}

/**
 * Without a URL, its pending deliveries fail one after the other; without failures, not one a
 * minute. The row is kept until then. False if it has changed since it was read.
 */
export function clearAdded(
  sql: Sql,
  { businessId, mode, route, version }: AddedEndpoint,
  updatedAt: Date,
): Promise<boolean> {
  return hasRow(sql`
    update webhook_endpoint
    set url = null, previous_secret = null, previous_until = null, failures = 0,
      failing_since = null, probe_at = null, disabled_at = null, disabled_reason = null,
      version = version + 1, updated_at = ${updatedAt}
    where business_id = ${businessId} and mode = ${mode} and route = ${route}
      and version = ${version} and url is not null
    returning 1
  `)
}

/** Deletes the rows of endpoints that were deleted and have nothing pending. */
export async function dropCleared(sql: Sql, { businessId, mode }: Scope): Promise<void> {
  await sql`
    delete from webhook_endpoint w
    where w.business_id = ${businessId} and w.mode = ${mode} and starts_with(w.route, 'whk_')
      and w.url is null and not exists (
        select from delivery d
        where d.business_id = w.business_id and d.mode = w.mode and d.endpoint = w.route
          and d.state = 'pending'
      )
  `
}
