import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts'
import { isNear, type Mutant, mutantsOf, sqlMutants } from './mutants.ts'

// `npm run mutate -- FILE|FOLDER … [--tests=GLOB,…] [--sample=N] [--seed=TEXT] [--list]`
//
// Makes one small mistake at a time (mutants.ts) in copies of this checkout, and runs the tests of
// the folder or those named, nearest first. A mistake that no test detects is printed as a
// survivor: it is equivalent to the original, or a test is missing. Exits with 1 below 90 % killed.

const GOAL = 0.9
/** A mutant that runs this much longer than the original counts as killed. */
const SLOWER = 4
const EXTRA_MS = 20_000
const root = join(import.meta.dirname, '..')

type Planted = Mutant & { file: string; line: number; was: string }
type Verdict = 'killed' | 'timeout' | 'survived'

const texts = new Map<string, string>()
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
const chosen = sampled(all, Number(option('sample') ?? all.length), option('seed') ?? 'cowrie')
if (given.includes('--list')) {
  for (const mutant of chosen) say(described(mutant))
  process.exit(0)
}
const tests = testsOf(paths)
if (chosen.length === 0) {
  say(`There is nothing to change in ${paths.join(', ')}: do the files exist?`)
  process.exit(1)
}
say(`${chosen.length} of ${all.length} mutants, ${tests.length} test files`)
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

/** Tests in the folder, and those in `test` named after it. Browser tests take too long. */
function testsOf(names: string[]): string[] {
  const given = option('tests')?.split(',')
  if (given) return globSync(given).toSorted()
  const own = names.flatMap((name) => {
    const folder = name.replace(/\/[^/]+\.(ts|sql)$/, '')
    return [`${folder}/**/*.test.ts`, `test/**/*${basename(folder).replace(/s$/, '')}*.test.ts`]
  })
  // tidy checks that each statement filters by business and mode.
  const files = [...globSync(own, { exclude: ['test/browser/**'] }), 'test/tidy.test.ts']
  return [...new Set(files)].toSorted()
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
  const copies = Array.from({ length: availableParallelism() }, (_, i) =>
    join(root, '.cowrie', 'mutants', `${process.pid}-${i}`),
  )
  try {
    for (const copy of copies) await copyTo(copy)
    const { host, port, user } = server
    const run = (copy: string, files: string[], limitMs: number) =>
      runTests(copy, files, limitMs, JSON.stringify({ host, port, user }))
    const started = performance.now()
    if ((await run(copies[0]!, tests, Number.POSITIVE_INFINITY)) !== 'survived') {
      throw new Error('The tests fail without any mutant: fix them first.')
    }
    const limitMs = (performance.now() - started) * SLOWER + EXTRA_MS
    const survivors: Planted[] = []
    const waiting = [...mutants]
    let done = 0
    await Promise.all(
      copies.map(async (copy) => {
        for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
          const path = join(copy, mutant.file)
          const source = readFileSync(join(root, mutant.file), 'utf8')
          const planted = source.slice(0, mutant.start) + mutant.text + source.slice(mutant.end)
          await writeFile(path, planted)
          const near = tests.filter((name) => isNear(mutant.file, name, textOf(name)))
          const far = tests.filter((name) => !near.includes(name))
          let verdict: Verdict = 'survived'
          for (const files of [near, far]) {
            if (verdict !== 'survived' || files.length === 0) continue
            verdict = await run(copy, files, limitMs)
          }
          await writeFile(path, source)
          if (verdict === 'survived') survivors.push(mutant)
          done += 1
          say(`${done}/${mutants.length} ${verdict.padEnd(8)} ${described(mutant)}`)
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

function textOf(name: string): string {
  const text = texts.get(name) ?? readFileSync(join(root, name), 'utf8')
  texts.set(name, text)
  return text
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

/** Stops at the first file that fails. */
function runTests(
  copy: string,
  files: string[],
  limitMs: number,
  server: string,
): Promise<Verdict> {
  const flags = ['--disable-warning=ExperimentalWarning', 'scripts/test.ts', '--fail-fast']
  const runner = spawn(process.execPath, [...flags, ...files], {
    cwd: copy,
    stdio: 'ignore',
    env: { ...process.env, COWRIE_TEST_POSTGRES: server },
    // Its own group, so that what it started ends with it.
    detached: true,
  })
  return new Promise((resolve) => {
    let isLate = false
    const end = () => {
      isLate = true
      process.kill(-runner.pid!, 'SIGKILL')
    }
    const timer = Number.isFinite(limitMs) ? setTimeout(end, limitMs) : null
    runner.on('close', (code) => {
      if (timer) clearTimeout(timer)
      resolve(isLate ? 'timeout' : code === 0 ? 'survived' : 'killed')
    })
  })
}
