import { createHash, type KeyObject } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { type Sql, sqlState } from '../../src/platform/db.ts'
import {
  type Archive,
  isHistory,
  isSegment,
  type Manifest,
  segmentAt,
  segmentOf,
  timelineOf,
} from './archive.ts'
import { isDataFile, isDataFolder } from './paths.ts'
import { BackupError, seal } from './sealed.ts'

// Reads the server by SQL: the files of a base backup between pg_backup_start and pg_backup_stop,
// and WAL segments when they are complete. The WAL repairs pages that were written while they were
// read, as after pg_basebackup.

export const SLOT = 'cowrie_backup'
const LOCK = 7_203_416 // Of this database, beside that of migrations.
const CHUNK = 4 * 1024 * 1024
const CONTROL = 'global/pg_control'
const VERSION_MIN = 150_000
const INSUFFICIENT_PRIVILEGE = '42501'
const UNDEFINED_TABLE = '42P01'
const MANUAL = 'see docs/operating/back-up.md'

/** Content is created by a starting server, but the folder must exist. */
const EMPTY = [
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]
const LEFT_OUT = /(^|\/)(pgsql_tmp|pg_internal\.init)[^/]*$/
const KEY_FILE = /(^|\/)(master\.key|sandbox-rail\.secret)$/

/** The recipients of the backup, and the key that signs it. */
export type Keys = { recipients: readonly string[]; signingKey: KeyObject }

export type Server = {
  systemIdentifier: string
  serverVersion: number
  schemaVersion: number | null
  walSegmentBytes: number
  /** A backup that has stopped fills the disk. */
  keepsAllWal: boolean
  /** The superuser that the server was created with. */
  user: string
  database: string
}

/**
 * Refuses a server that cannot be backed up, with one sentence. Takes a lock: one backup at a time.
 */
export async function inspectServer(sql: Sql): Promise<Server> {
  // The backup must not wait for a standby that is down.
  await sql`set synchronous_commit = local`
  const [found] = await sql`
    select current_setting('server_version_num')::int as server_version,
           pg_size_bytes(current_setting('wal_segment_size'))::int as wal_segment_bytes,
           current_setting('wal_level') as wal_level,
           (select system_identifier::text from pg_control_system()) as system_identifier,
           (select string_agg(spcname, ', ') from pg_tablespace
            where spcname not in ('pg_default', 'pg_global')) as tablespaces,
           pg_is_in_recovery() as is_standby,
           current_setting('max_slot_wal_keep_size') = '-1' as keeps_all_wal,
           (select rolname::text from pg_roles where oid = 10) as user,
           current_database()::text as database,
           to_regclass('migration') is not null as has_schema
  `
  const server = found as Server & Record<string, unknown>
  const refuse = (sentence: string): never => {
    throw new BackupError(sentence)
  }
  if (server.serverVersion < VERSION_MIN) refuse('PostgreSQL is older than 15: upgrade it first.')
  if (server['isStandby']) refuse('DATABASE_URL connects to a standby: set it to the primary.')
  if (server['walLevel'] === 'minimal') refuse('wal_level is minimal: set it to replica.')
  if (server['tablespaces']) {
    refuse(`The server has tablespaces (${server['tablespaces']}): use pgBackRest, ${MANUAL}.`)
  }
  const [locked] = await sql`select pg_try_advisory_lock(${LOCK}) as is_ours`
  if (!locked!['isOurs']) {
    refuse('A backup of this database is already running. With --follow it takes all base backups.')
  }
  const [schema] = server['hasSchema'] ? await sql`select max(number) as last from migration` : []
  return { ...server, schemaVersion: schema?.['last'] ?? null }
}

/** Reads a base backup into the archive. */
export async function takeBase(
  sql: Sql,
  server: Server,
  archive: Archive,
  options: Keys & {
    tell: (done: number, all: number) => void
    /** Waits until the WAL from segment `since` to now is archived. */
    untilArchived: (since: number) => Promise<void>
  },
): Promise<Manifest> {
  const { recipients, signingKey, tell, untilArchived } = options
  const [begun] = await sql`
    select lsn::text, clock_timestamp() as moment,
           to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24-MI-SS"Z"') as name,
           pg_walfile_name(lsn) as segment
    from pg_backup_start('cowrie', true) as start (lsn)
  `
  const name: string = begun!['name']
  const { file, cancel } = await archive.beginBase(name)
  try {
    const files: Manifest['files'] = []
    const { directories, listed } = await listFiles(sql)
    const stopped = { lsn: '', moment: new Date(0) }
    const data = await seal(file, contentOf(sql, { listed, files, tell, stopped }), recipients)
    const { walSegmentBytes } = server
    const startSegment = segmentAt(begun!['lsn'], walSegmentBytes)
    const stopSegment = segmentAt(stopped.lsn, walSegmentBytes)
    await untilArchived(startSegment)
    if (firstMissing(archive, walSegmentBytes, startSegment, stopSegment + 1) !== null) {
      throw new BackupError('The server removed WAL that the base backup needs: run it again.')
    }
    const manifest: Manifest = {
      format: 1,
      startedAt: begun!['moment'].toISOString(),
      finishedAt: stopped.moment.toISOString(),
      systemIdentifier: server.systemIdentifier,
      serverVersion: server.serverVersion,
      schemaVersion: server.schemaVersion,
      timeline: timelineOf(begun!['segment']),
      startLsn: begun!['lsn'],
      stopLsn: stopped.lsn,
      walSegmentBytes,
      startSegment,
      stopSegment,
      user: server.user,
      database: server.database,
      data,
      directories,
      files,
    }
    await archive.finishBase(name, manifest, signingKey)
    return manifest
  } catch (error) {
    cancel()
    throw error
  }
}

