import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import fc from 'fast-check'
import { changeSettings } from '../../src/accounts/businesses/businesses.ts'
import { MINUTE } from '../../src/platform/clock.ts'
import { useApi } from '../api.ts'
import { contentsOf } from '../calls.ts'
import { begin, CUSTOMER, givenLink, submit } from '../links.ts'
import { type GivenBusiness, givenBusiness, givenLive, useContext } from '../support.ts'

// Payment links: what customers meet, and what becomes of what they send.

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
let other: GivenBusiness
let live: Pick<GivenBusiness, 'keys'>
before(async () => {
  await context.opened
  context.rails.live = [context.rails.test]
})
beforeEach(async () => {
  business = await givenBusiness(context)
  other = await givenBusiness(context, 'Other Store')
  live = { keys: await givenLive(context, business.businessId) }
})

const get = (path: string, by: Pick<GivenBusiness, 'keys'> = business) =>
  api.get(`/api/v1${path}`, { key: by.keys.secretKey })
const put = (id: string, body: object, by: Pick<GivenBusiness, 'keys'> = business) =>
  api.put(`/api/v1/payment-links/${id}`, { key: by.keys.secretKey, body })
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

test('who comes to pay finds business, name and amount, and begins a payment of their own', async () => {
  const link = await givenLink(api, business, { description: 'Two hours' })
  const { status, headers, text } = await open(link.slug)

  assert.equal(status, 200)
  for (const said of ['Demo Store', 'Adire workshop', 'Two hours', '₦15,000']) {
    assert(text.includes(said), said)
  }
  assert.doesNotMatch(text, /<script/)
  assert.equal(headers['cache-control'], 'no-store')
  assert.equal(headers['x-robots-tag'], 'noindex')
  assert.match(String(headers['content-security-policy']), /default-src 'none'.*form-action 'self'/)

  const [one, two] = [await begin(api, link.slug), await begin(api, link.slug)]
  assert.notEqual(one, two)
  const record = await recordOf(one)
  assert.equal(record.amount, 1_500_000)
  assert.equal(record.customer.email, 'ada@example.com')
  assert.equal(record.customer.name, 'Ada Example')
  assert.deepEqual(record.metadata, { payment_link: link.id })
  assert.match(record.reference, /^[A-Za-z0-9_-]{22}$/)
})

test('what the customer is asked is in the metadata, behind what the business put there', async () => {
  const link = await givenLink(api, business, {
    fields: [{ label: 'Phone', required: true }, { label: 'Size' }, { label: '£££' }],
    metadata: { class: 7, nested: { deep: [1, 2] } },
  })
  const answers = { ...CUSTOMER, field_0: ' 0803 "5" ', field_2: '<b>' }
  const { metadata } = await recordOf(await begin(api, link.slug, answers))

  assert.deepEqual(metadata, {
    class: 7,
    nested: { deep: [1, 2] },
    payment_link: link.id,
    custom_fields: [
      { display_name: 'Phone', variable_name: 'phone', value: '0803 "5"' },
      { display_name: '£££', variable_name: 'field_3', value: '<b>' },
    ],
  })
})

test('whatever is sent with the form, a fixed amount and the terms stay those of the link', async () => {
  const link = await givenLink(api, business, {
    callback_url: 'https://shop.example/thanks',
    channels: ['card'],
    fields: [{ label: 'Size' }],
    metadata: { class: 7 },
  })
  const honest = await recordOf(await begin(api, link.slug, { ...CUSTOMER, field_0: 'M' }))
  const names = [
    ...['naira', 'amount', 'price', 'min_amount', 'max_amount', 'currency', 'fee_bearer', 'fees'],
    ...['reference', 'callback_url', 'channels', 'split_code', 'metadata', 'metadata[class]'],
    ...['key', 'business_id', 'mode', 'domain', 'slug', 'id', 'payment_link', 'uses_max'],
    ...['custom_fields', 'field_1', 'field_-1', '__proto__', 'constructor', 'status', 'effectId'],
  ]
  const values = ['1', '100', '', 'NGN', 'https://evil.example', 'bank_transfer', other.businessId]
  for (const [i, name] of names.entries()) {
    const value = values[i % values.length]!
    const fields = new URLSearchParams({ ...CUSTOMER, field_0: 'M', [name]: value })
    const record = await recordOf(await begin(api, link.slug, Object.fromEntries(fields)))
    for (const member of ['amount', 'requested_amount', 'callback_url', 'metadata', 'split']) {
      assert.deepEqual(record[member], honest[member], `${name}=${value} changed ${member}`)
    }
    assert.deepEqual(record.customer, honest.customer, name)
  }
  const { channels } = await statusOf(await begin(api, link.slug, { ...CUSTOMER, channels: 'x' }))
  assert.deepEqual(channels, ['card'])
})

