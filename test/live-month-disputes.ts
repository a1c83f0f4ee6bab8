import assert from 'node:assert/strict'
import type { Context } from '../src/core/context.ts'
import { findPayingAttempt } from '../src/payments/checkout/checkout.ts'
import { accept, contest } from '../src/payments/disputes/answer.ts'
import { closeDispute } from '../src/payments/disputes/close.ts'
import { type Dispute, isOpen, listDisputesOf } from '../src/payments/disputes/disputes.ts'
import { openDispute } from '../src/payments/disputes/open.ts'
import { paymentNamed } from '../src/payments/transactions/transactions.ts'
import { DAY, later } from '../src/platform/clock.ts'
import { givenOpening } from './disputes.ts'
import type { Paid } from './live-month-plan.ts'
import { type Doors, hear, isFirst, refused, type Stage } from './live-month-stage.ts'
import type { StandIns } from './live-stand-ins.ts'

// Disputes of the month in live mode: Paystack tells of its own, Flutterwave lists its own, and the
// bank of a payer recalls a transfer by letter, which the operator opens. The business contests,
// accepts or is silent, and whoever decides does so a day later.

/** A recall is answered within this time, so that it ends within the month. */
const RECALL_MS = 2 * DAY
const LOOKS_MAX = 4

export function scheduleDispute(stage: Stage, story: Paid, of: string): void {
  const { dispute } = story
  if (dispute === null) return
  const { after } = dispute
  const then = (slots: number, play: (doors: Doors) => Promise<void>) =>
    stage.later(slots, { story, play })
  then(after, async ({ context }) => {
    if (!(await opens(stage, story, of, context))) return
    await hear(stage, context)
    if (!isFirst(story, 'answers')) return
    then(1, ({ context: inside }) => answers(stage, story, of, inside))
    decides(stage, story, of, then)
  })
}

/** False: it was not paid, or in a way that nobody disputes. */
async function opens(stage: Stage, story: Paid, of: string, context: Context) {
  const { businessId, mode } = stage.shops[story.shop]!
  const payment = await paymentNamed(context, { businessId, mode }, of).catch(() => null)
  if (payment?.paidAt === null || payment === null) return false
  const key = { businessId, mode, id: payment.id }
  const attempt = await findPayingAttempt(context.sql, key)
  if (attempt === null) {
    const caseNumber = `recall-${story.serial}`
    const dueAt = later(context.now(), RECALL_MS)
    const opening = givenOpening({ caseNumber, category: 'recall', dueAt })
    await refused(stage, openDispute(context, key, opening), ['dispute_too_large'])
    return true
  }
  const { paystack, flutterwave } = stage.standIns
  const atPaystack = paystack.books.find(attempt.attemptId)
  const atFlutterwave = flutterwave.books.find(attempt.attemptId)
  if (isFirst(story, 'is disputed')) {
    if (atPaystack) paystack.books.disputes.open(atPaystack)
    if (atFlutterwave) flutterwave.books.chargebacks.open(atFlutterwave)
  }
  return atPaystack !== undefined || atFlutterwave !== undefined
}

async function disputeOf(stage: Stage, story: Paid, of: string, context: Context) {
  const { businessId, mode } = stage.shops[story.shop]!
  const { id } = await paymentNamed(context, { businessId, mode }, of)
  const [dispute] = await listDisputesOf(context.sql, { businessId, mode, id })
  return dispute ?? null
}

async function answers(stage: Stage, story: Paid, of: string, context: Context) {
  const ends = story.dispute!.ends
  const dispute = await disputeOf(stage, story, of, context)
  if (dispute === null || ends === 'silent') return
  const answering =
    ends === 'accepted' ? accept(context, dispute) : contest(context, dispute, EVIDENCE)
  // It was accepted for the business, because nobody had answered in time.
  await refused(stage, answering, ['dispute_answered'])
}

const EVIDENCE = 'It was delivered on the day after.'

/** Looks some days in turn whether the answer has arrived where it is decided. */
function decides(
  stage: Stage,
  story: Paid,
  of: string,
  then: (slots: number, play: (doors: Doors) => Promise<void>) => void,
): void {
  for (let look = 0; look < LOOKS_MAX; look++) {
    then(3 + look, async ({ context }) => {
      const dispute = await disputeOf(stage, story, of, context)
      if (dispute === null) return
      const ends = story.dispute!.ends === 'lost' ? 'lost' : 'won'
      if (dispute.source === 'operator') await operatorCloses(context, dispute, ends)
      else providerDecides(stage.standIns, dispute.caseNumber, ends, context.now())
      await hear(stage, context)
    })
  }
}

async function operatorCloses(context: Context, dispute: Dispute, status: 'won' | 'lost') {
  if (dispute.status !== 'under_review') return
  await closeDispute(context, dispute, { status, by: 'operator' })
}

/** What nobody has answered in time is accepted for the business. */
function providerDecides(
  { paystack, flutterwave }: StandIns,
  caseNumber: string,
  ends: 'won' | 'lost',
  now: Date,
): void {
  const { disputes } = paystack.books
  const atPaystack = disputes.all.find(({ id }) => `${id}` === caseNumber)
  if (atPaystack?.status === 'awaiting-bank-feedback') {
    disputes.resolve(atPaystack, 'declined', ends === 'lost')
  } else if (atPaystack?.status === 'awaiting-merchant-feedback' && atPaystack.dueAt < now) {
    disputes.resolve(atPaystack, 'auto-accepted', true)
  }
  const { chargebacks } = flutterwave.books
  const atFlutterwave = chargebacks.all.find(({ id }) => caseNumber.startsWith(`${id}@`))
  if (atFlutterwave?.status === 'declined') chargebacks.end(atFlutterwave, ends)
  else if (atFlutterwave?.status === 'initiated' && later(atFlutterwave.createdAt, DAY) < now) {
    chargebacks.end(atFlutterwave, 'lost', 'No merchant response')
  }
}

/**
 * What no story decides any more is decided for the business. Where Paystack's decision cannot be
 * told from a full refund, the operator asks there.
 */
export async function decideRest({ standIns, shops }: Stage, context: Context): Promise<void> {
  for (const one of standIns.paystack.books.disputes.all)
    providerDecides(standIns, `${one.id}`, 'won', context.now())
  for (const one of standIns.flutterwave.books.chargebacks.all)
    providerDecides(standIns, `${one.id}@`, 'won', context.now())
  for (const { businessId, mode } of shops) {
    const rows = await context.sql<Dispute[]>`
      select * from dispute
      where business_id = ${businessId} and mode = ${mode} and status = 'under_review'
    `
    for (const one of rows.filter(isOpen)) {
      const { disputes } = standIns.paystack.books
      const there = disputes.all.find(({ id }) => `${id}` === one.caseNumber)
      if (one.source === 'operator') await operatorCloses(context, one, 'won')
      else if (there?.status === 'resolved')
        await operatorCloses(context, one, there.isBack ? 'lost' : 'won')
    }
  }
}

/** Every dispute has ended, in at least so many of six ways: by charge or transfer, and how. */
export function assertEnded(rows: { by: string; status: string }[], least: number): void {
  const ends = rows.filter(({ status }) => /won|lost|accepted/.test(status))
  assert.equal(ends.length, rows.length, 'every dispute has ended')
  assert(ends.length >= least, JSON.stringify(rows))
}
