import { useState } from 'react'
import { post } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { type Column, DataTable } from '../parts/data-list.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Badge, Code, None, Time } from '../parts/values.tsx'
import { useCan } from '../session.ts'
import { DELIVERIES, deliveryOf, responseOf } from '../states.ts'
import { useAction } from '../use-action.ts'
import { useGet } from '../use-list.ts'
import { type Detail, durationOf } from './event.tsx'
import { isSettings, WHICH } from './webhook-words.ts'

type Delivery = Detail['deliveries'][number]

/** Each endpoint that is sent the event: what it responded, and what a person can do. */
export function Deliveries({ event: { id, deliveries } }: { event: Detail }) {
  const { data: added } = useGet('/webhooks/endpoints')
  const nameOf = (endpoint: string) => {
    const found = added?.endpoints.find((one) => one.id === endpoint)
    if (found) return found.description ?? found.url
    return isSettings(endpoint) ? WHICH[endpoint].title : 'A deleted endpoint'
  }
  if (deliveries.length === 0) {
    return <p>Not sent: no URL was set, or none had subscribed to this event.</p>
  }
  const columns: Column<Delivery>[] = [
    { title: 'Endpoint', cell: ({ endpoint }) => nameOf(endpoint) },
    { title: 'Delivery', cell: (one) => <Badge state={deliveryOf(one)} of={DELIVERIES} /> },
    { title: 'Response', cell: (delivery) => responseOf(delivery) ?? '–' },
    { title: 'Attempts', isEnd: true, cell: ({ attempts }) => attempts },
    { title: 'Duration', isEnd: true, cell: durationOf },
    { title: 'Next attempt', cell: ({ next_at }) => <Next at={next_at} /> },
    {
      title: 'Actions',
      isActions: true,
      isEnd: true,
      cell: ({ endpoint }) => (
        <Actions
          id={id}
          endpoint={placeOf(endpoint)}
          name={nameOf(endpoint)}
          isOnly={deliveries.length === 1}
        />
      ),
    },
  ]
  return (
    <DataTable
      label="Deliveries"
      columns={columns}
      rows={deliveries}
      rowKey={({ endpoint }) => endpoint}
    />
  )
}

/** While an endpoint fails, it gets one event a minute, and due events wait. */
function Next({ at }: { at: string | null }) {
  if (at === null) return <None />
  return new Date(at) > new Date() ? <Time at={at} as="ago" /> : 'As soon as the URL responds'
}

type ActionsProps = { id: string; endpoint: string; name: string; isOnly: boolean }

/** The page itself resends to all of them. */
function Actions({ id, endpoint, name, isOnly }: ActionsProps) {
  const { why } = useCan('webhooks')
  const [command, setCommand] = useState<string | null>(null)
  const resend = useAction(
    (_, key) => post('/events/{id}/resend', { params: { id }, query: { endpoint }, key }),
    { done: 'The event will be resent.', refresh: ['/events'] },
  )
  const copy = useAction(
    () => post('/events/{id}/replay', { params: { id }, body: { endpoint } }),
    { refresh: [], onDone: (answer) => setCommand(answer.command) },
  )
  return (
    <div className="actions">
      {!isOnly && (
        <Button
          isSmall
          why={why}
          isBusy={resend.isBusy}
          aria-label={`Resend to ${name}`}
          onClick={() => resend.run()}
        >
          Resend
        </Button>
      )}
      <Button
        isSmall
        why={why}
        isBusy={copy.isBusy}
        aria-label={`Copy as curl, for ${name}`}
        onClick={() => copy.run()}
      >
        Copy as curl
      </Button>
      {command !== null && (
        <Dialog
          title="Send it yourself"
          intro={
            'Run this where your receiver can be reached. It is signed for now: receivers accept ' +
            'it for five minutes. Your secret is not in it.'
          }
          isWide
          onClose={() => setCommand(null)}
        >
          <Code text={command} label="The command" />
        </Dialog>
      )}
    </div>
  )
}

function placeOf(endpoint: string): string {
  return isSettings(endpoint) ? 'settings' : endpoint
}
