import assert from 'node:assert/strict'

// A NUBAN is nine serial digits and a check digit. The bank's code takes part in the sum and is not
// printed, so a number fits about one bank in ten by chance. Use it to issue numbers of our own, to
// rank suggestions and to fill `check_digit_valid`. Never to refuse: wallets and many numbers in
// daily use do not keep it.
// Source: CBN, 2010 (three-digit codes) and circular of 11 March 2020 (six digits).

const WEIGHTS = [3, 7, 3]
const SERIAL = /^\d{9}$/
const ACCOUNT_NUMBER = /^\d{10}$/

/** The tenth digit, or null where the rule does not know the bank (its code has letters) or the
 *  serial is not nine digits. */
export function checkDigit(bankCode: string, serial: string): string | null {
  const bank = sixDigits(bankCode)
  if (bank === null || !SERIAL.test(serial)) return null
  const sum = [...bank, ...serial].reduce(
    (total, digit, place) => total + Number(digit) * WEIGHTS[place % WEIGHTS.length]!,
    0,
  )
  return String((10 - (sum % 10)) % 10)
}

/** Null where nobody can say: the rule does not know this bank. */
export function fits(bankCode: string, accountNumber: string): boolean | null {
  if (sixDigits(bankCode) === null) return null
  if (!ACCOUNT_NUMBER.test(accountNumber)) return false
  return checkDigit(bankCode, accountNumber.slice(0, 9)) === accountNumber[9]
}

/** For numbers that we issue: a code or serial that the rule does not know is our own fault. */
export function nuban(bankCode: string, serial: string): string {
  const digit = checkDigit(bankCode, serial)
  assert(digit !== null, 'a NUBAN needs a bank code and a serial of digits')
  return serial + digit
}

/** Commercial banks have three digits (`011`), other institutions five (`50547`) or six. */
function sixDigits(bankCode: string): string | null {
  if (/^\d{3}$/.test(bankCode)) return `000${bankCode}`
  if (/^\d{5}$/.test(bankCode)) return `9${bankCode}`
  return /^\d{6}$/.test(bankCode) ? bankCode : null
}
