import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { createDemoStore, hasDemoLogin } from '../../packages/devkit/demo-store.ts'
import { ConfigError, readConfig } from '../../src/platform/config.ts'
import { connectAsOwner } from '../../src/platform/db.ts'
import {
  dumpsCore,
  type Found,
  refuseLaptopSettings,
  whyReachable,
} from '../../src/platform/production.ts'
import { LAPTOP_THINGS } from '../../src/platform/settings.ts'
import { failToStart, newFolder, removeFolder } from '../process.ts'
import { asOwner, SERVER, until, useContext } from '../support.ts'

// What makes a laptop comfortable is a way in where others can reach the service: it does not start
// with it unless the operator accepts it by name.

const ROOT = join(import.meta.dirname, '../..')
const START_MS_MAX = 120_000
/** Nobody can make this folder, root neither. */
const NOWHERE = '/dev/null/nowhere'
const NOTHING_FOUND: Found = { hasDemoLogin: false, dumpsCore: false }
const LAPTOP_FOUND: Found = { hasDemoLogin: true, dumpsCore: true }

const context = useContext()
const folders: string[] = []
after(() => folders.forEach(removeFolder))

function givenFolder(): string {
  const folder = newFolder()
  folders.push(folder)
  return folder
}

/** The block of docs/operating/production.md, as a program reads it. */
const example = Object.fromEntries(
  readFileSync(join(ROOT, 'docs/operating/production.md'), 'utf8')
    .split('```sh\n# production.env\n')[1]!
    .split('```')[0]!
    .split('\n')
    .filter((line) => /^[A-Z]/.test(line))
    .map((line) => /^([A-Z_]+)=(\S*)$/.exec(line)!.slice(1) as [string, string]),
)
const SAFE = {
  ...example,
  COWRIE_MASTER_KEY: 'ab'.repeat(32),
  COWRIE_SANDBOX_RAIL_SECRET: 'of the bank that plays along',
}

/** The names of what is refused. */
function refused(environment: Record<string, string>, found = NOTHING_FOUND): string[] {
  try {
    refuseLaptopSettings(readConfig(environment), found)
    return []
  } catch (error) {
    assert(error instanceof ConfigError)
    return [...error.message.matchAll(/^- ([a-z-]+): /gm)].map(([, name]) => name!)
  }
}

test('whoever starts it where other machines can reach it is told so', () => {
  const told = (environment: Record<string, string>) => whyReachable(readConfig(environment)).length
  assert.equal(told({}), 0)
  assert.equal(told({ HOST: '::1' }), 0)
  assert.equal(told({ HOST: '0.0.0.0' }), 1)
  assert.equal(told({ HOST: '0.0.0.0', COWRIE_ENV: 'production' }), 0)
})

test('on a laptop everything is allowed', () => {
  assert.deepEqual(refused({}, LAPTOP_FOUND), [])
  assert.deepEqual(refused({ BASE_URL: 'http://localhost:4000' }, LAPTOP_FOUND), [])
})

test('in production everything for a laptop is refused, all at once', () => {
  assert.deepEqual(refused({ COWRIE_ENV: 'production' }, LAPTOP_FOUND), [...LAPTOP_THINGS])
  const open = { BASE_URL: 'https://pay.example.com', COWRIE_ALLOW_PRIVATE_WEBHOOKS: '1' }
  assert.deepEqual(refused(open, LAPTOP_FOUND), [...LAPTOP_THINGS])
})

test('the example of docs/operating/production.md is refused nothing', () => {
  assert.deepEqual(refused(SAFE), [])
})

const ALONE: Record<string, [environment: Record<string, string>, found?: Partial<Found>]> = {
  'demo-store': [{ COWRIE_DEMO: '1' }],
  'key-beside-data': [{ COWRIE_MASTER_KEY: '' }],
  docs: [{ COWRIE_DOCS: '' }],
  'private-webhooks': [{ COWRIE_ALLOW_PRIVATE_WEBHOOKS: '1' }],
  messages: [{ COWRIE_TEST_SMTP_URL: '' }],
  'core-dumps': [{}, { dumpsCore: true }],
}
for (const name of LAPTOP_THINGS) {
  test(`${name} alone is refused, with its own sentence, until it is accepted by name`, () => {
    const [changed, found] = ALONE[name]!
    const environment = { ...SAFE, ...changed }
    const all = { ...NOTHING_FOUND, ...found }
    const others = LAPTOP_THINGS.filter((other) => other !== name).join(',')

    assert.deepEqual(refused(environment, all), [name])
    assert.deepEqual(refused({ ...environment, COWRIE_ACCEPT: others }, all), [name])
    assert.deepEqual(refused({ ...environment, COWRIE_ACCEPT: name }, all), [])
  })
}

