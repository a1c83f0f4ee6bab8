import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import { assertBooksTie } from '../../../test/books.ts'
import { type GivenBusiness, givenBusiness, givenLive, useContext } from '../../../test/support.ts'
import { HOUR } from '../../platform/clock.ts'
import type { CardOutcome, HostedRail, Provider } from '../../providers/rails.ts'
import { enquireDue } from './enquiries.ts'

// Live mode with a provider that shows its own card page.

const context = useContext()
const api = useApi(context)
const URL = 'https://pay.provider.example/abc'
const NEXT = { kind: 'redirect', channel: 'card', url: URL }
const AUTHORIZATION = {
  ...{ bin: '408408', last4: '4081', expMonth: '09', expYear: '2030', brand: 'visa' },
  ...{ cardType: 'visa debit', bank: 'SAMPLE BANK', countryCode: 'NG', reusable: false },
}

let business: GivenBusiness
let opens: CardOutcome
let stands: CardOutcome
let opened: string[]
beforeEach(async () => {
  opens = { kind: 'redirect_required', url: URL, authorization: null }
  stands = { kind: 'pending' }
  opened = []
  const never = async () => ({ kind: 'refused', reason: 'card_not_refundable' }) as const
  const card: HostedRail = {
    name: 'partner',
    pageOf: 'Partner Pay',
    methods: ['card'],
    openPage: async ({ key, returnUrl }) => {
      assert.match(returnUrl, /\/checkout\/[^/]+\/card\/return$/)
      opened.push(key)
      return opens
    },
    enquire: async () => stands,
    reverse: never,
    refund: never,
    enquireRefund: never,
  }
  const { issueOneOffAccount } = context.rails.test.bank
  configure({ card, bank: { name: 'partner', issueOneOffAccount } })
  const made = await givenBusiness(context)
  const keys = await givenLive(context, made.businessId)
  business = { ...made, mode: 'live', keys }
})
afterEach(async () => {
  await assertBooksTie(context)
  context.rails.live = []
})

const configure = (...providers: Provider[]) => {
  context.rails.live = providers
}
const get = (path: string) => api.get(path)

function givenPayment(more: object = {}) {
  const body = { amount: 500_000, name: 'Ada Sample', email: 'ada@example.com', ...more }
  return api.post('/api/v1/transactions/initialize', { key: business.keys.secretKey, body })
}

async function givenCheckout() {
  const { body, text } = await givenPayment()
  assert(body.data, text)
  return `/checkout/${body.data.access_code}`
}

test('the page says whose page comes next, and asks for no card', async () => {
  const { text } = await get(await givenCheckout())

  assert.match(text, /Continue to Partner Pay/)
  assert.doesNotMatch(text, /cc-number|id="cvv"|id="pin"/)
})

test('the customer is sent to the page, pays there, and the enquiry settles it', async () => {
  const checkout = await givenCheckout()
  const { status, body } = await api.post(`${checkout}/card/page`)
  assert.deepEqual([status, body.data.next], [200, NEXT])
  const again = await api.post(`${checkout}/card/page`)
  assert.deepEqual([again.body.data.next.url, opened.length], [URL, 1], 'asked twice, one page')

  const back = await get(`${checkout}/card/return`)
  assert.equal(back.status, 303)
  const waiting = await get(`${checkout}/status`)
  assert.deepEqual(waiting.body.data.next, NEXT, 'not paid: still there')

  stands = { kind: 'approved', authorization: AUTHORIZATION }
  await get(`${checkout}/card/return`)
  const paid = await get(`${checkout}/status`)
  assert.equal(paid.body.data.status, 'success')
})

test('without script the page shows the way there', async () => {
  const checkout = await givenCheckout()
  const answer = await api.post(`${checkout}/card/page?html=1`)
  assert.deepEqual([answer.status, answer.headers['location']], [303, checkout])
  const { text } = await get(checkout)
  assert.match(text, /id="bank" href="https:\/\/pay\.provider\.example\/abc"/)
})

test('a provider page whose URL was lost blocks no other attempt', async () => {
  const checkout = await givenCheckout()
  opens = { kind: 'unknown' }
  assert.equal((await api.post(`${checkout}/card/page`)).status, 504)
  context.advance(1 * HOUR)
  await enquireDue(context)

  opens = { kind: 'redirect_required', url: URL, authorization: null }
  const { body } = await api.post(`${checkout}/card/page`)
  assert.deepEqual([body.data.next.url, opened.length], [URL, 2])
  // The first page may still have been paid: a job enquires about it, and reverses a charge.
  const states = await context.sql<{ state: string }[]>`
    select state from card_attempt where business_id = ${business.businessId} order by attempt_id
  `
  assert.deepEqual(
    states.map(({ state }) => state),
    ['superseded', 'redirect'],
  )
})

test('a channel that no provider offers is not shown, and alone is refused by its name', async () => {
  const [{ bank } = assert.fail()] = context.rails.live
  configure({ bank: bank! })
  const { text } = await get(await givenCheckout())
  assert.doesNotMatch(text, /id="card"/)

  const { status, body } = await givenPayment({ channels: ['card'] })
  assert.deepEqual([status, body.code], [501, 'not_available_live'])
  assert.match(body.message, /hosted_card/)
})

test('USSD and pay with bank are paid on the page of a provider that offers them there', async () => {
  const [{ card, bank } = assert.fail()] = context.rails.live
  configure({ card: { ...card!, methods: ['ussd', 'bank'] }, bank: bank! })
  const checkout = await givenCheckout()
  const { text } = await get(checkout)
  const tabs = [...text.matchAll(/data-tab="(\w+)"/g)].map(([, tab]) => tab)
  assert.deepEqual(tabs, ['bank_transfer', 'ussd', 'pay_with_bank'])
  assert.match(text, /data-page="\/ussd\/page"/)
  assert.doesNotMatch(text, /<select/)

  const { body } = await api.post(`${checkout}/ussd/page`)
  assert.deepEqual(body.data.next, { ...NEXT, channel: 'ussd' })
  // What the provider says of a card is none of this payment.
  stands = { kind: 'approved', authorization: AUTHORIZATION }
  await get(`${checkout}/card/return`)

  const { data } = (await get(`${checkout}/status`)).body
  const { body: paid } = await api.get(`/api/v1/transactions/verify/${data.reference}`, {
    key: business.keys.secretKey,
  })
  assert.deepEqual([paid.data.channel, paid.data.authorization], ['ussd', {}])
})

test('settings show what a mode offers', async () => {
  const { body } = await api.get('/api/v1/settings', { key: business.keys.secretKey })
  assert.deepEqual(body.data.capabilities, {
    one_off_accounts: true,
    permanent_accounts: false,
    name_enquiry: false,
    payouts: false,
    returns: false,
    identity: false,
    card: false,
    hosted_card: true,
    ussd: false,
    hosted_ussd: false,
    hosted_bank: false,
    hosted_opay: false,
    mandates: false,
    disputes: false,
    mail: false,
  })
})
