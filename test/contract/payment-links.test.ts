import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { inflateSync } from 'node:zlib'
import jsqr from 'jsqr'
import { type Answer, useApi } from '../api.ts'
import { begin, givenLink, type Link } from '../links.ts'
import { givenSplit, givenSubaccounts } from '../splits.ts'
import { type GivenBusiness, givenBusiness, givenLive, useContext } from '../support.ts'

// Payment links: what a business says of them. What customers meet: payment-link-pages.test.ts.

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

function fieldsOf({ body }: Answer): string[] {
  return (body.errors ?? []).map(({ field }: { field: string }) => field)
}

async function statusOf(accessCode: string) {
  const { body } = await api.get(`/checkout/${accessCode}/status`)
  return body.data as { amount: number; reference: string; status: string; channels: string[] }
}

async function recordOf(accessCode: string, by: Pick<GivenBusiness, 'keys'> = business) {
  const { reference } = await statusOf(accessCode)
  const { body } = await get(`/transactions/verify/${reference}`, by)
  return body.data
}

test('a link says all that was said of it, and what was not said is plain', async () => {
  const [slug, name] = [`adire-${Date.now()}`, 'Adire workshop']
  const all = {
    name,
    slug,
    description: 'Two hours, with cloth.\nBring nothing.',
    amount: 1_500_000,
    fields: [{ label: 'Phone number', required: true }, { label: 'T-shirt size' }],
    callback_url: 'https://shop.example/thanks',
    channels: ['card'],
    fee_bearer: 'customer',
    expires_at: '2099-01-31T12:00:00.000Z',
    uses_max: 20,
    metadata: { class: 7 },
  }
  const link = await givenLink(api, business, all)
  const { id, created_at, updated_at, ...shown } = link
  assert.match(id, /^lnk_[0-9a-f]{32}$/)
  assert.equal(created_at, updated_at)
  assert.deepEqual(shown, {
    ...all,
    domain: 'test',
    url: `http://cowrie.test/pay/${slug}`,
    min_amount: null,
    max_amount: null,
    currency: 'NGN',
    fields: [
      { label: 'Phone number', required: true, variable_name: 'phone_number' },
      { label: 'T-shirt size', required: false, variable_name: 't_shirt_size' },
    ],
    split_code: null,
    active: true,
    payments: { succeeded: 0, amount: 0, open: 0, used: 0 },
  })

  const plain = await givenLink(api, business, { amount: undefined })
  assert.match(plain.slug, /^[a-z0-9]{12}$/)
  assert.equal(plain.amount, null)
  assert.deepEqual([plain.fields, plain['channels'], plain['metadata']], [[], null, null])
  const { body } = await get('/payment-links')
  assert.deepEqual(
    body.data.map((row: Link) => row.id),
    [plain.id, id],
  )
  assert.equal(body.meta.total, 2)
})

test('a change reaches what was sent, and later payments alone', async () => {
  const { id, slug } = await givenLink(api, business, { description: 'Old' })
  const before = await begin(api, slug)

  const { body } = await put(id, { amount: 200_000, description: null })

  assert.deepEqual([body.data.amount, body.data.description], [200_000, null])
  assert.equal(body.data.name, 'Adire workshop')
  assert.equal((await statusOf(before)).amount, 1_500_000)
  assert.equal((await statusOf(await begin(api, slug))).amount, 200_000)
  const opened = await put(id, { amount: null, min_amount: 50_000 })
  assert.deepEqual([opened.body.data.amount, opened.body.data.min_amount], [null, 50_000])
  const fixed = await put(id, { amount: 100_000 })
  assert.deepEqual([fixed.body.data.amount, fixed.body.data.min_amount], [100_000, null])
})

