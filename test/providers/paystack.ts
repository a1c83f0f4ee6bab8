import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { answerApi, type Call, callOf } from './paystack/api.ts'
import {
  APPROVED,
  type BankSays,
  DECLINED,
  PaystackBooks,
  type RefundStatus,
  RULES,
  type Rules,
  type StandInBooks,
  type StandInCharge,
  type StandInRefund,
} from './paystack/books.ts'
import { type Notice, PaystackNotices, type Way } from './paystack/notices.ts'
import { type PageAnswer, pressButton, showPage } from './paystack/page.ts'

// A stand-in for Paystack: its API, page and notifications, in memory, from its public documents
// (docs/rails/paystack.md). It is stricter: it refuses unknown fields.

/** A fault of a call. `after`: it was done, and the answer is lost. */
export type Fault =
  | 'before'
  | 'after'
  | '502'
  | '502_after'
  | 'failure_inside'
  | 'unauthorized'
  | 'rate_limited'
  /** Slow: runs after the call was done, before its answer. */
  | { meanwhile: () => unknown }
  /** Replaces the answer after the call was done. */
  | { answer: (usual: string) => { status?: number; body: string | Buffer } }

export type PaystackStandIn = {
  url: string
  credentials: { secretKey: string }
  books: StandInBooks
  controls: PaystackControls
  server: http.Server
  close(): Promise<void>
}

export type PaystackControls = {
  /** The next call, or the next with this name, fails. */
  fail(fault: Fault, call?: Call): void
  /** How often each call arrived. */
  calls(): Record<string, number>
  /** Same as the page's buttons: the answer of the customer's bank. */
  pay(reference: string): void
  decline(reference: string, says?: BankSays): void
  /** A payment that another program began. */
  openForeign(reference: string, amount: bigint): void
  /** The outcome of the next refund. */
  nextRefund(ending: RefundStatus): void
  /** Sets the outcome of a refund now, even of a processed one. */
  endRefund(id: number, status: RefundStatus): void
  /** Applies what is due by now. Every call does this first. */
  tick(): void
  settle(): void
  notices: { made: readonly Notice[]; sign(event: string, content: object): Notice }
  notify(way: Way): void
  deliver(options?: { reversed?: boolean }): Promise<void>
  /** Whether the list of refunds applies its filter by transaction. */
  heedTransaction(does: boolean): void
}

export async function startPaystackStandIn({
  now,
  port = 0,
  notifyUrl = null,
  secretKey = `sk_live_${randomBytes(20).toString('hex')}`,
  rules = {},
}: {
  now: () => Date
  port?: number
  notifyUrl?: string | null
  secretKey?: string
  rules?: Partial<Rules>
}): Promise<PaystackStandIn> {
  const domain = secretKey.startsWith('sk_live_') ? 'live' : 'test'
  const notices = new PaystackNotices(notifyUrl, secretKey, domain)
  const books = new PaystackBooks({ ...RULES, ...rules }, now, (told) => notices.tell(told))
  const state = { faults: [] as { fault: Fault; call: Call | null }[], heeds: true }
  const counts: Record<string, number> = {}
  const sockets = new Set<Socket>()

  const server = http.createServer(async (incoming, reply) => {
    const body = Buffer.concat(await Array.fromAsync(incoming))
    books.tick()
    reply.setHeader('date', now().toUTCString())
    const target = new URL(incoming.url ?? '/', 'http://stand-in')
    const method = incoming.method ?? ''
    if (target.pathname.startsWith('/checkout/')) {
      sendPage(reply, pageAt(books, method, target.pathname))
      return
    }
    const call = callOf(method, target.pathname)
    counts[call] = (counts[call] ?? 0) + 1
    const at = state.faults.findIndex((one) => one.call === null || one.call === call)
    const fault = at < 0 ? null : state.faults.splice(at, 1)[0]!.fault
    const act = () =>
      answerApi({ now, books, secretKey, domain, heeds: state.heeds, page: base() })(call, {
        headers: incoming.headers,
        target,
        body,
      })
    await answer(reply, fault, act)
  })
  const base = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  server.on('connection', (socket) => {
    sockets.add(socket.unref())
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready))
  // Keeps a test from hanging if it fails before it closes this.
  if (port === 0) server.unref()

  const charge = (reference: string): StandInCharge => {
    const found = books.find(reference)
    assert(found, `there is no charge ${reference}`)
    return found
  }
  const refund = (id: number): StandInRefund => {
    const found = books.refunds.find((one) => one.id === id)
    assert(found, `there is no refund ${id}`)
    return found
  }
  return {
    url: base(),
    credentials: { secretKey },
    books,
    server,
    controls: {
      fail: (fault, call) => void state.faults.push({ fault, call: call ?? null }),
      calls: () => ({ ...counts }),
      pay: (reference) => books.attempt(charge(reference), APPROVED),
      decline: (reference, says = DECLINED) => books.attempt(charge(reference), says),
      openForeign: (reference, amount) => void openForeign(books, reference, amount),
      nextRefund: (ending) => void books.endings.push(ending),
      endRefund: (id, status) => books.end(refund(id), status),
      tick: () => books.tick(),
      settle: () => void books.settle(),
      notices: { made: notices.made, sign: (event, content) => notices.sign(event, content) },
      notify: (way) => {
        notices.way = way
      },
      deliver: (options) => notices.deliver(options),
      heedTransaction: (does) => {
        state.heeds = does
      },
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}

function openForeign(books: PaystackBooks, reference: string, amount: bigint) {
  const asked = { email: 'other@example.com', channels: ['card'], callbackUrl: null }
  books.open({ ...asked, reference, amount: amount as StandInCharge['amount'], cancelUrl: null })
}

async function answer(
  reply: http.ServerResponse,
  fault: Fault | null,
  act: () => { status: number; body: string },
): Promise<void> {
  const send = (status: number, body: string | Buffer, type = 'application/json') =>
    void reply.writeHead(status, { 'content-type': type }).end(body)
  if (fault === 'before') return void reply.destroy()
  if (fault === '502') return send(502, 'error code: 502', 'text/plain')
  if (fault === 'unauthorized') return send(401, '{"status":false,"message":"Invalid key"}')
  if (fault === 'rate_limited') {
    return send(429, '{"status":false,"message":"Rate limit exceeded!","code":"rate_limited"}')
  }
  if (fault === 'failure_inside') return send(200, '{"status":false,"message":"Sorry"}')
  const { status, body } = act()
  if (fault === 'after') return void reply.destroy()
  if (fault === '502_after') return send(502, 'error code: 502', 'text/plain')
  if (fault !== null && 'meanwhile' in fault) await fault.meanwhile()
  if (fault === null || !('answer' in fault)) return send(status, body)
  const instead = fault.answer(body)
  send(instead.status ?? status, instead.body)
}

function pageAt(books: PaystackBooks, method: string, path: string): PageAnswer {
  const [, , code, button] = path.split('/')
  const charge = books.charges.find(({ accessCode }) => accessCode === code)
  if (method === 'POST' && button) return pressButton(books, charge, button)
  return showPage(books, charge)
}

function sendPage(reply: http.ServerResponse, answered: PageAnswer): void {
  if ('location' in answered) {
    reply.writeHead(303, { location: answered.location }).end()
    return
  }
  reply.writeHead(answered.status, { 'content-type': 'text/html; charset=utf-8' })
  reply.end(answered.html)
}
