import { lazy, Suspense, useEffect, useState } from 'react'
import { Icon } from './icon.tsx'

// Opens the search of everything: a button in the header, and Ctrl-K or ⌘K. The search itself is
// loaded when it is first opened.

const Palette = lazy(async () => ({ default: (await import('../pages/palette.tsx')).Palette }))
const isMac = /^(Mac|iP)/.test(navigator.platform)

export function SearchButton() {
  const [isOpen, setOpen] = useState(false)

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isOurs = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
      if (!isOurs || event.altKey || event.shiftKey) return
      // Not over a dialog: what is typed in it would be lost.
      if (document.querySelector('.dialog') !== null) return
      event.preventDefault()
      setOpen(true)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])

  return (
    <>
      <button
        type="button"
        className="search-button"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
      >
        <Icon name="search" />
        <span>Search</span>
        <span className="keys" aria-hidden="true">
          {isMac ? '⌘K' : 'Ctrl K'}
        </span>
      </button>
      {isOpen && (
        <Suspense>
          <Palette onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
