import { all, call, find, type Status } from './calls.ts'

// The page in a frame of another page, or in a window that another page opened. It tells the host
// page when it has loaded and how it ended, and learns when the customer wants to leave. Part of
// the page's one script: see `checkout.ts`.
//
// 1. It exchanges messages with one window and one origin, which the server wrote into the page.
// 2. Its messages are for display only: no server trusts them.
// 3. No link leads out of the frame, so the page of the shop never opens inside it.

const { embed, host: origin, reference, leaves } = document.documentElement.dataset
const host: Window | null = embed === 'frame' ? parent : opener

/** Whether there is a host page. */
export const embedded = Boolean(origin && host && host !== window)

const HOST_QUERY = /^(embed|origin|isolated)$/
let ended = ''

const post = (type: string, more: object = {}) =>
  embedded && host!.postMessage({ cowrie: 1, type, reference, ...more }, origin!)

/** A URL of this page, with the parameters about its host. */
export function withHost(address: string): string {
  const url = new URL(address, location.href)
  new URLSearchParams(location.search).forEach((value, name) => {
    if (HOST_QUERY.test(name)) url.searchParams.set(name, value)
  })
  return url.href
}

/** `shown`: the document with the current state. */
export function tellState(shown: Document = document): void {
  if (!embedded) return
  const { status = '' } = shown.documentElement.dataset
  dress()
  if (ended || /^(pending|ongoing|)$/.test(status)) return
  ended = status
  if (status === 'success') post(status)
  else post('error', { reason: status, message: find('h1').textContent })
}

export function startEmbed(): void {
  if (!embedded) return
  addEventListener('message', ({ data, source, origin: from }) => {
    if (source === host && from === origin && data?.cowrie === 1 && data.type === 'close')
      leaveHost()
  })
  addEventListener('keydown', ({ key }) => key === 'Escape' && leaveHost())
  addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a:not([data-bank])')
    if (!link || link.origin === location.origin) return
    event.preventDefault()
    leaveHost()
  })
  post('loaded', { lang: document.documentElement.lang })
  tellState()
}

/** The customer leaves. The server knows whether a payment succeeded at this moment. */
export async function leaveHost(): Promise<void> {
  if (!ended) {
    const { data } = await call<Status>('/status').catch(() => ({ data: undefined }))
    if (data?.status === 'success') post('success')
  }
  post('closed')
  if (embed === 'window') close()
}

/** Adds a button to close, and keeps the host's parameters in the language links. */
function dress(): void {
  const button = document.createElement('button')
  button.className = 'leave'
  button.textContent = '×'
  button.setAttribute('aria-label', leaves!)
  button.onclick = leaveHost
  document.body.prepend(button)
  for (const link of all<HTMLAnchorElement>('.languages a')) link.href = withHost(link.href)
  for (const link of all<HTMLAnchorElement>('[data-bank]')) link.target = '_blank'
}
