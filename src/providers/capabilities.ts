import { Refusal, refuse } from '../platform/refusal.ts'
import type { Mode } from './outcomes.ts'
import type {
  CardRail,
  DirectCardRail,
  DisputeRail,
  HostedRail,
  IdentityRail,
  MandateRail,
  MessageRail,
  Method,
  NameEnquiry,
  OneOffAccounts,
  Payouts,
  PermanentAccounts,
  Provider,
  Rails,
  Returns,
  UssdRail,
} from './rails.ts'
import { type ForWhom, isOff, isStopped, refuseStopped } from './switches.ts'

// What the providers of a mode offer. New work goes to the first that offers the capability and is
// neither switched off nor down. Existing work stays with the provider that made it (made-by.ts).

export type Offers = {
  one_off_accounts: OneOffAccounts
  permanent_accounts: PermanentAccounts
  name_enquiry: NameEnquiry
  payouts: Payouts
  returns: Returns
  identity: IdentityRail
  card: DirectCardRail
  hosted_card: HostedRail
  ussd: UssdRail
  hosted_ussd: HostedRail
  hosted_bank: HostedRail
  hosted_opay: HostedRail
  mandates: MandateRail
  disputes: DisputeRail
  mail: MessageRail
}
export type Capability = keyof Offers

type Finder<C extends Capability> = (provider: Provider) => Offers[C] | null

/** A provider has a capability if it has this function. */
const offers: { [C in Capability]: Finder<C> } = {
  one_off_accounts: ({ bank }) => (bank?.issueOneOffAccount ? (bank as OneOffAccounts) : null),
  permanent_accounts: ({ bank }) => (bank?.issueAccount ? (bank as PermanentAccounts) : null),
  name_enquiry: ({ bank }) => (bank?.resolveAccount ? (bank as NameEnquiry) : null),
  payouts: ({ bank }) => (bank?.transfer ? (bank as Payouts) : null),
  returns: ({ bank }) => (bank?.returnCredit ? (bank as Returns) : null),
  identity: ({ identity }) => identity ?? null,
  card: ({ card }) => (card && isDirect(card) ? card : null),
  hosted_card: pageFor('card'),
  ussd: ({ card }) => (card?.requestCode ? (card as UssdRail) : null),
  hosted_ussd: pageFor('ussd'),
  hosted_bank: pageFor('bank'),
  hosted_opay: pageFor('opay'),
  mandates: ({ card }) => (card?.openMandate ? (card as MandateRail) : null),
  disputes: ({ disputes }) => disputes ?? null,
  mail: ({ message }) => message ?? null,
}
export const CAPABILITIES = Object.keys(offers) as Capability[]

const WORDS: Record<Capability, string> = {
  one_off_accounts: 'Bank transfers',
  permanent_accounts: 'Permanent account numbers',
  name_enquiry: 'Account name enquiries',
  payouts: 'Payouts',
  returns: 'Returns to a bank account',
  identity: 'Identity verification',
  card: 'Cards',
  hosted_card: 'Cards',
  ussd: 'USSD codes',
  hosted_ussd: 'USSD codes',
  hosted_bank: 'Payments from a bank account',
  hosted_opay: 'OPay payments',
  mandates: 'Direct debit mandates',
  disputes: 'Disputes',
  mail: 'Mail',
}

export function isDirect(card: CardRail): card is DirectCardRail {
  return card.charge !== undefined
}

function pageFor(method: Method) {
  return ({ card }: Provider) =>
    card?.openPage && card.methods?.includes(method) ? (card as HostedRail) : null
}

/** All that get new work, in order. */
export function providersOf(rails: Rails, mode: Mode): Provider[] {
  return mode === 'test' ? [rails.test] : rails.live
}

/** One kind of a capability that some providers offer only in part. `words`: for a refusal. */
type Only<C extends Capability> = { words: string; offers(rail: Offers[C]): boolean }

/** The first that is up, or else the first. Null if all are switched off, or none offers it. */
export function findRail<C extends Capability>(
  rails: Rails,
  whom: ForWhom,
  capability: C,
  only?: Only<C>,
): Offers[C] | null {
  const all = offering(rails, whom.mode, capability, only)
  const isOn = ({ name }: Offers[C]) =>
    !isOff(rails.off, whom, name) && (capability !== 'payouts' || !isStopped(rails.off, whom, name))
  const on = capability === 'mail' ? all : all.filter(isOn)
  return on.find((one) => !one.isDown?.()) ?? on[0] ?? null
}

function offering<C extends Capability>(
  rails: Rails,
  mode: Mode,
  capability: C,
  only?: Only<C>,
): Offers[C][] {
  return providersOf(rails, mode)
    .map(offers[capability])
    .filter((one) => one !== null)
    .filter((one) => only?.offers(one) ?? true)
}

/** Whether a card that pays now can be kept and charged again. */
export function keepsCards(rails: Rails, whom: ForWhom): boolean {
  const rail: CardRail | null =
    findRail(rails, whom, 'card') ?? findRail(rails, whom, 'hosted_card')
  return rail?.chargeToken !== undefined
}

/** The provider for new work. Refuses if there is none. */
export function railFor<C extends Capability>(
  rails: Rails,
  whom: ForWhom,
  capability: C,
  only?: Only<C>,
): Offers[C] {
  const found = findRail(rails, whom, capability, only)
  if (found) return found
  const { mode } = whom
  if (providersOf(rails, mode).length === 0) return refuse('not_enabled')
  const offered = offering(rails, mode, capability, only)
  const words = only?.words ?? WORDS[capability]
  if (offered.length === 0) return refuseMissing(capability, words)
  if (capability === 'payouts') {
    for (const { name } of offered) refuseStopped(rails.off, whom, name)
  }
  const what = `${words} (${capability})`
  const message = `${what} are switched off in ${mode} mode for now. Existing ones continue.`
  throw new Refusal(mode === 'live' ? 'not_available_live' : 'rail_unavailable', { message })
}

export function refuseMissing(capability: Capability, words = WORDS[capability]): never {
  const message = `${words} (${capability}) are not available in live mode yet.`
  throw new Refusal('not_available_live', { message })
}

export function offeredBy<C extends Capability>(provider: Provider, capability: C) {
  return offers[capability](provider)
}

export function capabilitiesOf(rails: Rails, whom: ForWhom): Capability[] {
  return CAPABILITIES.filter((one) => findRail(rails, whom, one) !== null)
}

/** The first that is offered is used. */
const CHANNELS = {
  card: ['card', 'hosted_card'],
  bank_transfer: ['one_off_accounts'],
  ussd: ['ussd', 'hosted_ussd'],
  bank: ['hosted_bank'],
  opay: ['hosted_opay'],
} as const satisfies Record<string, Capability[]>

export function offersChannel(rails: Rails, whom: ForWhom, channel: keyof typeof CHANNELS) {
  return CHANNELS[channel].some((one: Capability) => findRail(rails, whom, one) !== null)
}

/** Refuses with the reason why nobody can pay by this channel. */
export function refuseChannel(rails: Rails, whom: ForWhom, channel: keyof typeof CHANNELS) {
  const isSwitchedOff = (one: Capability) => offering(rails, whom.mode, one).length > 0
  const ways: readonly Capability[] = CHANNELS[channel]
  railFor(rails, whom, ways.find(isSwitchedOff) ?? ways.at(-1)!)
}

/** The first bank for new work; null if there is none. */
export function mainBank(rails: Rails, mode: Mode): string | null {
  return providersOf(rails, mode).find(({ bank }) => bank)?.bank?.name ?? null
}
