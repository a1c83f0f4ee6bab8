import { isAway, mayComeOfOutage } from './db-errors.ts'

// Whether the database is unavailable, for the whole process, so that the log has one line when it
// begins and one when it ends, instead of one per request and job.
//
//   none ──> outage    [note: the first error that shows it]
//            outage ──> none    [over: a write that began after the last error was committed]

type Write = (fields: object, message: string) => void
type Lines = { info: Write; warn: Write; error: Write }
export type Outage = {
  /** True if the outage caused the error: it is logged already. */
  note(error: unknown): boolean
  /** `begunMs`: from `performance.now()`, when the committed write began. */
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

/** A log without errors that the outage caused. */
export function quietIn(outage: Outage, log: Lines): Lines {
  const unlessOf = (write: Write) => (fields: object, message: string) => {
    if (!('err' in fields) || !outage.note(fields.err)) write(fields, message)
  }
  return { info: log.info, warn: unlessOf(log.warn), error: unlessOf(log.error) }
}
