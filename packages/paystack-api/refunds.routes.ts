import type { Context, Scope } from '../../src/core/context.ts'
import { begin } from '../../src/payments/refunds/begin.ts'
import { RefundBody } from '../../src/payments/refunds/refunds.routes.ts'
import type { Refund } from '../../src/payments/refunds/refunds.sql.ts'
import { listRefunds, toWireRefund } from '../../src/payments/refunds/refunds.ts'
import { findByKey } from '../../src/payments/transactions/transactions.ts'
import { kobo } from '../../src/platform/money.ts'
import { firstPage, type Page } from '../../src/platform/paging.ts'
import { refuse } from '../../src/platform/refusal.ts'
import { type Asked, checked } from './asked.ts'
import { call, list } from './call.routes.ts'
import { byNumber } from './numbers.ts'
import { paystackRefund } from './records.ts'
import { listed } from './transaction-record.ts'
import { oursOf, payingOf, theirs } from './transactions.routes.ts'

const STATES = ['pending', 'processed', 'failed'] as const
const ONE = firstPage(1)
const REASON_MAX = 200
const ANY = { transactionId: null, status: null, reference: null, from: null, to: null }

export const refundCalls = [
  call('POST /refund', 'POST /refunds', async ({ context, scope, body, effectId }) => {
    const payment = await payingOf(context, scope, body.needed('transaction'))
    const { amount, reason } = checked(RefundBody, {
      transaction: payment.id as string,
      amount: body.amount('amount') ?? undefined,
      reason: reasonIn(body),
    })
    const refund = await begin(context, scope, {
      transaction: payment.id,
      amount: amount === undefined ? null : kobo(amount),
      reason: reason ?? null,
      effectId,
    })
    const [made] = await shown(context, scope, [refund])
    const data = { ...made, transaction: listed(theirs(payment)) }
    return { message: 'Refund has been queued for processing', data }
  }),
  list(
    'GET /refund',
    'GET /refunds',
    'Refunds retrieved',
    async ({ context, scope, query }, page) =>
      listRefunds(context.sql, scope, await filterOf(context, scope, query), page),
    (rows, { context, scope }) => shown(context, scope, rows),
    async ({ context, scope, query }) => {
      const failed = { ...(await filterOf(context, scope, query)), status: 'failed' as const }
      const { meta } = await listRefunds(context.sql, scope, failed, ONE)
      return { failedRefundCount: meta.total }
    },
  ),
  call('GET /refund/:id', 'GET /refunds/:id', async ({ context, scope, params }) => {
    const all = (page: Page) => listRefunds(context.sql, scope, ANY, page)
    const found = await byNumber(params['id'] ?? '', all, 'refundId')
    const [data] = await shown(context, scope, [found ?? refuse('refund_not_found')])
    return { message: 'Refund retrieved', data }
  }),
]

/** With what Paystack tells of each payment. */
async function shown(context: Context, scope: Scope, rows: Refund[]) {
  const payments = await Promise.all(
    rows.map(({ transactionId: id }) => findByKey(context, { ...scope, id })),
  )
  return rows.map((row, i) => {
    const payment = payments[i]
    return paystackRefund(scope, toWireRefund(row), payment ? oursOf(payment) : null)
  })
}

/** Paystack has a note for each side; we have one reason. */
function reasonIn(body: Asked): string | undefined {
  const notes = [body.text('merchant_note'), body.text('customer_note')].filter(Boolean)
  return notes.join('; ').slice(0, REASON_MAX) || undefined
}

async function filterOf(context: Context, scope: Scope, query: Asked) {
  const transaction = query.text('transaction') ?? query.text('reference')
  const status = query.oneOf('status', STATES)
  const payment = transaction && (await payingOf(context, scope, transaction))
  return { transactionId: payment ? payment.id : null, status, reference: null, ...query.range() }
}
