import { pay as payOut } from '../src/money-out/payouts/pay.ts'
import {
  enquireAfterReturn,
  findCheckout,
  keyOf,
  payByTransfer,
  payByUssd,
  payOnTheirPage,
  statusOf,
} from '../src/payments/checkout/checkout.ts'
import { initialize } from '../src/payments/transactions/initialize.ts'
import { kobo } from '../src/platform/money.ts'
import { AGREES } from './kept-cards.ts'
import { scheduleAfterwards } from './live-month-afterwards.ts'
import { playMandate, scheduleKept } from './live-month-kept.ts'
import type { Story } from './live-month-plan.ts'
import {
  type Doors,
  effectOf,
  emailOf,
  hear,
  isFirst,
  patient,
  refused,
  type Stage,
} from './live-month-stage.ts'
import type { Task } from './month-stage.ts'
import { CODE } from './providers/safehaven/identities.ts'
import type { TestContext } from './support.ts'
import { begin, guess } from './verifications.ts'

// Plays the stories of the month in live mode. A client refused because a provider is down retries
// a few times, then gives up. A story replayed after a crash does not pay the provider again.

export function taskOf(stage: Stage, story: Story): Task<Doors> {
  return { story, play: ({ context }) => play(stage, story, context) }
}

function play(stage: Stage, story: Story, context: TestContext): Promise<void> {
  switch (story.kind) {
    case 'transfer':
      return playTransfer(stage, story, context)
    case 'charge':
      return playCharge(stage, story, context)
    case 'deposit': {
      const number = stage.shops[story.shop]!.dedicated[story.account]!
      return paysTo(stage, story, context, { number, amount: story.amount, what: 'pays' })
    }
    case 'top up': {
      const number = stage.shops[story.shop]!.wallet
      return paysTo(stage, story, context, { number, amount: story.amount, what: 'pays' })
    }
    case 'mandate':
      return playMandate(stage, story, context)
    case 'payout':
      return playPayout(stage, story, context)
    case 'identity':
      return playIdentity(stage, story, context)
  }
}

type Of<Kind extends Story['kind']> = Extract<Story, { kind: Kind }>

async function opened(stage: Stage, story: Of<'transfer' | 'charge'>, context: TestContext) {
  const { businessId, mode } = stage.shops[story.shop]!
  const reference = `ORDER-${story.serial}`
  const isKept = story.kind === 'charge' && story.keeping !== null
  const nothing = { phone: null, callbackUrl: null, metadata: null, channels: null }
  const made = await initialize(
    context,
    { businessId, mode },
    {
      ...nothing,
      reference,
      amount: kobo(story.amount),
      email: emailOf(story),
      name: 'Ada Example',
      feeBearer: 'business',
      splitCode: null,
      ipAddress: null,
      madeWith: 'secret',
      effectId: null,
      ...(isKept && { saveCard: 'required' }),
    },
  )
  scheduleAfterwards(stage, story, reference)
  if (isKept) scheduleKept(stage, story, reference)
  return made.accessCode
}

async function playTransfer(stage: Stage, story: Of<'transfer'>, context: TestContext) {
  const { amount, how } = story
  const code = await opened(stage, story, context)
  const account = await patient(stage, () => payByTransfer(context, keyOf(context, code)))
  if (account === null || how === 'left') return
  const number = account.accountNumber
  const pays = (what: string, kobos: number, from = context) =>
    paysTo(stage, story, from, { number, amount: kobos, what })
  switch (how) {
    case 'right':
      return pays('pays', amount)
    case 'wrong':
      return pays('pays less', amount - 10_000)
    case 'twice':
      await pays('pays', amount)
      return pays('pays again', amount)
    case 'late':
      if (isFirst(story, 'is late'))
        stage.later(1, { story, play: (then) => pays('pays', amount, then.context) })
  }
}

async function playCharge(stage: Stage, story: Of<'charge'>, context: TestContext): Promise<void> {
  const { how, amount, method } = story
  const code = await opened(stage, story, context)
  const key = keyOf(context, code)
  const url = await patient(stage, async () => {
    if (method === 'ussd') await payByUssd(context, key, '058')
    else await payOnTheirPage(context, key, method, AGREES)
    const { next } = statusOf(context, await findCheckout(context, code))
    return next.kind === 'redirect' || next.kind === 'dial' ? (next.url ?? null) : null
  })
  if (url === null || how === 'leaves') return
  if (how === 'transfers too') {
    const account = await patient(stage, () => payByTransfer(context, key))
    const number = account?.accountNumber
    if (number !== undefined) await paysTo(stage, story, context, { number, amount, what: 'pays' })
  }
  const tries = how === 'tries, then pays' ? 'twice' : 'once'
  if (isFirst(story, 'pays a charge')) stage.standIns.payOn(url, tries)
  await hear(stage, context)
  if (how !== 'stays away') await enquireAfterReturn(context, key)
}

async function playPayout(stage: Stage, story: Of<'payout'>, context: TestContext): Promise<void> {
  const { businessId, mode } = stage.shops[story.shop]!
  await patient(stage, () =>
    payOut(
      context,
      { businessId, mode },
      {
        amount: kobo(story.amount),
        reference: `PAYOUT-${story.serial}`,
        accountNumber: story.to,
        bankCode: '058',
        reason: null,
        effectId: null,
      },
    ),
  )
  await hear(stage, context)
}

async function playIdentity(stage: Stage, story: Of<'identity'>, context: TestContext) {
  const { how, type, serial } = story
  const shop = stage.shops[story.shop]!
  const number = `2${String(serial).padStart(10, '0')}`
  const effectId = effectOf(story, 'verification', context)
  const id = await patient(stage, () => begin(context, shop, { type, number, effectId }))
  if (id === null || how === 'forgotten') return
  const guesses = (otp: string) => patient(stage, () => guess(context, shop, id, otp, { type }))
  if (how !== 'right') await refused(stage, guesses('000000'), ['invalid_otp', 'otp_locked'])
  if (how !== 'wrong') await refused(stage, guesses(CODE), ['invalid_otp', 'otp_locked'])
}

type Payment = { number: string; amount: number; what: string }

/** A customer transfers; the bank may reject what the account does not accept. */
async function paysTo(
  stage: Stage,
  story: Story & { sender: string },
  context: TestContext,
  { number, amount, what }: Payment,
): Promise<void> {
  if (isFirst(story, what)) {
    const told = stage.standIns.pay(number, amount, story.sender)
    // A transfer to a permanent account becomes a payment with the bank's own reference.
    if (story.kind === 'deposit' && told) scheduleAfterwards(stage, story, told)
  }
  await hear(stage, context)
}
