import { createPublicKey, type KeyObject } from 'node:crypto'
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { BackupError, SEALED, type Sealed } from './sealed.ts'
import { readSigned, signedText, type Trust } from './signed.ts'

// The folder of a backup.
//
//   backup.json                  the database that it belongs to
//   base/TIME/manifest.json      a base backup: its database, and each file with its checksum
//   base/TIME/data.zst.age       the bytes of those files, one after the other
//   wal/NAME.zst.age             a WAL segment, or the history of a timeline
//   wal/NAME.json                its checksums
//
// Manifests and WAL records are signed (signed.ts). No file lists the others, so losing one loses
// only what it describes.
//
// (1) A base exists whole or not at all: it is written beside its place, and renamed once the WAL
//     that it needs is archived.
// (2) A WAL file is written once. It counts when its record is written.
// (3) Retention removes no base without a newer good one that we signed, and no WAL that a kept
//     base needs.
// (4) What is unsigned, or signed for another database, does not count.

export type Manifest = {
  format: 1
  /** By the server's clock. */
  startedAt: string
  finishedAt: string
  systemIdentifier: string
  serverVersion: number
  /** The last migration; null if there is none. */
  schemaVersion: number | null
  timeline: number
  startLsn: string
  stopLsn: string
  walSegmentBytes: number
  /** The first and the last segment that it needs, numbered from the beginning of the WAL. */
  startSegment: number
  stopSegment: number
  user: string
  database: string
  data: Sealed
  directories: string[]
  files: { path: string; bytes: number; sha256: string }[]
}
export type Base = Manifest & { name: string; folder: string; isSigned: boolean }

/** `until`: what was acknowledged before is in this segment or an earlier one. */
export type WalFile = Sealed & { name: string; until: string; systemIdentifier: string }

const UNFINISHED = '.unfinished'
const DATA = `data${SEALED}`

/** Backups from before records were signed list the WAL in this file. */
const UNSIGNED_INDEX = 'wal/index.jsonl'
const RECORD = '.json'

export class Archive {
  readonly folder: string
  readonly systemIdentifier: string
  /** By name. */
  readonly wal: Map<string, WalFile>
  readonly #trust: Trust

  private constructor(folder: string, systemIdentifier: string, trust: Trust) {
    this.folder = folder
    this.systemIdentifier = systemIdentifier
    this.#trust = trust
    this.wal = new Map()
  }

  static async open(folder: string, trust: Trust): Promise<Archive> {
    const whole = resolve(folder)
    const file = join(whole, 'backup.json')
    if (!existsSync(file)) {
      throw new BackupError(`${folder} is not a backup: it has no backup.json.`)
    }
    const archive = new Archive(whole, identifierIn(file), trust)
    await archive.#readWal()
    return archive
  }

  /** Creates it if it is missing; refuses the folder of another database. */
  static async openFor(
    folder: string,
    systemIdentifier: string,
    signingKey: KeyObject,
  ): Promise<Archive> {
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
    const known = identifierIn(file)
    if (known !== systemIdentifier) {
      throw new BackupError(
        `${folder} is the backup of another database (system identifier ` +
          `${known}, not ${systemIdentifier}): pass a separate --to folder.`,
      )
    }
    // Left by a killed archiver. The database is locked, so no other is running.
    for (const name of await readdir(join(folder, 'base'))) {
      if (!name.endsWith(UNFINISHED)) continue
      await rm(join(folder, 'base', name), { recursive: true, force: true })
    }
    const signers = [createPublicKey(signingKey)]
    return Archive.open(folder, { signers, acceptUnsigned: false })
  }

  walPath(name: string): string {
    return join(this.folder, 'wal', `${name}${SEALED}`)
  }

  async addWal(file: WalFile, signingKey: KeyObject): Promise<void> {
    const folder = join(this.folder, 'wal')
    // Written after its file, so a record on the disk has its file there.
    await flushFolder(folder)
    await writeWhole(join(folder, file.name + RECORD), signedText('wal', file, signingKey))
    await flushFolder(folder)
    this.wal.set(file.name, file)
  }

  /** The last moment that the WAL reaches; null without WAL. */
  archivedUntil(): string | null {
    const moments = Array.from(this.wal.values(), ({ until }) => until)
    return moments.reduce<string | null>((max, one) => (max && max > one ? max : one), null)
  }

  async #readWal(): Promise<void> {
    const folder = join(this.folder, 'wal')
    if (this.#trust.acceptUnsigned) {
      for (const file of await readUnsignedIndex(join(this.folder, UNSIGNED_INDEX))) {
        this.#count(file, file.name)
      }
    }
    for (const entry of (await readdir(folder)).sort()) {
      if (!entry.endsWith(RECORD)) continue
      try {
        const text = await readFile(join(folder, entry), 'utf8')
        const { record, isSigned } = readSigned<WalFile>('wal', text, this.#trust.signers)
        const isOurs = record.systemIdentifier === this.systemIdentifier
        if (this.#trusts(isSigned) && isOurs) this.#count(record, entry.slice(0, -RECORD.length))
      } catch {
        // Not a record: a restore that needs the segment reports it as missing.
      }
    }
  }

  #count(file: WalFile, name: string): void {
    if (file.name === name && (isSegment(name) || isHistory(name))) this.wal.set(name, file)
  }