type Listed = { path: string; bytes: number }

async function listFiles(sql: Sql): Promise<{ directories: string[]; listed: Listed[] }> {
  const found = await sql<{ path: string; bytes: bigint; isFolder: boolean }[]>`
    with recursive tree (path, bytes, is_folder) as (
      select name, stat.size, stat.isdir
      from pg_ls_dir('.') as name, pg_stat_file(name, true) as stat
      union all
      select path || '/' || name, stat.size, stat.isdir
      from tree, pg_ls_dir(path, true, false) as name,
           pg_stat_file(path || '/' || name, true) as stat
      where is_folder and path <> all (${EMPTY}::text[])
    )
    select path, bytes, is_folder from tree
    where is_folder is not null and path <> ${CONTROL} order by path
  `
  const key = found.find(({ path }) => KEY_FILE.test(path))
  if (key) {
    throw new BackupError(
      `${key.path} is in the PostgreSQL folder and would be included in the backup: move it.`,
    )
  }
  const wanted = found.filter(({ path }) => !LEFT_OUT.test(path))
  const ofFolder = (path: string) => LEFT_OUT.test(path.slice(0, path.lastIndexOf('/')))
  return {
    directories: wanted.flatMap(({ path, isFolder }) =>
      isFolder && isDataFolder(path) ? [path] : [],
    ),
    listed: wanted
      .filter(({ path, isFolder }) => !isFolder && isDataFile(path) && !ofFolder(path))
      .map(({ path, bytes }) => ({ path, bytes: Number(bytes) })),
  }
}

/** The bytes of all files. Fills `files`, and `stopped` with the end of the backup. */
async function* contentOf(
  sql: Sql,
  {
    listed,
    files,
    tell,
    stopped,
  }: {
    listed: Listed[]
    files: Manifest['files']
    tell: (done: number, all: number) => void
    stopped: { lsn: string; moment: Date }
  },
): AsyncGenerator<Uint8Array> {
  const all = listed.reduce((sum, { bytes }) => sum + bytes, 0)
  let done = 0
  const note = (path: string, parts: Uint8Array[]) => {
    const hash = createHash('sha256')
    for (const part of parts) hash.update(part)
    const bytes = parts.reduce((sum, { length }) => sum + length, 0)
    files.push({ path, bytes, sha256: hash.digest('hex') })
  }
  for (const { path } of listed) {
    const hash = createHash('sha256')
    let [bytes, isThere] = [0, false]
    for await (const chunk of readServerFile(sql, path)) {
      isThere = true
      hash.update(chunk)
      bytes += chunk.length
      done += chunk.length
      yield chunk
      tell(Math.min(done, all), all)
    }
    // A table may be dropped meanwhile; the WAL then drops it too.
    if (isThere) files.push({ path, bytes, sha256: hash.digest('hex') })
  }
  // Last, as in pg_basebackup: no other file may be older than what it states.
  const control = await readControl(sql)
  note(CONTROL, [control])
  yield control
  const [stop] = await sql`
    select lsn::text, labelfile, clock_timestamp() as moment
    from pg_backup_stop(false)
  `
  const label = Buffer.from(stop!['labelfile'])
  note('backup_label', [label])
  yield label
  Object.assign(stopped, { lsn: stop!['lsn'], moment: stop!['moment'] })
}

/** Yields nothing if the file does not exist; one empty chunk if it is empty. */
async function* readServerFile(sql: Sql, path: string): AsyncGenerator<Buffer> {
  for (let offset = 0; ; offset += CHUNK) {
    const [row] = await sql`
      select pg_read_binary_file(${path}, ${BigInt(offset)}, ${BigInt(CHUNK)}, true) as bytes
    `
    const bytes: Buffer | null = row!['bytes']
    if (bytes === null) {
      if (offset === 0) return
      throw new BackupError(`The server removed ${path} while it was read: run the backup again.`)
    }
    yield bytes
    if (bytes.length < CHUNK) return
  }
}

/** The WAL does not repair this file, so it is read until two reads are equal. */
async function readControl(sql: Sql): Promise<Buffer> {
  for (let last: Buffer = Buffer.alloc(0); ; ) {
    const [row] = await sql`select pg_read_binary_file(${CONTROL}) as bytes`
    const bytes: Buffer = row!['bytes']
    if (bytes.equals(last)) return bytes
    last = bytes
  }
}

