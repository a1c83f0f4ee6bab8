import { type DataOf, post, type Schemas } from '../api.ts'
import { count } from '../naira.ts'
import { Button } from '../parts/button.tsx'
import { Go } from '../parts/go.tsx'
import { FactsSection, Page, RecordPage, Section } from '../parts/page.tsx'
import { Badge, Code, Copy, None, Time, type Tone } from '../parts/values.tsx'
import { paths } from '../paths.ts'
import { useCan } from '../session.ts'
import { DELIVERIES, eventState, responseOf } from '../states.ts'
import { useParam } from '../url.ts'
import { useAction } from '../use-action.ts'
import { useGet } from '../use-list.ts'
import { Deliveries } from './event-deliveries.tsx'
import { CallsAbout } from './request-calls.tsx'
import { meaningOf } from './webhook-words.ts'

type Told = Pick<Schemas['Event'], 'type' | 'data'>

const CRUMBS = [{ title: 'Events', to: paths.events() }]
const LOOK_MS = 3_000

export function EventPage() {
  const id = useParam('id')
  const read = useGet('/events/{id}', { params: { id }, everyMs: LOOK_MS })
  return (
    <RecordPage title="Event" crumbs={CRUMBS} read={read}>
      {(event) => <Found event={event} />}
    </RecordPage>
  )
}

function Found({ event }: { event: Detail }) {
  const record = recordOf(event)
  return (
    <Page
      title={event.type}
      crumbs={CRUMBS}
      beside={<Badge state={eventState(event)} of={DELIVERIES} />}
      actions={<Resend id={event.id} />}
      intro={meaningOf(event.type)}
    >
      <FactsSection title="Event" of={factsOf(event)} />
      <Section title="Deliveries" intro="One for each endpoint that is sent this event.">
        <Deliveries event={event} />
      </Section>
      <Section title="Attempts" intro="Newest first.">
        <Attempts event={event} />
      </Section>
      {record !== undefined && <CallsAbout record={record} />}
      <Section title="Body" intro="Signed and sent exactly as stored, on one line.">
        <Code text={event.body} label="The body, formatted for reading" />
      </Section>
    </Page>
  )
}

function Resend({ id }: { id: string }) {
  const { why } = useCan('webhooks')
  const resend = useAction((_, key) => post('/events/{id}/resend', { params: { id }, key }), {
    done: 'The event will be resent.',
    refresh: ['/events'],
  })
  return (
    <Button look="main" why={why} isBusy={resend.isBusy} onClick={() => resend.run()}>
      Resend
    </Button>
  )
}

function factsOf(event: Detail) {
  const { id, created_at } = event
  return {
    Id: <Copy text={id} />,
    Created: <Time at={created_at} as="full" />,
    About: paymentOf(event) && <About event={event} />,
  }
}

/** What a call about it names: a reference or an id. */
/** The reference or the id of what the event is about. */
export function recordOf({ data: told }: Told): string | undefined {
  const data = told as Record<string, unknown>
  const names = [data['reference'], data['id'], data['verification_id'], data['_id']]
  return names.find((name): name is string => typeof name === 'string' && name !== '')
}

export type Detail = DataOf<'GET', '/events/{id}'>
type Attempt = Detail['attempts'][number]

const RESULTS: Record<'taken' | 'refused' | 'no_answer', { tone: Tone; text: string }> = {
  taken: { tone: 'good', text: 'Received' },
  refused: { tone: 'bad', text: 'Rejected' },
  no_answer: { tone: 'bad', text: 'No response' },
}

/** Each attempt: the request and the response. */
function Attempts({ event }: { event: Detail }) {
  const { attempts } = event
  if (attempts.length === 0) {
    return <p className="faint">Not sent yet. “Resend” sends it now.</p>
  }
  return (
    <ol className="attempts">
      {attempts.map((attempt, at) => (
        <li key={`${attempt.endpoint} ${attempt.attempt}`}>
          <One event={event} attempt={attempt} isOpen={at === 0} />
        </li>
      ))}
    </ol>
  )
}

type OneProps = { event: Detail; attempt: Attempt; isOpen: boolean }

function One({ event, attempt, isOpen }: OneProps) {
  const { status, error, latency_ms, answer, created_at, url } = attempt
  const response = responseOf({ last_status: status, last_error: error })
  return (
    <details open={isOpen}>
      <summary>
        <Badge state={resultOf(attempt)} of={RESULTS} />
        <span className="strong">{response}</span>
        <span className="faint">
          <Time at={created_at} />, {count(latency_ms)} ms, {url}
        </span>
      </summary>
      <div className="columns">
        <div className="section">
          <h3>Request</h3>
          <p className="faint">
            Each attempt also sends the body below, the time and fresh signatures.
          </p>
          <Code text={requestOf(event, attempt)} label={`Request of attempt ${attempt.attempt}`} />
        </div>
        <div className="section">
          <h3>Response</h3>
          {status === null && <p>No response: {response}.</p>}
          {status !== null && answer === '' && <p>{status} with an empty body.</p>}
          {status !== null && answer !== '' && (
            <Code text={answer} label={`Response to attempt ${attempt.attempt}`} />
          )}
        </div>
      </div>
    </details>
  )
}

/** Without time and signatures, which are not stored. */
function requestOf({ id }: Detail, { url, attempt }: Attempt): string {
  return [
    `POST ${url}`,
    'Content-Type: application/json',
    `X-Service-Event-Id: ${id}`,
    `X-Service-Attempt: ${attempt}`,
    `webhook-id: ${id}`,
  ].join('\n')
}

function resultOf({ status }: Attempt): keyof typeof RESULTS {
  if (status === null) return 'no_answer'
  return status >= 200 && status < 300 ? 'taken' : 'refused'
}

// Links an event to its payment, if the payload names one.

type Data = Record<
  'id' | 'transaction' | 'transaction_id' | 'transaction_uuid' | 'reference',
  unknown
>

/** The id or reference of the payment; null if the payload names none. */
function paymentOf({ type, data: told }: Told): string | null {
  const data = told as Partial<Data>
  const own = type.startsWith('transaction.') ? (data.id ?? data.reference) : undefined
  const named = data.transaction_uuid ?? data.transaction_id ?? data.transaction ?? own
  return typeof named === 'string' && named !== '' ? named : null
}

/** What it is about, by its reference or id; a link if it is a payment. */
export function About({ event }: { event: Told }) {
  const payment = paymentOf(event)
  const name = recordOf(event)
  if (payment === null) return name === undefined ? <None /> : <code>{name}</code>
  return <Go to={paths.transaction(payment)}>{name ?? payment}</Go>
}

/** How long the last attempt took. */
export function durationOf(delivery: { latency_ms: number | null } | undefined) {
  const ms = delivery?.latency_ms ?? null
  return ms === null ? <None /> : `${count(ms)} ms`
}
