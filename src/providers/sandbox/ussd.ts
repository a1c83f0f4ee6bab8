import assert from 'node:assert/strict'
import type { Kobo } from '../../platform/money.ts'
import type { UssdBank } from '../rails.ts'
import { answer, type Charge, type ChargeState, findCharge, openCharge } from './charges.ts'
import { digitsOf, type SandboxMemory } from './memory.ts'
import { testUssdBanks } from './test-cards.ts'

// USSD codes of the sandbox. The bank decides the outcome once the code is dialled.

export const sandboxUssdBanks: UssdBank[] = testUssdBanks.map(({ code, bank: name }) => {
  return { code, name }
})

type Asked = { key: string; onBehalfOf?: string; bank: string; amount: Kobo }

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
  const charge = await openCharge(
    memory,
    { key, amount, name, ...how, ...(onBehalfOf && { onBehalfOf }) },
    now,
  )
  if (charge !== null) await memory.remember(`ussd/${digitsIn(charge)}`, charge.token)
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
): Promise<ChargeState | null> {
  const [, prefix, digits] = /^\*(\d{3})\*000\*(\d{9})#$/.exec(code) ?? []
  const token = digits === undefined ? null : await memory.recall(`ussd/${digits}`)
  const charge = token === null ? null : await findCharge(memory, token)
  if (charge === null || charge.onBehalfOf !== businessId) return null
  if (ussdCodeOf(charge) !== `*${prefix}*000*${digits}#`) return null
  const [ask] = charge.scenario.asks
  const [given] = ask?.offers ?? []
  // A bank that answers no code.
  if (given === undefined) return { kind: 'waiting', ask: ask!, wrong: 0 }
  return answer(memory, charge, 'dial', given, now)
}
