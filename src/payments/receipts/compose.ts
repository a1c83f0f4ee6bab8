import { formatNaira, kobo } from '../../platform/money.ts'
import { isOfBusiness, visibleMetadata } from '../transactions/visible-metadata.ts'
import { type Email, emailOf, type Row } from './email-layout.ts'
import type { Receipt } from './receipts.sql.ts'

import { isolated, plain, unlinked } from './words.ts'

// Composes the receipt that a customer reads. Fetches nothing. Text from outside is shortened,
// cleaned and escaped.

const BUSINESS_LENGTH_MAX = 100
const NAME_LENGTH_MAX = 100
const FIELDS_MAX = 10
const LABEL_LENGTH_MAX = 40
const VALUE_LENGTH_MAX = 200
/** What rounding may add if the customer pays the fee: transactions/fees.ts. */
const ROUNDING_MAX = 5n

type Paid = Omit<Receipt, 'businessId' | 'transactionId' | 'attempts' | 'createdAt'>

const lagos = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Lagos',
  dateStyle: 'medium',
  timeStyle: 'short',
})

export function composeReceipt(receipt: Paid): Email {
  const { mode, amount, paidAt } = receipt
  const businessName = plain(receipt.businessName, BUSINESS_LENGTH_MAX)
  const over = `Receipt from ${isolated(businessName)}`
  const headline = formatNaira(amount)
  return emailOf(`${over}: ${headline}`, {
    mode,
    over,
    headline,
    under: `Paid on ${lagosTime(paidAt)}`,
    isAmount: true,
    rows: rowsOf(receipt),
    paragraphs: [
      'Keep this for your records. For questions about your purchase, contact ' +
        `${isolated(businessName)} and give the reference above.`,
    ],
  })
}

/** `21 Nov 2026, 14:32 (Lagos)` */
export function lagosTime(time: Date): string {
  return `${lagos.format(time)} (Lagos)`
}

function rowsOf(receipt: Paid): Row[] {
  // An attacker may have chosen the address, so the receipt has no words of theirs.
  const name = isOfBusiness(receipt) ? receipt.customerName : ''
  const customerName = unlinked(plain(name, NAME_LENGTH_MAX))
  return [
    ...differenceOf(receipt),
    { label: 'Reference', value: receipt.reference },
    { label: 'Paid with', value: channelOf(receipt) },
    ...(customerName === '' ? [] : [{ label: 'Name', value: customerName }]),
    ...customFieldsOf(receipt),
  ]
}

/** The fee, if the customer paid it, or the requested amount, if another was paid. */
function differenceOf({ amount, requestedAmount, fee, vat }: Paid): Row[] {
  const difference = kobo(amount - requestedAmount)
  if (difference === 0n) return []
  const beyond = difference - (fee ?? 0n) - (vat ?? 0n)
  const isFee = difference > 0n && beyond >= 0n && beyond <= ROUNDING_MAX
  const asked = formatNaira(requestedAmount)
  return isFee
    ? [
        { label: 'Price', value: asked },
        { label: 'Fee', value: formatNaira(difference) },
      ]
    : [{ label: 'Requested', value: asked }]
}

export function channelOf({
  channel,
  authorizationDetails,
}: Pick<Paid, 'channel' | 'authorizationDetails'>): string {
  const details = objectIn(authorizationDetails)
  if (channel === 'card') {
    const brand = plain(textIn(details['brand']), LABEL_LENGTH_MAX)
    const last4 = textIn(details['last4']).replace(/\D/g, '').slice(-4)
    const name = brand === '' ? 'Card' : `${brand.charAt(0).toUpperCase()}${brand.slice(1)} card`
    return last4 === '' ? name : `${name} ending ${last4}`
  }
  if (channel === 'ussd') return 'USSD'
  if (channel === 'bank') return 'Pay with bank'
  if (channel === 'opay') return 'OPay'
  const sender = shortened(plain(textIn(details['sender_name']), NAME_LENGTH_MAX))
  return sender === '' ? 'Bank transfer' : `Bank transfer from ${isolated(unlinked(sender))}`
}

/** `Ngozi S.`: the reader may be someone else than the sender. */
function shortened(name: string): string {
  const [first = '', ...rest] = name.split(' ')
  const last = rest.at(-1)
  return last === undefined ? first : `${first} ${[...last][0]!.toUpperCase()}.`
}

/** The part of the metadata that the business shows to customers. */
function customFieldsOf(receipt: Paid): Row[] {
  return visibleMetadata(receipt)
    .fields.slice(0, FIELDS_MAX)
    .flatMap((field) => {
      const label = unlinked(plain(field.label, LABEL_LENGTH_MAX))
      const value = unlinked(plain(field.value, VALUE_LENGTH_MAX))
      return label === '' || value === '' ? [] : [{ label, value }]
    })
}

function objectIn(json: string | null): Record<string, unknown> {
  const value: unknown = json === null ? null : JSON.parse(json)
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function textIn(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
