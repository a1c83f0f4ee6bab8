import type { CustomerId } from '../../accounts/customers/customers.sql.ts'
import type { Scope } from '../../core/context.ts'
import type { Query, Sql } from '../../platform/db.ts'
import { type Id, idAt } from '../../platform/ids.ts'
import type { Kobo } from '../../platform/money.ts'
import { COUNTED_MAX, countCapped, type Page } from '../../platform/paging.ts'
import { PROVIDERS } from '../../platform/provider-settings.ts'
import type { Column } from './fields.ts'
import { ofStage, SOUGHT_STAGES, type SoughtStage } from './stages.sql.ts'
import type { Channel, Status, Transaction, TransactionId } from './transactions.rows.ts'

export type Sought =
  | { kind: 'id'; id: TransactionId }
  | { kind: 'customer'; customerId: CustomerId }
  /** What else the text may be is null where it cannot be that. */
  | {
      kind: 'text'
      prefix: string
      lastFour: string | null
      amount: Kobo | null
      sessionId: string | null
    }
  /** An email address of no customer. */
  | { kind: 'nobody' }

export type TransactionFilter = {
  /** One of these. */
  status: Status[] | null
  /** One of these. */
  stage: SoughtStage[] | null
  channel: Channel | null
  review: Transaction['review']
  customerId: CustomerId | null
  paymentLinkId: Id<'payment_link'> | null
  reference: string | null
  displaced: true | null
  amountMin: Kobo | null
  amountMax: Kobo | null
  from: Date | null
  to: Date | null
  /** What `from` and `to` compare. Null: the time of creation. */
  datedBy: 'paid' | null
  sought: Sought | null
}

/** Every provider that may have told of a transfer. */
const RAILS = ['sandbox', ...PROVIDERS]
/** Sorts after every character of a reference. */
const BEHIND_REFERENCES = '~'

/**
 * Newest first, and one more than fits, to tell whether a page follows. Finds the ids in an index
 * first, then reads these rows only.
 */
export async function listTransactions(
  sql: Sql,
  scope: Scope,
  filter: TransactionFilter,
  page: Page,
): Promise<Transaction[]> {
  const { businessId, mode } = scope
  return sql<Transaction[]>`
    with page as (
      select id
      from transaction
      where business_id = ${businessId} and mode = ${mode}
        ${matching(sql, filter, scope)}
        ${page.below === null ? sql`` : sql`and id < ${page.below}`}
      order by business_id desc, mode desc, id desc
      limit ${page.perPage + 1} offset ${page.offset}
    )
    select t.*
    from page
    cross join lateral (
      select *
      from transaction
      where business_id = ${businessId} and mode = ${mode} and id = page.id
      limit 1
    ) t
    order by t.id desc
  `
}

/**
 * Counts up to `max`. Without a filter, it counts in the order of the key, so that no plan reads
 * other businesses' payments.
 */
export async function countTransactions(
  sql: Sql,
  scope: Scope,
  filter: TransactionFilter,
  max = COUNTED_MAX,
): Promise<number> {
  const { businessId, mode } = scope
  return countCapped(
    sql,
    sql`
      select 1 from transaction
      where business_id = ${businessId} and mode = ${mode} ${matching(sql, filter, scope)}
      ${isNarrowed(filter) ? sql`` : sql`order by business_id, mode, id`}
    `,
    max,
  )
}

export type StageCounts = Record<SoughtStage | 'all', number>

/** Counts each stage up to `COUNTED_MAX`, in an index of its own. */
export async function countStages(
  sql: Sql,
  scope: Scope,
  filter: TransactionFilter,
): Promise<StageCounts> {
  const { businessId, mode } = scope
  const counts = (['all', ...SOUGHT_STAGES] as const).map((stage) => {
    const narrowed = stage === 'all' ? filter : { ...filter, stage: [stage] }
    return sql`
      select ${stage}::text as stage, count(*)::int as count from (
        select 1 from transaction
        where business_id = ${businessId} and mode = ${mode} ${matching(sql, narrowed, scope)}
        limit ${COUNTED_MAX}
      ) counted
    `
  })
  const rows = await sql<{ stage: keyof StageCounts; count: number }[]>`
    ${counts.reduce((all, one) => sql`${all} union all ${one}`)}
  `
  return Object.fromEntries(rows.map(({ stage, count }) => [stage, count])) as StageCounts
}

/** The sum of their amounts, of as many as are counted. */
export async function sumTransactions(
  sql: Sql,
  scope: Scope,
  filter: TransactionFilter,
): Promise<bigint> {
  const { businessId, mode } = scope
  const [row] = await sql<[{ sum: bigint }]>`
    select coalesce(sum(amount), 0)::bigint as sum
    from (
      select amount from transaction
      where business_id = ${businessId} and mode = ${mode} ${matching(sql, filter, scope)}
      order by business_id, mode, id desc
      limit ${COUNTED_MAX}
    ) newest
  `
  return row.sum
}

/** Only these columns, newest first. */
export async function listColumns(
  sql: Sql,
  scope: Scope,
  filter: TransactionFilter,
  { columns, below, max }: { columns: Column[]; below: TransactionId | null; max: number },
): Promise<Transaction[]> {
  const { businessId, mode } = scope
  return sql<Transaction[]>`
    select ${sql(columns)}
    from transaction
    where business_id = ${businessId} and mode = ${mode}
      ${matching(sql, filter, scope)}
      ${below === null ? sql`` : sql`and id < ${below}`}
    order by business_id desc, mode desc, id desc
    limit ${max}
  `
}

