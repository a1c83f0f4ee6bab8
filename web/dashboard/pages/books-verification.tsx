import { type DataOf, post } from '../api.ts'
import { count } from '../naira.ts'
import { Badge, type Tone } from '../parts/badge.tsx'
import { Button } from '../parts/button.tsx'
import { Facts } from '../parts/facts.tsx'
import { Progress } from '../parts/progress.tsx'
import { Section } from '../parts/section.tsx'
import { Time } from '../parts/time.tsx'
import { useAction } from '../use-action.ts'

type Books = DataOf<'GET', '/operator/books'>
type Verified = NonNullable<Books['last']>

const STATES: Record<Verified['state'], { tone: Tone; text: string }> = {
  asked: { tone: 'wait', text: 'About to begin' },
  running: { tone: 'wait', text: 'Running' },
  right: { tone: 'good', text: 'The books are right' },
  wrong: { tone: 'bad', text: 'The books are wrong' },
  failed: { tone: 'warn', text: 'It could not be finished' },
}
const RUNNING = 'It is running already.'

/** All entries read again from the first to the last: by itself each hour, and now. */
export function Verification({ running, last }: Pick<Books, 'running' | 'last'>) {
  const verify = useAction(() => post('/operator/books/verify'), {
    refresh: ['/operator/books'],
  })
  return (
    <Section
      title="Verification"
      intro="Reads every entry again and adds it all up, each hour and whenever you ask."
      actions={
        <Button
          look="main"
          isSmall
          isBusy={verify.isBusy}
          why={running ? RUNNING : undefined}
          onClick={() => verify.run()}
        >
          Verify now
        </Button>
      }
    >
      {running && <Running of={running} />}
      {last && <Ended of={last} />}
      {!last && !running && <p className="faint">It has not run yet. It does within the hour.</p>}
    </Section>
  )
}

function Running({ of: { state, steps_done, steps, asked_by } }: { of: Verified }) {
  const isCounted = state === 'running' && steps > 0
  return (
    <div className="card">
      {isCounted ? (
        <Progress what="Books verified" done={steps_done} total={steps} />
      ) : (
        <p role="status">{STATES[state].text} …</p>
      )}
      <p className="faint">
        Asked for by {nameOf(asked_by)}. You may leave this page: it goes on, and the result stands
        here.
      </p>
    </div>
  )
}

function Ended({ of }: { of: Verified }) {
  const { state, finished_at, started_at, asked_by, entries_read, findings } = of
  return (
    <>
      <Facts
        of={{
          'Last result': <Badge state={state} of={STATES} />,
          Finished: <Time at={finished_at} as="full" />,
          Began: <Time at={started_at} as="full" />,
          'Asked for by': nameOf(asked_by),
          'Entries read': count(entries_read),
          Findings: findings === 0 ? null : count(findings),
        }}
      />
      {of.first_findings.length > 0 && (
        <div className="notice" data-tone="bad">
          <p className="strong">
            {state === 'wrong'
              ? 'Stop paying out, and find out why before anything else.'
              : 'Why it could not be finished:'}
          </p>
          <ul>
            {of.first_findings.map((finding) => (
              <li key={finding}>{finding}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

function nameOf(askedBy: string): string {
  return askedBy === 'each hour' ? 'the service, as each hour' : askedBy
}
