import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, afterEach, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import postgres from 'postgres'
import {
  type EmbeddedPostgres,
  EmbeddedPostgresError,
  startEmbeddedPostgres,
} from './embedded-postgres.ts'
import { identityOf, readPostmaster } from './embedded-postgres-claim.ts'
import { explainOutput } from './embedded-postgres-explain.ts'
import { chooseAccount, findPrograms, preparePrograms } from './embedded-postgres-prepare.ts'

const ROOT = process.geteuid?.() === 0
const WAIT_MS_MAX = 15_000

let folder = ''
let said: string[] = []
let running: EmbeddedPostgres[] = []
let children: ChildProcess[] = []

before(() => {
  folder = realpathSync(mkdtempSync('/tmp/cowrie-embedded-'))
  chmodSync(folder, 0o755)
})

afterEach(async () => {
  for (const server of running) await server.stop()
  for (const child of children) child.kill('SIGKILL')
  running = []
  children = []
  said = []
  await until('no process is left', () => processesOf(folder).length === 0)
})

after(() => rmSync(folder, { recursive: true, force: true }))

describe('a database that starts', () => {
  test('is made on first use, and keeps its rows and its settings', async () => {
    const dataDirectory = join(folder, 'first', 'postgres')

    const first = await start(dataDirectory)
    const settings = await ask(first, (sql) => [
      sql`create table paid as select 1 as number`,
      sql`select name, setting from pg_settings where name in
        ('fsync', 'synchronous_commit', 'max_connections', 'dynamic_shared_memory_type', 'jit',
         'listen_addresses', 'server_encoding', 'data_checksums', 'max_wal_size')`,
      sql`select datlocprovider::text || datlocale as locale from pg_database where datname = 'postgres'`,
    ])
    await first.stop()
    const second = await start(dataDirectory)
    const rows = await ask(second, (sql) => [sql`select number from paid`])

    assert.equal(first.firstStart, true)
    assert.equal(second.firstStart, false)
    assert.deepEqual(rows, [[{ number: 1 }]])
    assert.deepEqual(Object.fromEntries(settings[1]!.map(({ name, setting }) => [name, setting])), {
      fsync: 'on',
      synchronous_commit: 'on',
      max_connections: '60',
      dynamic_shared_memory_type: 'mmap',
      jit: 'off',
      listen_addresses: '',
      server_encoding: 'UTF8',
      data_checksums: 'on',
      max_wal_size: '1024',
    })
    assert.deepEqual(settings[2], [{ locale: 'bC.UTF-8' }])
    assert.equal(statSync(dataDirectory).mode & 0o777, 0o700)
    assert.equal(await first.exited, 0)
    assert.deepEqual(said, [`Creating the database in ${dataDirectory} ...`])
  })

  test('is reached by host and by path', async () => {
    const { host, port, user, database } = await start(join(folder, 'first', 'postgres'))

    const byHost = postgres({ host, port, user, database, max: 1 })
    const byPath = postgres({ path: `${host}/.s.PGSQL.${port}`, user, database, max: 1 })
    const answers = await Promise.all([byHost`select 1 as one`, byPath`select 1 as one`])
    await Promise.all([byHost.end(), byPath.end()])

    assert.deepEqual(
      answers.map(([row]) => row?.one),
      [1, 1],
    )
  })

  test('listens in a short directory when its own path is too long for a socket', async () => {
    const dataDirectory = join(folder, 'long'.repeat(25), 'postgres')

    const server = await start(dataDirectory)
    const rows = await ask(server, (sql) => [sql`select 1 as one`])
    const existed = existsSync(server.host)
    await server.stop()

    assert.deepEqual(rows, [[{ one: 1 }]])
    assert.equal(existed, true)
    assert.notEqual(server.host, dataDirectory)
    assert.equal(existsSync(server.host), false)
  })

  test('begins a new log when the old one has grown past 10 MB', async () => {
    const dataDirectory = join(folder, 'first', 'postgres')
    truncateSync(`${dataDirectory}.log`, 10 * 1024 * 1024 + 1)

    await start(dataDirectory)

    assert.ok(statSync(`${dataDirectory}.log`).size < 10_000)
    assert.ok(existsSync(`${dataDirectory}.log.old`))
  })

  test('stops once, however often it is asked', async () => {
    const server = await start(join(folder, 'first', 'postgres'))

    await Promise.all([server.stop(), server.stop()])

    assert.equal(await server.exited, 0)
    assert.equal(existsSync(join(folder, 'first', 'postgres.lock')), false)
  })

  test('is made anew where the first attempt was killed half-way', async () => {
    const dataDirectory = join(folder, 'interrupted', 'postgres')
    const program = runProgram(dataDirectory, 'const server = await start()')
    const parent = join(folder, 'interrupted')
    await until('initdb works', () =>
      (existsSync(parent) ? readdirSync(parent) : []).some((name) => name.includes('.new-')),
    )
    program.kill('SIGKILL')
    await until('node is gone', () => identityOf(program.pid!) === null)

    const server = await start(dataDirectory)

    assert.equal(server.firstStart, true)
    assert.deepEqual(
      readdirSync(parent).filter((name) => name.includes('.new-')),
      [],
    )
  })
})

