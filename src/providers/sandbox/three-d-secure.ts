import { answer, type Charge, chargeStateOf, findCharge } from './charges.ts'
import type { SandboxOptions } from './memory.ts'
import type { Ask, Decision } from './test-cards.ts'
import { threeDSecurePage } from './three-d-secure-page.ts'

// The bank's side of 3-D Secure, and the pages where a customer pays from a bank account or with
// OPay. The customer opens the page with a token, decides, and is redirected back. The service
// serves the page and passes its form here. `enquire` then returns the outcome, as with a real
// bank. An unknown token is null.

export type ThreeDSecure = {
  /** The page, as HTML without script. */
  show(token: string): Promise<string | null>
  /** Null also if the page does not offer this decision. A second decision changes nothing. */
  decide(token: string, decision: Decision): Promise<{ returnUrl: string } | null>
}

export function threeDSecure({ memory, now }: SandboxOptions): ThreeDSecure {
  const find = async (token: string): Promise<{ charge: Charge; ask: Ask } | null> => {
    const charge = await findCharge(memory, token)
    const ask = charge?.scenario.asks.find(({ kind }) => kind === 'page')
    return charge && ask ? { charge, ask } : null
  }

  return {
    async show(token) {
      const found = await find(token)
      if (found === null) return null
      const { amount, method, authorization, returnUrl } = found.charge
      const state = await chargeStateOf(memory, found.charge, now())
      const isDecided = state.kind !== 'waiting' || state.isLate
      return threeDSecurePage({
        amount,
        method,
        last4: authorization?.last4 ?? null,
        offers: found.ask.offers,
        returnUrl: isDecided ? returnUrl : null,
      })
    },

    async decide(token, decision) {
      const found = await find(token)
      if (found === null || !found.ask.offers.includes(decision)) return null
      await answer(memory, found.charge, 'page', decision, now())
      return { returnUrl: found.charge.returnUrl }
    },
  }
}
