import { count } from '../naira.ts'

// How a number has changed since the period before.

const WHOLE = 100
const LARGE = 1_000

/** In percent; nothing if there was nothing before. */
export function Change({ now, before }: { now: number; before: number }) {
  if (before === 0) return null
  const change = Math.round(((now - before) / before) * WHOLE)
  return <Delta text={change > LARGE ? `more than ${count(LARGE)} %` : `${change} %`} of={change} />
}

/** A rate in basis points, in percentage points. */
export function Points({ now, before }: { now: number | null; before: number | null }) {
  if (now === null || before === null) return null
  const change = Math.round((now - before) / WHOLE)
  return <Delta text={`${change} points`} of={change} />
}

function Delta({ text, of }: { text: string; of: number }) {
  return (
    <span className="faint" title="Compared with the period before">
      {of > 0 ? '+' : ''}
      {text.replace('-', '−')}
      <span className="unseen"> compared with the period before</span>
    </span>
  )
}
