import { isAway, mayComeOfOutage } from './db-errors.ts'

// Whether the database is away, for the whole process: the log says when that begins and when it
// ends, and not for each request and job.
//
//   none ──> outage    [note: the first error that says so]
//            outage ──> none    [over: a write that was begun after the last one was committed]

type Write = (fields: object, message: string) => void
type Lines = { info: Write; warn: Write; error: Write }
export type Outage = {
  /** True where the error comes of an outage: then it has been said already. */
  note(error: unknown): boolean
  /** A write that was begun at `begunMs`, by the clock of `performance`, was committed. */
  over(begunMs: number): void
}

export function outageTo(log: Lines): Outage {
  let since: number | null = null
  let lastMs = 0
  return {
    note(error) {
      if (!isAway(error)) return since !== null && mayComeOfOutage(error)
      lastMs = performance.now()
      if (since === null) log.error({ err: error }, 'the database is unavailable')
      since ??= lastMs
      return true
    },
    over(begunMs) {
      if (since === null || begunMs <= lastMs) return
      const seconds = Math.round((performance.now() - since) / 100) / 10
      since = null
      log.warn({ seconds }, 'the database is available again')
    },
  }
}

/** A log without the lines whose error comes of an outage. */
export function quietIn(outage: Outage, log: Lines): Lines {
  const unlessOf = (write: Write) => (fields: object, message: string) => {
    if (!('err' in fields) || !outage.note(fields.err)) write(fields, message)
  }
  return { info: log.info, warn: unlessOf(log.warn), error: unlessOf(log.error) }
}
