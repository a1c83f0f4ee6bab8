import { createPublicKey, generateKeyPairSync, randomUUID, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { OWN_BANK, SafehavenBooks, type Transfer } from './safehaven/books.ts'
import { type Bank, type Door, moneyDoors } from './safehaven/doors.ts'
import { identities } from './safehaven/identities.ts'
import { type News, safehavenNews } from './safehaven/news.ts'
import { failure, type Reply, transferBody } from './safehaven/wire.ts'

// A stand-in for Safe Haven MFB, in memory, on loopback. It is as strict as the documentation, and
// behaves as integrators have reported (docs/rails/safehaven.md): it checks every field, HTTP 200
// may contain an error, a transfer may be processing, then unknown, then done, and notifications
// are not signed. Two equal requests for a transfer are two transfers.

export const TOKEN_SECONDS = 1_800
const MAIN_ACCOUNT = '0110000017'
const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
const IBS_CLIENT_ID = '61e5a83ac6f0ec001ee90fac'
const BODY_BYTES_MAX = 65_536

export type Fault = {
  /** `POST /transfers`. Default: every call. */
  call?: string
  how:
    | 'before'
    | 'after'
    | 'text_502'
    | 'text_502_after'
    | 'hidden_500'
    | 'throttled'
    | 'expired_token'
    | 'slow'
  /** How many calls. Default: 1. */
  times?: number
  /** Runs while the call is slow. */
  meanwhile?: () => unknown
}

export type SafehavenControls = {
  fail(fault: Fault): void
  /** No more faults. */
  heal(): void
  /** The outcome of transfers to an account number. */
  fates: Bank['fates']
  /** Alters the text of every answer while it is set. */
  alter: ((call: string, text: string) => string | Buffer) | null
  amountsAs(form: 'number' | 'string'): void
  /** A transfer to an account number; null if the bank refuses it. */
  pay(credit: {
    accountNumber: string
    amount: bigint
    from: { bank: string; accountNumber: string; accountName: string }
    narration?: string
  }): Transfer | null
  /** Applies what is due by now. Every call does this too. */
  settle(): void
  expireTokens(): void
  news: News
  /** All calls, in order. */
  calls: string[]
}

export type SafehavenCredentials = {
  companyUrl: string
  clientId: string
  privateKey: string
  accountNumber: string
}

export type SafehavenStandIn = {
  url: string
  credentials: SafehavenCredentials
  books: SafehavenBooks
  controls: SafehavenControls
  server: Server
  close(): Promise<void>
}

type Running = {
  bank: Bank
  doors: Map<string, Door>
  tokens: Map<string, number>
  faults: Fault[]
  controls: SafehavenControls
  publicKey: string
  credentials: SafehavenCredentials
  url: string
}

/** Shared by all stand-ins of a process, because making keys is slow. */
let keys: { publicKey: string; privateKey: string } | null = null

export async function startSafehavenStandIn(options: {
  now: () => Date
  port?: number
  /** Its list of banks. */
  banks?: { name: string; bankCode: string }[]
  balance?: bigint
  /** Maps a callback URL to the URL that is really used. */
  reach?: (url: string) => string
  /** The client's URL, as set in their dashboard. */
  webhookUrl?: string
}): Promise<SafehavenStandIn> {
  const { now, port = 0, banks = BANKS, balance = 100_000_000n, webhookUrl = null } = options
  keys ??= generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const books = new SafehavenBooks(now)
  books.accounts.push({
    id: books.newId(),
    accountNumber: MAIN_ACCOUNT,
    accountName: 'EXAMPLE PAY LIMITED',
    balance,
    isSubAccount: false,
    externalReference: null,
    callbackUrl: webhookUrl,
    sweepsTo: null,
  })
  const people = identities({
    now,
    newId: () => books.newId(),
    newSessionId: () => books.newSessionId(OWN_BANK),
    takeFee(accountNumber, fee) {
      const account = books.find(accountNumber)
      if (!account || account.balance < fee) return false
      books.move(account, -fee, { reference: books.newSessionId(OWN_BANK), narration: 'IDENTITY' })
      return true
    },
  })
  const bank: Bank = {
    books,
    banks,
    enquiries: new Map(),
    fates: new Map(),
    amountsAs: 'number',
    isVerified: people.isVerified,
    mainAccount: MAIN_ACCOUNT,
  }
  const news = safehavenNews(options.reach ?? ((url) => url))
  const running: Running = {
    bank,
    doors: new Map(Object.entries({ ...moneyDoors(bank), ...people.doors })),
    tokens: new Map(),
    faults: [],
    controls: controlsOf(bank, news),
    publicKey: keys.publicKey,
    credentials: {
      companyUrl: 'https://pay.example.com',
      clientId: randomUUID().replaceAll('-', ''),
      privateKey: keys.privateKey,
      accountNumber: MAIN_ACCOUNT,
    },
    url: '',
  }
  running.controls.fail = (fault) => running.faults.push({ times: 1, ...fault })
  running.controls.heal = () => running.faults.splice(0)
  running.controls.expireTokens = () => running.tokens.clear()
  books.onChange = (transfer) => tell(bank, news, transfer)
  const server = createServer((request, response) => void answer(running, request, response))
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  running.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { url, credentials, controls } = running
  return { url, credentials, books, controls, server, close: () => stop(server, news) }
}

const BANKS = [
  { name: 'Safe Haven MFB', bankCode: OWN_BANK },
  { name: 'Guaranty Trust Bank', bankCode: '000013' },
  { name: 'Access Bank', bankCode: '000014' },
  { name: 'Zenith Bank', bankCode: '000015' },
]

async function stop(server: Server, news: News) {
  await news.sent()
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
}

function controlsOf(bank: Bank, news: News): SafehavenControls {
  const { books } = bank
  return {
    fail() {},
    heal() {},
    fates: bank.fates,
    alter: null,
    amountsAs(form) {
      bank.amountsAs = form
    },
    pay({ accountNumber, amount, from, narration = '' }) {
      books.settle()
      const virtual = books.byNumber.get(accountNumber)
      const to = books.find(virtual?.settlesTo ?? accountNumber)
      if (!to) return null
      if (virtual && !takes(virtual, amount, books.now())) return null
      return books.receive({ to, virtualAccount: virtual ?? null, from, amount, narration })
    },
    settle: () => books.settle(),
    expireTokens() {},
    news,
    calls: [],
  }
}

type Virtual = SafehavenBooks['virtualAccounts'][number]

function takes({ amountControl, amount, expiresAt, isDeleted }: Virtual, paid: bigint, now: Date) {
  if (isDeleted || expiresAt <= now) return false
  if (amountControl === 'Fixed') return paid === amount
  return amountControl === 'UnderPayment' ? paid <= amount : paid >= amount
}

/** Notifies the account's URL, or else the client's. */
function tell({ books, amountsAs }: Bank, news: News, transfer: Transfer) {
  const account = books.accounts.find(({ id }) => id === transfer.account)
  const url = transfer.virtualAccount?.callbackUrl ?? account?.callbackUrl ?? null
  const fallback = books.accounts.find(({ isSubAccount }) => !isSubAccount)?.callbackUrl ?? null
  const to = url ?? fallback
  if (to === null) return
  const type = transfer.virtualAccount ? 'virtualAccount.transfer' : 'transfer'
  news.send(to, JSON.stringify({ type, data: transferBody(transfer, amountsAs) }))
}

async function answer(running: Running, request: IncomingMessage, response: ServerResponse) {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks)
  const url = new URL(request.url ?? '/', running.url)
  const { name, id } = callOf(running, request.method ?? '', url.pathname)
  running.controls.calls.push(name)
  const fault = takeFault(running, name)
  if (fault?.how === 'before') return request.socket.destroy()
  if (fault?.how === 'text_502') return sendText(response, 502, 'error code: 502')
  if (fault?.how === 'expired_token') running.tokens.clear()
  const reply =
    body.length > BODY_BYTES_MAX
      ? failure(413, 'Payload too large')
      : (early(fault) ?? replyTo(running, name, id, url, request, body.toString()))
  if (fault?.how === 'slow') await fault.meanwhile?.()
  if (fault?.how === 'after') return request.socket.destroy()
  if (fault?.how === 'text_502_after') return sendText(response, 502, 'error code: 502')
  const text = JSON.stringify(reply.body)
  const altered = running.controls.alter?.(name, text) ?? text
  response.writeHead(reply.http, {
    'content-type': 'application/json; charset=utf-8',
    date: running.bank.books.now().toUTCString(),
  })
  response.end(altered)
}

