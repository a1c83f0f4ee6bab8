import { count } from '../naira.ts'
import { Button } from './button.tsx'

type Props = {
  /** What is going on, in words. */
  what: string
  done: number
  /** Null where nobody knows. */
  total: number | null
  /** Where it can be stopped; without it, it can only be left. */
  onStop?: () => void
}

/** A long action: how far it is, and a way out of it. */
export function Progress({ what, done, total, onStop }: Props) {
  return (
    <div className="progress">
      <progress aria-label={what} {...(total !== null && { value: done, max: total })} />
      <span role="status">
        {what}: {count(done)}
        {total !== null && ` of ${count(total)}`}
      </span>
      {onStop && (
        <Button isSmall onClick={onStop}>
          Stop
        </Button>
      )}
    </div>
  )
}
