import type { Context, Scope } from '../context.ts'
import { SECOND } from '../lib/clock.ts'

// When deliveries are looked for, and whose. Where this process has news of a business, it looks at
// the queues of that business, at once. Over the queues of all it walks each second: for what
// others emitted, for what is to be tried again, for what a look that failed has missed. While
// places are few it walks for news as well, so that who gets them is decided among all.

const POLL_MS = SECOND
/** Of more businesses than these, all are looked at. */
const NEWS_MAX = 1_000
/**
 * A walk that the clock did not ask for, and that found fewer, is followed by a rest of so many
 * times what it took, so that walking over many queues, most of them not due, never takes more than
 * a fifth of one connection. So is a look that failed.
 */
const WORTH_A_WALK = 32
const REST_TIMES = 4
const REST_MS_MAX = 100

export type Looks = {
  /** Something of theirs may be due now; unsaid whose, anybody's. */
  hear(whose?: Scope): void
  /** Begins no more, and answers when the last one is over. */
  stop(): Promise<void>
}

/**
 * `look` takes what is due of some, or null for all, and answers how many it found. `areFew`:
 * whether so few places are left that they are shared among all.
 */
export function startLooks(
  { log }: Pick<Context, 'log'>,
  look: (whose: Scope[] | null) => Promise<number>,
  areFew: () => boolean,
): Looks {
  const news = new Map<string, Scope>()
  let walk: 'by the clock' | 'for news' | null = null
  let stopping = false
  let looking: Promise<void> | null = null

  function hear(whose?: Scope): void {
    if (whose === undefined || news.size >= NEWS_MAX) walk = 'for news'
    else news.set(nameOf(whose), { businessId: whose.businessId, mode: whose.mode })
    begin()
  }

  function poll(): void {
    walk ??= 'by the clock'
    begin()
  }

  function begin(): void {
    if (looking === null) looking = lookOn()
  }

  /** What is heard during a look is looked for after it. */
  async function lookOn(): Promise<void> {
    while ((walk !== null || news.size > 0) && !stopping) {
      const why = walk ?? (areFew() ? 'for news' : null)
      const whose = why === null ? [...news.values()] : null
      walk = null
      news.clear()
      const beganMs = performance.now()
      let rests = true
      try {
        const found = await look(whose)
        rests = why === 'for news' && found < WORTH_A_WALK
      } catch (error) {
        log.error({ err: error }, 'deliveries could not be taken')
      }
      if (rests && !stopping) await pause(REST_TIMES * (performance.now() - beganMs))
    }
    looking = null
  }

  const timer = setInterval(poll, POLL_MS)
  poll()
  return {
    hear,
    async stop() {
      stopping = true
      clearInterval(timer)
      await looking
    },
  }
}

/** Of a business in a mode, as a key. */
export function nameOf({ businessId, mode }: Scope): string {
  return `${businessId} ${mode}`
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.min(ms, REST_MS_MAX)))
}
