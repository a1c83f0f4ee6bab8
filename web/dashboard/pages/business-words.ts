import type { DataOf } from '../api.ts'
import type { Tone } from '../parts/values.tsx'

// What an operator's page of a business calls things.

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

/** Why live mode can be neither approved nor refused now. */
export const UNDECIDABLE: Record<State, string | undefined> = {
  asked: undefined,
  not_asked: 'The business has not requested live mode.',
  refused: 'The request was rejected. The business must request live mode again.',
  active: 'Live mode is already active.',
}

const POINTS = /^\d{1,3}(\.\d{0,2})?$/

/** 150 -> 1.5 */
export function percentToType(basisPoints: number): string {
  return String(basisPoints / 100)
}

/** 1.5 -> 150; null if it is not a percentage. */
export function basisPointsOf(text: string): number | null {
  const plain = text.replace('%', '').trim()
  if (!POINTS.test(plain)) return null
  const [whole = '', rest = ''] = plain.split('.')
  const points = Number(whole) * 100 + Number(rest.padEnd(2, '0'))
  return points <= 10_000 ? points : null
}
