import { useState } from 'react'
import { post } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { FormDialog, ShowOnceDialog } from '../parts/dialog.tsx'
import { SelectField, useField } from '../parts/field.tsx'
import { Go } from '../parts/go.tsx'
import { Section } from '../parts/page.tsx'
import { Badge, Facts, Time, type Tone } from '../parts/values.tsx'
import { paths } from '../paths.ts'
import { useBusiness, useCan } from '../session.ts'
import { useAction, useFormAction } from '../use-action.ts'
import { WHICH, type Which } from './webhook-words.ts'
import type { Webhooks } from './webhooks.tsx'

type Endpoint = Webhooks['endpoints']['standard']
type State = 'none' | 'on' | 'failing' | 'off'
type Props = {
  which: Which
  url: string | null
  /** Where events go while this one has no address of its own. */
  otherUrl?: string | null
  state: Endpoint
}

const STATES: Record<State, { tone: Tone; text: string }> = {
  none: { tone: 'plain', text: 'No address' },
  on: { tone: 'good', text: 'On' },
  failing: { tone: 'warn', text: 'Failing' },
  off: { tone: 'bad', text: 'Turned off' },
}
const REASONS: Record<NonNullable<Endpoint['disabled_reason']>, string> = {
  gone: 'It answered that it is gone for good (410). Save the address again to turn it on.',
  failing: 'It failed for five days. Save the address again to turn it on.',
}
const OVERLAPS = {
  '24': 'For 24 hours',
  '12': 'For 12 hours',
  '1': 'For an hour',
  '0': 'Not at all: it has leaked',
}
/** As the route that reveals a secret calls the addresses. */
const REVEALED = {
  standard: 'webhook',
  dedicated_virtual_account: 'dedicated_virtual_account',
} as const

/** One of the two addresses: how it does, and its secret. */
export function Endpoint({ which, url, otherUrl = null, state }: Props) {
  const { can, why } = useCan('webhooks')
  const test = useAction((_, key) => post('/webhooks/test', { body: { which }, key }), {
    done: 'A test event is on its way: see Events.',
    refresh: ['/events', '/webhooks'],
  })
  const noAddress = url === null && otherUrl === null ? 'Set an address first.' : undefined
  return (
    <Section
      title={WHICH[which].title}
      intro={WHICH[which].intro}
      actions={
        <Button isSmall why={why ?? noAddress} isBusy={test.isBusy} onClick={() => test.run()}>
          Send a test event
        </Button>
      }
    >
      <Facts of={factsOf({ url, otherUrl, state })} />
      <Secret which={which} why={can ? undefined : why} />
    </Section>
  )
}

function factsOf({ url, otherUrl = null, state }: Omit<Props, 'which'>) {
  const name = stateOf(url, state)
  const instead = otherUrl === null ? 'None' : 'None of its own: these go to the first address'
  return {
    Address: url === null ? <span className="faint">{instead}</span> : <code>{url}</code>,
    State: <Badge state={name} of={STATES} />,
    Why: state.disabled_reason && REASONS[state.disabled_reason],
    'Failing since': state.failing_since && (
      <>
        <Time at={state.failing_since} />, {state.failures} times.{' '}
        <Go to={paths.events()} search={{ status: 'pending' }}>
          See what waits
        </Go>
      </>
    ),
    'Turned off': state.disabled_at && <Time at={state.disabled_at} />,
    'Tried next':
      name === 'failing' && state.next_probe_at !== null ? (
        <Time at={state.next_probe_at} as="ago" />
      ) : null,
    Secret: <code>{state.secret_hint}</code>,
    'Old secret': state.old_secret_until && (
      <>
        good until <Time at={state.old_secret_until} />
      </>
    ),
  }
}

function stateOf(url: string | null, { disabled_at, failing_since }: Endpoint): State {
  if (url === null) return 'none'
  if (disabled_at !== null) return 'off'
  return failing_since === null ? 'on' : 'failing'
}

function Secret({ which, why }: { which: Which; why: string | undefined }) {
  const [secret, setSecret] = useState<string | null>(null)
  const [isRolling, setRolling] = useState(false)
  const reveal = useAction(
    () => post('/webhooks/reveal-secret', { body: { endpoint: REVEALED[which] } }),
    { refresh: [], onDone: ({ secret }) => setSecret(secret) },
  )
  return (
    <div className="actions">
      <Button isSmall why={why} isBusy={reveal.isBusy} onClick={() => reveal.run()}>
        Show the secret
      </Button>
      <Button isSmall why={why} onClick={() => setRolling(true)}>
        Roll the secret
      </Button>
      {isRolling && (
        <RollSecretDialog
          which={which}
          onClose={() => setRolling(false)}
          onDone={(secret) => {
            setRolling(false)
            setSecret(secret)
          }}
        />
      )}
      {secret !== null && (
        <ShowOnceDialog
          title="The secret of this address"
          intro={
            'Whoever has it can sign events in our name. That you looked at it is in the audit ' +
            'log.'
          }
          text={secret}
          label="The secret"
          kept="I have put it where it belongs"
          onClose={() => setSecret(null)}
        />
      )}
    </div>
  )
}

type Rolling = { which: Which; onClose: () => void; onDone: (secret: string) => void }

function RollSecretDialog({ which, onClose, onDone }: Rolling) {
  const business = useBusiness()
  const hours = useField('overlap_hours', '24')
  const roll = useFormAction(
    (_, key) =>
      post('/webhooks/roll-secret', { body: { which, overlap_hours: Number(hours.value) }, key }),
    { refresh: ['/webhooks'], onDone: ({ secret }) => onDone(secret) },
  )
  return (
    <FormDialog
      title="Roll the secret"
      intro={
        'A new secret takes the place of the one of this address. While both are good, your ' +
        'server must accept either.'
      }
      onClose={onClose}
      action={roll}
      submit={['Roll the secret of', business?.name]}
    >
      <SelectField {...hours} label="The old secret stays good" options={OVERLAPS} />
    </FormDialog>
  )
}
