import type { DataOf } from '../api.ts'
import { ErrorBox, Skeleton } from '../parts/loaded.tsx'
import { OperatorFrame, Section } from '../parts/page.tsx'
import { Badge, Facts } from '../parts/values.tsx'
import { useGet } from '../use-list.ts'
import { MODES, RAIL_STATES } from './operator-words.ts'
import { Parts } from './rails-answers.tsx'
import { Alarms, MarginPlot, Tiles } from './rails-facts.tsx'
import { SwitchButton, SwitchedOff } from './rails-switch.tsx'

type Provider = DataOf<'GET', '/operator/rails'>[number]

const POLL_MS = 15_000
const ABILITIES: Record<Provider['capabilities'][number], string> = {
  one_off_accounts: 'bank transfers',
  permanent_accounts: 'permanent accounts',
  name_enquiry: 'account lookup',
  payouts: 'payouts',
  returns: 'returns',
  identity: 'BVN and NIN',
  card: 'cards',
  hosted_card: 'cards on the provider’s page',
  ussd: 'USSD codes',
  hosted_ussd: 'USSD on the provider’s page',
  hosted_bank: 'pay with bank, on the provider’s page',
  hosted_opay: 'OPay',
  mandates: 'Direct debit',
  disputes: 'disputes',
  mail: 'mail',
}

/** The providers: what they offer, how they answer, and where they are switched off. */
export function RailsPage() {
  return (
    <OperatorFrame
      title="Rails"
      intro={
        'Your providers, in the order in which new calls use them. The status covers the ' +
        'last ten minutes.'
      }
    >
      <Rails />
    </OperatorFrame>
  )
}

function Rails() {
  const { data, error, again } = useGet('/operator/rails', { everyMs: POLL_MS })
  if (error) return <ErrorBox error={error} again={again} />
  if (data === undefined) return <Skeleton lines={10} />
  const modes = ['live', 'test'] as const
  return modes.map((mode) => (
    <OfMode key={mode} mode={mode} providers={data.filter((one) => one.mode === mode)} />
  ))
}

function OfMode({ mode, providers }: { mode: Provider['mode']; providers: Provider[] }) {
  return (
    <Section title={`${MODES[mode]} mode`}>
      {providers.length === 0 ? (
        <p className="faint">
          No provider for {mode} mode is configured. Calls in this mode are rejected until one is.
        </p>
      ) : (
        <div className="stack">
          {providers.map((provider) => (
            <OneProvider key={provider.name} of={provider} />
          ))}
        </div>
      )}
    </Section>
  )
}

function OneProvider({ of }: { of: Provider }) {
  const { name, mode, state, capabilities, can_switch: canSwitch, is_current: isCurrent } = of
  return (
    <article className="provider" aria-label={`${name}, ${mode} mode`}>
      <header>
        <div className="page-title">
          <h3>{name}</h3>
          <Badge state={state} of={RAIL_STATES} />
        </div>
        {canSwitch && <SwitchButton of={of} />}
      </header>
      <Alarms of={of} />
      <SwitchedOff of={of} />
      <Tiles of={of} />
      <Facts
        of={{
          Offers: isCurrent
            ? capabilities.map((one) => ABILITIES[one]).join(', ')
            : 'no new calls: kept only for its existing payments',
        }}
      />
      <MarginPlot of={of} />
      <Parts of={of} />
    </article>
  )
}
