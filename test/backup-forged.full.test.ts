import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHash, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Archive, type Base, expired, type WalFile } from '../scripts/backup/archive.ts'
import { restore } from '../scripts/backup/drill.ts'
import { type Rehearsal, startRehearsal } from '../scripts/backup/drills.ts'
import { planRestore } from '../scripts/backup/plan.ts'
import { nothingElseRuns } from '../scripts/backup/recover.ts'
import { BackupError, seal, unseal } from '../scripts/backup/sealed.ts'
import {
  makeSigningKey,
  readSigner,
  readSigningKey,
  signedText,
  type Trust,
} from '../scripts/backup/signed.ts'
import { DAY, SECOND } from '../src/platform/clock.ts'
import { connectAsOwner, type Database } from '../src/platform/db.ts'
import { newFolder, removeFolder } from './process.ts'
import { until } from './support.ts'

// Somebody can write to the folder of a backup and knows its recipient, but has no signing key.
// They put another database there, or change what is there, and wait for a restore.

const ROOT = join(import.meta.dirname, '..')
const folder = newFolder()
let rehearsal: Rehearsal
let preloads: { name: string }[]
let copies = 0

before(async () => {
  rehearsal = await startRehearsal(folder, { everyMs: 500, baseEveryMs: DAY, say: () => {} })
  const sql = connectAsOwner(rehearsal.address)
  preloads = await sql<{ name: string }[]>`
    select name from pg_settings
    where context <> 'internal' and (name ~ '_command$' or name ~ 'librar(y|ies|y_path)$')
  `
  await sql.end()
  await rehearsal.stop()
})
after(() => removeFolder(folder))

const anybody = { signers: [], acceptUnsigned: true }
type Changed = { path: string; text: string }

function copied(): string {
  copies += 1
  const target = join(folder, `copy-${copies}`)
  cpSync(rehearsal.archive, target, { recursive: true })
  return target
}

const fileOf = (target: string, name: string) =>
  join(target, 'base', readdirSync(join(target, 'base'))[0]!, name)
const manifestOf = (target: string): Base =>
  JSON.parse(readFileSync(fileOf(target, 'manifest.json'), 'utf8').split('\n')[0]!)

/** The base backup with more files in it, for the same recipients; signed by `key`, or nobody. */
async function forge(target: string, more: Changed[], key: KeyObject | null): Promise<void> {
  const manifest = manifestOf(target)
  const file = fileOf(target, 'data.zst.age')
  renameSync(file, `${file}.before`)
  async function* content() {
    yield* unseal(`${file}.before`, manifest.data, [rehearsal.identity])
    for (const { text } of more) yield Buffer.from(text)
  }
  const data = await seal(file, content(), [rehearsal.recipient])
  rmSync(`${file}.before`)
  const added = more.map(({ path, text }) => ({
    path,
    bytes: Buffer.byteLength(text),
    sha256: createHash('sha256').update(text).digest('hex'),
  }))
  const forged = { ...manifest, data, files: [...manifest.files, ...added] }
  const text = key ? signedText('base', forged, key) : `${JSON.stringify(forged)}\n`
  writeFileSync(fileOf(target, 'manifest.json'), text)
}

function restored(
  from: string,
  trust: Trust,
  inspect?: (sql: Database) => Promise<void>,
  more: { bin?: string; deadlineMs?: number } = {},
) {
  const { bin = null, deadlineMs = DAY } = more
  const data = join(folder, `restored-${copies}`)
  const options = { from, trust, identities: [rehearsal.identity], data, deadlineMs, bin }
  return restore({ ...options, at: null, timeline: null, say: () => {} }, inspect)
}

async function refusal(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => assert.fail('it was accepted'),
    (error: unknown) => error,
  )
  assert(error instanceof BackupError, String(error))
  return error.message
}

test('a base backup that nobody signed is refused, and the sentence says how to accept it', async () => {
  const target = copied()
  await forge(target, [], null)

  const sentence = await refusal(restored(target, rehearsal.trust))

  assert.match(sentence, /no valid base backup that a --signer signed.*pass --accept-unsigned\.$/)
})

