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

// Pays an open payment as its customer would, with the checkout's own operations. So whatever they
// refuse is refused here too. The outcome is in the transaction.

type SandboxPayment = {
  channel: ChosenChannel
  /** For a transfer of a wrong amount; null: the requested amount. */
  amount: Kobo | null
  outcome: 'success' | 'declined'
}

/** One card asks for a PIN and a code; the other is declined immediately. */
const CARDS = { success: 'pin_otp', declined: 'declined' } as const
const SENDER = {
  senderName: 'Ngozi Sample',
  senderBankCode: '001',
  senderAccountNumber: '0000000000',
  narration: '',
}

/**
 * `effectId` is the same for each attempt with one Idempotency-Key; the transfer's session id
 * derives from it.
 */
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
  // A retry of a request whose answer was lost.
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
    // A call armed to be refused asks for nothing more.
    const { attempt } = await findCheckout(context, accessCodeOf(context.keys, transaction))
    if (attempt?.state !== kind) return
    await (kind === 'pin' ? sendPin : sendOtp)(context, transaction, expects)
  }
}

/** A test card accepts any expiry date in the future. */
function entered({ number, cvv }: TestCard, now: Date) {
  const expYear = Number(dayOf(now).slice(0, 4)) + 1
  return { number: Buffer.from(number), cvv: Buffer.from(cvv), expMonth: 12, expYear }
}
