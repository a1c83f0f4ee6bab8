import { createHmac, createSecretKey } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { testCards } from '../src/providers/sandbox/test-cards.ts'
import { countsOf, startLoop } from './loop.ts'
import { FIRST, numbersOf } from './numbers.ts'
import {
  type Acknowledged,
  HOT,
  isBroken,
  KINDS,
  type Kind,
  replyOf,
  SHARES,
  type SoakBusiness,
  type SoakLoad,
  type Told,
  WEALTHY,
} from './soak-kinds.ts'
import {
  badRequest,
  cutRequest,
  type Requests,
  requestsTo,
  SESSION,
  SOAKED,
} from './soak-requests.ts'
import {
  type Answer,
  between,
  type Client,
  headerOf,
  listen,
  type Message,
  openClient,
  type Reply,
  Unanswered,
} from './soak-wire.ts'
import { serveWorker } from './worker.ts'

// Everybody around the service, for as long as it takes: customers, their banks, the businesses and
// their servers, and whoever sends nonsense or goes away in the middle. What is done is due at
// fixed moments, whether or not the last was answered.
//
// (1) Whatever is answered otherwise than is right for it is a failure; a 503 is counted apart.
// (2) What was acknowledged is counted, and the webhooks of it are awaited where a server answers.

const SLOTS = 64
const FILLING_SLOTS = 128
const BUSY_MS = 200
const KEPT_MAX = 50_000
const SIGNED_EVERY = 64
const BUSY = 503
const SEED = 20_261
type Payment = { number: number; business: number; accessCode: string }
type Parties = { client: Client; requests: Requests; businesses: SoakBusiness[] }

let port = 0
let parties: Parties
let next = FIRST
let hooks = 0
let failures = 0
let unanswered = 0
const firstFailures = new Map<Kind, string>()
const acknowledged: Acknowledged = {
  initialized: 0,
  paid: 0,
  credited: 0,
  dedicated: 0,
  identified: 0,
  refunded: 0,
}
const webhooks = { arrived: 0, others: 0, wrong: 0 }
const awaited = new Map<string, number>()
let hookMs: number[] = []
const asked: Payment[] = []
const paid: Payment[] = []
const accounts: string[] = []
const random = numbersOf({ kind: 'random', first: 0, end: 2 ** 30, seed: SEED })

class Busy extends Error {}
type Filling = Extract<SoakLoad, { step: 'fill' }>

serveWorker(run)

async function run(load: SoakLoad): Promise<Told> {
  let kinds: Told['kinds'] = []
  switch (load.step) {
    case 'listen':
      port = await listen(takeWebhook)
      break
    case 'open': {
      const requests = requestsTo(load.host, createSecretKey(Buffer.from(load.railSecret)))
      const client = openClient(load.host.split(':')[0]!, load.port)
      parties = { client, requests, businesses: load.businesses }
      break
    }
    case 'fill':
      await fill(load)
      break
    case 'run':
      kinds = await soak(load.seconds, load.perSecond)
      break
    case 'await':
      for (let waited = 0; waited < load.patienceMs && awaited.size > 0; waited += 100) {
        await pause(100)
      }
  }
  const missing = awaited.size
  return {
    port,
    acknowledged,
    webhooks: { ...webhooks, missing },
    failures,
    unanswered,
    firstFailures: [...firstFailures].map((one) => one.join(': ')),
    kinds,
  }
}

async function soak(seconds: number, perSecond: number): Promise<Told['kinds']> {
  hookMs = []
  const kinds = Object.entries(KINDS) as [Kind, { share: number }][]
  const measured = await Promise.all(
    kinds.map(async ([kind, { share }]) => {
      const loop = startLoop(
        {
          connections: SLOTS,
          warmUpSeconds: 0,
          seconds,
          perSecond: (share / SHARES) * perSecond,
        },
        (slot) => void attempt(kind).then((isRefused) => loop.answered(slot, isRefused)),
      )
      return { kind, ...(await loop.done) }
    }),
  )
  const [all, counts] = [hookMs.length, countsOf(hookMs)]
  const hook = { measured: all, all, refused: 0, elapsedSeconds: seconds, counts }
  return [...measured, { kind: 'webhook', ...hook }]
}

/** No more is asked than makes the service remember it. */
async function fill({ count, known, bankCode, msMax }: Filling): Promise<void> {
  const until = performance.now() + msMax
  let left = count
  await Promise.all(
    Array.from({ length: FILLING_SLOTS }, async () => {
      while (left > 0 && performance.now() < until) {
        const { accessCode, accountNumber } = known[left % known.length]!
        left -= 1
        await untilDone('initialize, new customer', async (parties, number, business) => {
          const payment = await initialize(parties, number, business)
          keep(asked, payment)
          await right(parties, parties.requests.get(`/checkout/${payment.accessCode}/status`))
        })
        await untilDone('name enquiry', (parties, _number, business) => {
          const { secretKey } = parties.businesses[business]!
          const account = { bank_code: bankCode, account_number: accountNumber }
          return right(
            parties,
            parties.requests.post('/api/v1/accounts/resolve', secretKey, account),
          )
        })
        await untilDone('checkout page', (parties) =>
          right(parties, parties.requests.get(`/checkout/${accessCode}/status`)),
        )
        if (left % 4 === 0) await untilDone('name enquiry', doing['name enquiry'])
        if (left % 40 === 0) await untilDone('dedicated account', doing['dedicated account'])
      }
    }),
  )
}

