import type { RailName } from '../health.ts'
import type { Card, CardAuthorization, RailSet } from '../rails.ts'

// Calls of the sandbox that go wrong because somebody wants to see what happens then. A business
// says of a rail how its next calls end; each of them uses up one, and nothing of it arrives:
//
//   down      the rail says that it is down: `unavailable`
//   timeout   the call is lost on its way, and nobody can say: `unknown`. Enquired about, there is
//             nothing with its key
//   refused   the rail says no, for good, in the words of the call
//
// A call that cannot be refused passes, and uses up none: an enquiry tells what is so, and a code
// or a PIN is judged. So does one that is for nobody in particular, because what comes of it is
// remembered for all: the name enquiry of `POST /accounts/resolve`.

export const ARMED_OUTCOMES = ['down', 'timeout', 'refused'] as const
export type ArmedOutcome = (typeof ARMED_OUTCOMES)[number]

export type ArmedCalls = {
  /**
   * How this call is to end, of those that were armed; null where it goes its way. `refusable`:
   * whether it may be said no to.
   */
  take(businessId: string, rail: RailName, refusable: boolean): Promise<ArmedOutcome | null>
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
  const of = (rail: RailName) => armable(armed, rail)
  const [atBank, atCards, atRegistry, atMail] = [
    of('bank'),
    of('card'),
    of('identity'),
    of('message'),
  ]
  const refused = () => ({ kind: 'refused', reason: 'refused_by_bank' }) as const
  return {
    bank: {
      ...bank,
      issueOneOffAccount: atBank(bank.issueOneOffAccount),
      // Nothing but a BVN is ever refused.
      issueAccount: atBank(bank.issueAccount, ({ bvn }) =>
        bvn === null ? null : { kind: 'refused' as const },
      ),
      raiseTier: atBank(bank.raiseTier, () => ({ kind: 'refused' as const })),
      returnCredit: atBank(bank.returnCredit, refused),
      enquireReturn: atBank(bank.enquireReturn),
      enquireBeneficiary: atBank(bank.enquireBeneficiary),
      transfer: atBank(bank.transfer, () => ({
        kind: 'failed' as const,
        reason: 'refused_by_bank',
      })),
      enquireTransfer: atBank(bank.enquireTransfer),
    },
    card: {
      ...card,
      charge: atCards(card.charge, (request) => ({
        kind: 'declined' as const,
        reason: 'declined' as const,
        authorization: authorizationOf(request.card),
      })),
      submitPin: atCards(card.submitPin),
      submitOtp: atCards(card.submitOtp),
      enquire: atCards(card.enquire),
      reverse: atCards(card.reverse, refused),
      refund: atCards(card.refund, refused),
      enquireRefund: atCards(card.enquireRefund),
    },
    identity: {
      ...identity,
      sendCode: atRegistry(identity.sendCode, () => ({ kind: 'not_sent' as const })),
      enquire: atRegistry(identity.enquire),
      submitCode: atRegistry(identity.submitCode),
    },
    message: {
      ...message,
      sendMail: atMail(message.sendMail, () => ({
        kind: 'refused' as const,
        reason: 'refused_by_server',
      })),
    },
  }
}

/** `refusal`: what the call answers where it is refused; null, and no function: it cannot be. */
function armable({ take }: ArmedCalls, rail: RailName) {
  return <Request extends Asked, Outcome extends Answered>(
    call: (request: Request) => Promise<Outcome>,
    refusal: (request: Request) => NoInfer<Outcome> | null = () => null,
  ) =>
    async (request: Request): Promise<Outcome | typeof down | typeof lost> => {
      if (request.onBehalfOf === undefined) return call(request)
      const no = refusal(request)
      const outcome = await take(request.onBehalfOf, rail, no !== null)
      switch (outcome) {
        case null:
          return call(request)
        case 'down':
          return down
        case 'timeout':
          return lost
        case 'refused':
          return no ?? call(request)
      }
    }
}
