import { type MouseEvent, useState } from 'react'

// The first two stops of the Tab key: over the sidebar to the page, and to the first row of its
// list.

const ROW = 'main :is(.list, .table) a[href]'

export function SkipLinks() {
  const [hasList, setHasList] = useState(false)
  const look = () => setHasList(document.querySelector(ROW) !== null)
  return (
    <>
      <a className="skip" href="#main" onFocus={look} onClick={(event) => jump(event, '#main')}>
        Skip to content
      </a>
      {hasList && (
        <a className="skip" href="#main" onClick={(event) => jump(event, ROW)}>
          Skip to list
        </a>
      )}
    </>
  )
}

/** Without a change of the address, which may say which row is open. */
function jump(event: MouseEvent, to: string): void {
  event.preventDefault()
  document.querySelector<HTMLElement>(to)?.focus()
}
