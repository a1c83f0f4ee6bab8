import { useNavigate } from '@tanstack/react-router'
import { useReducer } from 'react'
import { del } from '../api.ts'
import { paths } from '../paths.ts'
import { type Mode, mode, switchBusiness, switchMode } from '../place.ts'
import { businessOf, isLiveOpen, type Session } from '../session.ts'
import { chooseTheme, chosenTheme, type Theme } from '../theme.ts'
import { useAction } from '../use-action.ts'
import { Hint } from './hint.tsx'
import { Icon } from './icon.tsx'
import { Menu } from './menu.tsx'

const MODE_NAMES: Record<Mode, string> = { test: 'Test', live: 'Live' }

export function ModeSwitch({ session }: { session: Session }) {
  const business = businessOf(session)
  const isOpen = isLiveOpen(business) || business === null
  const why = 'Live payments begin when this business is activated: see Go live.'
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

export function BusinessSwitcher({ session }: { session: Session }) {
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
  system: 'Colours of the system',
  light: 'Light',
  dark: 'Dark',
}

export function AccountMenu({ session }: { session: Session }) {
  const navigate = useNavigate()
  const [, redraw] = useReducer((times: number) => times + 1, 0)
  const leave = useAction(() => del('/session'), {
    // Loaded anew, so that nothing that was read stays behind.
    onDone: () => location.assign(`/dashboard/${mode}${paths.signIn()}`),
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
