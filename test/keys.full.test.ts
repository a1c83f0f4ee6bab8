import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import {
  failToStart,
  newFolder,
  removeFolder,
  type Started,
  startService,
  stopService,
} from './process.ts'

// The master key replaced, as an operator does it: processes and the command.

const folder = newFolder()
const started: Started[] = []
after(async () => {
  for (const service of started) await stopService(service)
  removeFolder(folder)
})

const PATH = '/api/v1/transactions/initialize'
const payment = { amount: 500_000, email: 'ada@example.com', name: 'Ada Example' }
const file = join(folder, 'master.key')

async function start(environment: Record<string, string> = {}): Promise<Started> {
  const service = await startService(folder, environment)
  started.push(service)
  return service
}

function rotate(...words: string[]) {
  return command('keys-rotate', {}, ...words)
}

function command(name: string, settings: Record<string, string>, ...words: string[]) {
  const ours = {
    COWRIE_DATA: folder,
    COWRIE_MASTER_KEY: '',
    DATABASE_URL: '',
    NODE_TEST_CONTEXT: '',
  }
  const environment = { ...process.env, ...ours, ...settings }
  const line = ['--disable-warning=ExperimentalWarning', `scripts/${name}.ts`, ...words]
  const options = { env: environment, encoding: 'utf8', timeout: 60_000 } as const
  const { status, stdout, stderr } = spawnSync(process.execPath, line, options)
  return { status, text: `${stdout}${stderr}` }
}

test('a master key in the data folder is replaced without losing a page that is open', async () => {
  const first = await start()
  const { body } = await first.call('POST', PATH, payment)
  const page = new URL(body.data.authorization_url).pathname
  await stopService(first)
  const old = readFileSync(file, 'utf8').trim()
  const next = randomBytes(32).toString('base64')

  writeFileSync(file, `${next}\n${old}\n`)
  const second = await start()
  const rewrapped = rotate('--rewrap-only')
  await stopService(second)
  writeFileSync(file, next)
  const third = await start()

  assert.equal(rewrapped.status, 0, rewrapped.text)
  assert.match(rewrapped.text, /^Data keys rewrapped with the newest master key: 3\.\n.+\nDone\.$/m)
  assert.equal((await fetch(`${third.baseUrl}${page}`)).status, 200)
  assert.equal((await third.call('GET', '/api/v1/balance')).http, 200)
  await stopService(third)

  for (const wrong of [old, randomBytes(32).toString('hex')]) {
    const { code, text } = await failToStart(folder, { COWRIE_MASTER_KEY: wrong })
    assert.equal(code, 1)
    const last = text.trimEnd().split('\n').at(-1)!
    assert.match(last, /^COWRIE_MASTER_KEY is not a key of this database, so its /)
    assert(!/^\s+at /m.test(text), `no stack: ${text}`)
  }
})

test('the command says how it is used, and refuses a wrong master key in one sentence', () => {
  const misspelt = rotate('--rewrap')
  assert.deepEqual([misspelt.status, /^Usage:/.test(misspelt.text)], [2, true])

  writeFileSync(file, randomBytes(32).toString('base64'))
  const refused = rotate('--rewrap-only')
  assert.equal(refused.status, 1)
  assert.match(refused.text, /^COWRIE_MASTER_KEY is not a key of this database/m)
  assert(!/^\s+at /m.test(refused.text), `no stack: ${refused.text}`)
})

for (const name of ['keys-rotate', 'ledger-verify', 'suspense']) {
  test(`${name} says in one sentence what is wrong with the settings, and makes no database`, () => {
    const nowhere = join(folder, 'nowhere')

    const short = command(name, { COWRIE_MASTER_KEY: 'short' })
    const lost = command(name, { COWRIE_DATA: nowhere })

    assert.equal(short.status, 1)
    assert.match(short.text, /^COWRIE_MASTER_KEY must be at least 32 bytes[^\n]*\n$/)
    assert.equal(lost.status, 1)
    assert.equal(lost.text, `There is no database in ${nowhere}. Set COWRIE_DATA.\n`)
    assert(!existsSync(nowhere))
  })
}
