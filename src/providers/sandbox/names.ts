import type { NameOutcome } from '../rails.ts'
import { digitsOf } from './memory.ts'

// The sandbox's name enquiry. Every account of every bank has a holder, who follows from the number
// and the bank, so it needs no memory; what else a bank may say is asked for by the number. Whoever
// is to be paid is enquired about in the same way.

/** Nobody has this account, at any bank. */
export const NOBODYS_ACCOUNT = '0000000000'
/** The bank of this one is down, whichever it is. */
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

/** The same number at another bank is another person's. */
export function holderOf(accountNumber: string, bankCode: string): string {
  const holder = `holder/${bankCode}/${accountNumber}`
  const [first, middle, last] = [FIRST_NAMES, FIRST_NAMES, LAST_NAMES].map(
    (names, place) => names[Number(digitsOf(`${holder}/${place}`, 6)) % names.length]!,
  )
  // As banks write it: the family's name first. Nobody bears one name twice.
  const names = first === middle ? [last, first] : [last, first, middle]
  return names.join(' ')
}
