import { useState } from 'react'
import { type DataOf, del, patch, post } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { ConfirmButton, DialogButton, FormDialog, ShowOnceDialog } from '../parts/dialog.tsx'
import { TextField, useField } from '../parts/field.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Section } from '../parts/page.tsx'
import { Badge, Facts, Time } from '../parts/values.tsx'
import { useBusiness, useCan } from '../session.ts'
import { useAction, useFormAction } from '../use-action.ts'
import { useGet } from '../use-list.ts'
import { ChooseEvents } from './webhook-events.tsx'
import { RollSecretDialog, STATES, stateOf, URL_HELP } from './webhooks-endpoint.tsx'

type Added = DataOf<'GET', '/webhooks/endpoints'>['endpoints'][number]

const LOOK_MS = 3_000
const MAX = 10
const REFRESH = ['/webhooks']

/** The endpoints beside the two URLs of the settings. */
export function AddedEndpoints() {
  const read = useGet('/webhooks/endpoints', { everyMs: LOOK_MS })
  const { why } = useCan('webhooks')
  const full = read.data && read.data.endpoints.length >= MAX ? `At most ${MAX}.` : undefined
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <Section
      title="More endpoints"
      intro="Each gets the events that it subscribes to, signed with its own secret."
      actions={
        <DialogButton
          isSmall
          why={why ?? full}
          dialog={(close) => <AddDialog onClose={close} onSecret={setSecret} />}
        >
          Add endpoint
        </DialogButton>
      }
    >
      <Loaded read={read} lines={2}>
        {({ endpoints }) =>
          endpoints.length === 0 ? (
            <p className="faint">None. Add one for another server, such as your books.</p>
          ) : (
            <div className="columns">
              {endpoints.map((endpoint) => (
                <One
                  key={endpoint.id}
                  title={titleOf(endpoint, endpoints)}
                  endpoint={endpoint}
                  onSecret={setSecret}
                />
              ))}
            </div>
          )
        }
      </Loaded>
      {secret !== null && (
        <ShowOnceDialog
          title="Webhook secret"
          intro="Anyone who has it can sign events in our name. Your server verifies them with it."
          text={secret}
          label="Secret"
          kept="I have stored the secret"
          onClose={() => setSecret(null)}
        />
      )}
    </Section>
  )
}

/** Two of one name are told apart by the end of their id. */
function titleOf({ id, description, url }: Added, all: Added[]): string {
  const name = description ?? url
  const isOnly = all.filter((one) => (one.description ?? one.url) === name).length === 1
  return isOnly ? name : `${name} (…${id.slice(-4)})`
}

type OneProps = { endpoint: Added; onSecret: (secret: string) => void }

function One({ title, endpoint, onSecret }: OneProps & { title: string }) {
  const { id, url, events, secret_hint } = endpoint
  const { disabled_reason, failing_since, failures, old_secret_until } = endpoint
  return (
    <Section title={title}>
      <Facts
        of={{
          Address: <code>{url}</code>,
          Status:
            disabled_reason === 'paused' ? (
              <Badge state="paused" of={PAUSED} />
            ) : (
              <Badge state={stateOf(url, endpoint)} of={STATES} />
            ),
          'Failing since': failing_since && (
            <>
              <Time at={failing_since} />, {failures} times
            </>
          ),
          Events: events.includes('*') ? 'Every event' : events.join(', ') || 'None',
          Secret: <code>{secret_hint}</code>,
          'Old secret': old_secret_until && (
            <>
              valid until <Time at={old_secret_until} />
            </>
          ),
          Id: <code>{id}</code>,
        }}
      />
      <Actions endpoint={endpoint} onSecret={onSecret} />
    </Section>
  )
}

const PAUSED = { paused: { tone: 'plain', text: 'Paused' } } as const

