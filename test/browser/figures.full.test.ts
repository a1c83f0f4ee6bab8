import assert from 'node:assert/strict'
import { test } from 'node:test'
import { figuresOf } from '../../scripts/checkout-figures.ts'
import { isWhole } from '../scale.ts'
import { givenPayment } from './payments.ts'
import { noise } from './pictures.ts'
import { usePlace } from './visit.ts'

// What a checkout costs a phone. The bounds on bytes and requests are the promise; the one on time
// is loose, and asked of a quiet machine only: `npm run checkout:measure` measures.

const place = usePlace()

const BYTES_MAX = 25_000
const REQUESTS_MAX = 3
const INTERACTIVE_MS_MAX = 5_000
/** A logo of a fair size, in bytes as in pixels. */
const LOGO_SIDE = 80

test('a checkout with a logo weighs at most 25 kB in at most 3 requests', async () => {
  const set = await place.service.call('PUT', '/settings/checkout', {
    logo: noise(LOGO_SIDE).toString('base64'),
  })
  assert.equal(set.http, 200, JSON.stringify(set))
  const { url } = await givenPayment(place, 'FIGURES-1', {
    channels: ['bank_transfer', 'card'],
    save_card: 'offer',
  })

  const { requests, bytes, interactiveMs } = await figuresOf(place.browser, url)

  assert.equal(requests, 2, 'the page and the logo')
  assert(requests <= REQUESTS_MAX)
  assert(bytes <= BYTES_MAX, `${bytes} bytes`)
  assert(bytes > LOGO_SIDE ** 2, 'the logo is counted')
  if (isWhole) assert(interactiveMs < INTERACTIVE_MS_MAX, `${interactiveMs} ms`)
})

test('a page goes out compressed to who takes it, and as it is to who does not', async () => {
  const { url } = await givenPayment(place, 'FIGURES-2')
  const sizes: Record<string, number> = {}
  for (const encoding of ['br', 'gzip', 'identity', 'gzip;q=0']) {
    const answer = await fetch(url, { headers: { 'accept-encoding': encoding } })
    const sent = encoding === 'br' || encoding === 'gzip' ? encoding : null
    assert.equal(answer.headers.get('content-encoding'), sent, encoding)
    assert.match(answer.headers.get('vary')!, /Accept-Encoding/)
    assert.match(await answer.text(), /<\/html>\s*$/)
    sizes[encoding] = Number(answer.headers.get('content-length'))
  }
  assert(sizes['br']! < sizes['gzip']! && sizes['gzip']! < sizes['identity']! / 2)
})
