import type { BankRail } from './bank-rail.ts'
import type { CardRail, DirectCardRail } from './card-rail.ts'
import type { IdentityRail } from './identity-rail.ts'
import type { MessageRail } from './message-rail.ts'
import type { Mode, Named } from './outcomes.ts'
import type { SwitchedOff } from './switches.ts'

export type * from './bank-rail.ts'
export type * from './card-rail.ts'
export type * from './identity-rail.ts'
export type * from './message-rail.ts'

// A rail is an outside party behind one interface: a bank, a card processor, a registry of
// identities. Test mode has the sandbox, live mode one or several providers, each of which offers
// some of this (capabilities.ts). Several answers are normal, so each is a union with `kind`.
//
// What every implementation promises, held by test/rails-conformance.test.ts:
// (1) `key` is made by us and stored before the call. The same key again is the same operation:
//     it never charges, issues or returns twice, and it answers as the first call did.
// (2) `unavailable` means that nothing happened. `unknown` means that nobody can say: only a later
//     `enquire` may settle it.
// (3) `accepted` means that the rail has it and will do it: from then on it is only enquired about.
//     What was accepted may be refused days later, and a transfer that was sent may be reversed.
// (4) Nothing of a card but the first six and last four digits is kept, logged or put in a message;
//     of a person nothing at all.
// (5) Refused input never throws. A throw is a fault in the adapter, and is taken as `unknown`.
//
// `handle` is the rail's own name for a thing, opaque to us, at most 1,000 characters. It comes
// with an outcome, is kept sealed with the thing, and is handed back with every later call about
// it.
// `fee` is what the rail takes for it, in kobo, where it says so.
//
// `onBehalfOf` is the id of the business for which something is asked. A call without one is for
// nobody in particular: a name enquiry is remembered for all.

/** One provider: what it offers of all this. */
export type Provider = {
  bank?: Named & Partial<BankRail>
  card?: CardRail
  identity?: IdentityRail
  message?: MessageRail
}

/** A provider that offers everything, as the sandbox does. */
export type RailSet = {
  bank: BankRail
  card: DirectCardRail
  identity: IdentityRail
  message: MessageRail
}

/** Makes nothing new, and is asked about what it has made: made-by.ts. */
export type FormerProvider = Provider & { mode: Mode }

/** Live: in the order in which they are asked for what is new; none until one is configured. */
export type Rails = {
  test: RailSet
  live: Provider[]
  former?: FormerProvider[]
  /** Which of them make nothing new for now: switches.ts. */
  off?: SwitchedOff
}