test('two changes at once that do not go together are never both made', async () => {
  for (let round = 0; round < 5; round++) {
    const { id } = await givenLink(api, business, { amount: null })
    const answers = await Promise.all(
      [{ amount: 200_000 }, { min_amount: 50_000 }, { amount: 300_000 }].map((body) =>
        put(id, body),
      ),
    )

    const { body } = await get(`/payment-links/${id}`)
    assert(body.data.amount === null || body.data.min_amount === null)
    for (const { status } of answers) assert([200, 400].includes(status), String(status))
  }
})

test('a slug leads to one link, whoever asks for it and in whichever mode', async () => {
  const { slug } = await givenLink(api, business)
  for (const by of [business, other, live]) {
    const body = { name: 'Another', slug }
    const answer = await api.post('/api/v1/payment-links', { key: by.keys.secretKey, body })
    assert.deepEqual([answer.status, answer.body.code], [409, 'slug_taken'])
  }
})

test('the same slug with the same terms is one link: 200, created false', async () => {
  const key = business.keys.secretKey
  const slug = `twice-${Date.now()}`
  const body = {
    name: 'Adire',
    slug,
    amount: 5_000,
    expires_at: '2099-01-01T00:00:00Z',
    uses_max: 2,
  }
  const post = (more: object = {}) =>
    api.post('/api/v1/payment-links', { key, body: { ...body, ...more } })

  const [first, again, changed] = [await post(), await post(), await post({ amount: 5_001 })]

  assert.deepEqual([first.status, first.body.data.created], [201, true])
  assert.deepEqual([again.status, again.body.data], [200, { ...first.body.data, created: false }])
  assert.deepEqual([changed.status, changed.body.code], [409, 'slug_taken'])
})

test('of twenty who want one slug at once, one has it, and nothing is left of the others', async () => {
  const slug = `race-${Date.now()}`
  const owners = [business, other, live]
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      api.post('/api/v1/payment-links', {
        key: owners[i % 3]!.keys.secretKey,
        body: { name: `Race ${i}`, slug },
      }),
    ),
  )

  const made = answers.filter(({ status }) => status === 201)
  assert.equal(made.length, 1)
  assert(answers.every(({ status }) => status === 201 || status === 409))
  const totals = await Promise.all(owners.map((by) => get('/payment-links', by)))
  assert.equal(
    totals.reduce((sum, { body }) => sum + body.meta.total, 0),
    1,
  )
  assert.match((await open(slug)).text, new RegExp(made[0]!.body.data.name))
})

test('a second try with the same Idempotency-Key makes no second link', async () => {
  const post = () =>
    api.post('/api/v1/payment-links', {
      key: business.keys.secretKey,
      body: { name: 'Once' },
      headers: { 'idempotency-key': 'link-1' },
    })
  const [first, second] = [await post(), await post()]

  assert.equal(second.text, first.text)
  assert.equal((await get('/payment-links')).body.meta.total, 1)
})

test('a link shares by its split, and is not made with one that is not there', async () => {
  const [code] = await givenSubaccounts(api, business, 1)
  const split = await givenSplit(api, business, [{ subaccount_id: code!, share: 20 }])
  const { slug } = await givenLink(api, business, { split_code: split })
  assert.equal((await recordOf(await begin(api, slug))).split.split_code, split)

  for (const split_code of [split, 'SPL_nothing']) {
    const { status, body } = await api.post('/api/v1/payment-links', {
      key: other.keys.secretKey,
      body: { name: 'Mine', split_code },
    })
    assert.deepEqual([status, body.code], [422, 'invalid_split'])
  }
})

/** The pixels of a PNG of one bit each, as a camera would give them. */
function pixelsOf(png: Buffer): { pixels: Uint8ClampedArray; side: number } {
  const chunks = new Map<string, Buffer>()
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const length = png.readUInt32BE(at)
    chunks.set(png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, at + 8 + length))
  }
  const side = chunks.get('IHDR')!.readUInt32BE(0)
  const rows = inflateSync(chunks.get('IDAT')!)
  const width = 1 + Math.ceil(side / 8)
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const bit = (rows[y * width + 1 + (x >> 3)]! >> (7 - (x & 7))) & 1
      pixels.fill(bit * 255, (y * side + x) * 4, (y * side + x) * 4 + 3)
    }
  }
  return { pixels, side }
}

