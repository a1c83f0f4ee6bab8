import type { Scope } from '../../core/context.ts'
import type { Sql } from '../../platform/db.ts'
import type { Id } from '../../platform/ids.ts'
import type { Kobo } from '../../platform/money.ts'
import { listOf, type Page } from '../../platform/paging.ts'
import { firstRow, hasRow } from '../../platform/rows.ts'
import type { Channel } from '../transactions/transactions.rows.ts'

/** With the limit of one, with the list of another, and of amounts. */
export const COUNTED = ['cards_per_customer', 'payments_per_customer', 'payments_per_ip'] as const
export const LISTED = ['card_country_in', 'card_country_not_in', 'email', 'ip', 'card'] as const
export const KINDS = ['amount', ...COUNTED, ...LISTED] as const
export type Kind = (typeof KINDS)[number]

export const ACTIONS = ['refuse', 'review', 'allow'] as const
export type Action = (typeof ACTIONS)[number]

export type RuleId = Id<'payment_rule'>
type RuleKey = Scope & { ruleId: RuleId }

/** What a rule compares. */
export type Terms = {
  kind: Kind
  /** A larger payment matches. */
  amount: Kobo | null
  /** Null: every channel. */
  channels: Channel[] | null
  /** One more matches. */
  most: number | null
  /** Countries, addresses, networks or digests of cards. */
  listed: string[] | null
}

export type Rule = RuleKey &
  Terms & {
    name: string
    action: Action
    points: number
    active: boolean
    version: number
    createdAt: Date
    updatedAt: Date
  }

/** False if an earlier attempt inserted it. */
export function insertRule(sql: Sql, rule: Rule): Promise<boolean> {
  return hasRow(sql`insert into payment_rule ${sql(rule)} on conflict do nothing returning 1`)
}

export function findRule(sql: Sql, { businessId, mode, ruleId }: RuleKey) {
  return firstRow(sql<Rule[]>`
    select * from payment_rule
    where business_id = ${businessId} and mode = ${mode} and rule_id = ${ruleId}
  `)
}

/** Null if it has changed since it was read. */
export function updateRule(
  sql: Sql,
  { businessId, mode, ruleId, version }: Rule,
  change: Partial<Rule>,
) {
  return firstRow(sql<Rule[]>`
    update payment_rule set ${sql({ ...change, version: version + 1 })}
    where business_id = ${businessId} and mode = ${mode} and rule_id = ${ruleId}
      and version = ${version}
    returning *
  `)
}

/** False if it has changed since it was read. */
export function deleteRule(sql: Sql, { businessId, mode, ruleId, version }: Rule) {
  return hasRow(sql`
    delete from payment_rule
    where business_id = ${businessId} and mode = ${mode} and rule_id = ${ruleId}
      and version = ${version}
    returning 1
  `)
}

/** Newest first. */
export function listRules(sql: Sql, { businessId, mode }: Scope, page: Page) {
  const rows = sql`select * from payment_rule where business_id = ${businessId} and mode = ${mode}`
  return listOf<Rule>(sql, page, 'ruleId', rows)
}

/** Oldest first. */
export function listAllRules(sql: Sql, { businessId, mode }: Scope, max: number) {
  return sql<Rule[]>`
    select * from payment_rule
    where business_id = ${businessId} and mode = ${mode}
    order by rule_id
    limit ${max}
  `
}
