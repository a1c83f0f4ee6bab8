import { find } from './calls.ts'
import { words } from './words.ts'

// Shows the bank's 3-D Secure page in a frame if the bank allows it, so the customer stays here.
// It fills the screen below a button that leads back: to the link to the bank's page, if the frame
// stays empty, and to the other ways to pay. The status stream continues the page. Part of the
// page's one script: see `checkout.ts`.

const { banks, isolated } = document.documentElement.dataset
const FRAME = 'bank-frame'
const BACK = 'bank-back'
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
  const back = document.createElement('button')
  back.id = BACK
  back.textContent = `‹ ${words.back_to_payment}`
  back.onclick = () => {
    closeBank()
    find('#bank').focus()
  }
  find('#bank').before(back, frame)
  document.body.classList.add('framed')
  return true
}

export function closeBank(): void {
  for (const id of [FRAME, BACK]) find(`#${id}`)?.remove()
  document.body.classList.remove('framed')
}