test('the signature of a stranger, or of what was there before, is none', async () => {
  const stranger = generateKeyPairSync('ed25519').privateKey
  const [signed, changed] = [copied(), copied()]
  await forge(signed, [], stranger)
  const file = fileOf(changed, 'manifest.json')
  const [line, signature] = readFileSync(file, 'utf8').split('\n')
  writeFileSync(file, `${line!.replace('"format":1', '"format":1 ')}\n${signature}\n`)

  const told = await Promise.all(
    [signed, changed].map((target) => refusal(restored(target, rehearsal.trust))),
  )

  for (const sentence of told) assert.match(sentence, /that a --signer signed/)
  await restored(signed, { signers: [createPublicKey(stranger)], acceptUnsigned: true })
})

test('WAL that nobody signed, under another name or of another database is missing', async () => {
  const count = async (change: (records: string[], read: (name: string) => WalFile) => void) => {
    const wal = join(copied(), 'wal')
    const records = readdirSync(wal).filter((name) => name.endsWith('.json'))
    change(
      records.map((name) => join(wal, name)),
      (name) => JSON.parse(readFileSync(name, 'utf8').split('\n')[0]!),
    )
    const target = join(folder, `copy-${copies}`)
    return records.length - (await Archive.open(target, rehearsal.trust)).wal.size
  }
  const { signingKey } = rehearsal

  const unsigned = await count(([first], read) => {
    writeFileSync(first!, `${JSON.stringify(read(first!))}\n`)
  })
  const renamed = await count(([first, second]) => cpSync(first!, second!))
  const foreign = await count(([first], read) => {
    const record = { ...read(first!), systemIdentifier: '1' }
    writeFileSync(first!, signedText('wal', record, signingKey))
  })
  const asBase = await count(([first], read) => {
    writeFileSync(first!, signedText('base', read(first!), signingKey))
  })

  assert.deepEqual([unsigned, renamed, foreign, asBase], [1, 1, 1, 1])
})

test('a forged backup that is accepted runs no command and brings no configuration', async () => {
  const target = copied()
  const ran = join(folder, 'ran')
  const command = `touch ${ran}`
  const settings = Object.keys(nothingElseRuns(0)).filter((name) => name.endsWith('_command'))
  const text = settings.map((name) => `${name} = '${command}'\n`).join('')
  const paths = ['postgresql.auto.conf', 'postgresql.conf', 'conf.d/mine.conf', 'pg_ident.conf']
  const outside = ['../outside', 'base/../../outside', '/tmp/outside', 'base/./outside', 'pg_wal/x']
  const signals = ['standby.signal', 'recovery.signal'].map((path) => ({ path, text: '' }))
  await forge(target, [...[...paths, ...outside].map((path) => ({ path, text })), ...signals], null)

  let sources: { name: string; source: string }[] = []
  const { wrong } = await restored(target, anybody, async (sql) => {
    sources = await sql`
      select name, source from pg_settings
      where name in ('session_preload_libraries', 'local_preload_libraries')
    `
  })

  const data = join(folder, `restored-${copies}`)
  assert.deepEqual(wrong, [])
  assert.equal(existsSync(ran), false)
  const left = readdirSync(data).filter((name) => /conf|signal|outside/.test(name))
  assert.deepEqual(left, ['pg_hba.conf', 'pg_ident.conf', 'postgresql.conf'])
  for (const name of left) assert(!readFileSync(join(data, name), 'utf8').includes('touch'))
  assert.equal(existsSync(join(folder, 'outside')), false)
  assert.equal(existsSync(join(data, 'pg_wal/x')), false)
  assert.deepEqual(
    sources.map(({ source }) => source),
    ['client', 'client'],
    'before what a database or a login names',
  )
})

test('every setting of PostgreSQL that names a command or a library is overridden', () => {
  const known = Object.keys(nothingElseRuns(manifestOf(rehearsal.archive).serverVersion))
  assert(preloads.length >= known.length)
  assert.deepEqual(
    preloads.map(({ name }) => name).filter((name) => !known.includes(name)),
    [],
  )
})

