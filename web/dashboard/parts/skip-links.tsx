import { useState } from 'react'

// The first two stops of the Tab key: over the sidebar to the page, and to the first row of its
// list.

const ROW = 'main :is(.list, .table) a[href]'

const firstRow = () => document.querySelector<HTMLElement>(ROW)

export function SkipLinks() {
  const [hasList, setHasList] = useState(false)
  return (
    <>
      <a className="skip" href="#main" onFocus={() => setHasList(firstRow() !== null)}>
        Skip to content
      </a>
      {hasList && (
        <button type="button" className="skip" onClick={() => firstRow()?.focus()}>
          Skip to list
        </button>
      )}
    </>
  )
}
