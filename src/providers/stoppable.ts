import type { Mode } from './outcomes.ts'
import type { Provider, Rails } from './rails.ts'
import { isStopped, RECOVERED } from './switches.ts'

// All money out passes here. A stopped call is answered `unavailable`, so the caller tries again
// later. After a restore, no call counts as the first under its key: the row of an earlier one may
// be lost.

const MOVES_MONEY_OUT = ['transfer', 'returnCredit', 'refund', 'reverse']

type Call = (request: {
  onBehalfOf?: string
  firstAskedAt?: Date | null
}) => Promise<{ kind: string }>

/** The same providers. Each call reads `off` of the result, which changes while it runs. */
export function stoppable(rails: Rails): Rails {
  const each = <One extends Provider>(provider: One, mode: Mode): One => {
    const { bank, card } = provider
    return {
      ...provider,
      ...(bank && { bank: stopped(bank, mode) }),
      ...(card && { card: stopped(card, mode) }),
    }
  }
  const stopped = <Rail extends { name: string }>(rail: Rail, mode: Mode): Rail => {
    const parts = Object.entries(rail).map(([name, part]) => {
      if (!MOVES_MONEY_OUT.includes(name) || typeof part !== 'function') return [name, part]
      const call: Call = async (request) => {
        const whom = { mode, ...(request.onBehalfOf && { businessId: request.onBehalfOf }) }
        if (isStopped(all.off, whom, rail.name)) return { kind: 'unavailable' }
        const wasRestored = request.firstAskedAt && all.off?.has(RECOVERED)
        return (part as Call).call(rail, wasRestored ? { ...request, firstAskedAt: null } : request)
      }
      return [name, call]
    })
    return Object.fromEntries(parts) as Rail
  }
  const all: Rails = {
    ...rails,
    test: each(rails.test, 'test'),
    live: rails.live.map((provider) => each(provider, 'live')),
    former: (rails.former ?? []).map((provider) => each(provider, provider.mode)),
  }
  return all
}
