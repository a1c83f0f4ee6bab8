import { HOUR, later } from '../../../src/platform/clock.ts'
import { type Kobo, kobo } from '../../../src/platform/money.ts'
import { decimalNaira, nairaNumber } from '../../../src/providers/amounts.ts'
import type { Payment, Refund, Reserved, Transfer } from './books.ts'
import { ONE_OFF_SECONDS } from './books.ts'

// The formats of Monnify's stand-in: amounts as numbers or text, Lagos times without a zone, and
// the payer in one of three formats.

export type Shape = 'array' | 'object' | 'empty'

const lagos = (moment: Date) => later(moment, HOUR).toISOString()
/** `2021-11-17 11:28:42.615` */
export const spaced = (moment: Date) => lagos(moment).replace('T', ' ').replace('Z', '')
/** `30/08/2023 05:13:57 PM` */
export const slashed = (moment: Date) => {
  const [year, month, day, hour = '0', minute, second] = lagos(moment).split(/[-T:.]/)
  const half = Number(hour) < 12 ? 'AM' : 'PM'
  const hours = String(Number(hour) % 12 || 12).padStart(2, '0')
  return `${day}/${month}/${year} ${hours}:${minute}:${second} ${half}`
}

export function oneOffForm(payment: Payment, accountNumber: string, payable: Kobo) {
  const expiresOn = lagos(later(payment.createdOn, ONE_OFF_SECONDS * 1_000)).slice(0, 19)
  return {
    accountNumber,
    accountName: payment.description,
    bankName: 'Sterling bank',
    bankCode: '232',
    accountDurationSeconds: ONE_OFF_SECONDS,
    ussdPayment: null,
    expiresOn,
    transactionReference: payment.transactionReference,
    paymentReference: payment.paymentReference,
    amount: nairaNumber(payment.amount),
    fee: 10.0,
    totalPayable: nairaNumber(payable),
  }
}

export function reservedForm({ accountReference, accountName, accounts, createdOn }: Reserved) {
  return {
    accountReference,
    accountName,
    accounts: accounts.map((one) => ({ ...one, accountName })),
    status: 'ACTIVE',
    createdOn: spaced(createdOn),
  }
}

const CARD = { cardType: 'MASTERCARD', last4: '2346', expMonth: '12', expYear: '30', bin: '512345' }

/** As in a query and in a notification. */
export function paymentForm(payment: Payment, shape: Shape, amount: (one: Kobo) => unknown) {
  const { source, method } = payment
  const from = source && { ...source, amountPaid: amount(payment.amountPaid), sessionId: '' }
  const shapes = { array: from ? [from] : [], object: from ?? {}, empty: {} }
  return {
    product: {
      type: payment.product,
      reference: payment.accountReference ?? payment.paymentReference,
    },
    transactionReference: payment.transactionReference,
    paymentReference: payment.paymentReference,
    paidOn: payment.paidOn && (shape === 'object' ? slashed : spaced)(payment.paidOn),
    paymentDescription: payment.description,
    paymentSourceInformation: shapes[shape],
    destinationAccountInformation: payment.accountNumber
      ? { bankCode: '232', bankName: 'Sterling bank', accountNumber: payment.accountNumber }
      : {},
    amountPaid: amount(payment.amountPaid),
    totalPayable: amount(payment.amount),
    cardDetails: method === 'CARD' && payment.paidOn ? { ...CARD, bankName: null } : null,
    paymentMethod: method,
    currency: 'NGN',
    settlementAmount: amount(kobo(payment.amountPaid - payment.fee)),
    paymentStatus: payment.status,
    customer: { name: 'Customer', email: payment.customerEmail },
  }
}

