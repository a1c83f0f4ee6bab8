import { useState } from 'react'
import { Button } from '../parts/button.tsx'
import { Code } from '../parts/code.tsx'
import { Curl } from '../parts/curl.tsx'
import { type Column, DataTable } from '../parts/data-list.tsx'
import { Empty } from '../parts/empty.tsx'
import { ErrorBox } from '../parts/error-box.tsx'
import { Page } from '../parts/page.tsx'
import { Section } from '../parts/section.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { Time } from '../parts/time.tsx'
import { useCan } from '../permissions.ts'
import { useGet } from '../use-list.ts'
import { EVENT_TYPES, type EventType, SNIPPETS } from './webhook-words.ts'
import { Endpoint } from './webhooks-endpoint.tsx'
import { ChangeWebhooksDialog, type Webhooks } from './webhooks-form.tsx'

type Notice = Webhooks['notices'][number]

const NOTICES: Record<Notice['kind'], string> = {
  failing_24h: 'It has failed for a day',
  failing_72h: 'It has failed for three days',
  turned_off: 'It was turned off',
}

const NOTICE_COLUMNS: Column<Notice>[] = [
  { title: 'What', cell: ({ kind }) => NOTICES[kind] },
  { title: 'Address', cell: ({ url }) => <code>{url}</code> },
  { title: 'Failing since', cell: ({ since }) => <Time at={since} /> },
  { title: 'Noticed', cell: ({ created_at }) => <Time at={created_at} /> },
]

const LOOK_MS = 3_000
const EXAMPLE = { url: 'http://localhost:3000/webhooks' }

export function WebhooksPage() {
  const read = useGet('/webhooks', { everyMs: LOOK_MS })
  const [isChanging, setChanging] = useState(false)
  const { why } = useCan('webhooks')
  return (
    <Page
      title="Webhooks"
      intro={
        'When something happens, your server is told at once: each event is sent to your ' +
        'address, signed, and again until it is taken.'
      }
      actions={
        read.data && (
          <Button look="main" why={why} onClick={() => setChanging(true)}>
            Change
          </Button>
        )
      }
    >
      {read.error ? <ErrorBox error={read.error} again={read.again} /> : null}
      {!read.error && read.data === undefined && <Skeleton lines={8} />}
      {read.data && <Settings webhooks={read.data} />}
      {read.data && isChanging && (
        <ChangeWebhooksDialog webhooks={read.data} onClose={() => setChanging(false)} />
      )}
    </Page>
  )
}

function Settings({ webhooks }: { webhooks: Webhooks }) {
  const { url, dedicated_virtual_account_url: dedicatedUrl, endpoints, events, notices } = webhooks
  return (
    <>
      {url === null && dedicatedUrl === null && (
        <Empty
          sentence={
            'No address is set: what happens is kept for 30 days under Events, and nobody is ' +
            'told of it.'
          }
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
      <Section title="What is sent" intro="To both addresses.">
        {events.length === 0 ? (
          <p>Nothing: you subscribe to no event.</p>
        ) : (
          <Sent events={events} />
        )}
      </Section>
      {notices.length > 0 && (
        <Section title="What went wrong" intro="The last 20, the newest first.">
          <DataTable
            label="What went wrong"
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

function Sent({ events }: { events: string[] }) {
  return (
    <ul className="plain-list">
      {events.map((type) => (
        <li key={type}>
          <code>{type}</code> <span className="faint">{EVENT_TYPES[type as EventType] ?? ''}</span>
        </li>
      ))}
    </ul>
  )
}

/** How a receiver knows that it is us. */
function Verify({ hasAddress }: { hasAddress: boolean }) {
  const tabs = Object.entries(SNIPPETS).map(([name, { title, text }]) => [
    name,
    { title, content: <Code text={text} label={`Verify in ${title}`} /> },
  ])
  return (
    <Section
      title="Verify each request"
      intro={
        'Anyone can send something to your address; what we send is signed with the secret of ' +
        'that address. Give the secret to your server as WEBHOOK_SECRET.'
      }
    >
      <Tabs label="Languages" name="language" of={Object.fromEntries(tabs)} />
      {hasAddress && (
        <>
          <h3>A test event by the API</h3>
          <Curl method="POST" path="/webhooks/test" body={{ which: 'standard' }} />
        </>
      )}
    </Section>
  )
}
