import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { DAY, HOUR } from '../../../src/platform/clock.ts'
import { formatNaira, type Kobo, kobo } from '../../../src/platform/money.ts'
import { notNaira, readNaira } from '../../../src/platform/naira.ts'
import * as flutterwaves from '../flutterwave/books.ts'
import { decide } from '../flutterwave/page.ts'
import { APPROVED, DECLINED, SHORT } from '../paystack/books.ts'
import { renderPage } from './page.ts'
import { WAYS, type Way } from './relay.ts'
import type { Stage } from './start.ts'

// The actions of the page's buttons. Some act as the business, through the API with its live key;
// some as the bank. Each returns where to go next, or a sentence for the page.

export type Note = { text: string; isWrong: boolean }
type Form = { get(name: string): string }
/** A URL, or a sentence. */
type Done = { go: string } | string

const BODY_BYTES_MAX = 65_536
const PAYER = { accountName: 'Ada Obi', accountNumber: '0000000018', bankCode: '058' }
const MINUTES = { hour: HOUR, day: DAY, days: 3 * DAY }
const SAYS = { pay: APPROVED, decline: DECLINED, short: SHORT }
/** Outcomes of a payout, as Monnify's and Safe Haven's stand-ins name them. */
export const FATES = {
  sent: ['sent', 'completed'],
  processing: ['accepted', 'processing'],
  failed: ['failed', 'failed'],
  reversed: ['reversed', 'reversed_later'],
} as const
export const FAULTS = {
  before: 'is not reached',
  after: 'does it, and its answer is lost',
  text_502: 'is overloaded',
} as const

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:",
  'cache-control': 'no-store',
}

const notes = new WeakMap<Stage, Note>()
/** The verification that waits for its code. */
const verifications = new WeakMap<Stage, string>()

export async function answerPage(
  stage: Stage,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://rehearsal')
  const [, door = '', name = '', token = ''] = pathname.split('/')
  const body = Buffer.concat(await Array.fromAsync(request))
  if (request.method === 'POST' && door === 'notify') {
    const headers = request.headers as Record<string, string>
    // The provider does not wait for the service.
    response.writeHead(200).end('{}')
    await stage.relay.take({ rail: name, headers, body, token }).catch(() => {})
    return
  }
  if (request.method === 'POST' && door === 'act' && body.length <= BODY_BYTES_MAX) {
    const go = await act(stage, name, new URLSearchParams(body.toString()))
    response.writeHead(303, { location: go }).end()
    return
  }
  if (pathname !== '/') return void response.writeHead(404).end()
  const note = notes.get(stage) ?? null
  notes.delete(stage)
  const verification = verifications.get(stage) ?? null
  try {
    const page = await renderPage(stage, note, verification)
    response.writeHead(200, HEADERS).end(page)
  } catch (error) {
    response.writeHead(503, { 'content-type': 'text/plain' }).end((error as Error).message)
  }
}

async function act(stage: Stage, name: string, fields: URLSearchParams): Promise<string> {
  const form = { get: (field: string) => fields.get(field)?.trim() ?? '' }
  try {
    const done = await (ACTS[name] ?? unknownAct)(stage, form)
    if (typeof done !== 'string') return done.go
    notes.set(stage, { text: done, isWrong: false })
  } catch (error) {
    notes.set(stage, { text: (error as Error).message, isWrong: true })
  }
  return '/'
}

async function unknownAct(): Promise<Done> {
  throw new Error('There is no such button.')
}

