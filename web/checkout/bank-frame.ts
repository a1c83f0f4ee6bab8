import { find } from './calls.ts'

// The page of the bank for 3-D Secure, in a frame of ours, where it may be in one: it need not take
// the customer away, and the page goes on when the server says so. The link below it stays, for
// whoever sees nothing in the frame. Part of the page's one script: see `checkout.ts`.

const { banks, isolated } = document.documentElement.dataset
const FRAME = 'bank-frame'
// A bank keeps what it knows of a browser, so it stays who it is; but it leads nobody away.
const RIGHTS = 'allow-forms allow-scripts allow-popups'

/** False where the bank has to be gone to. */
export function frameBank(): boolean {
  const { href: address, origin } = find<HTMLAnchorElement>('#bank')
  if (address.endsWith('#')) return false
  const isOurs = origin === location.origin
  if (!isOurs && banks!.split(' ').indexOf(origin) < 0) return false
  // Under Cross-Origin-Embedder-Policy the page of a bank opens in such a frame, or in none.
  if (isolated !== undefined && !('credentialless' in HTMLIFrameElement.prototype)) return false
  if (find(`#${FRAME}`)) return true
  const frame = document.createElement('iframe')
  frame.id = FRAME
  frame.title = find('#bank').textContent!
  // The sandbox's bank is our own origin, and may not be let out by being so.
  frame.setAttribute('sandbox', isOurs ? 'allow-forms' : `${RIGHTS} allow-same-origin`)
  if (isolated !== undefined) frame.setAttribute('credentialless', '')
  frame.src = address
  find('#bank').before(frame)
  return true
}

export function closeBank(): void {
  find(`#${FRAME}`)?.remove()
}
