import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { newFolder, removeFolder, type Started, startService, stopService } from './process.ts'

// The command as an operator runs it, beside a service. What it does with months is in
// src/operator/archive.

const folder = newFolder()
let service: Started
before(async () => {
  service = await startService(folder)
})
after(async () => {
  await stopService(service)
  removeFolder(folder)
})

function archive(words: string[], settings: Record<string, string> = {}) {
  const ours = {
    COWRIE_DATA: folder,
    COWRIE_ARCHIVE: join(folder, 'store'),
    COWRIE_MASTER_KEY: '',
    DATABASE_URL: '',
    NODE_TEST_CONTEXT: '',
  }
  const environment = { ...process.env, ...ours, ...settings }
  const line = ['--disable-warning=ExperimentalWarning', 'scripts/archive.ts', ...words]
  const options = { env: environment, encoding: 'utf8', timeout: 180_000 } as const
  const { status, stdout, stderr } = spawnSync(process.execPath, line, options)
  return { status, said: stdout, complained: stderr }
}

test('a new service has no month to archive, and says so', () => {
  const list = archive([])
  const none = archive(['--before', '2099-01'])
  const query = archive(['--query', 'select count(*) from transaction'])

  assert.deepEqual([list.status, list.said], [0, 'No month is archived.\n'])
  assert.equal(none.status, 0)
  assert.match(none.said, /^There is no closed and sealed month before 2099-01\.$/m)
  assert.equal(query.status, 1)
  assert.match(query.complained, /^No month of these is archived\.$/m)
})

test('a wrong command is answered with the usage, and a wrong setting with its name', () => {
  const wrong = [
    ['--before', '2025-13'],
    ['--before', '2025-01-01'],
    ['--again'],
    ['--before', '2025-01', '--from', '2024-01'],
    ['--query', 'select 1', '--accounts'],
    ['--accounts', '--to', 'May'],
    ['--customer', 'txn_1'],
    ['--detach'],
    ['all'],
  ]

  for (const words of wrong) {
    const { status, complained } = archive(words)
    assert.equal(status, 2, words.join(' '))
    assert.match(complained, /^Usage:/)
  }
  const unset = archive([], { COWRIE_ARCHIVE: '' })
  assert.equal(unset.status, 2)
  assert.match(unset.complained, /Set COWRIE_ARCHIVE/)
  const plain = archive([], { COWRIE_ARCHIVE: 'https://s3.example.com/old-months' })
  assert.equal(plain.status, 1)
  assert.match(plain.complained, /COWRIE_ARCHIVE must be a folder, or a bucket/)
})
