// The script of the hosted page. The server renders the page; the script keeps it up to date.
//
//   watch      server-sent events, and polling until the first of them arrives
//   transfer   requests the account, copies, counts down
//   charge     checks the fields of a card, sends each form once, follows the steps of the bank
//   over       replaces this page with the server's next page, and leads back
//
// 1. A card is in the body of one call, and a retry has the same Idempotency-Key. CVV, PIN and OTP
//    are cleared once a bank may have seen them; number and expiry stay until the page is over.
// 2. A timeout means neither success nor failure: the page keeps watching.
// 3. It creates no markup from text, and follows no script URL. CSP and Trusted Types forbid both.
//
// It must run on cheap phones: no dependencies, nothing newer than ES2020. The build joins it with
// the other files of this folder. One script serves all languages: the page has the texts
// (`words`).

import { closeBank, frameBank } from './bank-frame.ts'
import {
  type Account,
  address,
  all,
  call,
  find,
  hear,
  hide,
  isQuiet,
  type Kind,
  now,
  page,
  RETRY_MS,
  type Reply,
  STATUS_MS_MAX,
  type Status,
  send,
  tell,
} from './calls.ts'
import { digits } from './card-fields.ts'
import { copy, say } from './copy.ts'
import { embedded, leaveHost, startEmbed, tellState, withHost } from './embed.ts'
import { startKept } from './kept.ts'
import { leave, noteOpened } from './leave.ts'
import { startLook } from './look.ts'
import { check, emptySecrets, flag, startTyping } from './typing.ts'
import { messageOf, refused, words } from './words.ts'

const TICK_MS = 500
const POLL_MS = 1500
const LIVE_MS = 15_000
const REDIRECT_MS = 1200
const LAGOS_AHEAD_MS = 3_600_000
/** The bill is then beside the form: checkout.css. */
const WIDE = '(min-width: 56rem)'

let step: Kind | 'wait' = 'none'
/** The panel of the step. */
let way = page.way || ''
let sending = false
let asking = false
let over = false
let live = false
let polling = false
let polledAt = 0
let code = find('#ussd-code')?.textContent || undefined
/** The last message from the server. */
let last: Status['message']

// Watch

function watch(): void {
  const events = new EventSource(address('/events'))
  const beat = () => {
    live = true
    polledAt = Date.now()
    hear()
  }
  events.addEventListener('beat', beat)
  events.onmessage = ({ data }) => {
    beat()
    heard(JSON.parse(data))
  }
  events.onerror = () => {
    live = false
    polledAt = 0
  }
  count()
  const pollNow = () => {
    polledAt = 0
  }
  document.onvisibilitychange = pollNow
  window.ononline = pollNow
  window.onoffline = () => hide('#offline', false)
  const ticking = setInterval(() => {
    if (find('.state')) {
      events.close()
      clearInterval(ticking)
      return
    }
    count()
    if (document.hidden) return
    // A proxy may keep a stream open and send nothing.
    if (isQuiet()) live = false
    if (!polling && Date.now() - polledAt > (live ? LIVE_MS : POLL_MS)) poll()
  }, TICK_MS)
}

async function poll(): Promise<void> {
  polling = true
  try {
    const { data, http } = await call<Status>('/status', undefined, '', STATUS_MS_MAX)
    if (data) heard(data)
    else if (http === 404) swap()
  } catch {
    hide('#offline', false)
  }
  polling = false
  polledAt = Date.now()
}

// An update never removes a form that the customer is typing into.
function heard(latest: Status): void {
  const { next, message } = latest
  const still = step === 'wait' && next.kind === 'none' && !message
  const isNew = message !== last
  last = message
  if (isOver(latest)) swap()
  else if (sending || still) return
  else if (next.kind !== step || code !== next.code) show(latest)
  else if (isNew) tellMessage(latest)
}

// After a transfer of another amount, nothing else on the page says that it counts.
function tellMessage(latest: Status, bad = true): void {
  notice(messageOf(latest), bad)
  const slow = find('#slow')
  if (latest.message_code !== 'transfer_wrong' || !slow) return
  hide('#thanks')
  hide('#sent', false)
  slow.hidden = true
  slow.dataset.from = String(now() + Number(slow.dataset.after))
}

const isOver = ({ status }: Status) => !/^(pending|ongoing)$/.test(status)

