import type { Kobo } from '../../platform/money.ts'
import type { ReturnOutcome } from '../outcomes.ts'
import type { CardOutcome, RailSet, Simulated } from '../rails.ts'
import {
  answer,
  type Charge,
  type ChargeState,
  cardTokenOf,
  chargeStateOf,
  findCharge,
  findPart,
  firstStateOf,
  forgetCard,
  giveBack,
  openCardCharge,
  openCharge,
  openTokenCharge,
  tokenOf,
} from './charges.ts'
import {
  digestOf,
  handleOf,
  isAnothers,
  isKnownAgain,
  SANDBOX_FEE,
  type SandboxMemory,
  type SandboxOptions,
} from './memory.ts'
import { testCardOf } from './test-cards.ts'
import { dialUssd, openUssdCharge, sandboxUssdBanks, ussdCodeOf } from './ussd.ts'

// The sandbox's processor of cards, USSD codes, and the pages of a bank and of OPay. A repeated
// charge answers as the first time, whatever its state now; `enquire` tells the state. A reversal
// is a refund of the whole charge: after it nothing can be refunded, and after a refund it is
// refused.

type Cards = Omit<RailSet['card'], 'openMandate' | 'enquireMandate'>

export function sandboxCards({ memory, baseUrl, now }: SandboxOptions): Cards {
  type Named = { key: string; onBehalfOf?: string }
  const tell = (charge: Charge, state: ChargeState, { onBehalfOf }: Omit<Named, 'key'>) =>
    outcomeOf(charge, state, baseUrl, onBehalfOf)

  const submit = async (
    { key, ...whom }: Named,
    kind: 'pin' | 'otp',
    given: string,
  ): Promise<CardOutcome> => {
    const charge = await findCharge(memory, tokenOf(key))
    if (charge === null) return { kind: 'not_found' }
    return tell(charge, await answer(memory, charge, kind, given, now()), whom)
  }

  /** The same again for the same key. */
  const first = (charge: Charge | null, whom: { onBehalfOf?: string }): CardOutcome => {
    if (charge === null) return { kind: 'unavailable' }
    if (charge.scenario.charge === 'unknown') return { kind: 'unknown' }
    return tell(charge, firstStateOf(charge.scenario), whom)
  }

  const sendBack = async (key: string, name: string, amount: Kobo): Promise<ReturnOutcome> => {
    const charge = await findCharge(memory, tokenOf(key))
    if (charge === null) return { kind: 'refused', reason: 'payment_unknown' }
    const state = await chargeStateOf(memory, charge, now())
    if (state.kind !== 'ended' || state.as !== 'approved')
      return { kind: 'refused', reason: 'payment_unknown' }
    if (charge.scenario.reverse === 'refused')
      return { kind: 'refused', reason: 'refused_by_issuer' }
    if (charge.scenario.reverse === 'unknown') return { kind: 'unknown' }
    const part = await giveBack(memory, charge, name, amount, now())
    if (part === null) return { kind: 'refused', reason: 'amount_too_high' }
    if (isAccepting(charge)) return { kind: 'accepted', handle: handleOf(name) }
    return { kind: 'returned', sessionId: part.sessionId }
  }

  return {
    name: 'sandbox',

    isPublished: (cardNumber) => testCardOf(cardNumber) !== undefined,

    async charge(request) {
      return first(await openCardCharge(memory, request, now()), request)
    },

    async chargeToken(request) {
      return first(await openTokenCharge(memory, request, now()), request)
    },

    async forgetToken({ token, onBehalfOf }) {
      const isForgotten = await forgetCard(memory, token, onBehalfOf)
      return { kind: isForgotten ? 'forgotten' : 'not_found' }
    },

    pageOf: 'the sandbox',
    methods: ['bank', 'opay'],

    async openPage({ key, method = 'bank', amount, returnUrl, ...whom }) {
      const opening = { key, amount, name: 'menu', method, returnUrl, authorization: null }
      return first(await openCharge(memory, opening, now()), whom)
    },

    ussdBanks: sandboxUssdBanks,

    async requestCode(request) {
      return first(await openUssdCharge(memory, request, now()), request)
    },

    simulated: simulated(memory, now),

    submitPin: (request) => submit(request, 'pin', request.pin),

    submitOtp: (request) => submit(request, 'otp', request.otp),

    async enquire({ key, ...whom }) {
      const charge = await findCharge(memory, tokenOf(key))
      if (charge === null) return { kind: 'not_found' }
      return tell(charge, await chargeStateOf(memory, charge, now()), whom)
    },

    async reverse({ key, amount }) {
      const charge = await findCharge(memory, tokenOf(key))
      if (charge !== null && charge.amount !== amount)
        return { kind: 'refused', reason: 'request_rejected' }
      return sendBack(key, REVERSAL, amount)
    },

    refund: ({ key, charge, amount }) => sendBack(charge, refundName(key), amount),

    async enquireRefund({ key, charge: of, handle }) {
      const charge = await findCharge(memory, tokenOf(of))
      const name = key === of ? REVERSAL : refundName(key)
      const part = charge && (await findPart(memory, charge, name))
      if (!part) return { kind: 'not_found' }
      if (isAnothers(name, handle)) return { kind: 'unknown' }
      if (isAccepting(charge)) {
        const isKnown = await isKnownAgain(memory, `${charge.token}/${digestOf(name)}`)
        if (!isKnown) return { kind: 'accepted', handle: handleOf(name) }
        if (charge.scenario.reverse === 'accepted_refused')
          return { kind: 'refused', reason: 'refused_by_issuer' }
      }
      return { kind: 'returned', sessionId: part.sessionId }
    },
  }
}

function simulated(memory: SandboxMemory, now: () => Date): Simulated {
  return {
    notifies: async () => true,
    dial: (code, businessId) => dialUssd(memory, { code, businessId }, now()),
    async decide(url, decision) {
      const charge = await findCharge(memory, url.split('/').at(-1) ?? '')
      if (charge !== null) await answer(memory, charge, 'page', decision, now())
    },
  }
}

const REVERSAL = 'reversal'

function isAccepting({ scenario }: Charge): boolean {
  return scenario.reverse === 'accepted' || scenario.reverse === 'accepted_refused'
}

function refundName(key: string): string {
  return `refund ${key}`
}

function outcomeOf(
  charge: Charge,
  state: ChargeState,
  baseUrl: () => string,
  onBehalfOf?: string,
): CardOutcome {
  const { authorization } = charge
  if (state.kind === 'ended') {
    if (state.as !== 'approved') return { kind: 'declined', reason: state.as, authorization }
    const token = cardTokenOf(charge, onBehalfOf)
    const fee = charge.scenario.fee && { fee: SANDBOX_FEE }
    const charged = charge.asked !== undefined && { charged: charge.amount }
    return { kind: 'approved', authorization, ...(token && { token }), ...charged, ...fee }
  }
  if (state.kind === 'ongoing') return { kind: 'pending' }
  switch (state.ask.kind) {
    case 'pin':
    case 'otp': {
      if (authorization === null) return { kind: 'unknown' }
      if (state.ask.kind === 'pin') return { kind: 'pin_required', authorization }
      return { kind: state.wrong === 0 ? 'otp_required' : 'otp_incorrect', authorization }
    }
    case 'dial':
      return { kind: 'dial', code: ussdCodeOf(charge) }
    case 'page': {
      const page = charge.method === 'card' ? '3ds' : 'pages'
      const url = `${baseUrl()}/sandbox/${page}/${charge.token}`
      return { kind: 'redirect_required', url, authorization }
    }
  }
}