function sendText(response: ServerResponse, status: number, text: string) {
  response.writeHead(status, { 'content-type': 'text/plain' }).end(text)
}

function early(fault: Fault | undefined): Reply | null {
  if (fault?.how === 'hidden_500') return failure(500, 'Something went wrong', 200)
  return fault?.how === 'throttled' ? failure(429, 'ThrottlerException: Too Many Requests') : null
}

function takeFault({ faults }: Running, name: string): Fault | undefined {
  const index = faults.findIndex(({ call }) => call === undefined || call === name)
  const fault = faults[index]
  if (fault === undefined) return undefined
  fault.times = (fault.times ?? 1) - 1
  if (fault.times <= 0) faults.splice(index, 1)
  return fault
}

/** The longest matching path; `:id` matches one segment. */
function callOf({ doors }: Running, method: string, path: string): { name: string; id: string } {
  const exact = `${method} ${path}`
  if (doors.has(exact) || exact === 'POST /oauth2/token') return { name: exact, id: '' }
  for (const name of doors.keys()) {
    const pattern = new RegExp(`^${name.replace(':id', '([^/]+)')}$`)
    const found = pattern.exec(exact)
    if (found?.[1] !== undefined) return { name, id: found[1] }
  }
  return { name: exact, id: '' }
}

