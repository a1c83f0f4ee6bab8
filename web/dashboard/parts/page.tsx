import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { businessId, mode } from '../place.ts'
import { parseSearch } from '../url.ts'
import { Go } from './go.tsx'
import { Icon } from './icon.tsx'

type Props = {
  title: string
  /** Above the title, the way back: the last one is where this page belongs. */
  crumbs?: { title: string; to: string }[]
  actions?: ReactNode
  /** Beside the title: a badge. */
  beside?: ReactNode
  /** One line below the title. */
  intro?: ReactNode
  /** For forms and texts. */
  isNarrow?: boolean
  children: ReactNode
}

/** The path of the last page that was drawn. */
let opened: string | null = null
/** Its title was being read from when it went: while it loaded, it had another. */
let hadFocus = false

export function Page(props: Props) {
  const { title, crumbs = [], actions, beside, intro, isNarrow, children } = props
  const heading = useRef<HTMLHeadingElement>(null)
  const path = useLocation({ select: (location) => location.pathname })

  const isList = crumbs.length === 0
  const searchText = useLocation({ select: (location) => location.searchStr })

  useEffect(() => {
    if (isList) sessionStorage.setItem(lastOf(path), searchText)
  }, [isList, path, searchText])
  useEffect(() => {
    document.title = `${title} · Cowrie${mode === 'test' ? ' (test)' : ''}`
  }, [title])

  // Whoever came by a link reads from the title on; on the first load the browser's way is right.
  useEffect(() => {
    const isNew = opened !== null && opened !== path
    if (isNew || hadFocus) heading.current?.focus({ preventScroll: true })
    opened = path
    hadFocus = false
  }, [path])
  useLayoutEffect(() => {
    const element = heading.current
    return () => {
      hadFocus = element === document.activeElement
    }
  }, [])

  return (
    <div className="page" data-narrow={isNarrow ? '' : undefined}>
      {crumbs.length > 0 && (
        <nav className="crumbs" aria-label="You are in">
          {crumbs.map(({ title, to }) => (
            <span key={to}>
              <Go to={to} search={parseSearch(sessionStorage.getItem(lastOf(to)) ?? '')}>
                {title}
              </Go>
              <Icon name="right" />
            </span>
          ))}
        </nav>
      )}
      <header className="page-head">
        <div className="page-title">
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {beside}
        </div>
        {actions && <div className="actions">{actions}</div>}
      </header>
      {intro && <p className="intro">{intro}</p>}
      {children}
    </div>
  )
}

/** Where the search and the filters of a list are kept, for the way back to it. */
function lastOf(path: string): string {
  return `cowrie-last ${mode} ${businessId()} ${path}`
}
