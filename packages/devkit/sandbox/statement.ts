import type { Context, Scope } from '../../../src/core/context.ts'
import type { Movement } from '../../../src/operator/reconciliation/reconciliation.rows.ts'
import { movementsOf } from '../../../src/operator/reconciliation/reconciliation.ts'
import { COLUMNS } from '../../../src/operator/reconciliation/statement.ts'
import { DAY, later } from '../../../src/platform/clock.ts'
import { csvHead, csvLine } from '../../../src/platform/csv.ts'
import { kobo } from '../../../src/platform/money.ts'
import { refuseFields } from '../../../src/platform/refusal.ts'
import { sha256 } from '../../../src/platform/secrets.ts'

// The statement of the sandbox's bank. The bank keeps no records, so its statement is made from our
// books: it proves nothing, but with requested faults it shows what reconciliation finds. The same
// seed makes the same faults.

export const faults = ['missing', 'extra', 'duplicate', 'late', 'wrong_amount'] as const
export type Fault = (typeof faults)[number]
export type Wanted = { from: Date; to: Date; faults: Fault[]; seed: string }

const RANGE_MS_MAX = 31 * DAY
const FIRST_YEAR = Date.UTC(2000, 0, 1)
const LAST_YEAR = Date.UTC(2100, 0, 1)
const MOVEMENTS_MAX = 10_000
/** With faults, one movement in this many has one. */
const FAULTY_ONE_IN = 4
/** A late movement is listed this much later. */
const LATE_MS = 1 * DAY
const WRONG_BY = 100n

/** The movements of one business, oldest first. */
export async function sandboxStatement(
  context: Context,
  scope: Scope,
  { from, to, faults: wanted, seed }: Wanted,
): Promise<Movement[]> {
  checkRange(from, to)
  const rail = context.rails.test.bank.name
  // Late movements happened before the range.
  const range = { rail, from: later(from, -LATE_MS), to, max: MOVEMENTS_MAX + 1 }
  const movements = await movementsOf(context, scope, range)
  if (movements.length > MOVEMENTS_MAX) {
    refuseTo(`This period has more than ${MOVEMENTS_MAX} entries. Choose a shorter one.`)
  }
  return movements.flatMap((movement) => {
    const fault = faultOf(movement, wanted, seed)
    const listedAt = fault === 'late' ? later(movement.occurredAt, LATE_MS) : movement.occurredAt
    return listedAt >= from && listedAt < to ? listed(movement, fault, seed) : []
  })
}

/** PostgreSQL does not accept every year. */
function checkRange(from: Date, to: Date): void {
  const isKnown = from.getTime() >= FIRST_YEAR && to.getTime() < LAST_YEAR
  const spanMs = to.getTime() - from.getTime()
  if (isKnown && spanMs > 0 && spanMs <= RANGE_MS_MAX) return
  refuseTo(
    `to must be later than from, by at most ${RANGE_MS_MAX / DAY} days, and in this century.`,
  )
}

function refuseTo(message: string): never {
  return refuseFields([{ field: 'to', code: 'out_of_range', message }])
}

/** Depends on the movement and the seed only, not on the range. */
function faultOf(movement: Movement, wanted: Fault[], seed: string): Fault | null {
  if (wanted.length === 0) return null
  const draw = sha256(`${seed}/${movement.direction}/${movement.sessionId}`)
  if (draw.readUInt32BE(0) % FAULTY_ONE_IN > 0) return null
  return wanted[draw.readUInt32BE(4) % wanted.length]!
}

function listed(movement: Movement, fault: Fault | null, seed: string): Movement[] {
  switch (fault) {
    case 'missing':
      return []
    case 'duplicate':
      return [movement, movement]
    case 'wrong_amount':
      return [{ ...movement, amount: kobo(movement.amount + WRONG_BY) }]
    case 'extra':
      return [movement, { ...movement, sessionId: unknownSession(movement, seed) }]
    case 'late':
    case null:
      return [movement]
  }
}

function unknownSession({ direction, sessionId }: Movement, seed: string): string {
  return `extra-${sha256(`${seed}/extra/${direction}/${sessionId}`).toString('hex').slice(0, 30)}`
}

/** In the format of `npm run reconcile -- import`. */
export function asCsv(lines: Movement[]): string {
  const records = lines.map((line) => Object.values(cellsOf(line, { naira: line.amount })))
  return csvHead(COLUMNS) + records.map(csvLine).join('')
}

export function asJson(lines: Movement[], rail: string, { from, to }: Pick<Wanted, 'from' | 'to'>) {
  return {
    rail,
    mode: 'test' as const,
    from: from.toISOString(),
    to: to.toISOString(),
    lines: lines.map((line) => cellsOf(line, Number(line.amount))),
  }
}

/** In the order of the columns. */
function cellsOf<Amount>(
  { sessionId, direction, accountNumber, narration, occurredAt }: Movement,
  amount: Amount,
) {
  return {
    session_id: sessionId,
    direction,
    amount,
    account_number: accountNumber,
    narration,
    occurred_at: occurredAt.toISOString(),
  }
}
