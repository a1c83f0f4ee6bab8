import { useSyncExternalStore } from 'react'
import { ApiError } from '../api.ts'

// One message at a time, in a live region.

const SHOWN_MS = 6_000
const SHOWN_MS_ERROR = 12_000

type Message = { text: string; tone: 'good' | 'bad'; number: number }

let message: Message | null = null
let number = 0
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

export function toast(text: string, tone: Message['tone'] = 'good'): void {
  number += 1
  show({ text, tone, number })
  clearTimeout(timer)
  timer = setTimeout(() => show(null), tone === 'good' ? SHOWN_MS : SHOWN_MS_ERROR)
}

/** For errors outside of forms. */
export function toastError(error: unknown): void {
  const isOurs = error instanceof ApiError
  const id = isOurs && error.requestId ? ` (request ${error.requestId})` : ''
  toast(isOurs ? `${error.message}${id}` : 'Something went wrong on this page.', 'bad')
}

export function ToastRegion() {
  const shown = useSyncExternalStore(subscribe, () => message)
  return (
    <div className="toasts" role="status" aria-live="polite">
      {shown && (
        <div className="toast" data-tone={shown.tone} key={shown.number}>
          <span>{shown.text}</span>
          <button type="button" className="button" data-look="quiet" onClick={() => show(null)}>
            Dismiss
          </button>
        </div>
      )}
    </div>
  )
}

function show(next: Message | null): void {
  message = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
