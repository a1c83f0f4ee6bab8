import { randomUUID } from 'node:crypto'
import { leavingIn } from '../../core/ledger/left.ts'
import type { Part } from '../../core/ledger/part.ts'
import type { Rest } from '../../core/ledger/rest.sql.ts'
import { openPart, restsWithout, setRests } from '../../core/ledger/seal.ts'
import { DAY, later, MINUTE } from '../../platform/clock.ts'
import type { Database } from '../../platform/db.ts'
import { momentOf } from '../../platform/ids.ts'
import { startOf } from '../../platform/lagos.ts'
import { claimMonth, endLease, listMonths } from './archive.sql.ts'
import { archiveMonth, closedMonths } from './archive.ts'
import type { Partition } from './detach.sql.ts'
import * as rows from './detach.sql.ts'
import { type Month, monthAt } from './month.ts'
import type { Store } from './store.ts'
import { ArchiveError, type Needs, type Tell } from './work.ts'

// Entries of archived months leave the database (src/core/ledger/left.ts).
//
//   verified ──> verified again ──> slices digested, rest copied ──> detached
//
// (1) A partition of `ledger_entry` leaves as a whole, which is a month, or for the first one all
//     months before. They leave oldest first.
// (2) No payment of it can be booked any more: none is open, and a check of what remains refuses
//     it.
// (3) What leaves is in sealed slices, and is what the store has: all files are read back and
//     compared with the rows once more, and the slices with their digests.
// (4) In one transaction, the partition is replaced by a copy of what stays and dropped, and the
//     digests of what remains of its slices and the sums of what has left are recorded. Until then
//     nothing has happened. A run that is killed leaves a copy, which the next run drops.
// (5) It holds a lock on all entries for some milliseconds, in that transaction.

/** After the last entry. Margins are summed again for 60 days. */
const AGE_MS = 90 * DAY
const LEASE_MS = 30 * MINUTE

type Detaching = { ageMs?: number }

/** Detaches what may leave before a month. Throws an ArchiveError that says why one may not. */
export async function detachMonths(
  needs: Needs,
  store: Store,
  before: Month,
  tell: Tell,
  { ageMs = AGE_MS }: Detaching = {},
): Promise<void> {
  const { sql, now } = needs
  const closed = await closedMonths(sql, before)
  const known = await listMonths(sql)
  const isDone = ({ day }: Month) => known.some((one) => one.month === day && one.isDetached)
  for (const partition of await rows.listPartitions(sql)) {
    const own = closed.filter(({ part }) => isIn(part, partition))
    if (own.length === 0 || own.every(isDone)) continue
    const ends = momentOf(partition.endId)
    if (ends > startOf(before.day)) {
      tell(`${namesOf(own)}: may leave with --before ${monthAt(ends).name} or later.`)
      return
    }
    const last = await rows.readLastLeaving(sql, partition, partOf(partition, own))
    const youngest = last !== null && last > ends ? last : ends
    if (youngest > later(now(), -ageMs)) {
      const from = later(youngest, ageMs).toISOString().slice(0, 10)
      throw refusal(own, `may leave the database from ${from} on.`)
    }
    if (own.at(-1)!.until < ends) {
      throw new ArchiveError(
        `${namesOf(own)}: not all days until ${ends.toISOString()} are sealed.`,
      )
    }
    await detachPartition(needs, store, partition, own, tell)
    tell(`${namesOf(own)}: detached`)
  }
}

function isIn(part: Part, { firstId, endId }: Partition): boolean {
  return part.firstId >= firstId && part.endId <= endId
}

const namesOf = (own: readonly Month[]) => own.map(({ name }) => name).join(', ')
const refusal = (own: readonly Month[], words: string) =>
  new ArchiveError(`${namesOf(own)}: ${words}`)

/** All ids of the partition. */
function partOf({ firstId, endId }: Partition, own: readonly Month[]): Part {
  return { ...own[0]!.part, firstId, endId }
}

async function detachPartition(
  needs: Needs,
  store: Store,
  partition: Partition,
  own: readonly Month[],
  tell: Tell,
): Promise<void> {
  const all = partOf(partition, own)
  if (await rows.hasOpenPayments(needs.sql, all)) {
    throw refusal(own, 'a payment is still open. The month leaves once it has ended.')
  }
  if (await rows.hasMisplaced(needs.sql, all)) {
    throw refusal(own, 'entries wait for their partition: docs/runbooks/partitions-missing.md.')
  }
  for (const month of own) {
    const done = await archiveMonth(needs, store, month, tell, { isAgain: true })
    if (done?.state !== 'verified') {
      throw refusal([month], 'another archiver is at work.')
    }
  }
  const token = randomUUID()
  const claimed: Month[] = []
  try {
    for (const month of own) {
      const until = later(needs.now(), LEASE_MS)
      const claim = { day: month.day, store: store.name, isMoved: false, token, until }
      if ((await claimMonth(needs.sql, { ...claim, now: needs.now() })) === undefined) {
        throw refusal([month], 'another archiver is at work.')
      }
      claimed.push(month)
    }
    await replace(needs, partition, own, token)
  } finally {
    for (const { day } of claimed) await endLease(needs.sql, day, token)
  }
}

async function replace(
  needs: Needs,
  partition: Partition,
  own: readonly Month[],
  token: string,
): Promise<void> {
  const { sql, now } = needs
  const copied = await copyRest(sql, partition, own)
  const changed = refusal(own, 'something has changed meanwhile. Run the command again.')
  await sql.begin(async (begun) => {
    await begun.liftTimeLimit()
    await begun.unsafe("set local lock_timeout = '60s'; set local work_mem = '64MB'")
    for (const month of own) {
      const last = await rows.readLastLeaving(begun, partition, month.part)
      await rows.insertDetached(begun, month, last, now())
    }
    if (copied !== null) {
      // From here on, a reset of test mode, which removes entries, has to wait.
      await setRests(begun, copied.rests, now())
      if (!(await rows.isWhole(begun, partition, copied.from))) throw changed
    }
    await rows.lockEntries(begun, partition)
    if (await rows.hasLeavingAfter(begun, partition, copied?.last ?? null)) throw changed
    const days = own.map(({ day }) => day)
    if (!(await rows.lockVerified(begun, days, token))) throw changed
    if (copied === null) return
    if (!(await rows.isWhole(begun, partition, copied.open))) throw changed
    await rows.replacePartition(begun, partition)
  })
}

/** `open`: whatever is written after the copy has this time or a later one. */
type Copied = { rests: Rest[]; from: Date; open: Date | string; last: Date }

/** Null if nothing leaves. */
async function copyRest(
  sql: Database,
  partition: Partition,
  own: readonly Month[],
): Promise<Copied | null> {
  const all = partOf(partition, own)
  const last = await rows.readLastLeaving(sql, partition, all)
  const { from, until } = await rows.readSpan(sql, partition)
  if (last === null || from === null) return null
  const { wrong, rests } = await restsWithout({ sql }, { from, until }, (on) => leavingIn(on, all))
  if (wrong.length > 0) {
    throw refusal(own, 'the entries are not those that were sealed. Run npm run ledger:verify.')
  }
  const { from: open } = await openPart(sql)
  await rows.copyRest(sql, partition)
  return { rests, from, open, last }
}
