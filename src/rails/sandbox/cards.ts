import type { CardOutcome, CardRail } from '../rails.ts'
import {
  answer,
  type Charge,
  findCharge,
  openCharge,
  type Standing,
  standingAfter,
  standingOf,
  tokenOf,
} from './charges.ts'
import { keep, type SandboxOptions, sessionIdOf } from './memory.ts'

// The sandbox's card processor: what a charge says to whom. A charge that is asked again answers as
// at first, however far it has come; where it stands now is for `enquire`.

export function sandboxCards({ memory, baseUrl, now }: SandboxOptions): CardRail {
  const submit = async (key: string, kind: 'pin' | 'otp', given: string): Promise<CardOutcome> => {
    const charge = await findCharge(memory, tokenOf(key))
    if (charge === null) return { kind: 'not_found' }
    return outcomeOf(charge, await answer(memory, charge, kind, given), baseUrl)
  }

  return {
    name: 'sandbox',

    async charge(request) {
      const charge = await openCharge(memory, request)
      if (charge === null) return { kind: 'unavailable' }
      if (charge.scenario.charge === 'unknown') return { kind: 'unknown' }
      return outcomeOf(charge, standingAfter([], charge.scenario), baseUrl)
    },

    submitPin: ({ key, pin }) => submit(key, 'pin', pin),

    submitOtp: ({ key, otp }) => submit(key, 'otp', otp),

    async enquire({ key }) {
      const charge = await findCharge(memory, tokenOf(key))
      if (charge === null) return { kind: 'not_found' }
      return outcomeOf(charge, await standingOf(memory, charge), baseUrl)
    },

    async reverse({ key, amount }) {
      const charge = await findCharge(memory, tokenOf(key))
      if (charge === null) return { kind: 'refused', reason: 'not_found' }
      const standing = await standingOf(memory, charge)
      if (standing.kind !== 'ended' || standing.as !== 'approved')
        return { kind: 'refused', reason: 'not_approved' }
      if (amount !== charge.amount) return { kind: 'refused', reason: 'amount_differs' }
      if (charge.scenario.reverse === 'refused')
        return { kind: 'refused', reason: 'refused_by_issuer' }
      if (charge.scenario.reverse === 'unknown') return { kind: 'unknown' }
      const name = `charge/${charge.token}/reversal`
      return { kind: 'returned', sessionId: await keep(memory, name, sessionIdOf(name, now())) }
    },
  }
}

function outcomeOf(charge: Charge, standing: Standing, baseUrl: () => string): CardOutcome {
  const { authorization } = charge
  if (standing.kind === 'ended') {
    return standing.as === 'approved'
      ? { kind: 'approved', authorization }
      : { kind: 'declined', reason: standing.as, authorization }
  }
  switch (standing.ask.kind) {
    case 'pin':
      return { kind: 'pin_required', authorization }
    case 'otp':
      return { kind: standing.wrong === 0 ? 'otp_required' : 'otp_incorrect', authorization }
    case 'page':
      return {
        kind: 'redirect_required',
        url: `${baseUrl()}/sandbox/3ds/${charge.token}`,
        authorization,
      }
  }
}
