import { AssertionError } from 'node:assert/strict'

// Failures that a retry must not hide: wrong books, money lost or moved twice. scripts/test.ts
// recognises them by this name.

const MONEY_FAULT = 'MoneyFault'

/** Runs assertions about money. If one fails, the whole test run fails at once. */
export async function moneyHolds<Value>(check: () => Value | Promise<Value>): Promise<Value> {
  try {
    return await check()
  } catch (error) {
    if (error instanceof AssertionError) error.name = MONEY_FAULT
    throw error
  }
}

/** Folders that move money: their books are verified after every test, elsewhere once per file. */
const MONEY_FOLDERS = [
  'src/payments/checkout',
  'src/payments/deposits',
  'src/identity',
  'src/core/ledger',
  'src/money-out/payouts',
  'src/payments/refunds',
  'src/money-out/settlements',
  'src/payments/splits',
  'src/payments/transactions',
  'src/payments/virtual-accounts',
  'src/money-out/wallets',
]

export function movesMoney(file: string): boolean {
  return MONEY_FOLDERS.some((folder) => file.startsWith(`${folder}/`))
}