describe('a database whose Cowrie dies', () => {
  for (const victims of ['node alone', 'node and the shell', 'everything'] as const) {
    test(`kill -9 of ${victims}: every acknowledged row is there, and the next start is good`, async () => {
      const dataDirectory = join(folder, 'killed', 'postgres')
      const program = runProgram(
        dataDirectory,
        `const server = await start()
         const sql = connect(server)
         await sql\`drop table if exists paid\`
         await sql\`create table paid (number int)\`
         for (let number = 1; ; number += 1) {
           await sql\`insert into paid values (\${number})\`
           process.stdout.write(number + '\\n')
         }`,
      )
      const acknowledged = await lastLine(program, (line) => Number(line) >= 100)
      const postmaster = readPostmaster(dataDirectory)!.pid
      const shell = parentOf(postmaster)

      program.kill('SIGKILL')
      if (victims !== 'node alone') process.kill(shell, 'SIGKILL')
      if (victims === 'everything') killTree(postmaster)
      await until('node is gone', () => identityOf(program.pid!) === null)
      const server = await start(dataDirectory)
      const [rows] = await ask(server, (sql) => [sql`select count(*)::int as paid from paid`])

      assert.ok(rows![0]!.paid >= Number(acknowledged), `${rows![0]!.paid} of ${acknowledged}`)
    })
  }

  test('nobody has to start it again for it to stop', async () => {
    const dataDirectory = join(folder, 'killed', 'postgres')
    const program = runProgram(dataDirectory, `await start(); process.stdout.write('ready\\n')`)
    await lastLine(program, (line) => line === 'ready')

    program.kill('SIGKILL')

    await until('it has stopped', () => processesOf(dataDirectory).length === 0)
    assert.match(readFileSync(`${dataDirectory}.log`, 'utf8'), /database system is shut down\n$/)
  })

  test('Ctrl-C in the terminal leaves the database to the service until it stops it', async () => {
    const dataDirectory = join(folder, 'killed', 'postgres')
    const program = runProgram(
      dataDirectory,
      `const server = await start()
       const sql = connect(server)
       process.on('SIGINT', async () => {
         await sql\`select pg_sleep(0.3)\`
         await sql.end()
         await server.stop()
         process.stdout.write('finished\\n')
         process.exit(0)
       })
       process.stdout.write('ready\\n')
       setInterval(() => {}, 1000)`,
    )
    await lastLine(program, (line) => line === 'ready')

    process.kill(-program.pid!, 'SIGINT')

    assert.equal(await lastLine(program, (line) => line === 'finished'), 'finished')
  })

  test('a server that crashes is noticed', async () => {
    const dataDirectory = join(folder, 'killed', 'postgres')
    const server = await start(dataDirectory)

    process.kill(readPostmaster(dataDirectory)!.pid, 'SIGKILL')

    assert.equal(await server.exited, 128 + 9)
    await server.stop()
    const next = await start(dataDirectory)
    assert.deepEqual(await ask(next, (sql) => [sql`select 1 as one`]), [[{ one: 1 }]])
  })
})

describe('a lock that means nothing any more', () => {
  for (const holder of ['a dead process', 'a zombie', 'another program'] as const) {
    test(`${holder} does not keep the database from starting`, async () => {
      const dataDirectory = join(folder, 'stale', 'postgres')
      const program = runProgram(dataDirectory, `await start(); process.stdout.write('ready\\n')`)
      await lastLine(program, (line) => line === 'ready')
      program.kill('SIGKILL')
      killTree(readPostmaster(dataDirectory)!.pid)
      await until('it is gone', () => processesOf(dataDirectory).length === 0)
      const pid = await processNumberOf(holder)
      for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock']) {
        const path = join(dataDirectory, name)
        writeFileSync(path, readFileSync(path, 'utf8').replace(/^\d+/, String(pid)))
      }
      rmSync(`${dataDirectory}.lock`, { force: true })
      symlinkSync(`${pid}-1-of-another-boot`, `${dataDirectory}.lock`)

      const server = await start(dataDirectory)

      assert.deepEqual(await ask(server, (sql) => [sql`select 1 as one`]), [[{ one: 1 }]])
    })
  }
})

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
    ['', 'did not start: it ended with exit code 3 ('],
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

    await refused(dataDirectory, 'was made by PostgreSQL 17, and this Cowrie brings PostgreSQL 18')
  })

  test('its folder holds something else', async () => {
    const dataDirectory = join(folder, 'foreign', 'postgres')
    mkdirSync(dataDirectory, { recursive: true })
    writeFileSync(join(dataDirectory, 'photo.jpg'), '')

    await refused(dataDirectory, 'is not empty and holds no database')
  })

  test('its folder is a link to a disk that is not mounted', async () => {
    symlinkSync(join(folder, 'nowhere'), join(folder, 'link'))

    await refused(join(folder, 'link'), 'is a link to a folder that is not there')
  })

  test('its settings are broken', async () => {
    const dataDirectory = join(folder, 'broken', 'postgres')
    await (await start(dataDirectory)).stop()
    appendFileSync(join(dataDirectory, 'postgresql.conf'), '\nwork_mem = much\n')

    await refused(dataDirectory, 'contains errors (the whole log is')
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
    assert.match(said[0]!, /^The database is kept in .* is a link to it\.$/)
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

async function start(dataDirectory: string): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDirectory, say: (line) => said.push(line) })
  running.push(server)
  return server
}

