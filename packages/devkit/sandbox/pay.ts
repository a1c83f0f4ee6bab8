import assert from 'node:assert/strict'
import type { Context, Scope } from '../../../src/core/context.ts'
import {
  findCheckout,
  payByCard,
  payByTransfer,
  sendOtp,
  sendPin,
} from '../../../src/payments/checkout/checkout.ts'
import { findPayingDeposit } from '../../../src/payments/deposits/deposits.ts'
import type {
  ChosenChannel,
  Transaction,
} from '../../../src/payments/transactions/transactions.rows.ts'
import { accessCodeOf, findByReference } from '../../../src/payments/transactions/transactions.ts'
import { newId } from '../../../src/platform/ids.ts'
import { dayOf } from '../../../src/platform/lagos.ts'
import type { Kobo } from '../../../src/platform/money.ts'
import { refuseFields } from '../../../src/platform/refusal.ts'
import { type TestCard, testCards } from '../../../src/providers/sandbox/sandbox.ts'
import { sessionIdFrom } from '../../../src/providers/session-id.ts'
import { transferIn } from './sandbox.ts'

// An open payment, paid as its customer would: by the checkout's own operations, so that whatever
// they refuse is refused here. What becomes of it is in the transaction.

type SandboxPayment = {
  channel: ChosenChannel
  /** By transfer, another amount than was asked for; null: that amount. */
  amount: Kobo | null
  outcome: 'success' | 'declined'
}

/** A card that asks for its PIN and a code, as most do here; and one that is declined at once. */
const CARDS = { success: 'pin_otp', declined: 'declined' } as const
const SENDER = {
  senderName: 'Ngozi Sample',
  senderBankCode: '001',
  senderAccountNumber: '0000000000',
  narration: '',
}

/** `effectId`: the same for each try with one Idempotency-Key, and the transfer follows from it. */
export async function payAsCustomer(
  context: Context,
  scope: Scope,
  reference: string,
  payment: SandboxPayment,
  effectId: string | null,
): Promise<Transaction> {
  checkPayment(payment)
  const transaction = await findByReference(context, scope, reference)
  switch (payment.channel) {
    case 'bank_transfer':
      await transfer(context, transaction, payment.amount ?? transaction.amount, effectId)
      break
    case 'card':
      await enterCard(context, transaction, CARDS[payment.outcome])
  }
  return findByReference(context, scope, reference)
}

function checkPayment({ channel, amount, outcome }: SandboxPayment): void {
  const refuseTo = (field: string, message: string) =>
    refuseFields([{ field, code: 'not_allowed', message }])
  if (channel === 'card' && amount !== null) {
    refuseTo('amount', 'amount is for bank_transfer only: a card always pays the full amount.')
  }
  if (channel === 'bank_transfer' && outcome === 'declined') {
    refuseTo(
      'outcome',
      'outcome is for card only. To make a transfer fail, send a different amount.',
    )
  }
}

async function transfer(
  context: Context,
  transaction: Transaction,
  amount: Kobo,
  effectId: string | null,
): Promise<void> {
  const sessionId = sessionIdFrom(effectId ?? newId(context.now()))
  // A second try of a request whose answer was lost.
  const paid = effectId === null ? null : await findPayingDeposit(context.sql, transaction)
  if (paid?.sessionId === sessionId) return
  const { accountNumber } = await payByTransfer(context, transaction)
  await transferIn(context, transaction, { ...SENDER, accountNumber, amount, sessionId }, null)
}

async function enterCard(context: Context, transaction: Transaction, name: string): Promise<void> {
  const card = testCards.find((one) => one.name === name)
  assert(card, `there is a test card ${name}`)
  await payByCard(context, transaction, entered(card, context.now()))
  for (const { kind, expects } of card.asks) {
    // One that was armed to be refused asks for nothing more.
    const { attempt } = await findCheckout(context, accessCodeOf(context.keys, transaction))
    if (attempt?.state !== kind) return
    await (kind === 'pin' ? sendPin : sendOtp)(context, transaction, expects)
  }
}

/** Any date in the future is on a test card. */
function entered({ number, cvv }: TestCard, now: Date) {
  const expYear = Number(dayOf(now).slice(0, 4)) + 1
  return { number: Buffer.from(number), cvv: Buffer.from(cvv), expMonth: 12, expYear }
}
