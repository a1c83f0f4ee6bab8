import { spawn } from 'node:child_process'
import { globSync, writeFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/lib/embedded-postgres.ts'

// `npm test`: a PostgreSQL for all test files, then node's own test runner. `npm test -- FILE …`
// runs those files only; flags of the runner may stand before them. `npm run test:long` is the same
// with all of what is large (test/scale.ts).
//
// A process that has read the service, built the app and warmed up runs several files, one after
// the other, each as a suite of its name. The longest come first, so that no processor is without
// work at the end. Many wait for something that takes its time, so there is a process more than
// there are processors.

const FILES_TOGETHER = 12
/** Measured: tens of seconds each. They begin, each in a process of its own. */
const LONG = [
  'src/reseal.test.ts',
  'test/silent-database.test.ts',
  'test/processes.test.ts',
  'test/deposit-simulation.test.ts',
  'test/refund-crash-points.test.ts',
  'test/live-crash-points.test.ts',
  'test/live-card-crash-points.test.ts',
  'test/live-month.test.ts',
  'test/canary.test.ts',
  'test/card-canary.test.ts',
  'test/start.test.ts',
  'src/transactions/settle.test.ts',
  'src/settlements/settlements.test.ts',
  'test/plans.test.ts',
  'test/routes-and-credentials.test.ts',
  'test/failover.test.ts',
]
/** These measure their own process, or have suites in them, behind which no other file is run. */
const ALONE = [
  'src/app-load.test.ts',
  'src/lib/embedded-postgres.test.ts',
  'src/lib/embedded-postgres-refusals.test.ts',
  'src/webhooks/hostile-floods.test.ts',
]

const say = (line: string) => process.stdout.write(`${line}\n`)

const isLong = process.argv.includes('--long')
const given = process.argv.slice(2).filter((argument) => argument !== '--long')
const flags = given.filter((argument) => argument.startsWith('-'))
const files = given.filter((argument) => !argument.startsWith('-'))
/** A name pattern does not reach into a suite that is read later: then each file is by itself. */
const isPlain = flags.some((flag) => !flag.startsWith('--test-reporter'))
const all = globSync(['src/**/*.test.ts', 'test/**/*.test.ts', 'bench/**/*.test.ts']).sort()

const folder = await mkdtemp(join(tmpdir(), 'cowrie-test-'))

// Started by root, PostgreSQL runs as another user, who must be able to enter.
await chmod(folder, 0o755)
const lent = process.env['COWRIE_TEST_POSTGRES']
const server = lent === undefined ? await startServer() : null
const chosen = files.length > 0 ? files : all
say(`Running ${chosen.length} test files …`)
const runner = spawn(
  process.execPath,
  [
    '--disable-warning=ExperimentalWarning',
    '--test',
    `--test-concurrency=${availableParallelism() + 1}`,
    // For one test. Some of the long run play 100,000 stories.
    `--test-timeout=${isLong ? 6 * 3_600_000 : 300_000}`,
    ...reporters(),
    ...flags,
    ...processesOf(chosen),
  ],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      ...(isLong && { COWRIE_TEST_SCALE: '1' }),
      COWRIE_TEST_FILES: isPlain ? '' : chosen.join('\n'),
      COWRIE_TEST_POSTGRES: lent ?? addressOf(server!),
    },
  },
)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => runner.kill(signal))
const code = await new Promise<number>((resolve) => {
  runner.on('exit', (exitCode) => resolve(exitCode ?? 1))
})

await server?.stop()
await rm(folder, { recursive: true, force: true })
process.exit(code)

function startServer(): Promise<EmbeddedPostgres> {
  say('Starting a PostgreSQL for the tests …')
  const dataDirectory = join(folder, 'postgres')
  return startEmbeddedPostgres({ dataDirectory, say, disposable: true })
}

function addressOf({ host, port, user }: EmbeddedPostgres): string {
  return JSON.stringify({ host, port, user })
}

function reporters(): string[] {
  if (flags.some((flag) => flag.startsWith('--test-reporter'))) return []
  return ['spec', './scripts/test-slowest.ts'].flatMap((reporter) => [
    `--test-reporter=${reporter}`,
    '--test-reporter-destination=stdout',
  ])
}

/** Writes for each process the file that it runs. Node starts them in the order of their names. */
function processesOf(paths: string[]): string[] {
  const groups = isPlain ? paths.map((path) => [path]) : groupsOf(paths)
  return groups.map((group, i) => {
    const path = join(folder, `${String(i).padStart(3, '0')}.test.ts`)
    const runs = group.map((name) => {
      const [title, address] = [name, resolve(name)].map((text) => JSON.stringify(text))
      return isPlain
        ? `after(endShared)\nawait import(${address})\n`
        : `await describe(${title}, () => import(${address}))\n`
    })
    const lines = [
      "import { after, describe } from 'node:test'\n",
      `import { endShared } from ${JSON.stringify(resolve('test/shared.ts'))}\n`,
      ...runs,
      isPlain ? '' : 'await endShared()\n',
    ]
    writeFileSync(path, lines.join(''))
    return path
  })
}

function groupsOf(paths: string[]): string[][] {
  const apart = [...LONG, ...ALONE].filter((path) => paths.includes(path))
  const together = paths.filter((path) => !apart.includes(path))
  const inBrowser = together.filter((path) => path.startsWith('test/browser/'))
  const others = together.filter((path) => !inBrowser.includes(path))
  return [...apart.map((path) => [path]), ...dealt(inBrowser), ...dealt(others)]
}

/** Like cards: neighbours in a folder often take long together. */
function dealt(paths: string[]): string[][] {
  const count = Math.ceil(paths.length / FILES_TOGETHER)
  return Array.from({ length: count }, (_, i) => paths.filter((_path, at) => at % count === i))
}
