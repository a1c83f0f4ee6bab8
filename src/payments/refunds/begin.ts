import assert from 'node:assert/strict'
import { findBank } from '../../accounts/banks/banks.ts'
import type { Context, Scope } from '../../core/context.ts'
import { EVENTS_TOPIC, emit } from '../../core/events/webhooks.ts'
import { openAccount } from '../../core/ledger/ledger.ts'
import { type Repeated, railKeyOf } from '../../core/rail-key.ts'
import { dutyOn, stampDuty } from '../../core/stamp-duty.ts'
import { later, SECOND } from '../../platform/clock.ts'
import type { Sql } from '../../platform/db.ts'
import { newId } from '../../platform/ids.ts'
import { type Kobo, kobo } from '../../platform/money.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { RAIL_DEADLINE_MS } from '../../providers/ask.ts'
import { providersOf } from '../../providers/capabilities.ts'
import { refuseUnoffered } from '../../providers/made-by.ts'
import { refuseStopped } from '../../providers/switches.ts'
import { enquireBeneficiary, foundOrRefused } from '../beneficiaries/beneficiaries.ts'
import { findPayingDeposit } from '../deposits/deposits.ts'
import { lockTransaction } from '../transactions/reverse.ts'
import { isCharged } from '../transactions/transactions.rows.ts'
import { paymentNamed } from '../transactions/transactions.ts'
import {
  type Destination,
  findByReference as findNamed,
  findRefund,
  isKeyTaken,
  type Refund,
  type RefundId,
  type Reservation,
  type Reserved,
  reserve,
} from './refunds.sql.ts'
import { eventOf, findOwn } from './refunds.ts'
import { refunds } from './send.ts'

// Creates a refund: one statement reserves the payment and the wallet, then the rail is asked.

/** The provider's answer is recorded by then, or lost. */
const ANSWERED_WITHIN_MS = RAIL_DEADLINE_MS + 5 * SECOND

const NOT_COVERED =
  'The available and pending balance together are too low for this refund. Nothing was sent ' +
  'or charged. Top up the wallet: see GET /balance.'

export type RefundInput = Partial<Repeated> & {
  /** The id or reference of a payment. */
  transaction: string
  /** Null: all that is left. */
  amount: Kobo | null
  reason: string | null
  /** Another account than the one that paid. */
  destination?: { bankCode: string; accountNumber: string } | null
  /** JSON, stored byte for byte. */
  metadata?: string | null
  /** The id of the refund for a retry with the same Idempotency-Key. */
  effectId: string | null
  /** Runs in the database transaction of the reservation. False undoes it. */
  alongside?: (sql: Sql, refundId: RefundId) => Promise<boolean>
}

/**
 * Returns the refund after the first call to the rail. A repeated reference returns its refund if
 * payment, amount and account are the same, and is refused if not.
 */
export async function begin(context: Context, scope: Scope, input: RefundInput): Promise<Refund> {
  const { sql } = context
  const { businessId, mode } = scope
  if (providersOf(context.rails, mode).length === 0) refuse('not_enabled')
  const now = context.now()
  const key = { businessId, mode, refundId: (input.effectId ?? newId(now)) as RefundId }
  const own = input.effectId === null ? null : await findRefund(sql, key)
  if (own) return own

  const { transaction, amount: askedAmount, reference = null, reason, metadata = null } = input
  const { id: transactionId } = await paymentNamed(context, scope, transaction)
  const isTaken = (railKey: string) => isKeyTaken(sql, scope, railKey)
  const railKey = await railKeyOf('refund', scope, { ...input, reference }, isTaken)
  const named = { ...key, transactionId, reference, railKey }
  const nextAskAt = later(now, ANSWERED_WITHIN_MS)
  const wanted = { ...named, askedAmount, reason, metadata, nextAskAt }
  const to = input.destination ?? null
  const earlier = await findEarlier(context, wanted, to)
  if (earlier) return earlier
  refuseStopped(context.rails.off, scope)
  // Checked before the reservation: without the rail's returns the refund would wait forever.
  const deposit = await findPayingDeposit(sql, { businessId, mode, id: transactionId })
  if (deposit !== null && to === null) refuseUnoffered(context.rails, 'returns', deposit)
  const destination = to && (await resolved(context, scope, to))
  // The reservation knows the amount and the way: then it may be none.
  const most = stampDuty(context)?.fromAmount ?? kobo(0)
  const duty = dutyOn(context, most, destination?.rail ?? deposit?.rail ?? '')
  const { alongside } = input
  const mayBeByTransfer = destination !== null || deposit !== null
  const reservation = { ...wanted, ...duty, ...destination }
  switch (await reserved(context, reservation, now, { alongside, mayBeByTransfer })) {
    case 'reference_taken': {
      const twin = await findEarlier(context, wanted, to)
      assert(twin, 'the conflicting row must exist')
      return twin
    }
    case 'not_refundable':
      return refuse('not_refundable')
    case 'disputed':
      return refuse('payment_disputed')
    case 'too_large':
      return refuse('refund_too_large')
    case 'insufficient':
      throw new Refusal('insufficient_balance', { message: NOT_COVERED })
    case 'reserved':
      await refunds.ask(context, await findOwn(context, key))
      return findOwn(context, key)
  }
}

