import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { describe, test } from 'node:test'
import {
  ask,
  asSomebodyElse,
  children,
  fill,
  folder,
  mountSmallDisk,
  ROOT,
  refused,
  running,
  said,
  start,
  until,
  useFolder,
} from '../../test/embedded-postgres.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { readPostmaster } from './embedded-postgres-claim.ts'
import { explainOutput } from './embedded-postgres-explain.ts'
import { chooseAccount, findPrograms, preparePrograms } from './embedded-postgres-prepare.ts'

useFolder()

describe('one sentence says why it cannot start', () => {
  test('another Cowrie uses it', async () => {
    const dataDirectory = join(folder, 'first', 'postgres')
    const server = await start(dataDirectory)

    await refused(dataDirectory, `in ${dataDirectory} is in use by another Cowrie (process `)

    assert.deepEqual(await ask(server, (sql) => [sql`select 1 as one`]), [[{ one: 1 }]])
  })

  test('another Cowrie is just starting on it', async () => {
    const dataDirectory = join(folder, 'twice', 'postgres')
    const starting = start(dataDirectory)

    await refused(dataDirectory, 'is in use by another Cowrie')

    await starting
  })

  test('somebody else runs a PostgreSQL on it', async () => {
    const dataDirectory = join(folder, 'first', 'postgres')
    const { uid, gid } = statSync(dataDirectory)
    const program = join(findPrograms().native, 'bin', 'postgres')
    const settings = ['-c', 'listen_addresses=', '-k', dataDirectory]
    const other = spawn(program, ['-D', dataDirectory, ...settings], {
      cwd: '/',
      stdio: 'ignore',
      ...(ROOT ? { uid, gid } : {}),
    })
    children.push(other)
    await until('it runs', () => readPostmaster(dataDirectory)?.ready === true)

    await refused(dataDirectory, `is in use by another PostgreSQL (process ${other.pid})`)

    other.kill('SIGINT')
    await new Promise((resolve) => other.once('exit', resolve))
  })

  test('the disk is full, on the first start and on a later one', async (t) => {
    const disk = join(folder, 'disk')
    mkdirSync(disk)
    if (!mountSmallDisk(disk, '20m')) {
      t.diagnostic('no disk could be mounted here: see the captured messages below')
      return
    }
    t.after(() => execFileSync('umount', [disk]))

    await refused(join(disk, 'postgres'), `The disk that holds ${disk}/postgres is full`)
    assert.deepEqual(readdirSync(disk), [])
    execFileSync('mount', ['-o', 'remount,size=100m', disk])
    await (await start(join(disk, 'postgres'))).stop()
    fill(join(disk, 'filling'))

    await refused(join(disk, 'postgres'), `The disk that holds ${disk}/postgres is full`)
    rmSync(join(disk, 'filling'))
    await (await start(join(disk, 'postgres'))).stop()
  })

  for (const [output, sentence] of [
    [
      'initdb: error: could not write file "x/PG_VERSION": No space left on device\n',
      'is full: free some space',
    ],
    [
      'FATAL:  could not write to file "pg_wal/xlogtemp.1": Disk quota exceeded\n',
      'is full: free some space',
    ],
    [
      'FATAL:  could not create lock file "postmaster.pid": Read-only file system\n',
      'is read-only: set COWRIE_DATA',
    ],
    [
      'FATAL:  lock file "postmaster.pid" already exists\nHINT:  Is another postmaster running?\n',
      'is in use by another PostgreSQL',
    ],
    [
      'FATAL:  could not map anonymous shared memory: Cannot allocate memory\n',
      'not enough memory',
    ],
    ["postgres: /lib/libm.so.6: version `GLIBC_2.27' not found\n", 'set DATABASE_URL'],
    ['LOG:  x\nPANIC:  could not locate a valid checkpoint record at 0/0\n', 'is damaged'],
    ['LOG:  x\nFATAL:  something new.\nLOG:  y\n', 'did not start: something new ('],
    ['', 'did not start: it exited with code 3 ('],
  ] as const) {
    test(`PostgreSQL wrote ${JSON.stringify(output)}`, () => {
      const error = explainOutput({ output, directory: '/data', log: '/data.log', exitCode: 3 })

      assert.ok(error.message.includes(sentence), error.message)
    })
  }

  test('its folder cannot be written', async () => {
    const closed = join(folder, 'closed')
    mkdirSync(closed, { mode: 0o500 })

    await asSomebodyElse(() =>
      refused(join(closed, 'postgres'), `folder ${closed}/postgres cannot be used (EACCES`),
    )
  })

  test('its folder belongs to another user', async () => {
    const dataDirectory = join(folder, 'first', 'postgres')

    if (!ROOT) return
    await asSomebodyElse(() => refused(dataDirectory, `folder ${dataDirectory} cannot be used (E`))
  })

  test('it was made by another major version', async () => {
    const dataDirectory = join(folder, 'older', 'postgres')
    mkdirSync(dataDirectory, { recursive: true })
    writeFileSync(join(dataDirectory, 'PG_VERSION'), '17\n')

    await refused(
      dataDirectory,
      'was created by PostgreSQL 17, but this Cowrie includes PostgreSQL 18',
    )
  })

  test('its folder holds something else', async () => {
    const dataDirectory = join(folder, 'foreign', 'postgres')
    mkdirSync(dataDirectory, { recursive: true })
    writeFileSync(join(dataDirectory, 'photo.jpg'), '')

    await refused(dataDirectory, 'is not empty and contains no database')
  })

  test('its folder is a link to a disk that is not mounted', async () => {
    symlinkSync(join(folder, 'nowhere'), join(folder, 'link'))

    await refused(join(folder, 'link'), 'is a link to a folder that does not exist')
  })

  test('its settings are broken', async () => {
    const dataDirectory = join(folder, 'broken', 'postgres')
    await (await start(dataDirectory)).stop()
    appendFileSync(join(dataDirectory, 'postgresql.conf'), '\nwork_mem = much\n')

    await refused(dataDirectory, 'contains errors (see')
  })

  test('there is no PostgreSQL for the machine', () => {
    const windows = { platform: 'win32', architecture: 'x64' }
    const alpine = { platform: 'linux', architecture: 'x64', has: () => false }

    for (const machine of [windows, alpine]) {
      assert.throws(() => findPrograms(machine), /EmbeddedPostgresError: .* set DATABASE_URL/)
    }
  })
})

