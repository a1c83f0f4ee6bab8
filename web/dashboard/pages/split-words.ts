import type { DataOf } from '../api.ts'
import { naira } from '../naira.ts'
import type { Tone } from '../parts/badge.tsx'
import { useGet } from '../use-list.ts'

export type Split = DataOf<'GET', '/splits/{split_code}'>
export type Bearer = Split['bearer_type']

/** Of splits and subaccounts. */
export const SHARING_STATES: Record<'active' | 'stopped', { tone: Tone; text: string }> = {
  active: { tone: 'good', text: 'Active' },
  stopped: { tone: 'plain', text: 'Stopped' },
}

export const TYPES: Record<Split['type'], string> = {
  percentage: 'A percentage each',
  flat: 'A fixed amount each',
}

export const BEARERS: Record<Bearer, string> = {
  account: 'You',
  subaccount: 'One of them',
  all: 'All, in equal parts',
  'all-proportional': 'All, as they share',
}

export function shareText(type: Split['type'], share: number): string {
  return type === 'flat' ? naira(share) : `${share} %`
}

/** Of subaccounts by their codes; the code until the names have come. */
export function useSubaccountNames(): (code: string) => string {
  const { data = [] } = useGet('/subaccounts', { query: { perPage: 100 } })
  const names = new Map(data.map((one) => [one.subaccount_code, one.business_name]))
  return (code) => names.get(code) ?? code
}