/** As in the list of payments. */
export function listedForm(payment: Payment) {
  return {
    customerDTO: { email: payment.customerEmail, name: 'Customer' },
    paymentMethod: payment.method,
    createdOn: spaced(payment.createdOn),
    completedOn: payment.paidOn && spaced(payment.paidOn),
    amount: nairaNumber(payment.amountPaid || payment.amount),
    currencyCode: 'NGN',
    paymentDescription: payment.description,
    paymentStatus: payment.status,
    transactionReference: payment.transactionReference,
    paymentReference: payment.paymentReference,
    completed: payment.paidOn !== null,
  }
}

export function transferForm(transfer: Transfer) {
  return {
    amount: nairaNumber(transfer.amount),
    reference: transfer.reference,
    status: transfer.status,
    destinationAccountName: transfer.accountName,
    destinationBankName: 'Bank',
    destinationAccountNumber: transfer.accountNumber,
    destinationBankCode: transfer.bankCode,
  }
}

export function begunForm(transfer: Transfer) {
  const dateCreated = transfer.createdOn.toISOString().replace('Z', '+0000')
  return { ...transferForm(transfer), dateCreated, totalFee: nairaNumber(transfer.fee) }
}

export function summaryForm(transfer: Transfer) {
  return {
    ...transferForm(transfer),
    narration: transfer.narration,
    currency: 'NGN',
    fee: nairaNumber(transfer.fee),
    twoFaEnabled: false,
    transactionDescription: transfer.status === 'SUCCESS' ? 'Approved' : 'Not approved',
    transactionReference: transfer.transactionReference,
    createdOn: spaced(transfer.createdOn),
  }
}

export function refundForm(refund: Refund) {
  return {
    refundReference: refund.refundReference,
    transactionReference: refund.transactionReference,
    refundAmount: nairaNumber(refund.amount),
    refundType: 'PARTIAL_REFUND',
    refundStatus: refund.status,
    refundStrategy: 'MERCHANT_WALLET',
    refundReason: refund.reason,
    createdOn: slashed(refund.createdOn),
    ...(refund.completedOn && { completedOn: slashed(refund.completedOn) }),
    comment: '',
  }
}

function rejectedForm(payment: Payment) {
  const { source, amount, amountPaid, createdOn } = payment
  return {
    product: { type: payment.product, reference: payment.paymentReference },
    amount: nairaNumber(amount),
    paymentSourceInformation: {
      ...source,
      amountPaid: nairaNumber(amountPaid),
      sessionId: `${createdOn.getTime()}`.padStart(30, '090405'),
    },
    transactionReference: payment.transactionReference,
    created_on: spaced(createdOn),
    paymentReference: payment.paymentReference,
    paymentRejectionInformation: {
      bankCode: '232',
      destinationAccountNumber: payment.accountNumber,
      bankName: 'Sterling bank',
      rejectionReason: amountPaid < amount ? 'UNDER_PAYMENT' : 'OVER_PAYMENT',
      expectedAmount: nairaNumber(amount),
    },
    paymentDescription: payment.description,
    customer: { name: 'Customer', email: payment.customerEmail },
  }
}

export function eventForm(
  eventType: string,
  about: Payment | Transfer | Refund,
  shape: Shape,
): { eventType: string; eventData: object } {
  if ('refundReference' in about) {
    const {
      refundReason,
      refundType: _,
      refundStrategy: __,
      comment: ___,
      ...form
    } = refundForm(about)
    return { eventType, eventData: { ...form, merchantReason: refundReason } }
  }
  if (eventType === 'REJECTED_PAYMENT') {
    return { eventType, eventData: rejectedForm(about as Payment) }
  }
  if ('paymentReference' in about) {
    const amount = shape === 'object' ? decimalNaira : nairaNumber
    return { eventType, eventData: paymentForm(about, shape, amount) }
  }
  const sessionId = about.status === 'FAILED' ? '' : '090405'.padEnd(30, '1')
  const { twoFaEnabled: _, ...form } = summaryForm(about)
  const createdOn = slashed(about.createdOn)
  return { eventType, eventData: { ...form, createdOn, sessionId } }
}
