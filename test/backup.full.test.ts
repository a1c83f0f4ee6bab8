import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { armor, Decrypter, generateX25519Identity } from 'age-encryption'
import { Archive, type Base, expired } from '../scripts/backup/archive.ts'
import { restore } from '../scripts/backup/drill.ts'
import { drillOnce, isRight, type Rehearsal, startRehearsal } from '../scripts/backup/drills.ts'
import { escrow } from '../scripts/backup/escrow.ts'
import { planRestore } from '../scripts/backup/plan.ts'
import { BackupError } from '../scripts/backup/sealed.ts'
import { inspectServer, SLOT, takeBase } from '../scripts/backup/source.ts'
import { DAY } from '../src/platform/clock.ts'
import { readConfig } from '../src/platform/config.ts'
import { connectAsOwner } from '../src/platform/db.ts'
import { newFolder, removeFolder } from './process.ts'
import { until } from './support.ts'

// One service that is paid at while it is archived; restores of it, and what a restore refuses.

const ROOT = join(import.meta.dirname, '..')
const folder = newFolder()
const said: string[] = []
let rehearsal: Rehearsal
let copies = 0

before(async () => {
  const options = { everyMs: 500, baseEveryMs: DAY, say: (line: string) => said.push(line) }
  rehearsal = await startRehearsal(folder, options)
})
after(async () => {
  await rehearsal.stop()
  removeFolder(folder)
})

test('a restore to the end of the archive has every acknowledged payment before it', async () => {
  await until('payments are archived', async () => {
    const until = (await opened(rehearsal.archive)).archivedUntil()!
    const mark = rehearsal.marks.findLast(({ at }) => at <= Date.parse(until))
    return (mark?.paid ?? 0) > 5
  })

  const drill = await drillOnce(rehearsal, 'the end of the archive', join(folder, 'end'))

  assert(isRight(drill), JSON.stringify(drill))
  assert(drill.acknowledged > 10)
})

test('a restore to a moment has what was acknowledged before, and nothing of later', async () => {
  const drill = await drillOnce(rehearsal, 'an earlier moment', join(folder, 'moment'))

  assert(isRight({ ...drill, acknowledged: 1, found: 1 }), JSON.stringify(drill))
  assert.equal(drill.found, drill.acknowledged)
})

test('a base backup that ends half-way does not count, and leaves nothing', async () => {
  const sql = connectAsOwner(rehearsal.address)
  const target = join(folder, 'half')
  const { recipient, signingKey } = rehearsal

  const taken = sql.reserve(async (own) => {
    const server = serverOf()
    const archive = await Archive.openFor(target, server.systemIdentifier, signingKey)
    const tell = () => {
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    }
    const keys = { recipients: [recipient], signingKey }
    const options = { ...keys, tell, untilArchived: async () => {} }
    return takeBase(own, server, archive, options)
  })

  await assert.rejects(taken, { code: 'ENOSPC' })
  await sql.end()
  assert.deepEqual(readdirSync(join(target, 'base')), [])
  await assert.rejects(
    planRestore(await opened(target), wanted(), [rehearsal.identity], () => {}),
    /has no valid base backup\.$/,
  )
})

test('one backup of a database runs at a time', async () => {
  const sql = connectAsOwner(rehearsal.address)

  await assert.rejects(sql.reserve(inspectServer), /^BackupError: |already running/)
  await sql.end()
})

test('WAL is archived without a gap, and one base backup is made in a day', () => {
  const told = said.filter((line) => !line.includes('%'))

  assert.deepEqual(
    told.map((line) => line.split(' ').slice(0, 2).join(' ')),
    ['Archiving the', 'Reading a', 'Base backup'],
  )
})

test('a segment that is archived is kept by the server no longer', async () => {
  const sql = connectAsOwner(rehearsal.address)
  const kept = async () => {
    const [slot] = await sql`
      select pg_current_wal_flush_lsn() - restart_lsn as bytes, active
      from pg_replication_slots where slot_name = ${SLOT}
    `
    return Number(slot!['bytes'])
  }

  // Two segments of 4 MB, at most: the one that is written and the one that was just ended.
  await until('the slot moves on', async () => (await kept()) <= 8 * 1024 * 1024)
  const noted = await sql`select what from backup_progress order by what`
  await sql.end()
  assert.deepEqual(
    noted.map(({ what }) => what),
    ['base', 'wal'],
    'the metrics of the service see both',
  )
})

