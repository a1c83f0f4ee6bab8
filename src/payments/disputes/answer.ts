import type { Context } from '../../core/context.ts'
import { emit } from '../../core/events/webhooks.ts'
import { later } from '../../platform/clock.ts'
import { refuse } from '../../platform/refusal.ts'
import { disputeCalls } from './call.ts'
import { ANSWERED_WITHIN_MS, closeDispute } from './close.ts'
import { type Dispute, type DisputeChange, findDispute, moveDispute } from './disputes.sql.ts'
import { disputeEvent, evidenceOf, publish, sealEvidence } from './disputes.ts'

// The answer of the business, once. The provider that told of the dispute gets it; an operator
// reads the answer to a dispute that an operator has opened, and passes it on.

export const EVIDENCE_MAX = 5_000

/** Contests it. The same text again is the same answer; another one is refused. */
export async function contest(context: Context, dispute: Dispute, text: string): Promise<Dispute> {
  const now = context.now()
  const evidence = sealEvidence(context, dispute, text)
  const answered = await context.sql.begin(async (sql) => {
    const moved = await moveDispute(sql, dispute, ['needs_response'], {
      ...called(dispute, 'contest', now),
      status: 'under_review',
      evidence,
      answeredAt: now,
      remindAt: null,
      updatedAt: now,
    })
    if (moved) await emit(sql, [disputeEvent('updated', moved, now)])
    return moved
  })
  if (answered === null) {
    const current = await findDispute(context.sql, dispute)
    const isSame = current !== null && evidenceOf(context, current) === text
    return isSame ? current : refuse('dispute_answered')
  }
  publish(context, answered)
  return sent(context, answered)
}

/** Gives the money up. Accepting twice is the same as once. */
export async function accept(context: Context, dispute: Dispute): Promise<Dispute> {
  const now = context.now()
  const alongside = { ...called(dispute, 'accept', now), answeredAt: now }
  const from = ['needs_response'] as const
  const closing = { status: 'accepted', by: 'business', alongside, from } as const
  const closed = await closeDispute(context, dispute, closing)
  if (closed !== null) return sent(context, closed)
  const current = await findDispute(context.sql, dispute)
  const isSame = current?.status === 'accepted' && current.closedBy === 'business'
  return isSame ? current : refuse('dispute_answered')
}

function called({ source }: Dispute, call: 'accept' | 'contest', now: Date): DisputeChange {
  if (source !== 'provider') return {}
  return { call, callState: 'open', nextCallAt: later(now, ANSWERED_WITHIN_MS) }
}

/** Asks the provider at once. Answers the dispute as it stands then. */
export async function sent(context: Context, dispute: Dispute): Promise<Dispute> {
  if (dispute.callState !== 'open') return dispute
  await disputeCalls.ask(context, dispute)
  return (await findDispute(context.sql, dispute)) ?? dispute
}
