import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Bank } from '../rails/rails.ts'

// The banks of Nigeria: those that two public lists agree on. See banks.json.

const listed = JSON.parse(
  readFileSync(join(import.meta.dirname, 'banks.json'), 'utf8'),
) as readonly Bank[]
const names = new Map(listed.map(({ code, name }) => [code, name]))

/** The name of a bank, or null for a code that is not in the list. */
export function bankName(code: string): string | null {
  return names.get(code) ?? null
}