function serverOf() {
  const { systemIdentifier } = JSON.parse(
    readFileSync(join(rehearsal.archive, 'backup.json'), 'utf8'),
  )
  const [name] = readdirSync(join(rehearsal.archive, 'base'))
  const file = join(rehearsal.archive, 'base', name!, 'manifest.json')
  const [line] = readFileSync(file, 'utf8').split('\n')
  return { ...(JSON.parse(line!) as Base), systemIdentifier, keepsAllWal: false }
}

const opened = (target: string) => Archive.open(target, rehearsal.trust)
const asked = () => {
  const { trust } = rehearsal
  return { at: null, timeline: null, bin: null, trust, deadlineMs: DAY, say: () => {} }
}
const wanted = (at: Date | null = null) => ({ at, timeline: null })

/** What the archive is now, to be damaged. */
async function copied(): Promise<Archive> {
  copies += 1
  const target = join(folder, `copy-${copies}`)
  cpSync(rehearsal.archive, target, { recursive: true, filter: (path) => !/\.new$/.test(path) })
  return opened(target)
}

const plan = (archive: Archive, at: Date | null = null) =>
  planRestore(archive, wanted(at), [rehearsal.identity], () => {})

async function refusal(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => assert.fail('it was accepted'),
    (error: unknown) => error,
  )
  assert(error instanceof BackupError, String(error))
  assert.match(error.message, /^[^\n]+\.$/)
  return error.message
}

function restoring(archive: Archive, identity = rehearsal.identity): Promise<unknown> {
  const data = join(folder, `restored-${copies}`)
  const options = { data, ...asked() }
  return restore({ from: archive.folder, identities: [identity], ...options }).finally(() => {
    assert.equal(existsSync(data), false, 'nothing is left of a restore that failed')
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.includes('restoring')),
      [],
    )
  })
}

test('a backup that is stopped has archived all that was acknowledged until then', async () => {
  await rehearsal.stop()

  const { restoredTo } = await plan(await copied())
  const { acknowledged, marks } = rehearsal
  const before = marks.findLast(({ at }) => at <= restoredTo.getTime())
  assert.equal(before!.paid, acknowledged.paid.size)
})

test('a segment that is missing is named, with the moment up to which the rest leads', async () => {
  const archive = await copied()
  const [base] = await archive.bases(() => {})
  const whole = await plan(archive)
  const segments = whole.wal.slice(base!.stopSegment - base!.startSegment + 1)
  const gone = segments[1]!
  rmSync(archive.walPath(gone.name))

  const sentence = await refusal(plan(archive))

  const limit = segments[0]!.until
  assert.match(sentence, new RegExp(`The WAL segment ${gone.name} is missing`))
  assert(sentence.includes(`--at ${limit}`), sentence)
  const partial = await plan(archive, new Date(limit))
  assert.equal(partial.wal.at(-1)!.name, segments[0]!.name)
  rmSync(archive.walPath(whole.wal[0]!.name))
  assert.match(await refusal(plan(archive)), /cannot be restored without it/)
})

test('a file that was cut or changed is refused by its name', async () => {
  const cut = await copied()
  const { base, wal } = await plan(cut)
  const segment = cut.walPath(wal.at(-1)!.name)
  truncateSync(segment, wal.at(-1)!.bytes - 1)
  assert.match(await refusal(restoring(cut)), new RegExp(`^${segment} is damaged`))

  const changed = await copied()
  const data = join(changed.folder, 'base', base.name, 'data.zst.age')
  const bytes = readFileSync(data)
  bytes[Math.floor(bytes.length / 2)]! ^= 1
  writeFileSync(data, bytes)
  assert.match(await refusal(restoring(changed)), new RegExp(`^${data} is damaged`))

  const shorter = await copied()
  truncateSync(join(shorter.folder, 'base', base.name, 'data.zst.age'), 1_000)
  assert.match(await refusal(plan(shorter)), /no valid base backup/)
})

test('the wrong identity, a full folder and a moment out of reach are refused', async () => {
  const archive = await copied()
  const other = await generateX25519Identity()
  assert.match(await refusal(restoring(archive, other)), /The identity does not decrypt/)

  const data = join(folder, 'taken')
  mkdirSync(data)
  writeFileSync(join(data, 'mine'), '')
  const options = asked()
  const identities = [rehearsal.identity]
  const full = restore({ from: archive.folder, identities, data, ...options })
  assert.match(await refusal(full), /is not empty: restore into a new folder/)

  const { restoredTo, base } = await plan(archive)
  assert.match(await refusal(plan(archive, new Date(restoredTo.getTime() + 1))), /ends at .*: pass/)
  const early = new Date(Date.parse(base.startedAt) - 1)
  assert.match(await refusal(plan(archive, early)), /The first base backup finished at .*: pass/)
})

