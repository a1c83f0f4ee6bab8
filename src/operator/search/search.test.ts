import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Api, givenPayment, openApi } from '../../../test/api.ts'
import { disputed } from '../../../test/disputes.ts'
import { givenLink } from '../../../test/links.ts'
import { type Browser, givenPerson, signedInAs } from '../../../test/logins.ts'
import { askForAccount, givenDedicated, pay, transfer } from '../../../test/payments.ts'
import { askToPay } from '../../../test/payouts.ts'
import { askRefund, givenPaid } from '../../../test/refunds.ts'
import { givenSplit, givenSubaccount, subaccountIdOf } from '../../../test/splits.ts'
import { givenPlan, givenSubscription } from '../../../test/subscriptions.ts'
import { type GivenBusiness, givenBusiness, givenLive, useContext } from '../../../test/support.ts'
import { publicId } from '../../platform/ids.ts'
import { requestLogOf } from '../requests/requests.ts'
import { SEARCHED_KINDS } from './kinds.ts'

const context = useContext()
const api = {} as Api
const SESSION = '000013261121093000000000004711'
const STRANGE = ['%', '%%', '_', '__', '%_%', "'; drop table payout; --", '\\', '\\\\', '~~', '..']
  .concat(['₦', '•••• ', '\u{10ffff}\u{10ffff}', '👩‍👩‍👧'])
  .concat(['\u202eolá', '-1', '1e9', '0.001'])
  .concat([
    '9'.repeat(254),
    'ọ'.repeat(200),
    '*.*',
    '(?:a+)+$',
    '00000000-0000-0000-0000-000000000000',
  ])

let business: GivenBusiness
let owner: Browser
let support: Browser
let outsiders: Browser[]
const ids: Record<string, string> = {}
let account: string
let permanent: string

before(async () => {
  await context.opened
  context.config = { ...context.config, requestLog: true }
  Object.assign(api, await openApi(context))
  context.rails.live = [context.rails.test]
  business = await givenBusiness(context)
  const other = await givenBusiness(context, 'Other Store')
  await givenLive(context, business.businessId)
  const browserOf = async (of: GivenBusiness, role: 'owner' | 'support') =>
    (await signedInAs(api, await givenPerson(context, of, role))).inside(of.businessId)
  owner = await browserOf(business, 'owner')
  support = await browserOf(business, 'support')
  outsiders = [owner.inside(business.businessId, 'live'), await browserOf(other, 'owner')]
  await fill()
})

after(() => api.app.close())

/** One of each kind. */
async function fill(): Promise<void> {
  const person = { email: 'Olufemi@Example.com', name: 'Ọlá Ọ̀ṣunlékè' }
  const card = await givenPayment(api, business, {
    ...person,
    reference: 'card-1',
    amount: 1_250_000,
  })
  await pay(api, card.access_code, 'success')
  ids['card'] = card.id
  const failed = await givenPayment(api, business, { ...person, reference: 'failed-1' })
  await pay(api, failed.access_code, 'declined')
  const open = await givenPayment(api, business, { reference: 'open-1', amount: 777_700 })
  account = await askForAccount(api, open.access_code)
  await transfer(api, business, { account_number: account, amount: 777_700, session_id: SESSION })
  ids['open'] = open.id
  const dedicated = await givenDedicated(api, business, { email: 'bola@example.com' })
  permanent = dedicated.account_number
  ids['dedicated'] = dedicated.id
  const paid = await givenPaid(api, business, 'card')
  const refund = await askRefund(api, business, { transaction: paid.reference, amount: 123_400 })
  ids['refund'] = refund.body.data.id
  const { disputeId } = await disputed(context, { ...business, mode: 'test' }, paid, {
    caseNumber: 'CB-2026-77',
  })
  ids['dispute'] = publicId('dispute', disputeId)
  ids['payout'] = (await askToPay(api, business, { reference: 'rent-november' })).body.data.id
  const code = await givenSubaccount(api, business, { business_name: 'Ṣadé Fabrics' })
  ids['subaccount'] = publicId('subaccount', subaccountIdOf(code))
  ids['split'] = await givenSplit(api, business, [{ subaccount_id: code, share: 20 }])
  ids['link'] = (await givenLink(api, business, { name: 'Àdìrẹ workshop', slug: 'adire' })).id
  ids['plan'] = (await givenPlan(api, business, { name: 'Gold membership' })).id
  const subscription = await givenSubscription(api, business, { customer: 'ada@example.com' })
  ids['subscription'] = subscription.id
}

type Row = { kind: string; id: string; title: string; detail: string; card: string; amount: number }

async function found(browser: Browser, q: string, more = ''): Promise<Row[]> {
  const { status, body, text } = await browser.get(`/search?q=${encodeURIComponent(q)}${more}`)
  assert.equal(status, 200, text)
  return body.data.results
}

/** `payment card-1`, of all that is found. */
async function names(q: string, browser = owner): Promise<string[]> {
  return (await found(browser, q)).map(({ kind, title }) => `${kind} ${title}`)
}

