import type { NameOutcome } from '../rails.ts'
import { digitsOf } from './memory.ts'

// The sandbox's name enquiry. The holder's name is derived from account number and bank. Special
// numbers have other outcomes. Payouts use the same names.

/** This account does not exist at any bank. */
export const NOBODYS_ACCOUNT = '0000000000'
/** The bank is down for this account. */
export const DOWN_ACCOUNT = '1111111111'

const FIRST_NAMES = (
  'ADA AISHA AMINU BABATUNDE BLESSING BOLANLE CHIDI CHIOMA EBELE EFE EMEKA FATIMA FOLAKE HALIMA ' +
  'IBRAHIM IFEOMA KELECHI KEMI MUSA NGOZI NKEM OBINNA OSAZE SEGUN TEMITOPE TUNDE UCHE YEMI YUSUF ' +
  'ZAINAB'
).split(' ')
const LAST_NAMES = (
  'ABUBAKAR ADEBAYO ADEYEMI AFOLABI AKINDELE ALIYU BALOGUN BELLO CHUKWU DANJUMA EKPO EZE GARBA ' +
  'IDRIS IGWE LAWAL MADUEKE MOHAMMED NNAMDI NWOSU OBI OGBONNA OKAFOR OKON OLADIPO ONYEKA OSAGIE ' +
  'SALAMI SULE UMAR'
).split(' ')

export function nameOutcomeOf(accountNumber: string, bankCode: string): NameOutcome {
  if (accountNumber === NOBODYS_ACCOUNT) return { kind: 'not_found' }
  if (accountNumber === DOWN_ACCOUNT) return { kind: 'unavailable' }
  return { kind: 'found', accountName: holderOf(accountNumber, bankCode) }
}

/** The same number at another bank has another holder. */
export function holderOf(accountNumber: string, bankCode: string): string {
  const holder = `holder/${bankCode}/${accountNumber}`
  const [first, middle, last] = [FIRST_NAMES, FIRST_NAMES, LAST_NAMES].map(
    (names, place) => names[Number(digitsOf(`${holder}/${place}`, 6)) % names.length]!,
  )
  // Family name first, as banks write it. No name appears twice.
  const names = first === middle ? [last, first] : [last, first, middle]
  return names.join(' ')
}
