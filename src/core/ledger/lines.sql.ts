import type { Query, Sql } from '../../platform/db.ts'
import { type Kobo, kobo } from '../../platform/money.ts'
import { countCapped } from '../../platform/paging.ts'
import type { Scope } from '../context.ts'
import type { EntryReason } from './ledger.sql.ts'
import { whollyHere } from './left.ts'

// The statement of an account, `available` or `pending`: each entry that changed its available
// balance is a line. A held amount leaves with the hold; posting it changes nothing more, and
// voiding it is a line that returns the amount. Where entries have left the database, it ends above
// the last of them: the balances below would be wrong.

export type WalletAccount = 'available' | 'pending'

export const LINE_STATES = ['held', 'posted', 'released'] as const
/**
 * Of a hold, what became of it. So lines that are `posted` add up to what was booked, those that
 * are `held` to the open holds, and those that are `released` to nothing.
 */
export type LineState = (typeof LINE_STATES)[number]

/** A change of an account's available balance, and the balance after it. */
export type Line = {
  causeId: string
  reason: EntryReason
  state: LineState
  step: 1 | 2
  amount: Kobo
  balance: Kobo
  occurredAt: Date
  createdAt: Date
  /** When its state last changed. */
  updatedAt: Date
}
/** `balance`: after the line, as it was shown. Lines below continue from it. */
export type LinePlace = Pick<
  Line,
  'createdAt' | 'causeId' | 'reason' | 'step' | 'amount' | 'balance'
>

type LinePage = {
  below: LinePlace | null
  offset: number
  max: number
  /** Conditions on a `line`: `and …`. */
  where?: Query<unknown>
}

/**
 * Newest first. The balance after a line is the current balance less all later changes, in one
 * statement, so that both are consistent; or the balance at `below` less all changes since.
 */
export async function listLines(
  sql: Sql,
  scope: Scope,
  account: WalletAccount,
  { below, offset, max, where = sql`` }: LinePage,
): Promise<Line[]> {
  const { businessId, mode } = scope
  const start =
    below === null
      ? sql`(
          select credits_posted - debits_posted - debits_pending
          from ledger_account
          where business_id = ${businessId} and mode = ${mode} and name = ${account}
        )`
      : sql`${BigInt(below.balance) - BigInt(below.amount)}::bigint`
  return sql<Line[]>`
    select cause_id, reason, state, step, amount, balance, occurred_at, created_at, updated_at
    from (${linesOf(sql, scope, account, { below, start })}) line
    where true ${where}
    order by created_at desc, cause_id desc, reason desc, step desc
    limit ${max} offset ${offset}
  `
}

export async function countLines(
  sql: Sql,
  scope: Scope,
  account: WalletAccount,
  where: Query<unknown> = sql``,
): Promise<number> {
  const all = linesOf(sql, scope, account, { below: null, start: sql`0` })
  return countCapped(sql, sql`select 1 from (${all}) line where true ${where}`)
}

/** `start`: the balance above the first line. */
function linesOf(
  sql: Sql,
  scope: Scope,
  account: WalletAccount,
  { below, start }: { below: LinePlace | null; start: Query<unknown> },
): Query<unknown> {
  const { businessId, mode } = scope
  return sql`
    select e.cause_id, e.reason, e.step, d.amount, e.occurred_at, e.created_at,
      (${start} - coalesce(sum(d.amount) over (
        order by e.created_at desc, e.cause_id desc, e.reason desc, e.step desc
        rows between unbounded preceding and 1 preceding
      ), 0))::bigint as balance,
      case coalesce(ended.kind, e.kind)
        when 'hold' then 'held'
        when 'void_hold' then 'released'
        else 'posted'
      end as state,
      coalesce(ended.created_at, e.created_at) as updated_at
    from ledger_entry e
    cross join lateral (select ${changeOf(sql, account)} as amount) d
    left join lateral (
      select c.kind, c.created_at from ledger_entry c
      where c.business_id = ${businessId} and c.mode = ${mode} and c.cause_id = e.cause_id
        and c.reason = e.reason and c.step = 2 and e.kind = 'hold'
      limit 1
    ) ended on true
    where e.business_id = ${businessId} and e.mode = ${mode} and ${ofWallet(sql)}
      and d.amount <> 0 and ${whollyHere(sql, scope, 'e.created_at')}
      ${
        below === null
          ? sql``
          : sql`and (e.created_at, e.cause_id, e.reason, e.step)
              < (${below.createdAt}, ${below.causeId}, ${below.reason}, ${below.step})`
      }
  `
}

