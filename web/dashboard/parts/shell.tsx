import { Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useReducer, useState } from 'react'
import { ApiError, del } from '../api.ts'
import { paths } from '../paths.ts'
import { type Mode, mode, switchBusiness, switchMode } from '../place.ts'
import { forgetRecent } from '../recent.ts'
import { businessOf, isLiveOpen, isTest, type Session, useSessionQuery } from '../session.ts'
import { chooseTheme, chosenTheme, type Theme } from '../theme.ts'
import { useAction } from '../use-action.ts'
import { useGet } from '../use-list.ts'
import { Button } from './button.tsx'
import { ConfirmPassword } from './confirm-password.tsx'
import { Hint } from './hint.tsx'
import { Icon } from './icon.tsx'
import { Empty, ErrorBox, Skeleton } from './loaded.tsx'
import { Menu } from './menu.tsx'
import { Navigation } from './navigation.tsx'
import { Page } from './page.tsx'
import { SearchButton } from './search-button.tsx'
import { SkipLinks } from './skip-links.tsx'
import { ToastRegion } from './toast.tsx'

const NEEDS_NO_LIVE = [paths.operator(), paths.security()]

/** The frame of every page behind the sign-in. */
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
  return (
    <>
      <SkipLinks />
      {isTest && (
        <section className="test-band" aria-label="Mode">
          Test mode: no real money
        </section>
      )}
      <div className="shell" data-mode={mode}>
        <aside className="sidebar" aria-label="Sidebar">
          <Side session={session} />
        </aside>
        <div>
          <header className="top">
            <MenuButton session={session} />
            <SearchButton />
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
    </>
  )
}

/** Calls of live mode are refused until the business is activated. */
function Content({ session }: { session: Session }) {
  const path = useLocation({ select: (location) => location.pathname })
  const business = businessOf(session)
  const isOpen = isTest || business === null || isLiveOpen(business)
  if (isOpen || NEEDS_NO_LIVE.some((open) => path.startsWith(open))) {
    return (
      <>
        {!isTest && business !== null && <NoProvider />}
        <Outlet />
      </>
    )
  }
  return (
    <Page title="Live mode is not active yet">
      <Empty
        sentence={`${business.name} can accept real payments once it is activated.`}
        action={
          <div className="actions">
            <Button onClick={() => switchMode('test')}>Back to test mode</Button>
            <Button onClick={() => switchMode('test', paths.activation())}>Go live</Button>
          </div>
        }
      />
    </Page>
  )
}

/** What live mode lacks while no provider of payments is configured. */
function NoProvider() {
  const { data } = useGet('/settings')
  if (data === undefined) return null
  const { capabilities: offered } = data
  const missing = [
    offered.one_off_accounts ? null : 'bank transfers',
    offered.card || offered.hosted_card ? null : 'cards',
  ].filter((one) => one !== null)
  if (missing.length < 2) return null
  return (
    <div className="notice" data-tone="warn">
      <b>Live mode cannot take payments yet</b>
      <p>
        No provider is configured for {missing.join(' or ')}. You can prepare everything else: keys,
        webhooks, checkout, team. The operator of this service adds a provider.
      </p>
    </div>
  )
}

type SideProps = { session: Session; onGo?: (() => void) | undefined }

function Side({ session, onGo }: SideProps) {
  return (
    <div className="side">
      <BusinessSwitcher session={session} />
      <Navigation session={session} onGo={onGo} />
    </div>
  )
}

const loadDrawer = async () => ({ default: (await import('./drawer.tsx')).Drawer })
const Drawer = lazy(loadDrawer)

/** Opens the sidebar on small screens, over the page. */
function MenuButton({ session }: { session: Session }) {
  const [isOpen, setOpen] = useState(false)
  const path = useLocation({ select: (location) => location.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes whenever another page opens.
  useEffect(() => setOpen(false), [path])
  return (
    <>
      <button
        type="button"
        className="button open-menu"
        data-look="quiet"
        aria-label="Menu"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={() => void loadDrawer()}
        onFocus={() => void loadDrawer()}
        onClick={() => setOpen(true)}
      >
        <Icon name="menu" />
      </button>
      {isOpen && (
        <Suspense>
          <Drawer onClose={() => setOpen(false)}>
            <Side session={session} onGo={() => setOpen(false)} />
          </Drawer>
        </Suspense>
      )}
    </>
  )
}

/** `/` focuses the search field of the page. */
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

const MODE_NAMES: Record<Mode, string> = { test: 'Test', live: 'Live' }

function ModeSwitch({ session }: { session: Session }) {
  const business = businessOf(session)
  const isOpen = isLiveOpen(business) || business === null
  const why = 'Live payments start when this business is activated: see Go live.'
  return (
    <fieldset className="switch">
      <legend className="unseen">Mode</legend>
      {(['test', 'live'] as const).map((name) => {
        const isClosed = name === 'live' && !isOpen && mode !== name
        const button = (
          <button
            key={name}
            type="button"
            aria-pressed={mode === name}
            aria-disabled={isClosed || undefined}
            aria-description={isClosed ? why : undefined}
            onClick={() => !isClosed && mode !== name && switchMode(name)}
          >
            {MODE_NAMES[name]}
          </button>
        )
        return isClosed ? (
          <Hint key={name} text={why}>
            {button}
          </Hint>
        ) : (
          button
        )
      })}
    </fieldset>
  )
}

function BusinessSwitcher({ session }: { session: Session }) {
  const business = businessOf(session)
  const name = business?.name ?? 'Cowrie'
  const mark = <span className="brand-mark">{name.slice(0, 1).toUpperCase()}</span>
  if (session.businesses.length < 2) {
    return (
      <div className="brand">
        {mark}
        <span>{name}</span>
      </div>
    )
  }
  const items = session.businesses.map(({ business_id, name }) => ({
    text: name,
    isChosen: business_id === business?.business_id,
    onChoose: () => switchBusiness(business_id),
  }))
  return (
    <Menu items={items}>
      <button type="button" className="brand">
        {mark}
        <span>{name}</span>
        <Icon name="down" />
      </button>
    </Menu>
  )
}

const THEMES: Record<Theme, string> = {
  system: 'System colours',
  light: 'Light',
  dark: 'Dark',
}

function AccountMenu({ session }: { session: Session }) {
  const navigate = useNavigate()
  const [, redraw] = useReducer((times: number) => times + 1, 0)
  const leave = useAction(() => del('/session'), {
    // Reload, so that no data stays in memory.
    onDone: () => {
      forgetRecent()
      location.assign(`/dashboard/${mode}${paths.signIn()}`)
    },
  })
  const themes = (Object.keys(THEMES) as Theme[]).map((theme) => ({
    text: THEMES[theme],
    isChosen: chosenTheme() === theme,
    onChoose: () => {
      chooseTheme(theme)
      redraw()
    },
  }))
  const items = [
    { text: 'Security', onChoose: () => void navigate({ to: paths.security() }) },
    ...themes,
    { text: 'Sign out', onChoose: () => leave.run() },
  ]
  return (
    <Menu items={items}>
      <button
        type="button"
        className="button"
        data-look="quiet"
        aria-label={`Account of ${session.name || session.email}`}
      >
        <Icon name="customers" />
        <Icon name="down" />
      </button>
    </Menu>
  )
}
