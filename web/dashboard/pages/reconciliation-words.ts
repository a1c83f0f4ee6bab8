import type { DataOf } from '../api.ts'
import type { Tone } from '../parts/badge.tsx'

// What the comparison with banks calls things.

export type Report = DataOf<'GET', '/operator/reconciliation'>[number]
export type Exception = DataOf<'GET', '/operator/reconciliation/exceptions'>[number]

export const CLASSES: Record<Exception['class'], { tone: Tone; text: string }> = {
  theirs_only: { tone: 'bad', text: 'Only the bank knows it' },
  ours_only: { tone: 'bad', text: 'Only we know it' },
  wrong_amount: { tone: 'bad', text: 'Another amount' },
  duplicate: { tone: 'warn', text: 'Listed again' },
}

export const DIRECTIONS: Record<Exception['direction'], string> = {
  credit: 'Came in',
  debit: 'Went out',
}

/** Said where a sum is not what it must be: a fault of ours, and not of the bank. */
export const TIES: Record<keyof Report['ties'], string> = {
  theirs: 'The lines of the bank are not the matched ones and the exceptions together.',
  ours: 'Our movements are not the matched ones and the exceptions together.',
  pairs: 'What is matched is not the same on both sides.',
  balances: 'The balances in the statements do not follow from their lines.',
  ledger: 'What the ledger has at the bank is not the sum of our movements.',
}

export function keyOf({ mode, rail }: Pick<Report, 'mode' | 'rail'>): string {
  return `${mode} ${rail}`
}