test('a payment is found by whatever a person knows of it', async () => {
  const known = [
    'card-1',
    'card',
    'olufemi@example.com',
    'OLUFEMI@EXAMPLE.COM',
    'ola',
    'osunleke',
  ].concat(['Ọlá Ọ̀ṣun', '12500', '₦12,500', '12,500.00', 'NGN 12500', ids['card']!])
  for (const q of known) {
    assert((await names(q)).includes('payment card-1'), `${q} finds the payment`)
  }
  assert.deepEqual(await names('12500.01'), [])
  assert.deepEqual(await names('ard-1'), [])
  assert.deepEqual(await names('CARD-1'), [])
})

test('the last four digits of a card find its payments, also those that it declined', async () => {
  const [first] = await found(owner, '4081', '&kind=payment')

  assert.equal(first!.kind, 'payment')
  const all = await names('4081')
  assert(all.includes('payment card-1'))
  assert.deepEqual(await names('•••• 4081'), all)
  const row = (await found(owner, '4081')).find(({ title }) => title === 'card-1')!
  assert.deepEqual(
    [row.card, row.detail, row.amount],
    ['Visa •••• 4081', 'Ọlá Ọ̀ṣunlékè', 1_250_000],
  )
})

test('a transfer is found by its session id and by the account that it came to', async () => {
  assert.deepEqual(await names(SESSION), ['payment open-1'])
  assert.deepEqual(await names(account), ['payment open-1'])
  const [one, ...others] = await found(owner, permanent)
  assert.deepEqual([one!.kind, one!.id, others], ['dedicated_account', ids['dedicated'], []])
})

test('each other kind is found by its id, and by what people know it by', async () => {
  const [event] = await context.sql<[{ eventId: string }]>`
    select event_id from event
    where business_id = ${business.businessId} and mode = 'test' and type = 'transaction.success'
    limit 1
  `
  const known: [q: string, kind: string][] = [
    ['osunleke', 'customer'],
    ['bola@example.com', 'customer'],
    ['rent-nov', 'payout'],
    ['0000000018', 'payout'],
    ['2,500', 'payout'],
    [ids['payout']!, 'payout'],
    ['1234', 'refund'],
    [ids['refund']!, 'refund'],
    ['CB-2026', 'dispute'],
    [ids['dispute']!, 'dispute'],
    ['sade fab', 'subaccount'],
    [ids['subaccount']!, 'subaccount'],
    ['adire', 'payment_link'],
    [ids['link']!, 'payment_link'],
    ['gold', 'plan'],
    [ids['plan']!, 'plan'],
    ['ada@example.com', 'subscription'],
    [ids['subscription']!, 'subscription'],
    [ids['split']!, 'split'],
    [publicId('event', event.eventId), 'event'],
  ]
  for (const [q, kind] of known) {
    assert(
      (await found(owner, q)).some((row) => row.kind === kind),
      `${q} finds a ${kind}`,
    )
  }
})

test('nothing of another business or of the other mode is found', async () => {
  const known = ['card-1', 'olufemi@example.com', 'ola', '4081', '12,500', SESSION, account]
    .concat([permanent, 'rent-nov', '0000000018', 'CB-2026', 'sade', 'adire', 'gold', '1234'])
    .concat(Object.values(ids))
  for (const browser of outsiders) {
    for (const q of known) assert.deepEqual(await names(q, browser), [], q)
    for (const kind of SEARCHED_KINDS) {
      assert.deepEqual(await found(browser, '', `&kind=${kind}`), [], kind)
    }
  }
})

test('a person finds only what the role may read: calls are for developers', async () => {
  const requestId = '7d1f0a52-4f8e-4d86-9f0b-3b1f7c1f2a77'
  const body = { amount: 500_000, email: 'ada@example.com', name: 'Ada Example' }
  await api.post('/api/v1/transactions/initialize', {
    key: business.keys.secretKey,
    body,
    headers: { 'x-request-id': requestId },
  })
  await requestLogOf(context)!.flush()

  const [call] = await found(owner, requestId)

  assert.deepEqual([call!.kind, call!.title], ['request', 'POST /api/v1/transactions/initialize'])
  assert.deepEqual((await found(owner, call!.id))[0]!.id, call!.id)
  assert.deepEqual(await found(support, requestId), [])
  assert.deepEqual(await found(support, call!.id), [])
  assert.deepEqual(await names('card-1', support), await names('card-1'))
})

test('strange texts find nothing and break nothing', async () => {
  for (const q of STRANGE) assert.deepEqual(await names(q), [], q)
  for (const q of ['', ' ', 'a', '4', 'ọ']) assert.deepEqual(await names(q), [], q)
  for (const [query, field] of [
    [`q=${'x'.repeat(255)}`, 'q'],
    ['q=%00', 'q'],
    ['q=a%0Ab', 'q'],
    ['q=ab&q=cd', 'q'],
    ['q=ab&kind=bank', 'kind'],
  ]) {
    const { status, body, text } = await owner.get(`/search?${query}`)
    assert.deepEqual([status, body.errors[0].field], [400, field], text)
  }
})

test('a text of ten kilobytes is refused before it is read', async () => {
  assert.equal((await owner.get(`/search?q=${'x'.repeat(10_000)}`)).status, 414)
})

test('without a text, a picker sees the newest of its kind', async () => {
  const kinds = 'payment,customer,payout,refund,dispute,subscription,subaccount,plan,split'
  for (const kind of `${kinds},payment_link`.split(',')) {
    const rows = await found(owner, '', `&kind=${kind}`)
    assert(rows.length > 0 && rows.every((row) => row.kind === kind), kind)
  }
})
