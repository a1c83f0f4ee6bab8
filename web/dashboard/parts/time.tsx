import { ago, date, moment, momentShort, momentUtc } from '../time.ts'

const SHOWN = { short: momentShort, full: moment, date, ago }

type Props = {
  at: string | null
  as?: keyof typeof SHOWN /** Where there is none. */
  none?: string
}

/** The only way a time comes to a screen: as in Lagos, and in UTC on hover. */
export function Time({ at, as = 'short', none = '–' }: Props) {
  if (at === null) return <span className="faint">{none}</span>
  const time = (
    <time dateTime={at} title={as === 'ago' ? `${moment(at)}, ${momentUtc(at)}` : momentUtc(at)}>
      {SHOWN[as](at)}
    </time>
  )
  if (as !== 'full') return time
  return (
    <>
      {time} <span className="zone">Lagos</span>
    </>
  )
}