/** Fills the runs of the path, as a browser would: nothing of ours that drew them is asked. */
function pixelsOfSvg(svg: string, scale = 4): { pixels: Uint8ClampedArray; side: number } {
  const squares = Number(/viewBox="0 0 (\d+) /.exec(svg)![1])
  const side = squares * scale
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  const path = /<path d="([^"]+)"/.exec(svg)![1]!
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row++) {
      for (let column = Number(x) * scale; column < (Number(x) + Number(width)) * scale; column++) {
        pixels.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3)
      }
    }
  }
  return { pixels, side }
}

/** As a plain reader does it: dark on white, with enough white around. */
function read({ pixels, side }: { pixels: Uint8ClampedArray; side: number }): string | undefined {
  const first = pixels.indexOf(0) / 4
  const [x, y] = [first % side, Math.floor(first / side)]
  // The mark in each corner is seven squares wide, and dark from end to end.
  let end = first
  while (pixels[end * 4] === 0) end += 1
  const square = (end - first) / 7
  assert.deepEqual([x / square, y / square], [4, 4], 'four squares of white on each side')
  return jsqr.default(pixels, side, side, { inversionAttempts: 'dontInvert' })?.data
}

test('both pictures of the code are read as the address of the link by another library', async () => {
  const link = await givenLink(api, business)
  const key = business.keys.secretKey
  const headers = { authorization: `Bearer ${key}` }
  const { rawPayload, headers: sent } = await api.app.inject({
    url: `/api/v1/payment-links/${link.id}/qr.png`,
    headers,
  })
  const svg = await get(`/payment-links/${link.id}/qr.svg`)

  assert.equal(sent['content-type'], 'image/png')
  const png = pixelsOf(rawPayload)
  assert.equal(read(png), link.url)
  assert.match(String(svg.headers['content-type']), /^image\/svg\+xml/)
  const drawn = pixelsOfSvg(svg.text)
  assert.equal(read(drawn), link.url)
  assert.equal((await open(`${link.slug}/qr.svg`)).text, svg.text)
})

test('a link of another business or mode is not there', async () => {
  const { id } = await givenLink(api, business)
  for (const by of [other, live]) {
    for (const path of ['', '/qr.svg', '/qr.png']) {
      const { status, body } = await get(`/payment-links/${id}${path}`, by)
      assert.deepEqual([status, body.code], [404, 'payment_link_not_found'])
    }
    assert.equal((await put(id, { name: 'Mine' }, by)).status, 404)
  }
})

test('amounts beside each other, and a moment that is over, are told with all else that is wrong', async () => {
  const body = {
    name: '',
    amount: 5_000,
    min_amount: 100,
    max_amount: 200,
    slug: 'No',
    expires_at: '2020-01-01T00:00:00Z',
    uses_max: 0,
    fields: [{ label: 'A' }, { label: 'a ' }],
    metadata: { custom_fields: [] },
  }
  const answer = await api.post('/api/v1/payment-links', { key: business.keys.secretKey, body })

  assert.equal(answer.status, 400)
  const named = ['expires_at', 'fields.1.label', 'max_amount', 'metadata', 'min_amount', 'name']
  assert.deepEqual(fieldsOf(answer).sort(), [...named, 'slug', 'uses_max'])
  const { id } = await givenLink(api, business)
  assert.deepEqual(fieldsOf(await put(id, { min_amount: 100 })), ['min_amount'])
  const free = await givenLink(api, business, { amount: null, min_amount: 5_000 })
  assert.deepEqual(fieldsOf(await put(free.id, { max_amount: 4_000 })), ['max_amount'])
})