test('a backup from before signatures is restored when it is accepted knowingly', async () => {
  const target = copied()
  const wal = join(target, 'wal')
  const lines = readdirSync(wal)
    .filter((name) => name.endsWith('.json'))
    .map((name) => {
      const file = join(wal, name)
      const { systemIdentifier: _, ...line } = JSON.parse(
        readFileSync(file, 'utf8').split('\n')[0]!,
      ) as WalFile
      rmSync(file)
      return `${JSON.stringify(line)}\n`
    })
  writeFileSync(join(wal, 'index.jsonl'), lines.join(''))
  await forge(target, [{ path: 'postgresql.conf', text: 'port = 1\n' }], null)

  await refusal(restored(target, rehearsal.trust))
  const { wrong } = await restored(target, anybody)

  assert.deepEqual(wrong, [])
})

test('a restore that waits for ever ends at its deadline and leaves nothing', async () => {
  const target = copied()
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  const major = Math.floor(manifestOf(target).serverVersion / 10_000)
  const program = `#!/bin/sh\n[ "$1" = --version ] && exec echo "postgres ${major}"\nsleep 3600\n`
  writeFileSync(join(bin, 'postgres'), program)
  chmodSync(join(bin, 'postgres'), 0o755)

  const work = restored(target, rehearsal.trust, undefined, { bin, deadlineMs: 5 * SECOND })

  assert.match(await refusal(work), /did not finish within .* h.*: pass a longer --deadline\.$/)
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.startsWith(`restored-${copies}`)),
    [],
  )
})

test('a drill that is killed leaves no decrypted data', async () => {
  const place = join(folder, 'tmp')
  mkdirSync(place)
  chmodSync(place, 0o777)
  const [identity, key] = [join(folder, 'identity.txt'), join(folder, 'sign.key')]
  writeFileSync(identity, rehearsal.identity)
  const signer = makeSigningKey(key)
  const target = copied()
  await forge(target, [], readSigningKey(key))
  const words = ['--from', target, '--identity', identity, '--signer', signer, '--accept-unsigned']
  const line = ['--disable-warning=ExperimentalWarning', 'scripts/restore.ts', ...words, '--drill']
  const env = { PATH: process.env['PATH'], TMPDIR: place }
  const child = spawn(process.execPath, line, { cwd: ROOT, env, stdio: 'ignore' })
  const isWritten = (name: string) => String(name).endsWith('PG_VERSION')
  await until('data are decrypted', async () =>
    readdirSync(place, { recursive: true }).some((name) => isWritten(String(name))),
  )

  child.kill('SIGKILL')

  await until('nothing is left', async () => readdirSync(place).length === 0)
})

test('a base backup of a stranger makes none of ours expire', async () => {
  const archive = await Archive.open(copied(), rehearsal.trust)
  const [base] = await archive.bases(() => {})
  const day = (n: number) => new Date(Date.parse(base!.finishedAt) + n * DAY)
  const forged = [1, 2, 3].map((n) => ({
    ...base!,
    isSigned: false,
    finishedAt: day(n).toISOString(),
  }))

  const kept = { keepMs: DAY, keepBases: 1 }

  assert.deepEqual(expired([base!, ...forged], kept, day(9)), [])
  const newer = { ...base!, finishedAt: day(4).toISOString() }
  assert.equal(expired([base!, ...forged, newer], kept, day(9)).length, 4)
})

test('after the signing key was replaced both signers restore what each of them signed', async () => {
  const [first, second] = ['one.key', 'two.key'].map((name) => {
    const file = join(folder, name)
    return { signer: readSigner(makeSigningKey(file)), key: readSigningKey(file) }
  })
  const target = copied()
  await forge(target, [], first!.key)
  const wal = join(target, 'wal')
  for (const [i, name] of readdirSync(wal)
    .filter((one) => /json$/.test(one))
    .entries()) {
    const record = JSON.parse(readFileSync(join(wal, name), 'utf8').split('\n')[0]!)
    const { key } = i === 0 ? first! : second!
    writeFileSync(join(wal, name), signedText('wal', record, key))
  }
  const plan = async (...signers: KeyObject[]) => {
    const archive = await Archive.open(target, { signers, acceptUnsigned: false })
    return planRestore(archive, { at: null, timeline: null }, [rehearsal.identity], () => {})
  }

  const both = await plan(first!.signer, second!.signer)

  assert(both.wal.length > 1)
  await refusal(plan(second!.signer))
})
