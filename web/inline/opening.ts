import { type Action, type Overlay, openOverlay } from './overlay.ts'
import { languageOf, wordsIn } from './words.ts'

// The payment that is open over the business's page: one at a time.
//
//   asking ──> frame      the business has registered this page's origin
//          ──> window     it has not, or the frame did not say hello
//   frame  ──> window     refused: by our policy or by the page's own
//   window ──> button     the browser wants a click to open one, and here it is
//   button ──> away       not even then: the whole page goes to the checkout
//
// 1. It ends once, with the first of what is told; everything after that is not heard.
// 2. Only messages of our own window and origin count. What they say is for the eyes: that money
//    was paid is told by the service to the business's server.
// 3. It is above the page's body, so a page that replaces its body leaves it where it is. Whatever
//    takes it away all the same has ended it.
// 4. A window is never opened ahead of time. A blank one would flash up for every business that
//    has registered its page and needs none; and where the answer took longer than the browser
//    remembers the click, one more click is a sure way, while a blocked window is none.

export type Ending =
  | { status: 'success' | 'cancelled'; reference: string; reason?: string }
  | { status: 'error'; reference: string; code: string; message: string; errors?: Mistake[] }

export type Mistake = { field: string; code?: string; message: string }

export type Payment = {
  accessCode: string
  reference: string
  mayFrame: boolean
  /** That the business has fixed. */
  language?: string | null
}

export type Asked = {
  /** Of the service. */
  base: string
  /** Whether the whole page may go to the checkout where nothing else can be opened. */
  mayGoAway: boolean
  /** In which the page wants it. */
  lang: string | undefined
  onLoad: (payment: { reference: string }) => void
  /** True the first time. */
  end: (ending: Ending) => boolean
}

/** How long after a frame has loaded its hello may take; and how long it may load. */
const HELLO_MS = 1000
const LOAD_MS_MAX = 20_000
const ANSWER_MS_MAX = 3000
const POLL_MS = 400
/** So long a customer sees that it worked. */
const RECEIPT_MS = 2000

let asked: Asked
let overlay: Overlay | null = null
let timers: ReturnType<typeof setTimeout>[] = []
let reference = ''
/** Of the checkout, by itself; and as this page shows it. */
let page = ''
let address = ''
let frame: HTMLIFrameElement | null = null
let popup: Window | null = null
let hasLoaded = false
let words = wordsIn('en')

const cancelling = (): Action => [words.cancel, leave]

/** Answers what shows the payment, once there is one: nothing, if the customer has left before. */
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
  if (payment.language) words = wordsIn(payment.language)
  const lang = languageOf(asked.lang)
  page = `${asked.base}/checkout/${payment.accessCode}${lang ? `?lang=${lang}` : ''}`
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
  // A refused frame loads as well: something that is not ours. And a page that is under
  // Cross-Origin-Embedder-Policy takes only what is under it too.
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
  // Cut off from its windows, a page could not be told how it ended.
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
  // It leaves when this is done: the page is told before.
  if (mayGoAway) location.assign(page)
  fail('popup_blocked', words.blocked)
}

/** The customer wants to. The page knows whether it is paid: it is asked, and given a moment. */
function leave(): void {
  if (hasLoaded) {
    shownWindow()?.postMessage({ cowrie: 1, type: 'close' }, new URL(asked.base).origin)
    later(ANSWER_MS_MAX, cancel)
  } else cancel()
}

/** A window that was opened goes on without this page. */
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
    // First: what the page does when it is told may fail.
    const isFirst = !hasLoaded
    hasLoaded = true
    if (isFirst) asked.onLoad({ reference })
  }
  if (type === 'success') {
    // As above.
    later(RECEIPT_MS, close)
    asked.end({ status: 'success', reference })
  }
  if (type === 'error') fail(reason, message)
  if (type === 'closed') cancel()
}

const shownWindow = () => popup || frame?.contentWindow

function cancel(reason = 'closed'): void {
  close()
  asked.end({ status: 'cancelled', reference, reason })
}

function fail(code: string, message: string): void {
  asked.end({ status: 'error', reference, code, message })
}

function later(ms: number, act: () => void): void {
  timers.push(setTimeout(act, ms))
}
