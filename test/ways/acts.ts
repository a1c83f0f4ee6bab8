import { later, SECOND } from '../../src/platform/clock.ts'
import { kobo } from '../../src/platform/money.ts'
import type { BankCredit, Notification } from '../../src/providers/outcomes.ts'

import { askForAccount, creditTo, givenDedicated, pay } from '../payments.ts'
import type { TestContext } from '../support.ts'
import type { Way, Ways } from './ways.ts'

// The acts of a way. Each sets every optional field, and no two objects of a kind are alike.

export const AMOUNT = 1_234_567

export async function asked(way: Way, body: object = {}) {
  way.step('it is asked for')
  return way.post('/transactions/initialize', {
    amount: AMOUNT,
    email: 'Adaeze@Example.com',
    name: 'Adaeze Grace Okafor',
    phone: '+2348030000001',
    reference: 'the-reference',
    callback_url: 'https://shop.example/paid?order=7',
    metadata: { order: 7, lines: [{ sku: 'adire' }] },
    ...body,
  })
}

export async function byCard({ api }: Ways, way: Way, card: string, body: object = {}) {
  const { access_code } = await asked(way, body)
  way.step('the card is charged')
  return pay(api, access_code, card)
}

/** The bank's notification of a transfer to a payment's account. */
export async function byTransfer(
  { context, api }: Ways,
  way: Way,
  {
    amount = AMOUNT,
    sender,
    ...body
  }: { amount?: number; sender?: string; [more: string]: unknown } = {},
): Promise<BankCredit> {
  const { access_code } = await asked(way, body)
  way.step('an account is asked for')
  const accountNumber = await askForAccount(api, access_code)
  way.step('the bank tells')
  const credit = creditOf(context, way, accountNumber, amount)
  return { ...credit, ...(sender && { senderAccountNumber: sender }) }
}

export function creditOf(
  context: TestContext,
  way: Way,
  accountNumber: string,
  amount = AMOUNT,
): BankCredit {
  const occurredAt = way.earlier('the bank books it', 45_000)
  return {
    ...creditTo(context, accountNumber, amount, `session-${way.business.businessId}`),
    senderName: 'Ngozi Sample',
    senderBankCode: '058',
    senderAccountNumber: '0123456789',
    narration: 'for shoes',
    occurredAt,
  }
}

/** A transfer to a customer's permanent account, whose deposits are split. */
export async function toDedicated(
  { context, api }: Ways,
  way: Way,
  cookAt?: string,
): Promise<BankCredit> {
  const split_code = await shared(way, cookAt)
  way.step('the account is made')
  const names = { first_name: 'Adaeze', last_name: 'Okafor', phone: '+2348030000001' }
  const customer = { ...names, email: 'adaeze@example.com' }
  const { account_number } = await givenDedicated(api, way.business, customer)
  await way.post('/dedicated-virtual-accounts', { customer, split_code })
  way.step('the bank tells')
  return creditOf(context, way, account_number)
}

/** The bank sends only a hint; the credit and the bank's fee come with the enquiry. */
export async function hintedAt({ context, api }: Ways, credit: BankCredit): Promise<void> {
  const { bank } = context.rails.test
  const before = { ...bank }
  const hint: Notification = { kind: 'hint', reference: 'S-1' }
  bank.readNotification = () => hint
  bank.confirmCredit = async () => ({ kind: 'credit', credit, fee: kobo(2_345) })
  await api.post('/api/v1/rails/sandbox/notifications', { raw: '{}' })
  Object.assign(bank, before)
}

/** A split between two, where the second bears the fee. */
export async function shared(way: Way, cookAt = '0000000018'): Promise<string> {
  const join = async (business_name: string, account_number: string) => {
    way.step(`${business_name} joins`)
    const body = { business_name, bank_code: '058', account_number }
    return (await way.post('/subaccounts', body)).subaccount_code as string
  }
  const cook = await join('Ngozi Cooks', cookAt)
  const rider = await join('Musa Rides', '0000000025')
  const terms = { name: 'Cook and rider', type: 'percentage', bearer_type: 'subaccount' }
  const subaccounts = [
    { subaccount_id: cook, share: 31 },
    { subaccount_id: rider, share: 7 },
  ]
  const split = await way.post('/splits', { ...terms, bearer_subaccount_id: rider, subaccounts })
  return split.split_code
}

/**
 * The same context with a clock that moves on each reading, so that records made together have
 * different times.
 */
export function ticking(context: TestContext): TestContext {
  let seconds = 0
  return { ...context, now: () => later(context.now(), SECOND * seconds++) }
}
