import { Refusal, refuse } from '../platform/refusal.ts'
import type { Mode } from './outcomes.ts'

// An operator switches a provider off for what is new: for everybody, or for one business. What it
// made stays with it, and it goes on being asked about that (made-by.ts). Mail is never switched
// off: by it people sign in.
//
// Or stops what moves money out (payouts, refunds, returns, reversals of charges), by one rail or
// by all. So does recovery mode after a restore, of which all is stopped.

/** For whom something new is made. Without a business: for nobody in particular. */
export type ForWhom = { mode: Mode; businessId?: string }

/** By `switchName` and `stopName`, and the two words below. */
export type SwitchedOff = ReadonlySet<string>

export const ALL_RAILS = '*'
/** The service is in recovery mode. */
export const RECOVERY = 'recovery'
/** It is, or was of late: what left before may be asked for again. */
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

/** Whether nothing may move money out, for this business by this rail. */
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

/** Says why, before anything is written. */
export function refuseStopped(off: SwitchedOff | undefined, whom: ForWhom, rail?: string): void {
  if (!isStopped(off, whom, rail)) return
  if (off?.has(RECOVERY)) refuse('in_recovery')
  const message = `Money out is stopped in ${whom.mode} mode for now. Nothing was charged.`
  throw new Refusal('rail_unavailable', { message })
}
