import type { Transaction as Own } from '../../platform/db.ts'
import { listAfter, rewrite } from './code-histories.sql.ts'
import { inCodes } from './history.ts'
import { historyInCodes } from './history-sentences.ts'

// Rewrites what is stored as sentences (history-sentences.ts) in codes: 'histories' among the
// backfills. It moves along the key: a batch takes as long among many payments as among few.

const BATCH_ROWS = 200

export async function codeHistories(own: Own, place: string | null) {
  const rows = await listAfter(own, place, BATCH_ROWS)
  const last = rows.at(-1)
  if (!last) return null
  const coded = rows.map((row) => ({
    ...row,
    history: historyInCodes(row.history),
    message: row.message && inCodes(row.message),
  }))
  const isOther = ({ history, message }: (typeof rows)[number], i: number) =>
    history !== rows[i]!.history || message !== rows[i]!.message
  await rewrite(own, coded.filter(isOther))
  return { place: [last.businessId, last.mode, last.id].join(' '), handled: rows.length }
}
