import type { Scope } from '../../core/context.ts'
import type { Sql } from '../../platform/db.ts'
import {
  anyOf,
  BEHIND_REFERENCES,
  EACH_MAX,
  type Find,
  type Found,
  isLike,
  koboOf,
  NEWEST,
  NEWEST_NAMES,
  RAILS,
} from './found.ts'
import type { SearchedKind } from './kinds.ts'
import { findCustomers, findPayments } from './payments.sql.ts'

// One statement for each kind of record.

const findPayouts: Find = (sql, { businessId, mode }, sought) => {
  const { id, text, reference, accountNumber, sessionId, name, amount } = sought
  const ids = anyOf(sql, [
    id && sql`(select ${id.id}::uuid)`,
    reference &&
      sql`(
      select payout_id from payout
      where business_id = ${businessId} and mode = ${mode} and reference >= ${reference}
        and reference < ${reference + BEHIND_REFERENCES}
      order by reference desc limit ${EACH_MAX}
    )`,
    accountNumber &&
      sql`(
      select payout_id from payout
      where business_id = ${businessId} and mode = ${mode} and account_number = ${accountNumber}
      order by payout_id desc limit ${EACH_MAX}
    )`,
    sessionId &&
      sql`(
      select payout_id from payout
      where business_id = ${businessId} and mode = ${mode}
        and rail = any(${RAILS}) and session_id = ${sessionId}
      limit ${EACH_MAX}
    )`,
    (name !== '' || text === '' || amount) &&
      sql`(
      select payout_id from (
        select payout_id, account_name, amount from payout
        where business_id = ${businessId} and mode = ${mode}
        order by business_id desc, mode desc, payout_id desc
          limit ${name === '' ? NEWEST : NEWEST_NAMES}
      ) newest
      where ${isLike(sql, sql`account_name`, sought)} or amount = ${koboOf(sought)}::bigint
      limit ${EACH_MAX}
    )`,
  ])
  return (
    ids &&
    sql<Found[]>`
      select payout_id as id, account_name as title, reference as detail, amount, state as status,
        created_at
      from payout
      where business_id = ${businessId} and mode = ${mode} and payout_id = any(${ids})
      order by payout_id desc
      limit ${EACH_MAX}
    `
  )
}

const findRefunds: Find = (sql, { businessId, mode }, sought) => {
  const { id, text, reference, sessionId, amount } = sought
  const ids = anyOf(sql, [
    id && sql`(select ${id.id}::uuid)`,
    reference &&
      sql`(
      select refund_id from refund
      where business_id = ${businessId} and mode = ${mode} and reference >= ${reference}
        and reference < ${reference + BEHIND_REFERENCES}
      order by reference desc limit ${EACH_MAX}
    ) union (
      select refund_id from refund
      where business_id = ${businessId} and mode = ${mode}
        and transaction_id = (${paymentWith(sql, { businessId, mode }, reference)})
      limit ${EACH_MAX}
    )`,
    sessionId &&
      sql`(
      select refund_id from refund
      where business_id = ${businessId} and mode = ${mode} and session_id = ${sessionId}
        and channel in ('bank_transfer', 'dedicated_virtual_account')
      limit ${EACH_MAX}
    )`,
    (text === '' || amount) &&
      sql`(
      select refund_id from (
        select refund_id, amount from refund where business_id = ${businessId} and mode = ${mode}
        order by business_id desc, mode desc, refund_id desc limit ${NEWEST}
      ) newest
      where ${text} = '' or amount = ${koboOf(sought)}::bigint
      limit ${EACH_MAX}
    )`,
  ])
  return (
    ids &&
    sql<Found[]>`
      select refund_id as id, transaction_reference as title, reason as detail, amount, status,
        created_at
      from refund
      where business_id = ${businessId} and mode = ${mode} and refund_id = any(${ids})
      order by refund_id desc
      limit ${EACH_MAX}
    `
  )
}

