import type { DataOf, RequestOf } from '../api.ts'
import { naira } from '../naira.ts'
import { CHANNELS, type Shown } from '../states.ts'

// Rules in words.

export type Rule = DataOf<'GET', '/rules/{id}'>
export type Kind = Rule['kind']
export type Terms = RequestOf<'POST', '/rules/try'>

export const RULE_STATES: Shown<'on' | 'off'> = {
  on: { tone: 'good', text: 'On' },
  off: { tone: 'plain', text: 'Off' },
}

export const ACTIONS: Record<Rule['action'], string> = {
  refuse: 'Refuse',
  review: 'Review',
  allow: 'Let through',
}

export const KINDS: Record<Kind, string> = {
  amount: 'Amount above',
  payments_per_customer: 'Payments of a customer in an hour',
  payments_per_ip: 'Payments from an IP address in an hour',
  cards_per_customer: 'Different cards of a customer in a day',
  card_country_not_in: 'Card of any other country than',
  card_country_in: 'Card of one of these countries',
  email: 'Email addresses',
  ip: 'IP addresses',
  card: 'Cards',
}

export const isCounted = (kind: Kind) => kind.includes('_per_')
export const canAllow = (kind: Kind) => ['email', 'ip', 'card'].includes(kind)

const SHOWN_MAX = 3

/** Such as `Amount above ₦500,000 (Card)`. */
export function sentenceOf({ kind, amount, channels, limit, values }: Rule): string {
  const what = KINDS[kind]
  if (amount !== null) {
    const by = channels === null ? '' : ` (${channels.map((one) => CHANNELS[one]).join(', ')})`
    return `${what} ${naira(amount)}${by}`
  }
  if (limit !== null) return `${what}: more than ${limit}`
  const shown = (values ?? []).slice(0, SHOWN_MAX).join(', ')
  const others = (values?.length ?? 0) - SHOWN_MAX
  return `${what}: ${shown}${others > 0 ? ` and ${others} more` : ''}`
}

export function termsOf({ kind, amount, channels, limit, values }: Rule): Terms {
  return {
    kind,
    ...(amount !== null && { amount }),
    ...(channels !== null && { channels }),
    ...(limit !== null && { limit }),
    ...(values !== null && { values }),
  }
}
