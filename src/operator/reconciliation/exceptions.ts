import type { Context } from '../../core/context.ts'
import type { Sql } from '../../platform/db.ts'
import { newId, parsePublicId, publicId } from '../../platform/ids.ts'
import { fromFreshReading } from '../../platform/optimistic.ts'
import { Refusal, refuseFields } from '../../platform/refusal.ts'
import type {
  Books,
  Exception,
  ExceptionClass,
  ExceptionName,
  MovementKind,
  StatementId,
} from './reconciliation.rows.ts'

import {
  countOpen,
  type ExceptionRow,
  type Extent,
  findException,
  freezeReading,
  insertNote,
  joinWhole,
  liftLimits,
  listBooks,
  listOpen,
  matchOpen,
} from './reconciliation.sql.ts'

import type { Direction } from './statement.ts'

// Differences between statements and books. Nothing is booked here: an exception disappears when a
// later statement or notification has what was missing, or when an operator closes it with a
// reason.

const BY_MAX = 100
export const NOTE_MAX = 1_000

const MOVEMENTS = [
  'deposit',
  'suspended_credit',
  'return',
  'payout',
  'payout_reversal',
  'refund',
  'charge',
  'charge_reversal',
  'charge_fee',
] as const satisfies MovementKind[]

const NEXT: Record<ExceptionClass, Record<Direction, string>> = {
  wrong_amount: {
    credit:
      'The bank lists a different amount than it notified. The notified amount stays ' +
      'booked. Ask the bank which amount moved.',
    debit:
      'The bank lists a different amount than was sent or returned. Ask the bank which amount ' +
      'moved.',
  },
  duplicate: {
    credit:
      'The bank lists this transfer twice. If the file only repeats an earlier one, close ' +
      'this exception. Otherwise the bank must send the second transfer with its own ' +
      'session id.',
    debit:
      'The bank lists this transfer twice. If the file only repeats an earlier one, close ' +
      'this exception. Otherwise ask the bank at once whether money left twice.',
  },
  theirs_only: {
    credit:
      'Money arrived without a notification. Ask the bank to send one; it then matches ' +
      'automatically.',
    debit: 'Money left that is not in our books. Ask the bank at once.',
  },
  ours_only: {
    credit:
      'The bank does not list a transfer that it notified. If no later statement lists it, ' +
      'ask the bank: the money may not have arrived.',
    debit:
      'The bank does not list a transfer that it reported as sent. If no later statement ' +
      'lists it, ask the bank: the money may not have left.',
  },
}

/** Open ones, oldest first, in the caller's database transaction. */
export async function openExceptions(sql: Sql, extent: Extent, max: number): Promise<Exception[]> {
  return (await listOpen(sql, extent, max)).map(toException)
}

/** One page of the open ones over all statements of a rail, oldest first, and their number. */
export async function exceptionsOf(
  { sql, now }: Context,
  books: Books,
  wanted: { class: ExceptionClass | null; offset: number; max: number },
): Promise<{ total: number; exceptions: Exception[] }> {
  const extent = { ...books, statementId: null }
  const isWanted = (one: { class: ExceptionClass }) =>
    wanted.class === null || one.class === wanted.class
  return fromFreshReading(() =>
    sql.begin(async (begun) => {
      await freezeReading(begun)
      await liftLimits(begun)
      await matchOpen(begun, books, now())
      await joinWhole(begun)
      const counts = await countOpen(begun, extent)
      const rows = await listOpen(begun, extent, wanted.max, wanted)
      const total = counts.filter(isWanted).reduce((sum, { count }) => sum + count, 0)
      return { total, exceptions: rows.map(toException) }
    }),
  )
}

function toException({
  firstStatementId,
  firstPosition,
  closedAt: _,
  ...row
}: ExceptionRow): Exception {
  const isRepeated = firstStatementId !== null && firstPosition !== null
  return {
    ...row,
    id: idOf(row),
    first: isRepeated ? lineId(firstStatementId, firstPosition) : null,
    next: NEXT[row.class][row.direction],
  }
}

type Named = Pick<Exception, 'statementId' | 'position' | 'kind' | 'causeId'>

function idOf({ statementId, position, kind, causeId }: Named): string {
  if (statementId !== null && position !== null) return lineId(statementId, position)
  return publicId(kind!, causeId!)
}

function lineId(statementId: StatementId, position: number): string {
  return `${publicId('statement', statementId)}:${position}`
}

function nameIn(id: string): ExceptionName | null {
  const [statement = '', position = ''] = id.split(':')
  const statementId = parsePublicId('statement', statement)
  if (statementId !== null) {
    return /^[1-9][0-9]{0,8}$/.test(position) ? { statementId, position: Number(position) } : null
  }
  for (const kind of MOVEMENTS) {
    const causeId = parsePublicId(kind, id)
    if (causeId !== null) return { kind, causeId }
  }
  return null
}

/** Refuses what is no open exception, or was closed before. */
export async function closeException(
  context: Context,
  { id, by, note }: { id: string; by: string; note: string },
): Promise<void> {
  checkTexts({ by, note })
  const name = nameIn(id) ?? refuseUnknown()
  const found = (await findIn(context, name)) ?? refuseUnknown()
  const { mode, rail, sessionId, direction, statementId, position } = found
  const now = context.now()
  const isFirst = await insertNote(context.sql, {
    noteId: newId(now),
    mode,
    rail,
    sessionId,
    direction,
    statementId,
    position,
    closedBy: by,
    note,
    createdAt: now,
  })
  if (isFirst) return
  throw new Refusal('already_closed', { message: 'This exception is already closed.' })
}

/** Matches first, because it may have been resolved by now. */
async function findIn({ sql, now }: Context, name: ExceptionName): Promise<ExceptionRow | null> {
  for (const books of await listBooks(sql)) {
    const found = await sql.begin(async (begun) => {
      await liftLimits(begun)
      await matchOpen(begun, books, now())
      return findException(begun, { ...books, statementId: null }, name)
    })
    if (found) return found
  }
  return null
}

function checkTexts(texts: { by: string; note: string }): void {
  const limits = { by: BY_MAX, note: NOTE_MAX }
  const errors = (Object.keys(limits) as (keyof typeof limits)[])
    .filter((field) => !isPlain(texts[field], limits[field]))
    .map((field) => ({
      field,
      code: 'invalid_format' as const,
      message: `${field} must be 1 to ${limits[field]} characters on one line.`,
    }))
  if (errors.length > 0) refuseFields(errors)
}

function isPlain(text: string, max: number): boolean {
  return text.trim() !== '' && text.length <= max && !/\p{Cc}/u.test(text) && text.isWellFormed()
}

function refuseUnknown(): never {
  throw new Refusal('not_found', { message: 'No exception has this id.' })
}
