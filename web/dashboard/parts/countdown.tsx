import { useEffect, useState } from 'react'
import { moment, momentUtc, timeLeft } from '../time.ts'

const TICK_MS = 1_000

/** Counts down to a deadline: `15 h 42 min left`. */
export function Countdown({ to }: { to: string }) {
  const [now, setNow] = useState(Date.now)
  const leftMs = new Date(to).getTime() - now
  const isOver = leftMs <= 0
  useEffect(() => {
    if (isOver) return
    const tick = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(tick)
  }, [isOver])
  return (
    <time dateTime={to} title={`${moment(to)}, ${momentUtc(to)}`}>
      {isOver ? 'Time is up' : `${timeLeft(leftMs)} left`}
    </time>
  )
}
