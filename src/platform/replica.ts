import { MINUTE, SECOND } from './clock.ts'
import type { Database } from './db.ts'
import { momentOf } from './ids.ts'

// Reads older rows of lists and exports from a standby, to relieve the primary.
//
// (1) It is asked only for rows below one that is more than a minute old. So a walk through a list
//     misses nothing; changes of these rows may be seconds old.
// (2) It is used while it has everything that the primary had `BEHIND_MS_MAX` ago. Positions in the
//     WAL are compared, not clocks.
// (3) If it fails, the primary is asked: a standby cancels statements that block its replay.

const LOOK_EVERY_MS = 1 * SECOND
const BEHIND_MS_MAX = 5 * SECOND
const BELOW_MS = 1 * MINUTE

export type Replica = {
  /** Reads below `id`, a UUIDv7; null: from the beginning of a list. */
  read<Result>(
    id: string | null,
    now: Date,
    ask: (sql: Database) => Promise<Result>,
  ): Promise<Result>
  isUsed(): boolean
  end(): Promise<void>
}

type Log = { warn(fields: object, message: string): void }
type Place = { systemIdentifier: string; position: bigint }

/** `replica`: a pool that cannot write. */
export function replicaOf(primary: Database, replica: Database, log: Log): Replica {
  /** Positions of the primary that the replica has not reached. */
  let ahead: { atMs: number; position: bigint }[] = []
  let freshMs = Number.NEGATIVE_INFINITY
  const begunMs = performance.now()
  let said: 'used' | 'not used' = 'used'
  let isLooking = false

  const isUsed = () => performance.now() - freshMs <= BEHIND_MS_MAX

  async function look(): Promise<void> {
    const atMs = performance.now()
    const theirs = await placeOf(primary)
    ahead.push({ atMs, position: theirs.position })
    const ours = await placeOf(replica)
    if (ours.systemIdentifier !== theirs.systemIdentifier) {
      throw new Error('COWRIE_READ_URL is not a standby of DATABASE_URL.')
    }
    const reached = ahead.filter(({ position }) => position <= ours.position)
    freshMs = Math.max(freshMs, ...reached.map((one) => one.atMs))
    // Older entries are not needed.
    ahead = ahead.filter((one) => one.atMs > freshMs && atMs - one.atMs <= BEHIND_MS_MAX)
  }

  async function lookAndSay(): Promise<void> {
    if (isLooking) return
    isLooking = true
    const err = await look().then(
      () => null,
      (error: unknown) => error,
    )
    isLooking = false
    const state = isUsed() ? 'used' : 'not used'
    // Before the first look, nothing is known.
    if (state === said || performance.now() - begunMs <= BEHIND_MS_MAX) return
    said = state
    if (state === 'not used') log.warn(err ? { err } : {}, 'the read replica is not used')
    else log.warn({}, 'the read replica is used again')
  }

  void lookAndSay()
  const timer = setInterval(() => void lookAndSay(), LOOK_EVERY_MS).unref()
  return {
    async read(id, now, ask) {
      const isOld = id !== null && now.getTime() - momentOf(id).getTime() > BELOW_MS
      if (!isOld || !isUsed()) return ask(primary)
      try {
        return await ask(replica)
      } catch {
        // If the query itself is wrong, the primary says so too.
        return ask(primary)
      }
    },
    isUsed,
    async end() {
      clearInterval(timer)
      await replica.end({ timeout: 0 })
    },
  }
}

/** Reads below `id`, at the replica if there is one and it may be used. */
export function readBelow<Result>(
  { sql, replica, now }: { sql: Database; replica?: Replica; now: () => Date },
  id: string | null,
  ask: (sql: Database) => Promise<Result>,
): Promise<Result> {
  return replica ? replica.read(id, now(), ask) : ask(sql)
}

/** The position that a primary has written, or a standby has replayed. */
async function placeOf(sql: Database): Promise<Place> {
  const [row] = await sql<{ systemIdentifier: string; position: string }[]>`
    select
      system_identifier::text as system_identifier,
      (case
        when pg_is_in_recovery() then pg_last_wal_replay_lsn()
        else pg_current_wal_insert_lsn()
      end - '0/0'::pg_lsn)::text as position
    from pg_control_system()
  `
  return { systemIdentifier: row!.systemIdentifier, position: BigInt(row!.position) }
}
