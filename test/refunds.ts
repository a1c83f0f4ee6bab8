import assert from 'node:assert/strict'
import type { Context, Scope } from '../src/core/context.ts'
import { listEntries } from '../src/core/ledger/ledger.ts'
import { begin, type RefundInput } from '../src/payments/refunds/begin.ts'
import type { Refund } from '../src/payments/refunds/refunds.sql.ts'
import type { TransactionId } from '../src/payments/transactions/transactions.rows.ts'
import { parsePublicId } from '../src/platform/ids.ts'
import { kobo } from '../src/platform/money.ts'
import { Refusal } from '../src/platform/refusal.ts'
import type { ReturnOutcome } from '../src/providers/outcomes.ts'
import type { RailSet } from '../src/providers/rails.ts'

import { type Answer, type Api, givenPayment, recordIn } from './api.ts'
import { askForAccount, givenDedicated, pay, transfer, verifyPayment } from './payments.ts'
import type { GivenBusiness, TestContext } from './support.ts'

// Refunds in tests: payments of each kind, and rails whose calls are counted and can be staged.

export const AMOUNT = 500_000
/** The business's part of it: by card or transfer, and by a dedicated account. */
export const NET = { checkout: 481_187, dedicated: 494_625 }
export const PLAY_MONEY = 10_000_000

export const WAYS = ['card', 'bank_transfer', 'dedicated_virtual_account'] as const
export type Way = (typeof WAYS)[number]
export type Paid = { id: TransactionId; reference: string }

type How = { amount?: number; card?: string; sender?: string }

/** A payment that succeeded by this channel. `sender`: the account it came from. */
export async function givenPaid(
  api: Api,
  business: GivenBusiness,
  way: Way = 'card',
  { amount = AMOUNT, card = 'success', sender = '1234567890' }: How = {},
): Promise<Paid> {
  if (way === 'dedicated_virtual_account') {
    const { account_number } = await givenDedicated(api, business)
    const sent = { account_number, amount, sender_account_number: sender }
    const { body } = await transfer(api, business, sent)
    const { session_id: reference, transaction_id: id } = body.data
    return { id: parsePublicId('transaction', id)!, reference }
  }
  const { access_code, reference } = await givenPayment(api, business, { amount })
  if (way === 'card') await pay(api, access_code, card)
  else {
    const account_number = await askForAccount(api, access_code)
    await transfer(api, business, { account_number, amount, sender_account_number: sender })
  }
  const { id, status } = await verifyPayment(api, business, reference)
  assert.equal(status, 'success')
  return { id: parsePublicId('transaction', id)!, reference }
}

export function askRefund(
  api: Api,
  { keys }: Pick<GivenBusiness, 'keys'>,
  body: { transaction: string; amount?: number; reference?: string; reason?: string },
  headers: Record<string, string> = {},
): Promise<Answer> {
  return api.post('/api/v1/refunds', { key: keys.secretKey, body, headers })
}

/** Requests a refund that must succeed; returns its record. */
export async function refunded(
  api: Api,
  business: GivenBusiness,
  { id }: Pick<Paid, 'id'>,
  amount?: number,
) {
  const body = { transaction: id, ...(amount !== undefined && { amount }) }
  const answer = await askRefund(api, business, body)
  assert.equal(answer.status, 201, answer.text)
  return recordIn(answer)
}

export async function fetchRefund(api: Api, { keys }: GivenBusiness, id: string) {
  const { status, body, text } = await api.get(`/api/v1/refunds/${id}`, { key: keys.secretKey })
  assert.equal(status, 200, text)
  return body.data
}

/** Refunds in this process, bypassing the API. A null amount refunds the remainder. */
export function refundIn(
  context: Context,
  { businessId, mode }: Scope,
  { id }: Pick<Paid, 'id'>,
  amount: number | null,
  more: Partial<RefundInput> = {},
): Promise<Refund> {
  const wanted = amount === null ? null : kobo(amount)
  const input = { transaction: id, amount: wanted, reason: null, effectId: null, ...more }
  return begin(context, { businessId, mode }, input)
}

/** Splits results into successes and refusal codes; rethrows any other failure. */
export async function sorted(
  all: Promise<Refund>[],
): Promise<{ done: Refund[]; refused: string[] }> {
  const done: Refund[] = []
  const refused: string[] = []
  for (const one of await Promise.allSettled(all)) {
    if (one.status === 'fulfilled') done.push(one.value)
    else if (one.reason instanceof Refusal) refused.push(one.reason.code)
    else throw one.reason
  }
  return { done, refused }
}

/** Oldest first. */
export async function refundsOf({ sql }: Context, { businessId }: Pick<Scope, 'businessId'>) {
  return sql<Refund[]>`select * from refund where business_id = ${businessId} order by refund_id`
}

/** `hold available card_clearing 100`, in the order written. */
export async function entriesOf({ sql }: Context, refund: Refund): Promise<string[]> {
  const { businessId, mode, refundId } = refund
  const rows = await listEntries(sql, businessId, mode, refundId)
  return rows.map(({ kind, debit, credit, amount }) => `${kind} ${debit} ${credit} ${amount}`)
}

export async function countRefunded({ sql }: Context, { id }: Paid): Promise<number> {
  const [row] = await sql<[{ refunded: bigint }]>`
    select refunded from transaction where id = ${id}
  `
  return Number(row.refunded)
}

type Request = { key: string; amount: bigint }
type Stage = (request: Request, real: () => Promise<ReturnOutcome>) => Promise<ReturnOutcome>
export type Watched = TestContext & {
  /** Keys of the calls, in order. */
  asked: string[]
}

/** The same process with rails that are counted and answer refunds as the test says. */
export function watched(context: TestContext, stage: Stage = (_, real) => real()): Watched {
  const asked: string[] = []
  const { bank, card, ...others } = context.rails.test
  const through = (request: Request, real: () => Promise<ReturnOutcome>) => {
    asked.push(request.key)
    return stage(request, real)
  }
  const test: RailSet = {
    ...others,
    bank: {
      ...bank,
      returnCredit: (request) => through(request, () => bank.returnCredit(request)),
    },
    card: { ...card, refund: (request) => through(request, () => card.refund(request)) },
  }
  return { ...context, asked, rails: { test, live: [] } }
}

/** Blocks callers until this many have arrived. */
export function barrier(count: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let come = 0
  return () => {
    come += 1
    if (come === count) resolve()
    return promise
  }
}
