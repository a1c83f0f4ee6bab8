import { Refusal, refuse } from '../platform/refusal.ts'
import type { Mode } from './outcomes.ts'

// An operator can switch a provider off for new work: for all businesses, or for one. Enquiries
// about its existing work go on (made-by.ts). Mail cannot be switched off: sign-in needs it.
//
// An operator can also stop money out (payouts, refunds, returns, reversals), at one provider or at
// all. Recovery mode after a restore stops it at all.

/** For whom new work is. Without a business: for no particular one. */
export type ForWhom = { mode: Mode; businessId?: string }

/** Names by `switchName` and `stopName`, and the two words below. */
export type SwitchedOff = ReadonlySet<string>

export const ALL_RAILS = '*'
/** The service is in recovery mode. */
export const RECOVERY = 'recovery'
/** In recovery mode or recently released: a payout that left may be requested again. */
export const RECOVERED = 'recovered'

export function switchName(mode: Mode, rail: string, businessId = ''): string {
  return `${mode} ${rail} ${businessId}`
}

export function stopName(mode: Mode, rail: string, businessId = ''): string {
  return `stopped ${switchName(mode, rail, businessId)}`
}

export function isOff(
  off: SwitchedOff | undefined,
  { mode, businessId }: ForWhom,
  rail: string,
): boolean {
  if (off === undefined || off.size === 0) return false
  if (off.has(switchName(mode, rail))) return true
  return businessId !== undefined && off.has(switchName(mode, rail, businessId))
}

/** Whether money out is stopped for this business at this provider. */
export function isStopped(
  off: SwitchedOff | undefined,
  { mode, businessId = '' }: ForWhom,
  rail: string = ALL_RAILS,
): boolean {
  if (off === undefined || off.size === 0) return false
  if (off.has(RECOVERY)) return true
  return [ALL_RAILS, rail].some((one) =>
    ['', businessId].some((whose) => off.has(stopName(mode, one, whose))),
  )
}

/** Refuses with the reason, before anything is written. */
export function refuseStopped(off: SwitchedOff | undefined, whom: ForWhom, rail?: string): void {
  if (!isStopped(off, whom, rail)) return
  if (off?.has(RECOVERY)) refuse('in_recovery')
  const message = `Money out is stopped in ${whom.mode} mode for now. Nothing was charged.`
  throw new Refusal('rail_unavailable', { message })
}
