import type { Context } from '../../core/context.ts'
import { backlogOf as deliveries } from '../../core/events/webhooks.ts'
import { backlogOf as settlementItems } from '../../money-out/settlements/settlements.ts'
import { backlogOf as receipts } from '../../payments/receipts/receipts.ts'
import { backlogOf as expired } from '../../payments/transactions/expire.ts'
import { CALLS } from './calls.ts'

// What is due and not done yet, in each row that says what must happen. Counted where it is found
// by an index, and not further than anybody wants to know.

export const BACKLOG_MAX = 10_000

type Counted = {
  what: string
  /** Which works it off; null: the loop of the webhooks. */
  job: string | null
  backlogOf: (context: Context, max: number) => Promise<number>
}

const counted: Counted[] = [
  { what: 'webhook deliveries', job: null, backlogOf: deliveries },
  { what: 'expired transactions', job: 'abandon expired transactions', backlogOf: expired },
  ...CALLS.map(({ due, job, call }) => ({ what: due, job, backlogOf: call.backlogOf })),
  { what: 'settlement items', job: 'settle due payments', backlogOf: settlementItems },
  { what: 'receipts', job: 'send receipts', backlogOf: receipts },
]

export type Backlog = {
  what: string
  job: string | null
  /** `BACKLOG_MAX`: so many or more. */
  count: number
}

export async function backlogs(context: Context): Promise<Backlog[]> {
  const each = await Promise.all(
    counted.map(async ({ what, job, backlogOf }) => {
      return { what, job, count: await backlogOf(context, BACKLOG_MAX) }
    }),
  )
  return [...Map.groupBy(each, ({ what }) => what).values()].map(([one, ...same]) => {
    const count = same.reduce((sum, other) => sum + other.count, one!.count)
    return { ...one!, count: Math.min(count, BACKLOG_MAX) }
  })
}
