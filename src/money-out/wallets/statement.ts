import type { Context, Scope } from '../../core/context.ts'
import type { EntryReason } from '../../core/ledger/ledger.sql.ts'
import { countLines, type Line, type LinePlace, listLines } from '../../core/ledger/ledger.ts'
import { isUuid, type Kind, publicId } from '../../platform/ids.ts'
import { cutPage, type Listed, type Page } from '../../platform/paging.ts'

// The statement of a wallet: every change of the available or the pending balance, its cause, and
// the balance after it. A held amount leaves with the hold and returns if the hold is voided;
// posting the hold changes nothing more.

type Source = { type: string; record: Kind | null }
const SOURCES: Partial<Record<EntryReason, Source>> = {
  payment: { type: 'transaction', record: 'transaction' },
  wallet_top_up: { type: 'deposit', record: 'deposit' },
  identity_fee: { type: 'verification', record: 'identity_verification' },
  settlement: { type: 'settlement', record: 'settlement' },
  payout: { type: 'payout', record: 'payout' },
  payout_reversed: { type: 'payout', record: 'payout' },
  refund: { type: 'refund', record: 'refund' },
  refund_pending: { type: 'refund', record: 'refund' },
}
const OTHER: Source = { type: 'adjustment', record: null }

export async function statementOf(
  { sql }: Context,
  scope: Scope,
  account: 'available' | 'pending',
  page: Page<LinePlace>,
): Promise<Listed<Line>> {
  const { below, offset } = page
  const [found, total] = await Promise.all([
    listLines(sql, scope, account, { below, offset, max: page.perPage + 1 }),
    countLines(sql, scope, account),
  ])
  return cutPage(page, total, found, ({ createdAt, causeId, reason, step }) =>
    [createdAt.getTime(), causeId, reason, step].join(' '),
  )
}

export function toWireLine({
  causeId,
  reason,
  kind,
  amount,
  balance,
  occurredAt,
  createdAt,
}: Line) {
  const { type, record } = SOURCES[reason] ?? OTHER
  return {
    reason: reason as string,
    kind,
    amount: Number(amount),
    balance: Number(balance),
    currency: 'NGN' as const,
    source: { type, id: record === null ? causeId : publicId(record, causeId) },
    occurred_at: occurredAt.toISOString(),
    created_at: createdAt.toISOString(),
  }
}

/** Reads the place in a cursor; null if it is not one of ours. */
export function placeIn(text: string): LinePlace | null {
  const [at = '', causeId = '', reason = '', step = ''] = text.split(' ')
  const createdAt = new Date(/^\d{1,15}$/.test(at) ? Number(at) : Number.NaN)
  const isPlace = !Number.isNaN(createdAt.getTime()) && isUuid(causeId) && /^[12]$/.test(step)
  if (!isPlace || !/^[a-z_]{1,40}$/.test(reason)) return null
  return { createdAt, causeId, reason: reason as EntryReason, step: Number(step) as 1 | 2 }
}
