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

// The rail that made a thing is named on its row, and whatever is done about it later asks that
// rail. To another one it is unknown, so its `not_found` would say nothing of what was charged or
// sent. While the rail is not configured, a row waits: jobs do not take it, and the operator is
// told (operation/calls.ts).

/** What is made, and asked about later. A charge is asked about wherever its card was typed. */
export type Making = Omit<Offers, 'name_enquiry' | 'mail' | 'card' | 'hosted_card'> & {
  charges: CardRail
}
const MODES = ['test', 'live'] as const

export type MadeBy = { mode: Mode; rail: string }

/** What a job takes of the rows that are due, and for how long. */
export type Claim = { now: Date; until: Date; max: number }

/** Null where it is not configured any more. */
export function railThatMade<What extends keyof Making>(
  rails: Rails,
  what: What,
  { mode, rail }: MadeBy,
): Making[What] | null {
  return makersOf(rails, what, mode).find(({ name }) => name === rail) ?? null
}

/** All that may have sent one: which of them made it is not known. */
export function payoutRails(rails: Rails, mode: Mode): Making['payouts'][] {
  return makersOf(rails, 'payouts', mode)
}

/** Whether it is configured, whatever it offers. */
export function isRailThere(
  rails: Rails,
  kind: 'bank' | 'card' | 'identity',
  { mode, rail }: MadeBy,
): boolean {
  return everyProvider(rails, mode).some((provider) => provider[kind]?.name === rail)
}

/** Refuses what the rail that made it does not offer. One that is not configured is waited for. */
export function refuseUnoffered(rails: Rails, what: 'returns', by: MadeBy): void {
  if (isRailThere(rails, 'bank', by) && railThatMade(rails, what, by) === null) refuseMissing(what)
}

/** Whose notifications come under this name. Null: nobody's. */
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

/** A condition on rows with `mode` and `rail`. */
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

/** That is asked for statements by itself: a provider whose bank and card have one name, once. */
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

/** What a rail was asked for, and nobody knows what became of it. `count`: so many of the rail. */
export type Unknown = MadeBy & { businessId: string; id: string; since: Date; count: number }

export type Waiting = MadeBy & { count: number }

/** Today's, which make what is new, and those before them. */
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
