import { find, hide, page, pause } from './calls.ts'
import { embedded } from './embed.ts'

// The receipt: prints it, and leads back to the shop. Part of the page's one script: see
// `checkout.ts`.

const RETURN_SECONDS = 3
const OPENED = 'cowrie-opened'

// A browser may block the storage of a page.
function inTab<Result>(act: (storage: Storage) => Result): Result | null {
  try {
    return act(sessionStorage)
  } catch {
    return null
  }
}

/** Only a tab that has shown the payment open is led away at its end. */
export function noteOpened(): void {
  inTab((storage) => storage.setItem(OPENED, page.path!))
}

function wasOpen(): boolean {
  const opened = inTab((storage) => storage.getItem(OPENED))
  inTab((storage) => storage.removeItem(OPENED))
  return opened === location.pathname
}

export async function leave(): Promise<void> {
  const back = find<HTMLAnchorElement>('#back')
  const leaving = find('#leaving')
  const paper = find('#print')
  if (paper) {
    paper.onclick = () => {
      hide('#leaving')
      print()
    }
  }
  if (!wasOpen() || !back || !leaving || embedded) return
  leaving.hidden = false
  leaving.querySelector('button')!.onclick = () => {
    leaving.hidden = true
    back.focus()
  }
  for (let left = RETURN_SECONDS; left > 0; left--) {
    leaving.querySelector('b')!.textContent = String(left)
    await pause(1000)
  }
  if (!leaving.hidden) location.replace(back.href)
}
