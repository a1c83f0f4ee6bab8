import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import {
  type EmbeddedPostgres,
  EmbeddedPostgresError,
  startEmbeddedPostgres,
} from '../src/platform/embedded-postgres.ts'
import { type Flake, noteFlakes } from './testing/flaky.ts'
import { type FileResult, type Running, runFiles, type Tally } from './testing/run.ts'
import { longestFirst, recordedTimes, TIMES, testFiles, tierOf } from './testing/tiers.ts'

// npm test                    the quick tier, before each commit
// npm run test:full           all other files
// npm run test:long           both, with the large tests in full (test/scale.ts)
// npm test -- PATH …          these files and folders, after flags of node's test runner
//   --fail-fast               stop at the first failure
//   --record                  write the seconds of each file to test/times.json
//
// Starts one PostgreSQL for all files. A file that fails runs once more, alone, at the end. If it
// passes then, the run is green and the file is recorded in test/flaky.json. A broken invariant of
// money (test/money-fault.ts) is red at once.

const OWN_FLAGS = ['--full', '--long', '--fail-fast', '--record']
const LONG_TEST_MS_MAX = 6 * 3_600_000
const TEST_MS_MAX = 300_000
const SLOWEST_SHOWN = 10
/** Jiffies per second, on each Linux that Node supports. */
const TICKS = 100

const say = (line: string) => process.stdout.write(`${line}\n`)
const words = process.argv.slice(2)
const has = (flag: string) => words.includes(flag)
const flags = words.filter((word) => word.startsWith('-') && !OWN_FLAGS.includes(word))
const named = words.filter((word) => !word.startsWith('-')).map((file) => relative('', file))
const files = chosenFiles()

const begun = performance.now()
const state: { running: Running | null; interrupted: NodeJS.Signals | null } = {
  running: null,
  interrupted: null,
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    state.interrupted = signal
    state.running?.stop(signal)
  })
}

let folder = null as string | null
let server = null as EmbeddedPostgres | null
try {
  process.exitCode = await runAll()
} catch (error) {
  process.exitCode = 1
  process.stderr.write(`${sentenceOf(error)}\n`)
} finally {
  await server?.stop()
  if (folder !== null) await rm(folder, { recursive: true, force: true })
}
say(`Took ${Math.round((performance.now() - begun) / 1_000)} s${processorSeconds()}.`)
process.exit()

async function runAll(): Promise<number> {
  folder = await mkdtemp(join(tmpdir(), 'cowrie-test-'))
  // As root, PostgreSQL runs as another user, who must be able to enter the folder.
  await chmod(folder, 0o755)
  const lent = process.env['COWRIE_TEST_POSTGRES']
  if (lent === undefined) {
    say('Starting a PostgreSQL for the tests …')
    const dataDirectory = join(folder, 'postgres')
    server = await startEmbeddedPostgres({ dataDirectory, say, disposable: true })
  }
  const address =
    lent ?? JSON.stringify({ host: server!.host, port: server!.port, user: server!.user })

  say(`Running ${files.length} test ${files.length === 1 ? 'file' : 'files'} …`)
  const results = await run(files, { together: true, address })
  if (has('--record')) record(results)
  const failed = results.filter(({ failures }) => failures.length > 0)
  const isRed = failed.some(({ failures }) => failures.some(({ isMoney }) => isMoney))
  let stillFailing = failed
  if (failed.length > 0 && !isRed && !has('--fail-fast') && state.interrupted === null) {
    say('\nTrying once more, alone:')
    const again = await run(
      failed.map(({ file }) => file),
      { together: false, address },
    )
    const red = new Set(again.filter(({ failures }) => failures.length > 0).map(({ file }) => file))
    stillFailing = failed.filter(({ file }) => red.has(file))
    tellFlakes(failed.filter(({ file }) => !red.has(file)))
  }
  if (isRed) say('\nAn invariant of money does not hold: a failure like that is not tried again.')
  tellSlowest(results)
  if (state.interrupted !== null) {
    say(`Interrupted by ${state.interrupted}: not all files were run.`)
    return 1
  }
  return summarise(results, stillFailing)
}

