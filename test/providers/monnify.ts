import { createHmac, randomBytes } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { HOUR, later } from '../../src/platform/clock.ts'
import { type Kobo, naira } from '../../src/platform/money.ts'
import {
  type Account,
  type Answer,
  type Asked,
  answerApi,
  callOf,
  done,
  failure,
  springError,
} from './monnify/api.ts'
import { MonnifyBooks, type Source } from './monnify/books.ts'
import { eventForm, type Shape } from './monnify/forms.ts'

// A stand-in for Monnify: its API, page and notifications, in memory, from its public documentation
// (docs/rails/monnify.md). It is stricter: it refuses unknown fields.

/** A fault of a call. `after`: it was done, and the answer is lost. */
export type Fault =
  | 'before'
  | 'after'
  | '502'
  | '502_after'
  | 'failure_inside'
  | 'unauthorized'
  | 'forbidden'
  | 'rate_limited'
  /** Slow: runs after the call was done, before its answer. */
  | { meanwhile: () => unknown }
  /** Replaces the answer after the call was done. */
  | { answer: (usual: string) => { status?: number; body: string | Buffer } }

export type Told = { headers: Record<string, string>; body: Buffer }
/** What happens to notifications. `held`: until `deliver` is called. */
export type Way = 'once' | 'twice' | 'lost' | 'held'

export type MonnifyStandIn = {
  url: string
  credentials: Account
  books: MonnifyBooks
  controls: MonnifyControls
  server: http.Server
  close(): Promise<void>
}
export type MonnifyControls = {
  /** The next call, or the next with this name, fails. */
  fail(fault: Fault, call?: string): void
  /** How often each call arrived. */
  calls(): Record<string, number>
  /** Pays to an account number, or by card under our reference. Returns their reference. */
  pay(to: string, amount: Kobo, source?: Source): string
  /** A try on the page failed, or the customer left the page. */
  endPayment(reference: string, status: string): void
  expireTokens(): void
  /** Applies what is due by now. Every call does this first. */
  tick(): void
  /** In how many formats the payer is written, in turn. */
  shapes(...shapes: Shape[]): void
  notify(way: Way): void
  /** All notifications so far. */
  told: readonly Told[]
  deliver(options?: { reversed?: boolean }): Promise<void>
  sign(json: object): Told
  signText(text: string): Told
}

const PAYER: Source = { accountName: 'Ada Obi', accountNumber: '0000000018', bankCode: '058' }

