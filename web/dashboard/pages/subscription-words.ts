import type { DataOf, Schemas } from '../api.ts'
import { useGet } from '../use-list.ts'

export type Subscription = DataOf<'GET', '/subscriptions/{id}'>
export type Authorization = Schemas['Authorization']

/** What else shows a subscription once it has changed. */
export const SUBSCRIPTION_REFRESH = ['/subscriptions']

/** `Visa •••• 4081`, or `GTBank •••• 0001` for a mandate. */
export function faceOf({ brand, bank, last4, channel }: Authorization): string {
  const name = channel === 'card' ? brand[0]?.toUpperCase() + brand.slice(1) : bank
  return `${name} •••• ${last4}`
}

/** `12/2030`; null for a mandate. */
export function expiryOf({ exp_month, exp_year }: Authorization): string | null {
  return exp_month === '' ? null : `${exp_month.padStart(2, '0')}/${exp_year}`
}

/** For a select: the cards and mandates of a customer that can be charged. */
export function useWays(customer: string | undefined): Record<string, string> | undefined {
  const { data } = useGet('/customers/{id}/authorizations', {
    params: { id: customer ?? '' },
    query: { perPage: 100 },
    isOff: customer === undefined,
  })
  return data && Object.fromEntries(data.map((one) => [one.authorization_code, faceOf(one)]))
}
