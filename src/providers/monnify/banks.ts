import { DAY } from '../../platform/clock.ts'
import type { Bank, BankCodes, BanksOutcome } from '../rails.ts'
import { lineOf, memberOf, textOf } from '../values.ts'
import type { Api } from './client.ts'

// Monnify uses the central bank's three-digit code if a bank has one. For other banks, its own list
// maps NIP codes to codes; it is fetched once a day. A bank without either is not found.

/** Known without their list, from their published types and samples. */
const OWN_CODES: Record<string, string> = { '999992': '305', '50515': '50515' }

/** The banks that issue accounts, as our list has them. */
const ISSUERS: Record<string, Bank> = {
  '035': { name: 'Wema Bank', code: '035', slug: 'wema-bank' },
  '232': { name: 'Sterling Bank', code: '232', slug: 'sterling-bank' },
  '50515': { name: 'Moniepoint MFB', code: '50515', slug: 'moniepoint-mfb-ng' },
}
export const ISSUER_CODES = ['035', '232', '50515']

type Listed = { name: string; code: string; nipCode: string | null }
export type Banks = {
  listBanks(): Promise<BanksOutcome>
  /** Null if they do not list it. */
  theirCode(bank: BankCodes): Promise<{ code: string | null } | { kind: 'unavailable' }>
  /** Our code, if it differs. */
  ourCode(theirs: string): string
}

export function banksOf(api: Api): Banks {
  let kept: { banks: Listed[]; untilMs: number } | null = null
  const listBanks = async (): Promise<BanksOutcome> => {
    const said = await api.ask({ call: 'list banks', method: 'GET', path: '/api/v1/banks' })
    if (said.kind === 'unavailable') return said
    const banks = said.kind === 'done' ? banksIn(said.body) : null
    if (banks === null) return { kind: 'unknown' }
    kept = { banks, untilMs: api.now().getTime() + DAY }
    return { kind: 'listed', banks }
  }
  return {
    listBanks,
    async theirCode(bank) {
      const certain = certainCode(bank)
      if (certain !== null) return { code: certain }
      if (kept === null || kept.untilMs <= api.now().getTime()) await listBanks()
      // If the fetch fails, an old list still serves.
      if (kept === null) return { kind: 'unavailable' }
      const { banks } = kept
      const byNip = bank.nipCode && banks.find(({ nipCode }) => nipCode === bank.nipCode)
      return { code: (byNip || banks.find(({ code }) => code === bank.code))?.code ?? null }
    },
    ourCode(theirs) {
      return Object.entries(OWN_CODES).find(([, code]) => code === theirs)?.[0] ?? theirs
    },
  }
}

/** Null if only their list has it. */
export function certainCode({ code }: BankCodes): string | null {
  if (Object.hasOwn(OWN_CODES, code)) return OWN_CODES[code]!
  return /^\d{3}$/.test(code) ? code : null
}

export function issuerOf(code: string, name: unknown): Bank {
  const known = Object.hasOwn(ISSUERS, code) ? ISSUERS[code] : undefined
  if (known) return known
  const written = lineOf(name, 100) || 'Monnify'
  return { name: written, code, slug: written.toLowerCase().replace(/[^a-z0-9]+/g, '-') }
}

function banksIn(body: unknown): Listed[] | null {
  if (!Array.isArray(body)) return null
  const banks = body.flatMap((one) => {
    const [name, code] = [lineOf(memberOf(one, 'name')), textOf(memberOf(one, 'code'))]
    const nip = textOf(memberOf(one, 'nipBankCode'))
    if (name === '' || !/^[0-9A-Z]{3,10}$/.test(code)) return []
    return [{ name, code, nipCode: /^\d{6}$/.test(nip) ? nip : null }]
  })
  return banks.length > 0 ? banks : null
}
