import assert from 'node:assert/strict'
import type { Context, Scope } from '../../../src/core/context.ts'
import type { Deposit, SuspendedCredit } from '../../../src/payments/deposits/deposits.sql.ts'
import { receive } from '../../../src/payments/deposits/receive.ts'
import {
  assign,
  findSuspendedCredit,
  refuseSuspended,
  suspendedUnder,
} from '../../../src/payments/deposits/suspend.ts'
import { newId } from '../../../src/platform/ids.ts'
import { refuse } from '../../../src/platform/refusal.ts'
import { mainBank } from '../../../src/providers/capabilities.ts'
import type { BankCredit } from '../../../src/providers/outcomes.ts'
import { sessionIdFrom } from '../../../src/providers/session-id.ts'
import { sandboxMemory } from './sandbox.ts'

// Rehearses suspense: a transfer to an account number that nobody has waits for an operator, as in
// live mode. The business that sent it may play the operator, for its own accounts.

/** Its last digit is wrong for the sandbox's bank, which therefore never issues it. */
const NOBODYS_NUMBER = '0000000000'

/** `effectId` is the same for each attempt with one Idempotency-Key: the transfer is sent once. */
export async function sendToNobody(
  context: Context,
  { businessId }: Scope,
  transfer: Omit<BankCredit, 'accountNumber' | 'sessionId' | 'occurredAt'>,
  effectId: string | null,
): Promise<SuspendedCredit> {
  const occurredAt = context.now()
  const sessionId = sessionIdFrom(effectId ?? newId(occurredAt))
  // Before the transfer, so that one which arrived is always known to be this business's.
  await sandboxMemory(context.sql).remember(senderOf(sessionId), businessId)
  const credit = { ...transfer, accountNumber: NOBODYS_NUMBER, sessionId, occurredAt }
  await receive(context, 'test', credit)
  const rail = mainBank(context.rails, 'test') ?? refuse('not_enabled')
  const suspended = await suspendedUnder(context, { mode: 'test', rail, sessionId })
  assert(suspended, 'a transfer to nobody is suspended')
  return suspended
}

/** Assigns what this business has sent to an account of its own. */
export async function assignOwn(
  context: Context,
  { businessId }: Scope,
  to: { suspendedCredit: string; accountNumber: string; by: string },
): Promise<Deposit> {
  const { sessionId } = await findSuspendedCredit(context, 'test', to.suspendedCredit)
  const sender = await sandboxMemory(context.sql).recall(senderOf(sessionId))
  if (sender !== businessId) refuseSuspended()
  return assign(context, 'test', { ...to, businessId })
}

function senderOf(sessionId: string): string {
  return `suspense/${sessionId}`
}
