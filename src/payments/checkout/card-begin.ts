import type { Context } from '../../core/context.ts'
import { EVENTS_TOPIC } from '../../core/events/webhooks.ts'
import { batchedFor, firstOfEach } from '../../platform/batch.ts'
import { later } from '../../platform/clock.ts'
import type { Sql } from '../../platform/db.ts'
import { newId } from '../../platform/ids.ts'
import { networkOf } from '../../platform/networks.ts'
import { ChangedMeanwhile, fromFreshReading } from '../../platform/optimistic.ts'
import { refuse } from '../../platform/refusal.ts'
import type { Method } from '../../providers/rails.ts'
import type { Rule } from '../rules/rules.sql.ts'
import { type Facts, lockFor, type Reason, rulesOf, weigh, withReasons } from '../rules/weigh.ts'
import { happening } from '../transactions/history.ts'
import { reserveUse } from '../transactions/link-uses.ts'
import type { Transaction, TransactionKey } from '../transactions/transactions.rows.ts'
import {
  type Change,
  changedBy,
  changeFrom,
  channelsOf,
  findByKey,
  isOpen,
  topicOf,
} from '../transactions/transactions.ts'
import { type Beginning, beginMany, findManyOpen, insertAttempt, moveAttempt } from './card.sql.ts'
import { ATTEMPTS_MAX, CALL_LEASE_MS, type CardAttempt } from './card-attempt.ts'
import { follow } from './card-outcome.ts'

// Begins an attempt. A business without rules begins attempts in batches. With rules, each is
// weighed in the database transaction that inserts it (rules/weigh.ts). An attempt that a rule
// refuses ends there as declined, and no provider is asked.

/** What the feature decides of an attempt. */
export type Choice = Partial<
  Pick<CardAttempt, 'attemptId' | 'consent' | 'authorizationId' | 'atLeast'>
>

/** What rules compare of an attempt, as far as it is known. */
export type Known = { address?: string; card?: () => string; country?: string | null }

type Begun = { attempt: CardAttempt; transaction: Transaction; isRefused: boolean }

export const RULE_MATCHED = {
  kind: 'declined',
  reason: 'rule_matched',
  authorization: null,
} as const

const nothing = (): Choice => ({})

export const findOpenAttempt = batchedFor(({ hot }: Context, keys: TransactionKey[]) =>
  findManyOpen(hot, keys),
)

export async function begin(
  context: Context,
  key: TransactionKey,
  { rail, method }: Pick<CardAttempt, 'rail' | 'method'>,
  known: Known,
  choose: (before: Transaction) => Choice | Promise<Choice> = nothing,
): Promise<Begun> {
  const begun = await fromFreshReading(async () => {
    const read = (await findByKey(context, key)) ?? refuse('transaction_not_found')
    const now = context.now()
    refuseUnpayable(read, now, method)
    const before = await reserveUse(context, read)
    // After the read of the payment, as card_begin requires.
    const open = await findOpenAttempt(context, key)
    if (open && (open.state === 'charging' || open.state === 'unknown')) {
      refuse('already_in_progress')
    }
    const chosen = choose(before)
    const attempt = {
      ...newAttempt(now, before, rail, method),
      ...(chosen instanceof Promise ? await chosen : chosen),
    }
    const rules = await rulesOf(context, key)
    const write = { before, open, attempt }
    if (rules.length > 0) return beginWeighed(context, now, write, rules, known)
    if (open) await context.sql.begin((sql) => insert(sql, now, write, []))
    else await beginAlone(context, now, before, attempt)
    return { attempt, transaction: before, isRefused: false }
  })
  context.pubSub.publish(topicOf(key.id))
  if (begun.isRefused) context.pubSub.publish(EVENTS_TOPIC, key)
  return begun
}

/** `open`: the attempt that waits for the customer, and is superseded. */
type Write = { before: Transaction; open: CardAttempt | null; attempt: CardAttempt }

