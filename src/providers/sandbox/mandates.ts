import { naira } from '../../platform/money.ts'
import type { CardAuthorization, MandateOutcome, RailSet } from '../rails.ts'
import { type Charge, chargeStateOf, findCharge, openCharge, secretOf, tokenOf } from './charges.ts'
import type { SandboxOptions } from './memory.ts'
import { testAccounts } from './test-cards.ts'

// The sandbox's mandates: one account number for each outcome, at any bank. A mandate is stored as
// a charge by which the customer approves it, so its debits are those of a kept card.

/** What the customer transfers to approve a mandate. */
const APPROVAL = naira(50)

type Mandates = Pick<RailSet['card'], 'openMandate' | 'enquireMandate'>

export function sandboxMandates({
  memory,
  baseUrl,
  now,
}: Pick<SandboxOptions, 'memory' | 'baseUrl' | 'now'>): Mandates {
  const tell = async (charge: Charge, onBehalfOf = ''): Promise<MandateOutcome> => {
    const state = await chargeStateOf(memory, charge, now())
    if (state.kind !== 'ended') {
      return { kind: 'accepted', url: `${baseUrl()}/docs/kept-cards`, handle: charge.token }
    }
    if (state.as !== 'approved') return { kind: 'rejected', reason: 'declined' }
    return { kind: 'active', token: secretOf(charge, onBehalfOf), handle: charge.token }
  }

  return {
    async openMandate({ key, accountNumber, returnUrl, onBehalfOf }) {
      const account = testAccounts.find((one) => one.accountNumber === accountNumber)
      if (account === undefined) return { kind: 'rejected', reason: 'account_invalid' }
      const { name } = account
      const authorization = { ...ACCOUNT, last4: accountNumber.slice(-4) }
      const opening = {
        key,
        amount: APPROVAL,
        name,
        method: 'bank',
        returnUrl,
        authorization,
      } as const
      const charge = await openCharge(memory, opening, now())
      if (charge === null) return { kind: 'unavailable' }
      return charge.scenario.charge === 'unknown' ? { kind: 'unknown' } : tell(charge, onBehalfOf)
    },

    async enquireMandate({ key, onBehalfOf }) {
      const charge = await findCharge(memory, tokenOf(key))
      return charge === null ? { kind: 'not_found' } : tell(charge, onBehalfOf)
    },
  }
}

const ACCOUNT: CardAuthorization = {
  bin: '',
  last4: '',
  expMonth: '',
  expYear: '',
  brand: '',
  cardType: 'mandate',
  bank: 'TEST BANK',
  countryCode: 'NG',
  reusable: true,
}
