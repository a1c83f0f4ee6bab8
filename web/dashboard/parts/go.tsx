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
  /** The open one of several links to this page. */
  isOpen?: boolean
}

/** A link within the dashboard; marked if its page is open. */
export function Go(props: Props) {
  const { to, search = {}, hash, isHere, className, children, onClick, label, isOpen } = props
  return (
    <Link
      to={to}
      search={search as never}
      {...(hash !== undefined && { hash })}
      {...(isHere && { resetScroll: false })}
      className={className}
      onClick={onClick}
      aria-label={label}
      {...(isOpen !== undefined && { 'aria-current': isOpen ? 'true' : undefined })}
      activeOptions={{ exact: to === '/' || to === '/operator', includeSearch: false }}
      activeProps={{ 'data-open': '' } as never}
    >
      {children}
    </Link>
  )
}
