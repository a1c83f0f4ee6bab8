import assert from 'node:assert/strict'
import { after, before, mock } from 'node:test'
import { changeSettings } from '../../src/accounts/businesses/businesses.ts'
import { payDue } from '../../src/money-out/payouts/subaccounts.ts'
import { settleDue } from '../../src/money-out/settlements/settlements.ts'
import { returnDue } from '../../src/payments/deposits/return.ts'
import { sendDue } from '../../src/payments/refunds/send.ts'
import { DAY, later, MINUTE } from '../../src/platform/clock.ts'
import { kobo } from '../../src/platform/money.ts'
import { type Api, givenPayment, openApi } from '../api.ts'
import { initiate } from '../contract/identity-calls.ts'
import { begin, givenLink } from '../links.ts'
import { askForAccount, creditTo, givenDedicated, notify, pay } from '../payments.ts'
import { askToPay } from '../payouts.ts'
import { askRefund } from '../refunds.ts'
import { givenSplit, givenSubaccounts } from '../splits.ts'
import { type GivenBusiness, givenBusiness, type TestContext } from '../support.ts'

// A week of a business: payments of every kind, some in the first and last moments of a Lagos day,
// refunds, payouts and settlements. Also reads its lists.

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects out of an answer.
export type Loose = any

const START = Date.parse('2026-03-02T22:59:00Z')
const DAYS = 7
const CUSTOMERS = ['ada@example.com', 'musa@example.com', 'ngozi@example.com']

/** With a clock of its own and the Paystack façade on. */
export function useWeek(context: TestContext) {
  const api = {} as Api
  const business = {} as GivenBusiness
  before(async () => {
    mock.timers.enable({ apis: ['Date'], now: START })
    await context.opened
    const config = { ...context.config, paystackApi: true }
    Object.assign(api, await openApi({ ...context, config }))
    Object.assign(business, await givenBusiness(context))
    const codes = await givenSubaccounts(api, business, 2)
    const split = await givenSplit(
      api,
      business,
      codes.map((subaccount, i) => ({ subaccount_id: subaccount, share: 10 + i })),
      { bearer_type: 'all' },
    )
    const { slug } = await givenLink(api, business, { amount: 123_400, fee_bearer: 'customer' })
    const { account_number: number } = await givenDedicated(api, business, { email: CUSTOMERS[2]! })
    for (let day = 0; day < DAYS; day++) {
      await changeSettings(context, business, {
        settlement: day % 2 === 0 ? 'T+1' : 'instant',
        subaccountPayoutMin: kobo(day === 5 ? 100 : 90_000_000),
      })
      await aDay({ context, api, business }, day, { split, slug, number })
    }
  })
  after(async () => {
    mock.timers.reset()
    await api.app.close()
  })

  const file = async (path: string) => {
    const answer = await api.get(`/api/v1${path}`, { key: business.keys.secretKey })
    assert.equal(answer.status, 200, `${path}: ${answer.text}`)
    return answer
  }
  const get = async (path: string) => (await file(path)).body as { data: Loose; meta: Loose }
  const paystack = async (path: string): Promise<{ data: Loose; meta: Loose }> => {
    const authorization = `Bearer ${business.keys.secretKey}`
    const url = `/paystack${path}`
    const { statusCode, payload } = await api.app.inject({ url, headers: { authorization } })
    assert.equal(statusCode, 200, `${path}: ${payload}`)
    return JSON.parse(payload)
  }
  return { business, file, get, paystack, walked: (path: string) => walked(get, path) }
}

type Actors = { context: TestContext; api: Api; business: GivenBusiness }
type With = { split: string; slug: string; number: string }

/** Starts a minute before midnight. */
async function aDay(
  { context, api, business }: Actors,
  day: number,
  { split, slug, number }: With,
): Promise<void> {
  const amount = (n: number) => 100_000 + 10_007 * day + 1_013 * n
  const midnight = later(context.now(), MINUTE)
  for (const [n, ms] of [-1, 0, 1].entries()) {
    const credit = { ...creditTo(context, number, amount(n)), occurredAt: later(midnight, ms) }
    await notify(api, context, credit)
  }
  const asked = async (n: number, body = {}) => {
    context.advance(37 * MINUTE)
    const email = CUSTOMERS[(day + n) % 2]!
    return givenPayment(api, business, { amount: amount(n), email, ...body })
  }
  const card = await asked(3)
  await pay(api, card.access_code, 'fee')
  const shared = await asked(4, { split_code: split })
  const credit = creditTo(context, await askForAccount(api, shared.access_code), amount(4))
  await notify(api, context, { ...credit, occurredAt: later(context.now(), -20 * MINUTE) })
  await pay(api, await begin(api, slug), 'success')
  await begin(api, slug)
  const declined = await asked(5)
  for (let i = 0; i < 5; i++) await pay(api, declined.access_code, 'declined')
  const wrong = creditTo(context, await askForAccount(api, (await asked(6)).access_code), 777)
  await notify(api, context, wrong)
  await returnDue(context)
  if (day === 3) {
    // Its refund is processed on a later day.
    const { access_code, reference } = await asked(7)
    await pay(api, access_code, 'refund_accepted')
    await askRefund(api, business, { transaction: reference, amount: 33_333 })
  }
  const refund = { transaction: card.reference, amount: 20_000 + day }
  await askRefund(api, business, refund)
  const { reference: transaction } = shared
  if (day === 2) await askRefund(api, business, { transaction, amount: amount(4) })
  await askToPay(api, business, { amount: 31_000 + day, reference: `rent-${day}` })
  await askToPay(api, business, { amount: 1_000 + day, account_number: '9999999999' })
  await askToPay(api, business, { amount: 2_000 + day, account_number: '8888888888' })
  await initiate(api, business, { number: '00000000504' })
  context.advance(midnight.getTime() + DAY - MINUTE - context.now().getTime())
  await settleDue(context)
  await payDue(context)
  await sendDue(context)
}

/** Reads all pages, three rows each, by cursor and by number; both must give the same list. */
async function walked(get: (path: string) => Promise<Loose>, path: string): Promise<Loose[]> {
  const separator = path.includes('?') ? '&' : '?'
  const all: Loose[] = []
  for (let cursor = ''; ; ) {
    const { data, meta } = await get(`${path}${separator}perPage=3${cursor}`)
    all.push(...data)
    if (meta.next === null) break
    cursor = `&cursor=${encodeURIComponent(meta.next)}`
  }
  const numbered: Loose[] = []
  for (let page = 1; numbered.length < all.length; page++) {
    const { data, meta } = await get(`${path}${separator}perPage=3&page=${page}`)
    assert.deepEqual([meta.total, meta.pageCount], [all.length, Math.ceil(all.length / 3)], path)
    numbered.push(...data)
  }
  assert.deepEqual(numbered, all, path)
  return all
}
