import { type Kobo, naira } from '../../../src/platform/money.ts'
import { bankRecord, type StandInAccount, type StandInCustomer } from './accounts.ts'
import type { PaystackBooks } from './books.ts'
import type { Domain } from './records.ts'
import { amountIn, type Fields, knowAll, Refused, textIn } from './wire.ts'

// Customers, permanent accounts and charges by transfer of the stand-in, with their errors.

const INTEGRATION = 100_032
const LEAST = naira(50)
const EMAIL = /^[^@\s]+@[^@\s]+\.[a-z]{2,}$/i

export function createCustomer({ accounts }: PaystackBooks, fields: Fields, domain: Domain) {
  knowAll(fields, ['email', 'first_name', 'last_name', 'phone', 'metadata'])
  const email = textIn(fields, 'email')
  if (email === null || !EMAIL.test(email)) throw new Refused(400, 'Invalid Email Address Passed')
  const made =
    accounts.customer(email) ??
    accounts.addCustomer({
      email,
      firstName: textIn(fields, 'first_name'),
      lastName: textIn(fields, 'last_name'),
      phone: textIn(fields, 'phone'),
    })
  const at = made.createdAt.toISOString()
  const data = {
    email: made.email,
    integration: INTEGRATION,
    domain,
    customer_code: made.code,
    id: made.id,
    identified: false,
    identifications: null,
    createdAt: at,
    updatedAt: at,
  }
  return { message: 'Customer created', data }
}

export function fetchCustomer({ accounts }: PaystackBooks, named: string, domain: Domain) {
  const found = accounts.customer(named)
  if (!found) throw new Refused(404, 'Customer email is invalid for your live domain.')
  const at = found.createdAt.toISOString()
  const account = accounts.of(found)
  const data = {
    transactions: [],
    subscriptions: [],
    authorizations: [],
    first_name: found.firstName,
    last_name: found.lastName,
    email: found.email,
    phone: found.phone,
    metadata: null,
    domain,
    customer_code: found.code,
    risk_action: 'default',
    id: found.id,
    integration: INTEGRATION,
    createdAt: at,
    updatedAt: at,
    created_at: at,
    updated_at: at,
    total_transactions: 0,
    total_transaction_value: [],
    dedicated_account: account ? accountFields(account) : null,
    dedicated_accounts: account ? [accountFields(account)] : [],
    identified: false,
    identifications: null,
  }
  return { message: 'Customer retrieved', data }
}

/** A second request for a customer is answered with the account that it has. */
export function createAccount({ accounts }: PaystackBooks, fields: Fields) {
  knowAll(fields, ['customer', 'preferred_bank'])
  const customer = accounts.customer(textIn(fields, 'customer') ?? '')
  if (!customer) throw new Refused(400, 'Customer not found')
  const { firstName, lastName, phone } = customer
  if (firstName === null || lastName === null) {
    throw new Refused(400, 'Customer first name and last name are required')
  }
  if (accounts.needsPhone && phone === null) {
    throw new Refused(400, 'Customer phone number is required')
  }
  const slug = textIn(fields, 'preferred_bank') ?? ''
  if (accounts.closedIssuers.has(slug)) {
    throw new Refused(400, 'Dedicated NUBAN is not available for your business')
  }
  const made = accounts.of(customer) ?? accounts.assign(customer, slug)
  const data = { ...accountFields(made), customer: customerFields(customer) }
  return { message: 'NUBAN successfully created', data }
}

export function closeAccount({ accounts }: PaystackBooks, part: string) {
  const found = accounts.all.find(({ id }) => `${id}` === part)
  if (!found) throw new Refused(404, 'Dedicated account not found')
  found.isAssigned = false
  const { expired, ...assignment } = accountFields(found).assignment
  const data = { ...accountFields(found), assignment }
  return { message: 'Managed Account Successfully Unassigned', data }
}

function customerFields({ id, code, email, firstName, lastName, phone }: StandInCustomer) {
  return {
    id,
    first_name: firstName,
    last_name: lastName,
    email,
    customer_code: code,
    phone,
    risk_action: 'default',
  }
}

function accountFields({
  id,
  number,
  name,
  slug,
  customer,
  isAssigned,
  createdAt,
}: StandInAccount) {
  const at = createdAt.toISOString()
  return {
    bank: bankRecord(slug),
    account_name: name,
    account_number: number,
    assigned: isAssigned,
    currency: 'NGN',
    metadata: null,
    active: true,
    id,
    created_at: at,
    updated_at: at,
    assignment: {
      integration: INTEGRATION,
      assignee_id: customer.id,
      assignee_type: 'Customer',
      expired: false,
      account_type: 'PAY-WITH-TRANSFER-RECURRING',
      assigned_at: at,
    },
  }
}

export function chargeByTransfer(books: PaystackBooks, fields: Fields, now: Date) {
  knowAll(fields, ['email', 'amount', 'currency', 'reference', 'bank_transfer'])
  const email = textIn(fields, 'email')
  if (email === null || !EMAIL.test(email)) throw new Refused(400, 'Invalid Email Address Passed')
  const amount: Kobo | null = amountIn(fields)
  if (amount === null || amount < LEAST) throw new Refused(400, 'Invalid Amount Sent')
  const reference = textIn(fields, 'reference')
  if (reference !== null && !/^[A-Za-z0-9.=-]{1,100}$/.test(reference)) {
    throw new Refused(400, 'Invalid transaction reference', 'invalid_transaction_reference')
  }
  if (reference !== null && books.find(reference)) {
    throw new Refused(400, 'Duplicate Transaction Reference', 'duplicate_reference')
  }
  const { account_expires_at } = (fields.bank_transfer ?? {}) as Fields
  const expiresAt = new Date(String(account_expires_at))
  if (Number.isNaN(expiresAt.getTime()) || expiresAt <= now) {
    throw new Refused(400, 'Invalid account expiry', 'invalid_params')
  }
  const transfer = books.accounts.forCharge(expiresAt)
  const asked = { channels: ['bank_transfer'], callbackUrl: null, cancelUrl: null, transfer }
  const charge = books.open({ ...asked, reference, amount, email })
  const data = {
    reference: charge.reference,
    status: 'pending_bank_transfer',
    display_text: 'Please make a transfer to the account specified',
    account_name: transfer.name,
    account_number: transfer.number,
    bank: bankRecord(transfer.slug),
    account_expires_at: expiresAt.toISOString(),
  }
  return { message: 'Charge attempted', data }
}
