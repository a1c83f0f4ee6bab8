import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../src/lib/embedded-postgres.ts'

// `npm test`: a PostgreSQL for all test files, then node's own test runner. `npm test -- FILE …`
// runs those files only; flags of the runner may stand before them.

const say = (line: string) => process.stdout.write(`${line}\n`)

const given = process.argv.slice(2)
const flags = given.filter((argument) => argument.startsWith('-'))
const files = given.filter((argument) => !argument.startsWith('-'))
const all = globSync(['src/**/*.test.ts', 'test/**/*.test.ts', 'bench/**/*.test.ts']).sort()

const folder = await mkdtemp(join(tmpdir(), 'cowrie-test-'))

// Started by root, PostgreSQL runs as another user, who must be able to enter.
await chmod(folder, 0o755)
say('Starting a PostgreSQL for the tests …')
const dataDirectory = join(folder, 'postgres')
const server = await startEmbeddedPostgres({ dataDirectory, say, disposable: true })

const { host, port, user } = server
const chosen = files.length > 0 ? files : all
say(`Running ${chosen.length} test files …`)
const runner = spawn(
  process.execPath,
  [
    '--disable-warning=ExperimentalWarning',
    '--test',
    `--test-concurrency=${Math.max(2, availableParallelism())}`,
    '--test-timeout=300000',
    ...flags,
    ...chosen,
  ],
  {
    stdio: 'inherit',
    env: { ...process.env, COWRIE_TEST_POSTGRES: JSON.stringify({ host, port, user }) },
  },
)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => runner.kill(signal))
const code = await new Promise<number>((resolve) => {
  runner.on('exit', (exitCode) => resolve(exitCode ?? 1))
})

await server.stop()
await rm(folder, { recursive: true, force: true })
process.exit(code)
