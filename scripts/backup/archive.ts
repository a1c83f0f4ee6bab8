import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { appendFile, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { BackupError, SEALED, type Sealed } from './sealed.ts'

// The folder of a backup.
//
//   backup.json                  which database it is of
//   base/TIME/manifest.json      one base backup: what it is of, and each file with its checksum
//   base/TIME/data.zst.age       the bytes of those files, one after the other
//   wal/NAME.zst.age             a segment of the WAL, or the history of a timeline
//   wal/index.jsonl              a line for each of them, with its checksums
//
// (1) A base exists whole or not at all: it is written beside its place and renamed, after the WAL
//     that it needs is here.
// (2) A file of the WAL is written once. It counts when its line is in the index.
// (3) Retention removes no base without a newer good one, and no WAL that a kept base needs.

export type Manifest = {
  format: 1
  /** By the server's clock. */
  startedAt: string
  finishedAt: string
  systemIdentifier: string
  serverVersion: number
  /** The last migration; null where there is none. */
  schemaVersion: number | null
  timeline: number
  startLsn: string
  stopLsn: string
  walSegmentBytes: number
  /** The first and the last segment that it needs, counted from the beginning of the WAL. */
  startSegment: number
  stopSegment: number
  user: string
  database: string
  data: Sealed
  directories: string[]
  files: { path: string; bytes: number; sha256: string }[]
}
export type Base = Manifest & { name: string; folder: string }

/** `until`: whatever was acknowledged before is in this segment or in one before it. */
export type WalFile = Sealed & { name: string; until: string }

const UNFINISHED = '.unfinished'
const DATA = `data${SEALED}`

export class Archive {
  readonly folder: string
  /** By name. */
  readonly wal: Map<string, WalFile>

  private constructor(folder: string, wal: Map<string, WalFile>) {
    this.folder = folder
    this.wal = wal
  }

  static async open(folder: string): Promise<Archive> {
    const whole = resolve(folder)
    if (!existsSync(join(whole, 'backup.json'))) {
      throw new BackupError(`${folder} is not a backup: it has no backup.json.`)
    }
    return new Archive(whole, await readIndex(join(whole, 'wal/index.jsonl')))
  }

  /** Makes it where it is not there; refuses that of another database. */
  static async openFor(folder: string, systemIdentifier: string): Promise<Archive> {
    const file = join(folder, 'backup.json')
    if (!existsSync(file)) {
      const found = await readdir(folder).catch(() => [])
      if (found.length > 0) {
        throw new BackupError(`${folder} is neither empty nor a backup: pass another --to folder.`)
      }
      await mkdir(join(folder, 'base'), { recursive: true })
      await mkdir(join(folder, 'wal'), { recursive: true })
      await writeWhole(file, `${JSON.stringify({ format: 1, systemIdentifier })}\n`)
    }
    const known = readJson<{ systemIdentifier: string }>(file)
    if (known.systemIdentifier !== systemIdentifier) {
      throw new BackupError(
        `${folder} is the backup of another database (system identifier ` +
          `${known.systemIdentifier}, not ${systemIdentifier}): pass a separate --to folder.`,
      )
    }
    // What an archiver that was killed has left. We are alone here: the database is locked.
    await mendIndex(join(folder, 'wal/index.jsonl'))
    for (const name of await readdir(join(folder, 'base'))) {
      if (!name.endsWith(UNFINISHED)) continue
      await rm(join(folder, 'base', name), { recursive: true, force: true })
    }
    return Archive.open(folder)
  }

  walPath(name: string): string {
    return join(this.folder, 'wal', `${name}${SEALED}`)
  }

  async addWal(file: WalFile): Promise<void> {
    await flushFolder(join(this.folder, 'wal'))
    await appendFile(join(this.folder, 'wal/index.jsonl'), `${JSON.stringify(file)}\n`, {
      mode: 0o600,
      flush: true,
    })
    this.wal.set(file.name, file)
  }

  /** Where the data of a new base go. */
  async beginBase(name: string): Promise<{ file: string; cancel(): void }> {
    const folder = join(this.folder, 'base', name + UNFINISHED)
    await mkdir(folder, { mode: 0o700 })
    const cancel = () => rmSync(folder, { recursive: true, force: true })
    return { file: join(folder, DATA), cancel }
  }

  async finishBase(name: string, manifest: Manifest): Promise<void> {
    const folder = join(this.folder, 'base', name)
    const text = `${JSON.stringify(manifest)}\n`
    await writeWhole(join(folder + UNFINISHED, 'manifest.json'), text)
    await rename(folder + UNFINISHED, folder)
    await flushFolder(join(this.folder, 'base'))
  }

  /** The good ones, the oldest first; `tell` hears of each that is not. */
  async bases(tell: (line: string) => void): Promise<Base[]> {
    const good: Base[] = []
    for (const name of (await readdir(join(this.folder, 'base'))).sort()) {
      if (name.endsWith(UNFINISHED)) continue
      const folder = join(this.folder, 'base', name)
      try {
        const manifest = readJson<Manifest>(join(folder, 'manifest.json'))
        const { bytes } = manifest.data
        const size = statSync(join(folder, DATA)).size
        if (size !== bytes) throw new Error(`${DATA} has ${size} bytes, not ${bytes}`)
        good.push({ ...manifest, name, folder })
      } catch (error) {
        tell(`Ignored the base backup ${folder}: ${(error as Error).message}.`)
      }
    }
    return good
  }

  dataOf(base: Base): string {
    return join(base.folder, DATA)
  }

  /** Removes bases, and the WAL that only they need. */
  async prune(remove: Base[], keep: Base[]): Promise<void> {
    for (const { folder } of remove) {
      // The manifest first: without it the rest does not count.
      await rm(join(folder, 'manifest.json'), { force: true })
      await rm(folder, { recursive: true, force: true })
    }
    const first = Math.min(...keep.map(({ startSegment }) => startSegment))
    const bytes = keep[0]!.walSegmentBytes
    const isOld = (name: string) => isSegment(name) && segmentOf(name, bytes) < first
    const old = [...this.wal.keys()].filter(isOld)
    for (const name of old) this.wal.delete(name)
    const lines = [...this.wal.values()].map((file) => `${JSON.stringify(file)}\n`)
    if (old.length > 0) await writeWhole(join(this.folder, 'wal/index.jsonl'), lines.join(''))
    for (const file of await readdir(join(this.folder, 'wal'))) {
      const name = file.slice(0, -SEALED.length)
      if (file.endsWith(SEALED) && isOld(name)) await rm(join(this.folder, 'wal', file))
    }
  }
}

/** Of the good bases, the oldest first, those to remove. */
export function expired(
  bases: Base[],
  { keepMs, keepBases }: { keepMs: number | null; keepBases: number | null },
  now: Date,
): Base[] {
  let kept = keepBases === null && keepMs === null ? bases.length : 1
  if (keepBases !== null) kept = Math.max(kept, keepBases)
  if (keepMs !== null) {
    const from = now.getTime() - keepMs
    const within = bases.filter(({ finishedAt }) => Date.parse(finishedAt) > from).length
    // The one before is what the first moments of the time can be restored from.
    kept = Math.max(kept, within + 1)
  }
  return bases.slice(0, Math.max(0, bases.length - kept))
}

export const isSegment = (name: string) => /^[0-9A-F]{24}$/.test(name)
export const isHistory = (name: string) => /^[0-9A-F]{8}\.history$/.test(name)
export const timelineOf = (name: string) => Number.parseInt(name.slice(0, 8), 16)

/** The number of a segment, counted from the beginning of the WAL. */
export function segmentOf(name: string, segmentBytes: number): number {
  const [high, low] = [name.slice(8, 16), name.slice(16, 24)]
  return Number.parseInt(high, 16) * (0x1_0000_0000 / segmentBytes) + Number.parseInt(low, 16)
}

export function segmentName(timeline: number, segment: number, segmentBytes: number): string {
  const each = 0x1_0000_0000 / segmentBytes
  const parts = [timeline, Math.floor(segment / each), segment % each]
  return parts.map((part) => part.toString(16).toUpperCase().padStart(8, '0')).join('')
}

/** The one that holds the byte at `lsn`, such as `16/B374D848`. */
export function segmentAt(lsn: string, segmentBytes: number): number {
  const [high, low] = lsn.split('/').map((part) => Number.parseInt(part, 16))
  return Math.floor((high! * 0x1_0000_0000 + low!) / segmentBytes)
}

/** Whether `inner` is `outer`, or somewhere in it. */
export function isWithin(inner: string, outer: string): boolean {
  const way = relative(resolve(outer), resolve(inner))
  return way === '' || !(way === '..' || way.startsWith('../'))
}

/** The last line may be half a line, of an archiver that was killed: its file is written again. */
async function mendIndex(file: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => '')
  const end = text.lastIndexOf('\n') + 1
  if (end < text.length) await writeWhole(file, text.slice(0, end))
}

async function readIndex(file: string): Promise<Map<string, WalFile>> {
  const text = await readFile(file, 'utf8').catch(() => '')
  const lines = text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter(Boolean)
  try {
    const files = lines.map((line) => JSON.parse(line) as WalFile)
    return new Map(files.map((one) => [one.name, one]))
  } catch {
    throw new BackupError(`${file} is damaged: fetch it from another copy of the backup.`)
  }
}

function readJson<Content>(file: string): Content {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Content
  } catch (error) {
    throw new BackupError(`${file} cannot be read (${(error as Error).message}).`)
  }
}

async function writeWhole(file: string, text: string): Promise<void> {
  const handle = await open(`${file}.new`, 'w', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(`${file}.new`, file)
}

async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}
