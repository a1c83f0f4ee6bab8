import type { Context } from '../src/core/context.ts'
import type { Database } from '../src/platform/db.ts'
import type { Send } from '../src/platform/outbound.ts'
import { Names } from '../src/platform/values.ts'
import type { Provider } from '../src/providers/rails.ts'
import type { TestContext } from './support.ts'

// A process that can be stopped at any of its calls to the outside. Each statement, BEGIN, COMMIT,
// call of a rail, and request of a live rail to its provider is a numbered point. The stop comes
// before the call, or after it was carried out and before the caller sees the result.

/** A part of a path with an id: it differs from run to run. */
const NAMED_BY_US = /[^/]*(\d{3}|[0-9a-f]{8}-[0-9a-f]{4}-)[^/]*/g

export type Fault = {
  /** Counts from 1. */
  point: number
  /** Counts only points with this name. */
  name?: string
  when: 'before' | 'after'
  /** `fails`: only this call. `dies`: all later calls too. A function runs at the point instead. */
  does: 'fails' | 'dies' | (() => Promise<void>)
}

export type Breakable = {
  context: TestContext
  /** Starts counting points; null only counts. */
  arm(fault: Fault | null): void
  /** Returns the names of the points passed, and revives the process. */
  disarm(): string[]
}

export class Stopped extends Error {
  constructor(point: string) {
    super(`stopped at ${point}`)
  }
}

/** Statements in the background, and those that fill a cache: when, only the time decides. */
const BACKGROUND = /settings_version|^select m\.\*, b\.name|^select \* from payment_rule/

/** `live` builds the live providers, which send through the function it is given. */
export function breakable(
  healthy: TestContext,
  live: (stopped: (send: Send) => Send) => Provider[] = () => [],
): Breakable {
  let fault: Fault | null = null
  let isDead = false
  let isArmed = false
  let points: string[] = []

  async function pass<Result>(name: string, call: () => PromiseLike<Result>): Promise<Result> {
    if (!isArmed) return call()
    if (isDead) throw new Stopped(name)
    points.push(name)
    if (!fault || !isAt(fault, points)) {
      const result = await call()
      if (isDead) throw new Stopped(name)
      return result
    }
    const { when, does } = fault
    const strike = async () => {
      if (typeof does === 'function') return does()
      isDead = does === 'dies'
      throw new Stopped(name)
    }
    if (when === 'before') await strike()
    const result = await call()
    if (when === 'after') await strike()
    return result
  }

  /** A failed request gets no answer; its process lives on. */
  const stopped =
    (send: Send): Send =>
    async (request) => {
      const path = new URL(request.url).pathname.replace(NAMED_BY_US, '…')
      try {
        return await pass(`request: ${request.method} ${path}`, () => send(request))
      } catch (error) {
        if (isDead || !(error instanceof Stopped)) throw error
        return { kind: 'failed', reason: 'timeout', wasWritten: true, latencyMs: 1 }
      }
    }

  const liveRails = () => live(stopped).map((provider) => breakableRails(provider, pass))
  const context: TestContext = {
    ...healthy,
    log: { ...healthy.log, error: () => {} },
    sql: breakableSql(healthy.sql, pass),
    hot: breakableSql(healthy.hot, pass),
    rails: {
      test: breakableRails(healthy.rails.test, pass),
      live: liveRails(),
    },
  }
  return {
    context,
    arm(next) {
      fault = next
      points = []
      isDead = false
      isArmed = true
      // A newly started process has none of its rails' memory.
      context.rails.live = liveRails()
    },
    disarm() {
      isArmed = false
      isDead = false
      return points
    },
  }
}

/** Whether it comes at the last of the points passed. */
function isAt({ point, name }: Fault, passed: string[]): boolean {
  if (name === undefined) return passed.length === point
  return passed.at(-1) === name && nthOf(passed) === point
}

/** How many of the points passed have the name of the last one. */
export function nthOf(passed: string[]): number {
  return passed.filter((name) => name === passed.at(-1)).length
}

type Pass = <Result>(name: string, call: () => PromiseLike<Result>) => Promise<Result>

/** A query runs when it is awaited, so it is counted there; fragments never are. */
function breakableSql(sql: Context['sql'], pass: Pass): Database {
  return new Proxy(sql, {
    apply(target, self, args: [TemplateStringsArray, ...unknown[]]) {
      const query = Reflect.apply(target as never, self, args) as Promise<unknown>
      if (!Array.isArray(args[0]?.raw)) return query
      const name = nameOf(args)
      if (BACKGROUND.test(name)) return query
      const run = query.then.bind(query)
      let passed: Promise<unknown> | null = null
      // biome-ignore lint/suspicious/noThenProperty: awaited, a query runs, and only then.
      query.then = ((done: never, failed: never) => {
        passed ??= pass(name, () => new Promise((resolve, reject) => void run(resolve, reject)))
        return passed.then(done, failed)
      }) as never
      query.catch = ((failed: never) => query.then(undefined, failed)) as never
      return query
    },
    get(target, name, receiver) {
      if (name !== 'begin') return Reflect.get(target, name, receiver)
      return (work: (sql: Database) => Promise<unknown>) => begin(target, work, pass)
    },
  })
}

/** A stop before COMMIT undoes everything; a stop after it keeps everything. */
async function begin(
  target: Database,
  work: (sql: Database) => Promise<unknown>,
  pass: Pass,
): Promise<unknown> {
  await pass('begin', async () => {})
  const heard = Promise.withResolvers<unknown>()
  const begun: Promise<unknown> = target.begin(async (inside) => {
    const result = await work(breakableSql(inside as unknown as Database, pass))
    return new Promise<unknown>((commit, undo) => {
      pass('commit', () => {
        commit(result)
        return begun
      }).then(heard.resolve, (error: unknown) => {
        undo(error)
        begun.catch(() => {}).then(() => heard.reject(error))
      })
    })
  })
  begun.catch(heard.reject)
  return heard.promise
}

/** Rail methods that answer locally and cannot be stopped. */
const OF_ITSELF = ['isPublished', 'isDown', 'readNotification']

function breakableRails<One extends Provider>(provider: One, pass: Pass): One {
  const wrapped = Object.entries(provider).map(([kind, rail]) => [
    kind,
    new Proxy(rail, {
      get(target, name, receiver) {
        const method = Reflect.get(target, name, receiver)
        if (typeof method !== 'function' || OF_ITSELF.includes(String(name))) return method
        return (...args: unknown[]) =>
          pass<unknown>(`${kind} rail: ${String(name)}`, async () =>
            Reflect.apply(method as (...args: unknown[]) => unknown, target, args),
          )
      },
    }),
  ])
  return Object.fromEntries(wrapped) as One
}

/** The first words of a statement; after a `with`, also its main verb. */
function nameOf([strings, ...parts]: [TemplateStringsArray, ...unknown[]]): string {
  const text = strings.reduce((before, next, i) => {
    const part = parts[i - 1]
    return before + (part instanceof Names ? part.write(before, () => '?') : '?') + next
  })
  const words = text.replaceAll('"', '').trim().split(/\s+/)
  if (words[0] !== 'with') return words.slice(0, 6).join(' ')
  const verbs = /\b(insert into|(?<!for )update|delete from) ([a-z_]+)/g
  const done = [...words.join(' ').matchAll(verbs)].at(-1)?.[0]
  const head = words.slice(0, 3).join(' ')
  return done === undefined ? head : `${head} … ${done}`
}
