import type { Sql } from '../platform/db.ts'
import {
  type Capability,
  type Offers,
  offeredBy,
  providersOf,
  refuseMissing,
} from './capabilities.ts'
import type { Mode, Notifies, StatementOutcome, StatementRequest } from './outcomes.ts'
import type { CardRail, Provider, Rails } from './rails.ts'

// A row names the provider that made it, and every later call about it goes there. Another one has
// no record of it, so its `not_found` proves nothing. A row whose provider is not configured waits:
// jobs do not claim it, and the operator is told (operation/calls.ts).

/** Capabilities whose results are enquired about later. `charges`: by any method. */
export type Making = Pick<
  Offers,
  'one_off_accounts' | 'permanent_accounts' | 'payouts' | 'returns' | 'identity' | 'disputes'
> & {
  charges: CardRail
}
const MODES = ['test', 'live'] as const

export type MadeBy = { mode: Mode; rail: string }

/** How many due rows a job claims, and until when. */
export type Claim = { now: Date; until: Date; max: number }

/** Null if it is no longer configured. */
export function railThatMade<What extends keyof Making>(
  rails: Rails,
  what: What,
  { mode, rail }: MadeBy,
): Making[What] | null {
  return makersOf(rails, what, mode).find(({ name }) => name === rail) ?? null
}

/** All providers that may have sent a payout. */
export function payoutRails(rails: Rails, mode: Mode): Making['payouts'][] {
  return makersOf(rails, 'payouts', mode)
}

/** Whether the provider is configured for this kind. */
export function isRailThere(
  rails: Rails,
  kind: 'bank' | 'card' | 'identity',
  { mode, rail }: MadeBy,
): boolean {
  return everyProvider(rails, mode).some((provider) => provider[kind]?.name === rail)
}

/** Refuses if its provider lacks the capability. One that is not configured is waited for. */
export function refuseUnoffered(rails: Rails, what: 'returns', by: MadeBy): void {
  if (isRailThere(rails, 'bank', by) && railThatMade(rails, what, by) === null) refuseMissing(what)
}

/** The provider that notifies under this name. Null if none does. */
export function railNamed(
  rails: Rails,
  name: string,
): { mode: Mode; rail: Notifies & { name: string } } | null {
  for (const mode of MODES) {
    for (const { bank, card } of everyProvider(rails, mode)) {
      const rail = [bank, card].find((one) => one?.name === name && one.readNotification)
      if (rail) return { mode, rail }
    }
  }
  return null
}

/** A condition: the provider of the row is configured. Needs columns `mode` and `rail`. */
export function isConfigured(sql: Sql, rails: Rails, what: keyof Making) {
  const configured = MODES.flatMap((mode) =>
    makersOf(rails, what, mode).map(({ name }) => ({ mode, name })),
  )
  return sql`
    (mode, rail) in (
      select *
      from unnest(
        ${configured.map(({ mode }) => mode)}::text[], ${configured.map(({ name }) => name)}::text[]
      )
    )
  `
}

/** A source of statements. A provider whose bank and card share a name counts once. */
export type StatementRail = MadeBy & {
  fetchStatement(request: StatementRequest): Promise<StatementOutcome>
}

export function statementRails(rails: Rails): StatementRail[] {
  const found = new Map<string, StatementRail>()
  for (const { bank, card } of everyProvider(rails, 'live')) {
    for (const one of [card, bank]) {
      if (!one?.fetchStatement) continue
      const fetchStatement = one.fetchStatement.bind(one)
      found.set(one.name, { mode: 'live', rail: one.name, fetchStatement })
    }
  }
  return [...found.values()]
}

/** The oldest call of a provider with an unknown outcome. `count`: how many there are. */
export type Unknown = MadeBy & { businessId: string; id: string; since: Date; count: number }

export type Waiting = MadeBy & { count: number }

/** Those that get new work, and former ones. */
export function everyProvider({ former = [], ...rails }: Rails, mode: Mode): Provider[] {
  return [...providersOf(rails, mode), ...former.filter((one) => one.mode === mode)]
}

function makersOf<What extends keyof Making>(rails: Rails, what: What, mode: Mode) {
  const making = (provider: Provider) =>
    what === 'charges' ? provider.card : offeredBy(provider, what as Capability)
  return everyProvider(rails, mode)
    .map(making)
    .filter((one) => one != null) as Making[What][]
}
