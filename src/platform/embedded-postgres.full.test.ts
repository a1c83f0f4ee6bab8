import assert from 'node:assert/strict'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import {
  ask,
  folder,
  killTree,
  lastLine,
  parentOf,
  processes,
  processesOf,
  processNumberOf,
  runProgram,
  said,
  start,
  until,
  useFolder,
} from '../../test/embedded-postgres.ts'
import { connectAsOwner } from './db.ts'
import { identityOf, readPostmaster } from './embedded-postgres-claim.ts'

useFolder()

describe('a database that starts', () => {
  test('is made on first use, and keeps its rows and its settings', async () => {
    const dataDirectory = join(folder, 'first', 'postgres')

    const first = await start(dataDirectory)
    const settings = await ask(first, (sql) => [
      sql`create table paid as select 1 as number`,
      sql`select name, setting from pg_settings where name in
        ('fsync', 'synchronous_commit', 'max_connections', 'dynamic_shared_memory_type', 'jit',
         'listen_addresses', 'server_encoding', 'data_checksums', 'max_wal_size', 'min_wal_size',
         'wal_segment_size')`,
      sql`select datlocprovider::text || datlocale as locale
        from pg_database where datname = 'postgres'`,
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
      max_connections: '200',
      dynamic_shared_memory_type: 'mmap',
      jit: 'off',
      listen_addresses: '',
      server_encoding: 'UTF8',
      data_checksums: 'on',
      max_wal_size: '1024',
      min_wal_size: '1024',
      wal_segment_size: '4194304',
    })
    assert.deepEqual(settings[2], [{ locale: 'bC.UTF-8' }])
    assert.equal(statSync(dataDirectory).mode & 0o777, 0o700)
    assert.equal(await first.exited, 0)
    assert.deepEqual(said, [`Creating the database in ${dataDirectory} ...`])
  })

  test('is reached by host and by an address', async () => {
    const { host, port, user, database } = await start(join(folder, 'first', 'postgres'))

    const byHost = connectAsOwner({ host, port, user, database })
    const url = `postgres://${user}@localhost:${port}/${database}?host=${host}`
    const byAddress = connectAsOwner({ url })
    const answers = await Promise.all([byHost`select 1 as one`, byAddress`select 1 as one`])
    await Promise.all([byHost.end(), byAddress.end()])

    assert.deepEqual(answers, [[{ one: 1 }], [{ one: 1 }]])
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

test('what an earlier attempt makes again while the database is made is gone, too', async () => {
  const parent = join(folder, 'made-again')
  const dataDirectory = join(parent, 'postgres')
  const starting = start(dataDirectory)
  await until('initdb works', () =>
    (existsSync(parent) ? readdirSync(parent) : []).some((name) => name.includes('.new-')),
  )
  mkdirSync(join(parent, 'postgres.new-again'))
  await starting
  const left = readdirSync(parent).filter((name) => name.includes('.new-'))
  assert.deepEqual(left, [])
})

describe('a database whose Cowrie dies', () => {
  for (const victims of ['node alone', 'node and the shell', 'everything'] as const) {
    test(`kill -9 of ${victims}: no acknowledged row is lost, the next start is good`, async () => {
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

      if (victims !== 'node alone') {
        // The shell and its watcher. They are killed first, because they end with node.
        const shells = processes().filter(
          ({ pid, parent }) => pid !== postmaster && (pid === shell || parent === shell),
        )
        for (const { pid } of shells) process.kill(pid, 'SIGKILL')
      }
      program.kill('SIGKILL')
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
