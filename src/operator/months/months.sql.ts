import type { Scope } from '../../core/context.ts'
import type { EntryReason } from '../../core/ledger/ledger.sql.ts'
import { type MovesBetween, movesOf } from '../../core/ledger/ledger.ts'
import type { Channel } from '../../payments/transactions/transactions.rows.ts'
import type { Query, Sql } from '../../platform/db.ts'
import type { Kobo } from '../../platform/money.ts'

// What each file of a month has, by pages: entries of the wallet in the order in which they were
// written, beside what the record says that caused them.

/** An entry that changed the wallet, and by how much. */
export type Move = {
  causeId: string
  reason: EntryReason
  step: 1 | 2
  kind: 'post' | 'hold' | 'post_hold' | 'void_hold'
  createdAt: Date
  available: Kobo
  pending: Kobo
}
export type Place = Pick<Move, 'createdAt' | 'causeId' | 'reason' | 'step'>
export type Part = MovesBetween & { above: Place | null; max: number }

/** All of them. */
export async function listMoves(sql: Sql, scope: Scope, part: Part): Promise<Move[]> {
  return sql<Move[]>`${moves(sql, scope, part, null)}`
}

export type PaymentMove = Move & {
  reference: string
  channel: Channel
  paidAt: Date
  amount: Kobo
  fee: Kobo
  vat: Kobo
  /** JSON, with the shares. */
  split: string | null
  /** What the ledger booked. */
  bookedFee: Kobo
  bookedVat: Kobo
  bookedShares: Kobo
  bookedNet: Kobo
}

/** Payments of which the business has got something. */
export async function listPayments(sql: Sql, scope: Scope, part: Part): Promise<PaymentMove[]> {
  return sql<PaymentMove[]>`
    select m.*, ${paid(sql)}
    from (${moves(sql, scope, part, ['payment'])}) m
    left join transaction t on t.business_id = ${scope.businessId} and t.mode = ${scope.mode}
      and t.id = m.cause_id
    cross join lateral (${booked(sql, scope, sql`m.cause_id`)}) b
    order by m.created_at, m.cause_id, m.reason, m.step
    limit ${part.max}
  `
}

/**
 * Payments booked in the month that a split gave to others, all of them: no entry of the wallet
 * names them. Of those paid from `paidFrom`, before `paidUntil`.
 */
export async function listGivenAway(
  sql: Sql,
  { businessId, mode }: Scope,
  { from, until, above, max }: Part,
  paidFrom: Date,
  paidUntil: Date,
): Promise<PaymentMove[]> {
  return sql<PaymentMove[]>`
    select t.id as cause_id, 'payment' as reason, 1 as step, 'post' as kind, b.created_at,
      0::bigint as available, 0::bigint as pending, ${paid(sql)}
    from transaction t
    cross join lateral (${booked(sql, { businessId, mode }, sql`t.id`)}) b
    where t.business_id = ${businessId} and t.mode = ${mode}
      and t.paid_at >= ${paidFrom} and t.paid_at < ${paidUntil} and t.split is not null
      and b.booked_net = 0 and b.created_at >= ${from} and b.created_at < ${until}
      ${above === null ? sql`` : sql`and t.id > ${above.causeId}`}
    order by t.id
    limit ${max}
  `
}

function paid(sql: Sql): Query<unknown> {
  return sql`t.reference, t.channel, t.paid_at, t.amount, t.fee, t.vat, t.split,
    b.booked_fee, b.booked_vat, b.booked_shares, b.booked_net`
}

/** What a payment moved, to whom. */
function booked(sql: Sql, { businessId, mode }: Scope, id: Query<unknown>): Query<unknown> {
  const sum = (which: Query<unknown>) =>
    sql`coalesce(sum(c.amount) filter (where ${which}), 0)::bigint`
  return sql`
    select ${sum(sql`c.reason = 'payment_fee'`)} as booked_fee,
      ${sum(sql`c.reason = 'payment_vat'`)} as booked_vat,
      ${sum(sql`c.reason ^@ 'share/'`)} as booked_shares,
      ${sum(sql`c.reason = 'payment'`)} as booked_net,
      min(c.created_at) as created_at
    from ledger_entry c
    where c.business_id = ${businessId} and c.mode = ${mode} and c.cause_id = ${id}
      and (c.reason ^@ 'payment' or c.reason ^@ 'share/')
  `
}

type RefundMove = Move & {
  reference: string | null
  transactionReference: string
  said: Kobo
}

export const REFUND_REASONS: EntryReason[] = ['refund', 'refund_pending']

