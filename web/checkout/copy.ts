import { pause, tell } from './calls.ts'
import { words } from './words.ts'

// Copies what the customer types at the bank. Part of the page's one script: see `checkout.ts`.

const COPIED_MS = 2000

// Only for screen readers.
export const say = (message: string) => tell('#say', message)

export async function copy(button: HTMLElement): Promise<void> {
  const shown = button.previousElementSibling!
  try {
    await navigator.clipboard.writeText(button.dataset.copy || shown.textContent!)
  } catch {
    getSelection()!.selectAllChildren(shown)
    document.execCommand('copy')
  }
  const label = button.firstChild!
  label.textContent = words.copied
  say(words.copied)
  await pause(COPIED_MS)
  label.textContent = words.copy
}
