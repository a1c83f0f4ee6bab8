import type { ComponentProps, ReactNode } from 'react'
import { Curl } from './curl.tsx'

export type EmptyProps = {
  /** One sentence that teaches what comes here. */
  sentence: ReactNode
  /** The call that fills it. */
  curl?: ComponentProps<typeof Curl>
  /** A button that does the same here. */
  action?: ReactNode
}

export function Empty({ sentence, curl, action }: EmptyProps) {
  return (
    <div className="empty">
      <p>{sentence}</p>
      {action}
      {curl && <Curl {...curl} />}
    </div>
  )
}
