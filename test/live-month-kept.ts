import { findOrCreateCustomer } from '../src/accounts/customers/customers.ts'
import {
  type Authorization,
  type AuthorizationId,
  findAuthorization,
} from '../src/payments/authorizations/authorizations.sql.ts'
import { deactivate } from '../src/payments/authorizations/authorizations.ts'
import { type Charged, chargeAuthorization } from '../src/payments/authorizations/charge.ts'
import { createMandate } from '../src/payments/authorizations/mandates.ts'
import { enquireAfterReturn } from '../src/payments/checkout/checkout.ts'
import type { SubscriptionId } from '../src/payments/subscriptions/subscriptions.sql.ts'
import { cancel, createSubscription } from '../src/payments/subscriptions/subscriptions.ts'
import { paymentNamed } from '../src/payments/transactions/transactions.ts'
import { publicCode } from '../src/platform/ids.ts'
import { kobo, naira } from '../src/platform/money.ts'
import type { Random } from './deposit-plan.ts'
import { scheduleAfterwards } from './live-month-afterwards.ts'
import type { Again, Common, Keeping, Story } from './live-month-plan.ts'
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
import type { StandIns } from './live-stand-ins.ts'
import * as flutterwaves from './providers/flutterwave/books.ts'
import * as paystacks from './providers/paystack/books.ts'
import type { TestContext } from './support.ts'

// What is charged again in the month in live mode: cards that customers let a business keep, direct
// debit mandates, and subscriptions. What the bank says to each charge is decided slot by slot.

/** So many slots after it was asked for, the customer has approved a mandate, and its bank too. */
const APPROVED_AFTER = 1
const ACTIVE_AFTER = 2
const REVOKED_AFTER = 9
const FATES_A_SLOT = 40
const DECIDED_PERCENT = 60

type Charge = Extract<Story, { kind: 'charge' }>
type Mandate = Extract<Story, { kind: 'mandate' }>
/** The code of what was kept; null if there is none. */
type Finds = (context: TestContext) => Promise<string | null>

/** `reference`: of the payment with which the card is kept. */
export function scheduleKept(stage: Stage, story: Charge, reference: string): void {
  if (story.keeping === null || !isFirst(story, 'is kept')) return
  const scope = scopeOf(stage, story)
  const find: Finds = async (context) => {
    const payment = await paymentNamed(context, scope, reference).catch(() => null)
    const { authorization_code: code } = JSON.parse(payment?.authorizationDetails ?? '{}')
    return code ?? null
  }
  scheduleAgain(stage, story, story.keeping, find)
  const { subscribing } = story.keeping
  if (subscribing === null) return
  const { after, cancelledAfter } = subscribing
  const then = (slots: number, play: (doors: Doors) => Promise<void>) =>
    stage.later(slots, { story, play })
  then(after, async ({ context }) => {
    const authorizationCode = await find(context)
    if (authorizationCode === null) return
    const effectId = effectOf(story, 'subscription', context)
    const { plan } = stage.shops[story.shop]!
    const asked = { plan, customer: emailOf(story), authorizationCode, startAt: null }
    const more = { trialDays: 0, quantity: 1, metadata: null }
    const made = createSubscription(context, scope, { ...asked, ...more }, effectId)
    await refused(stage, made, ['authorization_not_found'])
    if (cancelledAfter === null || !isFirst(story, 'is cancelled')) return
    const key = { ...scope, subscriptionId: effectId as SubscriptionId }
    then(cancelledAfter, ({ context: inside }) =>
      refused(stage, cancel(inside, key, 'now'), ['subscription_not_found']),
    )
  })
}

function scheduleAgain(stage: Stage, story: Common, keeping: Keeping, find: Finds): void {
  for (const again of keeping.again) {
    const play = async ({ context }: Doors) => {
      const code = await find(context)
      if (code !== null) await charges(stage, again, code, context)
    }
    stage.later(again.after, { story: again, play })
  }
  if (keeping.removedAfter === null) return
  const play = async ({ context }: Doors) => {
    const code = await find(context)
    if (code === null) return
    const removing = deactivate(context, scopeOf(stage, story), emailOf(story), code)
    await refused(stage, removing, ['authorization_not_found'])
  }
  stage.later(keeping.removedAfter, { story, play })
}

async function charges(stage: Stage, story: Again, code: string, context: TestContext) {
  const { reference, atLeast } = story
  const asked = {
    ...{ authorizationCode: code, reference, email: emailOf(story), amount: kobo(story.amount) },
    ...{ metadata: null, feeBearer: 'business' as const, splitCode: null, ipAddress: null },
    ...{ effectId: null, ...(atLeast !== null && { atLeast: kobo(atLeast) }) },
  }
  const ask = () => chargeAuthorization(context, scopeOf(stage, story), asked)
  let charged: Charged | null = null
  const asking = patient(stage, ask).then((answer) => {
    charged = answer
  })
  await refused(stage, asking, ['authorization_not_found', 'already_closed', 'already_paid'])
  scheduleAfterwards(stage, story, reference)
  const { attempt } = (charged as Charged | null) ?? {}
  if (attempt?.redirectUrl && story.isApproved && isFirst(story, 'is approved')) {
    stage.standIns.payOn(attempt.redirectUrl, 'once')
  }
  await hear(stage, context)
  if (attempt) await enquireAfterReturn(context, { ...attempt, id: attempt.transactionId })
}

