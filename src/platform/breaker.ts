// Stops asking who does not answer, so that callers hear it at once and the other side can recover.
// For each name (a bank) one of three states, in the memory of one process:
//
//   closed     asked as ever [admit]; failures in a row are counted
//     -> open       the last of `failuresMax` failures, each of another subject [failed]
//   open       nobody asks for `openMs`
//     -> half-open  the time is over, and somebody wants to ask [admit]
//   half-open  that one asks, as a probe; nobody else for another `openMs`
//     -> closed     it succeeded [succeeded]
//     -> open       it failed [failed]
//
// (1) One subject (an account number) that fails again and again counts once: it says nothing of
//     the bank.
// (2) Any success closes it, also of a call that was made before the failures.
// (3) What was asked before it opened and fails afterwards does not keep it open for longer.
// (4) A probe that is never heard of again holds nobody up for longer than `openMs`.

export type Breaker = {
  /** Null where the call may be made, else the milliseconds until somebody may try. */
  admit(name: string): number | null
  /** Whether it may not be asked now, without asking for the probe. */
  isOpen(name: string): boolean
  succeeded(name: string): void
  failed(name: string, subject: string): void
}

type BreakerSettings = {
  monotonicMs: () => number
  failuresMax: number
  openMs: number
  /** Past this many names, the one that failed first of all is forgotten: it is closed again. */
  namesMax: number
}

type State =
  | { kind: 'closed'; subjects: Set<string> }
  | { kind: 'open' | 'half_open'; untilMs: number }

export function breaker(settings: BreakerSettings): Breaker {
  const { monotonicMs, failuresMax, openMs, namesMax } = settings
  // Only of who has failed since the last success.
  const states = new Map<string, State>()

  const put = (name: string, state: State) => {
    if (!states.has(name) && states.size >= namesMax) {
      states.delete(states.keys().next().value ?? name)
    }
    states.set(name, state)
  }

  return {
    admit(name) {
      const nowMs = monotonicMs()
      const state = states.get(name)
      if (state === undefined || state.kind === 'closed') return null
      if (state.untilMs > nowMs) return state.untilMs - nowMs
      put(name, { kind: 'half_open', untilMs: nowMs + openMs })
      return null
    },

    isOpen(name) {
      const state = states.get(name)
      return state !== undefined && state.kind !== 'closed' && state.untilMs > monotonicMs()
    },

    succeeded(name) {
      states.delete(name)
    },

    failed(name, subject) {
      const state = states.get(name) ?? { kind: 'closed', subjects: new Set() }
      if (state.kind === 'open') return
      if (state.kind === 'closed' && state.subjects.add(subject).size < failuresMax) {
        return put(name, state)
      }
      put(name, { kind: 'open', untilMs: monotonicMs() + openMs })
    },
  }
}
