import type { Mode } from './rails.ts'

// An operator switches a provider off for what is new: for everybody, or for one business. What it
// made stays with it, and it goes on being asked about that (made-by.ts). Mail is never switched
// off: by it people sign in.

/** For whom something new is made. Without a business: for nobody in particular. */
export type ForWhom = { mode: Mode; businessId?: string }

/** By `switchName`. */
export type SwitchedOff = ReadonlySet<string>

export function switchName(mode: Mode, rail: string, businessId = ''): string {
  return `${mode} ${rail} ${businessId}`
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
