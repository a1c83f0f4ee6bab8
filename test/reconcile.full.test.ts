import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { HOUR } from '../src/platform/clock.ts'
import { newFolder, removeFolder, type Started, startService, stopService } from './process.ts'

// The command as an operator runs it, beside a service.

const folder = newFolder()
let service: Started
before(async () => {
  service = await startService(folder)
  const { body } = await service.call('GET', '/api/v1/balance')
  const { account_number } = body.data.account
  for (const [i, amount] of [100_000, 200_000, 300_000].entries()) {
    const session_id = `in-${i}`
    const transfer = { account_number, amount, session_id }
    assert.equal((await service.call('POST', '/api/v1/sandbox/transfers', transfer)).http, 200)
  }
})
after(async () => {
  await stopService(service)
  removeFolder(folder)
})

function reconcile(words: string[], settings: Record<string, string> = {}) {
  const ours = {
    COWRIE_DATA: folder,
    COWRIE_MASTER_KEY: '',
    DATABASE_URL: '',
    NODE_TEST_CONTEXT: '',
  }
  const environment = { ...process.env, ...ours, ...settings }
  const line = ['--disable-warning=ExperimentalWarning', 'scripts/reconcile.ts', ...words]
  const options = { env: environment, encoding: 'utf8', timeout: 180_000 } as const
  const { status, stdout, stderr } = spawnSync(process.execPath, line, options)
  return { status, said: stdout, complained: stderr }
}

/** What the sandbox's bank says of the last hour. */
async function statement(): Promise<string> {
  const to = new Date().toISOString()
  const from = new Date(Date.parse(to) - HOUR).toISOString()
  const url = `${service.baseUrl}/api/v1/sandbox/statement?from=${from}&to=${to}`
  const headers = { authorization: `Bearer ${service.demo.test.secret_key}` }
  const answer = await fetch(url, { headers })
  assert.equal(answer.status, 200)
  return answer.text()
}

const OF = ['--rail', 'sandbox', '--mode', 'test']

test('a statement is imported, its exceptions are listed and closed, and the exit code says which', async () => {
  const file = join(folder, 'right.csv')
  writeFileSync(file, await statement())
  assert.match(reconcile(['report']).said, /^No statement has been imported yet\.$/m)

  const right = reconcile(['import', file, ...OF])
  const again = reconcile(['import', file, ...OF])

  assert.equal(right.status, 0, right.complained)
  assert.match(right.said, / matched +in +3 +₦6,000\.00 +out +0 +₦0\.00/)
  assert.match(right.said, /^0 exceptions are open, 0 closed\.$/m)
  assert.equal(again.status, 0)
  assert.match(again.said, /^This file was imported before\.$/m)

  // The same lines in another file, and one of which nobody knows.
  const text = await statement()
  const extra = '"none\u001b[2J","debit","12.34","","=1+1","2026-11-20T09:30:00Z"\r\n'
  writeFileSync(join(folder, 'bad.csv'), `${text}${extra}`)
  const refused = reconcile(['import', join(folder, 'bad.csv'), ...OF])
  assert.equal(refused.status, 2)
  assert.match(refused.complained, /^line 5, session_id: .+\nNothing was imported\.$/m)
  writeFileSync(join(folder, 'more.csv'), `${text}${extra.replace('\u001b[2J', '')}`)
  const more = reconcile(['import', join(folder, 'more.csv'), ...OF])
  assert.equal(more.status, 1)
  assert.match(more.said, /^4 exceptions are open, 0 closed\.$/m)

  const listed = reconcile(['exceptions', '--json'])
  const [report] = JSON.parse(listed.said)
  assert.equal(listed.status, 1)
  const ids = report.exceptions.listed.map(({ id }: { id: string }) => id) as string[]
  assert.equal(ids.length, 4)
  const why = ['--by', 'Ada Example', '--note', 'They sent it again.']
  for (const id of ids) assert.equal(reconcile(['close', id, ...why]).status, 0)
  const twice = reconcile(['close', ids[0]!, ...why])
  assert.deepEqual([twice.status, twice.complained], [2, 'This exception is already closed.\n'])
  const all = reconcile(['report'])
  assert.equal(all.status, 0)
  assert.match(all.said, /^0 exceptions are open, 4 closed\.$/m)
  const id = /^(stm_[0-9a-f]{32}) {2}test {2}sandbox {2}"more\.csv"/m.exec(all.said)![1]!
  assert.equal(reconcile(['report', id]).status, 0)
})

test('the command says how it is used, and in one sentence what it cannot do', () => {
  for (const words of [
    [],
    ['import'],
    ['import', 'a.csv', 'b.csv'],
    ['import', 'a.csv', '--mode', 'prod'],
    ['report', '--unknown'],
    ['close', 'dep_1', '--by', 'Ada Example'],
    ['close', 'dep_1', '--note', 'why'],
    ['exceptions', 'more'],
    ['reconcile'],
  ]) {
    const { status, complained } = reconcile(words)
    assert.deepEqual([status, /^Usage:/.test(complained)], [2, true], words.join(' '))
  }
  const nowhere = join(folder, 'nowhere')
  writeFileSync(join(folder, 'a.txt'), '')
  for (const [words, sentence] of [
    [['import', join(nowhere, 'a.csv'), ...OF], /^ENOENT: [^\n]+\n$/],
    [['import', join(folder, 'a.txt'), ...OF], /is neither \.csv nor \.json\.\n$/],
    [
      ['import', join(folder, 'right.csv')],
      /Pass the rail and the mode\.\nNothing was imported\.\n$/,
    ],
    [['report', 'stm_1'], /^No statement has this id\.\n$/],
    [['close', 'dep_1', '--by', 'Ada', '--note', 'x'], /^No exception has this id\.\n$/],
  ] as const) {
    const { status, complained } = reconcile([...words])
    assert.equal(status, 2, words.join(' '))
    assert.match(complained, sentence)
  }
  const lost = reconcile(['report'], { COWRIE_DATA: nowhere })
  assert.equal(lost.complained, `There is no database in ${nowhere}. Set COWRIE_DATA.\n`)
  assert(!existsSync(nowhere))
})
