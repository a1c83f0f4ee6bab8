import { type Action, type Overlay, openOverlay } from './overlay.ts'
import { languageOf, wordsIn } from './words.ts'

// The payment that is open over the business's page: one at a time.
//
//   asking ──> frame      the business has registered this page's origin
//          ──> window     it has not, or the frame sent no message
//   frame  ──> window     our policy or the page's own blocked the frame
//   window ──> button     the browser requires a click to open a window: shows a button
//   button ──> away       the window is still blocked: the whole page goes to the checkout
//
// 1. It ends once, with the first outcome. Later messages are ignored.
// 2. Only messages from our own window and origin count, and for display only: the service notifies
//    the business's server of the payment.
// 3. It is outside the page's body, so a page can replace its body. Removing it ends the payment.
// 4. A window is never opened in advance. A blank one would flash up for businesses that use a
//    frame. If the response takes longer than the browser remembers the click, a second click opens
//    the window.

export type Ending =
  | { status: 'success' | 'cancelled'; reference: string; reason?: string }
  | { status: 'error'; reference: string; code: string; message: string; errors?: Mistake[] }

export type Mistake = { field: string; code?: string; message: string }

export type Payment = {
  accessCode: string
  reference: string
  mayFrame: boolean
  /** The language that the business sets. */
  language?: string | null
}

export type Asked = {
  /** The URL of the service. */
  base: string
  /** Whether the whole page may go to the checkout if nothing else can be opened. */
  mayGoAway: boolean
  /** The language that the page asks for. */
  lang: string | undefined
  onLoad: (payment: { reference: string; accessCode: string }) => void
  /** True the first time. */
  end: (ending: Ending) => boolean
}

/** The time a loaded frame has for its first message, and the time it has to load. */
const HELLO_MS = 1000
const LOAD_MS_MAX = 20_000
const ANSWER_MS_MAX = 3000
const POLL_MS = 400
/** How long the receipt is shown. */
const RECEIPT_MS = 2000

let asked: Asked
let overlay: Overlay | null = null
let timers: ReturnType<typeof setTimeout>[] = []
let reference = ''
let accessCode = ''
/** The URL of the checkout: by itself, and in this page. */
let page = ''
let address = ''
let frame: HTMLIFrameElement | null = null
let popup: Window | null = null
let hasLoaded = false
let words = wordsIn('en')

const cancelling = (): Action => [words.cancel, leave]

/**
 * Returns a function that shows the payment once it exists. It does nothing if the customer left.
 */
export function open(to: Asked): (payment: Payment) => void {
  close()
  asked = to
  reference = ''
  hasLoaded = false
  words = wordsIn(to.lang)
  const mine = openOverlay(words.payment, leave, vanish)
  overlay = mine
  mine.say(words.opening, [cancelling()])
  addEventListener('message', hear)
  addEventListener('pagehide', vanish)
  return (payment) => {
    if (overlay === mine) show(payment)
  }
}

export function close(): void {
  removeEventListener('message', hear)
  removeEventListener('pagehide', vanish)
  timers.forEach(clearTimeout)
  timers = []
  overlay?.remove()
  popup?.close()
  overlay = frame = popup = null
}

function show(payment: Payment): void {
  reference = payment.reference
  accessCode = payment.accessCode
  if (payment.language) words = wordsIn(payment.language)
  const lang = languageOf(asked.lang)
  page = `${asked.base}/checkout/${accessCode}${lang ? `?lang=${lang}` : ''}`
  address = `${page}${lang ? '&' : '?'}origin=${location.origin}&embed=`
  if (!payment.mayFrame) showWindow()
  else {
    showFrame(window.crossOriginIsolated)
    later(LOAD_MS_MAX, giveUpFrame)
  }
}

function showFrame(isIsolated: boolean): void {
  frame?.remove()
  frame = overlay!.frame(`${address}frame${isIsolated ? '&isolated=1' : ''}`)
  // A blocked frame loads an error page. A page under Cross-Origin-Embedder-Policy can frame only a
  // page that is under it too.
  frame.onload = () => later(HELLO_MS, isIsolated ? giveUpFrame : tryIsolated)
}

function tryIsolated(): void {
  if (!hasLoaded && frame) showFrame(true)
}

function giveUpFrame(): void {
  if (hasLoaded || !frame) return
  frame.remove()
  frame = null
  if (navigator.onLine) showWindow()
  else {
    close()
    fail('offline', words.offline)
  }
}

function showWindow(): void {
  if (openWindow()) return
  const again = () => openWindow() || goAway()
  overlay!.say(words.new_window, [[words.go_on, again], cancelling()])
}

function openWindow(): boolean {
  // An isolated page loses contact with its windows, and could not learn how the payment ended.
  if (!window.crossOriginIsolated) {
    popup = window.open(`${address}window`, '_blank', 'width=480,height=760')
  }
  if (!popup) return false
  sayWhere()
  look()
  return true
}

function sayWhere(): void {
  overlay!.say(words.other_window, [[words.show, () => popup?.focus()], cancelling()])
}

function look(): void {
  if (popup?.closed) cancel(hasLoaded ? 'closed' : 'window_lost')
  else later(POLL_MS, look)
}

function goAway(): void {
  const { mayGoAway } = asked
  close()
  // The page navigates after this function, so it is notified first.
  if (mayGoAway) location.assign(page)
  fail('popup_blocked', words.blocked)
}

/** Asks the checkout whether it is paid, and waits a moment for its answer. */
function leave(): void {
  if (hasLoaded) {
    shownWindow()?.postMessage({ cowrie: 1, type: 'close' }, new URL(asked.base).origin)
    later(ANSWER_MS_MAX, cancel)
  } else cancel()
}

/** A window stays open without this page. */
function vanish(): void {
  popup = null
  cancel('navigated')
}

function hear({ data, source, origin }: MessageEvent): void {
  if (origin !== new URL(asked.base).origin || !source || source !== shownWindow()) return
  if (data?.cowrie !== 1) return
  const { type, reason, message, lang } = data
  reference = data.reference
  if (type === 'loaded') {
    words = wordsIn(lang)
    if (frame) overlay!.reveal(frame)
    else sayWhere()
    // Set first: a callback of the page may throw.
    const isFirst = !hasLoaded
    hasLoaded = true
    if (isFirst) asked.onLoad({ reference, accessCode })
  }
  if (type === 'success') {
    // Set first, as above.
    later(RECEIPT_MS, close)
    asked.end({ status: 'success', reference })
  }
  if (type === 'error') fail(reason, message)
  if (type === 'closed') cancel()
}

const shownWindow = () => popup || frame?.contentWindow

/** Ends it without a payment, if one is open. */
export function cancel(reason = 'closed'): void {
  if (overlay === null) return
  close()
  asked.end({ status: 'cancelled', reference, reason })
}

function fail(code: string, message: string): void {
  asked.end({ status: 'error', reference, code, message })
}

function later(ms: number, act: () => void): void {
  timers.push(setTimeout(act, ms))
}