async function run(
  paths: string[],
  { together, address }: { together: boolean; address: string },
): Promise<FileResult[]> {
  if (state.interrupted !== null) return []
  const results: FileResult[] = []
  const running = runFiles({
    files: longestFirst(paths),
    // One more than there are processors, because many tests wait.
    concurrency: together ? availableParallelism() + 1 : 1,
    flags,
    timeoutMs: has('--long') ? LONG_TEST_MS_MAX : TEST_MS_MAX,
    isApart: !together,
    failFast: has('--fail-fast'),
    env: {
      ...process.env,
      ...(has('--long') && { COWRIE_TEST_SCALE: '1' }),
      COWRIE_TEST_POSTGRES: address,
    },
    onFile(result) {
      results.push(result)
      tellFile(result)
    },
  })
  state.running = running
  await running.done
  return results
}

function chosenFiles(): string[] {
  if (named.length > 0) return named.flatMap(filesAt)
  if (has('--long')) return testFiles()
  const tier = has('--full') ? 'full' : 'quick'
  return testFiles().filter((file) => tierOf(file) === tier)
}

function filesAt(path: string): string[] {
  if (!existsSync(path)) refuse(`There is no test file ${path}.`)
  const files = testFiles().filter((file) => file === path || file.startsWith(`${path}/`))
  if (files.length === 0) refuse(`${path} is no test file: its name does not end with .test.ts.`)
  return files
}

function refuse(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

function sentenceOf(error: unknown): string {
  if (error instanceof EmbeddedPostgresError) return error.message
  if (!(error instanceof Error)) return String(error)
  const { code, path } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC') return `The disk is full: ${path ?? tmpdir()} cannot be written.`
  return code === undefined ? (error.stack ?? error.message) : `${error.message}.`
}

function tellFile({ file, passed, failed, skipped, seconds, failures, notes, lines }: FileResult) {
  const isRed = failures.length > 0
  const counts = `${passed + failed + skipped} tests, ${seconds.toFixed(1)} s`
  say(`${isRed ? '✖' : '✔'} ${file} (${counts})`)
  if (named.length > 0) for (const text of [...lines, ...notes]) say(indented(text))
  for (const { name, text } of failures) say(indented(`✖ ${name}\n${indented(text)}`))
  if (isRed && named.length === 0) for (const text of notes) say(indented(text))
}

function tellFlakes(results: FileResult[]): void {
  if (results.length === 0) return
  say('\nPassed only on the second try, noted in test/flaky.json:')
  const date = new Date().toISOString().slice(0, 10)
  const flakes: Flake[] = results.map(({ file, failures }) => {
    const { name, text } = failures[0]!
    say(`${file}\n${indented(`✖ ${name}\n${indented(text)}`)}`)
    return { file, date, failure: `${name}: ${text}` }
  })
  noteFlakes(flakes)
}

function tellSlowest(results: FileResult[]): void {
  const slowest = results.toSorted((one, other) => other.seconds - one.seconds)
  say('\nThe slowest files:')
  for (const { file, seconds } of slowest.slice(0, SLOWEST_SHOWN)) {
    say(`${seconds.toFixed(1).padStart(7)} s  ${file}`)
  }
}

function summarise(results: FileResult[], stillFailing: FileResult[]): number {
  const sum: Tally = { passed: 0, failed: 0, skipped: 0 }
  for (const { passed, failed, skipped } of results) {
    sum.passed += passed
    sum.failed += failed
    sum.skipped += skipped
  }
  // A file that passed on its second try has not failed. A file that could not be read has no
  // failed test.
  const failed = stillFailing.reduce((count, result) => count + Math.max(1, result.failed), 0)
  if (stillFailing.length > 0) {
    say('\nFailed:')
    for (const { file } of stillFailing) say(`  ${file}`)
  }
  const passed = sum.passed + (stillFailing.length === 0 ? sum.failed : 0)
  say(`\n${passed} passed, ${failed} failed${sum.skipped > 0 ? `, ${sum.skipped} skipped` : ''}`)
  return failed === 0 && results.length > 0 ? 0 : 1
}

function record(results: FileResult[]): void {
  const times = recordedTimes()
  for (const { file, seconds } of results) times[file] = Math.round(seconds * 10) / 10
  const known = testFiles().filter((file) => times[file] !== undefined)
  const kept = Object.fromEntries(known.map((file) => [file, times[file]]))
  writeFileSync(TIMES, `${JSON.stringify(kept, null, 2)}\n`)
}

/** Of this command and its ended children, with PostgreSQL. */
function processorSeconds(): string {
  if (process.platform !== 'linux') return ''
  // utime, stime, cutime and cstime: fields 14 to 17 of proc(5), counted after the name.
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  return `, ${Math.round(ticks / TICKS)} s of processor`
}

function indented(text: string): string {
  return text.trimEnd().replaceAll(/^/gm, '  ')
}
