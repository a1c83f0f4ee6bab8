import type { Context, Scope } from '../../src/core/context.ts'
import { begin } from '../../src/payments/refunds/begin.ts'
import { RefundBody } from '../../src/payments/refunds/refunds.routes.ts'
import type { Refund } from '../../src/payments/refunds/refunds.sql.ts'
import { listRefunds, toWireRefund } from '../../src/payments/refunds/refunds.ts'
import { kobo } from '../../src/platform/money.ts'
import { refuse } from '../../src/platform/refusal.ts'
import { type Asked, checked, metaFor, pageOf, wrong } from './asked.ts'
import { call } from './call.routes.ts'
import { numberIn, oneNumbered } from './numbers.ts'
import { paystackRefund } from './records.ts'
import { payingOf, theirs } from './transactions.routes.ts'

// Refunds of Paystack.

const STATES = ['pending', 'processed', 'failed'] as const
const REASON_MAX = 200
const ANY = { transactionId: null, status: null, from: null, to: null }

export const refundCalls = [
  call('POST /refund', 'POST /refunds', async ({ context, scope, body, effectId }) => {
    const payment = await payingOf(context, scope, body.needed('transaction'))
    const { amount, reason } = checked(RefundBody, {
      transaction: payment.id as string,
      amount: body.number('amount') ?? undefined,
      reason: reasonIn(body),
    })
    const refund = await begin(context, scope, {
      transaction: payment.id,
      amount: amount === undefined ? null : kobo(amount),
      reason: reason ?? null,
      effectId,
    })
    const data = { ...paystackRefund(toWireRefund(refund)), transaction: theirs(payment) }
    return { message: 'Refund has been queued for processing', data }
  }),
  call('GET /refund', 'GET /refunds', async ({ context, scope, query }) => {
    const page = pageOf(query)
    const filter = await filterOf(context, scope, query)
    const { rows, meta } = await listRefunds(context.sql, scope, filter, page)
    const data = rows.map((row) => paystackRefund(toWireRefund(row)))
    return { message: 'Refunds retrieved', data, meta: metaFor(query, meta) }
  }),
  call('GET /refund/:id', 'GET /refunds/:id', async ({ context, scope, params }) => {
    const number = numberIn(params['id'] ?? '') ?? refuse('refund_not_found')
    const found = await oneNumbered<Refund>(
      number,
      async (page) => (await listRefunds(context.sql, scope, ANY, page)).rows,
      ({ refundId }) => refundId,
    )
    const refund = found ?? refuse('refund_not_found')
    return { message: 'Refund retrieved', data: paystackRefund(toWireRefund(refund)) }
  }),
]

/** Theirs has one note for each side; ours has one reason. */
function reasonIn(body: Asked): string | undefined {
  const notes = [body.text('merchant_note'), body.text('customer_note')].filter(Boolean)
  return notes.join('; ').slice(0, REASON_MAX) || undefined
}

async function filterOf(context: Context, scope: Scope, query: Asked) {
  const transaction = query.text('transaction') ?? query.text('reference')
  const status = query.text('status')
  const known = STATES.find((one) => one === status) ?? null
  if (status !== null && known === null) {
    wrong('status', `status must be one of ${STATES.join(', ')}.`)
  }
  const payment = transaction && (await payingOf(context, scope, transaction))
  return {
    transactionId: payment ? payment.id : null,
    status: known,
    ...query.range(),
  }
}
