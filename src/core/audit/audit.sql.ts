import type { Sql } from '../../platform/db.ts'
import type { Id } from '../../platform/ids.ts'
import type { Page } from '../../platform/paging.ts'
import type { Mode } from '../../providers/outcomes.ts'
import type { BusinessId } from '../context.ts'

export type AuditEntry = {
  /** Null: concerns both modes. */
  mode: Mode | null
  /** Null: a key, or an unknown login. */
  loginId: Id<'login'> | null
  /** Who did it: an email address, or the id of a key. */
  email: string
  address: string
  requestId: string
  /** `POST /refunds`, `sign in`. */
  action: string
  /** The record concerned: a path, an email address or an id. */
  subject: string
  bodyDigest: Buffer | null
  /** The HTTP status of the response; null: not known yet. */
  outcome: number | null
}

export type EntryRow = AuditEntry & {
  businessId: BusinessId
  number: bigint
  entryId: Id<'audit_entry'>
  createdAt: Date
  previous: Buffer
  digest: Buffer
}
type Head = { number: bigint; digest: Buffer }
type HeadOf = Head & { businessId: BusinessId }

/** Locks the ends of chains until COMMIT. */
export async function lockHeads(
  sql: Sql,
  businessIds: BusinessId[],
  start: Buffer,
): Promise<HeadOf[]> {
  await sql`
    insert into audit_head (business_id, number, digest)
    select business_id, 0, ${start} from unnest(${businessIds}::uuid[]) as business_id
    order by business_id
    on conflict (business_id) do nothing
  `
  return sql<HeadOf[]>`
    select business_id, number, digest from audit_head
    where business_id = any(${businessIds}::uuid[])
    order by business_id
    for update
  `
}

export async function moveHeads(sql: Sql, heads: HeadOf[]): Promise<void> {
  await sql`
    update audit_head as h set number = moved.number, digest = moved.digest
    from unnest(
      ${heads.map(({ businessId }) => businessId)}::uuid[],
      ${heads.map(({ number }) => `${number}`)}::text[]::bigint[],
      ${heads.map(({ digest }) => `\\x${digest.toString('hex')}`)}::text[]::bytea[]
    ) as moved (business_id, number, digest)
    where h.business_id = moved.business_id
  `
}

export async function insertEntries(sql: Sql, rows: EntryRow[]): Promise<void> {
  await sql`insert into audit_entry ${sql(rows)}`
}

export async function findHead(sql: Sql, businessId: BusinessId): Promise<Head | null> {
  const [head] = await sql<Head[]>`
    select number, digest from audit_head
    where business_id = ${businessId}
  `
  return head ?? null
}

/** From heads and entries: either may have been deleted. */
export async function listChains(sql: Sql): Promise<BusinessId[]> {
  const rows = await sql<{ businessId: BusinessId }[]>`
    select business_id from audit_head
    union
    select business_id from audit_entry
    order by business_id
    limit 100000
  `
  return rows.map(({ businessId }) => businessId)
}

export async function findAfter(
  sql: Sql,
  businessId: BusinessId,
  number: bigint,
  last: bigint,
  limit: number,
): Promise<EntryRow[]> {
  return sql<EntryRow[]>`
    select * from audit_entry
    where business_id = ${businessId} and number > ${number} and number <= ${last}
    order by number
    limit ${limit}
  `
}

export async function listEntries(
  sql: Sql,
  businessId: BusinessId,
  { below, offset, perPage }: Page,
): Promise<EntryRow[]> {
  return sql<EntryRow[]>`
    select * from audit_entry
    where business_id = ${businessId}
      and (
        ${below}::uuid is null
        or number < (
          select number from audit_entry
          where business_id = ${businessId} and entry_id = ${below}
        )
      )
    order by number desc
    limit ${perPage + 1} offset ${offset}
  `
}

/** Entries are numbered without gaps. */
export async function countEntries(sql: Sql, businessId: BusinessId): Promise<number> {
  const [head] = await sql<{ number: bigint }[]>`
    select number from audit_head
    where business_id = ${businessId}
  `
  return Number(head?.number ?? 0n)
}
