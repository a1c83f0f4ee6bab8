import { useState } from 'react'
import { Icon } from './icon.tsx'

const TOLD_MS = 2_000

/** A text that goes elsewhere: shown, and copied by one press. */
export function Copy({ text, shown = text }: { text: string; shown?: string }) {
  return (
    <span className="copy">
      <code>{shown}</code>
      <CopyButton text={text} />
    </span>
  )
}

export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const [isDone, setDone] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setDone(true)
    setTimeout(() => setDone(false), TOLD_MS)
  }
  return (
    <button type="button" className="copy-button" onClick={copy} title={label} aria-label={label}>
      <Icon name={isDone ? 'check' : 'copy'} />
      <span role="status" className="unseen">
        {isDone ? 'Copied' : ''}
      </span>
    </button>
  )
}
