import assert from 'node:assert/strict'
import { disputePayment } from '../packages/devkit/sandbox/disputes.ts'
import { deactivate } from '../src/payments/authorizations/authorizations.ts'
import { chargeAuthorization } from '../src/payments/authorizations/charge.ts'
import { keyOf, payByCard } from '../src/payments/checkout/checkout.ts'
import { accept, contest } from '../src/payments/disputes/answer.ts'
import { createSubscription } from '../src/payments/subscriptions/subscriptions.ts'
import { findByReference } from '../src/payments/transactions/transactions.ts'
import { kobo } from '../src/platform/money.ts'
import { AGREES } from './kept-cards.ts'
import type { Doors } from './month-doors.ts'
import type { KeptStory, Story } from './month-plan.ts'
import { effectOf, type Stage, said } from './month-stories.ts'
import { testCard } from './payments.ts'

// Cards of the month that customers let a business keep, the subscriptions to them, and the
// disputes of what was paid.

type Kept = Extract<Story, { kind: 'kept' }>

const ENDS = {
  success: 'success',
  kept_late: 'success',
  kept_no_funds: 'failed',
  kept_late_decline: 'failed',
} as const satisfies Record<KeptStory, string>
/** After all its charges. */
const REMOVED_AFTER = 10

/** Of its own customer, so that no other story renews or removes the card. */
export const emailOfKept = ({ serial }: Kept) => `kept-${serial}@example.com`

export async function playKept(
  stage: Stage,
  story: Kept,
  { context }: Doors,
  { accessCode, reference }: { accessCode: string; reference: string },
): Promise<void> {
  schedule(stage, story, reference)
  await payByCard(context, keyOf(context, accessCode), testCard(story.how), AGREES)
}

const scheduled = new WeakSet<Story>()

function schedule(stage: Stage, story: Kept, reference: string): void {
  if (scheduled.has(story)) return
  scheduled.add(story)
  const { how, isSubscribed, serial } = story
  const shop = stage.fleet[story.shop]!
  const then = (slots: number, of: Story, run: (doors: Doors, code: string) => Promise<unknown>) =>
    stage.later(slots, {
      story: of,
      play: async (doors) => {
        const { authorizationDetails } = await findByReference(doors.context, shop, reference)
        const code = JSON.parse(authorizationDetails ?? '{}').authorization_code
        // What a crash interrupted may not be paid.
        if (code === undefined) return assert(story.isTroubled, 'the card is kept')
        await run(doors, code)
      },
    })
  const charge = (doors: Doors, code: string, amount: number, name: string) => {
    const asked = { authorizationCode: code, reference: name, amount: kobo(amount) }
    const more = { email: emailOfKept(story), metadata: null, feeBearer: 'business' } as const
    const none = { splitCode: null, ipAddress: null, effectId: null }
    stage.asked += 1
    return chargeAuthorization(doors.context, shop, { ...asked, ...more, ...none })
  }
  for (const [i, again] of story.again.entries()) {
    const name = `AGAIN-${serial}-${i}`
    then(again.after, again, (doors, code) => {
      stage.payments.set(name, { story: again, ends: ENDS[how] })
      return charge(doors, code, again.amount, name)
    })
  }
  if (isSubscribed) {
    then(1, story, async ({ context }, authorizationCode) => {
      const wanted = { plan: shop.plan, customer: emailOfKept(story), authorizationCode }
      const more = { startAt: null, trialDays: 0, quantity: 1, metadata: null }
      const effectId = effectOf(story, 'subscription', context.now())
      stage.subscribed.add(effectId)
      await createSubscription(context, shop, { ...wanted, ...more }, effectId)
    })
    return
  }
  then(REMOVED_AFTER, story, async (doors, code) => {
    await deactivate(doors.context, shop, emailOfKept(story), code)
    const none = charge(doors, code, story.amount, `NONE-${serial}`)
    await said(stage, none, 'authorization_not_found')
  })
}

type Disputed = Extract<Story, { dispute: unknown }>

/** Disputed a slot later, and answered at once. */
export function scheduleDispute(stage: Stage, story: Disputed, reference: string): void {
  const { dispute } = story
  if (dispute === null || disputed.has(story)) return
  disputed.add(story)
  stage.later(1, {
    story,
    play: async ({ context }) => {
      const shop = stage.fleet[story.shop]!
      const effectId = effectOf(story, 'dispute', context.now())
      const outcome = dispute === 'lost' ? 'lost' : 'won'
      const opened = await disputePayment(
        context,
        shop,
        reference,
        { amount: null, outcome },
        effectId,
      )
      stage.disputes.set(reference, { story, ends: dispute })
      if (dispute === 'accepted') await accept(context, opened)
      else await contest(context, opened, 'It was delivered on the day after.')
    },
  })
}

const disputed = new WeakSet<Story>()
