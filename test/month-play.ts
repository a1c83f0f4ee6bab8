import assert from 'node:assert/strict'
import { assign, listWaiting } from '../src/payments/deposits/suspend.ts'
import { publicId } from '../src/platform/ids.ts'
import { kobo } from '../src/platform/money.ts'
import type { RefusalCode } from '../src/platform/refusal.ts'
import type { BankCredit } from '../src/providers/outcomes.ts'

import {
  DOWN_NUMBER,
  LATE_NUMBER,
  LOST_NUMBER,
  UNKNOWN_NUMBER,
  UNSENT_NUMBER,
} from '../src/providers/sandbox/sandbox.ts'
import { amountToLeave } from './month-arithmetic.ts'
import type { Doors } from './month-doors.ts'
import { emailOfKept, playKept, scheduleDispute } from './month-kept.ts'
import { REFUSING, type RefundPlan, type Story } from './month-plan.ts'
import { effectOf, refusalOf, type Stage, said, type Task, type Told } from './month-stories.ts'
import { begin as beginVerification, guess } from './verifications.ts'

// Plays the stories of the month. A client that does not know the outcome replays an interrupted
// story from the start with the same references. Expected refusals are asserted at the call;
// expected outcomes are recorded for the final checks.

export function taskOf(stage: Stage, story: Story): Task {
  return { story, play: (doors) => play(stage, story, doors) }
}

async function play(stage: Stage, story: Story, doors: Doors): Promise<void> {
  switch (story.kind) {
    case 'card':
      return playCard(stage, story, doors)
    case 'kept': {
      const reference = `ORDER-${story.serial}`
      const accessCode = await given(stage, story, doors, 'success')
      return playKept(stage, story, doors, { accessCode, reference })
    }
    case 'again':
      return assert.fail('it follows from the story of its card')
    case 'transfer':
      return playTransfer(stage, story, doors)
    case 'abandoned':
      return playAbandoned(stage, story, doors)
    case 'deposit':
      return playDeposit(stage, story, doors)
    case 'top up': {
      const credit = creditOf(doors, story, stage.fleet[story.shop]!.wallet, story.amount, '')
      return tell(stage, story, doors, credit, story.times, 'matched')
    }
    case 'nobody':
      return playNobody(stage, story, doors)
    case 'identity':
      return playIdentity(stage, story, doors)
    case 'payout':
      return playPayout(stage, story, doors)
  }
}

type Of<Kind extends Story['kind']> = Extract<Story, { kind: Kind }>
type Asked = Of<'card'> | Of<'kept'> | Of<'transfer'> | Of<'abandoned'>

async function given(stage: Stage, story: Asked, doors: Doors, ends: string): Promise<string> {
  const { serial, amount, feeBearer, terms } = story
  const reference = `ORDER-${serial}`
  stage.payments.set(reference, { story, ends })
  const isKept = story.kind === 'kept'
  const email = isKept ? emailOfKept(story) : `customer-${serial % 997}@example.com`
  const asks = { reference, amount, email, feeBearer, splitCode: terms?.code ?? null }
  const order = { ...asks, ...(isKept && { saveCard: 'required' as const }) }
  stage.asked += 1
  const asked = doors.initialize(stage.fleet[story.shop]!, order)
  const accessCode = await orAsBefore(accessCodes, story, asked)
  scheduleRefunds(stage, story, reference, ends === 'success')
  if (ends === 'success') scheduleDispute(stage, story, reference)
  return accessCode
}

const accessCodes = new WeakMap<Story, string>()
const accounts = new WeakMap<Story, string>()

/** A story replayed after payment is refused; returns the answer recorded before. */
async function orAsBefore(
  before: WeakMap<Story, string>,
  story: Story,
  asked: Promise<string>,
): Promise<string> {
  try {
    const answer = await asked
    before.set(story, answer)
    return answer
  } catch (error) {
    const known = before.get(story)
    if (known === undefined) throw error
    return known
  }
}

async function playCard(stage: Stage, story: Of<'card'>, doors: Doors): Promise<void> {
  const { how } = story
  const lost = ['declined', 'late_decline', 'page_abandoned'].includes(how)
  const ends = how === 'declined five times' ? 'failed' : lost ? 'abandoned' : 'success'
  const code = await given(stage, story, doors, ends)
  const card = (name: string) => doors.card(code, name)
  stage.asked += 1
  switch (how) {
    case 'success':
    case 'refund_refused':
    case 'declined':
    case 'page_abandoned':
      await card(how)
      return
    case 'pin':
      await card('pin')
      return doors.pin(code, '1111')
    case 'pin_otp':
      await card('pin_otp')
      await doors.pin(code, '1234')
      await doors.otp(code, '000000')
      return doors.otp(code, '123456')
    case 'page':
      return doors.approve(code, (await card('page')).url!)
    case 'declined, then success':
      await card('declined')
      await card('success')
      return
    case 'down, then success':
      await said(stage, card('down'), 'rail_unavailable')
      await card('success')
      return
    case 'late_success':
    case 'late_decline':
      return said(stage, card(how), 'rail_timeout')
    case 'declined five times':
      for (let times = 0; times < 5; times++) await card(times % 2 ? 'declined' : 'no_funds')
      return said(stage, card('success'), 'already_closed')
  }
}

