import assert from 'node:assert/strict'
import type { Context, Scope } from '../../../src/core/context.ts'
import {
  enquireAfterReturn,
  findCheckout,
  type Payer,
  payByCard,
  payByTransfer,
  payByUssd,
  payOnTheirPage,
  sendOtp,
  sendPin,
  statusOf,
} from '../../../src/payments/checkout/checkout.ts'
import { ENGLISH } from '../../../src/payments/checkout/languages.ts'
import { savingWords } from '../../../src/payments/checkout/saving.ts'
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
import { type TestCard, testCards, testUssdBanks } from '../../../src/providers/sandbox/sandbox.ts'
import { sessionIdFrom } from '../../../src/providers/session-id.ts'
import { dial, transferIn } from './sandbox.ts'

// Pays an open payment as its customer would, with the checkout's own operations. So whatever they
// refuse is refused here too. The outcome is in the transaction.

type SandboxPayment = {
  channel: ChosenChannel
  /** For a transfer of a wrong amount; null: the requested amount. */
  amount: Kobo | null
  outcome: 'success' | 'declined'
}

/** One card asks for a PIN and a code; one can be kept; the last is declined immediately. */
const CARDS = { success: 'pin_otp', kept: 'success', declined: 'declined' } as const
const USSD_BANKS = { success: 'ussd_success', declined: 'ussd_no_funds' } as const
const SENDER = {
  senderName: 'Ngozi Sample',
  senderBankCode: '001',
  senderAccountNumber: '0000000000',
  narration: '',
}

/** Who pays here agrees to what the page would ask, in English. */
const AGREES: Payer = {
  saving: {
    isTicked: true,
    words: ({ businessName: business }, paid) => savingWords(ENGLISH, { ...paid, business }),
  },
}

const keepsCards = ({ saveCard }: Transaction) => saveCard === 'offer' || saveCard === 'required'

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
    case 'card': {
      const isKept = payment.outcome === 'success' && keepsCards(transaction)
      await enterCard(context, transaction, CARDS[isKept ? 'kept' : payment.outcome])
      break
    }
    case 'ussd':
      await dialCode(context, transaction, USSD_BANKS[payment.outcome])
      break
    case 'bank':
    case 'opay':
      await decideOnPage(context, transaction, payment.channel, payment.outcome)
  }
  return findByReference(context, scope, reference)
}

function checkPayment({ channel, amount, outcome }: SandboxPayment): void {
  const refuseTo = (field: string, message: string) =>
    refuseFields([{ field, code: 'not_allowed', message }])
  if (channel !== 'bank_transfer' && amount !== null) {
    refuseTo('amount', 'amount is for bank_transfer only: all others pay the full amount.')
  }
  if (channel === 'bank_transfer' && outcome === 'declined') {
    refuseTo(
      'outcome',
      'outcome is not for bank_transfer. To make a transfer fail, send a different amount.',
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
  const { accountNumber, virtualAccountId: key } = await payByTransfer(context, transaction)
  const sent = { ...SENDER, accountNumber, amount, sessionId }
  const { notifies, keep } = context.rails.test.bank.simulated
  if (await notifies(transaction.businessId)) await transferIn(context, transaction, sent, null)
  else await keep(key, { ...sent, occurredAt: context.now() })
}

async function enterCard(context: Context, transaction: Transaction, name: string): Promise<void> {
  const card = testCards.find((one) => one.name === name)
  assert(card, `there is a test card ${name}`)
  await payByCard(context, transaction, entered(card, context.now()), AGREES)
  for (const { kind, expects } of card.asks) {
    // A call armed to be refused asks for nothing more.
    const { attempt } = await findCheckout(context, accessCodeOf(context.keys, transaction))
    if (attempt?.state !== kind) return
    await (kind === 'pin' ? sendPin : sendOtp)(context, transaction, expects)
  }
}

async function dialCode(context: Context, transaction: Transaction, name: string): Promise<void> {
  const bank = testUssdBanks.find((one) => one.name === name)
  assert(bank, `there is a USSD bank ${name}`)
  await payByUssd(context, transaction, bank.code)
  const { code } = (await nextOf(context, transaction)) ?? {}
  // A call armed to be refused gives no code.
  if (code === undefined) return
  if (await dial(context, transaction, code)) await enquireAfterReturn(context, transaction)
}

async function decideOnPage(
  context: Context,
  transaction: Transaction,
  method: 'bank' | 'opay',
  outcome: 'success' | 'declined',
): Promise<void> {
  await payOnTheirPage(context, transaction, method)
  const { url } = (await nextOf(context, transaction)) ?? {}
  // A rule of the business can refuse the attempt.
  if (url === undefined) return
  const { decide, notifies } = context.rails.test.card.simulated
  await decide(url, outcome === 'success' ? 'approve' : 'decline')
  if (await notifies(transaction.businessId)) await enquireAfterReturn(context, transaction)
}

async function nextOf(context: Context, transaction: Transaction) {
  const checkout = await findCheckout(context, accessCodeOf(context.keys, transaction))
  return statusOf(context, checkout).next
}

/** A test card accepts any expiry date in the future. */
function entered({ number, cvv }: TestCard, now: Date) {
  const expYear = Number(dayOf(now).slice(0, 4)) + 1
  return { number: Buffer.from(number), cvv: Buffer.from(cvv), expMonth: 12, expYear }
}
