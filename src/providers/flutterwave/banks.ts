import { DAY } from '../../platform/clock.ts'
import type { BankCodes, BanksOutcome } from '../rails.ts'
import { fieldsOf, lineOf, textOf } from '../values.ts'
import { readSaid } from './answers.ts'
import type { Flutterwave } from './client.ts'

// Flutterwave's bank codes are the central bank's three digits, or the NIP code of a bank without
// these. Its list says which of our codes it knows; it is fetched once a day.

const CODE = /^[0-9A-Z]{3,10}$/

type Listed = { name: string; code: string; nipCode: string | null }
export type Banks = {
  listBanks(): Promise<BanksOutcome>
  /** Null if they do not list it. */
  theirCode(bank: BankCodes): Promise<{ code: string | null } | { kind: 'unavailable' }>
}

export function banksOf({ client, now }: Flutterwave): Banks {
  let kept: { banks: Listed[]; untilMs: number } | null = null
  const listBanks = async (): Promise<BanksOutcome> => {
    const answer = await client.call({ call: 'list banks', method: 'GET', path: '/banks/NG' })
    const said = readSaid(answer)
    if (said.kind === 'unavailable') return said
    const banks = said.kind === 'done' ? banksIn(said.data) : null
    if (banks === null) {
      client.noteUnknown('list banks', answer)
      return { kind: 'unknown' }
    }
    kept = { banks, untilMs: now().getTime() + DAY }
    return { kind: 'listed', banks }
  }
  return {
    listBanks,
    async theirCode({ code, nipCode }) {
      if (kept === null || kept.untilMs <= now().getTime()) await listBanks()
      // If the fetch fails, an old list still serves, and three digits are the central bank's.
      if (kept === null) return /^\d{3}$/.test(code) ? { code } : { kind: 'unavailable' }
      const codes = kept.banks.map((one) => one.code)
      return { code: [code, nipCode].find((one) => one !== null && codes.includes(one)) ?? null }
    },
  }
}

function banksIn(data: unknown): Listed[] | null {
  if (!Array.isArray(data)) return null
  const banks = data.map(fieldsOf).flatMap((row) => {
    const [name, code] = [lineOf(row.name), textOf(row.code)]
    if (name === '' || !CODE.test(code)) return []
    return [{ name, code, nipCode: /^\d{6}$/.test(code) ? code : null }]
  })
  const once = new Map(banks.map((bank) => [bank.code, bank]))
  return once.size > 0 ? [...once.values()] : null
}
