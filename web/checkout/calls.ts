// The calls to the server, and small helpers for the page. Part of the page's one script: see
// `checkout.ts`.

export type Kind = 'none' | 'pin' | 'otp' | 'redirect' | 'dial'
export type Status = {
  status: string
  next: { kind: Kind; channel?: string; url?: string; code?: string }
  message?: string | null
  message_code?: string
  message_data?: Record<string, string>
  attempts_left?: number
}
export type Account = {
  account_number: string
  account_name: string
  amount: number
  bank: { name: string }
  expires_at: string
}
export type Reply<Data> = {
  http: number
  data?: Data
  code?: string
  message?: string
  errors?: { field: string; code: string }[]
}

const CALL_MS_MAX = 45_000
/** A network that swallows packets reports nothing, so a question about the status waits less. */
export const STATUS_MS_MAX = 5000
export const RETRY_MS = 3000
const TRIES_MAX = 20

export const find = <E extends HTMLElement = HTMLElement>(what: string) =>
  document.querySelector<E>(what)!
export const all = <E extends HTMLElement = HTMLElement>(what: string) =>
  document.querySelectorAll<E>(what)
export const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

export const page = find('main').dataset
/** The URL of the page or of a call, with the language that the customer chose. */
export const address = (path: string) => page.path + path + page.query

// The clock of the phone may be wrong: the countdown uses the server's.
const serverAhead = Number(page.now) - Date.now()
export const now = () => Date.now() + serverAhead

// A call may return after the next page has replaced this one.
export const tell = (where: string, text: string) => {
  if (find(where)) find(where).textContent = text
}
export const hide = (where: string, yes = true) => {
  if (find(where)) find(where).hidden = yes
}

/** Ticks of half a second. The server sends a beat every two seconds. */
const QUIET_TICKS_MAX = 6
const SILENT_TICKS_MAX = 9
let ticks = 0
export const hear = () => {
  ticks = 0
  hide('#offline')
}
/** At each tick: whether the server is quiet. After some more ticks, the page says so. */
export const isQuiet = () => {
  ticks++
  if (ticks > SILENT_TICKS_MAX) hide('#offline', false)
  return ticks > QUIET_TICKS_MAX
}

export async function call<Data>(
  path: string,
  body?: object,
  key = '',
  ms = CALL_MS_MAX,
): Promise<Reply<Data>> {
  const stop = new AbortController()
  const late = setTimeout(() => stop.abort(), ms)
  const reply = await fetch(address(path), {
    ...(body && {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
    }),
    signal: stop.signal,
  })
  const answer = await reply.json()
  clearTimeout(late)
  hear()
  return { ...answer, http: reply.status }
}

// One key for each click, so that a retry repeats the same request.
export async function send<Data>(path: string, body: object): Promise<Reply<Data>> {
  const key = Array.from(crypto.getRandomValues(new Uint32Array(5))).join('-')
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    try {
      const reply = await call<Data>(path, body, key)
      if (reply.code !== 'idempotency_key_in_use') return reply
    } catch {
      hide('#offline', false)
    }
    await pause(RETRY_MS)
  }
  return { http: 504 }
}
