// Stops calling a party (a bank) that does not respond, so that callers fail at once and it can
// recover. One state per name, in the memory of one process:
//
//   closed     calls are made [admit]; consecutive failures are counted
//     -> open       `failuresMax` failures, each of another subject [failed]
//   open       no calls for `openMs`
//     -> half-open  that time has passed, and there is a call [admit]
//   half-open  this call is the probe; no others for another `openMs`
//     -> closed     it succeeded [succeeded]
//     -> open       it failed [failed]
//
// (1) Repeated failures of one subject (an account number) count once: they say nothing about the
//     bank.
// (2) Any success closes it, also of a call that began before the failures.
// (3) A call that began before it opened and fails later does not extend it.
// (4) A probe without a result blocks others for `openMs` at most.

export type Breaker = {
  /** Null if the call may be made, else the milliseconds until the next probe. */
  admit(name: string): number | null
  /** Whether calls are blocked. Does not take the probe. */
  isOpen(name: string): boolean
  succeeded(name: string): void
  failed(name: string, subject: string): void
}

type BreakerSettings = {
  monotonicMs: () => number
  failuresMax: number
  openMs: number
  /** Above this, the name whose failures are oldest is dropped, which closes it. */
  namesMax: number
}

type State =
  | { kind: 'closed'; subjects: Set<string> }
  | { kind: 'open' | 'half_open'; untilMs: number }

export function breaker(settings: BreakerSettings): Breaker {
  const { monotonicMs, failuresMax, openMs, namesMax } = settings
  // Only names that failed since their last success.
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
