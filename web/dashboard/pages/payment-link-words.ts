import type { DataOf } from '../api.ts'
import type { Tone } from '../parts/badge.tsx'

export type Link = DataOf<'GET', '/payment-links/{id}'>
export type LinkState = 'on' | 'off' | 'expired' | 'used_up'

export const LINK_STATES: Record<LinkState, { tone: Tone; text: string }> = {
  on: { tone: 'good', text: 'On' },
  off: { tone: 'plain', text: 'Switched off' },
  expired: { tone: 'warn', text: 'Expired' },
  used_up: { tone: 'warn', text: 'Used up' },
}

/** In the order in which the page of the link looks. */
export function stateOf({ active, expires_at, uses_max, payments }: Link): LinkState {
  if (!active) return 'off'
  if (expires_at !== null && Date.parse(expires_at) <= Date.now()) return 'expired'
  return uses_max !== null && payments.succeeded >= uses_max ? 'used_up' : 'on'
}
