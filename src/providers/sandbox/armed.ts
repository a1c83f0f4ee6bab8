import type { RailName } from '../health.ts'
import type { Card, CardAuthorization, RailSet } from '../rails.ts'

// Calls of the sandbox that go wrong because somebody wants to see what happens then. A business
// says of a rail, or of one operation, how its next calls end; each uses up one, and nothing of it
// arrives. Of a call for which both say so, the operation is used up.
//
//   down      the rail says that it is down: `unavailable`
//   timeout   the call is lost on its way, and nobody can say: `unknown`. Enquired about, there is
//             nothing with its key
//   refused   the rail says no, for good, in the words of the call
//
// A call that cannot be refused passes, and uses up none: an enquiry tells what is so, and a code
// or a PIN is judged. What the name enquiry of `POST /accounts/resolve` answers is remembered for
// all, so it is not made on behalf of a business: `armedFor` is asked before it, of its operation
// alone.

export const ARMED_OUTCOMES = ['down', 'timeout', 'refused'] as const
export type ArmedOutcome = (typeof ARMED_OUTCOMES)[number]

/** Of every call, in words of the business; `isRefusable`: whether it may be said no to. */
export const OPERATIONS = {
  'banks.resolve': { rail: 'bank', isRefusable: true },
  'accounts.issue_one_off': { rail: 'bank', isRefusable: false },
  'accounts.issue': { rail: 'bank', isRefusable: true },
  'accounts.raise_tier': { rail: 'bank', isRefusable: true },
  'payouts.send': { rail: 'bank', isRefusable: true },
  'payouts.enquire': { rail: 'bank', isRefusable: false },
  'returns.send': { rail: 'bank', isRefusable: true },
  'returns.enquire': { rail: 'bank', isRefusable: false },
  'cards.charge': { rail: 'card', isRefusable: true },
  'cards.submit_pin': { rail: 'card', isRefusable: false },
  'cards.submit_otp': { rail: 'card', isRefusable: false },
  'cards.enquire': { rail: 'card', isRefusable: false },
  'cards.reverse': { rail: 'card', isRefusable: true },
  'cards.refund': { rail: 'card', isRefusable: true },
  'cards.enquire_refund': { rail: 'card', isRefusable: false },
  'identity.send_code': { rail: 'identity', isRefusable: true },
  'identity.enquire': { rail: 'identity', isRefusable: false },
  'identity.submit_code': { rail: 'identity', isRefusable: false },
  'mail.send': { rail: 'message', isRefusable: true },
} as const satisfies Record<string, { rail: RailName; isRefusable: boolean }>
export type Operation = keyof typeof OPERATIONS
/** What can be armed. */
export type Target = RailName | Operation

export type ArmedCalls = {
  /**
   * How this call is to end, of those that were armed; null where it goes its way. `refusable`:
   * whether it may be said no to.
   */
  take(businessId: string, target: Target, refusable: boolean): Promise<ArmedOutcome | null>
}

type Asked = { onBehalfOf?: string }
type Answered = { kind: string }

const down = { kind: 'unavailable' } as const
const lost = { kind: 'unknown' } as const

export function armedRails(
  { bank, card, identity, message }: RailSet,
  armed: ArmedCalls,
  authorizationOf: (card: Card) => CardAuthorization,
): RailSet {
  const at = armable(armed)
  const refused = () => ({ kind: 'refused', reason: 'refused_by_bank' }) as const
  const nobodys = { kind: 'not_found' } as const
  return {
    bank: {
      ...bank,
      issueOneOffAccount: at('accounts.issue_one_off', bank.issueOneOffAccount),
      // Nothing but a BVN is ever refused.
      issueAccount: at('accounts.issue', bank.issueAccount, ({ bvn }) =>
        bvn === null ? null : { kind: 'refused' as const },
      ),
      raiseTier: at('accounts.raise_tier', bank.raiseTier, () => ({ kind: 'refused' as const })),
      returnCredit: at('returns.send', bank.returnCredit, refused),
      enquireReturn: at('returns.enquire', bank.enquireReturn),
      armedFor: async (onBehalfOf) =>
        outcomeOf(await armed.take(onBehalfOf, 'banks.resolve', true), nobodys),
      enquireBeneficiary: at('banks.resolve', bank.enquireBeneficiary, () => nobodys),
      transfer: at('payouts.send', bank.transfer, () => ({
        kind: 'failed' as const,
        reason: 'refused_by_bank',
      })),
      enquireTransfer: at('payouts.enquire', bank.enquireTransfer),
    },
    card: {
      ...card,
      charge: at('cards.charge', card.charge, (request) => ({
        kind: 'declined' as const,
        reason: 'declined' as const,
        authorization: authorizationOf(request.card),
      })),
      submitPin: at('cards.submit_pin', card.submitPin),
      submitOtp: at('cards.submit_otp', card.submitOtp),
      enquire: at('cards.enquire', card.enquire),
      reverse: at('cards.reverse', card.reverse, refused),
      refund: at('cards.refund', card.refund, refused),
      enquireRefund: at('cards.enquire_refund', card.enquireRefund),
    },
    identity: {
      ...identity,
      sendCode: at('identity.send_code', identity.sendCode, () => ({ kind: 'not_sent' as const })),
      enquire: at('identity.enquire', identity.enquire),
      submitCode: at('identity.submit_code', identity.submitCode),
    },
    message: {
      ...message,
      sendMail: at('mail.send', message.sendMail, () => ({
        kind: 'refused' as const,
        reason: 'refused_by_server',
      })),
    },
  }
}

/** `refusal`: what the call answers where it is refused; null, and no function: it cannot be. */
function armable({ take }: ArmedCalls) {
  return <Request extends Asked, Outcome extends Answered>(
    operation: Operation,
    call: (request: Request) => Promise<Outcome>,
    refusal: (request: Request) => NoInfer<Outcome> | null = () => null,
  ) =>
    async (request: Request): Promise<Outcome | typeof down | typeof lost> => {
      const { onBehalfOf } = request
      if (onBehalfOf === undefined) return call(request)
      const no = refusal(request)
      // A rail that is to refuse means the payout, not the name enquiry before it.
      const railRefuses = no !== null && operation !== 'banks.resolve'
      const outcome =
        (await take(onBehalfOf, operation, no !== null)) ??
        (await take(onBehalfOf, OPERATIONS[operation].rail, railRefuses))
      return outcomeOf(outcome, no) ?? call(request)
    }
}

function outcomeOf<Refused>(outcome: ArmedOutcome | null, no: Refused | null) {
  switch (outcome) {
    case null:
      return null
    case 'down':
      return down
    case 'timeout':
      return lost
    case 'refused':
      return no
  }
}
