import { SECOND } from './clock.ts'
import type { Database } from './db.ts'
import { beforeOthers } from './pool.ts'

// Whether the database answers this process, by each kind of connection that it has. That the
// database is away is no reason to end: it comes back. That it answers whoever asks anew, and not
// us, is one: nothing here can mend that, and a new process is well at once.
//
//   heard ──> silent ──> heard    [check: what was asked has an answer or an error by now, or not]
//             silent ──> deaf     [CHECKS_MAX checks later there still is neither, and a new
//                                  connection is answered: said once]

const ANSWER_MS_MAX = SECOND
/** Checks, not a time: a process that was suspended has asked nothing. */
const CHECK_EVERY_MS = 5 * SECOND
const CHECKS_MAX = 6

export type Pools = { sql: Database; hot: Database }

/** False also where one kind of connection does not answer in time. */
export async function answers(pools: Pools): Promise<boolean> {
  return within(ANSWER_MS_MAX, Promise.all(questions(pools).map((ask) => ask())))
}

export type Watch = {
  pools: Pools
  /** A pool that has never been used. */
  openAnew: () => Database
  /** The database answers, but not us. */
  deaf: () => void
}

/** Answers the function that ends it. */
export function watchDatabase(
  { pools, openAnew, deaf }: Watch,
  { checkEveryMs = CHECK_EVERY_MS, checksMax = CHECKS_MAX } = {},
): () => void {
  const kinds = questions(pools).map((ask) => ({ ask, isOpen: false, checks: 0 }))
  let isChecking = false

  async function check(): Promise<void> {
    for (const kind of kinds) {
      if (kind.isOpen) {
        kind.checks += 1
        continue
      }
      const settled = () => Object.assign(kind, { isOpen: false, checks: 0 })
      kind.isOpen = true
      kind.ask().then(settled, settled)
    }
    if (!kinds.some(({ checks }) => checks >= checksMax)) return
    const anew = openAnew()
    const isThere = await within(checkEveryMs, anew`select 1`)
    await anew.end({ timeout: 0 })
    if (!isThere || !kinds.some(({ checks }) => checks >= checksMax)) return
    end()
    deaf()
  }

  const timer = setInterval(() => {
    if (isChecking) return
    isChecking = true
    void check().finally(() => {
      isChecking = false
    })
  }, checkEveryMs).unref()
  const end = () => clearInterval(timer)
  return end
}

/**
 * A statement and a database transaction of each pool: all have connections of their own. Before
 * others, because who is refused for waiting too long has heard nothing of the database.
 */
function questions({ sql, hot }: Pools): (() => Promise<unknown>)[] {
  return [sql, hot].flatMap((pool) => [
    async () => await pool`select 1`,
    () => beforeOthers(() => pool.begin((own) => own`select 1`)),
  ])
}

async function within(ms: number, asked: Promise<unknown>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(resolve, ms, false)
  const answered = asked.then(
    () => true,
    () => false,
  )
  return Promise.race([answered, late]).finally(() => clearTimeout(timer))
}
