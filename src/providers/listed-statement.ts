import type { Kobo } from '../platform/money.ts'
import type { RailStatementLine, Silent, StatementOutcome, StatementRequest } from './outcomes.ts'

// A statement of a provider that has none: its lists of payments, refunds and so on, one after the
// other, page by page.

/** A longer list is `unknown`. */
const PAGES_MAX = 10_000
/** Of the id of a line. */
export const SESSION_LENGTH_MAX = 64

export type StatementPage = { lines: RailStatementLine[]; isLast: boolean }

/** `page` counts from 1. */
type ReadPage<List> = (
  list: List,
  page: number,
  timeoutMs: number | undefined,
) => Promise<StatementPage | Silent>

/** One unreadable page makes all `unknown`: a gap would look like lost money. */
export async function statementOf<List>(
  lists: readonly List[],
  { from, to, page: place, timeoutMs }: StatementRequest,
  readPage: ReadPage<List>,
): Promise<StatementOutcome> {
  // A page begun in the first half of the time may take the second half.
  const pageMs = timeoutMs === undefined ? undefined : timeoutMs / 2
  const endMs = performance.now() + (pageMs ?? Number.POSITIVE_INFINITY)
  const found = new Map<string, RailStatementLine>()
  const lines = () =>
    [...found.values()]
      .filter(({ occurredAt }) => occurredAt >= from && occurredAt < to)
      .sort((one, other) => one.occurredAt.getTime() - other.occurredAt.getTime())
  let [list, page] = placeIn(place, lists.length)
  let isFirst = true
  for (; list < lists.length; list++, page = 1) {
    for (let isWhole = false; !isWhole; page++) {
      if (page > PAGES_MAX) return { kind: 'unknown' }
      if (!isFirst && performance.now() > endMs) {
        return { kind: 'fetched', lines: lines(), next: `${list}:${page}` }
      }
      isFirst = false
      const read = await readPage(lists[list]!, page, pageMs)
      if ('kind' in read) return read
      // New rows move others to the next page, so these appear twice.
      for (const line of read.lines) found.set(`${line.direction} ${line.sessionId}`, line)
      isWhole = read.isLast
    }
  }
  return { kind: 'fetched', lines: lines() }
}

/** The place where the call before ended; the beginning if unreadable. */
function placeIn(place = '', lists: number): [list: number, page: number] {
  const [, list = '0', page = '1'] = /^(\d{1,2}):([1-9]\d{0,5})$/.exec(place) ?? []
  return Number(list) < lists ? [Number(list), Number(page)] : [0, 1]
}

/** The lines of a payment, named by our reference, or by the provider's id if that is too long. */
export function chargeLines({
  reference,
  id,
  amount,
  fee,
  at,
  narration = 'Card payment',
}: {
  reference: string
  id: string
  amount: Kobo
  fee: Kobo
  at: Date
  narration?: string
}): RailStatementLine[] {
  const sessionId = reference.length > SESSION_LENGTH_MAX ? `charge-${id}` : reference
  const paid = statementLine(sessionId, 'credit', amount, at, narration)
  const feeName = `fee-${sessionId}`
  const name = feeName.length > SESSION_LENGTH_MAX ? `fee-${id}` : feeName
  return fee === 0n ? [paid] : [paid, statementLine(name, 'debit', fee, at, 'Fee')]
}

export function statementLine(
  sessionId: string,
  direction: RailStatementLine['direction'],
  amount: Kobo,
  occurredAt: Date,
  narration: string,
): RailStatementLine {
  return { sessionId, direction, amount, accountNumber: '', narration, occurredAt }
}
