import { all, call, find, type Status } from './calls.ts'

// The page inside somebody else's: in a frame, or in a window that their page has opened. It says
// when it can be used and how it ended, and hears that the customer wants to leave. Part of the
// page's one script: see `checkout.ts`.
//
// 1. It speaks to one window and one origin, both written by the server, and hears nobody else.
// 2. What it says is for the eyes: success is believed by nobody's server.
// 3. Nothing in it leads away: the frame is no place for the page of the shop.

const { embed, host: origin, reference, leaves } = document.documentElement.dataset
const host: Window | null = embed === 'frame' ? parent : opener

/** Whether somebody is told. */
export const embedded = Boolean(origin && host && host !== window)

const HOST_QUERY = /^(embed|origin|isolated)$/
let ended = ''

const post = (type: string, more: object = {}) =>
  embedded && host!.postMessage({ cowrie: 1, type, reference, ...more }, origin!)

/** An address of this page, with what says where the page stands. */
export function withHost(address: string): string {
  const url = new URL(address, location.href)
  new URLSearchParams(location.search).forEach((value, name) => {
    if (HOST_QUERY.test(name)) url.searchParams.set(name, value)
  })
  return url.href
}

/** `shown`: the page that is to be seen now. */
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
    const link = (event.target as Element).closest<HTMLAnchorElement>('a:not(#bank)')
    if (!link || link.origin === location.origin) return
    event.preventDefault()
    leaveHost()
  })
  post('loaded', { lang: document.documentElement.lang })
  tellState()
}

/** The customer leaves. Whether it was paid in this very moment, the server knows. */
export async function leaveHost(): Promise<void> {
  if (!ended) {
    const { data } = await call<Status>('/status').catch(() => ({ data: undefined }))
    if (data?.status === 'success') post('success')
  }
  post('closed')
  if (embed === 'window') close()
}

/** A way out at the top, and languages that do not lose their place. */
function dress(): void {
  const button = document.createElement('button')
  button.className = 'leave'
  button.textContent = '×'
  button.setAttribute('aria-label', leaves!)
  button.onclick = leaveHost
  document.body.prepend(button)
  for (const link of all<HTMLAnchorElement>('.languages a')) link.href = withHost(link.href)
  const bank = find<HTMLAnchorElement>('#bank')
  if (bank) bank.target = '_blank'
}
