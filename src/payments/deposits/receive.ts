import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { BusinessId, Context } from '../../core/context.ts'
import { EVENTS_TOPIC } from '../../core/events/webhooks.ts'
import { bookRailFee } from '../../core/ledger/rail-fees.ts'
import { batchedFor } from '../../platform/batch.ts'
import { type Kobo, kobo } from '../../platform/money.ts'
import { refuse } from '../../platform/refusal.ts'
import { mainBank } from '../../providers/capabilities.ts'
import type { BankCredit, Mode } from '../../providers/outcomes.ts'
import type { Issued } from '../virtual-accounts/virtual-accounts.rows.ts'

import { findByNumber } from '../virtual-accounts/virtual-accounts.ts'
import { collect } from './collect.ts'
import { type Deposit, findDeposit, findSuspended } from './deposits.sql.ts'
import { countPayment } from './deposits.ts'
import { match } from './match.ts'
import { quarantineAltered } from './quarantine.ts'
import { suspend } from './suspend.ts'
import { topUp } from './top-up.ts'

// The only way in for bank credits.

/** Longer than a batch takes at half of the peak, and less than a caller would notice. */
const GATHER_MS = 20

export type Received =
  /** Now, or when the credit was first notified. */
  | { kind: 'credited'; deposit: Deposit }
  /** The account number is unknown: the credit waits for an operator. */
  | { kind: 'suspended' }
  /** The session id names another credit. Nothing was booked. */
  | { kind: 'quarantined' }

/**
 * Books a credit that a rail notified: `by`, or the rail that issued the account. A repeated
 * notification gets the same outcome. `fee`, which the rail keeps, is booked once; if this process
 * dies before that, the rail notifies again, or the stored notification is processed again.
 */
export async function receive(
  context: Context,
  mode: Mode,
  credit: BankCredit,
  by?: string,
  fee: Kobo = kobo(0),
): Promise<Received> {
  const today = mainBank(context.rails, mode) ?? refuse('not_enabled')
  const { rail, received } = await together(context, async () => {
    const owner = await findByNumber(context, mode, credit.accountNumber)
    const rail = by ?? owner?.rail ?? today
    // A rail notifies only about numbers that it issued; any other number is unknown to it.
    const account = owner?.rail === rail ? owner : null
    return { rail, received: await bookOnce(context, { mode, rail, account, credit }) }
  })
  // The sender has paid a part of it, or all.
  const own = received.kind === 'credited' ? kobo(fee - received.deposit.surcharge) : fee
  if (own > 0n && received.kind !== 'quarantined') {
    await bookFee(context, { mode, rail, sessionId: credit.sessionId }, own)
  }
  return received
}

async function bookOnce(context: Context, arrival: Arrival): Promise<Received> {
  const { account } = arrival
  const booked = await book(context, arrival)
  if (booked !== null && account !== null) context.pubSub.publish(EVENTS_TOPIC, account)
  if (booked?.kind === 'credited') countPayment(context, booked.deposit)
  return booked ?? receivedBefore(context, arrival)
}

/**
 * Credits that arrive while others are booked wait, and then share one batch for look-up, payment
 * and settlement, because a small batch costs nearly as much as a large one. Each caller gets its
 * own outcome as soon as it is known. A slow credit delays those behind it by `GATHER_MS` at most.
 */
function together<Result>(context: Context, run: () => Promise<Result>): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  gather(context, () => run().then(resolve, reject)).catch(reject)
  return promise
}

const gather = batchedFor(async (_: Context, runs: (() => Promise<void>)[]) => {
  await Promise.race([Promise.all(runs.map((run) => run())), pause(GATHER_MS)])
  return runs.map(() => undefined)
})

/** The cause is the deposit, or the suspended credit, also after it was assigned. */
async function bookFee(
  context: Context,
  name: Parameters<typeof findDeposit>[1],
  fee: Kobo,
): Promise<void> {
  const suspended = await findSuspended(context.sql, name)
  const causeId = suspended?.suspendedCreditId ?? (await findDeposit(context.sql, name))?.depositId
  assert(causeId, 'a booked credit must exist')
  const { mode } = name
  const cost = { mode, causeId, reason: 'rail_fee', clearing: 'bank_clearing' } as const
  await bookRailFee(context, cost, { fee })
}

/** The business whose credit has this session id. */
export async function holderOf(
  context: Context,
  mode: Mode,
  sessionId: string,
): Promise<BusinessId | null> {
  const rail = mainBank(context.rails, mode) ?? refuse('not_enabled')
  return (await findDeposit(context.sql, { mode, rail, sessionId }))?.businessId ?? null
}

/** Null if the session id is known. */
async function book(
  context: Context,
  { mode, rail, account, credit }: Arrival,
): Promise<Received | null> {
  if (account === null) {
    return (await suspend(context, mode, rail, credit)) ? { kind: 'suspended' } : null
  }
  const deposit = await bookedTo(context, rail, account, credit)
  return deposit && { kind: 'credited', deposit }
}

type Arrival = { mode: Mode; rail: string; account: Issued | null; credit: BankCredit }

function bookedTo(
  context: Context,
  rail: string,
  account: Issued,
  credit: BankCredit,
): Promise<Deposit | null> {
  switch (account.kind) {
    case 'dedicated':
      return collect(context, rail, account, credit)
    case 'wallet':
      return topUp(context, rail, account, credit)
    case 'one_off':
      return match(context, rail, account, credit)
  }
}

async function receivedBefore(
  context: Context,
  { mode, rail, account, credit }: Arrival,
): Promise<Received> {
  const name = { mode, rail, sessionId: credit.sessionId }
  // Compares with the suspended credit first: the deposit of an assigned one names another account.
  const suspended = await findSuspended(context.sql, name)
  const deposit = await findDeposit(context.sql, name)
  const first = suspended ?? deposit
  assert(first, 'a claimed session id must belong to a credit')
  const told = kobo(first.amount + (suspended === null ? (deposit?.surcharge ?? 0n) : 0n))
  if (!isSame({ ...first, amount: told }, credit)) {
    await quarantineAltered(context, { mode, rail, account, credit, first })
    return { kind: 'quarantined' }
  }
  return deposit === null ? { kind: 'suspended' } : { kind: 'credited', deposit }
}

/** Compares all but the time, which a second notification may state differently. */
function isSame(first: BankCredit, again: BankCredit): boolean {
  return (
    first.accountNumber === again.accountNumber &&
    first.amount === again.amount &&
    first.senderAccountNumber === again.senderAccountNumber &&
    first.senderBankCode === again.senderBankCode &&
    first.senderName === again.senderName &&
    first.narration === again.narration
  )
}
