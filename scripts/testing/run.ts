import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Failure, Order, Report } from './messages.ts'
import { ALONE } from './tiers.ts'

// Runs test files in several processes and gives each its next file. Files of `ALONE` get a process
// of their own. So do all files if flags select tests by name, which does not work in a suite that
// is imported later.

export type Tally = { passed: number; failed: number; skipped: number }
export type FileResult = Tally & {
  file: string
  seconds: number
  failures: Failure[]
  notes: string[]
  /** The name of each test, indented by its depth, with its outcome. */
  lines: string[]
}

export type RunOptions = {
  files: string[]
  /** The checkout that they belong to, unless this one. */
  cwd?: string
  /** Processes at the same time. */
  concurrency: number
  /** Flags of node's test runner. If they select tests by name, each file has its own process. */
  flags: string[]
  timeoutMs: number
  env: NodeJS.ProcessEnv
  /** Each file has its own process. */
  isApart: boolean
  /** Stop at the first failure. */
  failFast: boolean
  onFile(result: FileResult): void
}

const ROOT = join(import.meta.dirname, '../..')
const WORKER = 'scripts/testing/worker.ts'
const NODE_FLAGS = [
  '--disable-warning=ExperimentalWarning',
  `--test-reporter=${join(import.meta.dirname, 'reporter.ts')}`,
  '--test-reporter-destination=stderr',
  // As `npm start`: a tenth of the time of a process is garbage collection otherwise.
  '--max-semi-space-size=64',
]
/** A process's output is shown if it fails; only the end of long output is kept. */
const OUTPUT_LENGTH_MAX = 64 * 1024
const STOP_MS = 5_000
const MARKS = { passed: '✔', failed: '✖', skipped: '﹣' } as const

export type Running = { done: Promise<void>; stop(signal: NodeJS.Signals): void }

export function runFiles(options: RunOptions): Running {
  const waiting = [...options.files]
  const processes = new Set<ChildProcess>()
  let stopped = false

  async function work(): Promise<void> {
    while (waiting.length > 0 && !stopped) {
      if (options.flags.length > 0) await runPicked(waiting.shift()!)
      else {
        const alone = waiting.findIndex((file) => options.isApart || ALONE.has(file))
        await runProcess(alone < 0 ? waiting : waiting.splice(alone, 1))
      }
    }
  }

  /** A process for as many of these files as it can run. */
  async function runProcess(queue: string[]): Promise<void> {
    const given: FileResult[] = []
    const { child, takeOutput, ended } = start([])

    function end(): void {
      const result = given.shift()!
      const output = takeOutput()
      if (result.failures.length > 0 && output !== '') result.notes.push(output)
      finish(result)
    }

    child.on('message', (report: Report) => {
      if (report.kind === 'ready') {
        const file = stopped ? null : (queue.shift() ?? null)
        if (file !== null) given.push(emptyResult(file))
        child.send({ file } satisfies Order)
      } else if (given[0] && report.kind === 'file') {
        given[0].seconds = report.seconds
        end()
      } else if (given[0] && report.kind !== 'file') {
        add(given[0], report)
        if (report.kind === 'failure' && options.failFast) end()
      }
    })
    const how = await ended
    while (given[0] && !stopped) {
      given[0].failures.push(failedProcess(given[0].file, how))
      end()
    }
  }

  /** A process for the selected tests of one file. */
  async function runPicked(file: string): Promise<void> {
    const begun = performance.now()
    const result = emptyResult(file)
    const { child, takeOutput, ended } = start([file])
    child.on('message', (report: Report) => {
      if (report.kind !== 'ready' && report.kind !== 'file') add(result, report)
    })
    const how = await ended
    if (how !== 'code 0' && result.failures.length === 0) {
      result.failures.push(failedProcess(file, how))
    }
    result.seconds = (performance.now() - begun) / 1_000
    if (result.failures.length > 0) result.notes.push(takeOutput())
    if (!stopped) finish(result)
  }

  function start(words: string[]) {
    const limit = `--test-timeout=${options.timeoutMs}`
    const { cwd = ROOT, env } = options
    const line = [...NODE_FLAGS, limit, ...options.flags, WORKER, ...words]
    const stdio: StdioOptions = ['ignore', 'pipe', 'pipe', 'ipc']
    const child = spawn(process.execPath, line, { stdio, cwd, env })
    processes.add(child)
    let output = ''
    for (const stream of [child.stdout!, child.stderr!]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output = (output + text).slice(-OUTPUT_LENGTH_MAX)
      })
    }
    const ended = once(child, 'close').then(([code, signal]) => {
      processes.delete(child)
      return signal === null ? `code ${code}` : String(signal)
    })
    const takeOutput = () => {
      const taken = output
      output = ''
      return taken
    }
    return { child, takeOutput, ended }
  }

  function finish(result: FileResult): void {
    if (result.failures.length > 0 && options.failFast) stop('SIGTERM')
    options.onFile(result)
  }

  function stop(signal: NodeJS.Signals): void {
    stopped = true
    for (const child of processes) endProcess(child, signal)
  }

  const count = Math.min(options.concurrency, Math.max(1, waiting.length))
  const done = Promise.all(Array.from({ length: count }, work)).then(() => {})
  return { done, stop }
}

function endProcess(child: ChildProcess, signal: NodeJS.Signals): void {
  child.kill(signal)
  // A test may handle the signal itself.
  setTimeout(() => child.kill('SIGKILL'), STOP_MS).unref()
}

function failedProcess(name: string, how: string): Failure {
  return { name, text: `The process ended with ${how} before the file did.`, isMoney: false }
}

function emptyResult(file: string): FileResult {
  return { file, seconds: 0, passed: 0, failed: 0, skipped: 0, failures: [], notes: [], lines: [] }
}

function add(result: FileResult, report: Exclude<Report, { kind: 'ready' | 'file' }>): void {
  switch (report.kind) {
    case 'test':
      result[report.outcome] += 1
      result.lines.push(`${'  '.repeat(report.nesting)}${MARKS[report.outcome]} ${report.name}`)
      return
    case 'failure':
      result.failures.push(report)
      return
    case 'note':
      result.notes.push(report.text)
  }
}