async function refused(dataDirectory: string, sentence: string): Promise<void> {
  await assert.rejects(start(dataDirectory), (error) => {
    assert.ok(error instanceof EmbeddedPostgresError, String(error))
    assert.ok(error.message.includes(sentence), error.message)
    assert.match(error.message, /^[A-Z][^\n]*\.$/)
    return true
  })
}

async function ask(
  { host, port, user, database }: EmbeddedPostgres,
  questions: (sql: postgres.Sql) => postgres.PendingQuery<postgres.Row[]>[],
): Promise<postgres.Row[][]> {
  const sql = postgres({ host, port, user, database, max: 1 })
  try {
    const answers: postgres.Row[][] = []
    for (const question of questions(sql)) answers.push([...(await question)])
    return answers
  } finally {
    await sql.end()
  }
}

/** A Cowrie of its own, in its own process group, as a terminal would start it. */
function runProgram(dataDirectory: string, body: string): ChildProcess {
  const program = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(import.meta.resolve('./embedded-postgres.ts'))})
    const { default: postgres } = await import(${JSON.stringify(import.meta.resolve('postgres'))})
    const dataDirectory = ${JSON.stringify(dataDirectory)}
    const start = () => startEmbeddedPostgres({ dataDirectory, say: () => {} })
    const connect = ({ host, port, user, database }) =>
      postgres({ host, port, user, database, max: 1, onnotice: () => {} })
    setInterval(() => {}, 1000)
    ${body}`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  return child
}

async function lastLine(child: ChildProcess, enough: (line: string) => boolean): Promise<string> {
  for await (const line of createInterface({ input: child.stdout! })) {
    if (enough(line)) return line
  }
  throw new Error('it ended without the line that was awaited')
}

async function processNumberOf(
  holder: 'a dead process' | 'a zombie' | 'another program',
): Promise<number> {
  const script =
    holder === 'another program' ? 'echo $$; exec sleep 60' : 'sleep 0 & echo $!; exec sleep 60'
  const child = spawn('/bin/sh', ['-c', script], { stdio: ['ignore', 'pipe', 'ignore'] })
  children.push(child)
  const pid = Number(await lastLine(child, () => true))
  if (holder !== 'another program') await until('it is a zombie', () => identityOf(pid) === null)
  if (holder === 'a dead process') {
    child.kill('SIGKILL')
    return 4_000_000
  }
  return pid
}

function killTree(postmaster: number): void {
  const all = processes().filter(({ pid, parent }) => pid === postmaster || parent === postmaster)
  for (const { pid } of all) process.kill(pid, 'SIGKILL')
}

type Process = { pid: number; parent: number; command: string }

function processes(): Process[] {
  if (process.platform !== 'linux') {
    return execFileSync('/bin/ps', ['-axo', 'pid=,ppid=,command='], { encoding: 'utf8' })
      .split('\n')
      .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
      .filter((match) => match !== null)
      .map(([, pid, parent, command]) => ({
        pid: Number(pid),
        parent: Number(parent),
        command: command!,
      }))
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
        const status = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '')
        return [{ pid: Number(pid), parent: Number(status.split(' ')[1]), command }]
      } catch {
        return []
      }
    })
}

function parentOf(wanted: number): number {
  return processes().find(({ pid }) => pid === wanted)!.parent
}

/** Servers and their shells that live for a data directory; zombies have no command. */
function processesOf(directory: string): Process[] {
  return processes().filter(
    ({ command }) => /postgres|initdb/.test(command) && command.includes(directory),
  )
}

async function until(what: string, holds: () => boolean): Promise<void> {
  for (let waitedMs = 0; !holds(); waitedMs += 10) {
    assert.ok(waitedMs < WAIT_MS_MAX, `waited for this in vain: ${what}`)
    await pause(10)
  }
}

async function asSomebodyElse(run: () => Promise<void>): Promise<void> {
  if (!ROOT) return run()
  process.setegid!(65534)
  process.seteuid!(65534)
  try {
    await run()
  } finally {
    process.seteuid!(0)
    process.setegid!(0)
  }
}

function mountSmallDisk(directory: string, size: string): boolean {
  try {
    const options = ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'cowrie', directory]
    execFileSync('mount', options, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

function fill(path: string): void {
  try {
    for (const bytes of [1024 * 1024, 1024]) {
      try {
        for (;;) appendFileSync(path, Buffer.alloc(bytes))
      } catch {
        // Full, but for what is smaller.
      }
    }
    for (;;) appendFileSync(path, 'x')
  } catch {
    // Full.
  }
}
