import assert from 'node:assert/strict'

// A NUBAN is nine serial digits and a check digit. The sum includes the bank's code, which the
// number does not contain, so a number fits one bank in ten by chance. Use it to issue our own
// numbers, to rank suggestions and for `check_digit_valid`. Never refuse a number because of it:
// wallets and many real account numbers do not follow the rule.
// Source: CBN, 2010 (three-digit codes) and circular of 11 March 2020 (six digits).

const WEIGHTS = [3, 7, 3]
const SERIAL = /^\d{9}$/
const ACCOUNT_NUMBER = /^\d{10}$/

/** The tenth digit. Null if the bank's code has letters, or the serial is not nine digits. */
export function checkDigit(bankCode: string, serial: string): string | null {
  const bank = sixDigits(bankCode)
  if (bank === null || !SERIAL.test(serial)) return null
  const sum = [...bank, ...serial].reduce(
    (total, digit, place) => total + Number(digit) * WEIGHTS[place % WEIGHTS.length]!,
    0,
  )
  return String((10 - (sum % 10)) % 10)
}

/** Null if the rule does not cover this bank. */
export function fits(bankCode: string, accountNumber: string): boolean | null {
  if (sixDigits(bankCode) === null) return null
  if (!ACCOUNT_NUMBER.test(accountNumber)) return false
  return checkDigit(bankCode, accountNumber.slice(0, 9)) === accountNumber[9]
}

/** Makes a number of our own. Asserts that the rule covers the code and the serial. */
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
