import assert from 'node:assert/strict'
import type { ModeSettings } from '../../accounts/businesses/businesses.sql.ts'
import { settingsOf } from '../../accounts/businesses/businesses.ts'
import type { Context, Scope } from '../../core/context.ts'
import { pageCodeOf, readPageCode } from '../../core/page-code.ts'
import { DAY, later } from '../../platform/clock.ts'
import { parsePublicId, publicId } from '../../platform/ids.ts'
import { type Kobo, kobo } from '../../platform/money.ts'
import { refuse } from '../../platform/refusal.ts'
import { begin } from '../refunds/begin.ts'
import type { Refund } from '../refunds/refunds.sql.ts'
import { findOwn } from '../refunds/refunds.ts'
import { findByKey, paymentNamed } from '../transactions/transactions.ts'
import {
  countEnquiry,
  findRefundLink,
  insertRefundLink,
  type RefundLink,
  type RefundLinkId,
  type RefundLinkKey,
  setCancelled,
  setRefund,
} from './refund-links.sql.ts'

// A link that a business sends to a customer whose card or account cannot be credited. On its page
// the customer names an account, and the refund is sent there.
//
//   (none) ──> open             [createRefundLink]
//   open ──> answered           [answer: creates the refund]
//   answered ──> open           the refund has failed: the customer may name another account
//   open ──> cancelled          [cancelRefundLink]
//   open ──> expired            14 days after it was created
//
// Invariants:
// (1) A link has at most one refund that has not failed: the database transaction that reserves the
//     refund also writes it to the link, if nobody else has since.
// (2) It reserves no money. The refund does, when the customer answers.
// (3) Its visitors make at most ten name enquiries.

const VALID_MS = 14 * DAY
export const ENQUIRIES_MAX = 10

type LinkStatus = 'open' | 'answered' | 'cancelled' | 'expired'

/** `refund`: of the last answer. */
export type Found = { link: RefundLink; refund: Refund | null; status: LinkStatus }
export type Account = { bankCode: string; accountNumber: string }

type Wanted = {
  /** The id or reference of a payment. */
  transaction: string
  amount: Kobo | null
  reason: string | null
  /** Whether the customer gets the link by email. */
  sendsEmail: boolean
  /** The same for each try of the request. */
  id: string
}

/** Refuses a payment of which nothing is left to refund. */
export async function createRefundLink(
  context: Context,
  scope: Scope,
  { transaction, amount, reason, sendsEmail, id }: Wanted,
): Promise<Found> {
  const { businessId, mode } = scope
  const refundLinkId = id as RefundLinkId
  const paid = await paymentNamed(context, scope, transaction)
  if (paid.paidAt === null) refuse('not_refundable')
  const left = paid.amount - paid.refunded
  if (left <= 0n || (amount ?? 0n) > left) refuse('refund_too_large')
  const now = context.now()
  const mail = { nextMailAt: sendsEmail ? now : null, mailAttempts: 0 }
  await insertRefundLink(context.sql, {
    ...{ businessId, mode, refundLinkId, transactionId: paid.id, amount, reason, ...mail },
    ...{ refundId: null, answers: 0, enquiries: 0, cancelledAt: null, createdAt: now },
    ...{ mailFailure: null, mailedAt: null, expiresAt: later(now, VALID_MS) },
  })
  return findOwnLink(context, { businessId, mode, refundLinkId })
}

/** By its id (`rfl_…`). */
export async function refundLinkNamed(context: Context, scope: Scope, id: string): Promise<Found> {
  const refundLinkId = parsePublicId('refund_link', id) ?? refuse('refund_link_not_found')
  return findOwnLink(context, { ...scope, refundLinkId })
}

async function findOwnLink(context: Context, key: RefundLinkKey): Promise<Found> {
  const link = (await findRefundLink(context.sql, key)) ?? refuse('refund_link_not_found')
  return withRefund(context, link)
}

export async function withRefund(context: Context, link: RefundLink): Promise<Found> {
  const { businessId, mode, refundId } = link
  const refund = refundId === null ? null : await findOwn(context, { businessId, mode, refundId })
  return { link, refund, status: statusOf(link, refund, context.now()) }
}

function statusOf(link: RefundLink, refund: Refund | null, now: Date): LinkStatus {
  if (refund !== null && refund.status !== 'failed') return 'answered'
  if (link.cancelledAt !== null) return 'cancelled'
  return link.expiresAt <= now ? 'expired' : 'open'
}

/** Refuses if the customer has answered. Cancelling again changes nothing. */
export async function cancelRefundLink(context: Context, scope: Scope, id: string): Promise<Found> {
  const found = await refundLinkNamed(context, scope, id)
  if (found.status === 'answered') refuse('refund_link_closed')
  if (found.status === 'open') await setCancelled(context.sql, found.link, context.now())
  const after = await refundLinkNamed(context, scope, id)
  return after.status === 'answered' ? refuse('refund_link_closed') : after
}

/** The address of its page, which only the customer should have. */
export function urlOf(context: Pick<Context, 'keys' | 'baseUrl'>, link: RefundLinkKey): string {
  return `${context.baseUrl()}/refund/${pageCodeOf(context.keys, link, link.refundLinkId)}`
}

/** `amount`: what the customer gets by an answer now. */
export type Visited = Found & { settings: ModeSettings; amount: Kobo; reference: string }

/** As its visitors find it by the code in the address. Null: there is none. */
export async function visit(context: Context, code: string): Promise<Visited | null> {
  const key = readPageCode<'refund_link'>(context.keys, code)
  if (key === null) return null
  const { businessId, mode, id } = key
  const link = await findRefundLink(context.sql, { businessId, mode, refundLinkId: id })
  if (link === null) return null
  const payment = await findByKey(context, { businessId, mode, id: link.transactionId })
  assert(payment, 'a refund link is of a payment')
  const amount = link.amount ?? kobo(payment.amount - payment.refunded)
  const settings = await settingsOf(context, link)
  return { ...(await withRefund(context, link)), settings, amount, reference: payment.reference }
}

/** Counts a name enquiry of a visitor. Refuses one too many. */
export async function admitEnquiry(context: Context, link: RefundLink): Promise<void> {
  if (!(await countEnquiry(context.sql, link, ENQUIRIES_MAX))) refuse('refund_link_closed')
}

/**
 * Creates the refund to this account. Refuses if the link has ended or has another answer, and all
 * that a refund is refused for.
 */
export async function answer(
  context: Context,
  { link, status }: Found,
  destination: Account,
): Promise<Refund> {
  if (status !== 'open') refuse('refund_link_closed')
  const { businessId, mode, transactionId, amount, reason } = link
  return begin(
    context,
    { businessId, mode },
    {
      transaction: publicId('transaction', transactionId),
      ...{ amount, reason, destination, effectId: null },
      // After a restore that has lost the answer, the provider recognizes the same one.
      requestName: `link ${link.refundLinkId} ${link.answers}`,
      alongside: (sql, refundId) => setRefund(sql, link, refundId, context.now()),
    },
  )
}
