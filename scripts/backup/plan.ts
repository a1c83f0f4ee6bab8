import { existsSync, statSync } from 'node:fs'
import {
  type Archive,
  type Base,
  isHistory,
  isSegment,
  segmentAt,
  segmentName,
  segmentOf,
  timelineOf,
  type WalFile,
} from './archive.ts'
import { BackupError, unseal } from './sealed.ts'

// The base backup and the WAL that lead to a moment.

export type Plan = {
  base: Base
  timeline: number
  /** Segments, and histories of timelines. */
  wal: WalFile[]
  /** Null: as far as the WAL reaches. */
  at: Date | null
  /** Everything that was acknowledged before is restored. */
  restoredTo: Date
}

type Wanted = { at: Date | null; timeline: number | null }
/** `end`: the last segment of this timeline. */
type Stretch = { timeline: number; end: number }

export async function planRestore(
  archive: Archive,
  { at, timeline: asked }: Wanted,
  identities: readonly string[],
  tell: (line: string) => void,
): Promise<Plan> {
  const bases = await archive.bases(tell)
  if (bases.length === 0) {
    const all = await archive.allBases(() => {})
    const reason =
      all.length === 0 ? '' : ' that a --signer signed: add the signer, or pass --accept-unsigned'
    throw new BackupError(`${archive.folder} has no valid base backup${reason}.`)
  }
  const { walSegmentBytes } = bases[0]!
  const names = [...archive.wal.keys()]
  const timeline = asked ?? Math.max(...names.map(timelineOf), ...bases.map((one) => one.timeline))
  const lineage = await lineageOf(archive, timeline, walSegmentBytes, identities)
  const onIt = bases.filter((base) =>
    lineage.some((part) => part.timeline === base.timeline && base.stopSegment <= part.end),
  )
  const base = onIt.findLast(
    ({ finishedAt }) => at === null || Date.parse(finishedAt) <= at.getTime(),
  )
  if (!base) {
    throw new BackupError(
      at === null || onIt.length === 0
        ? `No base backup leads to timeline ${timeline}: pass another --timeline.`
        : `The first base backup finished at ${onIt[0]!.finishedAt}: pass that or later as --at.`,
    )
  }
  const { segments, restorableTo, missing } = chainFrom(archive, base, lineage)
  const gone = missing && `The WAL segment ${missing} is missing from the backup`
  if (segments.length <= base.stopSegment - base.startSegment) {
    throw new BackupError(
      `${gone}, and ${base.folder} cannot be restored without it: pass an earlier --at.`,
    )
  }
  const limit = restorableTo.toISOString()
  if (gone && (at === null || at > restorableTo)) {
    throw new BackupError(`${gone}: it can be restored up to ${limit}, with --at ${limit}.`)
  }
  if (at !== null && at > restorableTo) {
    throw new BackupError(`The backup ends at ${limit}: pass that or earlier as --at, or omit it.`)
  }
  const enough = at ? segments.findIndex(({ until }) => Date.parse(until) >= at.getTime()) : -1
  const needed = enough < 0 ? segments : segments.slice(0, enough + 1)
  const histories = [...archive.wal.values()].filter(({ name }) => isHistory(name))
  return { base, timeline, wal: [...needed, ...histories], at, restoredTo: at ?? restorableTo }
}

/** Each segment from the base to the first that is missing. */
function chainFrom(archive: Archive, base: Base, lineage: Stretch[]) {
  const { walSegmentBytes, startSegment } = base
  const segments: WalFile[] = []
  const onIt = (name: string) =>
    lineage.some(
      ({ timeline, end }) =>
        timeline === timelineOf(name) && segmentOf(name, walSegmentBytes) <= end,
    )
  const known = [...archive.wal.keys()].filter((name) => isSegment(name) && onIt(name))
  const last = known.reduce((max, name) => Math.max(max, segmentOf(name, walSegmentBytes)), 0)
  let missing: string | null = null
  for (let segment = startSegment; segment <= Math.max(last, base.stopSegment); segment++) {
    // The newest timeline repeats what it shares with the previous one.
    const candidates = lineage
      .filter(({ end }) => segment <= end)
      .map(({ timeline }) => segmentName(timeline, segment, walSegmentBytes))
    const found = candidates.findLast((name) => isThere(archive, name))
    if (found === undefined) {
      missing = candidates[0]!
      break
    }
    segments.push(archive.wal.get(found)!)
  }
  const moments = [base.finishedAt, ...segments.map(({ until }) => until)].map(Date.parse)
  return { segments, missing, restorableTo: new Date(Math.max(...moments)) }
}

function isThere(archive: Archive, name: string): boolean {
  const file = archive.wal.get(name)
  const path = archive.walPath(name)
  if (!file || !existsSync(path)) return false
  const { size } = statSync(path)
  if (size === file.bytes) return true
  throw new BackupError(
    `${path} is damaged (it has ${size} bytes, not ${file.bytes}): ` +
      `fetch it from another copy of the backup.`,
  )
}

/** The timelines from the first to this one; its history says where each ended. */
async function lineageOf(
  archive: Archive,
  timeline: number,
  segmentBytes: number,
  identities: readonly string[],
): Promise<Stretch[]> {
  const last = { timeline, end: Number.POSITIVE_INFINITY }
  if (timeline === 1) return [last]
  const name = `${timeline.toString(16).toUpperCase().padStart(8, '0')}.history`
  const file = archive.wal.get(name)
  if (!file) throw new BackupError(`${name} is missing from the backup: pass another --timeline.`)
  let text = ''
  for await (const chunk of unseal(archive.walPath(name), file, identities)) text += chunk
  const lines = text.matchAll(/^(\d+)\s+([0-9A-F]+\/[0-9A-F]+)/gm)
  const before = Array.from(lines, ([, number, lsn]) => ({
    timeline: Number(number),
    end: segmentAt(lsn!, segmentBytes),
  }))
  return [...before, last]
}
