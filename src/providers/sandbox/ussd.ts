import assert from 'node:assert/strict'
import type { Kobo } from '../../platform/money.ts'
import type { UssdBank } from '../rails.ts'
import { answer, type Charge, findCharge, openCharge, tokenOf } from './charges.ts'
import { digitsOf, type SandboxMemory } from './memory.ts'
import { testUssdBanks } from './test-cards.ts'

// USSD codes of the sandbox. The bank decides the outcome once the code is dialled.

export const sandboxUssdBanks: UssdBank[] = testUssdBanks.map(({ code, bank: name }) => {
  return { code, name }
})

type Asked = { key: string; onBehalfOf?: string; bank: string; amount: Kobo }

type Whose = { key: string; businessId: string }

/** Null if the bank is down, or has no USSD. */
export async function openUssdCharge(
  memory: SandboxMemory,
  { key, onBehalfOf, bank, amount }: Asked,
  now: Date,
): Promise<Charge | null> {
  const scenario = testUssdBanks.find(({ code }) => code === bank)
  if (scenario === undefined) return null
  const { name } = scenario
  const how = { method: 'ussd', returnUrl: '', authorization: null } as const
  const charge = await openCharge(memory, { key, amount, name, ...how }, now)
  if (charge === null) return null
  const whose: Whose = { key, businessId: onBehalfOf ?? '' }
  await memory.remember(`ussd/${digitsIn(charge)}`, JSON.stringify(whose))
  return charge
}

/** `*737*000*123456789#` */
export function ussdCodeOf(charge: Charge): string {
  const bank = testUssdBanks.find((one) => one === charge.scenario)
  assert(bank, 'the scenario of a USSD charge is its bank')
  return `*${bank.prefix}*000*${digitsIn(charge)}#`
}

function digitsIn({ token }: Charge): string {
  return digitsOf(`ussd/${token}`, 9)
}

/** Dials a code as the customer of the bank. Null if it is not a code of this business. */
export async function dialUssd(
  memory: SandboxMemory,
  { code, businessId }: { code: string; businessId: string },
  now: Date,
): Promise<{ key: string } | null> {
  const [, digits = ''] = /^\*\d{3}\*000\*(\d{9})#$/.exec(code) ?? []
  const known = await memory.recall(`ussd/${digits}`)
  const whose = known === null ? null : (JSON.parse(known) as Whose)
  if (whose === null || whose.businessId !== businessId) return null
  const charge = await findCharge(memory, tokenOf(whose.key))
  if (charge === null || ussdCodeOf(charge) !== code) return null
  // A bank that offers nothing ignores the code.
  const [given] = charge.scenario.asks[0]?.offers ?? []
  if (given !== undefined) await answer(memory, charge, 'dial', given, now)
  return { key: whose.key }
}
