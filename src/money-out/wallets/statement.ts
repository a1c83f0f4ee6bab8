import { createHash } from 'node:crypto'
import { Type } from 'typebox'
import type { Context, Scope } from '../../core/context.ts'
import { type Filters, oneOf, within } from '../../core/filters.ts'
import type { EntryReason } from '../../core/ledger/ledger.sql.ts'
import {
  countLines,
  LINE_STATES,
  type Line,
  type LinePlace,
  listLines,
  type WalletAccount,
} from '../../core/ledger/ledger.ts'
import { findLeft, refuseArchived } from '../../core/ledger/left.ts'
import { isUuid, type Kind, parsePublicId, publicId } from '../../platform/ids.ts'
import { type Kobo, kobo } from '../../platform/money.ts'
import { cutPage, type Listed, type Page } from '../../platform/paging.ts'

// The statement of a wallet on the wire: each line with its type, what became of it, and the record
// that caused it. A finance team reconciles from it: lines of all types and states add up to the
// balance.

const ID_LENGTH = 16

type LineKind = { reasons: EntryReason[]; source: keyof typeof SOURCES | null }

/** What a line can come of, and the type of that record's id. */
const SOURCES = {
  transaction: 'transaction',
  deposit: 'deposit',
  settlement: 'settlement',
  payout: 'payout',
  refund: 'refund',
  dispute: 'dispute',
  verification: 'identity_verification',
} as const satisfies Record<string, Kind>

const TYPES = {
  payment: { reasons: ['payment'], source: 'transaction' },
  top_up: { reasons: ['wallet_top_up'], source: 'deposit' },
  settlement: { reasons: ['settlement'], source: 'settlement' },
  payout: { reasons: ['payout'], source: 'payout' },
  payout_reversed: { reasons: ['payout_reversed'], source: 'payout' },
  payout_duty: { reasons: ['payout_duty', 'payout_duty_reversed'], source: 'payout' },
  refund: { reasons: ['refund', 'refund_pending'], source: 'refund' },
  refund_duty: { reasons: ['refund_duty'], source: 'refund' },
  dispute: { reasons: ['dispute', 'dispute_pending'], source: 'dispute' },
  dispute_won: { reasons: ['dispute_won', 'dispute_won_pending'], source: 'dispute' },
  debt_paid: { reasons: ['debt_paid'], source: null },
  identity_fee: { reasons: ['identity_fee'], source: 'verification' },
  adjustment: { reasons: ['wallet_adjustment'], source: null },
} as const satisfies Record<string, LineKind>

export type LineType = keyof typeof TYPES
export const LINE_TYPES = Object.keys(TYPES) as LineType[]
export const SOURCE_TYPES = Object.keys(SOURCES) as (keyof typeof SOURCES)[]

const TYPE_OF = new Map(
  LINE_TYPES.flatMap((type) => TYPES[type].reasons.map((reason: EntryReason) => [reason, type])),
)

const SOURCE = Type.Optional(
  Type.String({
    maxLength: 64,
    description: 'Lines that this record caused: its id.',
    examples: ['po_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f'],
  }),
)

export const lineFilters: Filters = {
  type: oneOf(LINE_TYPES, 'Lines of this type.', {
    condition: (sql, type) => sql`reason = any(${[...TYPES[type].reasons]})`,
  }),
  state: oneOf(LINE_STATES, 'Lines in this state.', { column: 'state' }),
  source: {
    schema: SOURCE,
    read: (text) => {
      const id = sourceIn(text)
      return id === null ? null : (sql) => sql`cause_id = ${id}`
    },
    wants:
      'must be the id of a transaction, payout, refund, dispute, deposit, settlement or ' +
      'verification',
  },
  ...within('created_at'),
}

/**
 * Lines until the last entry that has left are archived: the statement ends above them, says so,
 * and refuses a page that can have no others. `to`: no line is later.
 */
export async function statementOf(
  { sql }: Context,
  scope: Scope,
  account: WalletAccount,
  page: Page<LinePlace>,
  to: Date | null = null,
): Promise<Listed<Line>> {
  const { below, offset, perPage, isUncounted } = page
  const where = page.where?.(sql) ?? sql``
  const [found, total] = await Promise.all([
    listLines(sql, scope, account, { below, offset, max: perPage + 1, where }),
    isUncounted ? 0 : countLines(sql, scope, account, where),
  ])
  const listed = cutPage(page, total, found, placeText)
  const left = await findLeft(sql, scope)
  if (left === null) return listed
  const ends = [to, below?.createdAt]
  if (ends.some((end) => end && end <= left.lastEntryAt)) {
    refuseArchived('Balance changes of this time are', left)
  }
  return { ...listed, meta: { ...listed.meta, archivedUntil: left.lastEntryAt } }
}

/** The type of a line, and what caused it. */
export function lineOf(reason: EntryReason) {
  const type = TYPE_OF.get(reason) ?? 'adjustment'
  const { source } = TYPES[type]
  return { type, source, sourceKind: source && SOURCES[source] }
}

export function toWireLine(scope: Scope, account: WalletAccount, line: Line) {
  const { causeId, reason, state, amount, balance, occurredAt, createdAt, updatedAt } = line
  const { type, source, sourceKind } = lineOf(reason)
  return {
    id: idOf(scope, account, line),
    domain: scope.mode,
    account,
    type,
    state,
    amount: Number(amount),
    balance: Number(balance),
    currency: 'NGN' as const,
    source_type: source,
    source_id: sourceKind && publicId(sourceKind, causeId),
    occurred_at: occurredAt.toISOString(),
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  }
}

/** An entry can be a line of both accounts, so the id is made of the account too. */
function idOf({ businessId, mode }: Scope, account: WalletAccount, line: Line): string {
  const name = [businessId, mode, account, line.causeId, line.reason, line.step].join(' ')
  const hash = createHash('sha256').update(name).digest('hex')
  return publicId('ledger_line', hash.slice(0, 2 * ID_LENGTH))
}

/** Null if the text is no id of a source. */
function sourceIn(text: string): string | null {
  const ids = Object.values(SOURCES).map((kind) => parsePublicId(kind, text))
  return ids.find((id) => id !== null) ?? null
}

function placeText({ createdAt, causeId, reason, step, amount, balance }: LinePlace): string {
  return [createdAt.getTime(), causeId, reason, step, amount, balance].join(' ')
}

/** Reads the place in a cursor; null if it is not one of ours. */
export function placeIn(text: string): LinePlace | null {
  const [at = '', causeId = '', reason = '', step = '', ...amounts] = text.split(' ')
  const createdAt = new Date(/^\d{1,15}$/.test(at) ? Number(at) : Number.NaN)
  const isPlace = !Number.isNaN(createdAt.getTime()) && isUuid(causeId) && /^[12]$/.test(step)
  if (!isPlace || !/^[a-z_]{1,40}$/.test(reason)) return null
  if (amounts.length !== 2 || !amounts.every((one) => /^-?\d{1,15}$/.test(one))) return null
  const [amount, balance] = amounts.map((one) => kobo(BigInt(one))) as [Kobo, Kobo]
  const place = { createdAt, causeId, amount, balance, step: Number(step) as 1 | 2 }
  return { ...place, reason: reason as EntryReason }
}
