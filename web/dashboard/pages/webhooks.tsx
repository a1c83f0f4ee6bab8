import { useState } from 'react'
import { type DataOf, put } from '../api.ts'
import { type Column, DataTable } from '../parts/data-list.tsx'
import { DialogButton, FormDialog } from '../parts/dialog.tsx'
import { TextField, useField } from '../parts/field.tsx'
import { Empty, Loaded } from '../parts/loaded.tsx'
import { Page, Section } from '../parts/page.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { Code, Curl, Time } from '../parts/values.tsx'
import { useCan } from '../session.ts'
import { useFormAction } from '../use-action.ts'
import { useGet } from '../use-list.ts'
import { ChooseEvents, ChosenEvents } from './webhook-events.tsx'
import { SNIPPETS } from './webhook-words.ts'
import { AddedEndpoints } from './webhooks-added.tsx'
import { Endpoint, URL_HELP } from './webhooks-endpoint.tsx'
import { WebhooksFormat } from './webhooks-format.tsx'

type Notice = Webhooks['notices'][number]

const NOTICES: Record<Notice['kind'], string> = {
  failing_24h: 'Failing for a day',
  failing_72h: 'Failing for three days',
  turned_off: 'Turned off',
}

const NOTICE_COLUMNS: Column<Notice>[] = [
  { title: 'Problem', cell: ({ kind }) => NOTICES[kind] },
  { title: 'URL', cell: ({ url }) => <code>{url}</code> },
  { title: 'Failing since', cell: ({ since }) => <Time at={since} /> },
  { title: 'Noticed', cell: ({ created_at }) => <Time at={created_at} /> },
]

const LOOK_MS = 3_000
const EXAMPLE = { url: 'http://localhost:3000/webhooks' }

export function WebhooksPage() {
  const read = useGet('/webhooks', { everyMs: LOOK_MS })
  const webhooks = read.data
  const { why } = useCan('webhooks')
  return (
    <Page
      title="Webhooks"
      intro={
        'Each event is signed and sent to your URL at once, and retried until your server ' +
        'accepts it.'
      }
      actions={
        webhooks && (
          <DialogButton
            look="main"
            why={why}
            dialog={(close) => <ChangeWebhooksDialog webhooks={webhooks} onClose={close} />}
          >
            Change
          </DialogButton>
        )
      }
    >
      <Loaded read={read}>{(webhooks) => <Settings webhooks={webhooks} />}</Loaded>
    </Page>
  )
}

function Settings({ webhooks }: { webhooks: Webhooks }) {
  const { url, dedicated_virtual_account_url: dedicatedUrl, endpoints, events, notices } = webhooks
  return (
    <>
      {url === null && dedicatedUrl === null && (
        <Empty
          sentence={'No URL is set. Events are stored for 30 days under Events, but not sent.'}
          curl={{ method: 'PUT', path: '/webhooks', body: EXAMPLE }}
        />
      )}
      <div className="columns">
        <Endpoint which="standard" url={url} state={endpoints.standard} />
        <Endpoint
          which="dedicated_virtual_account"
          url={dedicatedUrl}
          otherUrl={url}
          state={endpoints.dedicated_virtual_account}
        />
      </div>
      <Section title="Subscriptions" intro="Sent to both URLs.">
        {events.length === 0 ? <p>None: no events are sent.</p> : <ChosenEvents events={events} />}
      </Section>
      <WebhooksFormat format={webhooks.format} />
      <AddedEndpoints />
      {notices.length > 0 && (
        <Section title="Problems" intro="The last 20, newest first.">
          <DataTable
            label="Problems"
            columns={NOTICE_COLUMNS}
            rows={notices}
            rowKey={({ which, kind, since }) => `${which} ${kind} ${since}`}
          />
        </Section>
      )}
      <Verify hasAddress={url !== null} />
    </>
  )
}

/** How a receiver verifies signatures. */
function Verify({ hasAddress }: { hasAddress: boolean }) {
  const tabs = Object.entries(SNIPPETS).map(([name, { title, text }]) => [
    name,
    { title, content: <Code text={text} label={`Verify in ${title}`} /> },
  ])
  return (
    <Section
      title="Verify signatures"
      intro={
        'Anyone can send requests to your URL. Ours are signed with its secret. Give the ' +
        'secret to your server as WEBHOOK_SECRET.'
      }
    >
      <Tabs label="Languages" name="language" of={Object.fromEntries(tabs)} />
      {hasAddress && (
        <>
          <h3>Send a test event with the API</h3>
          <Curl method="POST" path="/webhooks/test" body={{ which: 'standard' }} />
        </>
      )}
    </Section>
  )
}

export type Webhooks = DataOf<'GET', '/webhooks'>

/** Both addresses and the subscribed events. */
function ChangeWebhooksDialog(props: { webhooks: Webhooks; onClose: () => void }) {
  const { webhooks, onClose } = props
  const url = useField('url', webhooks.url ?? '')
  const dedicated = useField(
    'dedicated_virtual_account_url',
    webhooks.dedicated_virtual_account_url ?? '',
  )
  const [events, setEvents] = useState<ReadonlySet<string>>(new Set(webhooks.events))
  const save = useFormAction(
    (_, key) =>
      put('/webhooks', {
        body: {
          url: url.value.trim() || null,
          dedicated_virtual_account_url: dedicated.value.trim() || null,
          events: [...events],
        },
        key,
      }),
    { done: 'Saved.', refresh: ['/webhooks'], onDone: onClose },
  )
  return (
    <FormDialog title="Webhooks" isWide onClose={onClose} action={save} submit="Save">
      <TextField
        {...url}
        label="URL for all events"
        help={URL_HELP}
        type="url"
        placeholder="https://"
      />
      <TextField
        {...dedicated}
        label="URL for deposits to dedicated accounts"
        help="If empty, they go to the URL above."
        isOptional
        type="url"
        placeholder="https://"
      />
      <fieldset className="fieldset">
        <legend>Subscriptions</legend>
        <ChooseEvents chosen={events} onChange={setEvents} />
      </fieldset>
    </FormDialog>
  )
}