async function playTransfer(stage: Stage, story: Of<'transfer'>, doors: Doors): Promise<void> {
  const { how, sender, times, amount } = story
  const { acceptOverpayment, checkoutPlan } = stage.fleet[story.shop]!
  const isPaid = how === 'too much' ? acceptOverpayment : how !== 'wrong' && how !== 'late'
  const code = await given(stage, story, doors, isPaid ? 'success' : 'abandoned')
  const number = await orAsBefore(accounts, story, doors.account(code))
  const asked = story.feeBearer === 'customer' ? amountToLeave(checkoutPlan, amount) : amount
  const goes = (what: string, kobos: number, state: 'matched' | 'back', heardBy = doors) => {
    const ends = state === 'matched' ? state : sender === REFUSING ? 'return_refused' : 'returned'
    const credit = { ...creditOf(heardBy, story, number, kobos, what), senderAccountNumber: sender }
    return tell(stage, story, heardBy, credit, times, ends)
  }
  switch (how) {
    case 'right':
      return goes('', asked, 'matched')
    case 'wrong':
      return goes('', asked - 1, 'back')
    case 'wrong, then right':
      await goes('-wrong', Math.ceil(asked / 2), 'back')
      return goes('', asked, 'matched')
    case 'twice':
      await goes('', asked, 'matched')
      return goes('-again', asked, 'back')
    case 'late':
      return stage.later(1, { story, play: (then) => goes('', asked, 'back', then) })
    case 'too much':
      return goes('', asked + 12_345, acceptOverpayment ? 'matched' : 'back')
    case 'surplus by card': {
      const { url } = await doors.card(code, 'page')
      await goes('', asked, 'matched')
      return doors.approve(code, url!)
    }
  }
}

async function playAbandoned(stage: Stage, story: Of<'abandoned'>, doors: Doors): Promise<void> {
  const code = await given(stage, story, doors, 'abandoned')
  if (story.asksForAccount) await doors.account(code)
}

async function playDeposit(stage: Stage, story: Of<'deposit'>, doors: Doors): Promise<void> {
  const { number } = stage.fleet[story.shop]!.dedicated[story.account]!
  const credit = creditOf(doors, story, number, story.amount, '')
  stage.payments.set(credit.sessionId, { story, ends: 'success' })
  const sent = { ...credit, senderAccountNumber: story.sender }
  await tell(stage, story, doors, sent, story.times, 'matched')
  scheduleRefunds(stage, story, credit.sessionId, true)
}

async function playNobody(stage: Stage, story: Of<'nobody'>, doors: Doors): Promise<void> {
  const credit = creditOf(doors, story, `nobody ${story.serial % 50}`, story.amount, '')
  await tell(stage, { ...story, shop: -1 }, doors, credit, story.times, 'waiting')
  if (story.assign === null) return
  const shop = stage.fleet[story.shop]!
  const accountNumber = story.assign === 'wallet' ? shop.wallet : shop.dedicated[0]!.number
  const play = async ({ context }: Doors) => {
    const waiting = await listWaiting(context, 'test')
    const found = waiting.find(({ sessionId }) => sessionId === credit.sessionId)
    // Assigned before the crash, but the answer was lost.
    if (!found) return assert(stage.assigned.has(credit.sessionId), 'what waits is listed')
    stage.assigned.add(credit.sessionId)
    stage.credits.set(credit.sessionId, {
      amount: story.amount,
      shop: story.shop,
      state: 'matched',
    })
    if (story.assign === 'own') stage.payments.set(credit.sessionId, { story, ends: 'success' })
    const suspendedCredit = publicId('suspended_credit', found.suspendedCreditId)
    await assign(context, 'test', { suspendedCredit, accountNumber, by: 'an operator' })
  }
  stage.later(1 + (story.serial % 8), { story, play })
}

const NUMBERS: Partial<Record<Of<'identity'>['how'], [string, RefusalCode, ends: string]>> = {
  unknown: [UNKNOWN_NUMBER, 'identity_not_found', 'FAILED'],
  unsent: [UNSENT_NUMBER, 'otp_not_sent', 'FAILED'],
  down: [DOWN_NUMBER, 'rail_unavailable', 'FAILED'],
  late: [LATE_NUMBER, 'rail_timeout', 'EXPIRED'],
  lost: [LOST_NUMBER, 'rail_timeout', 'FAILED'],
}

