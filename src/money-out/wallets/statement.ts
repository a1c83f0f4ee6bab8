import type { Context, Scope } from '../../core/context.ts'
import type { EntryReason } from '../../core/ledger/ledger.sql.ts'
import { countLines, type Line, type LinePlace, listLines } from '../../core/ledger/ledger.ts'
import { isUuid, publicId } from '../../platform/ids.ts'
import type { Meta, Page } from '../../platform/paging.ts'

// The statement of a wallet: every movement of what is available, or of what is pending, with what
// caused it and the balance after it. What is held leaves with the hold and comes back if it is
// voided; when the hold is posted, nothing moves any more.

type WalletAccountName = 'available' | 'pending'

type Source = { type: string; prefix: string | null }
const SOURCES: Partial<Record<EntryReason, Source>> = {
  payment: { type: 'transaction', prefix: null },
  wallet_top_up: { type: 'deposit', prefix: 'dep' },
  identity_fee: { type: 'verification', prefix: 'idv' },
  settlement: { type: 'settlement', prefix: 'set' },
  payout: { type: 'payout', prefix: 'pay' },
  payout_reversed: { type: 'payout', prefix: 'pay' },
  refund: { type: 'refund', prefix: 'ref' },
  refund_pending: { type: 'refund', prefix: 'ref' },
}
const OTHER: Source = { type: 'adjustment', prefix: null }

export async function statementOf(
  { sql }: Context,
  scope: Scope,
  account: WalletAccountName,
  page: Omit<Page, 'below'> & { below: LinePlace | null },
): Promise<{ lines: Line[]; meta: Meta }> {
  const { below, offset, perPage } = page
  const [rows, total] = await Promise.all([
    listLines(sql, scope, account, { below, offset, max: perPage + 1 }),
    countLines(sql, scope, account),
  ])
  const lines = rows.slice(0, perPage)
  const next = rows.length > perPage ? cursorOf(lines.at(-1)!) : null
  const pageCount = Math.ceil(total / perPage)
  return { lines, meta: { total, page: page.page, perPage, pageCount, next } }
}

/** As the wire shows it. */
export function toWireLine({
  causeId,
  reason,
  kind,
  amount,
  balance,
  occurredAt,
  createdAt,
}: Line) {
  const { type, prefix } = SOURCES[reason] ?? OTHER
  return {
    reason: reason as string,
    kind,
    amount: Number(amount),
    balance: Number(balance),
    currency: 'NGN' as const,
    source: { type, id: prefix === null ? causeId : publicId(prefix, causeId) },
    occurred_at: occurredAt.toISOString(),
    created_at: createdAt.toISOString(),
  }
}

/** Null where the text is no cursor of ours. */
export function placeIn(cursor: string): LinePlace | null {
  const text = Buffer.from(cursor, 'base64url').toString('utf8')
  const [at = '', causeId = '', reason = '', step = ''] = text.split(' ')
  const createdAt = new Date(/^\d{1,15}$/.test(at) ? Number(at) : Number.NaN)
  const isPlace = !Number.isNaN(createdAt.getTime()) && isUuid(causeId) && /^[12]$/.test(step)
  if (!isPlace || !/^[a-z_]{1,40}$/.test(reason)) return null
  return { createdAt, causeId, reason: reason as EntryReason, step: Number(step) as 1 | 2 }
}

function cursorOf({ createdAt, causeId, reason, step }: LinePlace): string {
  return Buffer.from(`${createdAt.getTime()} ${causeId} ${reason} ${step}`).toString('base64url')
}