  #trusts(isSigned: boolean): boolean {
    return isSigned || this.#trust.acceptUnsigned
  }

  /** Where the data of a new base is written. */
  async beginBase(name: string): Promise<{ file: string; cancel(): void }> {
    const folder = join(this.folder, 'base', name + UNFINISHED)
    await mkdir(folder, { mode: 0o700 })
    const cancel = () => rmSync(folder, { recursive: true, force: true })
    return { file: join(folder, DATA), cancel }
  }

  async finishBase(name: string, manifest: Manifest, signingKey: KeyObject): Promise<void> {
    const folder = join(this.folder, 'base', name)
    const text = signedText('base', manifest, signingKey)
    await writeWhole(join(folder + UNFINISHED, 'manifest.json'), text)
    await rename(folder + UNFINISHED, folder)
    await flushFolder(join(this.folder, 'base'))
  }

  /** Good bases that we trust, oldest first. `tell` reports the others. */
  async bases(tell: (line: string) => void): Promise<Base[]> {
    const all = await this.allBases(tell)
    for (const { folder } of all.filter(({ isSigned }) => !this.#trusts(isSigned))) {
      tell(`Ignored the base backup ${folder}: no known signer signed it.`)
    }
    return all.filter(({ isSigned }) => this.#trusts(isSigned))
  }

  /** Whoever signed them, for retention. */
  async allBases(tell: (line: string) => void): Promise<Base[]> {
    const good: Base[] = []
    for (const name of (await readdir(join(this.folder, 'base'))).sort()) {
      if (name.endsWith(UNFINISHED)) continue
      const folder = join(this.folder, 'base', name)
      try {
        const text = readFileSync(join(folder, 'manifest.json'), 'utf8')
        const { record, isSigned } = readSigned<Manifest>('base', text, this.#trust.signers)
        if (record.systemIdentifier !== this.systemIdentifier) {
          throw new Error('it is of another database')
        }
        const { bytes } = record.data
        const size = statSync(join(folder, DATA)).size
        if (size !== bytes) throw new Error(`${DATA} has ${size} bytes, not ${bytes}`)
        good.push({ ...record, name, folder, isSigned })
      } catch (error) {
        tell(`Ignored the base backup ${folder}: ${(error as Error).message}.`)
      }
    }
    return good
  }

  dataOf(base: Base): string {
    return join(base.folder, DATA)
  }

  /** Removes bases, and WAL that only they need. */
  async prune(remove: Base[], keep: Base[], walSegmentBytes: number): Promise<void> {
    for (const { folder } of remove) {
      // The manifest first: the rest does not count without it.
      await rm(join(folder, 'manifest.json'), { force: true })
      await rm(folder, { recursive: true, force: true })
    }
    const first = Math.min(...keep.map(({ startSegment }) => startSegment))
    // Sorted: records come before their files, so none outlives its file.
    for (const file of (await readdir(join(this.folder, 'wal'))).sort()) {
      const name = file.slice(0, file.indexOf('.'))
      if (!isSegment(name) || segmentOf(name, walSegmentBytes) >= first) continue
      await rm(join(this.folder, 'wal', file))
      this.wal.delete(name)
    }
  }
}

/** The good bases to remove. Only newer ones that we signed expire a base. */
export function expired(
  bases: Base[],
  { keepMs, keepBases }: { keepMs: number | null; keepBases: number | null },
  now: Date,
): Base[] {
  if (keepMs === null && keepBases === null) return []
  const atOf = ({ finishedAt }: Base) => Date.parse(finishedAt)
  return bases.filter((base) => {
    const newer = bases.filter((one) => one.isSigned && atOf(one) > atOf(base))
    // Keep the last base before the period: its first moments are restored from that.
    const from = keepMs === null ? Number.POSITIVE_INFINITY : now.getTime() - keepMs
    return newer.length >= (keepBases ?? 1) && newer.some((one) => atOf(one) <= from)
  })
}

export const isSegment = (name: string) => /^[0-9A-F]{24}$/.test(name)
export const isHistory = (name: string) => /^[0-9A-F]{8}\.history$/.test(name)
export const timelineOf = (name: string) => Number.parseInt(name.slice(0, 8), 16)

/** The number of a segment from the beginning of the WAL. */
export function segmentOf(name: string, segmentBytes: number): number {
  const [high, low] = [name.slice(8, 16), name.slice(16, 24)]
  return Number.parseInt(high, 16) * (0x1_0000_0000 / segmentBytes) + Number.parseInt(low, 16)
}

export function segmentName(timeline: number, segment: number, segmentBytes: number): string {
  const each = 0x1_0000_0000 / segmentBytes
  const parts = [timeline, Math.floor(segment / each), segment % each]
  return parts.map((part) => part.toString(16).toUpperCase().padStart(8, '0')).join('')
}

/** The segment with the byte at `lsn`, such as `16/B374D848`. */
export function segmentAt(lsn: string, segmentBytes: number): number {
  const [high, low] = lsn.split('/').map((part) => Number.parseInt(part, 16))
  return Math.floor((high! * 0x1_0000_0000 + low!) / segmentBytes)
}

/** Whether `inner` is `outer` or inside it. */
export function isWithin(inner: string, outer: string): boolean {
  const way = relative(resolve(outer), resolve(inner))
  return way === '' || !(way === '..' || way.startsWith('../'))
}

async function readUnsignedIndex(file: string): Promise<WalFile[]> {
  const text = await readFile(file, 'utf8').catch(() => '')
  const lines = text.slice(0, text.lastIndexOf('\n') + 1).split('\n')
  try {
    return lines.filter(Boolean).map((line) => JSON.parse(line) as WalFile)
  } catch {
    throw new BackupError(`${file} is damaged: fetch it from another copy of the backup.`)
  }
}

function identifierIn(file: string): string {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as Manifest).systemIdentifier
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
