import assert from 'node:assert/strict'
import type { Send } from '../../src/platform/outbound.ts'

// Answers an adapter as the test says, and keeps each request whole for comparison. For the
// provider's own behaviour, use its stand-in.

/** `POST /refund`, and its query, form or JSON. A number is `#5000.50`, with its exact digits. */
export type Sent = [call: string, said: unknown]
export const asked = (path: string, query: object = {}): Sent => [`GET ${path}`, query]
export const wrote = (path: string, json: object): Sent => [`POST ${path}`, json]

/** The JSON body of an HTTP 200, or a function of the request. */
type Answer = object | ((said: Record<string, string>) => object)
/** By call. A call without an answer fails the test. */
export type Answers = Record<string, Answer>

export type Paper = { send: Send; sent: Sent[]; passes: (string | undefined)[] }

/** An answer with another status. `lost`: sent, but never answered. */
export class Instead {
  readonly status: number | 'lost'
  readonly json: object
  constructor(status: number | 'lost', json: object = {}) {
    this.status = status
    this.json = json
  }
}

export function paper(now: () => Date, answers: () => Answers): Paper {
  const sent: Sent[] = []
  const passes: (string | undefined)[] = []
  return {
    sent,
    passes,
    async send({ url, method, headers, body }) {
      const { pathname, searchParams } = new URL(url)
      const call = `${method} ${pathname}`
      const type = headers['content-type'] ?? ''
      const query = Object.fromEntries(searchParams)
      const said = body === null ? query : { ...query, ...read(body, type) }
      sent.push([call, said])
      passes.push(headers['authorization'])
      const answer = answers()[call]
      assert(answer !== undefined, `nothing answers ${call}`)
      const made = typeof answer === 'function' ? answer(said) : answer
      const { status, json } = made instanceof Instead ? made : { status: 200, json: made }
      const latencyMs = 1
      if (status === 'lost')
        return { kind: 'failed', reason: 'timeout', wasWritten: true, latencyMs }
      const text = JSON.stringify(json)
      const times = { retryAfterSeconds: null, saidAt: now(), latencyMs }
      return { kind: 'answered', status, body: text, isWhole: true, ...times }
    },
  }
}

function read(body: string | Buffer, type: string): Record<string, string> {
  // A file, as it is.
  if (typeof body !== 'string') return { type, bytes: `${body}` }
  if (!type.startsWith('application/json')) return Object.fromEntries(new URLSearchParams(body))
  const digits = (_: string, value: unknown, { source = '' }: { source?: string }) =>
    typeof value === 'number' ? `#${source}` : value
  return (JSON.parse as (text: string, reviver: typeof digits) => Record<string, string>)(
    body,
    digits,
  )
}
