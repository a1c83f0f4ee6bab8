import { useState } from 'react'
import { post } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { FormDialog, ShowOnceDialog } from '../parts/dialog.tsx'
import { SelectField, useField } from '../parts/field.tsx'
import { Go } from '../parts/go.tsx'
import { Section } from '../parts/page.tsx'
import { Badge, Facts, Time, type Tone } from '../parts/values.tsx'
import { paths } from '../paths.ts'
import { isTest, useBusiness, useCan } from '../session.ts'
import { useAction, useFormAction } from '../use-action.ts'
import { WHICH, type Which } from './webhook-words.ts'
import type { Webhooks } from './webhooks.tsx'

type Endpoint = Webhooks['endpoints']['standard']
type State = 'none' | 'on' | 'failing' | 'off'
type Props = {
  which: Which
  url: string | null
  /** Where its events go while it has no URL. */
  otherUrl?: string | null
  state: Endpoint
}

export const STATES: Record<State, { tone: Tone; text: string }> = {
  none: { tone: 'plain', text: 'Not set' },
  on: { tone: 'good', text: 'On' },
  failing: { tone: 'warn', text: 'Failing' },
  off: { tone: 'bad', text: 'Turned off' },
}
const REASONS: Record<NonNullable<Endpoint['disabled_reason']>, string> = {
  gone: 'It returned 410 (gone). Save the URL again to turn it on.',
  failing: 'It failed for five days. Save the URL again to turn it on.',
}
const OVERLAPS = {
  '24': 'For 24 hours',
  '12': 'For 12 hours',
  '1': 'For an hour',
  '0': 'End now: it has leaked',
}
export const URL_HELP = isTest
  ? 'Such as https://shop.example/webhooks, or http://localhost:3000 on this machine.'
  : 'With https, such as https://shop.example/webhooks.'

/** The names of endpoints in the route that reveals a secret. */
const REVEALED = {
  standard: 'webhook',
  dedicated_virtual_account: 'dedicated_virtual_account',
} as const

/** One of the two endpoints: its health and its secret. */
export function Endpoint({ which, url, otherUrl = null, state }: Props) {
  const { can, why } = useCan('webhooks')
  const test = useAction((_, key) => post('/webhooks/test', { body: { which }, key }), {
    done: 'Test event created: see Events.',
    refresh: ['/events', '/webhooks'],
  })
  const noAddress = url === null && otherUrl === null ? 'Set a URL first.' : undefined
  return (
    <Section
      title={WHICH[which].title}
      intro={WHICH[which].intro}
      actions={
        <Button isSmall why={why ?? noAddress} isBusy={test.isBusy} onClick={() => test.run()}>
          Send test event
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
  const instead = otherUrl === null ? 'None' : 'Not set: these go to the first URL'
  return {
    Address: url === null ? <span className="faint">{instead}</span> : <code>{url}</code>,
    Status: <Badge state={name} of={STATES} />,
    Why: state.disabled_reason && REASONS[state.disabled_reason],
    'Failing since': state.failing_since && (
      <>
        <Time at={state.failing_since} />, {state.failures} times.{' '}
        <Go to={paths.events()} search={{ status: 'pending' }}>
          View pending events
        </Go>
      </>
    ),
    'Turned off': state.disabled_at && <Time at={state.disabled_at} />,
    'Next attempt':
      name === 'failing' && state.next_probe_at !== null ? (
        <Time at={state.next_probe_at} as="ago" />
      ) : null,
    Secret: <code>{state.secret_hint}</code>,
    'Old secret': state.old_secret_until && (
      <>
        valid until <Time at={state.old_secret_until} />
      </>
    ),
  }
}

type Health = Pick<Endpoint, 'disabled_at' | 'failing_since'>

export function stateOf(url: string | null, { disabled_at, failing_since }: Health): State {
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
        Reveal secret
      </Button>
      <Button isSmall why={why} onClick={() => setRolling(true)}>
        Roll secret
      </Button>
      {isRolling && (
        <RollSecretDialog
          roll={(body, key) => post('/webhooks/roll-secret', { body: { which, ...body }, key })}
          onClose={() => setRolling(false)}
          onDone={(secret) => {
            setRolling(false)
            setSecret(secret)
          }}
        />
      )}
      {secret !== null && (
        <ShowOnceDialog
          title="Webhook secret"
          intro={
            'Anyone who has it can sign events in our name. The audit log records that you ' +
            'viewed it.'
          }
          text={secret}
          label="Secret"
          kept="I have stored the secret"
          onClose={() => setSecret(null)}
        />
      )}
    </div>
  )
}

type Rolling = {
  roll: (body: { overlap_hours: number }, key: string) => Promise<{ secret: string }>
  onClose: () => void
  onDone: (secret: string) => void
}

export function RollSecretDialog({ roll: send, onClose, onDone }: Rolling) {
  const business = useBusiness()
  const hours = useField('overlap_hours', '24')
  const roll = useFormAction((_, key) => send({ overlap_hours: Number(hours.value) }, key), {
    refresh: ['/webhooks'],
    onDone: ({ secret }) => onDone(secret),
  })
  return (
    <FormDialog
      title="Roll secret"
      intro={
        'A new secret replaces the current one. While both are valid, your server must ' +
        'accept either.'
      }
      onClose={onClose}
      action={roll}
      submit={['Roll', 'the secret of', business?.name]}
    >
      <SelectField {...hours} label="The old secret stays valid" options={OVERLAPS} />
    </FormDialog>
  )
}
