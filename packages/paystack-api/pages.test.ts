import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ask, openPaystackApi, type Sent } from '../../test/paystack-clients.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../../test/support.ts'

// Payment links as Paystack's pages.

const context = useContext()
let open: Awaited<ReturnType<typeof openPaystackApi>>
let business: GivenBusiness
before(async () => {
  await context.opened
  open = await openPaystackApi(context)
  business = await givenBusiness(context)
})
after(() => open.close())

const send = (line: string, sent: Sent = {}) =>
  ask(open.app, line, { key: business.keys.secretKey, ...sent })

const PAGE = {
  name: 'Adire workshop',
  amount: '1500000',
  slug: 'adire-workshop',
  redirect_url: 'https://shop.example/thanks',
  metadata: { cart: 7 },
  custom_fields: [{ display_name: 'Size', variable_name: 'size' }],
}

test('a page is a payment link: customers open it, and it is found by number and slug', async () => {
  const { body } = await send('POST /page', { body: PAGE })
  const { id, slug, amount, metadata, custom_fields } = body.data
  assert.deepEqual([slug, amount, metadata], ['adire-workshop', 1_500_000, { cart: 7 }])
  assert.deepEqual(custom_fields, [
    { display_name: 'Size', variable_name: 'size', required: false },
  ])

  const shown = await open.app.inject({ url: `/pay/${slug}` })

  assert.equal(shown.statusCode, 200)
  assert.match(shown.payload, /Adire workshop/)
  for (const name of [id, slug]) {
    assert.deepEqual((await send(`GET /page/${name}`)).body.data, body.data)
  }
  assert.deepEqual((await send('GET /page')).body.data, [body.data])
  const link = await open.app.inject({
    url: `/api/v1/payment-links/${slug}`,
    headers: { authorization: `Bearer ${business.keys.secretKey}` },
  })
  assert.equal(JSON.parse(link.payload).data.callback_url, PAGE.redirect_url)
})

test('a page changes only in what is sent, and closes', async () => {
  const { data } = (await send('POST /page', { body: { ...PAGE, slug: 'changes' } })).body

  const named = await send(`PUT /page/${data.id}`, { body: { name: 'Indigo' } })
  const closed = await send('PUT /page/changes', { body: { active: false, metadata: { a: 1 } } })

  const { updatedAt: _, ...before } = data
  const { updatedAt: __, ...after } = closed.body.data
  assert.equal(named.body.data.name, 'Indigo')
  assert.deepEqual(after, { ...before, name: 'Indigo', active: false, metadata: { a: 1 } })
})

test('a taken slug, and what a link does not have, are refused and named', async () => {
  await send('POST /page', { body: { ...PAGE, slug: 'taken' } })
  const { keys } = await givenBusiness(context)
  const slugs = 'GET /page/check_slug_availability'
  const cases: [line: string, sent: Sent, status: number, message: RegExp][] = [
    ['POST /page', { body: {} }, 400, /name is required/],
    ['POST /page', { body: { ...PAGE, amount: 5, slug: 'taken' } }, 400, /./],
    ['POST /page', { body: { name: 'A', plan: 'PLN_1' } }, 400, /plan is not offered/],
    ['POST /page', { body: { name: 'A', type: 'product' } }, 400, /type must be payment/],
    ['POST /page', { body: { name: 'A', custom_fields: [{}] } }, 400, /display_name is required/],
    ['POST /page', { body: { name: 'A', metadata: { custom_fields: [] } } }, 400, /custom_fields/],
    ['POST /page/1/product', { body: {} }, 403, /products/],
    [`${slugs}/taken`, {}, 400, /not available/],
    ['GET /page/none-such', {}, 404, /./],
    ['GET /page/taken', { key: keys.secretKey }, 404, /./],
    ['PUT /page/taken', { key: keys.secretKey, body: { name: 'B' } }, 404, /./],
  ]
  for (const [line, sent, status, message] of cases) {
    const answer = await send(line, sent)
    assert.deepEqual([answer.status, answer.body.status], [status, false], `${line} ${answer.text}`)
    assert.match(answer.body.message, message, line)
  }
  assert.equal((await send(`${slugs}/free`)).body.message, 'Slug is available')
})
