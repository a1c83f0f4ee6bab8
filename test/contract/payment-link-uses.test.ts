import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { changeSettings } from '../../src/accounts/businesses/businesses.ts'
import { sendDue } from '../../src/payments/refunds/send.ts'
import { abandonDue } from '../../src/payments/transactions/expire.ts'
import { reserveUse } from '../../src/payments/transactions/link-uses.ts'
import {
  findByKey,
  readAccessCode,
  tallyLinks,
} from '../../src/payments/transactions/transactions.ts'
import { HOUR } from '../../src/platform/clock.ts'
import type { Database, Sql } from '../../src/platform/db.ts'
import { parsePublicId } from '../../src/platform/ids.ts'
import { useApi } from '../api.ts'
import { begin, givenLink, type Link, linkOf, submit } from '../links.ts'
import { cardNamed, pay } from '../payments.ts'
import {
  asOwner,
  type GivenBusiness,
  givenBusiness,
  givenLive,
  until,
  useContext,
} from '../support.ts'

// Payment links: how many may pay by one, however many come at once, and what is counted.

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
before(async () => {
  await context.opened
  context.rails.live = [context.rails.test]
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

function pays(accessCode: string, how: 'bank-transfer' | 'card') {
  const body = how === 'card' ? cardNamed('page') : undefined
  return api.post(`/checkout/${accessCode}/${how}`, { ...(body && { body }) })
}

async function assertNothingIssued(accessCode: string): Promise<void> {
  const { reference } = await statusOf(accessCode)
  const rows = await context.sql`
    select 1 from transaction t
    where t.reference = ${reference} and (
      exists (select 1 from virtual_account a where a.transaction_id = t.id)
      or exists (select 1 from card_attempt c where c.transaction_id = t.id))
  `
  assert.equal(rows.length, 0)
}

async function recordOf(accessCode: string, by: Pick<GivenBusiness, 'keys'> = business) {
  const { reference } = await statusOf(accessCode)
  const { body } = await get(`/transactions/verify/${reference}`, by)
  return body.data
}

test('a live link with one use is used up by a live payment, and a test link by a test one', async () => {
  const owners = [business, { keys: await givenLive(context, business.businessId) }]
  for (const owner of owners) {
    const link = await givenLink(api, owner, { uses_max: 1 })
    const paying = await begin(api, link.slug)
    assert.equal((await open(link.slug)).status, 200)

    await pay(api, paying, 'success')

    assert.equal((await open(link.slug)).status, 410)
    assert.equal((await linkOf(api, owner, link)).payments.succeeded, 1)
  }
})

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
    used: 1,
  })
  context.advance(25 * HOUR)
  await abandonDue(context)
  assert.equal((await linkOf(api, business, link)).payments.open, 0)
  assert.equal((await linkOf(api, business, stranger)).payments.succeeded, 0)
  const { body } = await get('/payment-links')
  const listed = body.data.find(({ id }: Link) => id === link.id)
  assert.equal(listed.payments.succeeded, 1)
})

test('a form reserves no use: ten of nobody leave a link for two open to who pays', async () => {
  const link = await givenLink(api, business, { amount: 250_000, uses_max: 2 })

  for (let i = 0; i < 10; i++) await begin(api, link.slug)

  assert.equal((await open(link.slug)).status, 200)
  await pay(api, await begin(api, link.slug), 'success')
  assert.deepEqual((await linkOf(api, business, link)).payments.succeeded, 1)
})

test('of a link for three, three of twenty at once get a use, and the others are told', async () => {
  const link = await givenLink(api, business, { amount: 250_000, uses_max: 3 })
  const codes = await Promise.all(Array.from({ length: 20 }, () => begin(api, link.slug)))

  const answers = await Promise.all(
    codes.map((code) => api.post(`/checkout/${code}/bank-transfer`)),
  )

  const placed = codes.filter((_, i) => answers[i]!.status === 200)
  assert.equal(placed.length, 3)
  const late = answers.find(({ status }) => status !== 200)!
  assert.deepEqual([late.status, late.body.code], [409, 'payment_link_used_up'])
  const closed = await open(link.slug)
  assert.deepEqual([closed.status, /Other customers are paying now/.test(closed.text)], [409, true])
  assert.equal((await submit(api, link.slug)).status, 409)
  await Promise.all(placed.map((code) => pay(api, code, 'success')))
  assert.equal((await linkOf(api, business, link)).payments.succeeded, 3)
  const full = await open(link.slug)
  assert.deepEqual([full.status, /has been used up/.test(full.text)], [410, true])
  assert.equal((await submit(api, link.slug)).status, 410)
})

for (const [last, other] of [
  ['bank-transfer', 'card'],
  ['card', 'bank-transfer'],
  ['card', 'card'],
] as const) {
  test(`the last use is taken by one: by ${last}, and another one's ${other} is refused`, async () => {
    const link = await givenLink(api, business, { amount: 250_000, uses_max: 1 })
    const [first, second] = [await begin(api, link.slug), await begin(api, link.slug)]

    const took = await pays(first, last)
    const refused = await pays(second, other)

    assert.equal(took.status, 200, took.text)
    assert.deepEqual([refused.status, refused.body.code], [409, 'payment_link_used_up'])
    assert.equal((await statusOf(second)).status, 'pending', 'nothing was begun')
    const again = await pays(first, other)
    assert.equal(again.status, 200, 'who has a use pays however they like')
    await assertNothingIssued(second)
  })
}

