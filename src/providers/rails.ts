import type { BankRail, OneOffAccounts, SimulatedBank } from './bank-rail.ts'
import type {
  CardRail,
  DirectCardRail,
  HostedRail,
  MandateRail,
  Simulated,
  TokenRail,
  UssdRail,
} from './card-rail.ts'
import type { DisputeRail } from './dispute-rail.ts'
import type { IdentityRail } from './identity-rail.ts'
import type { MessageRail } from './message-rail.ts'
import type { Mode, Named } from './outcomes.ts'
import type { SwitchedOff } from './switches.ts'

export type * from './bank-rail.ts'
export * from './card-rail.ts'
export type * from './dispute-rail.ts'
export type * from './identity-rail.ts'
export type * from './message-rail.ts'

// A provider is an outside party behind one interface: a bank, a card processor, an identity
// registry, mail. Test mode has the sandbox, live mode one or several providers, each of which
// offers some capabilities (capabilities.ts). An outcome is a union with `kind`.
//
// What every implementation promises (test/rails-conformance.test.ts):
// (1) We make the `key` and store it before the call. The same key again is the same operation: it
//     never charges, issues or returns twice, and it answers as the first call did.
// (2) `unavailable` means that nothing happened. `unknown` means that nobody can say: only a later
//     enquiry may settle it.
// (3) `accepted` means that the provider will do it: from then on it is only enquired about. It may
//     still be refused days later, and a transfer that was sent may be reversed.
// (4) `not_found` means that no request with this key arrived, or can still arrive, at any time
//     from `askedAt` to `askedUntil`. The caller may then send it again.
// (5) Only the first six and last four digits of a card are stored or logged, and nothing of a
//     person.
// (6) Bad input never throws. A throw is a fault in the adapter and counts as `unknown`.
//
// `handle`: the provider's own id for a thing, opaque, at most 1,000 characters. It comes with an
// outcome, is stored sealed, and is passed to every later call about the thing.
// `fee`: what the provider charged, in kobo, if it says so.
// `onBehalfOf`: the id of the business. A name enquiry without one is cached for all.

/** What one provider offers. */
export type Provider = {
  bank?: Named & Partial<BankRail>
  card?: CardRail
  disputes?: DisputeRail
  identity?: IdentityRail
  message?: MessageRail
}

/** A provider that offers everything, as the sandbox does. */
export type RailSet = {
  bank: BankRail & Required<Pick<OneOffAccounts, 'enquireCredit'>> & { simulated: SimulatedBank }
  card: DirectCardRail &
    HostedRail &
    UssdRail &
    MandateRail &
    Required<Pick<TokenRail, 'forgetToken'>> & { simulated: Simulated }
  identity: IdentityRail
  message: MessageRail
  disputes: DisputeRail
}

/** Gets no new work, and is enquired about its earlier work (made-by.ts). */
export type FormerProvider = Provider & { mode: Mode }

/** `live`: in the order in which new work is offered to them; empty if none is configured. */
export type Rails = {
  test: RailSet
  live: Provider[]
  former?: FormerProvider[]
  /** Which of them get no new work for now: switches.ts. */
  off?: SwitchedOff
}
