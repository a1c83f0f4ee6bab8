import { Outlet, useLocation } from '@tanstack/react-router'
import { Dialog, Tooltip } from 'radix-ui'
import { useEffect, useState } from 'react'
import { ApiError } from '../api.ts'
import { businessNav, type NavGroup, operatorNav } from '../nav.ts'
import { paths } from '../paths.ts'
import { mode, switchMode } from '../place.ts'
import { businessOf, isLiveOpen, isTest, type Session, useSessionQuery } from '../session.ts'
import { Button } from './button.tsx'
import { ConfirmPassword } from './confirm.tsx'
import { Empty } from './empty.tsx'
import { ErrorBox } from './error-box.tsx'
import { Go } from './go.tsx'
import { Icon } from './icon.tsx'
import { Page } from './page.tsx'
import { AccountMenu, BusinessSwitcher, ModeSwitch } from './shell-controls.tsx'
import { Skeleton } from './skeleton.tsx'
import { ToastRegion } from './toast.tsx'

const NEEDS_NO_LIVE = [paths.operator(), paths.activation(), paths.security(), paths.team()]

/** Around every page of whoever is signed in. */
export function Shell() {
  const { data: session, error, refetch } = useSessionQuery()
  if (session !== undefined) return <SignedIn session={session} />
  const isFailed = error && !(error instanceof ApiError && error.status === 401)
  return (
    <div className="splash">
      {isFailed ? <ErrorBox error={error} again={() => void refetch()} /> : <Skeleton />}
    </div>
  )
}

function SignedIn({ session }: { session: Session }) {
  usePageSearchKey()
  const groups = groupsFor(session)
  return (
    <Tooltip.Provider delayDuration={200}>
      <a className="skip" href="#main">
        Skip to the page
      </a>
      {isTest && (
        <section className="test-band" aria-label="Mode">
          Test mode: no real money
        </section>
      )}
      <div className="shell" data-mode={mode}>
        <aside className="sidebar" aria-label="Sidebar">
          <Side session={session} groups={groups} />
        </aside>
        <div>
          <header className="top">
            <Drawer session={session} groups={groups} />
            <span className="grow" />
            <ModeSwitch session={session} />
            <AccountMenu session={session} />
          </header>
          <main className="main" id="main" tabIndex={-1}>
            <Content session={session} />
          </main>
        </div>
      </div>
      <ConfirmPassword />
      <ToastRegion />
    </Tooltip.Provider>
  )
}

/** Before a business is activated there is nothing to look at in live mode; calls are refused. */
function Content({ session }: { session: Session }) {
  const path = useLocation({ select: (location) => location.pathname })
  const business = businessOf(session)
  const isOpen = isTest || business === null || isLiveOpen(business)
  if (isOpen || NEEDS_NO_LIVE.some((open) => path.startsWith(open))) return <Outlet />
  return (
    <Page title="Live mode is not open yet">
      <Empty
        sentence={`Real payments of ${business.name} begin when it is activated.`}
        action={
          <div className="actions">
            <Button onClick={() => switchMode('test')}>Back to test mode</Button>
            <Go to={paths.activation()}>Go live</Go>
          </div>
        }
      />
    </Page>
  )
}

function groupsFor(session: Session): NavGroup[] {
  const business = businessOf(session)
  const mine = businessNav.map(({ title, items }) => ({
    title,
    items: items.filter(
      ({ needs, isTestOnly }) =>
        (needs === undefined || business?.permissions.includes(needs)) && (isTest || !isTestOnly),
    ),
  }))
  return [...(business ? mine : []), ...(session.is_operator ? [operatorNav] : [])]
}

type SideProps = { session: Session; groups: NavGroup[]; onGo?: () => void }

function Side({ session, groups, onGo }: SideProps) {
  return (
    <div className="side">
      <BusinessSwitcher session={session} />
      <nav aria-label="Dashboard">
        {groups.map((group) => (
          <Group key={group.title ?? ''} group={group} {...(onGo && { onGo })} />
        ))}
      </nav>
    </div>
  )
}

function Group({ group: { title, items }, onGo }: { group: NavGroup; onGo?: () => void }) {
  return (
    <div className="nav-group">
      {title && <h2>{title}</h2>}
      <ul>
        {items.map(({ title, to, icon }) => (
          <li key={to}>
            <Go to={to} {...(onGo && { onClick: onGo })}>
              <Icon name={icon} />
              {title}
            </Go>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The same on small screens, over the page. */
function Drawer({ session, groups }: { session: Session; groups: NavGroup[] }) {
  const [isOpen, setOpen] = useState(false)
  const path = useLocation({ select: (location) => location.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes whenever another page opens.
  useEffect(() => setOpen(false), [path])
  return (
    <Dialog.Root open={isOpen} onOpenChange={setOpen}>
      <Dialog.Trigger className="button open-menu" data-look="quiet" aria-label="Menu">
        <Icon name="menu" />
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="veil" />
        <Dialog.Content className="drawer" aria-describedby={undefined}>
          <Dialog.Title className="unseen">Menu</Dialog.Title>
          <Side session={session} groups={groups} onGo={() => setOpen(false)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** `/` goes to the search of the page, where it has one. */
function usePageSearchKey(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = (event.target as Element).closest('input, textarea, select, [role=dialog]')
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return
      const search = document.querySelector<HTMLInputElement>('[data-page-search]')
      if (search === null) return
      event.preventDefault()
      search.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
