import { randomBytes } from 'node:crypto'
import type { BusinessId, Scope } from '../src/core/context.ts'
import { openAccounts } from '../src/core/ledger/ledger.ts'
import type { Sql } from '../src/platform/db.ts'
import { newId } from '../src/platform/ids.ts'

// A live mode beside the test mode that a test uses, with everything in it the opposite. A
// statement that omits the mode finds the wrong row, or two.

const EMAIL = 'ada@example.com'
/** References that tests commonly use. */
const REFERENCES = ['taken', 'order-1', 'PAY-1', 'order-2']

export async function openDecoy(sql: Sql, businessId: BusinessId, now: Date): Promise<void> {
  const scope: Scope = { businessId, mode: 'live' }
  const times = { createdAt: now, updatedAt: now }
  const settings = {
    ...scope,
    ...times,
    settlement: 'T+1',
    receipts: false,
    acceptOverpayment: true,
    expirySeconds: 900,
    defaultCallbackUrl: 'https://decoy.example/paid',
    checkoutOrigins: ['https://decoy.example'],
    checkoutLanguage: 'ha',
    checkoutFeeBasisPoints: 9_000,
    checkoutFeeFlat: 0n,
    checkoutFeeMax: 99_999_900n,
    dedicatedFeeBasisPoints: 9_000,
    dedicatedFeeMax: 99_999_900n,
    subaccountPayoutMin: 99_999_900n,
  }
  const logo = {
    type: 'png',
    width: 7,
    height: 7,
    digest: randomBytes(32),
    bytes: Buffer.from('7'),
  }
  const customer = {
    ...scope,
    ...times,
    customerId: newId<'customer'>(now),
    email: EMAIL,
    emailFolded: EMAIL,
    firstName: 'Decoy',
    lastName: 'Live',
    phone: '+2347000000000',
  }
  const payments = REFERENCES.map((reference) => ({
    ...scope,
    id: newId<'transaction'>(now),
    reference,
    status: 'abandoned',
    amount: 7_700n,
    requestedAmount: 7_700n,
    channels: 'card',
    customerId: customer.customerId,
    email: EMAIL,
    customerName: 'Decoy Live',
    madeWith: 'secret',
    createdAt: now,
    expiresAt: now,
  }))
  const subaccount = {
    ...scope,
    ...times,
    subaccountId: newId<'subaccount'>(now),
    businessName: 'Decoy Party',
    bankCode: '001',
    accountNumber: '0000000017',
    accountName: 'DECOY PARTY',
  }
  await Promise.all([
    sql`insert into business_mode ${sql(settings)}`,
    sql`insert into checkout_logo ${sql({ ...scope, ...logo, createdAt: now })}`,
    sql`insert into customer ${sql(customer)}`,
    sql`insert into transaction ${sql(payments)}`,
    sql`insert into subaccount ${sql(subaccount)}`,
    openAccounts(sql, now, scope),
  ])
}

/** Removes the decoy, so that live mode can be opened as an operator opens it. */
export async function closeDecoy(sql: Sql, businessId: BusinessId): Promise<void> {
  await sql`
    with account as (
      delete from ledger_account where business_id = ${businessId} and mode = 'live'
    ), logo as (
      delete from checkout_logo where business_id = ${businessId} and mode = 'live'
    ), party as (
      delete from subaccount where business_id = ${businessId} and mode = 'live'
    ), payment as (
      delete from transaction where business_id = ${businessId} and mode = 'live'
    ), customer as (
      delete from customer where business_id = ${businessId} and mode = 'live'
    )
    delete from business_mode where business_id = ${businessId} and mode = 'live'
  `
}
