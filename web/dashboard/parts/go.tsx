import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

type Props = {
  /** From `paths.ts`. */
  to: string
  search?: Record<string, string | undefined>
  hash?: string
  /** Keeps the scroll position: the link opens something on this page. */
  isHere?: boolean | undefined
  className?: string
  children: ReactNode
  onClick?: () => void
  label?: string
  /** One of several links to this page: marked if the query string has what is in `search`. */
  isTab?: boolean
}

/** A link within the dashboard; marked if its page is open. */
export function Go(props: Props) {
  const { to, search = {}, hash, isHere, className, children, onClick, label, isTab } = props
  return (
    <Link
      to={to}
      search={search as never}
      {...(hash !== undefined && { hash })}
      {...(isHere && { resetScroll: false })}
      className={className}
      onClick={onClick}
      aria-label={label}
      activeOptions={isTab ? OF_TABS : { exact: isExact(to), includeSearch: false }}
      activeProps={{ 'data-open': '' } as never}
    >
      {children}
    </Link>
  )
}

/** A value that is undefined in `search` may not be in the query string. */
const OF_TABS = { includeSearch: true, explicitUndefined: true }

function isExact(to: string): boolean {
  return to === '/' || to === '/operator'
}
