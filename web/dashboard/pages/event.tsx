import type { Schemas } from '../api.ts'
import { post } from '../api.ts'
import { Badge } from '../parts/badge.tsx'
import { Button } from '../parts/button.tsx'
import { Code } from '../parts/code.tsx'
import { Copy } from '../parts/copy.tsx'
import { ErrorBox } from '../parts/error-box.tsx'
import { Facts } from '../parts/facts.tsx'
import { Page } from '../parts/page.tsx'
import { Section } from '../parts/section.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { Time } from '../parts/time.tsx'
import { paths } from '../paths.ts'
import { useCan } from '../permissions.ts'
import { DELIVERIES, deliveryOf } from '../states.ts'
import { useParam } from '../url.ts'
import { useAction } from '../use-action.ts'
import { useGet } from '../use-list.ts'
import { About, paymentOf } from './event-about.tsx'
import { Attempts } from './event-attempts.tsx'
import { EVENT_TYPES, WHICH } from './webhook-words.ts'

type Event = Schemas['Event']

const CRUMBS = [{ title: 'Events', to: paths.events() }]
const LOOK_MS = 3_000

export function EventPage() {
  const id = useParam('id')
  const read = useGet('/events/{id}', { params: { id }, everyMs: LOOK_MS })
  const { error, data, again } = read
  if (error) {
    return (
      <Page title="Event" crumbs={CRUMBS}>
        <ErrorBox error={error} again={again} />
      </Page>
    )
  }
  if (data === undefined) {
    return (
      <Page title="Event" crumbs={CRUMBS}>
        <Skeleton lines={8} />
      </Page>
    )
  }
  const { event, attempts } = data
  return (
    <Page
      title={event.type}
      crumbs={CRUMBS}
      beside={<Badge state={deliveryOf(event.delivery)} of={DELIVERIES} />}
      actions={<Resend id={id} />}
      intro={EVENT_TYPES[event.type]}
    >
      <Section title="Delivery">
        <Facts of={factsOf(event)} />
      </Section>
      <Section title="Attempts" intro="The last one first.">
        <Attempts event={event} attempts={attempts} />
      </Section>
      <Section title="What is sent" intro="These bytes are signed and sent, on one line.">
        <Code text={event.payload} label="The body, with lines for reading" />
      </Section>
    </Page>
  )
}

function Resend({ id }: { id: string }) {
  const { why } = useCan('webhooks')
  const resend = useAction((_, key) => post('/events/{id}/resend', { params: { id }, key }), {
    done: 'It is sent once more.',
    refresh: ['/events'],
  })
  return (
    <Button look="main" why={why} isBusy={resend.isBusy} onClick={() => resend.run()}>
      Send again
    </Button>
  )
}

function factsOf({ id, type, payload, created_at, delivery }: Event) {
  return {
    Id: <Copy text={id} />,
    Happened: <Time at={created_at} as="full" />,
    About: paymentOf(type, payload) && <About type={type} payload={payload} />,
    'Sent to': delivery
      ? `The address for: ${WHICH[delivery.address].title.toLowerCase()}`
      : 'Nobody: no address was set, or you had not subscribed to it',
    Attempts: delivery && delivery.attempts > 0 ? delivery.attempts : null,
    'Tried next':
      delivery?.status === 'pending' && delivery.next_at !== null ? (
        <Next at={delivery.next_at} />
      ) : null,
  }
}

/** What is due waits while its address is tried with one event a minute. */
function Next({ at }: { at: string }) {
  return new Date(at) > new Date() ? <Time at={at} as="ago" /> : 'As soon as the address answers'
}
