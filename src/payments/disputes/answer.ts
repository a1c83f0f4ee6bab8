import type { Context } from '../../core/context.ts'
import { emit } from '../../core/events/webhooks.ts'
import { later } from '../../platform/clock.ts'
import { refuse, refuseFields } from '../../platform/refusal.ts'
import type { EvidenceFile } from '../../providers/dispute-rail.ts'
import { railThatMade } from '../../providers/made-by.ts'
import { disputeCalls } from './call.ts'
import { ANSWERED_WITHIN_MS, closeDispute } from './close.ts'
import { type Dispute, type DisputeChange, findDispute, moveDispute } from './disputes.sql.ts'
import { disputeEvent, evidenceOf, publish, sealEvidence } from './disputes.ts'
import { FILES_MAX, hasFiles, keepFiles } from './files.ts'

// The answer of the business, once. The provider that told of the dispute gets it; an operator
// reads the answer to a dispute that an operator has opened, and passes it on.

export const EVIDENCE_MAX = 5_000

/** How many files an answer may have: as many as the provider passes on. */
export function filesMaxOf({ rails }: Context, dispute: Dispute): number {
  if (dispute.source === 'operator') return FILES_MAX
  return railThatMade(rails, 'disputes', dispute)?.filesMax ?? 0
}

/** Contests it. The same answer again is the same; another one is refused. */
export async function contest(
  context: Context,
  dispute: Dispute,
  text: string,
  files: EvidenceFile[] = [],
): Promise<Dispute> {
  const filesMax = filesMaxOf(context, dispute)
  if (files.length > filesMax) refuseFiles(filesMax)
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
    if (moved === null) return null
    await keepFiles(context, sql, dispute, files)
    await emit(sql, [disputeEvent('updated', moved, now)])
    return moved
  })
  if (answered === null) {
    const current = await findDispute(context.sql, dispute)
    const isText = current !== null && evidenceOf(context, current) === text
    const isSame = isText && (await hasFiles(context, current, files))
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

function refuseFiles(max: number): never {
  const message =
    max === 0
      ? 'files must be empty: the provider of this dispute takes text only.'
      : `files must have at most ${max} for this dispute. Put all pages in one PDF.`
  return refuseFields([{ field: 'files', code: 'out_of_range', message }])
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
