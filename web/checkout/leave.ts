import { find, hide, pause } from './calls.ts'
import { embedded } from './embed.ts'

// The receipt: prints it, and leads back to the shop. Part of the page's one script: see
// `checkout.ts`.

const RETURN_SECONDS = 3

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
  if (!back || !leaving || embedded) return
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
