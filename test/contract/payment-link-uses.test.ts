import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { HOUR } from '../../src/lib/clock.ts'
import type { Sql } from '../../src/lib/db.ts'
import { parsePublicId } from '../../src/lib/ids.ts'
import { kobo } from '../../src/lib/money.ts'
import { linkNamed } from '../../src/links/links.ts'
import { payByLink } from '../../src/links/pay.ts'
import { sendDue } from '../../src/refunds/send.ts'
import { abandonDue } from '../../src/transactions/expire.ts'
import { tallyLinks } from '../../src/transactions/transactions.ts'
import { useApi } from '../api.ts'
import { begin, CUSTOMER, givenLink, type Link, linkOf, submit } from '../links.ts'
import { pay } from '../payments.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../support.ts'

// Payment links: how many may pay by one, however many come at once, and what is counted.

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
before(async () => {
  await context.opened
  context.rails.live = context.rails.test
})
beforeEach(async () => {
  business = await givenBusiness(context)
})

const get = (path: string, by: Pick<GivenBusiness, 'keys'> = business) =>
  api.get(`/api/v1${path}`, { key: by.keys.secretKey })
const open = (path: string) => api.get(`/pay/${path}`, { headers: { 'accept-language': 'en' } })

async function statusOf(accessCode: string) {
  const { body } = await api.get(`/checkout/${accessCode}/status`)
  return body.data as { amount: number; reference: string; status: string; channels: string[] }
}

async function recordOf(accessCode: string, by: Pick<GivenBusiness, 'keys'> = business) {
  const { reference } = await statusOf(accessCode)
  const { body } = await get(`/transactions/verify/${reference}`, by)
  return body.data
}

test('a link tells how many have paid and how much, and who is still at it', async () => {
  const link = await givenLink(api, business, { amount: 250_000 })
  const stranger = await givenLink(api, business)
  const paid = await begin(api, link.slug)
  await begin(api, link.slug)
  await pay(api, paid, 'success')

  assert.deepEqual((await linkOf(api, business, link)).payments, {
    succeeded: 1,
    amount: 250_000,
    open: 1,
  })
  context.advance(25 * HOUR)
  await abandonDue(context)
  assert.equal((await linkOf(api, business, link)).payments.open, 0)
  assert.equal((await linkOf(api, business, stranger)).payments.succeeded, 0)
  const { body } = await get('/payment-links')
  const listed = body.data.find(({ id }: Link) => id === link.id)
  assert.equal(listed.payments.succeeded, 1)
})

test('of a link for three, three of twenty at once begin, and three can pay', async () => {
  const link = await givenLink(api, business, { amount: 250_000, uses_max: 3 })
  const answers = await Promise.all(Array.from({ length: 20 }, () => submit(api, link.slug)))

  const begun = answers.filter(({ status }) => status === 303)
  assert.equal(begun.length, 3)
  const [late] = answers.filter(({ status }) => status !== 303)
  assert.equal(late!.status, 409)
  assert.match(late!.text, /Others are paying just now/)
  await Promise.all(
    begun.map(({ headers }) => pay(api, String(headers['location']).split('/')[2]!, 'success')),
  )
  assert.equal((await linkOf(api, business, link)).payments.succeeded, 3)
  const full = await open(link.slug)
  assert.deepEqual([full.status, /has been used up/.test(full.text)], [410, true])
  assert.equal((await submit(api, link.slug)).status, 410)
})

test('who does not finish keeps a place for an hour, and then it is another one’s', async () => {
  const link = await givenLink(api, business, { uses_max: 1 })
  const first = await begin(api, link.slug)
  const { expires_at, created_at } = await recordOf(first)
  assert.equal(Date.parse(expires_at) - Date.parse(created_at), HOUR)
  assert.equal((await submit(api, link.slug)).status, 409)

  context.advance(HOUR)
  assert.equal((await submit(api, link.slug)).status, 409, 'until it is closed it may yet be paid')
  await abandonDue(context)

  const second = await begin(api, link.slug)
  const { status } = await api.post(`/checkout/${first}/bank-transfer`)
  assert.equal(status, 409, 'the first can no longer be paid')
  await pay(api, second, 'success')
  assert.equal((await linkOf(api, business, link)).payments.succeeded, 1)
})

test('a place that was refunded in full is free again', async () => {
  const link = await givenLink(api, business, { amount: 250_000, uses_max: 1 })
  const code = await begin(api, link.slug)
  await pay(api, code, 'success')
  assert.equal((await open(link.slug)).status, 410)
  const { reference: transaction } = await statusOf(code)

  const { status } = await api.post('/api/v1/refunds', {
    key: business.keys.secretKey,
    body: { transaction },
  })
  assert.equal(status, 201)
  await sendDue(context)

  assert.equal((await open(link.slug)).status, 200)
})

test('who came while there was room, and sends when there is none, is refused', async () => {
  const { id, slug } = await givenLink(api, business, { amount: 250_000, uses_max: 1 })
  const seen = await linkNamed(context, business, id)
  await pay(api, await begin(api, slug), 'success')

  const late = payByLink(context, seen, { ...CUSTOMER, amount: kobo(250_000), fields: [] }, '::1')

  await assert.rejects(late, { code: 'payment_link_used_up' })
})

test('however a link is changed between them, never do more pay than the last change allows', async () => {
  const link = await givenLink(api, business, { amount: 250_000, uses_max: 5 })
  const key = business.keys.secretKey
  const change = (uses_max: number) =>
    api.put(`/api/v1/payment-links/${link.id}`, { key, body: { uses_max } })
  const two = [await begin(api, link.slug), await begin(api, link.slug)]
  await change(2)

  assert.equal((await submit(api, link.slug)).status, 409)
  await change(3)
  const third = await begin(api, link.slug)
  assert.equal((await submit(api, link.slug)).status, 409)
  await Promise.all([...two, third].map((access) => pay(api, access, 'success')))
  assert.equal((await linkOf(api, business, link)).payments.succeeded, 3)
})

test('what has come by a link is counted in its index, whatever else the business has sold', async () => {
  const link = await givenLink(api, business)
  await Promise.all(Array.from({ length: 5 }, () => begin(api, link.slug)))
  const id = parsePublicId<'payment_link'>('plk', link.id)!
  const explaining = ([first, ...rest]: string[], ...values: never[]) => {
    const strings = [`explain ${first}`, ...rest]
    return context.hot(Object.assign(strings, { raw: strings }), ...values)
  }

  const plan = await tallyLinks(explaining as unknown as Sql, business, [id])

  const lines = plan.map((row) => String(Object.values(row)[0])).join('\n')
  assert.match(lines, /Index Only Scan using transaction_by_link/)
  assert.doesNotMatch(lines, /Seq Scan/)
})
