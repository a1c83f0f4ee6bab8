import type { Found } from './parts/record-picker.tsx'
import { businessId, mode } from './place.ts'

// What was opened from the search lately: in this browser only, until the person signs out.

const PREFIX = 'cowrie-recent'
const MAX = 5

export function recent(): Found[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(nameOf()) ?? '[]')
    return Array.isArray(kept) ? (kept as Found[]) : []
  } catch {
    return []
  }
}

export function rememberRecent(found: Found): void {
  const others = recent().filter(({ id }) => id !== found.id)
  localStorage.setItem(nameOf(), JSON.stringify([found, ...others].slice(0, MAX)))
}

/** Of every business and mode: another person may use this browser next. */
export function forgetRecent(): void {
  for (const name of Object.keys(localStorage)) {
    if (name.startsWith(PREFIX)) localStorage.removeItem(name)
  }
}

function nameOf(): string {
  return `${PREFIX}-${businessId()}-${mode}`
}