test('a record that was half written does not count, and another database is refused', async () => {
  const archive = await copied()
  const { signingKey } = rehearsal
  const { systemIdentifier } = serverOf()
  const names = [...archive.wal.keys()]
  const records = (await readdir(join(archive.folder, 'wal'))).filter((one) => /json$/.test(one))
  truncateSync(join(archive.folder, 'wal', records[0]!), 20)

  const again = await Archive.openFor(archive.folder, systemIdentifier, signingKey)

  assert.deepEqual([...again.wal.keys()], names.slice(1))
  const name = 'F'.repeat(24)
  await again.addWal({ ...[...again.wal.values()][0]!, name }, signingKey)
  assert.equal((await opened(archive.folder)).wal.size, names.length)
  const other = Archive.openFor(archive.folder, '1', signingKey)
  assert.match(await refusal(other), /of another database/)
})

test('retention keeps what a kept base needs, and never removes the last', async () => {
  const archive = await copied()
  const [base] = await archive.bases(() => {})
  const at = (day: number) => new Date(Date.parse('2026-11-01T00:00:00Z') + day * DAY)
  const bases = [1, 5, 9].map((day) => ({ ...base!, finishedAt: at(day).toISOString() }))
  const days = (keepMs: number | null, keepBases: number | null = null) =>
    expired(bases, { keepMs, keepBases }, at(10)).length
  assert.equal(days(null), 0)
  assert.equal(days(DAY / 2), 2, 'the last one stays, however old')
  assert.equal(days(2 * DAY), 1, 'the one before is what the first moments are restored from')
  assert.equal(days(6 * DAY), 0)
  assert.equal(days(null, 1), 2)
  assert.equal(days(2 * DAY, 3), 0)

  const names = [...archive.wal.keys()]
  const later = { ...base!, startSegment: base!.stopSegment + 1 }
  await archive.prune([], [base!], base!.walSegmentBytes)
  assert.deepEqual([...archive.wal.keys()], names, 'it needs them all')
  await archive.prune([base!], [later], base!.walSegmentBytes)
  assert.deepEqual(await archive.bases(() => {}), [])
  const left = (await opened(archive.folder)).wal
  assert.equal(left.size, names.length - (base!.stopSegment - base!.startSegment + 1))
  assert.equal(existsSync(archive.walPath(names[0]!)), false)
})

test('who gives no recipient or a place that is not apart is told so in one sentence', async () => {
  const data = join(folder, 'data')

  const told = await Promise.all([
    backup(['--to', join(folder, 'new'), '--recipient', 'age1nobody']),
    backup(['--to', join(data, 'backup'), '--recipient', rehearsal.recipient, '--sign', 'key']),
    backup(['--to', join(folder, 'new'), '--recipient', rehearsal.recipient]),
  ])

  assert.deepEqual(
    told.map(({ code }) => code),
    [1, 1, 1],
  )
  assert.equal(told[0].error, '--recipient age1nobody is not an age recipient such as age1….\n')
  assert.match(told[1].error, /^.* and the data folder .* must not contain each other\.\n$/)
  assert.match(told[2].error, /^Pass the key that signs the backup: --sign FILE, made with signkey/)
})

test('the master key is escrowed for its recipients, and never beside data or backups', async () => {
  const data = join(folder, 'data')
  const config = readConfig({ COWRIE_DATA: data })
  const recipients = [rehearsal.recipient]
  const into = (file: string) => escrow(config, { file, recipients })

  await into(join(folder, 'key.age'))

  const decrypter = new Decrypter()
  decrypter.addIdentity(rehearsal.identity)
  const sealed = armor.decode(readFileSync(join(folder, 'key.age'), 'utf8'))
  const key = readFileSync(join(data, 'master.key'), 'utf8').trim()
  assert.equal(await decrypter.decrypt(sealed, 'text'), `${key}\n`)
  assert.match(await refusal(into(join(data, 'key.age'))), /is in the data folder: keep/)
  const beside = join(rehearsal.archive, 'wal/key.age')
  assert.match(await refusal(into(beside)), /is a backup: keep the master key apart/)
  const again = await refusal(into(join(folder, 'key.age')))
  assert.match(again, /already exists: pass a new file as --to/)
})

function backup(words: string[]): Promise<{ code: number; error: string }> {
  const env = { PATH: process.env['PATH'], COWRIE_DATA: join(folder, 'data') }
  const line = ['--disable-warning=ExperimentalWarning', 'scripts/backup.ts', ...words]
  return new Promise((resolve) => {
    execFile(process.execPath, line, { cwd: ROOT, env }, (error, _said, text) => {
      resolve({ code: error ? Number(error.code) : 0, error: text })
    })
  })
}
