import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'

// Words over a button, on hover and on focus. They are a popover, so that no dialog and no table
// cuts them off. Their place is set by script, as the page's policy allows no style attributes.

const AFTER_MS = 200
/** Time for the pointer to cross to the words, which can be read and selected. */
const LEAVE_MS = 150
const GAP = 8

type Props = { text: ReactNode; children: ReactNode }

export function Hint({ text, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  const timer = useRef(0)
  const soon = (open: boolean, ms: number) => {
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => setOpen(open), ms)
  }
  const now = (open: boolean) => {
    clearTimeout(timer.current)
    setOpen(open)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button within is what is used.
    <span
      className="hint-place"
      onFocus={() => now(true)}
      onBlur={() => now(false)}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && soon(true, AFTER_MS)}
      onPointerLeave={() => soon(false, LEAVE_MS)}
    >
      {children}
      {isOpen && <Words onClose={() => now(false)}>{text}</Words>}
    </span>
  )
}

function Words({ children, onClose }: { children: ReactNode; onClose: () => void }) {
  const words = useRef<HTMLSpanElement>(null)
  const close = useRef(onClose)
  close.current = onClose
  useLayoutEffect(() => {
    const element = words.current!
    element.showPopover()
    place(element, element.parentElement!.firstElementChild!)
  }, [])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      // A dialog around the button stays open.
      event.stopPropagation()
      close.current()
    }
    const onScroll = () => close.current()
    window.addEventListener('keydown', onKey, true)
    window.addEventListener('scroll', onScroll, true)
    return () => {
      window.removeEventListener('keydown', onKey, true)
      window.removeEventListener('scroll', onScroll, true)
    }
  }, [])
  return (
    <span ref={words} className="hint" role="tooltip" popover="manual">
      {children}
    </span>
  )
}

/** Above the button, or below it where there is no room; within the window. */
function place(words: HTMLElement, button: Element): void {
  const { top, bottom, left, width } = button.getBoundingClientRect()
  const above = top - GAP - words.offsetHeight
  const middle = left + (width - words.offsetWidth) / 2
  const most = document.documentElement.clientWidth - words.offsetWidth - GAP
  words.style.top = `${above < GAP ? bottom + GAP : above}px`
  words.style.left = `${Math.max(GAP, Math.min(middle, most))}px`
}
