import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Bank } from '../../providers/rails.ts'

// The banks of Nigeria on which two public lists agree, by name: banks.json. A bank's code is the
// one that providers list (three digits for commercial banks). Its NIP code, six digits, is used
// between banks.

export type BankType =
  | 'commercial'
  | 'merchant'
  | 'payment_service'
  | 'microfinance'
  | 'mortgage'
  | 'finance'
export type ListedBank = Bank & { nipCode: string | null; type: BankType }

/** Other spellings of a code that are in use. None is the code of another bank. */
export const ALIASES: ReadonlyMap<string, string> = new Map([
  // With leading zeros. The check digit is computed without them.
  ['00103', '103'],
  ['00107', '107'],
  // An older code, and the code of a former microfinance bank.
  ['801', '404'],
  ['526', '104'],
  // Used by Safe Haven, the second in its sandbox only.
  ['951113', '51113'],
  ['999240', '51113'],
  // Without letters, or with letters that were dropped.
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

// If a NIP code is also a code, both are of the same bank.
const byCode = new Map(banks.map((bank) => [bank.code, bank]))
const byNipCode = new Map(banks.map((bank) => [bank.nipCode, bank]))

/** The bank with this code, alias or NIP code; null if it is not in the list. */
export function findBank(code: string): ListedBank | null {
  return byCode.get(ALIASES.get(code) ?? code) ?? byNipCode.get(code) ?? null
}

export function bankName(code: string): string | null {
  return byCode.get(code)?.name ?? null
}
