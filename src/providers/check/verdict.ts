// What a check came to, in words that show no secret.

export type Verdict = {
  /** `not_tried`: it needs something that was not given, or the provider does not offer it. */
  kind: 'held' | 'failed' | 'not_tried'
  says: string
}

export const held = (says: string): Verdict => ({ kind: 'held', says })
export const failed = (says: string): Verdict => ({ kind: 'failed', says })
export const notTried = (says: string): Verdict => ({ kind: 'not_tried', says })

/** Of the log of a provider's client: never an address with its query, or a body. */
export type Note = { call?: string; status?: number; code?: string | null; answer?: string }

/** What a provider's client logs, instead of a log. */
export type Heard = {
  notes: Note[]
  /** How far their clock is ahead of ours, where it is more than half a minute. */
  skewSeconds: number | null
  warn(fields: Note & { skewSeconds?: number }): void
}

export function listen(): Heard {
  return {
    notes: [],
    skewSeconds: null,
    warn({ skewSeconds, ...note }) {
      if (skewSeconds === undefined) this.notes.push(note)
      else this.skewSeconds = skewSeconds
    },
  }
}

const NO_ANSWER: Record<string, string> = {
  not_sent: 'not reached',
  lost: 'no response',
}

/** `what`, and what was noted meanwhile. */
export function because(what: string, notes: readonly Note[]): string {
  const said = notes.map(({ call, status, code, answer }) => {
    const how = status === undefined ? NO_ANSWER[answer ?? ''] : `HTTP ${status}`
    return [`${call} ${how ?? 'failed'}`, ...(code ? [`code ${code}`] : [])].join(', ')
  })
  const all = [...new Set(said)].join('; ')
  return all === '' ? what : `${what} (${all})`
}
