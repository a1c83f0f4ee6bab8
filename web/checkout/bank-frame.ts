import { find } from './calls.ts'

// Shows the bank's 3-D Secure page in a frame if the bank allows it, so the customer stays here.
// The status stream continues the page. A link below the frame remains if it stays empty. Part of
// the page's one script: see `checkout.ts`.

const { banks, isolated } = document.documentElement.dataset
const FRAME = 'bank-frame'
// A bank recognises a browser by its storage, so its frame keeps its origin. It cannot navigate
// this page.
const RIGHTS = 'allow-forms allow-scripts allow-popups'

/** False if the customer must go to the bank's page. */
export function frameBank(): boolean {
  const { href: address, origin } = find<HTMLAnchorElement>('#bank')
  if (address.endsWith('#')) return false
  const isOurs = origin === location.origin
  if (!isOurs && banks!.split(' ').indexOf(origin) < 0) return false
  // On a page under Cross-Origin-Embedder-Policy, a bank's page opens only in a credentialless
  // frame.
  if (isolated !== undefined && !('credentialless' in HTMLIFrameElement.prototype)) return false
  if (find(`#${FRAME}`)) return true
  const frame = document.createElement('iframe')
  frame.id = FRAME
  frame.title = find('#bank').textContent!
  // The sandbox's bank has our own origin, which would let its frame out of the sandbox.
  frame.setAttribute('sandbox', isOurs ? 'allow-forms' : `${RIGHTS} allow-same-origin`)
  if (isolated !== undefined) frame.setAttribute('credentialless', '')
  frame.src = address
  find('#bank').before(frame)
  return true
}

export function closeBank(): void {
  find(`#${FRAME}`)?.remove()
}
