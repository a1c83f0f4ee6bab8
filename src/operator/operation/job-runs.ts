import type { Context } from '../../core/context.ts'
import { later, MINUTE } from '../../platform/clock.ts'
import { type JobRun, listRuns, upsertRuns } from './operation.sql.ts'
import { sentenceOf } from './operation.ts'

// Records for each job its last run, the last that processed anything, and the last failure. One
// row per job over all processes; the run that started last wins. A process keeps its runs in
// memory and writes them every few seconds: most runs do nothing, and a write for each would cost
// more than the jobs.

/** A job that no process has reported for this long belonged to another version. */
const GONE_MS = 1 * MINUTE

type JobNotes = {
  started(name: string): void
  finished(name: string, handled: number): void
  failed(name: string, error: unknown): void
  /** Writes what has changed. What fails is written next time. */
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

/** Over all processes, by name. */
export async function jobRuns({ sql }: Context): Promise<JobRun[]> {
  return listRuns(sql)
}