async function untilDone(kind: Kind, does: Doing): Promise<void> {
  while (await attempt(kind, does)) await pause(BUSY_MS)
}

/** Whether it was refused because there is too much to do. */
async function attempt(kind: Kind, does: Doing = doing[kind]): Promise<boolean> {
  const number = next
  next += 1
  const many = parties.businesses.length
  const business = random() % 5 === 0 ? HOT : random() % many
  try {
    await does(parties, number, business)
    return false
  } catch (error) {
    if (error instanceof Busy) return true
    failures += 1
    if (error instanceof Unanswered) unanswered += 1
    if (!firstFailures.has(kind)) {
      firstFailures.set(kind, (error as Error).message.replaceAll(/\s+/g, ' '))
    }
    return false
  }
}

type Doing = (parties: Parties, number: number, business: number) => Promise<unknown>

const card = testCards.find(({ name }) => name === 'success')!
const CARD = { number: card.number, cvv: card.cvv, exp_month: 12, exp_year: 99 }

const doing: Record<Kind, Doing> = {
  async 'payment by transfer'(parties, number, business) {
    const payment = await initialize(parties, number, business)
    const { requests } = parties
    const { accessCode } = payment
    await right(parties, requests.get(`/checkout/${accessCode}`))
    const account = await right(parties, requests.askForAccount(accessCode))
    const accountNumber = between(account.body, '"account_number":"', '"')
    // The customer's page looks whether it is paid.
    await right(parties, requests.get(`/checkout/${accessCode}/status`))
    const session = `${SESSION}${number}`
    await paying(payment, () => credit(parties, { session, accountNumber, number }))
    keep(paid, payment)
    await expectPaid(parties, payment)
  },
  async 'payment by card'(parties, number, business) {
    const payment = await initialize(parties, number, business)
    await paying(payment, async () => {
      const { body } = await right(parties, parties.requests.payByCard(payment.accessCode, CARD))
      if (!body.includes('"status":"success"')) throw new Error(body)
    })
  },
  async 'payment of a wrong amount'(parties, number, business) {
    const { accessCode } = await initialize(parties, number, business)
    const account = await right(parties, parties.requests.askForAccount(accessCode))
    const accountNumber = between(account.body, '"account_number":"', '"')
    await credit(parties, { session: `${SESSION}${number}`, accountNumber, number, short: true })
  },
  async 'initialize, new customer'(parties, number, business) {
    keep(asked, await initialize(parties, number, business))
  },
  async verify(parties, _number, _business) {
    const known = any(random() % 2 === 0 ? paid : asked)
    if (!known) return
    const { secretKey } = parties.businesses[known.business]!
    const reference = `${SOAKED}${known.number}`
    const { requests } = parties
    const { body } = await right(
      parties,
      requests.get(`/api/v1/transactions/verify/${reference}`, secretKey),
    )
    if (!body.includes(`"reference":"${reference}"`)) throw new Error(body)
  },
  async 'deposit to a dedicated account'(parties, number) {
    const accountNumber = any(accounts)
    if (accountNumber === undefined) return
    const transfer = { session: `${SESSION}${number}`, accountNumber, number }
    await credit(parties, transfer)
    // Banks tell of the same transfer again.
    if (number % 20 === 0) await right(parties, parties.requests.notify(transfer))
  },
  async 'dedicated account'(parties, number, business) {
    const { secretKey } = parties.businesses[business]!
    const { body } = await right(parties, parties.requests.dedicate(secretKey, number))
    acknowledged.dedicated += 1
    keep(accounts, between(body, '"account_number":"', '"'))
  },
  async 'identity initiation'(parties, number) {
    const { secretKey } = parties.businesses[number % WEALTHY]!
    const { body } = await right(parties, parties.requests.identify(secretKey, number))
    if (!body.includes('"status":"Pending"')) throw new Error(body)
    acknowledged.identified += 1
  },
  'name enquiry': (parties, number, business) => {
    const { secretKey } = parties.businesses[business]!
    return right(parties, parties.requests.resolve(secretKey, number))
  },
  list: (parties, number, business) => {
    const { secretKey } = parties.businesses[business]!
    const path = LISTS[number % LISTS.length]!
    return right(parties, parties.requests.get(path, secretKey))
  },
  async 'checkout page'(parties) {
    const payment = any(asked)
    if (payment) await right(parties, parties.requests.get(`/checkout/${payment.accessCode}`))
  },
  async refund(parties) {
    const payment = paid.pop()
    if (!payment) return
    const { secretKey } = parties.businesses[payment.business]!
    await right(parties, parties.requests.refund(secretKey, `${SOAKED}${payment.number}`))
    acknowledged.refunded += 1
  },
  async 'bad request'(parties, number, business) {
    const { secretKey } = parties.businesses[business]!
    const { status, body } = await ask(parties, badRequest(parties.requests, number, secretKey))
    if (status < 400 || status > 499) throw new Error(`${number}: ${status} ${body}`)
  },
  async 'cut connection'(parties, number, business) {
    const { secretKey } = parties.businesses[business]!
    const payment = any(asked)
    if (!payment) return
    const { requests, client } = parties
    await client.cut(...cutRequest(requests, number, secretKey, payment.accessCode))
  },
}

