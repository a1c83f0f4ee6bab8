import { setTimeout } from 'node:timers/promises'

// Relays notifications from the providers to the service. Each may be lost, doubled, stripped of
// its signature, or sent again. One that the service is too busy for is repeated, as providers do.

export const WAYS = {
  pass: 'arrive',
  lose: 'are lost',
  twice: 'arrive twice',
  unsigned: 'arrive without a signature',
} as const
export type Way = keyof typeof WAYS

export type Told = {
  rail: string
  /** The provider's word for the event. */
  what: string
  at: Date
  way: Way
  /** Each answer of the service. */
  answers: string[]
  headers: Record<string, string>
  body: Buffer
  /** The end of the URL, for a provider that signs nothing. */
  token: string
}

const TRIES = 5
const PAUSE_MS = 500
const SIGNATURES = ['monnify-signature', 'x-paystack-signature', 'verif-hash']

export class Relay {
  /** The URL of the service. */
  to = ''
  way: Way = 'pass'
  /** The oldest first. */
  readonly told: Told[] = []
  readonly #now: () => Date

  constructor(now: () => Date) {
    this.#now = now
  }

  async take(told: Pick<Told, 'rail' | 'headers' | 'body' | 'token'>): Promise<void> {
    const one = { ...told, what: whatIn(told.body), at: this.#now(), way: this.way, answers: [] }
    this.told.push(one)
    if (one.way === 'lose') return
    await this.#send(one, one.way === 'unsigned')
    if (one.way === 'twice') await this.#send(one)
  }

  /** As the provider sent it. */
  async again(index: number): Promise<void> {
    const one = this.told[index]
    if (one) await this.#send(one)
  }

  async #send({ rail, headers, body, token, answers }: Told, isUnsigned = false): Promise<void> {
    const end = token === '' ? '' : `/${isUnsigned ? 'nobodys-token' : token}`
    const signed = SIGNATURES.filter((name) => headers[name] !== undefined && !isUnsigned)
    const url = `${this.to}/api/v1/rails/${rail}/notifications${end}`
    const request = {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...Object.fromEntries(signed.map((name) => [name, headers[name]!])),
      },
      body: new Uint8Array(body),
    }
    for (let tries = 0; tries < TRIES; tries++) {
      const answer = await fetch(url, request)
      const { message } = (await answer.json()) as { message: string }
      answers.push(`${answer.status}: ${message}`)
      if (answer.status < 500) return
      await setTimeout(PAUSE_MS)
    }
  }
}

function whatIn(body: Buffer): string {
  const said = JSON.parse(body.toString()) as Record<string, unknown>
  return String(said['eventType'] ?? said['event'] ?? said['type'] ?? 'something')
}
