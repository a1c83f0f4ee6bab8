import type { BusinessId } from '../../core/context.ts'
import type { SealedNumbers } from '../../core/numbers.ts'
import type { Sql } from '../../platform/db.ts'
import { foldedName } from '../../platform/names.ts'
import { type Listed, listOf, type Page } from '../../platform/paging.ts'
import { firstRow } from '../../platform/rows.ts'
import type { Business } from '../businesses/businesses.sql.ts'

/** The business, as it describes itself. */
export type Particulars = {
  legalName: string
  /** `RC` or `BN` and digits. */
  registrationNumber: string
  contactPhone: string
  website: string | null
}

export type Activation = Particulars &
  SealedNumbers & {
    businessId: BusinessId
    state: 'asked' | 'active' | 'refused'
    askedAt: Date
    decidedAt: Date | null
    /** Why it was rejected. */
    note: string | null
  }

export const STATES = ['not_asked', 'asked', 'active', 'refused'] as const

type ActivationState = (typeof STATES)[number]

type ListedBusiness = Business & { state: ActivationState; askedAt: Date | null }

/** Null if it has asked already and was not rejected. */
export function upsertAsked(
  sql: Sql,
  businessId: BusinessId,
  particulars: Particulars & SealedNumbers,
  now: Date,
) {
  const asked = { ...particulars, state: 'asked', askedAt: now, decidedAt: null, note: null }
  return firstRow(sql<Activation[]>`
    insert into activation ${sql({ businessId, ...asked })}
    on conflict (business_id) do update set ${sql(asked)}
    where activation.state = 'refused'
    returning *
  `)
}

/** Null if it does not wait for a decision. */
export function updateDecided(
  sql: Sql,
  businessId: BusinessId,
  decision: Pick<Activation, 'state' | 'decidedAt' | 'note'> & Partial<SealedNumbers>,
) {
  return firstRow(sql<Activation[]>`
    update activation set ${sql(decision)}
    where business_id = ${businessId} and state = 'asked'
    returning *
  `)
}

/** Null if it has not asked, or was rejected. */
export function updateNumbers(sql: Sql, businessId: BusinessId, numbers: SealedNumbers) {
  return firstRow(sql<Activation[]>`
    update activation set ${sql(numbers)}
    where business_id = ${businessId} and state in ('asked', 'active')
    returning *
  `)
}

export function findActivation(sql: Sql, businessId: BusinessId) {
  return firstRow(sql<Activation[]>`
    select * from activation where business_id = ${businessId}
  `)
}

export type BusinessFilter = {
  /** Part of the name or email address, or the id. */
  q: string | null
  state: ActivationState | null
}

/** Newest first. */
export function listBusinesses(
  sql: Sql,
  filter: BusinessFilter,
  page: Page,
): Promise<Listed<ListedBusiness>> {
  const rows = sql`
    select b.business_id, b.name, b.email, b.created_at, b.live_activated_at,
      coalesce(a.state, 'not_asked') as state, a.asked_at
    from business b
    left join activation a using (business_id)
    where ${matching(sql, filter)}
  `
  return listOf(sql, page, 'businessId', rows)
}

function matching(sql: Sql, { q, state }: BusinessFilter) {
  const named =
    q === null
      ? sql`true`
      : sql`(
          strpos(
            ${foldedName(sql, sql`b.name`)},
            nullif(${foldedName(sql, sql`${q}::text`)}, '')
          ) > 0
          or strpos(lower(b.email), lower(${q})) > 0
          or b.business_id::text = lower(${q})
        )`
  const inState = state === null ? sql`true` : sql`coalesce(a.state, 'not_asked') = ${state}`
  return sql`${named} and ${inState}`
}
