import type { Tone } from '../parts/badge.tsx'

/** How well the bank knows whose account it is. */
export const TIERS: Record<'tier_1' | 'tier_3', { tone: Tone; text: string }> = {
  tier_1: { tone: 'plain', text: 'Tier 1' },
  tier_3: { tone: 'good', text: 'Tier 3' },
}
