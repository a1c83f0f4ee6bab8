import { Badge, type Tone } from '../parts/badge.tsx'
import { ErrorBox } from '../parts/error-box.tsx'
import { Go } from '../parts/go.tsx'
import { Section } from '../parts/section.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { HousePage } from './house-page.tsx'
import { type Check, type Said, useChecks } from './operator-checks.ts'

const STATES: Record<Said['state'], { tone: Tone; text: string }> = {
  wrong: { tone: 'bad', text: 'Now' },
  look: { tone: 'wait', text: 'To look at' },
  fine: { tone: 'good', text: 'In order' },
}

/** What needs a person, and what does not. */
export function OperatorPage() {
  return (
    <HousePage title="Operator" intro="The service itself, with all its businesses, in both modes.">
      <Overview />
    </HousePage>
  )
}

function Overview() {
  const checks = useChecks()
  const isFine = ({ read }: Check) => !read.error && read.data?.state === 'fine'
  const isUnread = ({ read }: Check) => !read.error && read.data === undefined
  const rank = ({ read }: Check) => (read.data?.state === 'wrong' ? 0 : 1)
  const needing = checks
    .filter((check) => !isFine(check) && !isUnread(check))
    .sort((one, other) => rank(one) - rank(other))
  const fine = checks.filter(isFine)
  return (
    <>
      <Section title="Needs a person">
        {checks.some(isUnread) && <Skeleton lines={3} />}
        {needing.length > 0 && <Checks of={needing} />}
        {fine.length === checks.length && <p className="faint">Nothing does at the moment.</p>}
      </Section>
      {fine.length > 0 && (
        <Section title="In order">
          <Checks of={fine} />
        </Section>
      )}
    </>
  )
}

function Checks({ of }: { of: Check[] }) {
  return (
    <ul className="checks">
      {of.map(({ title, read: { data, error, again } }) => (
        <li key={title}>
          {error || data === undefined ? (
            <>
              <strong>{title}</strong>
              <ErrorBox error={error} again={again} />
            </>
          ) : (
            <>
              <Go to={data.to} {...(data.search && { search: data.search })}>
                {title}
              </Go>
              <span>{data.says}</span>
              <Badge state={data.state} of={STATES} />
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
