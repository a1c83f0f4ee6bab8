import { SECOND } from '../../platform/clock.ts'
import type { Context, Scope } from '../context.ts'

// Decides when to poll for deliveries that are due, and of which businesses. When this process is
// notified of a business, it polls the queues of that business at once. Every second it scans the
// queues of all businesses: for events of other processes, for retries, and for what a failed poll
// missed. While slots are few, a notification starts a scan too, so that they are shared fairly.

const SCAN_EVERY_MS = SECOND
/** With more notified businesses than these, all are scanned. */
const NOTIFIED_MAX = 1_000
/**
 * A scan that was not due by the clock, and that found fewer than `WORTH_A_SCAN`, is followed by a
 * pause of `PAUSE_TIMES` its duration: scans of many queues, most of them not due, take at most a
 * fifth of one connection. A failed poll is followed by the same pause.
 */
const WORTH_A_SCAN = 32
const PAUSE_TIMES = 4
const PAUSE_MS_MAX = 100

type Poller = {
  /** Something of this business may be due now; without a scope, of any business. */
  notify(scope?: Scope): void
  /** Starts no further poll; resolves when the current one is over. */
  stop(): Promise<void>
}

/**
 * `poll` takes what is due of these businesses, or of all for null, and returns how many it found.
 * `areSlotsFew`: whether so few slots are free that all businesses must share them.
 */
export function startPoller(
  { log }: Pick<Context, 'log'>,
  poll: (scopes: Scope[] | null) => Promise<number>,
  areSlotsFew: () => boolean,
): Poller {
  const notified = new Map<string, Scope>()
  let scan: 'scheduled' | 'notified' | null = null
  let stopping = false
  let polling: Promise<void> | null = null

  function notify(scope?: Scope): void {
    if (scope === undefined || notified.size >= NOTIFIED_MAX) scan = 'notified'
    else notified.set(nameOf(scope), { businessId: scope.businessId, mode: scope.mode })
    begin()
  }

  function schedule(): void {
    scan ??= 'scheduled'
    begin()
  }

  function begin(): void {
    if (polling === null) polling = pollUntilDone()
  }

  /** Notifications that arrive during a poll are handled after it. */
  async function pollUntilDone(): Promise<void> {
    while ((scan !== null || notified.size > 0) && !stopping) {
      const why = scan ?? (areSlotsFew() ? 'notified' : null)
      const scopes = why === null ? [...notified.values()] : null
      scan = null
      notified.clear()
      const beganMs = performance.now()
      let pauses = true
      try {
        const found = await poll(scopes)
        pauses = why === 'notified' && found < WORTH_A_SCAN
      } catch (error) {
        log.error({ err: error }, 'due deliveries could not be claimed')
      }
      if (pauses && !stopping) await pause(PAUSE_TIMES * (performance.now() - beganMs))
    }
    polling = null
  }

  const timer = setInterval(schedule, SCAN_EVERY_MS)
  schedule()
  return {
    notify,
    async stop() {
      stopping = true
      clearInterval(timer)
      await polling
    },
  }
}

/** A map key for a business and mode. */
export function nameOf({ businessId, mode }: Scope): string {
  return `${businessId} ${mode}`
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.min(ms, PAUSE_MS_MAX)))
}
