import assert from 'node:assert/strict'
import type { BusinessId, Context } from '../../core/context.ts'
import { EVENTS_TOPIC } from '../../core/events/webhooks.ts'
import { bookRailFee } from '../../core/ledger/rail-fees.ts'
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

// The one door for money that comes in.

export type Received =
  /** Now or when it was first notified. */
  | { kind: 'credited'; deposit: Deposit }
  /** For an account number that is nobody's: it waits for an operator. */
  | { kind: 'suspended' }
  /** Its session id names another credit. Nothing was booked. */
  | { kind: 'quarantined' }

/**
 * Books a credit that this rail has notified; where none is named, the one that issued the account.
 * Notified again, it answers what it did before. `fee`: what the rail keeps of it, booked once;
 * should this process die before that, the rail tells again, or the notification is judged again.
 */
export async function receive(
  context: Context,
  mode: Mode,
  credit: BankCredit,
  by?: string,
  fee: Kobo = kobo(0),
): Promise<Received> {
  const today = mainBank(context.rails, mode) ?? refuse('not_enabled')
  const owner = await findByNumber(context, mode, credit.accountNumber)
  const rail = by ?? owner?.rail ?? today
  // A bank speaks of the numbers that it issued: another's is nobody's there.
  const account = owner?.rail === rail ? owner : null
  const booked = await book(context, { mode, rail, account, credit })
  if (booked !== null && account !== null) context.pubSub.publish(EVENTS_TOPIC, account)
  if (booked?.kind === 'credited') countPayment(context, booked.deposit)
  const received = booked ?? (await receivedBefore(context, { mode, rail, account, credit }))
  if (fee > 0n && received.kind !== 'quarantined') {
    await bookFee(context, { mode, rail, sessionId: credit.sessionId }, fee)
  }
  return received
}

/** Its cause is what came: the deposit, or what waits, or waited, for an operator. */
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
  await bookRailFee(context, cost, { kind: 'credit', fee })
}

/** Whose credit this session id names already. */
export async function holderOf(
  context: Context,
  mode: Mode,
  sessionId: string,
): Promise<BusinessId | null> {
  const rail = mainBank(context.rails, mode) ?? refuse('not_enabled')
  return (await findDeposit(context.sql, { mode, rail, sessionId }))?.businessId ?? null
}

/** Null where the session id is known already. */
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
  // What was assigned is compared with what came: its deposit names the account that it went to.
  const suspended = await findSuspended(context.sql, name)
  const deposit = await findDeposit(context.sql, name)
  const first = suspended ?? deposit
  assert(first, 'a claimed session id must belong to a credit')
  if (!isSame(first, credit)) {
    await quarantineAltered(context, { mode, rail, account, credit, first })
    return { kind: 'quarantined' }
  }
  return deposit === null ? { kind: 'suspended' } : { kind: 'credited', deposit }
}

/** All that a bank says of a transfer but the moment, which a second notification may tell anew. */
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