describe('started by root from a folder that nobody else may enter', { skip: !ROOT }, () => {
  test('the data are kept where its user can reach them, with a link to them', async () => {
    const closed = join(folder, 'root')
    const sharedDirectory = join(folder, 'shared')
    mkdirSync(closed, { mode: 0o700 })
    const dataDirectory = join(closed, 'postgres')
    const options = { dataDirectory, sharedDirectory, say: (line: string) => said.push(line) }

    const first = await startEmbeddedPostgres(options)
    await ask(first, (sql) => [sql`create table paid as select 1 as number`])
    await first.stop()
    const second = await startEmbeddedPostgres(options)
    running.push(second)

    assert.deepEqual(await ask(second, (sql) => [sql`select number from paid`]), [[{ number: 1 }]])
    assert.ok(readlinkSync(dataDirectory).startsWith(sharedDirectory))
    assert.match(said[0]!, /^The database is stored in .* is a link to it\.$/)
    assert.equal(second.firstStart, false)
  })

  test('the programs are copied once, with the links between their libraries', () => {
    const closed = join(folder, 'programs')
    const home = join(folder, 'home')
    mkdirSync(closed, { mode: 0o700 })
    mkdirSync(home, { mode: 0o755 })
    const installed = findPrograms()
    const native = join(closed, 'native')
    cpSync(installed.native, native, {
      recursive: true,
      filter: (path) => !/\.so(\.\d+)?$/.test(basename(path)) || !/icu|libpq\./.test(path),
    })
    const account = chooseAccount(join(home, 'postgres'))

    const programs = preparePrograms({ ...installed, native }, account, home)
    const again = preparePrograms({ ...installed, native }, account, home)

    assert.deepEqual(again, programs)
    assert.deepEqual(readdirSync(home), [`postgresql-${installed.version}`])
    assert.equal(programs.native, join(home, `postgresql-${installed.version}`))
    assert.equal(readlinkSync(join(programs.native, 'lib', 'libpq.so.5')), 'libpq.so.5.18')
    assert.equal(readlinkSync(join(native, 'lib', 'libpq.so.5')), 'libpq.so.5.18')
  })
})