export async function startMonnifyStandIn({
  now,
  port = 0,
  notifyUrl = null,
  signs = true,
  balance = naira(10_000_000),
}: {
  now: () => Date
  port?: number
  notifyUrl?: string | null
  /** Their sandbox does not. */
  signs?: boolean
  balance?: Kobo
}): Promise<MonnifyStandIn> {
  const account: Account = {
    apiKey: `MK_TEST_${randomBytes(5).toString('hex')}`,
    secretKey: randomBytes(16).toString('hex'),
    contractCode: '1234567890',
    walletAccount: '3934178936',
  }
  const state = { way: 'once' as Way, shapes: ['array'] as Shape[], shape: 0 }
  const faults: { fault: Fault; call: string | null }[] = []
  const counts: Record<string, number> = {}
  const tokens = new Map<string, Date>()
  const [told, held]: [Told[], Told[]] = [[], []]
  const sign = (json: object) => signText(JSON.stringify(json))
  const signText = (text: string): Told => {
    const body = Buffer.from(text)
    const signature = createHmac('sha512', account.secretKey).update(body).digest('hex')
    return { headers: signs ? { 'monnify-signature': signature } : {}, body }
  }
  const nextShape = () => state.shapes[state.shape++ % state.shapes.length]!
  const books = new MonnifyBooks(now, balance, (eventType, about) => {
    const one = sign(eventForm(eventType, about, nextShape()))
    told.push(one)
    if (state.way === 'held') held.push(one)
    const times = { once: 1, twice: 2, lost: 0, held: 0 }[state.way]
    for (let time = 0; time < times; time++) void post(notifyUrl, one)
  })
  const sockets = new Set<Socket>()
  const server = http.createServer(async (incoming, reply) => {
    const target = new URL(incoming.url ?? '/', 'http://stand-in')
    const asked: Asked = {
      method: incoming.method ?? '',
      path: target.pathname,
      query: target.searchParams,
      headers: incoming.headers,
      body: Buffer.concat(await Array.fromAsync(incoming)),
    }
    books.tick()
    reply.setHeader('date', now().toUTCString())
    const isLogin = asked.path === '/api/v1/auth/login'
    const call = isLogin ? 'login' : callOf(asked)
    counts[call] = (counts[call] ?? 0) + 1
    const at = faults.findIndex((one) => one.call === null || one.call === call)
    const fault = at < 0 ? null : faults.splice(at, 1)[0]!.fault
    await answer(reply, fault, () => {
      if (asked.path.startsWith('/checkout/')) return page(books, asked)
      if (isLogin) return logIn(account, asked, tokens, now())
      const token = /^Bearer (.+)$/.exec(asked.headers.authorization ?? '')?.[1] ?? ''
      if ((tokens.get(token) ?? new Date(0)) <= now()) return springError(401, asked.path)
      return answerApi({ books, account, shape: nextShape, page: base }, asked)
    })
  })
  const base = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  server.on('connection', (socket) => {
    sockets.add(socket.unref())
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready))
  // Keeps a test from hanging if it fails before it closes this.
  if (port === 0) server.unref()
  return {
    url: base(),
    credentials: account,
    books,
    server,
    controls: {
      fail: (fault, call) => void faults.push({ fault, call: call ?? null }),
      calls: () => ({ ...counts }),
      pay: (to, amount, source = PAYER) => books.pay(to, amount, source).transactionReference,
      endPayment: (reference, status) => {
        const payment = books.byPaymentReference(reference)
        if (!payment) throw new Error(`there is no payment ${reference}`)
        payment.status = status
      },
      expireTokens: () => tokens.clear(),
      tick: () => books.tick(),
      shapes: (...shapes) => Object.assign(state, { shapes, shape: 0 }),
      notify: (way) => Object.assign(state, { way }),
      told,
      async deliver({ reversed = false } = {}) {
        const all = held.splice(0)
        for (const one of reversed ? all.reverse() : all) await post(notifyUrl, one)
      },
      sign,
      signText,
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}

function logIn(account: Account, asked: Asked, tokens: Map<string, Date>, now: Date): Answer {
  const right = Buffer.from(`${account.apiKey}:${account.secretKey}`).toString('base64')
  if (asked.method !== 'POST') return springError(404, asked.path)
  if (asked.headers.authorization !== `Basic ${right}`) {
    return failure(401, '99', 'Invalid credentials')
  }
  const accessToken = randomBytes(24).toString('base64url')
  tokens.set(accessToken, later(now, HOUR))
  return done({ accessToken, expiresIn: 3_600 })
}

/** The payment page. Its button pays. */
function page(books: MonnifyBooks, asked: Asked): Answer {
  const reference = decodeURIComponent(asked.path.split('/')[2] ?? '')
  const payment = books.payments.get(reference)
  if (!payment) return springError(404, asked.path)
  if (asked.method === 'POST' && payment.paidOn === null) {
    books.pay(payment.paymentReference, payment.amount, PAYER)
  }
  const back = payment.redirectUrl?.replaceAll('&', '&amp;').replaceAll('"', '&quot;') ?? '/'
  const button = '<form method="post"><button>Pay by card</button></form>'
  const rest = payment.paidOn ? `<a href="${back}">Back to the shop</a>` : button
  return { status: 200, body: `<!doctype html><title>Monnify (stand-in)</title>${rest}` }
}

async function answer(
  reply: http.ServerResponse,
  fault: Fault | null,
  act: () => Answer,
): Promise<void> {
  const send = (status: number, body: string | Buffer) => {
    const isJson = body.toString().startsWith('{')
    const isPage = body.toString().startsWith('<')
    const type = isJson ? 'application/json' : isPage ? 'text/html' : 'text/plain'
    reply.writeHead(status, { 'content-type': type }).end(body)
  }
  const sendAnswer = ({ status, body }: Answer) => send(status, body)
  if (fault === 'before') return void reply.destroy()
  if (fault === '502') return send(502, 'error code: 502')
  if (fault === 'unauthorized') return sendAnswer(springError(401, '/'))
  if (fault === 'forbidden') return sendAnswer(springError(403, '/'))
  if (fault === 'rate_limited') return sendAnswer(failure(429, '99', 'Too many requests'))
  if (fault === 'failure_inside') return sendAnswer(failure(200, '99', 'Sorry, an error occurred'))
  const made = act()
  if (fault === 'after') return void reply.destroy()
  if (fault === '502_after') return send(502, 'error code: 502')
  if (fault !== null && 'meanwhile' in fault) await fault.meanwhile()
  if (fault === null || !('answer' in fault)) return sendAnswer(made)
  const instead = fault.answer(made.body)
  send(instead.status ?? made.status, instead.body)
}

/** A failed notification is not repeated: the service enquires. */
async function post(url: string | null, { headers, body }: Told): Promise<void> {
  if (url === null) return
  const request = http.request(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
  })
  request.on('error', () => {})
  request.on('response', (response) => response.resume())
  request.end(body)
  await new Promise((over) => request.on('close', over))
}