test('while one takes the last use, another one waits for the outcome, and is refused', async () => {
  const link = await givenLink(api, business, { amount: 250_000, uses_max: 1 })
  const [first, second] = [await begin(api, link.slug), await begin(api, link.slug)]
  const before = await findByKey(context, readAccessCode(context.keys, first)!)
  const { promise: isTaken, resolve: taken } = Promise.withResolvers<void>()
  const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>()
  const begun = (run: (sql: Sql) => Promise<unknown>) =>
    context.sql.begin(async (sql) => {
      const result = await run(sql)
      taken()
      await mayCommit
      return result
    })
  const taking = reserveUse({ ...context, sql: { begin: begun } as unknown as Database }, before!)
  await isTaken

  const late = pays(second, 'bank-transfer')
  await until('the other one waits', async () => {
    const waiting = await asOwner(
      context,
      (sql) => sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'
      `,
    )
    return waiting.length > 0
  })
  commit()

  assert.equal((await taking).status, 'ongoing')
  const { status, body } = await late
  assert.deepEqual([status, body.code], [409, 'payment_link_used_up'])
})

test('a customer who clicks twice takes one use', async () => {
  const link = await givenLink(api, business, { amount: 250_000, uses_max: 2 })
  const [first, second] = [await begin(api, link.slug), await begin(api, link.slug)]

  const clicks = await Promise.all([1, 2, 3].map(() => pays(first, 'bank-transfer')))
  const other = await pays(second, 'bank-transfer')

  assert.deepEqual(
    [...clicks, other].map(({ status }) => status),
    [200, 200, 200, 200],
  )
})

test('the page tells who comes too late, in words of the language they read', async () => {
  const link = await givenLink(api, business, { amount: 250_000, uses_max: 1 })
  const [first, second] = [await begin(api, link.slug), await begin(api, link.slug)]
  await pays(first, 'bank-transfer')

  const { text } = await api.send({
    method: 'POST',
    url: `/checkout/${second}/bank-transfer?html=&lang=pcm`,
    headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
    payload: '',
  })

  assert.match(text, /This link don reach the number of payment wey e fit take for now/)
})

test('who does not finish keeps a use for an hour, and then it is another one’s', async () => {
  const link = await givenLink(api, business, { uses_max: 1 })
  const first = await begin(api, link.slug)
  await pays(first, 'bank-transfer')
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

test('only a use of a limited link ends after an hour; a business may give less time', async () => {
  const lasts = async (body: object) => {
    const { slug } = await givenLink(api, business, body)
    const { expires_at, created_at } = await recordOf(await begin(api, slug))
    return Date.parse(expires_at) - Date.parse(created_at)
  }
  assert.deepEqual([await lasts({}), await lasts({ uses_max: 5 })], [24 * HOUR, HOUR])

  await changeSettings(context, business, { expirySeconds: 1_800 })

  assert.deepEqual([await lasts({}), await lasts({ uses_max: 5 })], [HOUR / 2, HOUR / 2])
})

test('a use that was refunded in full is free again', async () => {
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
  assert.deepEqual(
    (await linkOf(api, business, link)).payments,
    { succeeded: 1, amount: 250_000, open: 0, used: 0 },
    'it was paid all the same, as the list of its payments says',
  )
})

test('however a link is changed between them, never do more pay than the last change allows', async () => {
  const link = await givenLink(api, business, { amount: 250_000, uses_max: 5 })
  const key = business.keys.secretKey
  const change = (uses_max: number | null) =>
    api.put(`/api/v1/payment-links/${link.id}`, { key, body: { uses_max } })
  const codes = await Promise.all(Array.from({ length: 5 }, () => begin(api, link.slug)))
  for (const code of codes.slice(0, 2)) await pays(code, 'bank-transfer')
  await change(2)

  assert.equal((await submit(api, link.slug)).status, 409)
  assert.equal((await pays(codes[2]!, 'card')).status, 409)
  await change(3)
  assert.equal((await pays(codes[2]!, 'card')).status, 200)
  assert.equal((await pays(codes[3]!, 'bank-transfer')).status, 409)
  await change(null)
  assert.equal((await pays(codes[3]!, 'bank-transfer')).status, 200)
  await change(3)
  assert.equal((await pays(codes[4]!, 'bank-transfer')).status, 409)
})

test('what has come by a link is counted in its index, whatever else the business has sold', async () => {
  const link = await givenLink(api, business)
  await Promise.all(Array.from({ length: 5 }, () => begin(api, link.slug)))
  const id = parsePublicId('payment_link', link.id)!
  const explaining = ([first, ...rest]: string[], ...values: never[]) => {
    const strings = [`explain ${first}`, ...rest]
    return context.hot(Object.assign(strings, { raw: strings }), ...values)
  }

  const plan = await tallyLinks(explaining as unknown as Sql, business, [id])

  const lines = plan.map((row) => String(Object.values(row)[0])).join('\n')
  assert.match(lines, /Index Only Scan using transaction_by_link/)
  assert.doesNotMatch(lines, /Seq Scan/)
})
