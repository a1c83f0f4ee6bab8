import type { RailName } from '../health.ts'
import type { Card, CardAuthorization, RailSet } from '../rails.ts'

// Lets a business make the sandbox fail. It sets an outcome for the next calls of a kind of
// provider, or of one operation. Each such call uses up one. If both are set, the operation's is
// used.
//
//   down      `unavailable`
//   timeout   `unknown`, and a later enquiry finds no request with the key
//   refused   the final refusal of that call
//   slow      the usual outcome, after a delay
//   lost      of a notification only: the provider does not send it, and answers enquiries
//
// A call that cannot be refused, such as an enquiry, or the check of a code or PIN, runs normally
// and uses up none. The name enquiry of `POST /accounts/resolve` is cached for all businesses, so
// it has no business: `armedFor` is called before it, and looks at its operation only.

export const ARMED_OUTCOMES = ['down', 'timeout', 'refused', 'slow', 'lost'] as const
export type ArmedOutcome = (typeof ARMED_OUTCOMES)[number]

/** Every call, in the business's words. `isRefusable`: whether it can be refused. */
export const OPERATIONS = {
  'banks.resolve': { rail: 'bank', isRefusable: true },
  'accounts.issue_one_off': { rail: 'bank', isRefusable: false },
  'accounts.issue': { rail: 'bank', isRefusable: true },
  'accounts.raise_tier': { rail: 'bank', isRefusable: true },
  'payouts.send': { rail: 'bank', isRefusable: true },
  'payouts.enquire': { rail: 'bank', isRefusable: false },
  'returns.send': { rail: 'bank', isRefusable: true },
  'returns.enquire': { rail: 'bank', isRefusable: false },
  'transfers.enquire': { rail: 'bank', isRefusable: false },
  'cards.charge': { rail: 'card', isRefusable: true },
  'ussd.request': { rail: 'card', isRefusable: true },
  'pages.open': { rail: 'card', isRefusable: false },
  'cards.submit_pin': { rail: 'card', isRefusable: false },
  'cards.submit_otp': { rail: 'card', isRefusable: false },
  'cards.enquire': { rail: 'card', isRefusable: false },
  'cards.reverse': { rail: 'card', isRefusable: true },
  'cards.refund': { rail: 'card', isRefusable: true },
  'cards.enquire_refund': { rail: 'card', isRefusable: false },
  'cards.forget': { rail: 'card', isRefusable: false },
  'mandates.open': { rail: 'card', isRefusable: true },
  'mandates.enquire': { rail: 'card', isRefusable: false },
  'identity.send_code': { rail: 'identity', isRefusable: true },
  'identity.enquire': { rail: 'identity', isRefusable: false },
  'identity.submit_code': { rail: 'identity', isRefusable: false },
  'mail.send': { rail: 'message', isRefusable: true },
} as const satisfies Record<string, { rail: RailName; isRefusable: boolean }>
export type Operation = keyof typeof OPERATIONS
/** What the sandbox tells us unasked: a transfer to an account, the end of a charge. */
export const NOTIFICATIONS = ['transfers.notify', 'cards.notify'] as const
type SandboxNotification = (typeof NOTIFICATIONS)[number]
/** What can be set to fail. */
export type Target = RailName | Operation | SandboxNotification

/** `delayMs`: of `slow` only. */
export type Armed = { outcome: ArmedOutcome; delayMs: number | null }

export type ArmedCalls = {
  /** What was set for this call; null: nothing. `refusable`: whether it can be refused. */
  take(businessId: string, target: Target, refusable: boolean): Promise<Armed | null>
}

type Asked = { onBehalfOf?: string }
type Answered = { kind: string }

const down = { kind: 'unavailable' } as const
const lost = { kind: 'unknown' } as const

export function armedRails(
  { bank, card, identity, message, ...others }: RailSet,
  armed: ArmedCalls,
  authorizationOf: (card: Card) => CardAuthorization,
): RailSet {
  const at = armable(armed)
  const refused = () => ({ kind: 'refused', reason: 'refused_by_bank' }) as const
  const nobodys = { kind: 'not_found' } as const
  const refusedNumber = (bvn: string | null) =>
    ({ kind: 'refused', number: bvn === null ? 'nin' : 'bvn' }) as const
  return {
    ...others,
    bank: {
      ...bank,
      simulated: {
        ...bank.simulated,
        notifies: (onBehalfOf) => notifies(armed, onBehalfOf, 'transfers.notify'),
      },
      issueOneOffAccount: at('accounts.issue_one_off', bank.issueOneOffAccount),
      // Only a BVN or NIN can be refused.
      issueAccount: at('accounts.issue', bank.issueAccount, ({ bvn, nin }) =>
        bvn === null && nin === null ? null : refusedNumber(bvn),
      ),
      raiseTier: at('accounts.raise_tier', bank.raiseTier, ({ bvn }) => refusedNumber(bvn)),
      returnCredit: at('returns.send', bank.returnCredit, refused),
      enquireReturn: at('returns.enquire', bank.enquireReturn),
      enquireCredit: at('transfers.enquire', bank.enquireCredit),
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
      simulated: {
        ...card.simulated,
        notifies: (onBehalfOf) => notifies(armed, onBehalfOf, 'cards.notify'),
      },
      charge: at('cards.charge', card.charge, (request) => ({
        kind: 'declined' as const,
        reason: 'declined' as const,
        authorization: authorizationOf(request.card),
      })),
      chargeToken: at('cards.charge', card.chargeToken, () => ({
        kind: 'declined' as const,
        reason: 'declined' as const,
        authorization: null,
      })),
      requestCode: at('ussd.request', card.requestCode, () => ({
        kind: 'declined' as const,
        reason: 'declined' as const,
        authorization: null,
      })),
      openPage: at('pages.open', card.openPage),
      submitPin: at('cards.submit_pin', card.submitPin),
      submitOtp: at('cards.submit_otp', card.submitOtp),
      enquire: at('cards.enquire', card.enquire),
      reverse: at('cards.reverse', card.reverse, refused),
      refund: at('cards.refund', card.refund, refused),
      enquireRefund: at('cards.enquire_refund', card.enquireRefund),
      forgetToken: at('cards.forget', card.forgetToken),
      openMandate: at('mandates.open', card.openMandate, () => ({
        kind: 'rejected' as const,
        reason: 'declined' as const,
      })),
      enquireMandate: at('mandates.enquire', card.enquireMandate),
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

/** `refusal`: makes the call's refusal; null if it cannot be refused. */
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
      // `refused` for the bank means the payout, not the name enquiry before it.
      const railRefuses = no !== null && operation !== 'banks.resolve'
      const outcome =
        (await take(onBehalfOf, operation, no !== null)) ??
        (await take(onBehalfOf, OPERATIONS[operation].rail, railRefuses))
      return (await outcomeOf(outcome, no)) ?? call(request)
    }
}

/** Null: the usual outcome. */
async function outcomeOf<Refused>(armed: Armed | null, no: Refused | null) {
  switch (armed?.outcome) {
    case 'down':
      return down
    case 'timeout':
      return lost
    case 'refused':
      return no
    case 'slow':
      await new Promise((resolve) => setTimeout(resolve, armed.delayMs ?? 0))
      return null
    case 'lost':
    case undefined:
      return null
  }
}

/** A slow notification is late. */
async function notifies(
  { take }: ArmedCalls,
  onBehalfOf: string,
  what: SandboxNotification,
): Promise<boolean> {
  const armed = await take(onBehalfOf, what, false)
  await outcomeOf(armed, null)
  return armed?.outcome !== 'lost'
}
