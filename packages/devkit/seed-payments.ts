import type { Context, Scope } from '../../src/core/context.ts'
import { payByCard, payByTransfer } from '../../src/payments/checkout/checkout.ts'
import { begin as beginRefund } from '../../src/payments/refunds/begin.ts'
import { expireNow } from '../../src/payments/transactions/expire.ts'
import { initialize } from '../../src/payments/transactions/initialize.ts'
import type { TransactionKey } from '../../src/payments/transactions/transactions.rows.ts'
import { findByReference, readAccessCode } from '../../src/payments/transactions/transactions.ts'
import { later, MINUTE, SECOND } from '../../src/platform/clock.ts'
import { type Kobo, kobo } from '../../src/platform/money.ts'
import { Refusal } from '../../src/platform/refusal.ts'
import { testCards } from '../../src/providers/sandbox/sandbox.ts'
import { transferIn } from './sandbox/sandbox.ts'
import type { PlannedPayment } from './seed-plan.ts'

// One example payment, made with the operations that a customer's payment uses.

const EXPIRES = { expMonth: 12, expYear: 2099 }
/** The fifth decline fails a payment. */
const DECLINES = 5
const OPEN_MS = 30 * MINUTE
const SENDER_BANK = '058'

/** A lane runs one operation at a time, with a clock that can be set. */
export type Lane = Context & { clock: { at: Date } }
export type Store = {
  scope: Scope
  /** Dedicated account numbers. */
  dedicated: string[]
  splitCode: string
}

export async function play(lane: Lane, store: Store, planned: PlannedPayment): Promise<void> {
  if (planned.ending === 'deposit') {
    const number = store.dedicated[planned.dedicated % store.dedicated.length]!
    const { person, amount } = planned
    return transfer(lane, store, number, nameOf(person), amount)
  }
  const { person, amount, isShared, what } = planned
  const { accessCode, reference } = await initialize(lane, store.scope, {
    amount,
    email: person.email,
    name: nameOf(person),
    phone: person.phone,
    reference: null,
    metadata: JSON.stringify({ custom_fields: [{ display_name: 'Order', value: what }] }),
    channels: null,
    feeBearer: 'business',
    splitCode: isShared ? store.splitCode : null,
    ipAddress: null,
    madeWith: 'secret',
    effectId: null,
  })
  // Jobs of the service use the real time. To them, this payment expired long ago, so one may
  // abandon it before it is paid.
  await unlessRefused(async () => {
    await pay(lane, store, planned, readAccessCode(lane.keys, accessCode)!, reference)
    await refund(lane, store, planned, reference)
  })
}

async function pay(
  lane: Lane,
  store: Store,
  planned: PlannedPayment,
  key: TransactionKey,
  reference: string,
): Promise<void> {
  advance(lane, 40 * SECOND)
  switch (planned.ending) {
    case 'card':
      return payByCard(lane, key, cardNamed('success'))
    case 'card_second_try':
      await payByCard(lane, key, cardNamed('no_funds'))
      advance(lane, 1 * MINUTE)
      return payByCard(lane, key, cardNamed('success'))
    case 'card_failed':
      for (let i = 0; i < DECLINES; i++) {
        await payByCard(lane, key, cardNamed('declined'))
        advance(lane, 20 * SECOND)
      }
      return
    case 'transfer':
    case 'transfer_too_low': {
      const { accountNumber, amount } = await payByTransfer(lane, key)
      advance(lane, 3 * MINUTE)
      const isEnough = planned.ending === 'transfer'
      const sent = isEnough ? amount : kobo(amount - amount / 10n)
      await transfer(lane, store, accountNumber, nameOf(planned.person), sent)
      return isEnough ? undefined : abandon(lane, store, reference)
    }
    case 'abandoned':
    case 'deposit':
      return abandon(lane, store, reference)
  }
}

async function abandon(lane: Lane, { scope }: Store, reference: string): Promise<void> {
  advance(lane, OPEN_MS)
  await expireNow(lane, scope, reference)
}

async function transfer(
  lane: Lane,
  { scope }: Store,
  accountNumber: string,
  senderName: string,
  amount: Kobo,
): Promise<void> {
  const senderAccountNumber = '0000000018'
  const from = { senderName, senderBankCode: SENDER_BANK, senderAccountNumber, narration: '' }
  await transferIn(lane, scope, { accountNumber, amount, ...from, sessionId: null }, null)
}

async function refund(
  lane: Lane,
  { scope }: Store,
  { refund: wanted }: PlannedPayment,
  reference: string,
): Promise<void> {
  if (wanted === 'none') return
  const { status, amount } = await findByReference(lane, scope, reference)
  if (status !== 'success') return
  advance(lane, 90 * MINUTE)
  await beginRefund(lane, scope, {
    transaction: reference,
    amount: wanted === 'all' ? null : kobo(amount / 2n),
    reason: wanted === 'all' ? 'Sent back by the customer' : 'Part of the order was sold out',
    effectId: null,
  })
}

export function advance({ clock }: Lane, ms: number): void {
  clock.at = later(clock.at, ms)
}

/** Refusals are expected, such as a refund that the wallet does not cover. */
export async function unlessRefused(run: () => Promise<unknown>): Promise<void> {
  try {
    await run()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

export function nameOf({ firstName, lastName }: PlannedPayment['person']): string {
  return `${firstName} ${lastName}`
}

function cardNamed(name: string) {
  const { number, cvv } = testCards.find((card) => card.name === name)!
  return { number: Buffer.from(number), cvv: Buffer.from(cvv), ...EXPIRES }
}
