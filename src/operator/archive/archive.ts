import { randomUUID } from 'node:crypto'
import { later, MINUTE } from '../../platform/clock.ts'
import type { Sql } from '../../platform/db.ts'
import { momentOf } from '../../platform/ids.ts'
import { addDays, startOf } from '../../platform/lagos.ts'
import type { ArchivedMonth } from './archive.sql.ts'
import * as rows from './archive.sql.ts'
import { dropChanged } from './changed.ts'
import { type Month, monthAfter, monthAt } from './month.ts'
import type { Store } from './store.ts'
import { verifyMonth } from './verify.ts'
import {
  ArchiveError,
  type Lease,
  leaseLost,
  move,
  type Needs,
  type Tell,
  type Work,
} from './work.ts'
import { writeMonth } from './write.ts'

export { listMonths } from './archive.sql.ts'
export { noteErased } from './changed.ts'
export { ArchiveError } from './work.ts'

// Copies old months to a store, as Parquet files with a manifest.
//
//   (none) ──> writing ──> written ──> verified
//                [writeMonth]  [verifyMonth]
//   written, verified ──> changed ──> writing    [noteErased, verifyMonth; dropChanged]
//   written ──> writing                          [verifyMonth: the store gave something else]
//
// (1) A month is archived once it is over, and all its days and entries are sealed.
// (2) One archiver at a time has the lease of a month. It loses it if it is silent for LEASE_MS;
//     what it does afterwards has no effect.
// (3) A file counts once the store has confirmed it. An interrupted archiver goes on after the last
//     file that counts.
// (4) A month is verified only after each file was read back from the store: its bytes and rows are
//     those that were written, its rows are still those of the database, and its entries sum up to
//     what the ledger says.
// (5) Only detaching removes anything from the database (detach.ts). From then on the store has the
//     only copy of these files: they are never written anew, and never removed.

const LEASE_MS = 10 * MINUTE
/** A file has about a fifth of it. All of it is in memory while the file is written. */
const FILE_TEXT_MAX = 64 * 1024 * 1024

export type Archiving = { fileTextMax?: number; isAgain?: boolean }

/** The months that can be archived before a month, from the first payment on. */
export async function closedMonths(sql: Sql, before: Month): Promise<Month[]> {
  const first = await rows.findFirstId(sql)
  const sealed = await rows.findSealedDay(sql)
  const months: Month[] = []
  if (first === null || sealed === null) return months
  const end = startOf(addDays(sealed, 1))
  for (let month = monthAt(momentOf(first)); month.day < before.day; month = monthAfter(month)) {
    if (month.until > end) break
    months.push(month)
  }
  return months
}

/** Null: somebody else is at it. `isAgain`: verifies it again, also in another store. */
export async function archiveMonth(
  { sql, now }: Needs,
  store: Store,
  month: Month,
  tell: Tell,
  { fileTextMax = FILE_TEXT_MAX, isAgain = false }: Archiving = {},
): Promise<ArchivedMonth | null> {
  const { day } = month
  const token = randomUUID()
  const until = () => later(now(), LEASE_MS)
  const claim = { day, store: store.name, isMoved: isAgain, token, until: until(), now: now() }
  const claimed = await rows.claimMonth(sql, claim)
  if (claimed === undefined) return null
  const lease: Lease = {
    token,
    until,
    async renew() {
      if (!(await rows.renewLease(sql, day, token, until()))) throw leaseLost(month)
    },
  }
  const { isDetached } = claimed
  const work: Work = { sql, now, store, month, lease, tell, isDetached, fileTextMax }
  try {
    if (claimed.store !== store.name) {
      throw new ArchiveError(
        `${month.name} was archived to ${claimed.store}, and COWRIE_ARCHIVE is ${store.name}. ` +
          'Copy the files, then add --again: it verifies them, and writes what is missing.',
      )
    }
    await bringToEnd(work, claimed, isAgain)
  } finally {
    await rows.endLease(sql, day, token)
  }
  return (await rows.findMonth(sql, day))!
}

async function bringToEnd(work: Work, { state }: ArchivedMonth, isAgain: boolean): Promise<void> {
  let at = state
  if (at === 'verified' && isAgain) at = await move(work, 'verified', 'written')
  if (at === 'changed') {
    await dropChanged(work)
    at = await move(work, 'changed', 'writing')
  }
  if (at === 'writing') {
    await writeMonth(work)
    at = 'written'
  }
  if (at === 'written') {
    await verifyMonth(work)
    await move(work, 'written', 'verified')
  }
}
