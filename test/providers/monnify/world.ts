import { later } from '../../../src/platform/clock.ts'
import type { Kobo } from '../../../src/platform/money.ts'
import { type Send, send, sender } from '../../../src/platform/outbound.ts'
import { monnifyRails } from '../../../src/providers/monnify/monnify.ts'
import { type MonnifyStandIn, startMonnifyStandIn } from '../monnify.ts'

// Our adapter with the stand-in, and one clock for both.

export type Rails = NonNullable<ReturnType<typeof monnifyRails>>
export type MonnifyWorld = MonnifyStandIn & {
  rails: Rails
  another(): Rails
  railsWith(send: Send): Rails
  now(): Date
  advance(ms: number): void
  logged: string[]
}

export async function monnifyWorld({
  signs = true,
  balance,
  began = new Date('2026-11-23T09:00:00Z'),
}: {
  signs?: boolean
  balance?: Kobo
  began?: Date
} = {}): Promise<MonnifyWorld> {
  let at = began
  const now = () => at
  const standIn = await startMonnifyStandIn({
    now,
    signs,
    ...(balance !== undefined && { balance }),
  })
  const logged: string[] = []
  const log = {
    warn: (fields: object, message: string) =>
      void logged.push(JSON.stringify({ ...fields, message })),
  }
  const config = { ...standIn.credentials, baseUrl: standIn.url, takesUnsigned: !signs }
  const railsWith = (through: Send) => monnifyRails(config, { now, log, send: through })!
  return {
    ...standIn,
    rails: railsWith(send),
    another: () => railsWith(sender()),
    railsWith,
    now,
    advance(ms) {
      at = later(at, ms)
    },
    logged,
  }
}
