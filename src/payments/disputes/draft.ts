import assert from 'node:assert/strict'
import type { Context } from '../../core/context.ts'
import { eventsAbout, findEvent } from '../../core/events/events.ts'
import { formatNaira, kobo } from '../../platform/money.ts'
import { channelOf, lagosTime } from '../receipts/compose.ts'
import { findReceiptOf } from '../receipts/receipts.ts'
import { plain } from '../receipts/words.ts'
import type { Transaction } from '../transactions/transactions.rows.ts'
import { findPayment, tallyCustomer } from '../transactions/transactions.ts'
import { dedicatedOf } from '../virtual-accounts/dedicated.ts'
import type { Dispute } from './disputes.sql.ts'

// A draft of the evidence, of what the service knows about the payment. It says nothing about the
// goods: the business adds that.

const TEXT_MAX = 200
const ASK = 'Delivery: '

export async function draftOf(context: Context, dispute: Dispute): Promise<string> {
  const payment = await findPayment(context, dispute, dispute.transactionId)
  assert(payment, 'a disputed payment must exist')
  const facts = await Promise.all([
    receiptOf(context, payment),
    webhookOf(context, payment),
    identityOf(context, payment),
    earlierOf(context, payment),
  ])
  return [...paidOf(payment), ...facts.filter((one) => one !== null), ASK].join('\n')
}

function paidOf(payment: Transaction): string[] {
  const { reference, amount, paidAt, email, customerName, ipAddress } = payment
  const name = plain(customerName, TEXT_MAX)
  const customer = name === '' ? email : `${name}, ${email}`
  return [
    `Payment: ${reference}, ${formatNaira(amount)}, on ${lagosTime(paidAt!)}.`,
    `Paid with: ${channelOf(payment)}`,
    `Customer: ${customer}.`,
    ...(ipAddress === null ? [] : [`The customer paid from the IP address ${ipAddress}.`]),
  ]
}

async function receiptOf({ sql }: Context, payment: Transaction): Promise<string | null> {
  const { sentAt } = (await findReceiptOf(sql, payment)) ?? { sentAt: null }
  return sentAt && `Receipt: sent to ${payment.email} on ${lagosTime(sentAt)}.`
}

/** That the server of the business knew of the payment, and so could deliver. */
async function webhookOf(context: Context, payment: Transaction): Promise<string | null> {
  const events = await eventsAbout(context, payment, payment.id)
  const told = events.find(
    ({ type, deliveries }) =>
      type === 'transaction.success' && deliveries.some(({ state }) => state === 'delivered'),
  )
  if (told === undefined) return null
  const { attempts } = await findEvent(context, told)
  const taken = attempts.find(({ status }) => status !== null && status >= 200 && status < 300)
  return taken
    ? `Our server was told of the payment on ${lagosTime(taken.createdAt)} and confirmed it.`
    : null
}

async function identityOf(context: Context, payment: Transaction): Promise<string | null> {
  const account = await dedicatedOf(context, payment, payment.customerId)
  if (account === null || (account.bvn === null && account.nin === null)) return null
  const number = account.bvn === null ? 'NIN' : 'BVN'
  return `Identity: the bank opened a permanent account for this customer with their ${number}.`
}

async function earlierOf({ sql }: Context, payment: Transaction): Promise<string | null> {
  const { paid, volume } = await tallyCustomer(sql, payment, payment.customerId)
  const others = paid - 1
  if (others < 1) return null
  const sum = formatNaira(kobo(volume - payment.amount))
  return `Other payments of this customer: ${others}, ${sum} in total.`
}
