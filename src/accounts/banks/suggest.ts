import { fits } from '../../providers/nuban.ts'
import { type BankType, banks, findBank, type ListedBank } from './banks.ts'

// Whose account number may this be? The check digit fits about one bank in ten by chance, so what
// fits is only put into an order. It suggests and proves nothing: wallets need not keep the check
// digit, so the right bank may not be among them.
//
// (1) Every bank that is suggested fits, and every bank that fits is suggested.
// (2) The order depends on the list and on whether the number looks like a phone number.

/** A Nigerian mobile number without its leading zero: what wallets use as account number. */
const PHONE = /^(70|80|81|90|91)\d{8}$/

/** Where most people have an account, the most first: our own estimate, not a statistic. */
const LARGE_BANKS = ['044', '033', '011', '058', '057', '214', '070', '032', '050', '076']
  // The rest of those with branches in most states.
  .concat(['035', '232', '221', '082', '215', '063', '301'])

/** Moniepoint, OPay, PalmPay and Kuda. */
const LARGE_DIGITAL_BANKS = ['50515', '999992', '999991', '50211']

const TYPES = [
  'commercial',
  'merchant',
  'payment_service',
  'microfinance',
  'mortgage',
  'finance',
] as const satisfies BankType[]

/** Nobody outside of test mode has an account there. */
const TEST_BANK = '001'

const inOrder = { phone: likeliestFirst(true), other: likeliestFirst(false) }

/** The banks whose check digit fits, the likeliest first. */
export function suggest(accountNumber: string): ListedBank[] {
  const order = PHONE.test(accountNumber) ? inOrder.phone : inOrder.other
  return order.filter(({ code }) => fits(code, accountNumber) === true)
}

/**
 * The ranking, whole: where a bank is named more than once, its first place counts.
 *
 * A phone number: wallets and payment service banks, the large ones first; then as below.
 * Another number: the large banks, the large digital banks, and the rest by type, each by name.
 * The test bank is the last.
 */
export function likeliestFirst(looksLikePhone: boolean): ListedBank[] {
  const digital = LARGE_DIGITAL_BANKS.map(listed)
  const rest = TYPES.flatMap((type) => banks.filter((bank) => bank.type === type))
  const wallets = [...digital, ...rest].filter(({ type }) => type === 'payment_service')
  const order = new Set([
    ...(looksLikePhone ? wallets : []),
    ...LARGE_BANKS.map(listed),
    ...digital,
    ...rest,
  ])
  const last = listed(TEST_BANK)
  order.delete(last)
  return [...order.add(last)]
}

function listed(code: string): ListedBank {
  const bank = findBank(code)
  if (bank === null) throw new Error(`bank ${code} is ranked and not in the list`)
  return bank
}
