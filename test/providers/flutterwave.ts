import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { answerApi, type Call, callOf } from './flutterwave/api.ts'
import {
  APPROVED,
  DECLINED,
  FlutterwaveBooks,
  RULES,
  type Rules,
  type StandInPage,
} from './flutterwave/books.ts'
import { FlutterwaveNotices } from './flutterwave/notices.ts'
import { answerOpay, answerPage, type PageAnswer } from './flutterwave/page.ts'

// A stand-in for Flutterwave v3: its API, page and notifications, in memory, from its public
// documents (docs/rails/flutterwave.md). It is stricter: it refuses unknown fields.

/** A fault of a call. `after`: it was done, and the answer is lost. */
export type Fault =
  | 'before'
  | 'after'
  | '503'
  /** After about 28 seconds: it was done all the same. */
  | '503_after'
  | 'failure_inside'
  | 'unauthorized'
  | 'rate_limited'
  /** Slow: runs after the call was done, before its answer. */
  | { meanwhile: () => unknown }
  /** Replaces the answer after the call was done. */
  | { answer: (usual: string) => { status?: number; body: string | Buffer } }

export type FlutterwaveStandIn = Awaited<ReturnType<typeof startFlutterwaveStandIn>>

export async function startFlutterwaveStandIn({
  now,
  port = 0,
  notifyUrl = null,
  rules = {},
}: {
  now: () => Date
  port?: number
  notifyUrl?: string | null
  rules?: Partial<Rules>
}) {
  const credentials = {
    secretKey: `FLWSECK-${randomBytes(20).toString('hex')}-X`,
    hash: randomBytes(16).toString('hex'),
  }
  const notices = new FlutterwaveNotices(credentials.hash, notifyUrl)
  const books: FlutterwaveBooks = new FlutterwaveBooks({ ...RULES, ...rules }, now, (told) =>
    notices.tell(told, books),
  )
  const state = { faults: [] as { fault: Fault; call: Call | null }[], heeds: true }
  const counts: Record<string, number> = {}
  const sockets = new Set<Socket>()

  const server = http.createServer(async (incoming, reply) => {
    const body = Buffer.concat(await Array.fromAsync(incoming))
    books.tick()
    reply.setHeader('date', now().toUTCString())
    const target = new URL(incoming.url ?? '/', 'http://stand-in')
    const method = incoming.method ?? ''
    const answered = pageAt(books, method, target.pathname)
    if (answered !== null) {
      if ('location' in answered) {
        reply.writeHead(303, { location: answered.location }).end()
        return
      }
      reply.writeHead(answered.status, { 'content-type': 'text/html; charset=utf-8' })
      reply.end(answered.html)
      return
    }
    const { call } = callOf(method, target.pathname)
    counts[call] = (counts[call] ?? 0) + 1
    const at = state.faults.findIndex((one) => one.call === null || one.call === call)
    const fault = at < 0 ? null : state.faults.splice(at, 1)[0]!.fault
    const { secretKey } = credentials
    const api = answerApi({ books, secretKey, page: origin(), heeds: state.heeds })
    await answer(reply, fault, () => api(method, { headers: incoming.headers, target, body }))
  })
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  server.on('connection', (socket) => {
    sockets.add(socket.unref())
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready))
  // Keeps a test from hanging if it fails before it closes this.
  if (port === 0) server.unref()

  const page = (txRef: string): StandInPage => {
    const found = books.pages.find((one) => one.txRef === txRef)
    assert(found, `there is no page for ${txRef}`)
    return found
  }
  return {
    url: `${origin()}/v3`,
    pageOrigin: origin(),
    credentials,
    books,
    server,
    notices,
    controls: {
      /** The next call, or the next with this name, fails. */
      fail: (fault: Fault, call?: Call) => void state.faults.push({ fault, call: call ?? null }),
      /** How often each call arrived. */
      calls: (): Record<string, number> => ({ ...counts }),
      /** Same as the page's buttons: the answer of the customer's bank. */
      pay: (txRef: string) => books.attempt(page(txRef), APPROVED),
      decline: (txRef: string, says = DECLINED) => books.attempt(page(txRef), says),
      /** The bank has not answered yet. */
      leavePending: (txRef: string) => books.attempt(page(txRef), 'Pending', 'pending'),
      tick: () => books.tick(),
      /** Whether lists apply their filter by our reference. */
      heedReference: (does: boolean) => {
        state.heeds = does
      },
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}

/** Null: it is no page. */
function pageAt(books: FlutterwaveBooks, method: string, path: string): PageAnswer | null {
  const [, , page, ...rest] = path.split('/')
  const [code = '', button = ''] = page === 'hosted' ? rest.slice(1) : rest
  const pressed = method === 'POST' ? button : ''
  if (page === 'hosted') return answerPage(books, code, pressed)
  return page === 'opay' ? answerOpay(books, code, pressed) : null
}

async function answer(
  reply: http.ServerResponse,
  fault: Fault | null,
  act: () => { status: number; body: string },
): Promise<void> {
  const send = (status: number, body: string | Buffer, type = 'application/json') =>
    void reply.writeHead(status, { 'content-type': type }).end(body)
  if (fault === 'before') return void reply.destroy()
  if (fault === '503') return send(503, 'upstream request timeout', 'text/plain')
  if (fault === 'unauthorized') {
    return send(401, '{"status":"error","message":"Invalid authorization key","data":null}')
  }
  if (fault === 'rate_limited') return send(429, '{"status":"error","message":"Too many requests"}')
  if (fault === 'failure_inside') return send(200, '{"status":"error","message":"Sorry"}')
  const { status, body } = act()
  if (fault === 'after') return void reply.destroy()
  if (fault === '503_after') return send(503, 'upstream request timeout', 'text/plain')
  if (fault !== null && 'meanwhile' in fault) await fault.meanwhile()
  if (fault === null || !('answer' in fault)) return send(status, body)
  const instead = fault.answer(body)
  send(instead.status ?? status, instead.body)
}