test('where the customer says how much, it is read as people write it, within the bounds', async () => {
  const bounds = { amount: null, min_amount: 50_000, max_amount: 100_000_000 }
  const { slug } = await givenLink(api, business, bounds)
  const before = await contentsOf(context)
  for (const naira of [
    '',
    '0',
    '499.99',
    '1,000,000.01',
    '10,50',
    '1.234',
    '-5',
    '1e5',
    '５００',
  ]) {
    const { status, text } = await submit(api, slug, { ...CUSTOMER, naira })
    assert.equal(status, 400, naira)
    assert.match(text, /id="naira"[^>]*aria-invalid="true"/, naira)
    assert.match(text, /value="ada@example\.com"/, 'what was right is not typed again')
  }
  assert.deepEqual(await contentsOf(context), before, 'nothing was written')
  for (const [naira, amount] of Object.entries({
    '500': 50_000,
    ' 5,000.5 ': 500_050,
    '₦1,000,000': 100_000_000,
    'N 750.25': 75_025,
  })) {
    assert.equal((await statusOf(await begin(api, slug, { ...CUSTOMER, naira }))).amount, amount)
  }
})

test('every field of the form that is wrong is told at once, in words of the customer', async () => {
  const { slug } = await givenLink(api, business, {
    amount: null,
    fields: [{ label: 'Size', required: true }, { label: 'Note' }],
  })
  const { status, text } = await submit(api, slug, { email: 'ada', field_1: 'x'.repeat(201) })

  assert.equal(status, 400)
  for (const name of ['naira', 'email', 'name', 'field_0', 'field_1']) {
    assert.match(text, new RegExp(`id="${name}-error"`), name)
  }
  assert.match(text, /value="ada"/)
  const sentTwice = await submit(
    api,
    slug,
    `${new URLSearchParams(CUSTOMER)}&email=eve%40a.example`,
  )
  assert.match(sentTwice.text, /id="email-error"/)
})

test('an address fills in what it may, and says what it left out', async () => {
  const free = await givenLink(api, business, { amount: null, min_amount: 10_000 })
  const right = await open(`${free.slug}?amount=250050&email=ada%40example.com&name=Ada+Example`)
  assert.match(right.text, /id="naira"[^>]*value="2500\.50"/)
  assert.match(right.text, /id="email"[^>]*value="ada@example\.com"/)
  assert.match(right.text, /id="name"[^>]*value="Ada Example"/)
  assert.doesNotMatch(right.text, /was ignored/)

  const wrong = await open(`${free.slug}?amount=99&email=nobody&name=a&name=b`)
  assert.match(wrong.text, /was ignored: amount, email, name\./)
  assert.match(wrong.text, /id="naira"[^>]*value=""/)
  const fixed = await givenLink(api, business)
  assert.match((await open(`${fixed.slug}?amount=100`)).text, /was ignored: amount\./)
  assert.doesNotMatch((await open(`${fixed.slug}?amount=1500000`)).text, /was ignored/)
  const hostile = encodeURIComponent('"><script>alert(1)</script>')
  assert.doesNotMatch((await open(`${free.slug}?name=${hostile}`)).text, /<script/)
})

test('looking makes nothing, whoever looks', async () => {
  const { slug } = await givenLink(api, business)
  const before = await contentsOf(context)

  for (const headers of [{}, { 'sec-purpose': 'prefetch' }, { 'user-agent': 'preview' }]) {
    assert.equal((await api.get(`/pay/${slug}`, { headers })).status, 200)
    await api.get(`/pay/${slug}/qr.svg`, { headers })
  }

  assert.deepEqual(await contentsOf(context), before)
})

