// Messages from a test process to its command.

export type Failure = {
  name: string
  text: string
  /** An invariant of money is broken: the run is red, whatever the second try says. */
  isMoney: boolean
}

export type Report =
  | { kind: 'ready' }
  | { kind: 'test'; name: string; nesting: number; outcome: 'passed' | 'failed' | 'skipped' }
  | ({ kind: 'failure' } & Failure)
  | { kind: 'note'; text: string }
  | { kind: 'file'; seconds: number }

/** The next file to run, or null after the last. */
export type Order = { file: string | null }
