import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { mountSmallDisk, processes } from './embedded-postgres.ts'
import { SERVER, until } from './support.ts'

// `npm test` itself, in a folder with test files of its own: what is red, what is green on the
// second try, and what it says of what it cannot do.

const ROOT = join(import.meta.dirname, '..')

let folder: string

beforeEach(() => {
  // Below the checkout, where its packages are found.
  mkdirSync(join(ROOT, '.cowrie'), { recursive: true })
  folder = mkdtempSync(join(ROOT, '.cowrie', 'test-command-'))
  for (const name of ['scripts', 'test/shared.ts', 'test/money.ts']) {
    cpSync(join(ROOT, name), join(folder, name), { recursive: true })
  }
  const filter = (path: string) => !path.endsWith('.test.ts')
  cpSync(join(ROOT, 'src/platform'), join(folder, 'src/platform'), { recursive: true, filter })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function given(name: string, body: string): void {
  const head = `import assert from 'node:assert/strict'
import { existsSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { moneyHolds } from './money.ts'
void [assert, existsSync, writeFileSync, moneyHolds]
`
  writeFileSync(join(folder, 'test', name), head + body)
}

async function run(words: string[] = [], environment: NodeJS.ProcessEnv = {}) {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'scripts/test.ts', ...words],
    {
      cwd: folder,
      env: { ...process.env, COWRIE_TEST_POSTGRES: JSON.stringify(SERVER), ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (said: string) => {
      text += said
    })
  }
  const closed = once(child, 'close').then(([code]) => code as number | null)
  return { child, closed, said: () => text }
}

async function ended(words: string[] = [], environment: NodeJS.ProcessEnv = {}) {
  const running = await run(words, environment)
  return { code: await running.closed, text: running.said() }
}

test('what passes is green, and what fails twice is red and named', async () => {
  given('good.test.ts', `test('it is good', () => {})`)
  given('bad.test.ts', `test('it is bad', () => assert.equal(1, 2, 'one is not two'))`)

  const { code, text } = await ended()

  assert.equal(code, 1)
  assert.match(text, /^1 passed, 1 failed$/m)
  assert.match(text, /one is not two/)
  assert.match(text, /^Failed:\n {2}test\/bad\.test\.ts$/m)
})

test('what passes on the second try is green, and noted with its first failure', async () => {
  given(
    'flaky.test.ts',
    `test('it is unsteady', () => {
      const isSecond = existsSync('test/tried')
      writeFileSync('test/tried', '')
      assert(isSecond, 'the machine was busy')
    })`,
  )

  const { code, text } = await ended()

  assert.equal(code, 0, text)
  assert.match(text, /^1 passed, 0 failed$/m)
  assert.match(text, /Passed only on the second try.*test\/flaky\.test\.ts.*the machine was busy/s)
  const [flake] = JSON.parse(readFileSync(join(folder, 'test/flaky.json'), 'utf8'))
  assert.equal(flake.file, 'test/flaky.test.ts')
  assert.match(flake.date, /^\d{4}-\d\d-\d\d$/)
  assert.match(flake.failure, /^it is unsteady: .*the machine was busy/s)
})

test('books that are wrong once are red at once, and are not tried again', async () => {
  given(
    'money.test.ts',
    `test('the books are right', async () => {
      const isSecond = existsSync('test/tried')
      writeFileSync('test/tried', '')
      await moneyHolds(() => assert(isSecond, 'a kobo is missing'))
    })`,
  )

  const { code, text } = await ended()

  assert.equal(code, 1)
  assert.match(text, /An invariant of money does not hold/)
  assert.doesNotMatch(text, /Trying once more/)
})

test('a process that dies fails the file that it ran, and the other files still run', async () => {
  given('dies.test.ts', `test('it dies', () => process.kill(process.pid, 'SIGKILL'))`)
  for (const name of ['one', 'two', 'three', 'four']) {
    given(`${name}.test.ts`, `test('it is good', () => {})`)
  }

  const { code, text } = await ended()

  assert.equal(code, 1)
  assert.match(text, /ended with SIGKILL before the file did/)
  assert.match(text, /^4 passed, 1 failed$/m)
})

test('a hook that fails, and a file that cannot be read, are failures', async () => {
  given(
    'hook.test.ts',
    `import { after } from 'node:test'
after(() => assert.fail('it leaves something behind'))
test('it is good', () => {})`,
  )
  given('broken.test.ts', `test('it is good', () => {`)

  const { code, text } = await ended()

  assert.equal(code, 1)
  assert.match(text, /it leaves something behind/)
  for (const name of ['broken', 'hook']) {
    assert.match(text, new RegExp(`^Failed:.*^ {2}test/${name}\\.test\\.ts$`, 'ms'))
  }
})

test('only the tests that are named by a pattern run', async () => {
  given('two.test.ts', `test('the first', () => {})\ntest('the other', () => assert.fail())`)

  const { code, text } = await ended(['--test-name-pattern=first', 'test/two.test.ts'])

  assert.equal(code, 0, text)
  assert.match(text, /^1 passed, 0 failed$/m)
})

test('a file that does not exist, or is no test, is refused in a sentence', async () => {
  given('good.test.ts', `test('it is good', () => {})`)

  const missing = await ended(['test/none.test.ts'])
  const other = await ended(['test/money.ts'])

  assert.deepEqual(missing, { code: 1, text: 'There is no test file test/none.test.ts.\n' })
  assert.equal(other.code, 1)
  assert.equal(other.text, 'test/money.ts is no test file: its name does not end with .test.ts.\n')
})

test('a full disk is said in a sentence, and nothing is left', async (t) => {
  given('good.test.ts', `test('it is good', () => {})`)
  const disk = mkdtempSync(join(tmpdir(), 'cowrie-disk-'))
  if (!mountSmallDisk(disk, '1m')) return t.diagnostic('only root can mount a small disk')
  try {
    const { code, text } = await ended([], {
      TMPDIR: disk,
      COWRIE_TEST_POSTGRES: undefined,
    } as NodeJS.ProcessEnv)

    assert.equal(code, 1)
    assert.match(text, /space|full/i)
    assert.doesNotMatch(text, /^\s+at /m)
    assert.deepEqual(readdirSync(disk), [])
    assert.deepEqual(
      processes().filter(({ command }) => command.includes(disk)),
      [],
    )
  } finally {
    spawn('umount', [disk])
  }
})

test('two runs in one clone do not disturb each other', async () => {
  given('good.test.ts', `test('it is good', () => {})`)

  const both = await Promise.all([ended(), ended()])

  for (const { code, text } of both) assert.equal(code, 0, text)
})

test('interrupted, it ends with 1 and leaves no process', async () => {
  given(
    'waits.test.ts',
    `test('it waits', () => new Promise((resolve) => setTimeout(resolve, 1e8)))`,
  )
  const { child, closed, said } = await run([], { COWRIE_TEST_POSTGRES: undefined })
  await until('it runs', async () => /Running 1 test file/.test(said()))

  child.kill('SIGINT')

  assert.equal(await closed, 1, said())
  assert.match(said(), /Interrupted by SIGINT/)
  assert.deepEqual(
    processes().filter(({ command }) => command.includes(folder)),
    [],
  )
})
