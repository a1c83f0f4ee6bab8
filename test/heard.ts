import { HOUSE } from '../src/core/context.ts'
import { listEntries } from '../src/core/ledger/ledger.ts'
import type { RailSet } from '../src/providers/rails.ts'
import type { TestContext } from './support.ts'

// A process whose rails record every request whole. Its clock stands still except for the seconds
// each call takes.

export const CALL_MS = 3_000

export type Asked = [call: string, request: object]
export type Heard = TestContext & {
  /** The requests since the last call. */
  heard(): Asked[]
  /** Queued answers by call: `{ 'bank.transfer': [{ kind: 'unknown' }] }`. */
  says: Record<string, object[]>
  /** Another rail, whose name prefixes its calls: `old bank.transfer`. */
  rail(name: string): RailSet
}

/** Records the calls that match `calls`. The sandbox answers calls without a queued answer. */
export function hearing(context: TestContext, calls: RegExp): Heard {
  const sandbox = context.rails.test
  const asked: Asked[] = []
  let at = context.now()
  const says: Heard['says'] = {}
  const heardOf = <Rail extends object>(rail: Rail, kind: string, name: string): Rail => {
    const parts = Object.entries(rail).map(([part, value]) => {
      const call = `${name === '' ? '' : `${name} `}${kind}.${part}`
      if (typeof value !== 'function' || !calls.test(part)) return [part, value]
      return [
        part,
        async (request: object) => {
          asked.push([call, request])
          const answer = says[call]?.shift() ?? (await value.call(rail, request))
          at = new Date(at.getTime() + CALL_MS)
          return answer
        },
      ]
    })
    return { ...Object.fromEntries(parts), ...(name !== '' && { name }) }
  }
  const railNamed = (name: string): RailSet => ({
    ...sandbox,
    bank: heardOf(sandbox.bank, 'bank', name),
    card: heardOf(sandbox.card, 'card', name),
    identity: heardOf(sandbox.identity, 'identity', name),
  })
  return {
    ...context,
    now: () => at,
    advance(ms) {
      at = new Date(at.getTime() + ms)
    },
    rails: { ...context.rails, test: railNamed('') },
    log: { ...context.log, warn() {}, error() {} },
    heard: () => asked.splice(0),
    says,
    rail: railNamed,
  }
}

/** Rail fees booked for a cause, such as `rail_fee 5`. */
export async function railFeesOf({ sql }: TestContext, causeId: string): Promise<string[]> {
  const entries = await listEntries(sql, HOUSE, 'test', causeId)
  return entries.map(({ reason, amount }) => `${reason} ${amount}`)
}
