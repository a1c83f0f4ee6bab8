import type { Context } from '../../core/context.ts'
import { backlogOf as deliveries } from '../../core/events/webhooks.ts'
import { backlogOf as batchLines } from '../../money-out/batches/due.ts'
import { backlogOf as settlementItems } from '../../money-out/settlements/settlements.ts'
import { backlogOf as receipts } from '../../payments/receipts/receipts.ts'
import { backlogOf as expired } from '../../payments/transactions/expire.ts'
import { BACKLOG_MAX, CALLS, summed } from './calls.ts'

// Work that is due and not done yet. Each count uses an index, and stops at BACKLOG_MAX.

type Counted = {
  what: string
  /** The job that processes it; null: the sender of webhooks. */
  job: string | null
  backlogOf: (context: Context, max: number) => Promise<number>
}

const counted: Counted[] = [
  { what: 'webhook deliveries', job: null, backlogOf: deliveries },
  { what: 'expired transactions', job: 'abandon expired transactions', backlogOf: expired },
  ...CALLS.map(({ due, job, call }) => ({ what: due, job, backlogOf: call.backlogOf })),
  { what: 'payout batch lines', job: 'check and send payout batches', backlogOf: batchLines },
  { what: 'settlement items', job: 'settle due payments', backlogOf: settlementItems },
  { what: 'receipts', job: 'send receipts', backlogOf: receipts },
]

export type Backlog = {
  what: string
  job: string | null
  /** At most `BACKLOG_MAX`, which means that many or more. */
  count: number
}

export async function backlogs(context: Context): Promise<Backlog[]> {
  const each = await Promise.all(
    counted.map(async ({ what, job, backlogOf }) => {
      return { what, job, count: await backlogOf(context, BACKLOG_MAX) }
    }),
  )
  return summed(each, ({ what }) => what, BACKLOG_MAX)
}
