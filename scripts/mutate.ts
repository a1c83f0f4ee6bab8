import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts'
import { isNear, type Mutant, mutantsOf, sqlMutants } from './mutants.ts'
import { runFiles } from './testing/run.ts'
import { recordedTimes, tierOf } from './testing/tiers.ts'

// `npm run mutate -- FILE|FOLDER … [--tests=GLOB,…] [--sample=N] [--seed=TEXT]
//    [--only=FILE:LINE,…] [--copies=N] [--list]`
//
// Makes one small mistake at a time (mutants.ts) in copies of this checkout. For each, one process
// runs the tests of the folder or those named, nearest first, up to the first failure. A mistake
// that no test detects is printed as a survivor: it is equivalent to the original, or a test is
// missing. Exits with 1 below 90 % killed.

const GOAL = 0.9
/** For a mutant that never ends. */
const TEST_MS_MAX = 120_000
const MUTANT_MS_MAX = 900_000
const TOO_LONG = 'too long'
/** It checks statements: that each filters by business and mode. */
const TIDY = 'test/tidy.test.ts'
const root = join(import.meta.dirname, '..')

type Planted = Mutant & { file: string; line: number; was: string }

const times = recordedTimes()
const say = (line: string) => process.stdout.write(`${line}\n`)
const given = process.argv.slice(2)
const paths = given.filter((argument) => !argument.startsWith('--'))
const option = (name: string) =>
  given.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3)

if (paths.length === 0) {
  say('Name files or folders: npm run mutate -- FOLDER [--tests=GLOB] [--sample=40] [--list]')
  process.exit(1)
}

const all = filesIn(paths).flatMap((file) => plantedIn(file))
const only = option('only')?.split(',')
const wanted = all.filter(({ file, line }) => only?.includes(`${file}:${line}`) ?? true)
const chosen = sampled(wanted, Number(option('sample') ?? all.length), option('seed') ?? 'cowrie')
if (given.includes('--list')) {
  for (const mutant of chosen) say(described(mutant))
  process.exit(0)
}
if (chosen.length === 0) {
  say(`There is nothing to change in ${paths.join(', ')}: do the files exist?`)
  process.exit(1)
}
const testsOf = new Map(
  [...new Set(chosen.map(({ file }) => file))].map((of) => [of, testsFor(of)]),
)
for (const [file, tests] of testsOf) {
  if (tests.length > 0) continue
  say(`No test file belongs to ${file}: name some with --tests=GLOB.`)
  process.exit(1)
}
process.exit((await judgeAll(chosen)) >= GOAL ? 0 : 1)

/** Code without tests and routes: the contract's tests cover routes. */
function filesIn(names: string[]): string[] {
  return names
    .flatMap((name) => (/\.(ts|sql)$/.test(name) ? [name] : globSync(`${name}/**/*.{ts,sql}`)))
    .filter((file) => !/\.(test|routes)\.ts$/.test(file))
    .toSorted()
}

function plantedIn(file: string): Planted[] {
  const source = readFileSync(join(root, file), 'utf8')
  const mutants = file.endsWith('.sql') ? sqlMutants(source) : mutantsOf(source)
  return mutants.map((mutant) => ({
    ...mutant,
    file,
    line: source.slice(0, mutant.start).split('\n').length,
    was: source.slice(mutant.start, mutant.end),
  }))
}

/** The same ones for the same seed, spread over all. */
function sampled(mutants: Planted[], count: number, seed: string): Planted[] {
  const rank = ({ file, start, text }: Planted) =>
    createHash('sha256').update(`${seed} ${file} ${start} ${text}`).digest('hex')
  const ranked = mutants.toSorted((one, other) => rank(one).localeCompare(rank(other)))
  return ranked.slice(0, count)
}

/**
 * The quick tests in the file's folder and those in `test` named after it, nearest and fastest
 * first. A database function belongs to the folders of the statements that call it.
 */
function testsFor(file: string): string[] {
  const named = option('tests')?.split(',')
  if (named !== undefined) return globSync(named).toSorted()
  const sources = file.endsWith('.sql') ? callersOf(basename(file, '.sql')) : [file]
  const own = sources
    .map(dirname)
    .flatMap((folder) => [
      `${folder}/**/*.test.ts`,
      `test/**/*${basename(folder).replace(/s$/, '')}*.test.ts`,
    ])
  return [...new Set(globSync(own, { exclude: ['test/browser/**'] }))]
    .filter((test) => tierOf(test) === 'quick')
    .map((test) => ({ test, far: distance(sources, test), seconds: times[test] ?? 0 }))
    .toSorted((one, other) => one.far - other.far || one.seconds - other.seconds)
    .map(({ test }) => test)
}