/** A case number has the provider before it in its index, so the newest are looked through. */
const findDisputes: Find = (sql, { businessId, mode }, sought) => {
  const { id, text, reference, amount } = sought
  if (id === null && reference === null && amount === null && text !== '') return null
  const ids = id
    ? sql`select ${id.id}::uuid`
    : sql`
        (
          select dispute_id from (
            select dispute_id, case_number, amount from dispute
            where business_id = ${businessId} and mode = ${mode}
            order by business_id desc, mode desc, dispute_id desc limit ${NEWEST}
          ) newest
          where starts_with(case_number, ${text}) or amount = ${koboOf(sought)}::bigint
          limit ${EACH_MAX}
        ) union (
          select dispute_id from dispute
          where business_id = ${businessId} and mode = ${mode}
            and transaction_id = (${paymentWith(sql, { businessId, mode }, text)})
          limit ${EACH_MAX}
        )`
  return sql<Found[]>`
    select dispute_id as id, case_number as title, transaction_reference as detail, amount, status,
      created_at
    from dispute
    where business_id = ${businessId} and mode = ${mode}
      and dispute_id = any(array(${ids}))
    order by dispute_id desc
    limit ${EACH_MAX}
  `
}

const findSubscriptions: Find = (sql, { businessId, mode }, { id, text, customerIds }) => {
  if (id === null && customerIds.length === 0 && text !== '') return null
  const which = id
    ? sql`s.subscription_id = ${id.id}`
    : text === ''
      ? sql`true`
      : sql`s.customer_id = any(${customerIds}::uuid[])`
  return sql<Found[]>`
    select s.subscription_id as id, p.name as title, c.email as detail, p.amount,
      s.state as status, s.created_at
    from subscription s
    join plan p on p.business_id = s.business_id and p.mode = s.mode and p.plan_id = s.plan_id
    join customer c on c.business_id = s.business_id and c.mode = s.mode
      and c.customer_id = s.customer_id
    where s.business_id = ${businessId} and s.mode = ${mode} and ${which}
    order by s.subscription_id desc
    limit ${EACH_MAX}
  `
}

/** By its number, or of the customers found. The number of a wallet is of another kind. */
const findAccounts =
  (kind: 'dedicated' | 'wallet'): Find =>
  (sql, { businessId, mode }, { id, accountNumber, customerIds }) => {
    const ids = anyOf(sql, [
      id && sql`(select ${id.id}::uuid)`,
      accountNumber &&
        sql`(
        select virtual_account_id from account_number
        where business_id = ${businessId} and mode = ${mode} and account_number = ${accountNumber}
      )`,
      kind === 'dedicated' &&
        customerIds.length > 0 &&
        sql`(
        select virtual_account_id from virtual_account
        where business_id = ${businessId} and mode = ${mode}
          and kind = 'dedicated' and customer_id = any(${customerIds}::uuid[])
        limit ${EACH_MAX}
      )`,
    ])
    return (
      ids &&
      sql<Found[]>`
        select virtual_account_id as id, account_name as title,
          concat_ws(' · ', bank_name, account_number) as detail, null::bigint as amount,
          null as status, created_at
        from virtual_account
        where business_id = ${businessId} and mode = ${mode}
          and virtual_account_id = any(${ids}) and kind = ${kind}
        order by virtual_account_id desc
        limit ${EACH_MAX}
      `
    )
  }

const findSubaccounts: Find = (sql, { businessId, mode }, sought) => {
  const { id, accountNumber } = sought
  return sql<Found[]>`
    select subaccount_id as id, business_name as title,
      concat_ws(' · ', account_number, account_name) as detail, null::bigint as amount,
      case when active then 'active' else 'inactive' end as status, created_at
    from (
      select * from subaccount
      where business_id = ${businessId} and mode = ${mode}
        ${id ? sql`and subaccount_id = ${id.id}` : sql``}
      order by business_id desc, mode desc, subaccount_id desc
      limit ${NEWEST_NAMES}
    ) newest
    where ${id !== null} or account_number = ${accountNumber}
      or ${isLike(sql, sql`business_name`, sought)} or ${isLike(sql, sql`account_name`, sought)}
    order by subaccount_id desc
    limit ${EACH_MAX}
  `
}