export async function playMandate(stage: Stage, story: Mandate, context: TestContext) {
  const { how, keeping, serial } = story
  const scope = scopeOf(stage, story)
  const email = emailOf(story)
  const named = { email, firstName: 'Ada', lastName: 'Example', phone: null }
  await findOrCreateCustomer(context, scope, named)
  const authorizationId = effectOf(story, 'mandate', context) as AuthorizationId
  const account = { bankCode: '058', accountNumber: String(serial).padStart(10, '0') }
  const asked = { ...account, returnUrl: null, effectId: authorizationId }
  await patient(stage, () => createMandate(context, scope, email, asked))
  if (!isFirst(story, 'goes on')) return
  const then = (slots: number, play: (doors: Doors) => Promise<void>) =>
    stage.later(slots, { story, play })
  const { tokens } = stage.standIns.paystack.books
  const moves = (state: 'approved' | 'active') => async (doors: Doors) => {
    const row = await findAuthorization(doors.context.sql, { ...scope, authorizationId })
    const mandate = stage.mandates.get(authorizationId) ?? opened(stage, row)
    if (mandate === null) return
    stage.mandates.set(authorizationId, mandate)
    if (isFirst(story, `is ${state}`)) tokens.move(mandate, state)
    await hear(stage, doors.context)
  }
  if (how !== 'left') then(APPROVED_AFTER, moves('approved'))
  if (how === 'activated' || how === 'revoked') then(ACTIVE_AFTER, moves('active'))
  if (how === 'revoked') {
    then(REVOKED_AFTER, async () => {
      const mandate = stage.mandates.get(authorizationId)
      if (mandate) tokens.forget(mandate.code)
    })
  }
  scheduleAgain(stage, story, keeping, async ({ sql }) => {
    const row = await findAuthorization(sql, { ...scope, authorizationId })
    return row?.state === 'active' ? publicCode('authorization', authorizationId) : null
  })
}

/** What Paystack has of a mandate whose page the customer got. */
function opened({ standIns }: Stage, row: Authorization | null) {
  const accessCode = row?.approvalUrl?.split('/').at(-1)
  const { mandates } = standIns.paystack.books.tokens
  return mandates.find((one) => one.accessCode === accessCode) ?? null
}

function scopeOf({ shops }: Stage, { shop }: Common) {
  const { businessId, mode } = shops[shop]!
  return { businessId, mode }
}

/** What banks say to the next charges of what was kept. Afterwards they approve. */
export function giveFates({ paystack, flutterwave }: StandIns, random: Random): void {
  const atPaystack = paystack.books.tokens.fates
  const atFlutterwave = flutterwave.books.fates
  for (const fates of [atPaystack, atFlutterwave]) fates.splice(0)
  for (let i = 0; i < FATES_A_SLOT; i++) {
    const dice = random.between(1, 100)
    const has = { has: kobo(BigInt(random.between(500, 20_000)) * naira(1)) }
    if (dice <= 8) atPaystack.push({ says: paystacks.SHORT })
    else if (dice <= 14) atPaystack.push({ says: paystacks.EXPIRED })
    else if (dice <= 26) atPaystack.push('processing')
    else if (dice <= 34) atPaystack.push('paused')
    else atPaystack.push(dice <= 44 ? has : 'approved')
    if (dice <= 8) atFlutterwave.push({ says: flutterwaves.SHORT })
    else if (dice <= 14) atFlutterwave.push({ says: flutterwaves.DECLINED })
    else if (dice <= 26) atFlutterwave.push('pending')
    else if (dice <= 34) atFlutterwave.push('redirect')
    else atFlutterwave.push(dice <= 44 ? has : 'approved')
  }
}

/** Banks decide some of the charges that were under way; in the end all, and later ones at once. */
export function decideUnderWay(
  { paystack, flutterwave }: StandIns,
  random: Random,
  isLast = false,
): void {
  if (isLast) for (const books of [paystack.books.tokens, flutterwave.books]) books.fates.splice(0)
  const decides = () => isLast || random.chance(DECIDED_PERCENT)
  const isApproved = () => random.chance(75)
  for (const charge of paystack.books.charges) {
    if (charge.code === null || charge.status !== 'ongoing' || !decides()) continue
    paystack.books.tokens.decide(charge, isApproved() ? paystacks.APPROVED : paystacks.DECLINED)
  }
  for (const charge of flutterwave.books.charges) {
    if (charge.token === null || charge.status !== 'pending' || !decides()) continue
    if (isApproved()) flutterwave.books.decide(charge, 'successful', flutterwaves.APPROVED)
    else flutterwave.books.decide(charge, 'failed', flutterwaves.DECLINED)
  }
}