function distance(sources: string[], test: string): number {
  const text = readFileSync(join(root, test), 'utf8')
  if (sources.some((source) => isNear(source, test, text))) return 0
  return test.startsWith('test/') ? 2 : 1
}

/** The files whose statements call this function of the database, if need be through another. */
function callersOf(name: string): string[] {
  const calls = (file: string) => readFileSync(join(root, file), 'utf8').includes(`${name}(`)
  const features = globSync('{src,packages}/**/*.ts', { exclude: ['**/*.test.ts'] }).filter(calls)
  if (features.length > 0) return features
  const functions = globSync('db/functions/*.sql').map((file) => basename(file, '.sql'))
  return functions
    .filter((other) => other !== name && calls(`db/functions/${other}.sql`))
    .flatMap(callersOf)
}

function described({ file, line, was, text, operator }: Planted): string {
  const short = (code: string) => JSON.stringify(code.replaceAll(/\s+/g, ' ').slice(0, 60))
  return `${file}:${line}  ${operator}: ${short(was)} -> ${short(text)}`
}

async function judgeAll(mutants: Planted[]): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'cowrie-mutants-'))
  // As root, PostgreSQL runs as another user, who must be able to enter the folder.
  await chmod(folder, 0o755)
  const quiet = () => {}
  const dataDirectory = join(folder, 'postgres')
  const server = await startEmbeddedPostgres({ dataDirectory, say: quiet, disposable: true })
  const copies = Array.from(
    { length: Number(option('copies') ?? availableParallelism()) },
    (_, i) => join(root, '.cowrie', 'mutants', `${process.pid}-${i}`),
  )
  try {
    for (const copy of copies) await copyTo(copy)
    const { host, port, user } = server
    const run = (copy: string, files: string[]) =>
      runTests(copy, files, JSON.stringify({ host, port, user }))
    const files = new Set([...testsOf.values()].flat())
    say(`${mutants.length} of ${all.length} mutants, ${files.size} test files`)
    /** Test files that pass without any mutant. */
    const sound = new Set([TOO_LONG])
    const survivors: Planted[] = []
    const waiting = [...mutants]
    let done = 0
    await Promise.all(
      copies.map(async (copy) => {
        for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
          const path = join(copy, mutant.file)
          const source = readFileSync(path, 'utf8')
          await writeFile(
            path,
            source.slice(0, mutant.start) + mutant.text + source.slice(mutant.end),
          )
          const tidy = mutant.operator === 'sql' ? [TIDY] : []
          const failed = await run(copy, [...tidy, ...testsOf.get(mutant.file)!])
          await writeFile(path, source)
          if (failed === null) survivors.push(mutant)
          else if (!sound.has(failed)) {
            if (await run(copy, [failed])) throw new Error(`${failed} fails without any mutant.`)
            sound.add(failed)
          }
          done += 1
          const verdict = failed === null ? 'survived' : 'killed  '
          say(`${done}/${mutants.length} ${verdict} ${described(mutant)}`)
        }
      }),
    )
    const share = (mutants.length - survivors.length) / Math.max(1, mutants.length)
    say(`\n${mutants.length - survivors.length} of ${mutants.length} killed: ${percent(share)}`)
    for (const survivor of survivors) say(`survived  ${described(survivor)}`)
    return share
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
    for (const copy of copies) await rm(copy, { recursive: true, force: true })
  }
}

function percent(share: number): string {
  return `${Math.round(share * 1_000) / 10} %`
}

/** Inside this folder, so that packages are found. */
async function copyTo(copy: string): Promise<void> {
  const tracked = ['ls-files', '--cached', '--others', '--exclude-standard']
  const files = execFileSync('git', tracked, { cwd: root, encoding: 'utf8' }).trim().split('\n')
  for (const file of files) {
    const to = join(copy, file)
    await mkdir(dirname(to), { recursive: true })
    await cp(join(root, file), to)
  }
}

/** In one process. Returns the first file that fails. */
async function runTests(cwd: string, files: string[], server: string): Promise<string | null> {
  let failed: string | null = null
  const running = runFiles({
    files,
    cwd,
    concurrency: 1,
    flags: [],
    timeoutMs: TEST_MS_MAX,
    isApart: false,
    failFast: true,
    env: { ...process.env, COWRIE_TEST_POSTGRES: server },
    onFile({ file, failures }) {
      if (failures.length > 0) failed = file
    },
  })
  const timer = setTimeout(() => {
    failed = TOO_LONG
    running.stop('SIGKILL')
  }, MUTANT_MS_MAX)
  await running.done
  clearTimeout(timer)
  return failed
}