function Actions({ endpoint, onSecret }: OneProps) {
  const { id, url, description, enabled, etag: ifMatch } = endpoint as Added & { etag?: string }
  const { why } = useCan('webhooks')
  const business = useBusiness()
  const params = { id }
  const test = useAction((_, key) => post('/webhooks/endpoints/{id}/test', { params, key }), {
    done: 'Test event created: see Events.',
    refresh: ['/events', ...REFRESH],
  })
  const pause = useAction(
    (_, key) =>
      patch('/webhooks/endpoints/{id}', { params, body: { enabled: !enabled }, key, ifMatch }),
    { done: enabled ? 'Paused.' : 'Turned on.', refresh: REFRESH },
  )
  const reveal = useAction(() => post('/webhooks/endpoints/{id}/reveal-secret', { params }), {
    refresh: [],
    onDone: ({ secret }) => onSecret(secret),
  })
  return (
    <div className="actions">
      <DialogButton
        isSmall
        why={why}
        dialog={(close) => <ChangeDialog endpoint={endpoint} onClose={close} />}
      >
        Change
      </DialogButton>
      <Button isSmall why={why} isBusy={test.isBusy} onClick={() => test.run()}>
        Send test event
      </Button>
      <Button isSmall why={why} isBusy={pause.isBusy} onClick={() => pause.run()}>
        {enabled ? 'Pause' : 'Turn on'}
      </Button>
      <Button isSmall why={why} isBusy={reveal.isBusy} onClick={() => reveal.run()}>
        Reveal secret
      </Button>
      <DialogButton
        isSmall
        why={why}
        dialog={(close) => (
          <RollSecretDialog
            roll={(body, key) =>
              post('/webhooks/endpoints/{id}/roll-secret', { params, body, key })
            }
            onClose={close}
            onDone={(secret) => {
              close()
              onSecret(secret)
            }}
          />
        )}
      >
        Roll secret
      </DialogButton>
      <ConfirmButton
        text="Delete"
        isSmall
        why={why}
        isDanger
        title={`Delete ${description ?? url}?`}
        work={() => del('/webhooks/endpoints/{id}', { params })}
        done="Endpoint deleted."
        refresh={REFRESH}
      >
        What waits to be sent to it for {business?.name} fails. Events stay, and other endpoints
        still get them.
      </ConfirmButton>
    </div>
  )
}

type AddProps = { onClose: () => void; onSecret: (secret: string) => void }

function AddDialog({ onClose, onSecret }: AddProps) {
  const form = useEndpointForm({ url: '', description: null, events: ['*'] })
  const add = useFormAction((_, key) => post('/webhooks/endpoints', { body: form.body(), key }), {
    refresh: REFRESH,
    onDone: ({ secret }) => {
      onClose()
      onSecret(secret)
    },
  })
  return (
    <FormDialog title="Add an endpoint" isWide onClose={onClose} action={add} submit="Add">
      {form.fields}
    </FormDialog>
  )
}

function ChangeDialog({ endpoint, onClose }: { endpoint: Added; onClose: () => void }) {
  const form = useEndpointForm(endpoint)
  const save = useFormAction(
    (_, key) => {
      const { description = null, ...body } = form.body()
      const params = { id: endpoint.id }
      return patch('/webhooks/endpoints/{id}', { params, body: { ...body, description }, key })
    },
    { done: 'Saved.', refresh: REFRESH, onDone: onClose },
  )
  return (
    <FormDialog title="Endpoint" isWide onClose={onClose} action={save} submit="Save">
      {form.fields}
    </FormDialog>
  )
}

function useEndpointForm(first: Pick<Added, 'url' | 'description' | 'events'>) {
  const url = useField('url', first.url)
  const description = useField('description', first.description ?? '')
  const [events, setEvents] = useState<ReadonlySet<string>>(new Set(first.events))
  const what = description.value.trim()
  return {
    body: () => ({
      url: url.value.trim(),
      events: [...events],
      ...(what !== '' && { description: what }),
    }),
    fields: (
      <>
        <TextField {...url} label="URL" help={URL_HELP} type="url" placeholder="https://" />
        <TextField {...description} label="What it is for" isOptional />
        <fieldset className="fieldset">
          <legend>Subscriptions</legend>
          <ChooseEvents chosen={events} onChange={setEvents} />
        </fieldset>
      </>
    ),
  }
}
