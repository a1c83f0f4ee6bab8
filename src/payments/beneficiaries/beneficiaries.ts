import type { ListedBank } from '../../accounts/banks/banks.ts'
import type { Context, Scope } from '../../core/context.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { ask } from '../../providers/ask.ts'
import { railFor } from '../../providers/capabilities.ts'
import type { BeneficiaryOutcome } from '../../providers/rails.ts'
import { nameOfOwn } from '../virtual-accounts/virtual-accounts.ts'

// The receiver of a payout, or of a refund to another account than the one that paid.

const RETRY_AFTER_SECONDS = 5

/** `rail` answered the name enquiry. The transfer names that enquiry, so the same rail makes it. */
export type Beneficiary = Extract<BeneficiaryOutcome, { kind: 'found' }> & { rail: string }
type Outcome = Beneficiary | Exclude<BeneficiaryOutcome, { kind: 'found' }>

/** A name enquiry. For an account that we issued, the name comes from our own books. */
export async function enquireBeneficiary(
  context: Context,
  { businessId: onBehalfOf, mode }: Scope,
  { code, nipCode }: ListedBank,
  { accountNumber }: { accountNumber: string },
): Promise<Outcome> {
  const rail = railFor(context.rails, { businessId: onBehalfOf, mode }, 'payouts')
  const asked = rail.enquireBeneficiary({ onBehalfOf, bank: { code, nipCode }, accountNumber })
  const outcome = await ask(asked)
  if (outcome.kind !== 'found') return outcome
  const ownName = await nameOfOwn(context, mode, code, accountNumber)
  return { ...outcome, accountName: ownName ?? outcome.accountName, rail: rail.name }
}

export function foundOrRefused(outcome: Outcome): Beneficiary {
  switch (outcome.kind) {
    case 'found':
      return outcome
    case 'not_found':
      return refuse('account_not_resolved')
    case 'unavailable':
    case 'unknown': {
      // An enquiry moves no money, so an unanswered one leaves nothing open.
      const message = 'The bank is not available at the moment. Nothing was charged. Retry.'
      throw new Refusal('rail_unavailable', { message, retryAfterSeconds: RETRY_AFTER_SECONDS })
    }
  }
}