const LISTS = [
  '/api/v1/transactions?perPage=20',
  '/api/v1/transactions?perPage=50&status=success',
  '/api/v1/customers?perPage=20',
  '/api/v1/events?perPage=20',
  '/api/v1/dedicated-virtual-accounts?perPage=20',
  '/api/v1/deposits?perPage=20',
  '/api/v1/statistics',
  '/api/v1/balance/ledger',
  '/api/v1/sandbox/messages?perPage=20',
  '/api/v1/banks',
]

async function initialize(parties: Parties, number: number, business: number): Promise<Payment> {
  const { secretKey } = parties.businesses[business]!
  const more = number % 4 === 0 ? `Idempotency-Key: order-${number}\r\n` : ''
  const request = parties.requests.initialize(secretKey, `${SOAKED}${number}`, number, more)
  const { body } = await right(parties, request)
  acknowledged.initialized += 1
  return { number, business, accessCode: between(body, '"access_code":"', '"') }
}

async function credit(parties: Parties, transfer: Parameters<Requests['notify']>[0]) {
  const { body } = await right(parties, parties.requests.notify(transfer))
  if (!body.includes('"Credited"')) throw new Error(body)
  acknowledged.credited += 1
}

async function expectPaid(parties: Parties, { number, business }: Payment): Promise<void> {
  const { secretKey } = parties.businesses[business]!
  const path = `/api/v1/transactions/verify/${SOAKED}${number}`
  const { body } = await right(parties, parties.requests.get(path, secretKey))
  if (!body.includes('"status":"success","amount"')) throw new Error(body)
}

async function ask({ client }: Parties, request: string): Promise<Answer> {
  const answer = await client.ask(request)
  if (answer.status === BUSY) throw new Busy()
  return answer
}

async function right(parties: Parties, request: string): Promise<Answer> {
  const answer = await ask(parties, request)
  if (answer.status >= 200 && answer.status < 300) return answer
  throw new Error(`${request.slice(0, 60)}: ${answer.status} ${answer.body.slice(0, 300)}`)
}

/** The webhook may come before the answer; where there is none, nobody waits for it. */
async function paying({ number, business }: Payment, pay: () => Promise<void>): Promise<void> {
  const reference = `${SOAKED}${number}`
  if (!isBroken(business)) awaited.set(reference, performance.now())
  try {
    await pay()
    acknowledged.paid += 1
  } catch (error) {
    awaited.delete(reference)
    throw error
  }
}

function takeWebhook({ head, body }: Message): Reply {
  const [, route, number] = /^POST \/(standard|dedicated)\/(\d+) /.exec(head) ?? []
  const business = Number(number)
  const known = parties.businesses[business]
  if (!known || route === undefined) {
    webhooks.wrong += 1
    return 'refuse'
  }
  const reply = replyOf(business, Number(headerOf(head, 'x-service-attempt')))
  if (reply !== 'ok') return reply
  hooks += 1
  const secret = known.secrets[route as 'standard' | 'dedicated']
  if (hooks % SIGNED_EVERY === 0 && !isSigned({ head, body }, secret)) webhooks.wrong += 1
  const reference = between(body, '"reference":"', '"')
  const since = awaited.get(reference)
  if (since !== undefined) {
    awaited.delete(reference)
    hookMs.push(performance.now() - since)
    webhooks.arrived += 1
  } else webhooks.others += 1
  return reply
}

function isSigned({ head, body }: Message, secret: string): boolean {
  const text = Buffer.from(`${headerOf(head, 'x-service-timestamp')}.${body}`, 'latin1')
  const expected = createHmac('sha512', secret).update(text).digest('hex')
  return headerOf(head, 'x-service-signature').includes(expected)
}

function keep<Item>(items: Item[], item: Item): void {
  if (items.length < KEPT_MAX) items.push(item)
  else items[random() % KEPT_MAX] = item
}

function any<Item>(items: Item[]): Item | undefined {
  return items[random() % Math.max(1, items.length)]
}