async function playIdentity(stage: Stage, story: Of<'identity'>, doors: Doors): Promise<void> {
  const { context } = doors
  const { how, type, serial } = story
  const shop = stage.fleet[story.shop]!
  const effectId = effectOf(story, 'verification', context.now())
  const [special, refusal, failed] = NUMBERS[how] ?? []
  const number = special ?? `2${String(serial).padStart(10, '0')}`
  stage.verifications.set(effectId, {
    story,
    ends: failed ?? (how === 'right' ? 'SUCCESS' : 'EXPIRED'),
  })
  stage.asked += 1
  const initiated = beginVerification(context, shop, { type, number, effectId })
  if (refusal) return said(stage, initiated, refusal)
  const verificationId = await initiated
  if (how === 'right') await guess(context, shop, verificationId, '123456', { type })
  if (how === 'wrong') {
    await said(stage, guess(context, shop, verificationId, '000000', { type }), 'invalid_otp')
  }
}

async function playPayout(stage: Stage, story: Of<'payout'>, doors: Doors): Promise<void> {
  const { serial, amount, to: accountNumber, isTooMuch } = story
  const shop = stage.fleet[story.shop]!
  const reference = `PAYOUT-${serial}`
  stage.asked += 1
  const asked = doors.payOut(shop, { reference, amount, accountNumber })
  if (isTooMuch) return said(stage, asked, 'insufficient_balance')
  // A lean business may have less than that.
  if (shop.isLean && (await refusalOf(stage, asked, 'insufficient_balance'))) return
  await asked
  const ends = accountNumber === REFUSING ? 'failed' : 'success'
  stage.payouts.set(reference, { story, ends })
}

function scheduleRefunds(
  stage: Stage,
  story: Asked | Of<'deposit'>,
  transaction: string,
  isPaid: boolean,
): void {
  // Schedules once, even when the story is replayed.
  if (scheduled.has(story)) return
  scheduled.add(story)
  for (const [i, plan] of story.refunds.entries()) {
    const play = (doors: Doors) => playRefund(stage, story, doors, { transaction, plan, i, isPaid })
    stage.later(1 + plan.after, { story, play })
  }
}

const scheduled = new WeakSet<Story>()
type RefundPlay = { transaction: string; plan: RefundPlan; i: number; isPaid: boolean }

async function playRefund(
  stage: Stage,
  story: Asked | Of<'deposit'>,
  doors: Doors,
  { transaction, plan: { part }, i, isPaid }: RefundPlay,
): Promise<void> {
  const shop = stage.fleet[story.shop]!
  const amount = {
    all: null,
    half: Math.floor(story.amount / 2),
    third: Math.floor(story.amount / 3),
    'too much': story.amount * 10 + 10_000_000,
  }[part]
  const effectId = effectOf(story, `refund ${i}`, doors.context.now())
  stage.asked += 1
  const asked = doors.refund(shop, { transaction, amount, effectId })
  if (!isPaid) return said(stage, asked, 'not_refundable')
  if (part === 'too much') return said(stage, asked, 'refund_too_large')
  if (shop.isLean && (await refusalOf(stage, asked, 'insufficient_balance'))) return
  const status = await asked
  assert(['pending', 'processed', 'failed'].includes(status), status)
}

/** Delivers a credit `times` times concurrently; every delivery must get the same answer. */
async function tell(
  stage: Stage,
  story: Story,
  doors: Doors,
  credit: BankCredit,
  times: number,
  state: NonNullable<Told['state']>,
): Promise<void> {
  const known = stage.credits.get(credit.sessionId)
  const shop = story.shop < 0 ? null : story.shop
  if (!known) {
    stage.credits.set(credit.sessionId, { amount: Number(credit.amount), shop, state })
    stage.world.credited.set(credit.sessionId, Number(credit.amount))
  } else if (story.isTroubled && known.shop === shop) known.state = null
  stage.asked += times
  const heard = await Promise.all(Array.from({ length: times }, () => doors.credit(credit)))
  assert.equal(new Set(heard).size, 1, `told ${times} times, ${heard.join(' and ')}`)
  assert(!heard.includes('quarantined'))
}

function creditOf(
  { context }: Doors,
  { serial }: Story,
  accountNumber: string,
  amount: number,
  what: string,
): BankCredit {
  const sessionId = `month-${serial}${what}`
  return {
    sessionId,
    accountNumber,
    amount: kobo(amount),
    senderName: 'Ngozi Sample',
    senderBankCode: '044',
    senderAccountNumber: '1234567890',
    narration: '',
    occurredAt: context.now(),
  }
}
