import { useLocation } from '@tanstack/react-router'
import { paths } from '../paths.ts'
import { useGet } from '../use-list.ts'
import { Go } from './go.tsx'
import { Time } from './values.tsx'

const POLL_MS = 15_000

/** Shown on all operator pages except *Recovery*, during recovery mode. */
export function RecoveryBanner() {
  const isOwn = useLocation({ select: ({ pathname }) => pathname === paths.recovery() })
  const { data } = useGet('/operator/recovery', { everyMs: POLL_MS })
  const recovery = data?.recovery
  if (isOwn || !recovery || recovery.ended_at !== null) return null
  return (
    <div className="notice" data-tone="bad">
      <p>
        <strong>
          Recovery mode since <Time at={recovery.entered_at} />:
        </strong>{' '}
        no money and no webhooks are sent. <Go to={paths.recovery()}>View recovery</Go>
      </p>
    </div>
  )
}
