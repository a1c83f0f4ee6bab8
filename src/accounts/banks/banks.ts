import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Bank } from '../../providers/rails.ts'

// The banks of Nigeria: those that two public lists agree on, in the order of their names. See
// banks.json. A bank is named by the code that providers list (three digits for commercial banks);
// its NIP code, six digits, is what the network between banks calls it.

export type BankType =
  | 'commercial'
  | 'merchant'
  | 'payment_service'
  | 'microfinance'
  | 'mortgage'
  | 'finance'
export type ListedBank = Bank & { nipCode: string | null; type: BankType }

/** Other spellings of a code that are in use. None of them is the code of another bank. */
export const ALIASES: ReadonlyMap<string, string> = new Map([
  // With zeros in front; a number of such a bank fits without them.
  ['00103', '103'],
  ['00107', '107'],
  // An older code, and one from when the bank was a microfinance bank.
  ['801', '404'],
  ['526', '104'],
  // Safe Haven's, the second in its sandbox only.
  ['951113', '51113'],
  ['999240', '51113'],
  // Without their letters, or with letters that were dropped.
  ['40163', 'FC40163'],
  ['40128', 'FC40128'],
  ['50992', 'MFB50992'],
  ['50094', 'MFB50094'],
  ['MFB51322', '51322'],
])

export const banks: readonly ListedBank[] = (
  JSON.parse(readFileSync(join(import.meta.dirname, 'banks.json'), 'utf8')) as (Bank & {
    nip_code: string | null
    type: BankType
  })[]
).map(({ name, code, slug, nip_code: nipCode, type }) => ({ name, code, slug, nipCode, type }))

// A NIP code that is also a code is of the same bank.
const byCode = new Map(banks.map((bank) => [bank.code, bank]))
const byNipCode = new Map(banks.map((bank) => [bank.nipCode, bank]))

/** The bank with this code or NIP code, however it is spelled; null where it is not in the list. */
export function findBank(code: string): ListedBank | null {
  return byCode.get(ALIASES.get(code) ?? code) ?? byNipCode.get(code) ?? null
}

/** The name of a bank, or null for a code that is not in the list. */
export function bankName(code: string): string | null {
  return byCode.get(code)?.name ?? null
}
