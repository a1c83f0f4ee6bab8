import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { changeSettings } from '../src/accounts/businesses/businesses.ts'
import { concludeDue } from '../src/identity/conclude.ts'
import { concludePayouts } from '../src/money-out/payouts/conclude.ts'
import { judgeDue, take } from '../src/operator/notifications/notifications.ts'
import { enquireDue } from '../src/payments/checkout/checkout.ts'
import { returnDue } from '../src/payments/deposits/return.ts'
import { sendDue } from '../src/payments/refunds/send.ts'
import { DAY, HOUR, MINUTE } from '../src/platform/clock.ts'
import { type Api, givenPayment, useApi } from './api.ts'
import { useSweep } from './crash-points.ts'
import { type Offers, type ProviderName, type StandIns, startStandIns } from './live-stand-ins.ts'
import { askForAccount, eventsOf, verifyPayment } from './payments.ts'
import {
  type GivenBusiness,
  givenBusiness,
  givenLive,
  type TestContext,
  useContext,
} from './support.ts'
import { untilDone } from './until-done.ts'

// Sweeps live mode over four stand-in providers: stops at each rail call and each request to a
// provider, before it, after it, and with the answer lost. The next process must bring everything
// to one outcome, and nothing may happen twice at the provider. See crash-points.ts; test mode
// covers the points between those calls.

export const AMOUNT = 500_000
/** The points at which flows are stopped. */
export const AT = /rail: |request: /
/** Makes a repeated refund request idempotent. */
export const ONCE = { 'idempotency-key': 'refund 7' }
const TRIES_MAX = 8

export type Live = {
  context: TestContext
  api: Api
  standIns: StandIns
  /** Priority of the providers for accounts, payouts and returns. */
  order: ProviderName[]
  serial: number
}
export type LiveShop = { business: GivenBusiness; sender: string }

export function useLiveSweep() {
  const context = useContext()
  const api = useApi(context)
  const live = { context, api, order: [] as ProviderName[], serial: 0 } as unknown as Live
  const sweeping = useSweep(context, (stopped) =>
    live.standIns === undefined
      ? []
      : live.standIns.rails(stopped(live.standIns.send), live.order, offersOf(live)),
  )
  before(async () => {
    await context.opened
    live.standIns = await startStandIns(context)
  })
  after(() => live.standIns.close())
  return { live, ...sweeping }
}

/** Beside a bank, Paystack takes cards and mandates only. */
function offersOf({ order }: Live): Partial<Offers> {
  if (order.length > 1) return { paystack: ['cards', 'mandates'] }
  const all = ['cards', 'accounts', 'payouts'] as const
  return { paystack: [...all], flutterwave: [...all, 'ussd', 'opay'] }
}

/** A shop on this provider; no other shop uses its `sender` account. */
export async function givenShop(live: Live, first: ProviderName): Promise<LiveShop> {
  const { context, standIns } = live
  // What is left of earlier cases may be of a provider that is not configured in this one.
  standIns.news()
  // Paystack comes first for cards; Monnify takes them too.
  live.order = ['paystack', first, first === 'monnify' ? 'safehaven' : 'monnify']
  if (first === 'paystack' || first === 'flutterwave') live.order = [first]
  context.rails.live = standIns.rails(standIns.send, live.order, offersOf(live))
  const made = await givenBusiness(context)
  const keys = await givenLive(context, made.businessId)
  const business: GivenBusiness = { ...made, mode: 'live', keys }
  await changeSettings(context, business, { settlement: 'instant' })
  live.serial += 1
  return { business, sender: String(1_000_000_000 + live.serial) }
}

/** Runs the jobs that ask a rail and fall due over minutes, hours and days. */
export async function timeGoesBy({ context, standIns }: Live): Promise<void> {
  for (const ms of [3 * MINUTE, 3 * HOUR, 1 * DAY, 3 * DAY]) {
    context.advance(ms)
    standIns.monnify.controls.tick()
    standIns.paystack.controls.tick()
    standIns.flutterwave.controls.tick()
    standIns.safehaven.controls.settle()
    const jobs = [judgeDue, returnDue, enquireDue, concludeDue, sendDue, concludePayouts]
    await untilDone(context, ...jobs)
  }
}

/** Sends the same request again until it is answered, as a well-written client does. */
export async function untilTaken(
  { context }: Live,
  ask: () => Promise<{ status: number; text: string }>,
): Promise<void> {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const { status, text } = await ask()
    if (status < 300) return
    assert(status === 409 || status >= 500, text)
    context.advance(1 * MINUTE)
  }
  assert.fail('there is an answer in the end')
}

export async function tellAll({ context, standIns }: Live): Promise<void> {
  for (const { rail, request } of standIns.news()) await take(context, rail, request)
}

export async function paidByTransfer(live: Live, { business, sender }: LiveShop) {
  const payment = await givenPayment(live.api, business, { amount: AMOUNT })
  const accountNumber = await askForAccount(live.api, payment.access_code)
  live.standIns.pay(accountNumber, AMOUNT, sender)
  await tellAll(live)
  return payment
}

export async function paidByCard(
  { api, standIns }: Live,
  { business }: LiveShop,
  more: object = {},
) {
  const payment = await givenPayment(api, business, { amount: AMOUNT, ...more })
  await openPage(api, payment.access_code)
  const { body } = await api.get(`/checkout/${payment.access_code}/status`)
  standIns.payOn(body.data.next.url, 'once')
  await api.get(`/checkout/${payment.access_code}/card/return`)
  return payment
}

export function openPage(through: Api, accessCode: string) {
  return through.post(`/checkout/${accessCode}/card/page`)
}

export async function assertPaid(
  { api, context }: Live,
  { business }: LiveShop,
  reference: string,
) {
  assert.equal((await verifyPayment(api, business, reference)).status, 'success')
  const types = (await eventsOf(context, business)).map(({ type }) => type)
  assert.equal(types.filter((type) => type === 'transaction.success').length, 1)
}

/** Total paid to this account, across both providers. */
export function goneTo({ standIns }: Live, accountNumber: string): number {
  const { monnify, safehaven } = standIns
  return Number(monnify.books.paidTo(accountNumber) + safehaven.books.paidTo(accountNumber))
}

/** Status and amount of each refund. */
export async function refundsOf({ api }: Live, { keys }: GivenBusiness) {
  const { body } = await api.get('/api/v1/refunds', { key: keys.secretKey })
  return body.data.map(({ status, amount }: { status: string; amount: number }) => [status, amount])
}