/** Keeps the WAL from now on, for this session or until `dropSlot`. */
export async function keepWal(sql: Sql, isLasting: boolean): Promise<void> {
  if (!isLasting) {
    await sql`
      select pg_create_physical_replication_slot(
        ${SLOT} || '_' || pg_backend_pid()::text, true, true)
    `
    return
  }
  const [slot] = await sql`
    select wal_status from pg_replication_slots where slot_name = ${SLOT}
  `
  if (slot?.['walStatus'] === 'lost') await dropSlot(sql)
  else if (slot) return
  await sql`select pg_create_physical_replication_slot(${SLOT}, true)`
}

export async function dropSlot(sql: Sql): Promise<boolean> {
  const dropped = await sql`
    select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = ${SLOT}
  `
  await sql`delete from backup_progress where what = 'wal'`.catch(nullWithoutTable)
  return dropped.length > 0
}

/** Without the table or the right to read it, nothing was recorded. */
function nullWithoutTable(error: unknown): null {
  const state = sqlState(error)
  if (state === INSUFFICIENT_PRIVILEGE || state === UNDEFINED_TABLE) return null
  throw error
}

/**
 * Ends the current segment and archives all complete ones. Its own transaction puts a COMMIT after
 * everything acknowledged, so that recovery finds each moment between two rounds. Returns the first
 * segment from `since` that is missing.
 */
export async function archiveWal(
  sql: Sql,
  server: Server,
  archive: Archive,
  options: Keys & { since: number },
): Promise<{ until: Date; next: number; missing: number | null }> {
  const { recipients, signingKey, since } = options
  const { walSegmentBytes, systemIdentifier } = server
  const [clock] = await sql`select clock_timestamp() as moment`
  const until: Date = clock!['moment']
  await sql`select pg_current_xact_id()`
  await sql`select pg_switch_wal()`
  const [flushed] = await sql`select pg_current_wal_flush_lsn()::text as lsn`
  const next = segmentAt(flushed!['lsn'], walSegmentBytes)
  const there = await sql<{ name: string }[]>`select name from pg_ls_waldir() order by name`
  const due = there
    .map(({ name }) => name)
    .filter((name) => !archive.wal.has(name))
    .filter((name) => isHistory(name) || (isSegment(name) && isDue(name)))
  function isDue(name: string): boolean {
    const segment = segmentOf(name, walSegmentBytes)
    return segment >= since && segment < next
  }
  const before = archive.archivedUntil() ?? new Date(0).toISOString()
  for (const [i, name] of due.entries()) {
    const path = archive.walPath(name)
    await rm(path, { force: true })
    const sealed = await seal(path, readServerFile(sql, `pg_wal/${name}`), recipients)
    const isWhole = isHistory(name) || sealed.plainBytes === walSegmentBytes
    if (!isWhole) throw new BackupError(`The server removed ${name} before it was archived.`)
    // Only the last one is known to contain everything until now.
    const known = i === due.length - 1 ? until.toISOString() : before
    await archive.addWal({ name, ...sealed, until: known, systemIdentifier }, signingKey)
  }
  const missing = firstMissing(archive, walSegmentBytes, since, next)
  if (missing === null) await releaseWal(sql, next, walSegmentBytes)
  return { until, next, missing }
}

/** For the service's metrics. A database without the table is backed up too. */
export async function noteProgress(
  sql: Sql,
  what: 'base' | 'wal',
  until: Date,
  say: (line: string) => void,
): Promise<void> {
  const noted = await sql`
    insert into backup_progress (what, until) values (${what}, ${until})
    on conflict (what) do update set until = excluded.until
  `.catch(nullWithoutTable)
  if (noted === null) say(`The metrics do not see this backup: ${MANUAL}.`)
}

/** The first segment from `since`, before `next`, that is archived on no timeline. */
function firstMissing(
  { wal }: Archive,
  segmentBytes: number,
  since: number,
  next: number,
): number | null {
  const archived = new Set(
    [...wal.keys()].filter(isSegment).map((name) => segmentOf(name, segmentBytes)),
  )
  for (let segment = since; segment < next; segment++) if (!archived.has(segment)) return segment
  return null
}

/** Archived WAL need not be kept for the backup. */
async function releaseWal(sql: Sql, next: number, segmentBytes: number): Promise<void> {
  const lsn = BigInt(next) * BigInt(segmentBytes)
  const text = `${(lsn >> 32n).toString(16)}/${(lsn & 0xffff_ffffn).toString(16)}`
  await sql`
    select pg_replication_slot_advance(slot_name, ${text}::pg_lsn) from pg_replication_slots
    where slot_name = ${SLOT} and restart_lsn < ${text}::pg_lsn
  `
}

/** What the database refused, for an operator. */
export function explain(error: unknown): unknown {
  if (sqlState(error) !== INSUFFICIENT_PRIVILEGE) return error
  const { message } = error as Error
  return new BackupError(`The login of DATABASE_URL lacks a right (${message}): ${MANUAL}.`)
}
