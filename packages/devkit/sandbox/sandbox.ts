import type { Context, Scope } from '../../../src/core/context.ts'
import type { Entry } from '../../../src/core/ledger/ledger.sql.ts'
import {
  AlreadyWritten,
  balancesOf,
  InsufficientBalance,
  post,
} from '../../../src/core/ledger/ledger.ts'
import { enquireAboutCharge } from '../../../src/payments/checkout/checkout.ts'
import type { Deposit } from '../../../src/payments/deposits/deposits.sql.ts'
import { holderOf, receive } from '../../../src/payments/deposits/receive.ts'
import { findByNumber } from '../../../src/payments/virtual-accounts/virtual-accounts.ts'
import type { Database } from '../../../src/platform/db.ts'
import { newId } from '../../../src/platform/ids.ts'
import { type Kobo, kobo } from '../../../src/platform/money.ts'
import { refuse } from '../../../src/platform/refusal.ts'
import type { SandboxMemory } from '../../../src/providers/sandbox/sandbox.ts'
import { sessionIdFrom } from '../../../src/providers/session-id.ts'

// Actions for test keys: send money, and set the balance of the wallet.

type SandboxTransfer = {
  accountNumber: string
  amount: Kobo
  senderName: string
  senderBankCode: string
  senderAccountNumber: string
  narration: string
  sessionId: string | null
}

const TRIES_MAX = 20
/** The length of a NIP session id. */
const SESSION_LENGTH = 30

/**
 * A credit from the sandbox bank, processed like a real one. Only to accounts of this business.
 * `effectId` is the same for each attempt with one Idempotency-Key; the session id derives from it.
 */
export async function transferIn(
  context: Context,
  scope: Scope,
  { sessionId, ...transfer }: SandboxTransfer,
  effectId: string | null,
): Promise<Deposit> {
  const account = await findByNumber(context, 'test', transfer.accountNumber)
  if (account?.businessId !== scope.businessId) refuse('account_not_found')
  const occurredAt = context.now()
  const received = await receive(context, 'test', {
    ...transfer,
    sessionId:
      sessionId === null
        ? sessionIdFrom(effectId ?? newId(occurredAt))
        : await ownSession(context, scope, sessionId),
    occurredAt,
  })
  return received.kind === 'credited' ? received.deposit : refuse('session_conflict')
}

/**
 * Session ids are unique over all businesses, but here each tester chooses them. A session id that
 * another business has used is replaced by one derived for this business.
 */
async function ownSession(context: Context, scope: Scope, sessionId: string): Promise<string> {
  const holder = await holderOf(context, 'test', sessionId)
  if (holder === null || holder === scope.businessId) return sessionId
  const own = context.keys.fingerprint(`sandbox session ${scope.businessId} ${sessionId}`)
  return own.toString('hex').slice(0, SESSION_LENGTH)
}

/** Dials a USSD code of this business as its customer. Returns whether the rail has notified us. */
export async function dial(
  context: Context,
  { businessId, mode }: Scope,
  code: string,
): Promise<boolean> {
  const { simulated } = context.rails.test.card
  const dialled = await simulated.dial(code.trim(), businessId)
  if (dialled === null) return refuse('not_found')
  const isNotified = await simulated.notifies(businessId)
  if (isNotified) await enquireAboutCharge(context, mode, 'sandbox', dialled.key)
  return isNotified
}

/** Sets the available balance to `amount` with one booked adjustment. */
export async function setWallet(context: Context, scope: Scope, amount: Kobo): Promise<Kobo> {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const now = context.now()
    const { available } = await balancesOf(context, scope)
    const missing = amount - available.available
    if (missing === 0n) return amount
    const adjustment: Entry = {
      businessId: scope.businessId,
      mode: 'test',
      causeId: newId(now),
      reason: 'wallet_adjustment',
      debit: missing > 0n ? 'adjustments' : 'available',
      credit: missing > 0n ? 'available' : 'adjustments',
      amount: kobo(missing > 0n ? missing : -missing),
      occurredAt: now,
    }
    try {
      await context.sql.begin((sql) => post(sql, now, [adjustment]))
      return amount
    } catch (error) {
      // The balance changed in between: read it again.
      if (!(error instanceof InsufficientBalance || error instanceof AlreadyWritten)) throw error
    }
  }
  return refuse('overloaded')
}

/**
 * The sandbox rails' memory, in the database, so that it is shared by processes and survives
 * restarts. The first value of a name stays, which makes two concurrent calls one.
 */
export function sandboxMemory(sql: Database): SandboxMemory {
  return {
    async recall(key) {
      const [row] = await sql<{ value: string }[]>`
        select value from sandbox_memory where key = ${key}
      `
      return row?.value ?? null
    },
    async remember(key, value) {
      await sql`insert into sandbox_memory ${sql({ key, value })} on conflict (key) do nothing`
    },
  }
}
