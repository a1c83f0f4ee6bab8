// Notifications of Safe Haven's stand-in: an unsigned POST, sent once.

export type News = {
  /** How many of the next are lost. */
  lose: number
  /** How many of the next are sent twice. */
  double: number
  /** Whether they wait for `release`. */
  hold: boolean
  send(url: string, body: string): void
  /** Sends those that waited, in order, or in reverse order. */
  release(how?: { reversed: boolean }): Promise<void>
  /** Resolves when all that were sent have been answered. */
  sent(): Promise<void>
  /** All events, sent or lost. */
  all: { url: string; body: string; status: number | null }[]
}

const TIMEOUT_MS = 5_000

export function safehavenNews(reach: (url: string) => string): News {
  const underway = new Set<Promise<void>>()
  let held: News['all'] = []
  const post = (one: News['all'][number]) => {
    const sending = deliver(one, reach).finally(() => underway.delete(sending))
    underway.add(sending)
  }
  const news: News = {
    lose: 0,
    double: 0,
    hold: false,
    all: [],
    send(url, body) {
      const one = { url, body, status: null }
      news.all.push(one)
      if (news.lose > 0) {
        news.lose -= 1
        return
      }
      const copies = news.double > 0 ? [one, one] : [one]
      if (news.double > 0) news.double -= 1
      if (news.hold) held.push(...copies)
      else for (const copy of copies) post(copy)
    },
    async release({ reversed } = { reversed: false }) {
      const waiting = reversed ? held.toReversed() : held
      held = []
      for (const one of waiting) post(one)
      await news.sent()
    },
    async sent() {
      await Promise.all(underway)
    },
  }
  return news
}

async function deliver(one: News['all'][number], reach: (url: string) => string) {
  try {
    const answer = await fetch(reach(one.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: one.body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    one.status = answer.status
    await answer.arrayBuffer()
  } catch {
    one.status = null
  }
}
