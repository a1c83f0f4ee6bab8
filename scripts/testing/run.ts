import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Failure, Order, Report } from './messages.ts'
import { ALONE } from './tiers.ts'

// Runs test files in several processes and hands each process its next file when it has ended the
// one before. Files of `ALONE`, and all of them where a flag picks tests by name, get a process of
// their own: a name pattern does not reach into a suite that is imported later.

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
  /** Processes at a time. */
  concurrency: number
  flags: string[]
  env: NodeJS.ProcessEnv
  /** Each file has a process of its own. */
  isApart: boolean
  /** Stop at the first failure. */
  failFast: boolean
  onFile(result: FileResult): void
}

const WORKER = join(import.meta.dirname, 'worker.ts')
const REPORTER = join(import.meta.dirname, 'reporter.ts')
/** What a process prints is shown if it fails. Of more, the end. */
const OUTPUT_LENGTH_MAX = 64 * 1024
const MARKS = { passed: '✔', failed: '✖', skipped: '﹣' } as const

export type Running = { done: Promise<void>; stop(signal: NodeJS.Signals): void }

export function runFiles(options: RunOptions): Running {
  const waiting = [...options.files]
  const processes = new Set<ChildProcess>()
  let stopped = false

  async function work(): Promise<void> {
    while (waiting.length > 0 && !stopped) {
      const alone = waiting.findIndex((file) => options.isApart || ALONE.has(file))
      if (alone >= 0) await runProcess(waiting.splice(alone, 1)[0]!)
      else await runProcess(null)
    }
  }

  /** One process: for this file, or for those that wait. */
  function runProcess(only: string | null): Promise<void> {
    const child = spawn(process.execPath, lineOf(only, options.flags), {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: options.env,
    })
    processes.add(child)
    let output = ''
    for (const stream of [child.stdout!, child.stderr!]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output = (output + text).slice(-OUTPUT_LENGTH_MAX)
      })
    }
    const begun = performance.now()
    const given: FileResult[] = only === null ? [] : [emptyResult(only)]

    function end(): void {
      const result = given.shift()!
      if (result.failures.length > 0 && output !== '') result.notes.push(output)
      output = ''
      if (result.failures.length > 0 && options.failFast) stop('SIGTERM')
      options.onFile(result)
    }

    child.on('message', (report: Report) => {
      if (report.kind === 'ready') {
        const file = stopped ? null : (waiting.shift() ?? null)
        if (file !== null) given.push(emptyResult(file))
        child.send({ file } satisfies Order)
      } else if (report.kind === 'file') {
        if (only !== null) return
        given[0]!.seconds = report.seconds
        end()
      } else if (given[0]) {
        add(given[0], report)
        if (report.kind === 'failure' && options.failFast) end()
      }
    })
    return new Promise((resolve) => {
      child.on('close', (code, signal) => {
        processes.delete(child)
        if (only !== null && given[0]) {
          given[0].seconds = (performance.now() - begun) / 1_000
          if (code === 0 || given[0].failures.length > 0) end()
        }
        while (given[0] && !stopped) {
          const text = `The process ended with ${signal ?? `code ${code}`} before the file did.`
          given[0].failures.push({ name: given[0].file, text, isMoney: false })
          end()
        }
        resolve()
      })
    })
  }

  function stop(signal: NodeJS.Signals): void {
    stopped = true
    for (const child of processes) child.kill(signal)
  }

  const count = Math.min(options.concurrency, Math.max(1, waiting.length))
  const done = Promise.all(Array.from({ length: count }, work)).then(() => {})
  return { done, stop }
}

function lineOf(only: string | null, flags: string[]): string[] {
  const reporter = [`--test-reporter=${REPORTER}`, '--test-reporter-destination=stderr']
  const file = only === null ? [] : [only]
  return ['--disable-warning=ExperimentalWarning', ...reporter, ...flags, WORKER, ...file]
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