function replyTo(
  running: Running,
  name: string,
  id: string,
  url: URL,
  { headers }: IncomingMessage,
  text: string,
): Reply {
  running.bank.books.settle()
  const type = headers['content-type'] ?? ''
  if (name === 'POST /oauth2/token') return token(running, type, text)
  const until = running.tokens.get(headers.authorization ?? '')
  if (until === undefined || until <= running.bank.books.now().getTime()) {
    return failure(401, 'Unauthorized')
  }
  if (headers['clientid'] !== IBS_CLIENT_ID) return failure(400, 'ClientID header is required')
  const door = running.doors.get(name)
  if (door === undefined) return failure(404, `Cannot ${name}`)
  let body: unknown
  if (text !== '') {
    if (!type.startsWith('application/json')) return failure(400, 'Unsupported content type')
    try {
      body = JSON.parse(text)
    } catch {
      return failure(400, 'Unexpected token in JSON')
    }
  }
  return door({ body, query: url.searchParams, id })
}

function token(running: Running, type: string, text: string): Reply {
  const refused = (why: string): Reply => ({
    http: 401,
    body: { statusCode: 401, error: 'invalid_client', error_description: why },
  })
  if (!type.startsWith('application/x-www-form-urlencoded')) return refused('form expected')
  const form = new URLSearchParams(text)
  const { clientId, companyUrl } = running.credentials
  if (form.get('grant_type') !== 'client_credentials') return refused('grant_type')
  if (form.get('client_id') !== clientId) return refused('client_id')
  if (form.get('client_assertion_type') !== ASSERTION_TYPE) return refused('assertion type')
  const nowSeconds = running.bank.books.now().getTime() / 1_000
  const wrong = wrongAssertion(form.get('client_assertion') ?? '', running.publicKey, {
    iss: companyUrl,
    sub: clientId,
    aud: running.url,
    nowSeconds,
  })
  if (wrong !== null) return refused(wrong)
  const access = randomUUID()
  const untilMs = running.bank.books.now().getTime() + TOKEN_SECONDS * 1_000
  running.tokens.set(`Bearer ${access}`, untilMs)
  const body = {
    access_token: access,
    client_id: clientId,
    token_type: 'Bearer',
    expires_in: TOKEN_SECONDS,
    refresh_token: randomUUID(),
    ibs_client_id: IBS_CLIENT_ID,
    ibs_user_id: '61e5a83ac6f0ec001ee90fad',
  }
  return { http: 201, body }
}

function wrongAssertion(
  text: string,
  publicKey: string,
  expected: { iss: string; sub: string; aud: string; nowSeconds: number },
): string | null {
  const [head = '', claims = '', signature = ''] = text.split('.')
  const signed = Buffer.from(`${head}.${claims}`)
  const key = createPublicKey(publicKey)
  if (!verify('RSA-SHA256', signed, key, Buffer.from(signature, 'base64url'))) return 'signature'
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
  const { alg, typ } = read(head) as Record<string, string>
  if (alg !== 'RS256' || typ !== 'JWT') return 'header'
  const { iss, sub, aud, iat, exp } = read(claims) as Record<string, string> & {
    iat: number
    exp: number
  }
  const { nowSeconds } = expected
  if (iss !== expected.iss || sub !== expected.sub || aud !== expected.aud) return 'claims'
  if (!Number.isInteger(iat) || !Number.isInteger(exp)) return 'times must be whole seconds'
  return iat > nowSeconds || exp <= nowSeconds ? 'times' : null
}
