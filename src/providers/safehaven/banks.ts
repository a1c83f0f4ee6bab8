import type { Bank, BankCodes } from '../rails.ts'
import type { Api } from './client.ts'

// Safe Haven calls banks by their NIP codes, as our list does beside its own. A bank of our list
// without one cannot be asked for or paid here (banks.test.ts names them). Itself it calls
// otherwise in its sandbox.

/** As our list has it. */
export const SAFE_HAVEN: Bank = {
  name: 'Safe Haven MFB',
  code: '51113',
  slug: 'safe-haven-mfb-ng',
}
export const SAFE_HAVEN_NIP_CODE = '090286'

/** Their code of a bank of our list; null where it has none. */
export function theirCode({ config }: Api, { nipCode }: BankCodes): string | null {
  return nipCode === SAFE_HAVEN_NIP_CODE ? config.bankCode : nipCode
}

/** Our code of a bank of theirs; '' where it is not in our list. */
export function ourCode({ config, banks }: Api, theirs: string): string {
  const nipCode = theirs === config.bankCode ? SAFE_HAVEN_NIP_CODE : theirs
  return banks.find((bank) => bank.nipCode === nipCode)?.code ?? ''
}

/** A session id begins with the institution that made it, which is the sender's; '' for others. */
export function institutionOf(sessionId: string): string {
  return /^(\d{6})\d{22,24}$/.exec(sessionId)?.[1] ?? ''
}
