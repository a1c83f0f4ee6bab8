import type { DataOf, Schemas } from '../api.ts'
import { naira } from '../naira.ts'
import type { Tone } from '../parts/values.tsx'
import { useGet } from '../use-list.ts'

export type Plan = DataOf<'GET', '/plans/{id}'>

export const PLAN_STATES: Record<'active' | 'archived', { tone: Tone; text: string }> = {
  active: { tone: 'good', text: 'Active' },
  archived: { tone: 'plain', text: 'Archived' },
}

export const INTERVALS: Record<Schemas['Plan']['interval'], string> = {
  daily: 'Every day',
  weekly: 'Every week',
  monthly: 'Every month',
  quarterly: 'Every 3 months',
  biannually: 'Every 6 months',
  annually: 'Every year',
}

/** `₦5,000.00 every month`. */
export function priceOf({ amount, interval }: Plan, quantity = 1): string {
  return `${naira(amount * quantity)} ${INTERVALS[interval].toLowerCase()}`
}

/** The plans by their codes. */
export function usePlans(): Map<string, Plan> {
  const { data = [] } = useGet('/plans', { query: { perPage: 100 } })
  return new Map(data.map((plan) => [plan.plan_code, plan]))
}

/** For a select: those that customers can subscribe to, and the present one. */
export function planOptions(plans: Map<string, Plan>, present?: string): Record<string, string> {
  const shown = [...plans.values()].filter((one) => one.active || one.plan_code === present)
  return Object.fromEntries(shown.map((plan) => [plan.plan_code, `${plan.name}, ${priceOf(plan)}`]))
}

/** Whether the text is a whole number from 1. */
export function isCount(text: string): boolean {
  return /^[1-9]\d*$/.test(text.trim())
}
