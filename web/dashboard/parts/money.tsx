import { naira } from '../naira.ts'

/** The only way an amount comes to a screen. Null: there is none yet. */
export function Money({ kobo, isStrong }: { kobo: number | bigint | null; isStrong?: boolean }) {
  if (kobo === null) return <span className="faint">–</span>
  return <span className={isStrong ? 'money strong' : 'money'}>{naira(kobo)}</span>
}