/**
 * The current balance, and the change of each day, in one statement, so that both are consistent.
 * `starts` are the starts of the days; `sums` counts them from 1.
 */
export async function sumLinesByDay(
  sql: Sql,
  { businessId, mode }: Scope,
  account: WalletAccount,
  starts: Date[],
): Promise<{ available: Kobo; sums: Map<number, bigint> }> {
  const rows = await sql<{ available: Kobo; day: number | null; amount: bigint }[]>`
    select now.available, d.day, d.amount
    from (
      select credits_posted - debits_posted - debits_pending as available
      from ledger_account
      where business_id = ${businessId} and mode = ${mode} and name = ${account}
    ) now
    left join (
      select width_bucket(e.created_at,
          ${starts.map((start) => start.toISOString())}::timestamptz[]) as day,
        sum(${changeOf(sql, account)})::bigint as amount
      from ledger_entry e
      where e.business_id = ${businessId} and e.mode = ${mode} and ${ofWallet(sql)}
        and e.created_at >= ${starts[0]!}
      group by day
    ) d on true
    limit ${starts.length + 1}
  `
  const sums = rows.flatMap(({ day, amount }) => (day === null ? [] : [[day, amount] as const]))
  return { available: rows[0]?.available ?? kobo(0), sums: new Map(sums) }
}

export type MovesBetween = { from: Date; until: Date }

/** The entries written from `from`, before `until`, and what each changed of both balances. */
export function movesOf(
  sql: Sql,
  { businessId, mode }: Scope,
  { from, until }: MovesBetween,
): Query<unknown> {
  return sql`
    select e.cause_id, e.reason, e.step, e.kind, e.created_at, d.available, d.pending
    from ledger_entry e
    cross join lateral (
      select ${changeOf(sql, 'available')} as available, ${changeOf(sql, 'pending')} as pending
    ) d
    where e.business_id = ${businessId} and e.mode = ${mode} and ${ofWallet(sql)}
      and e.created_at >= ${from} and e.created_at < ${until}
      and (d.available <> 0 or d.pending <> 0)
  `
}

/** When the first entry of a wallet was written; null if there is none. */
export async function readFirstMove(sql: Sql, { businessId, mode }: Scope): Promise<Date | null> {
  const [row] = await sql<{ createdAt: Date }[]>`
    select e.created_at from ledger_entry e
    where e.business_id = ${businessId} and e.mode = ${mode} and ${ofWallet(sql)}
    order by e.created_at
    limit 1
  `
  return row?.createdAt ?? null
}

export type MoveSum = { reason: EntryReason; available: bigint; pending: bigint }

/** Of the same entries, what those of each reason changed. */
export async function sumMoves(sql: Sql, scope: Scope, between: MovesBetween): Promise<MoveSum[]> {
  return sql<MoveSum[]>`
    select reason, sum(available)::bigint as available, sum(pending)::bigint as pending
    from (${movesOf(sql, scope, between)}) move
    group by reason
    order by reason
    limit 100
  `
}

/** The condition of the partial index. */
function ofWallet(sql: Sql) {
  return sql`(e.debit_account in ('available', 'pending')
    or e.credit_account in ('available', 'pending'))`
}

/** A hold reduces the available balance; posting it changes nothing more. */
function changeOf(sql: Sql, account: WalletAccount) {
  return sql`case
    when e.debit_account = ${account} and e.kind in ('post', 'hold') then -e.amount
    when e.debit_account = ${account} and e.kind = 'void_hold' then e.amount
    when e.credit_account = ${account} and e.kind in ('post', 'post_hold') then e.amount
    else 0
  end`
}
