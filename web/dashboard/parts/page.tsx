import { useLocation } from '@tanstack/react-router'
import {
  type ComponentProps,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import { paths } from '../paths.ts'
import { businessId, mode, switchMode } from '../place.ts'
import { useIsOperator, useSession } from '../session.ts'
import { parseSearch } from '../url.ts'
import type { Read } from '../use-list.ts'
import { Button } from './button.tsx'
import { Go } from './go.tsx'
import { Icon } from './icon.tsx'
import { Empty, ErrorBox, Loaded } from './loaded.tsx'
import { RecoveryBanner } from './recovery-banner.tsx'
import { Code, Facts } from './values.tsx'

type Props = {
  title: string
  /** Breadcrumbs; the last one is the parent page. */
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

/** The path of the page that was rendered last. */
let opened: string | null = null
/** Whether its title had the focus, which the next title then takes. */
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

  // Focus the title after navigation, but not on the first load.
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

type RecordProps<Data> = Pick<Props, 'title' | 'crumbs'> & {
  read: Read<Data>
  /** The page of the record, with its own title. */
  children: (data: Data) => ReactNode
}

/** The page of one record; it has the title given here until the record is loaded. */
export function RecordPage<Data>({ read, children, ...page }: RecordProps<Data>) {
  if (read.data !== undefined && !read.error) return children(read.data)
  return (
    <Page {...page}>
      <Loaded read={read}>{() => null}</Loaded>
    </Page>
  )
}

/** The storage key of a list's query string, which breadcrumbs restore. */
function lastOf(path: string): string {
  return `cowrie-last ${mode} ${businessId()} ${path}`
}

type SectionProps = { title: string; actions?: ReactNode; intro?: ReactNode; children: ReactNode }

/** A titled section of a page. */
export function Section({ title, actions, intro, children }: SectionProps) {
  const id = useId()
  return (
    <section className="section" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {actions && <div className="actions">{actions}</div>}
      </header>
      {intro && <p className="intro">{intro}</p>}
      {children}
    </section>
  )
}

/** What a business stored with a record; nothing without it. */
export function MetadataSection({ of, intro }: { of: object | null; intro?: string | undefined }) {
  if (of === null) return null
  return (
    <Section title="Metadata" intro={intro ?? 'What your server stored with it.'}>
      <Code text={of} label="Metadata as JSON" />
    </Section>
  )
}

type FactsSectionProps = Omit<SectionProps, 'children'> & ComponentProps<typeof Facts>

/** A section that lists facts only. */
export function FactsSection({ of, ...section }: FactsSectionProps) {
  return (
    <Section {...section}>
      <Facts of={of} />
    </Section>
  )
}

/** With its own background. */
export function Card({ children }: { children: ReactNode }) {
  return <div className="card">{children}</div>
}

/** Replaces a page that threw while it rendered. */
export function Broken({ error }: { error: unknown }) {
  return (
    <Page title="This page failed to load">
      <ErrorBox error={error} again={() => location.reload()} />
    </Page>
  )
}

export function NoSuchPage() {
  return (
    <main className="splash">
      <Page title="Page not found" isNarrow>
        <p>
          The URL may be outdated or incomplete. <Go to={paths.home()}>Go home</Go>.
        </p>
      </Page>
    </main>
  )
}

/** The frame of operator pages. Without two-step sign-in, their data is not even requested. */
export function OperatorFrame(page: ComponentProps<typeof Page>) {
  const { is_operator: isOperator } = useSession()
  if (useIsOperator()) {
    return (
      <Page {...page}>
        <RecoveryBanner />
        {page.children}
      </Page>
    )
  }
  return (
    <Page title={page.title}>
      {isOperator ? (
        <div className="notice">
          <p>
            Operator pages need two-step sign-in. Turn it on under{' '}
            <Go to={paths.security()}>Security</Go>; any authenticator app works.
          </p>
        </div>
      ) : (
        <p>Only operators of this service can open this page.</p>
      )}
    </Page>
  )
}

/** Replaces, in live mode, a page that only test mode has. */
export function TestModeOnly({ title }: { title: string }) {
  const action = <Button onClick={() => switchMode('test')}>Go to test mode</Button>
  return (
    <Page title={title}>
      <Empty sentence="This page exists in test mode only." action={action} />
    </Page>
  )
}