function show(latest: Status): void {
  const { next } = latest
  last = latest.message
  tellMessage(latest, next.kind === 'none' || next.kind === step)
  if (next.channel) way = next.channel === 'bank' ? 'pay_with_bank' : next.channel
  code = next.code
  const link = find<HTMLAnchorElement>(`#${way || 'none'} [data-bank]`)
  if (next.url && link) link.href = next.url
  if (code) tell('#ussd-code', code)
  const curl = find('#dial')
  if (curl && code) curl.textContent = curl.textContent!.replace(/"\*.*#"/, `"${code}"`)
  go(next.kind)
}

function go(to: typeof step): void {
  step = to
  if (to !== 'none') select(way)
  if (to === 'redirect' && way === 'card') frameBank()
  else closeBank()
  for (const part of all('[data-step]')) {
    const isHere = part.closest('.panel')!.id === way
    part.hidden = part.dataset.step !== (isHere ? to : 'none')
    if (!isHere || part.hidden) continue
    const empty = Array.from(part.querySelectorAll('input')).find(({ value }) => !value)
    ;(empty || part.querySelector<HTMLElement>('input,iframe,a') || part).focus()
  }
}

function notice(message?: string | null, bad = true): void {
  const place = find('#notice')
  place.textContent = message || ''
  place.hidden = !message
  place.classList.toggle('bad', bad)
}

// Tabs

function startTabs(): void {
  const tabs = all('[role=tab]')
  tabs.forEach((tab, i) => {
    tab.onclick = () => select(tab.dataset.tab!)
    tab.onkeydown = (event) => {
      const keys: Record<string, number> = { ArrowLeft: i - 1, ArrowRight: i + 1, Home: 0, End: -1 }
      const to = keys[event.key]
      if (to === undefined) return
      event.preventDefault()
      tabs[(to + tabs.length) % tabs.length]!.click()
    }
  })
}

function select(channel: string): void {
  for (const tab of all('[role=tab]')) {
    const chosen = tab.dataset.tab === channel
    tab.setAttribute('aria-selected', String(chosen))
    tab.tabIndex = chosen ? 0 : -1
    if (chosen) tab.focus()
  }
  for (const panel of all('.panel')) panel.hidden = panel.id !== channel
  if (channel === 'bank_transfer') askAccount()
}

// Transfer

function startTransfer(): void {
  find('#ask').onsubmit = (event) => {
    event.preventDefault()
    askAccount()
  }
  for (const button of all('.copy')) button.onclick = () => copy(button)
  find('#sent').onclick = () => {
    hide('#sent')
    hide('#thanks', false)
    find('#thanks').focus()
    polledAt = 0
  }
  if (!find('#bank_transfer').hidden) askAccount()
}

async function askAccount(): Promise<void> {
  if (asking || find('#ask').hidden) return
  asking = true
  const done = busy(find('#ask'))
  const { data, message, code } = await send<Account>('/bank-transfer', {})
  done()
  asking = false
  if (over) return
  if (!data) return tell('#ask p', refused(code, message) || words.bank_silent)
  // The bank adds its fee: the page shows the sum.
  if (String(data.amount) !== page.amount) return location.reload()
  all('#account-number span').forEach((group, i) => {
    group.textContent = data.account_number.slice(i * 3, i < 2 ? i * 3 + 3 : 10)
  })
  tell('#account-bank', data.bank.name)
  tell('#account-name', data.account_name)
  const until = Date.parse(data.expires_at)
  find('time').dataset.until = String(until)
  tell('#until', new Date(until + LAGOS_AHEAD_MS).toISOString().slice(11, 16))
  const slow = find('#slow')
  slow.dataset.from = String(now() + Number(slow.dataset.after))
  hide('#slow')
  const curl = find('pre')
  if (curl) curl.textContent = curl.textContent!.replace('…', data.account_number)
  hide('#ask')
  hide('#late')
  hide('#account', false)
  count()
  say(words.account_ready)
}

function count(): void {
  if (now() > Number(page.ends)) swap()
  const clock = find('time')
  const until = clock && Number(clock.dataset.until)
  if (!until || find('#account').hidden) return
  const left = Math.max(0, Math.floor((until - now()) / 1000))
  clock.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
  if (now() >= Number(find('#slow').dataset.from)) hide('#slow', false)
  if (left > 0) return
  hide('#account')
  hide('#late', false)
  hide('#ask', false)
  say(find('#late').textContent!)
}