/** The API's data. Throws its error message. */
export async function askService<Data>(stage: Stage, path: string, body?: object): Promise<Data> {
  const answer = await fetch(`${stage.baseUrl}/api/v1${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${stage.keys.secretKey}`,
      ...(body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const said = (await answer.json()) as { message: string }
  if (!answer.ok) throw new Error(said.message)
  return said as Data
}

function amountIn(form: Form): Kobo {
  const amount = readNaira(form.get('naira'))
  if (amount === null || amount === 0n) throw new Error(notNaira('The amount'))
  return amount
}

const ACTS: Record<string, (stage: Stage, form: Form) => Promise<Done>> = {
  async pay(stage, form) {
    const { data } = await askService<{ data: { authorization_url: string } }>(
      stage,
      '/transactions/initialize',
      {
        amount: Number(amountIn(form)),
        email: 'ada@example.com',
        name: 'Ada Obi',
        callback_url: `${stage.url}/`,
      },
    )
    return { go: data.authorization_url }
  },

  async account(stage, form) {
    const [first = 'Ada', ...rest] = form.get('name').split(/\s+/)
    const customer = {
      first_name: first,
      last_name: rest.join(' ') || 'Example',
      email: `${first.toLowerCase().replace(/[^a-z]/g, '') || 'customer'}@example.com`,
      // Live mode needs one.
      bvn: '22222222223',
    }
    const { data } = await askService<{ data: { account_number: string } }>(
      stage,
      '/dedicated-virtual-accounts',
      { customer },
    )
    return `${form.get('name')} has the account number ${data.account_number}.`
  },

  async payout(stage, form) {
    const accountNumber = form.get('account_number')
    const [atMonnify, atSafehaven] = FATES[form.get('fate') as keyof typeof FATES] ?? FATES.sent
    stage.monnify.books.fates.set(accountNumber, atMonnify)
    stage.safehaven.controls.fates.set(accountNumber, atSafehaven)
    const amount = Number(amountIn(form))
    const order = { amount, bank_code: '058', account_number: accountNumber }
    const { data } = await askService<{ data: { status: string } }>(stage, '/payouts', order)
    return `The payout is ${data.status}.`
  },

  async refund(stage, form) {
    const transaction = form.get('reference')
    const { data } = await askService<{ data: { status: string; amount: number } }>(
      stage,
      '/refunds',
      { transaction },
    )
    return `The refund of ${formatNaira(kobo(data.amount))} is ${data.status}.`
  },

  async verify(stage, form) {
    const asked = { type: 'BVN', number: form.get('number') }
    const { verification_id: id } = await askService<{ verification_id: string }>(
      stage,
      '/identity/verify',
      asked,
    )
    verifications.set(stage, id)
    return 'A code was sent to the phone. The stand-in always sends 123456.'
  },

  async validate(stage, form) {
    const verification_id = verifications.get(stage)
    const asked = { verification_id, type: 'BVN', otp: form.get('code') }
    const { data } = await askService<{ data: { providerResponse: { fullName: string } } }>(
      stage,
      '/identity/validate',
      asked,
    )
    verifications.delete(stage)
    return `The BVN belongs to ${data.providerResponse.fullName}.`
  },

  async transfer(stage, form) {
    const [to, amount] = [form.get('account_number'), amountIn(form)]
    const from = { ...PAYER, bank: '000013' }
    const isTheirs = stage.safehaven.controls.pay({ accountNumber: to, amount, from }) !== null
    if (!isTheirs) stage.monnify.controls.pay(to, amount, PAYER)
    return `${formatNaira(amount)} is on its way to ${to}.`
  },

  async card({ paystack }, form) {
    const reference = form.get('reference')
    const says = SAYS[form.get('says') as keyof typeof SAYS] ?? DECLINED
    if (says === APPROVED) paystack.controls.pay(reference)
    else paystack.controls.decline(reference, says)
    return `The card: ${says.text}.`
  },

  async charge({ flutterwave: { books } }, form) {
    const charge = books.charges.find(({ id }) => `${id}` === form.get('id'))
    if (charge?.status !== 'pending') throw new Error('There is no such charge any more.')
    decide(
      books,
      charge,
      form.get('says') === 'pay' ? flutterwaves.APPROVED : flutterwaves.DECLINED,
    )
    return `The bank: ${charge.says}.`
  },

  async reverse({ monnify }, form) {
    monnify.books.sendBack(form.get('reference'))
    return 'It comes back a day after it was sent: move the clock.'
  },

  async failRefund({ flutterwave, monnify, paystack }, form) {
    const all = [...paystack.books.refunds, ...flutterwave.books.refunds]
    const refund = all.find(({ id }) => `${id}` === form.get('reference'))
    if (refund) refund.ending = 'failed'
    else monnify.books.nextRefund = 'FAILED'
    return 'It fails three days after it was asked for: move the clock.'
  },

  async way({ relay }, form) {
    const way = form.get('way') as Way
    if (!Object.hasOwn(WAYS, way)) throw new Error('There is no such way.')
    relay.way = way
    return `From now on, notifications ${WAYS[way]}.`
  },

  async again({ relay }, form) {
    const index = Number(form.get('index'))
    await relay.again(index)
    return `The service answered ${relay.told[index]?.answers.at(-1) ?? 'nothing'}.`
  },

  async fault({ flutterwave, monnify, paystack, safehaven }, form) {
    const [rail, fault] = [form.get('rail'), form.get('fault') as keyof typeof FAULTS]
    if (!Object.hasOwn(FAULTS, fault)) throw new Error('There is no such fault.')
    if (rail === 'safehaven') safehaven.controls.fail({ how: fault })
    else if (rail === 'flutterwave') flutterwave.controls.fail(fault === 'text_502' ? '503' : fault)
    else {
      const { controls } = rail === 'monnify' ? monnify : paystack
      controls.fail(fault === 'text_502' ? '502' : fault)
    }
    return `The next call of ${rail} ${FAULTS[fault]}.`
  },

  async clock(stage, form) {
    const step = form.get('step') as keyof typeof MINUTES
    await stage.advance(MINUTES[step] ?? 0)
    return `It is ${stage.now().toUTCString()}.`
  },
}