const findLinks: Find = (sql, { businessId, mode }, sought) => {
  const { id, reference } = sought
  return sql<Found[]>`
    select payment_link_id as id, name as title, slug as detail, amount,
      case when active then 'active' else 'inactive' end as status, created_at
    from (
      select * from payment_link
      where business_id = ${businessId} and mode = ${mode}
        ${id ? sql`and payment_link_id = ${id.id}` : sql``}
      order by business_id desc, mode desc, payment_link_id desc
      limit ${NEWEST_NAMES}
    ) newest
    where ${id !== null} or starts_with(slug, ${reference}) or ${isLike(sql, sql`name`, sought)}
    order by payment_link_id desc
    limit ${EACH_MAX}
  `
}

const findPlans: Find = (sql, { businessId, mode }, sought) => {
  const { id } = sought
  return sql<Found[]>`
    select plan_id as id, name as title, interval as detail, amount,
      case when active then 'active' else 'inactive' end as status, created_at
    from (
      select * from plan
      where business_id = ${businessId} and mode = ${mode}
        ${id ? sql`and plan_id = ${id.id}` : sql``}
      order by business_id desc, mode desc, plan_id desc
      limit ${NEWEST_NAMES}
    ) newest
    where ${id !== null} or ${isLike(sql, sql`name`, sought)}
    order by plan_id desc
    limit ${EACH_MAX}
  `
}

const findSplits: Find = (sql, { businessId, mode }, sought) => {
  const { id } = sought
  return sql<Found[]>`
    select split_id as id, name as title, type as detail, null::bigint as amount,
      case when active then 'active' else 'inactive' end as status, created_at
    from (
      select * from split
      where business_id = ${businessId} and mode = ${mode}
        ${id ? sql`and split_id = ${id.id}` : sql``}
      order by business_id desc, mode desc, split_id desc
      limit ${NEWEST_NAMES}
    ) newest
    where ${id !== null} or ${isLike(sql, sql`name`, sought)}
    order by split_id desc
    limit ${EACH_MAX}
  `
}

const findBatches: Find = (sql, { businessId, mode }, sought) => {
  const { id } = sought
  return sql<Found[]>`
    select batch_id as id, coalesce(name, '') as title, made_by_name as detail,
      null::bigint as amount, state as status, created_at
    from (
      select * from payout_batch
      where business_id = ${businessId} and mode = ${mode}
        ${id ? sql`and batch_id = ${id.id}` : sql``}
      order by business_id desc, mode desc, batch_id desc
      limit ${NEWEST_NAMES}
    ) newest
    where ${id !== null} or ${isLike(sql, sql`coalesce(name, '')`, sought)}
    order by batch_id desc
    limit ${EACH_MAX}
  `
}

const findSettlements: Find = (sql, { businessId, mode }, { id }) =>
  id &&
  sql<Found[]>`
    select settlement_id as id, '' as title, null as detail, amount, null as status,
      settled_at as created_at
    from settlement
    where business_id = ${businessId} and mode = ${mode} and settlement_id = ${id.id}
  `

const findEvents: Find = (sql, { businessId, mode }, { id }) =>
  id &&
  sql<Found[]>`
    select event_id as id, type as title, null as detail, null::bigint as amount, null as status,
      created_at
    from event
    where business_id = ${businessId} and mode = ${mode} and event_id = ${id.id}
  `

const findVerifications: Find = (sql, { businessId, mode }, { id }) =>
  id &&
  sql<Found[]>`
    select verification_id as id, type as title, null as detail, null::bigint as amount,
      state as status, created_at
    from identity_verification
    where business_id = ${businessId} and mode = ${mode} and verification_id = ${id.id}
  `

/** The id of the payment with this reference. */
function paymentWith(sql: Sql, { businessId, mode }: Scope, reference: string) {
  return sql`
    select id from transaction
    where business_id = ${businessId} and mode = ${mode}
      and reference = ${reference} and not displaced
  `
}

/** Requests are not in tables of rows: search.ts asks their log. */
export const FINDS: Record<Exclude<SearchedKind, 'request'>, Find> = {
  payment: findPayments,
  customer: findCustomers,
  payout: findPayouts,
  refund: findRefunds,
  dispute: findDisputes,
  subscription: findSubscriptions,
  subaccount: findSubaccounts,
  payment_link: findLinks,
  dedicated_account: findAccounts('dedicated'),
  wallet: findAccounts('wallet'),
  plan: findPlans,
  split: findSplits,
  payout_batch: findBatches,
  settlement: findSettlements,
  event: findEvents,
  verification: findVerifications,
}
