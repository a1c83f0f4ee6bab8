import type { DataOf } from '../api.ts'
import { count } from '../naira.ts'
import { Badge, type Tone } from '../parts/badge.tsx'
import { Code } from '../parts/code.tsx'
import { Time } from '../parts/time.tsx'

type Detail = DataOf<'GET', '/events/{id}'>
type Attempt = Detail['attempts'][number]
type Props = Detail

const RESULTS: Record<'taken' | 'refused' | 'no_answer', { tone: Tone; text: string }> = {
  taken: { tone: 'good', text: 'Taken' },
  refused: { tone: 'bad', text: 'Not taken' },
  no_answer: { tone: 'bad', text: 'No answer' },
}

/** Each time that it was sent: what was asked, and what came back. */
export function Attempts({ event, attempts }: Props) {
  if (attempts.length === 0) {
    return <p className="faint">It was not sent yet. “Send again” sends it now.</p>
  }
  return (
    <ol className="attempts">
      {attempts.map((attempt, at) => (
        <li key={`${attempt.attempt} ${attempt.created_at}`}>
          <One event={event} attempt={attempt} isOpen={at === 0} />
        </li>
      ))}
    </ol>
  )
}

type OneProps = { event: Detail['event']; attempt: Attempt; isOpen: boolean }

function One({ event, attempt, isOpen }: OneProps) {
  const { status, error, latency_ms, answer, created_at } = attempt
  return (
    <details open={isOpen}>
      <summary>
        <Badge state={resultOf(attempt)} of={RESULTS} />
        <span className="strong">{status ?? error ?? ''}</span>
        <span className="faint">
          <Time at={created_at} />, after {count(latency_ms)} ms
        </span>
      </summary>
      <div className="columns">
        <div className="section">
          <h3>Request</h3>
          <p className="faint">
            With what is sent, below, and with time and signatures, which are made anew each time.
          </p>
          <Code text={requestOf(event, attempt)} label={`Request of attempt ${attempt.attempt}`} />
        </div>
        <div className="section">
          <h3>Answer</h3>
          {status === null && <p>There was none: {error}.</p>}
          {status !== null && answer === '' && <p>{status}, with nothing in it.</p>}
          {status !== null && answer !== '' && (
            <Code text={answer} label={`Answer to attempt ${attempt.attempt}`} />
          )}
        </div>
      </div>
    </details>
  )
}

/** Without time and signatures: nobody keeps them. */
function requestOf({ id }: Detail['event'], { url, attempt }: Attempt): string {
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
