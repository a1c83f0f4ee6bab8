// What a test process tells the command that started it.

export type Failure = {
  name: string
  text: string
  /** An invariant of money does not hold: the run is red, whatever a second try says. */
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
