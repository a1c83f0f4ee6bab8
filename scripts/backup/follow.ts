import { setTimeout as pause } from 'node:timers/promises'
import type { Database, Sql } from '../../src/platform/db.ts'
import { Archive, type Base, expired, segmentAt } from './archive.ts'
import { BackupError } from './sealed.ts'
import {
  archiveWal,
  inspectServer,
  type Keys,
  keepWal,
  noteProgress,
  type Server,
  takeBase,
} from './source.ts'

// `npm run backup`: one base backup with its WAL, or with --follow the WAL as it is written, and a
// base backup per day.
//
// A base is read on its own connection, so that WAL is archived meanwhile.

export type BackupOptions = Keys & {
  folder: string
  keepMs: number | null
  keepBases: number | null
  everyMs: number
  baseEveryMs: number
  say: (line: string) => void
}

const MEGABYTE = 1024 * 1024
const STEPS = 10

/** One base backup, which is usable when this returns. */
export async function backUpOnce(sql: Database, options: BackupOptions): Promise<void> {
  await sql.reserve(async (own) => {
    const server = await inspectServer(own)
    const archive = await Archive.openFor(
      options.folder,
      server.systemIdentifier,
      options.signingKey,
    )
    await keepWal(own, false)
    const base = await makeBase(own, server, archive, options, async (since) => {
      await archiveWal(own, server, archive, { ...options, since })
    })
    await noteProgress(own, 'base', new Date(base.finishedAt), options.say)
    await retain(archive, options, base)
  })
}

/** Until `stop` is aborted; archives the segment in progress too. */
export async function follow(
  sql: Database,
  options: BackupOptions,
  stop: AbortSignal,
): Promise<void> {
  const { say, everyMs, baseEveryMs } = options
  await sql.reserve(async (own) => {
    const server = await inspectServer(own)
    const archive = await Archive.openFor(
      options.folder,
      server.systemIdentifier,
      options.signingKey,
    )
    await keepWal(own, true)
    let last: Base | undefined = (await archive.bases(say)).at(-1)
    let since = last?.startSegment ?? (await currentSegment(own, server))
    let turn: Promise<unknown> = Promise.resolve()
    /** One after the other, because they write the same files. */
    const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
      const mine = turn.then(work)
      turn = mine.catch(() => {})
      return mine
    }
    const round = () => inTurn(() => archiveWal(own, server, archive, { ...options, since }))
    const untilArchived = async () => void (await round())
    const failed = Promise.withResolvers<never>()
    failed.promise.catch(() => {})
    const told = new Set<string>()
    const sayOnce = (line: string) => {
      if (!told.has(line)) say(line)
      told.add(line)
    }
    let isMaking = false
    const make = async () => {
      isMaking = true
      const base = await sql.reserve((other) =>
        makeBase(other, server, archive, options, untilArchived),
      )
      await inTurn(async () => {
        last = base
        since = base.startSegment
        await noteProgress(own, 'base', new Date(base.finishedAt), sayOnce)
        await retain(archive, options, base)
      })
      isMaking = false
    }
    if (server.keepsAllWal) {
      say('Set max_slot_wal_keep_size: a backup that is stopped fills the disk with WAL.')
    }
    say(`Archiving the WAL into ${options.folder}, at least every ${everyMs / 1000} s.`)
    for (let isLast = false; ; isLast = stop.aborted) {
      const { until, next, missing } = await round()
      await inTurn(() => noteProgress(own, 'wal', until, sayOnce))
      if (missing !== null) {
        say(
          'WAL was removed before it was archived. Times from ' +
            `${last?.finishedAt ?? 'the start'} to the next base backup cannot be restored.`,
        )
        since = next
        last = undefined
      }
      if (isLast) return
      const isDue = !last || until.getTime() - Date.parse(last.startedAt) >= baseEveryMs
      if (isDue && !isMaking && !stop.aborted) make().catch(failed.reject)
      if (stop.aborted) continue
      await Promise.race([pause(everyMs, null, { signal: stop }).catch(() => {}), failed.promise])
    }
  })
}

async function currentSegment(sql: Sql, { walSegmentBytes }: Server): Promise<number> {
  const [row] = await sql`select pg_current_wal_flush_lsn()::text as lsn`
  return segmentAt(row!['lsn'], walSegmentBytes)
}

async function makeBase(
  sql: Sql,
  server: Server,
  archive: Archive,
  options: BackupOptions,
  untilArchived: (since: number) => Promise<void>,
): Promise<Base> {
  const { recipients, signingKey, say } = options
  say('Reading a base backup …')
  let told = 0
  const tell = (done: number, all: number) => {
    const step = Math.floor((done / all) * STEPS)
    if (step === told) return
    told = step
    say(`  ${step * STEPS} % of ${Math.ceil(all / MEGABYTE)} MB`)
  }
  const manifest = await takeBase(sql, server, archive, {
    recipients,
    signingKey,
    tell,
    untilArchived,
  })
  const bases = await archive.bases(say)
  const base = bases.find(({ startLsn }) => startLsn === manifest.startLsn)
  if (!base) throw new BackupError(`The base backup in ${options.folder} is not valid.`)
  const { data } = manifest
  const size = (data.bytes / MEGABYTE).toFixed(1)
  say(`Base backup ${base.folder}: ${size} MB, sha256 ${data.sha256.slice(0, 16)}…`)
  return base
}

async function retain(archive: Archive, options: BackupOptions, last: Base): Promise<void> {
  const { keepMs, keepBases, say } = options
  if (keepMs === null && keepBases === null) return
  const bases = await archive.allBases(() => {})
  const old = expired(bases, options, new Date(last.finishedAt))
  const kept = bases.filter((one) => !old.includes(one))
  await archive.prune(old, kept, last.walSegmentBytes)
  if (old.length > 0) say(`Removed ${old.length} expired base backups.`)
}