export async function listRefunds(sql: Sql, scope: Scope, part: Part): Promise<RefundMove[]> {
  return sql<RefundMove[]>`
    select m.*, r.reference, r.transaction_reference,
      case m.reason when 'refund_pending' then r.from_pending else r.amount - r.from_pending end
        as said
    from (${moves(sql, scope, part, REFUND_REASONS)}) m
    left join refund r on r.business_id = ${scope.businessId} and r.mode = ${scope.mode}
      and r.refund_id = m.cause_id
    order by m.created_at, m.cause_id, m.reason, m.step
    limit ${part.max}
  `
}

type PayoutMove = Move & {
  reference: string
  accountName: string
  accountNumber: string
  bankCode: string
  said: Kobo
}

export const PAYOUT_REASONS: EntryReason[] = ['payout', 'payout_reversed']

export async function listPayouts(sql: Sql, scope: Scope, part: Part): Promise<PayoutMove[]> {
  return sql<PayoutMove[]>`
    select m.*, p.reference, p.account_name, p.account_number, p.bank_code, p.amount as said
    from (${moves(sql, scope, part, PAYOUT_REASONS)}) m
    left join payout p on p.business_id = ${scope.businessId} and p.mode = ${scope.mode}
      and p.payout_id = m.cause_id
    order by m.created_at, m.cause_id, m.reason, m.step
    limit ${part.max}
  `
}

type SettlementMove = Move & { items: number; paidBefore: Date; said: Kobo }

export async function listSettled(sql: Sql, scope: Scope, part: Part): Promise<SettlementMove[]> {
  return sql<SettlementMove[]>`
    select m.*, s.items, s.paid_before, s.amount as said
    from (${moves(sql, scope, part, ['settlement'])}) m
    left join settlement s on s.business_id = ${scope.businessId} and s.mode = ${scope.mode}
      and s.settlement_id = m.cause_id
    order by m.created_at, m.cause_id, m.reason, m.step
    limit ${part.max}
  `
}

type DutyMove = Move & { said: Kobo }

export const DUTY_REASONS: EntryReason[] = ['payout_duty', 'payout_duty_reversed', 'refund_duty']

export async function listDuties(sql: Sql, scope: Scope, part: Part): Promise<DutyMove[]> {
  const { businessId, mode } = scope
  return sql<DutyMove[]>`
    select m.*, coalesce(p.duty, r.duty) as said
    from (${moves(sql, scope, part, DUTY_REASONS)}) m
    left join payout p on p.business_id = ${businessId} and p.mode = ${mode}
      and p.payout_id = m.cause_id
    left join refund r on r.business_id = ${businessId} and r.mode = ${mode}
      and r.refund_id = m.cause_id
    order by m.created_at, m.cause_id, m.reason, m.step
    limit ${part.max}
  `
}

type DisputeMove = Move & {
  transactionReference: string
  caseNumber: string
  amount: Kobo
  fee: Kobo
}

export const DISPUTE_REASONS: EntryReason[] = [
  'dispute',
  'dispute_pending',
  'dispute_won',
  'dispute_won_pending',
]

export async function listDisputed(sql: Sql, scope: Scope, part: Part): Promise<DisputeMove[]> {
  return sql<DisputeMove[]>`
    select m.*, d.transaction_reference, d.case_number, d.amount, d.fee
    from (${moves(sql, scope, part, DISPUTE_REASONS)}) m
    left join dispute d on d.business_id = ${scope.businessId} and d.mode = ${scope.mode}
      and d.dispute_id = m.cause_id
    order by m.created_at, m.cause_id, m.reason, m.step
    limit ${part.max}
  `
}

type VerificationMove = Move & { said: Kobo }

/** Fees of verifications, taken from the wallet. */
export async function listVerified(
  sql: Sql,
  scope: Scope,
  part: Part,
): Promise<VerificationMove[]> {
  return sql<VerificationMove[]>`
    select m.*, v.fee as said
    from (${moves(sql, scope, part, ['identity_fee'])}) m
    left join identity_verification v on v.business_id = ${scope.businessId}
      and v.mode = ${scope.mode} and v.verification_id = m.cause_id
    order by m.created_at, m.cause_id, m.reason, m.step
    limit ${part.max}
  `
}

/**
 * The moves of a page. It has its own limit, so that what is joined is of that page only; and what
 * has no record stays, and shows as a difference.
 */
function moves(sql: Sql, scope: Scope, part: Part, reasons: EntryReason[] | null): Query<unknown> {
  const { above, max } = part
  return sql`
    select * from (${movesOf(sql, scope, part)}) e
    where ${reasons === null ? sql`true` : sql`e.reason = any(${reasons})`}
      ${
        above === null
          ? sql``
          : sql`and (e.created_at, e.cause_id, e.reason, e.step)
              > (${above.createdAt}, ${above.causeId}, ${above.reason}, ${above.step})`
      }
    order by created_at, cause_id, reason, step
    limit ${max}
  `
}
