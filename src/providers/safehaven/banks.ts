import type { Bank, BankCodes } from '../rails.ts'
import type { Api } from './client.ts'

// Safe Haven uses NIP codes. A bank of our list without one cannot be enquired or paid here
// (statement.test.ts names them). Its own code differs in its sandbox.

export const SAFE_HAVEN: Bank = {
  name: 'Safe Haven MFB',
  code: '51113',
  slug: 'safe-haven-mfb-ng',
}
export const SAFE_HAVEN_NIP_CODE = '090286'

/** Their code for a bank of our list; null if it has none. */
export function theirCode({ config }: Api, { nipCode }: BankCodes): string | null {
  return nipCode === SAFE_HAVEN_NIP_CODE ? config.bankCode : nipCode
}

/** Our code for a bank of theirs; '' if our list lacks it. */
export function ourCode({ config, banks }: Api, theirs: string): string {
  const nipCode = theirs === config.bankCode ? SAFE_HAVEN_NIP_CODE : theirs
  return banks.find((bank) => bank.nipCode === nipCode)?.code ?? ''
}

/** The sender's institution, with which a session id begins; '' if it has another form. */
export function institutionOf(sessionId: string): string {
  return /^(\d{6})\d{22,24}$/.exec(sessionId)?.[1] ?? ''
}