type Seen = { alongside: RefundInput['alongside'] | undefined; mayBeByTransfer: boolean }

/**
 * With its event, unless another attempt of the same request was first. A payment that was paid by
 * transfer since `begin` looked for its deposit is not refundable yet: its duty is not known.
 */
async function reserved(
  context: Context,
  wanted: Reservation,
  now: Date,
  { alongside, mayBeByTransfer }: Seen,
): Promise<Reserved> {
  const { businessId, mode, transactionId: id } = wanted
  const outcome = await context.sql.begin(async (sql) => {
    if (wanted.duty) await openAccount(sql, now, wanted, 'stamp_duty')
    const { channel } = await lockTransaction(sql, { businessId, mode, id })
    if (await findRefund(sql, wanted)) return 'reserved'
    if (!mayBeByTransfer && channel !== null && !isCharged(channel)) return 'not_refundable'
    const outcome = await reserve(sql, now, wanted)
    if (outcome === 'reserved') {
      if (alongside && !(await alongside(sql, wanted.refundId))) refuse('refund_link_closed')
      await emit(sql, [eventOf((await findRefund(sql, wanted))!, now)])
    }
    return outcome
  })
  if (outcome === 'reserved') context.pubSub.publish(EVENTS_TOPIC, { businessId, mode })
  return outcome
}

type AskedAccount = NonNullable<RefundInput['destination']>

/** Refuses an account that no bank knows. */
async function resolved(
  context: Context,
  scope: Scope,
  { bankCode, accountNumber }: AskedAccount,
): Promise<Destination> {
  const bank = findBank(bankCode) ?? refuse('unknown_bank')
  const found = foundOrRefused(await enquireBeneficiary(context, scope, bank, { accountNumber }))
  return {
    rail: found.rail,
    destinationBankCode: bank.code,
    destinationAccountNumber: accountNumber,
    destinationAccountName: found.accountName,
    destinationEnquiry: found.enquiry,
  }
}

/** The refund with this reference. Refuses if it is of another payment, amount or account. */
async function findEarlier(
  { sql }: Context,
  wanted: Reservation,
  to: AskedAccount | null,
): Promise<Refund | null> {
  const { reference, transactionId, askedAmount } = wanted
  const twin = reference === null ? null : await findNamed(sql, wanted, reference)
  if (twin === null) return null
  const isSameAmount =
    askedAmount === null ? twin.askedAmount === null : askedAmount === twin.amount
  const isSameAccount =
    twin.destinationAccountNumber === (to?.accountNumber ?? null) &&
    twin.destinationBankCode === (to && (findBank(to.bankCode)?.code ?? null))
  if (twin.transactionId === transactionId && isSameAmount && isSameAccount) return twin
  const message =
    'This reference is already used by a refund of another payment or amount, or to another ' +
    'account. Send a new reference, or fetch that refund: GET /refunds?reference=….'
  throw new Refusal('duplicate_reference', { message })
}