function isNarrowed(filter: TransactionFilter): boolean {
  return Object.values(filter).some((wanted) => wanted !== null)
}

function matching(sql: Sql, filter: TransactionFilter, scope: Scope) {
  const { status, channel, customerId, paymentLinkId, reference, from, to } = filter
  const { stage, amountMin, amountMax, displaced, datedBy, review } = filter
  return sql`
    ${status === null ? sql`` : sql`and (${anyOf(sql, status, (one) => ofStatus(sql, one))})`}
    ${stage === null ? sql`` : sql`and (${anyOf(sql, stage, (one) => ofStage(sql, one, scope))})`}
    ${channel === null ? sql`` : sql`and channel = ${channel}`}
    ${review === null ? sql`` : sql`and review = ${review}`}
    ${customerId === null ? sql`` : sql`and ${ofCustomer(sql, customerId)}`}
    ${paymentLinkId === null ? sql`` : sql`and payment_link_id = ${paymentLinkId}`}
    ${reference === null ? sql`` : sql`and reference = ${reference}`}
    ${displaced === null ? sql`` : sql`and displaced`}
    ${amountMin === null ? sql`` : sql`and amount >= ${amountMin.toString()}::bigint`}
    ${amountMax === null ? sql`` : sql`and amount <= ${amountMax.toString()}::bigint`}
    ${datedBy === null ? createdWithin(sql, from, to) : paidWithin(sql, from, to)}
    ${filter.sought === null ? sql`` : sql`and (${foundBy(sql, filter.sought, scope)})`}
  `
}

function createdWithin(sql: Sql, from: Date | null, to: Date | null) {
  return sql`
    ${from === null ? sql`` : sql`and id >= ${idAt(from)}`}
    ${to === null ? sql`` : sql`and id < ${idAt(to)}`}
  `
}

function anyOf<Value>(sql: Sql, values: Value[], condition: (value: Value) => Query<unknown>) {
  const [first, ...others] = values.map(condition)
  return others.reduce((any, one) => sql`${any} or (${one})`, sql`(${first!})`)
}

/** Not by id: a payment that a bank reports late was paid before it was created here. */
function paidWithin(sql: Sql, from: Date | null, to: Date | null) {
  return sql`
    and paid_at is not null
    ${from === null ? sql`` : sql`and paid_at >= ${from}`}
    ${to === null ? sql`` : sql`and paid_at < ${to}`}
  `
}

/**
 * The status is in the text, not a parameter, so that plans can use partial indexes. The comparison
 * with -infinity is always true: it is the condition of the index of open payments.
 */
function ofStatus(sql: Sql, status: Status): Query<unknown> {
  switch (status) {
    case 'pending':
      return sql`status = 'pending' and expires_at > '-infinity'`
    case 'ongoing':
      return sql`status = 'ongoing' and expires_at > '-infinity'`
    case 'success':
      return sql`status = 'success'`
    case 'failed':
      return sql`status = 'failed'`
    case 'abandoned':
      return sql`status = 'abandoned'`
    case 'reversed':
      return sql`status = 'reversed'`
  }
}

/** Always true of `created_at`: the condition of the index `transaction_by_customer`. */
function ofCustomer(sql: Sql, customerId: CustomerId | Query<unknown>) {
  return sql`customer_id = ${customerId as CustomerId} and created_at > '-infinity'`
}

/** A condition on `transaction_id`: the payment is of this customer. */
export function ofPaymentsBy(sql: Sql, customerId: Query<unknown>, { businessId, mode }: Scope) {
  return sql`transaction_id in (
    select id from transaction
    where business_id = ${businessId} and mode = ${mode} and ${ofCustomer(sql, customerId)}
  )`
}

function foundBy(sql: Sql, sought: Sought, scope: Scope) {
  switch (sought.kind) {
    case 'id':
      return sql`id = ${sought.id}`
    case 'customer':
      return ofCustomer(sql, sought.customerId)
    case 'nobody':
      return sql`false`
    case 'text':
      return byText(sql, sought, scope)
  }
}

/** Each part has an index: the last four digits of cards, amounts of what was paid. */
function byText(
  sql: Sql,
  { prefix, lastFour, amount, sessionId }: Sought & { kind: 'text' },
  { businessId, mode }: Scope,
) {
  return sql`
    (reference >= ${prefix} and reference < ${prefix + BEHIND_REFERENCES})
    ${amount === null ? sql`` : sql`or (amount = ${`${amount}`}::bigint and paid_at is not null)`}
    ${
      lastFour === null
        ? sql``
        : sql`or id = any(array(
            select transaction_id from card_attempt
            where business_id = ${businessId} and mode = ${mode}
              and authorization_details is not null
              and substring(authorization_details, '"last4":"([0-9]{4})"') = ${lastFour}
            order by attempt_id desc limit ${COUNTED_MAX}
          ))`
    }
    ${
      sessionId === null
        ? sql``
        : sql`or id = any(array(
            select d.transaction_id
            from deposit_session s
            join deposit d on d.business_id = s.business_id and d.mode = s.mode
              and d.deposit_id = s.deposit_id
            where s.business_id = ${businessId} and s.mode = ${mode}
              and s.rail = any(${RAILS}) and s.session_id = ${sessionId}
          ))`
    }
  `
}
