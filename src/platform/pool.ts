import { AsyncLocalStorage } from 'node:async_hooks'
import { Refusal } from './refusal.ts'

// Connections that are lent, each to so many callers at once. While all are lent, callers wait in
// the order of coming. Whoever has waited too long is refused, and nothing of it is sent later.
// Callers inside `beforeOthers` are served first and are never refused.
//
// (1) A slot is given back once, however the work ended.
// (2) No caller is both served and refused; while anybody waits, no slot is free.
// (3) Callers inside `beforeOthers` keep their order among themselves.
// (4) A connection that is not fit, or was given back with work under way, is lent to nobody any
//     more, and closed when nobody has it.

/** What a pool asks of its connections. */
export type Lendable = {
  readonly isFit: boolean
  /** Nothing is under way on it, and no transaction is open. */
  readonly isAtRest: boolean
  readonly closed: Promise<void>
  close(): void
  destroy(): void
}

/** `open` adds each connection that it makes to `members`, and whatever is closed leaves them. */
export type Opening<Lent extends Lendable> = {
  open: (members: Set<Lent>) => Promise<Lent>
  max: number
  /** How many callers may have one connection at once, where no other is free. */
  sharedBy: number
  /** Null: callers wait as long as it takes. */
  waitMsMax: number | null
  /** Whether `longestConnectionWaitMs` speaks of it. */
  isCounted: boolean
}

export type Pool<Lent extends Lendable> = {
  lend<Result>(run: (lent: Lent) => Promise<Result>): Promise<Result>
  /** Waits for what is lent, but destroys it after `waitMs`; callers still waiting are refused. */
  end(waitMs: number): Promise<void>
}

const first = new AsyncLocalStorage<true>()

/** What runs in it is served before all others by every pool, and waits as long as it takes. */
export function beforeOthers<Result>(run: () => Result): Result {
  return first.run(true, run)
}

/** `since`: by the clock of `performance`. */
type Waiting = { since: number; enter: () => void }

/** For each counted pool where anybody waits: since when the first has waited. */
const waits = new Set<() => number>()
/** The longest wait that ended since somebody last asked, served or refused. */
let longestMs = 0

/** The longest wait for a connection of a counted pool, since this was last asked. */
export function longestConnectionWaitMs(): number {
  let longest = longestMs
  longestMs = 0
  for (const since of waits) longest = Math.max(longest, performance.now() - since())
  return longest
}

/** `lent`: once it is opened. */
type Slot<Lent> = { callers: number; opened: Promise<Lent>; lent: Lent | undefined }

export function createPool<Lent extends Lendable>(opening: Opening<Lent>): Pool<Lent> {
  const { enter, giveBack } = createLine(opening)
  const members = new Set<Lent>()
  let slots: Slot<Lent>[] = []
  let isEnded = false

  /** A free one, else a new one, else the one with the fewest callers. */
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

/** So many slots, and a line for whoever comes while all are taken. */
function createLine({ max, sharedBy, waitMsMax, isCounted }: Omit<Opening<never>, 'open'>) {
  let free = max * sharedBy
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
    /** Nothing where there is a slot at once. */
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

/** Of the one who has waited longest. */
function sinceOf(line: Set<Waiting>): number {
  const [longest] = line
  return longest?.since ?? Number.POSITIVE_INFINITY
}

/** As `refusalOf` and the jobs know a database that is away. */
export function connectionError(
  code: `CONNECTION_${'CLOSED' | 'ENDED' | 'READ_ONLY' | 'SETTINGS'}`,
  message: string,
  cause?: unknown,
): Error {
  return Object.assign(new Error(message, { cause }), { code })
}
