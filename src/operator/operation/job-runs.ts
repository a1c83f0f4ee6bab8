import type { Context } from '../../core/context.ts'
import { later, MINUTE } from '../../platform/clock.ts'
import { type JobRun, listRuns, upsertRuns } from './operation.sql.ts'
import { sentenceOf } from './operation.ts'

// What is remembered of each job: its last run, the last that found anything, and the last that
// failed. One row a job, whichever process ran it; who began last writes over who began before.
// A process notes its runs in memory and writes them down together every few seconds: most runs
// find nothing, and a row for each would be more work than the jobs.

/** A job of another version is gone when no process has reported it for so long. */
const GONE_MS = 1 * MINUTE

type JobNotes = {
  started(name: string): void
  finished(name: string, handled: number): void
  failed(name: string, error: unknown): void
  /** Writes down what has changed. What fails is written the next time. */
  report(context: Pick<Context, 'sql' | 'now'>): Promise<void>
}

export function jobNotes(
  jobs: { name: string; everyMs: number }[],
  process: string,
  now: () => Date,
): JobNotes {
  const runs = new Map(jobs.map((job) => [job.name, notYetRun(job, process, now())]))
  const changed = new Set(runs.keys())

  const note = (name: string, change: (run: JobRun, moment: Date) => Partial<JobRun>) => {
    const run = runs.get(name)
    if (run === undefined) return
    Object.assign(run, change(run, now()))
    changed.add(name)
  }
  const ended = ({ startedAt }: JobRun, moment: Date) => ({
    finishedAt: moment,
    durationMs: Math.max(0, moment.getTime() - (startedAt ?? moment).getTime()),
  })

  return {
    started(name) {
      note(name, (_run, moment) => ({ startedAt: moment }))
    },

    finished(name, handled) {
      note(name, (run, moment) => ({
        ...ended(run, moment),
        failures: 0,
        ...(handled > 0 && { handled, handledAt: moment }),
      }))
    },

    failed(name, error) {
      note(name, (run, moment) => ({
        ...ended(run, moment),
        failures: run.failures + 1,
        lastError: sentenceOf(error),
        lastFailedAt: moment,
      }))
    },

    async report({ sql }) {
      const names = [...changed]
      changed.clear()
      const reported = names.map((name) => ({ ...runs.get(name)!, reportedAt: now() }))
      if (reported.length === 0) return
      try {
        const known = [...runs.keys()]
        await upsertRuns(sql, reported, { known, goneBefore: later(now(), -GONE_MS) })
      } catch (error) {
        for (const name of names) changed.add(name)
        throw error
      }
    },
  }
}

function notYetRun(
  { name, everyMs }: { name: string; everyMs: number },
  process: string,
  reportedAt: Date,
): JobRun {
  return {
    name,
    everyMs,
    process,
    startedAt: null,
    finishedAt: null,
    durationMs: null,
    handled: 0,
    handledAt: null,
    failures: 0,
    lastError: null,
    lastFailedAt: null,
    reportedAt,
  }
}

/** Of all processes, by name. */
export async function jobRuns({ sql }: Context): Promise<JobRun[]> {
  return listRuns(sql)
}
