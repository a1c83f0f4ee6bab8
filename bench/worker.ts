import { fork } from 'node:child_process'

// A load generator is a process of its own, so that it never waits for the event loop of whoever
// drives it, and its processor time can be told apart. It stays for the whole run: its code is
// compiled once.

type Answer<Result> = { result: Result } | { error: string }

export type Cost = { cpuMicros: number }
export type Worker<Load, Result> = { run: (load: Load) => Promise<Result & Cost>; stop: () => void }

/** In the worker. With an argument instead of a parent it runs that load, as JSON, and prints. */
export function serveWorker<Load, Result extends object>(run: (load: Load) => Promise<Result>) {
  const measure = async (load: Load): Promise<Result & Cost> => {
    const before = process.cpuUsage()
    const result = await run(load)
    const { user, system } = process.cpuUsage(before)
    return { ...result, cpuMicros: user + system }
  }
  if (process.send) {
    process.on('message', (load: Load) => {
      measure(load).then(
        (result) => process.send!({ result } satisfies Answer<Result & Cost>),
        (error: Error) => process.send!({ error: error.message } satisfies Answer<Result & Cost>),
      )
    })
  } else {
    measure(JSON.parse(process.argv[2] ?? '{}')).then((result) => {
      process.stdout.write(`${JSON.stringify({ ...result, counts: undefined })}\n`)
    })
  }
}

/** `flags` are for node, besides our own. */
export function startWorker<Load extends object, Result>(
  file: URL,
  flags: string[] = [],
): Worker<Load, Result> {
  const child = fork(file, { execArgv: [...process.execArgv, ...flags] })
  const run = (load: Load) => {
    const { promise, resolve, reject } = Promise.withResolvers<Result & Cost>()
    const onMessage = (answer: Answer<Result & Cost>) => {
      child.off('exit', onExit)
      if ('error' in answer) reject(new Error(answer.error))
      else resolve(answer.result)
    }
    const onExit = () => reject(new Error(`${file.pathname} ended before its answer`))
    child.once('message', onMessage as (answer: unknown) => void)
    child.once('exit', onExit)
    child.send(load)
    return promise
  }
  return { run, stop: () => child.kill() }
}