test('by a link that is off, over, unknown or of a mode that is not enabled nothing is begun', async () => {
  const off = await givenLink(api, business)
  await put(off.id, { active: false })
  const over = await givenLink(api, business, {
    expires_at: new Date(context.now().getTime() + MINUTE).toISOString(),
  })
  const foreign = await givenLink(api, live)
  assert.equal((await open(foreign.slug)).status, 200)
  context.rails.live = []
  context.advance(2 * MINUTE)
  const before = await contentsOf(context)
  const unknown = await open('nobody-has-this')
  for (const [slug, status, says] of [
    [off.slug, 410, 'is not accepting payments'],
    [over.slug, 410, 'has expired'],
    [foreign.slug, 404, 'We cannot find this page'],
    ['nobody-has-this', 404, 'We cannot find this page'],
    ['UPPER', 404, 'We cannot find this page'],
    ['a%00b', 404, 'We cannot find this page'],
  ] as const) {
    for (const answer of [await open(slug), await submit(api, slug)]) {
      assert.equal(answer.status, status, slug)
      assert(answer.text.includes(says), slug)
      assert.equal(answer.headers['x-robots-tag'], 'noindex')
    }
    assert([404, 409].includes((await open(`${slug}/qr.svg`)).status), slug)
  }
  assert.equal((await open(foreign.slug)).text, unknown.text)
  assert.deepEqual(await contentsOf(context), before)
  context.rails.live = [context.rails.test]
})

test('where the customer bears the fee, the page says what they pay', async () => {
  const { slug } = await givenLink(api, business, { amount: 1_000_000, fee_bearer: 'customer' })
  const { text } = await open(slug)
  const { amount } = await statusOf(await begin(api, slug))
  const [whole, rest] = [Math.floor(amount / 100), String(amount % 100).padStart(2, '0')]

  assert(amount > 1_000_000)
  assert(text.includes(`you pay ₦${whole.toLocaleString('en')}.${rest}`), text.slice(0, 4_000))
})

test('the page speaks the language of its customer, or the one that the business has fixed', async () => {
  const { slug } = await givenLink(api, business)
  assert.match((await open(`${slug}?lang=yo`)).text, /<html lang="yo">.*Tẹ̀síwájú/s)
  await changeSettings(context, business, { checkoutLanguage: 'ha' })
  assert.match((await open(`${slug}?lang=yo`)).text, /<html lang="ha">.*Ci gaba zuwa biya/s)
})

test('an address may look as often as it likes, and begin thirty times a minute', async () => {
  const { slug } = await givenLink(api, business)
  const post = () =>
    api.send({
      method: 'POST',
      url: `/pay/${slug}`,
      remoteAddress: '10.9.9.9',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: String(new URLSearchParams(CUSTOMER)),
    })
  for (let i = 0; i < 30; i++) assert.equal((await post()).status, 303)
  const { status, headers, text } = await post()

  assert.equal(status, 429)
  assert(Number(headers['retry-after']) > 0)
  assert.match(text, /<!doctype html>/i)
  assert.equal((await open(slug)).status, 200)
})

test('whatever five customers answer, the metadata of a payment stays within 8 KB', async () => {
  const fields = Array.from({ length: 5 }, (_, i) => ({ label: `${i}${'💚'.repeat(59)}` }))
  const metadata = { filler: 'x'.repeat(2_000) }
  const { slug } = await givenLink(api, business, { fields, metadata })
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('"', '\\', '𝔸', 'ẹ', '<'), async (sign) => {
      const value = sign.repeat(Math.floor(200 / sign.length))
      const answers = Object.fromEntries(fields.map((_, i) => [`field_${i}`, value]))
      const record = await recordOf(await begin(api, slug, { ...CUSTOMER, ...answers }))
      assert.equal(record.metadata.custom_fields[4].value, value)
      assert(Buffer.byteLength(JSON.stringify(record.metadata)) <= 8_192)
    }),
    { numRuns: 5 },
  )
})
