import { answer, createRefundLink } from '../src/payments/refund-links/refund-links.ts'
import { begin as refund } from '../src/payments/refunds/begin.ts'
import { type Kobo, kobo } from '../src/platform/money.ts'
import { scheduleDispute } from './live-month-disputes.ts'
import type { Paid } from './live-month-plan.ts'
import {
  type Doors,
  effectOf,
  hear,
  isFirst,
  refused,
  type Shop,
  type Stage,
} from './live-month-stage.ts'
import type { TestContext } from './support.ts'

// What becomes of payments of the month in live mode: refunds, also by a link that the customer
// opens, and a dispute.

const REFUNDED_TO = '3000020001'

/** `of`: the reference of the payment. */
export function scheduleAfterwards(stage: Stage, story: Paid, of: string): void {
  if (!isFirst(story, 'afterwards')) return
  scheduleDispute(stage, story, of)
  for (const [i, { share, after, isByLink }] of story.refunds.entries()) {
    const { businessId, mode } = stage.shops[story.shop]!
    const amount = share === 100 ? null : kobo(Math.floor((story.amount * share) / 100))
    const play = async ({ context }: Doors) => {
      const effectId = effectOf(story, `refund ${i}`, context)
      const wanted = { transaction: of, amount, effectId, reason: null }
      const none = ['not_refundable', 'refund_too_large', 'transaction_not_found']
      const refunding = isByLink
        ? refundByLink(context, { businessId, mode }, { ...wanted, id: effectId })
        : refund(context, { businessId, mode }, wanted)
      await refused(stage, refunding, [...none, 'payment_disputed', 'refund_link_closed'])
      await hear(stage, context)
    }
    stage.later(after, { story, play })
  }
}

/** The customer opens the link at once, and names an account. */
async function refundByLink(
  context: TestContext,
  scope: Pick<Shop, 'businessId' | 'mode'>,
  wanted: { transaction: string; amount: Kobo | null; reason: null; id: string },
): Promise<void> {
  const found = await createRefundLink(context, scope, { ...wanted, sendsEmail: false })
  await answer(context, found, { bankCode: '058', accountNumber: REFUNDED_TO })
}
