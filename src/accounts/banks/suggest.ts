import { fits } from '../../providers/nuban.ts'
import { type BankType, banks, findBank, type ListedBank } from './banks.ts'

// Which bank can an account number belong to? One bank in ten fits the check digit by chance, and
// wallets can ignore the check digit, so this is a sorted suggestion and no proof.
//
// (1) The suggestions are exactly the banks whose check digit fits.
// (2) Their order depends on the list, and on whether the number looks like a phone number.

/** A Nigerian mobile number without its leading zero, which wallets use as account number. */
const PHONE = /^(70|80|81|90|91)\d{8}$/

/** By number of customers: our own estimate, not a statistic. */
const LARGE_BANKS = ['044', '033', '011', '058', '057', '214', '070', '032', '050', '076']
  // The other banks with branches in most states.
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

const TEST_BANK = '001'

const inOrder = { phone: likeliestFirst(true), other: likeliestFirst(false) }

export function suggest(accountNumber: string): ListedBank[] {
  const order = PHONE.test(accountNumber) ? inOrder.phone : inOrder.other
  return order.filter(({ code }) => fits(code, accountNumber) === true)
}

/**
 * All banks, likeliest first. For a phone number: wallets and payment service banks, large ones
 * first, then the following. For other numbers: large banks, large digital banks, then the rest by
 * type and name. The test bank is last.
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
