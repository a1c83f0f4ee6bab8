import type { Context } from '../src/context.ts'
import type { Database } from '../src/lib/db.ts'
import type { RailSet } from '../src/rails/rails.ts'
import type { TestContext } from './support.ts'

// A process that can be stopped at any of its calls to the outside: each statement, each BEGIN and
// COMMIT, each call of a rail is a numbered point. It is stopped before the call is made, or after
// it was carried out and before anybody heard of it.

export type Fault = {
  /** From 1. */
  point: number
  when: 'before' | 'after'
  /** Fails: only this call. Dies: no later call is made either. Or what happens meanwhile. */
  does: 'fails' | 'dies' | (() => Promise<void>)
}

export type Breakable = {
  context: TestContext
  /** From now on points are counted; null only counts. */
  arm(fault: Fault | null): void
  /** Answers the points that were passed, by name, and lets the process live again. */
  disarm(): string[]
}

export class Stopped extends Error {
  constructor(point: string) {
    super(`stopped at ${point}`)
  }
}

/** What a process asks for on its own account, whatever request it serves. */
const BACKGROUND = /settings_version/

export function breakable(healthy: TestContext): Breakable {
  let fault: Fault | null = null
  let isDead = false
  let isArmed = false
  let points: string[] = []

  async function pass<Result>(name: string, call: () => PromiseLike<Result>): Promise<Result> {
    if (!isArmed) return call()
    if (isDead) throw new Stopped(name)
    points.push(name)
    if (fault?.point !== points.length) {
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

  const context: TestContext = {
    ...healthy,
    log: { ...healthy.log, error: () => {} },
    sql: breakableSql(healthy.sql, pass),
    hot: breakableSql(healthy.hot, pass),
    rails: { test: breakableRails(healthy.rails.test, pass), live: [] },
  }
  return {
    context,
    arm(next) {
      fault = next
      points = []
      isDead = false
      isArmed = true
    },
    disarm() {
      isArmed = false
      isDead = false
      return points
    },
  }
}

type Pass = <Result>(name: string, call: () => PromiseLike<Result>) => Promise<Result>

/** Queries run when they are awaited, so that is where they are counted; fragments never are. */
function breakableSql(sql: Context['sql'], pass: Pass): Database {
  return new Proxy(sql, {
    apply(target, self, args: [TemplateStringsArray, ...unknown[]]) {
      const query = Reflect.apply(target as never, self, args) as Promise<unknown>
      if (!Array.isArray(args[0]?.raw)) return query
      const name = nameOf(args[0])
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

/** A stop before COMMIT undoes everything; after one behind it, everything is there. */
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

function breakableRails(rails: RailSet, pass: Pass): RailSet {
  const wrap = <Rail extends object>(kind: string, rail: Rail): Rail =>
    new Proxy(rail, {
      get(target, name, receiver) {
        const method = Reflect.get(target, name, receiver)
        // What a rail knows by itself answers at once, and cannot be stopped.
        if (typeof method !== 'function' || name === 'isPublished') return method
        return (...args: unknown[]) =>
          pass(`${kind} rail: ${String(name)}`, () => Reflect.apply(method, target, args))
      },
    })
  const { bank, card, identity, message } = rails
  return {
    bank: wrap('bank', bank),
    card: wrap('card', card),
    identity: wrap('identity', identity),
    message: wrap('message', message),
  }
}

/** The first words of a statement; where it begins with what it works out, also what it does. */
function nameOf(strings: readonly string[]): string {
  const words = strings.join('?').trim().split(/\s+/)
  if (words[0] !== 'with') return words.slice(0, 6).join(' ')
  const verbs = /\b(insert into|(?<!for )update|delete from) ([a-z_]+)/g
  const done = [...words.join(' ').matchAll(verbs)].at(-1)?.[0]
  const head = words.slice(0, 3).join(' ')
  return done === undefined ? head : `${head} … ${done}`
}
