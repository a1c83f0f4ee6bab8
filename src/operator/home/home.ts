import type { Context, Scope } from '../../core/context.ts'
import { DAY, later } from '../../platform/clock.ts'
import type { Kobo } from '../../platform/money.ts'
import { type Range, type Statistics, statisticsOf } from '../statistics/statistics.ts'
import {
  type Attention,
  type FailingEndpoint,
  findAttention,
  listFailing,
  listReasons,
  type Reason,
} from './home.sql.ts'

// All that the first page of the dashboard says, in one call: the numbers of a range beside those
// of the range before, what waits for a person, and why payments failed.

/** What failed is named for so long. */
const NEWS_MS = 7 * DAY
const REASONS_MAX = 5

type Before = Pick<
  Statistics['totals'],
  'volume' | 'succeeded' | 'fees' | 'refunded' | 'successRateBasisPoints'
>

export type Home = {
  statistics: Statistics
  before: Before & { from: Date; volume: Kobo }
  attention: Attention
  failing: FailingEndpoint[]
  reasons: Reason[]
}

export async function homeOf(context: Context, scope: Scope, range: Range): Promise<Home> {
  const { sql } = context
  const now = context.now()
  const [statistics, { totals, from }, attention, failing, reasons] = await Promise.all([
    statisticsOf(context, scope, range),
    statisticsOf(context, scope, before(range, now)),
    findAttention(sql, scope, later(now, -NEWS_MS)),
    listFailing(sql, scope),
    listReasons(sql, scope, range, REASONS_MAX),
  ])
  const { volume, succeeded, fees, refunded, successRateBasisPoints } = totals
  return {
    statistics,
    before: { from, volume, succeeded, fees, refunded, successRateBasisPoints },
    attention,
    failing,
    reasons,
  }
}

/** As long as the part of the range that has passed, and just before it. */
function before({ from, to, by }: Range, now: Date): Range {
  const length = to.getTime() - from.getTime()
  const passed = Math.min(length, Math.max(1, now.getTime() - from.getTime()))
  const start = later(from, -length)
  return { from: start, to: later(start, passed), by }
}
