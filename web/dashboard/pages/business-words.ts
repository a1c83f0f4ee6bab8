import type { DataOf } from '../api.ts'
import type { Tone } from '../parts/values.tsx'

// Labels of the operator's pages about businesses.

export type Detail = DataOf<'GET', '/operator/businesses/{business_id}'>
export type OfMode = Detail['modes'][number]
type State = Detail['activation']['state']

export const BUSINESSES = '/operator/businesses'

export const ACTIVATION_STATES: Record<State, { tone: Tone; text: string }> = {
  not_asked: { tone: 'plain', text: 'Test mode only' },
  asked: { tone: 'wait', text: 'Live mode requested' },
  active: { tone: 'good', text: 'Live' },
  refused: { tone: 'warn', text: 'Rejected' },
}

/** Why live mode cannot be approved or rejected now. */
export const UNDECIDABLE: Record<State, string | undefined> = {
  asked: undefined,
  not_asked: 'The business has not requested live mode.',
  refused: 'The request was rejected. The business must request live mode again.',
  active: 'Live mode is already active.',
}

/** 150 -> 1.5 */
export function percentToType(basisPoints: number): string {
  return String(basisPoints / 100)
}
