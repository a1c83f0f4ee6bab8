import { AsyncLocalStorage } from 'node:async_hooks'
import { Refusal } from './refusal.ts'

// Lends connections, each to a limited number of callers. Callers over the limit queue first in,
// first out. A caller that has waited too long is refused, and nothing of it is sent later. Callers
// inside `beforeOthers` go first and are never refused.
//
// (1) A slot is returned once, however the work ended.
// (2) No caller is both served and refused. While callers wait, no slot is free.
// (3) Callers inside `beforeOthers` keep their order.
// (4) A connection that is unfit, or was returned with work in progress, is not lent again, and is
//     closed when its last caller has returned it.

/** What a pool needs of its connections. */
export type Lendable = {
  readonly isFit: boolean
  /** Nothing is in progress, and no transaction is open. */
  readonly isAtRest: boolean
  readonly closed: Promise<void>
  close(): void
  destroy(): void
}

/** `open` adds each connection that it creates to `members`; closed ones remove themselves. */
export type Opening<Lent extends Lendable> = {
  open: (members: Set<Lent>) => Promise<Lent>
  max: number
  /** How many callers may share a connection when no other is free. */
  sharedBy: number
  /** Null: without a limit. */
  waitMsMax: number | null
  /** Whether `longestConnectionWaitMs` includes it. */
  isCounted: boolean
}

export type Pool<Lent extends Lendable> = {
  lend<Result>(run: (lent: Lent) => Promise<Result>): Promise<Result>
  /** Waits for lent connections, and destroys them after `waitMs`. Waiting callers are refused. */
  end(waitMs: number): Promise<void>
}

const first = new AsyncLocalStorage<true>()

/** What runs in it goes first in every pool, and waits without a limit. */
export function beforeOthers<Result>(run: () => Result): Result {
  return first.run(true, run)
}

/** `since`: from `performance.now()`. */
type Waiting = { since: number; enter: () => void }

/** For each counted pool with a queue: how long the first has waited. */
const waits = new Set<() => number>()
/** The longest wait that ended since the last read, served or refused. */
let longestMs = 0

/** The longest wait for a connection of a counted pool since the last call. */
export function longestConnectionWaitMs(): number {
  let longest = longestMs
  longestMs = 0
  for (const since of waits) longest = Math.max(longest, performance.now() - since())
  return longest
}

/** `lent`: once it is open. */
type Slot<Lent> = { callers: number; opened: Promise<Lent>; lent: Lent | undefined }

export function createPool<Lent extends Lendable>(opening: Opening<Lent>): Pool<Lent> {
  const { enter, giveBack } = createLine(opening)
  const members = new Set<Lent>()
  let slots: Slot<Lent>[] = []
  let isEnded = false

  /** A free connection, else a new one, else the one with the fewest callers. */
  function choose(): Slot<Lent> {
    if (isEnded)
      throw connectionError('CONNECTION_ENDED', 'The pool of connections has been ended.')
    let least: Slot<Lent> | undefined
    for (const slot of slots) {
      if (slot.lent && !slot.lent.isFit) drop(slot)
      else if (!least || slot.callers < least.callers) least = slot
    }
    if (least && (least.callers === 0 || slots.length === opening.max)) return least
    const slot: Slot<Lent> = { callers: 0, opened: opening.open(members), lent: undefined }
    slot.opened.then(
      (lent) => (slot.lent = lent),
      () => drop(slot),
    )
    slots.push(slot)
    return slot
  }

  function drop(slot: Slot<Lent>): void {
    slots = slots.filter((other) => other !== slot)
    if (slot.callers === 0) slot.lent?.close()
  }

  return {
    async lend(run) {
      const wait = enter()
      if (wait) await wait
      try {
        const slot = choose()
        slot.callers += 1
        try {
          return await run(slot.lent ?? (await slot.opened))
        } finally {
          slot.callers -= 1
          const isLeft = slot.callers === 0 && !slot.lent?.isAtRest
          if (isEnded || isLeft || !slot.lent?.isFit) drop(slot)
        }
      } finally {
        giveBack()
      }
    },
    async end(waitMs) {
      isEnded = true
      for (const slot of slots) if (slot.callers === 0) drop(slot)
      const cut = setTimeout(() => members.forEach((lent) => void lent.destroy()), waitMs)
      while (members.size > 0) await Promise.all([...members].map(({ closed }) => closed))
      clearTimeout(cut)
    },
  }
}

/** Limits the number of callers and queues the others. */
function createLine({ max, sharedBy, waitMsMax, isCounted }: Omit<Opening<never>, 'open'>) {
  let free = max * sharedBy
  /** First in, first out. */
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
      if (isCounted) waits.add(firstSince)
    })
  }

  function leave(one: Waiting): void {
    if (isCounted) longestMs = Math.max(longestMs, performance.now() - one.since)
    kept.delete(one)
    others.delete(one)
    if (kept.size + others.size === 0) waits.delete(firstSince)
  }

  function firstSince(): number {
    return Math.min(sinceOf(kept), sinceOf(others))
  }

  return {
    /** Undefined if a slot is free. */
    enter(): Promise<void> | undefined {
      if (free === 0) return turn()
      free -= 1
      return undefined
    },
    giveBack(): void {
      const [next] = kept.size > 0 ? kept : others
      if (next) next.enter()
      else free += 1
    },
  }
}

/** Of the longest waiting. */
function sinceOf(line: Set<Waiting>): number {
  const [longest] = line
  return longest?.since ?? Number.POSITIVE_INFINITY
}

/** In the form that `refusalOf` and the jobs recognize as an unavailable database. */
export function connectionError(
  code: `CONNECTION_${'CLOSED' | 'ENDED' | 'READ_ONLY' | 'SETTINGS'}`,
  message: string,
  cause?: unknown,
): Error {
  return Object.assign(new Error(message, { cause }), { code })
}
