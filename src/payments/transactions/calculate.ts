import { settingsOf } from '../../accounts/businesses/businesses.ts'
import type { Context, Scope } from '../../core/context.ts'
import type { Kobo } from '../../platform/money.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type Frozen, sharedOut } from '../splits/frozen.ts'
import { frozenSplit, frozenTerms, type SplitInput } from '../splits/splits.ts'
import { checkoutPlan, dedicatedPlan, type Fees, feesOf } from './fees.ts'
import type { Channel } from './transactions.rows.ts'

// Calculates the shares of a payment before it exists, with the functions that share it when it is
// paid. Writes nothing.

export type Calculation = {
  amount: Kobo
  /** A stored split, or terms sent with the request. */
  by: { splitCode: string } | { terms: Omit<SplitInput, 'name'> }
  channel: Channel
}
type Calculated = Fees & { shares: NonNullable<Frozen['shares']> }

const TOO_LITTLE = 'The flat shares and the fee add up to more than this amount.'

/** Refuses what initialize refuses: an unknown or inactive split, shares that do not fit. */
export async function calculate(
  context: Context,
  scope: Scope,
  { amount, by, channel }: Calculation,
): Promise<Calculated> {
  const [settings, split] = await Promise.all([
    settingsOf(context, scope),
    'splitCode' in by
      ? frozenSplit(context, scope, by.splitCode)
      : frozenTerms(context, scope, by.terms, 'split'),
  ])
  const isDedicated = channel === 'dedicated_virtual_account'
  const fees = feesOf(isDedicated ? dedicatedPlan(settings) : checkoutPlan(settings), amount)
  const { shares, isApplied } = sharedOut(split, amount, fees)
  if (!isApplied) {
    const errors = [{ field: 'amount', code: 'too_small' as const, message: TOO_LITTLE }]
    throw new Refusal('invalid_split', { errors })
  }
  return { ...fees, shares }
}