async function beginWeighed(
  context: Context,
  now: Date,
  { before, open, attempt: bare }: Write,
  rules: readonly Rule[],
  { address = before.ipAddress ?? undefined, card: cardOf, country = null }: Known,
): Promise<Begun> {
  const { id: transactionId, customerId, email, attempts } = before
  const card = cardOf?.() ?? null
  const network = address === undefined ? null : networkOf(address)
  const attempt = { ...bare, customerId, network, card }
  const { method: channel, amount } = attempt
  const about = { transactionId, customerId, email, channel, amount }
  const facts: Facts = { ...about, address: address ?? null, card, country }
  const { hasFailed, isRefused } = await context.sql.begin(async (sql) => {
    await lockFor(sql, before, rules, facts)
    const { reasons, verdict } = await weigh(sql, now, before, rules, facts, attempts + 1)
    const after = await insert(sql, now, { before, open, attempt }, reasons)
    if (verdict !== 'refuse') return { hasFailed: false, isRefused: false }
    const hasFailed = await follow(context, sql, after, attempt, RULE_MATCHED)
    return { hasFailed, isRefused: true }
  })
  const { mode, rail } = attempt
  if (hasFailed) context.meter?.payment('failed', { mode, channel, rail })
  return { attempt, transaction: before, isRefused }
}

async function beginAlone(
  context: Context,
  now: Date,
  before: Transaction,
  attempt: CardAttempt,
): Promise<void> {
  const changed = changedBy(before, now, begunFrom(before, attempt.method))
  if (!(await beginBatched(context, { attempt, changed }))) throw new ChangedMeanwhile()
}

/** False for each whose payment has changed since it was read. */
const beginBatched = batchedFor((context: Context, beginnings: Beginning[]) =>
  firstOfEach(
    beginnings,
    ({ changed }) => changed.id,
    false,
    async (each) => {
      const begun = new Set(await beginMany(context.hot, each))
      return each.map(({ attempt }) => begun.has(attempt.attemptId))
    },
  ),
)

/** Also ends the attempt that waits for the customer. Returns the payment as it stands then. */
async function insert(
  sql: Sql,
  now: Date,
  { before, open, attempt }: Write,
  reasons: Reason[],
): Promise<Transaction> {
  const superseded = {
    state: 'superseded',
    redirectUrl: null,
    nextEnquiryAt: later(now, CALL_LEASE_MS),
    updatedAt: now,
  } as const
  const isFree = !open || (await moveAttempt(sql, open, [open.state], superseded)) !== null
  if (!isFree || !(await insertAttempt(sql, attempt))) throw new ChangedMeanwhile()
  const change = begunFrom(before, attempt.method)
  const after = await changeFrom(sql, now, before, {
    ...change,
    reasons: withReasons(before, reasons),
  })
  if (after === null) throw new ChangedMeanwhile()
  return after
}

function begunFrom({ attempts }: Transaction, method: Method): Change {
  return {
    status: 'ongoing',
    attempts: attempts + 1,
    message: '',
    happened: method === 'card' ? happening('card_tried') : happening('tried', method),
  }
}

function refuseUnpayable(transaction: Transaction, now: Date, method: Method): void {
  if (transaction.status === 'success') refuse('already_paid')
  if (!isOpen(transaction, now)) refuse('already_closed')
  if (!channelsOf(transaction).includes(method)) refuse('channel_not_allowed')
  if (transaction.attempts >= ATTEMPTS_MAX) refuse('already_closed')
}

function newAttempt(
  now: Date,
  { businessId, mode, id, amount }: Transaction,
  rail: string,
  method: Method,
): CardAttempt {
  return {
    businessId,
    mode,
    attemptId: newId(now),
    transactionId: id,
    rail,
    method,
    amount,
    atLeast: null,
    state: 'charging',
    declineReason: null,
    redirectUrl: null,
    authorizationDetails: null,
    consent: null,
    authorizationId: null,
    handle: null,
    returnHandle: null,
    returnAskedAt: null,
    returnAcceptedAt: null,
    returnSessionId: null,
    nextEnquiryAt: later(now, CALL_LEASE_MS),
    customerId: null,
    network: null,
    card: null,
    createdAt: now,
    updatedAt: now,
  }
}
