// The result of a check, in words without secrets.

export type Verdict = {
  /** `not_tried`: an option is missing, or the provider does not offer it. */
  kind: 'held' | 'failed' | 'not_tried'
  says: string
}

export const held = (says: string): Verdict => ({ kind: 'held', says })
export const failed = (says: string): Verdict => ({ kind: 'failed', says })
export const notTried = (says: string): Verdict => ({ kind: 'not_tried', says })

/** A log entry of a provider's client: never a URL with its query, or a body. */
export type Note = {
  call?: string
  status?: number
  code?: string | null
  answer?: string
  /** The provider's own words for a refusal. */
  said?: string
}

/** Collects what a provider's client logs. */
export type Heard = {
  notes: Note[]
  /** How far their clock is ahead of ours, if by more than half a minute. */
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

/** `what`, with what the client logged. */
export function because(what: string, notes: readonly Note[]): string {
  const told = notes.map(({ call, status, code, answer, said }) => {
    const how = status === undefined ? NO_ANSWER[answer ?? ''] : `HTTP ${status}`
    const more = said ?? (code ? `code ${code}` : null)
    return [`${call} ${how ?? 'failed'}`, ...(more ? [more] : [])].join(', ')
  })
  const all = [...new Set(told)].join('; ')
  return all === '' ? what : `${what} (${all})`
}
