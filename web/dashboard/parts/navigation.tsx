import { useLocation } from '@tanstack/react-router'
import { useEffect, useId, useState } from 'react'
import { businessNav, mainNav, type NavItem, type NavSection, operatorNav } from '../nav.ts'
import { businessOf, isTest, type Session } from '../session.ts'
import { Go } from './go.tsx'
import { Icon } from './icon.tsx'

// The links of the sidebar: the main ones, and sections that fold. The section of the current page
// is open; which others are is kept in this browser.

const NAME = 'cowrie-sections'

type Props = { session: Session; onGo?: (() => void) | undefined }

export function Navigation({ session, onGo }: Props) {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const [chosen, choose] = useState(kept)
  const { main, sections } = navigationFor(session)
  const here = sections.find(({ items }) => items.some(({ to }) => isWithin(path, to)))?.title
  // Whoever comes to a page sees its section, also one that was folded before.
  useEffect(() => {
    if (here !== undefined) choose((before) => keep({ ...before, [here]: true }))
  }, [here])
  return (
    <nav aria-label="Dashboard">
      {main.length > 0 && <Links items={main} onGo={onGo} />}
      {sections.map((section) => (
        <Section
          key={section.title}
          section={section}
          isOpen={chosen[section.title] ?? section.title === here}
          onFold={(isOpen) => choose((before) => keep({ ...before, [section.title]: isOpen }))}
          onGo={onGo}
        />
      ))}
    </nav>
  )
}

type SectionProps = {
  section: NavSection
  isOpen: boolean
  onFold: (isOpen: boolean) => void
  onGo: Props['onGo']
}

function Section({ section: { title, items }, isOpen, onFold, onGo }: SectionProps) {
  const id = useId()
  return (
    <div className="nav-group">
      <h2>
        <button
          type="button"
          className="nav-fold"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => onFold(!isOpen)}
        >
          {title}
          <Icon name="down" />
        </button>
      </h2>
      <div id={id} hidden={!isOpen}>
        <Links items={items} onGo={onGo} />
      </div>
    </div>
  )
}

function Links({ items, onGo }: { items: NavItem[]; onGo: Props['onGo'] }) {
  return (
    <ul className="nav-links">
      {items.map(({ title, to, icon }) => (
        <li key={to}>
          <Go to={to} {...(onGo && { onClick: onGo })}>
            <Icon name={icon} />
            {title}
          </Go>
        </li>
      ))}
    </ul>
  )
}

function navigationFor(session: Session): { main: NavItem[]; sections: NavSection[] } {
  const business = businessOf(session)
  const isOffered = ({ needs, isTestOnly }: NavItem) =>
    (needs === undefined || business?.permissions.includes(needs)) && (isTest || !isTestOnly)
  const mine = businessNav.map(({ title, items }) => ({ title, items: items.filter(isOffered) }))
  return {
    main: business ? mainNav.filter(isOffered) : [],
    sections: [...(business ? mine : []), ...(session.is_operator ? [operatorNav] : [])],
  }
}

/** `path`: without the mode. */
function isWithin(path: string, to: string): boolean {
  return path === to || (to !== '/operator' && path.startsWith(`${to}/`))
}

type Chosen = Record<string, boolean>

function kept(): Chosen {
  try {
    return JSON.parse(localStorage.getItem(NAME) ?? '{}') as Chosen
  } catch {
    return {}
  }
}

function keep(chosen: Chosen): Chosen {
  localStorage.setItem(NAME, JSON.stringify(chosen))
  return chosen
}
