import { AsyncLocalStorage } from 'node:async_hooks'
import { Refusal } from './refusal.ts'

// So many at a time. Who comes while all places are taken waits, in the order of coming; who has
// waited too long is refused, and what they came for is never done. Some come before all others,
// and are never refused.
//
//   comes ──> inside ──> gone      [a place is free]
//   comes ──> waits ──> inside     [a place is given back: who waits first has it]
//             waits ──> refused    [waitMsMax is over, and it is none of beforeOthers]
//
// (1) A place is given back once, however what was done there ended.
// (2) Nobody is both inside and refused, and while anybody waits no place is free.
// (3) Who goes before others keeps the order among their own.

/** Answers as `run` does, or refuses: `overloaded`. */
export type Gate = <Result>(run: () => Promise<Result>) => Promise<Result>

const first = new AsyncLocalStorage<true>()

/** What is done in it goes before all others at every gate, and waits as long as it takes. */
export function beforeOthers<Result>(run: () => Result): Result {
  return first.run(true, run)
}

/** `since`: by the clock of `performance`. */
type Waiting = { since: number; enter: () => void }

/** Since when who waits first has waited; of every gate of this process where anybody waits. */
const waits = new Set<() => number>()
/** The longest wait of those that left since somebody asked, whether let in or refused. */
let longestMs = 0

/** The longest that anybody waited at a gate since this was last asked. */
export function longestAtGateMs(): number {
  let longest = longestMs
  longestMs = 0
  for (const since of waits) longest = Math.max(longest, performance.now() - since())
  return longest
}

/** `waitMsMax`: null where whoever comes waits as long as it takes. */
export function gate(places: number, waitMsMax: number | null): Gate {
  let free = places
  /** Each in the order of coming. */
  const kept = new Set<Waiting>()
  const others = new Set<Waiting>()

  function turn(): Promise<void> {
    const isKept = first.getStore() === true
    const line = isKept ? kept : others
    return new Promise((resolve, reject) => {
      const one: Waiting = {
        since: performance.now(),
        enter() {
          clearTimeout(patience)
          leave(one)
          resolve()
        },
      }
      const giveUp = () => {
        leave(one)
        reject(new Refusal('overloaded'))
      }
      const isPatient = isKept || waitMsMax === null
      const patience = isPatient ? undefined : setTimeout(giveUp, waitMsMax)
      line.add(one)
      waits.add(firstSince)
    })
  }

  function leave(one: Waiting): void {
    longestMs = Math.max(longestMs, performance.now() - one.since)
    kept.delete(one)
    others.delete(one)
    if (kept.size + others.size === 0) waits.delete(firstSince)
  }

  function firstSince(): number {
    return Math.min(sinceOf(kept), sinceOf(others))
  }

  function giveBack(): void {
    const [next] = kept.size > 0 ? kept : others
    if (next) next.enter()
    else free += 1
  }

  return async (run) => {
    if (free > 0) free -= 1
    else await turn()
    try {
      return await run()
    } finally {
      giveBack()
    }
  }
}

/** Of who has waited longest. */
function sinceOf(line: Set<Waiting>): number {
  const [longest] = line
  return longest?.since ?? Number.POSITIVE_INFINITY
}
