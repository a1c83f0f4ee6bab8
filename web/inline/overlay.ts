// What inline.js shows over the business's page: a dialog with text and buttons, or with the frame
// of the checkout. Style sheets of the page do not affect it. Its own style is set on the elements
// by script, which any content security policy allows.

const RESET = 'all:initial;box-sizing:border-box;font:16px/1.5 system-ui,sans-serif;'
const COVER =
  `${RESET}display:grid;place-items:center;position:fixed;top:0;left:0;width:100%;height:100%;` +
  'max-width:none;max-height:none;z-index:2147483647;background:rgba(8,18,15,.6);' +
  'color-scheme:light;overflow:auto'
const BOX =
  `${RESET}display:grid;gap:12px;width:90%;max-width:360px;padding:24px;border-radius:16px;` +
  'background:#fff;color:#10201b;text-align:center'
const TEXT = `${RESET}display:block;color:inherit;text-align:inherit;`
const BUTTON =
  `${RESET}display:block;min-height:48px;padding:10px 16px;border-radius:10px;cursor:pointer;` +
  'text-align:center;'
const LOUD = `${BUTTON}background:#0a6b56;color:#fff;font-weight:600`
const QUIET = `${BUTTON}color:#0a6b56;text-decoration:underline`
const RING = '3px solid #5fd3ae'
const FRAME =
  'border:0;width:100%;height:100%;max-width:30rem;max-height:48rem;background:#fff;' +
  'position:absolute;top:0;right:0;bottom:0;left:0;margin:auto;border-radius:12px;visibility:hidden'

export type Action = [label: string, act: () => unknown]

export type Overlay = {
  /** Text, and a button for each action. The first of several is the primary one. */
  say(text: string, actions: Action[]): void
  /** A frame that is hidden until it is revealed. */
  frame(address: string): HTMLIFrameElement
  reveal(frame: HTMLIFrameElement): void
  remove(): void
}

/**
 * `onEscape`: the customer pressed Esc or used the back gesture. `onGone`: the page removed the
 * overlay.
 */
export function openOverlay(label: string, onEscape: () => void, onGone: () => void): Overlay {
  const dialog = element('dialog', COVER)
  const box = element('div', BOX)
  const root = document.documentElement
  const { overflow } = root.style
  let isOpen = true

  dialog.setAttribute('aria-label', label)
  dialog.append(box)
  // Outside the body, which some pages replace.
  root.append(dialog)
  root.style.overflow = 'hidden'
  const watch = new MutationObserver(() => {
    if (!dialog.isConnected) onGone()
  })
  watch.observe(root, { childList: true })
  watch.observe(document, { childList: true })
  dialog.oncancel = (event) => {
    event.preventDefault()
    onEscape()
  }
  // A browser lets a page block Esc only once: the second Esc always closes the dialog.
  dialog.onclose = () => {
    if (isOpen) onEscape()
  }
  // Older phones have no dialogs. There it covers the page, which Tab can still reach.
  if (dialog.showModal) dialog.showModal()

  return {
    say(text, actions) {
      const words = element('p', TEXT, text)
      words.setAttribute('role', 'status')
      const buttons = actions.map(([label, act], i) => button(label, act, i < actions.length - 1))
      box.textContent = ''
      box.append(words, ...buttons)
      buttons[0]?.focus()
    },
    frame(address) {
      const frame = element('iframe', FRAME)
      frame.title = label
      frame.allow = ''
      // A bank's page may open in its own window, but nothing in the frame may navigate the shop's
      // page.
      frame.setAttribute('sandbox', SANDBOX)
      frame.src = address
      dialog.append(frame)
      return frame
    },
    reveal(frame) {
      box.style.display = 'none'
      frame.style.visibility = ''
      frame.focus()
    },
    remove() {
      if (!isOpen) return
      isOpen = false
      watch.disconnect()
      root.style.overflow = overflow
      // Close first, so that the focus returns to where it was.
      if (dialog.open) dialog.close()
      dialog.remove()
    },
  }
}

const SANDBOX = ['scripts', 'same-origin', 'forms', 'modals', 'popups', 'popups-to-escape-sandbox']
  .map((what) => `allow-${what}`)
  .join(' ')

function button(label: string, act: () => unknown, loud: boolean): HTMLButtonElement {
  const made = element('button', loud ? LOUD : QUIET, label)
  made.type = 'button'
  made.onclick = act
  made.onfocus = () => {
    made.style.outline = RING
  }
  made.onblur = () => {
    made.style.outline = ''
  }
  return made
}

function element<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, style: string, text = '') {
  const made = document.createElement(tag)
  made.style.cssText = style
  made.textContent = text
  return made
}