// Card, USSD, and the pages of providers

function startCharges(): void {
  startTyping()
  startKept({ submit, busy, notice })
  for (const form of all<HTMLFormElement>('form[data-step],form[data-form]')) {
    form.onsubmit = (event) => {
      event.preventDefault()
      submit(form)
    }
  }
  if (page.next !== 'none') go(page.next as Kind)
}

async function submit(form: HTMLFormElement, path = form.dataset.page, body?: object) {
  const inputs = Array.from(form.querySelectorAll<HTMLInputElement>('.field input'))
  const saves = form.querySelector<HTMLInputElement>('.save')?.checked
  const saving = saves ? { save_card: true } : {}
  const wrong = inputs.filter((input) => !check(input))[0]
  if (wrong) wrong.focus()
  if (wrong || sending) return ''
  sending = true
  notice()
  way = form.closest('.panel')!.id
  const bank = form.querySelector('select')
  const [first, date = '', cvv] = inputs.map(({ value }) => digits(value))
  const card = { number: first, exp_month: date.slice(0, 2), exp_year: date.slice(-2), cvv }
  const done = busy(form)
  const reply = await (path
    ? send<Status>(path, body || (bank ? { bank: bank.value } : saving))
    : step === 'none'
      ? send<Status>('/card', { ...card, ...saving })
      : send<Status>(`/card/${step}`, { [step]: first }))
  done()
  sending = false
  // 400 and 503: no bank has seen the card, so the fields keep it.
  if (!/400|503/.test(String(reply.http))) {
    emptySecrets(form)
  }
  if (!over) answered(reply)
  return reply.code
}

function busy(form: HTMLElement): () => void {
  const button = form.querySelector('button')!
  const label = button.textContent
  button.disabled = true
  button.textContent = words.moment
  return () => {
    button.disabled = false
    button.textContent = label
  }
}

function answered({ http, data, code, message, errors = [] }: Reply<Status>): void {
  polledAt = 0
  if (data && isOver(data)) swap()
  else if (data) {
    show(data)
    const { kind, url } = data.next
    if (kind === 'redirect' && url && !embedded && (way !== 'card' || !frameBank())) {
      setTimeout(() => location.assign(url), REDIRECT_MS)
    }
  } else if (http === 504) go('wait')
  else {
    for (const { field, code } of errors) {
      const input = find<HTMLInputElement>(`#${field.replace(/^exp_.*/, 'expiry')}`)
      const wrong = code === 'expired' ? 'card_expired' : `wrong_${input?.id}`
      if (input) flag(input, words[wrong as 'card_expired'])
    }
    const flagged = find('[aria-invalid=true]')
    if (flagged) flagged.focus()
    else notice(refused(code, message) || words.did_not_work)
  }
}

// The link to cancel is a `details` element, which asks once more.
function startCancelling(): void {
  const yes = find('#cancel')
  const asks = yes.closest('details')!
  asks.ontoggle = () => asks.open && yes.focus()
  yes.onclick = async (event) => {
    event.preventDefault()
    // The stream may report it first, and must not replace the page.
    over = true
    const done = busy(yes.closest('form')!)
    await send<Status>('/cancel', {})
    if (embedded) return leaveHost()
    done()
    over = false
    swap()
  }
}

// Over

// Replaces this page with the server's next page. Trusted Types forbid `DOMParser`, but allow a
// document that the browser fetched and parsed itself.
function swap(): void {
  if (over) return
  over = true
  const again = () => setTimeout(() => (over = false), RETRY_MS)
  const request = new XMLHttpRequest()
  request.open('GET', withHost(address('')))
  request.responseType = 'document'
  request.onerror = again
  request.onload = () => {
    const next: Document | null = request.response
    if (next?.querySelector('.state')) {
      document.title = next.title
      document.body.replaceWith(next.body)
      find('h1').focus()
      tellState(next)
      leave()
    } else again()
  }
  request.send()
}

startLook()
if (page.path) {
  noteOpened()
  if (matchMedia(WIDE).matches) find('#more').setAttribute('open', '')
  startTabs()
  if (find('#ask')) startTransfer()
  startCharges()
  startCancelling()
  watch()
} else leave()
startEmbed()