test('a demo login that an earlier start has left in the database is refused too', () => {
  assert.deepEqual(refused(SAFE, { ...NOTHING_FOUND, hasDemoLogin: true }), ['demo-store'])
})

test('a demo store is made on the embedded database by itself, on another only when asked', () => {
  const own = { DATABASE_URL: 'postgres://db.example/cowrie' }
  assert.equal(readConfig({}).makesDemoStore, true)
  assert.equal(readConfig({ COWRIE_DEMO: '0' }).makesDemoStore, false)
  assert.equal(readConfig(own).makesDemoStore, false)
  assert.equal(readConfig({ ...own, COWRIE_DEMO: '1' }).makesDemoStore, true)
})

test('core dumps are off where the soft limit is 0', () => {
  const file = join(givenFolder(), 'limits')
  const line = (soft: string) => `Max core file size        ${soft}        unlimited    bytes\n`
  for (const [soft, dumps] of [
    ['0', false],
    ['unlimited', true],
    ['4096', true],
  ] as const) {
    writeFileSync(file, `Max stack size            8388608    unlimited    bytes\n${line(soft)}`)
    assert.equal(dumpsCore(file), dumps)
  }
})

test('a public BASE_URL on the settings of a laptop does not start, and says all of why', async () => {
  const folder = givenFolder()
  const { code, text } = await failToStart(folder, {
    BASE_URL: 'https://pay.example.com',
    DATABASE_URL: databaseUrl(),
    COWRIE_DEMO: '1',
  })

  assert.equal(code, 1)
  for (const name of ['demo-store', 'key-beside-data', 'docs', 'messages']) {
    assert.match(text, new RegExp(`^- ${name}: `, 'm'))
  }
  assert.match(text, /COWRIE_ACCEPT=demo-store,key-beside-data,docs,messages/)
  assert(!/^\s+at /m.test(text), `no stack: ${text}`)
  assert(!existsSync(join(folder, 'master.key')), 'no key was made')
})

test('the example starts by `npm start` with no demo store and no core dumps, and needs no folder', async () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const port = await freePort()
  const path = `${dirname(process.execPath)}:${process.env['PATH']}`
  // Core dumps are on where it is started.
  const child = spawn('/bin/sh', ['-c', `ulimit -Sc unlimited; ${scripts.start}`], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...{ PATH: path, HOME: NOWHERE, ...SAFE },
      ...{ PORT: String(port), DATABASE_URL: databaseUrl(), COWRIE_DATA: NOWHERE },
    },
  })
  let text = ''
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.on('data', (chunk) => {
      text += chunk
    })
  }
  try {
    const isReady = async () => {
      assert.equal(child.exitCode, null, text)
      return /^Cowrie is ready at https:\/\/pay\.example\.com$/m.test(text)
    }
    await until('it is ready', isReady, START_MS_MAX).catch((error: Error) => {
      assert.fail(`${error.message}:\n${text}`)
    })

    const at = (place: string) => fetch(`http://127.0.0.1:${port}${place}`)
    // On a machine that does much else its first write may take long.
    await until('/readyz says so', async () => (await at('/readyz')).status === 200)
    assert.equal((await at('/docs')).status, 404)
    assert.doesNotMatch(await (await at('/')).text(), /demo\.json|\/docs/)
    assert.match(text, /There is no business yet/)
    const logins = await asOwner(context, (sql) => sql`select from login`)
    assert.equal(logins.length, 0)
  } finally {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  }
  assert.equal(child.exitCode, 0, text)
})

test('the demo login is found in a database, also in one that has no tables yet', async () => {
  const empty = connectAsOwner({ ...SERVER, database: 'postgres' })
  assert.equal(await hasDemoLogin(empty), false)
  await empty.end()
  assert.equal(await asOwner(context, hasDemoLogin), false)

  await createDemoStore(context, givenFolder())

  assert.equal(await asOwner(context, hasDemoLogin), true)
})

/** Of this file's own database. */
function databaseUrl(): string {
  const { user, host, port } = SERVER
  // The tests' server does not wait for its disk; production asks that it does.
  const options = encodeURIComponent('-c synchronous_commit=on')
  return `postgres://${user}@localhost:${port}/${context.database}?host=${host}&options=${options}`
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
