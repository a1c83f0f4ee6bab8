import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'
import type { Report } from './messages.ts'

// Runs in a test process and reports each test and failure. A file is a suite named by its path,
// unless the process runs only that file.

const tell = (report: Report) => void process.send!(report)

export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of events) {
    if (type === 'test:diagnostic' && data.nesting > 0) tell({ kind: 'note', text: data.message })
    if (type !== 'test:complete') continue
    const { name, nesting, details } = data
    if (!details.passed) {
      const error = details.error as (Error & { failureType?: string }) | undefined
      // A parent fails with its subtests, which have been reported.
      if (error?.failureType !== 'subtestsFailed') {
        const cause = error?.cause ?? error
        const isMoney = cause instanceof Error && cause.name === 'MoneyFault'
        tell({ kind: 'failure', name, text: inspect(cause), isMoney })
      }
    }
    if (details.type === 'suite') {
      if (nesting === 0) tell({ kind: 'file', seconds: details.duration_ms / 1_000 })
      continue
    }
    const isSkipped = data.skip !== undefined || data.todo !== undefined
    const outcome = isSkipped ? 'skipped' : details.passed ? 'passed' : 'failed'
    tell({ kind: 'test', name, nesting, outcome })
  }
  yield ''
}
