import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { givenHostile, saysForEver } from '../../../test/hostile-receiver.ts'
import {
  findDelivery,
  forgetPending,
  freeze,
  givenEvent,
  givenUrl,
} from '../../../test/receiver.ts'
import { stopClock } from '../../../test/stopped-clock.ts'
import { givenBusiness, useContext } from '../../../test/support.ts'
import { deliverDue } from './webhooks.ts'

// Receivers that try to fill our memory. Ten concurrent deliveries to each, the most that an
// endpoint gets; each response has 1 GB.

const context = useContext()
const AT_ONCE = 10
const OFFERED_BYTES = 2 ** 30
/** For all ten together: both sides' buffers, because they share this process. */
const TAKEN_BYTES_MAX = 2 ** 26
/** For all ten; 2 to 20 MB were measured. */
const GROWTH_BYTES_MAX = 2 ** 26

afterEach(() => forgetPending(context))

const OK = 'HTTP/1.1 200 OK\r\n'
const CHUNKED = 'Transfer-Encoding: chunked\r\n\r\n'
const GZIP = 'Content-Encoding: gzip\r\n'
const bomb = gzipSync(Buffer.alloc(2 ** 26)) // 64 MB in 65 KB.

// The start, the endless rest, and the recorded status and reason.
const floods: [string, string, string | Buffer, number | null][] = [
  ['a body', `${OK}\r\n`, 'a', 200],
  ['a body that says how long it is', `${OK}Content-Length: ${OFFERED_BYTES}\r\n\r\n`, 'a', 200],
  ['the body of a failure', 'HTTP/1.1 500 No\r\n\r\n', 'a', 500],
  ['chunks of one byte', `${OK}${CHUNKED}`, '1\r\na\r\n', 200],
  ['gzip that unpacks to a thousand times as much', `${OK}${GZIP}\r\n`, bomb, 200],
  ['headers', OK, 'X: yyyyyyyyyyyyyyyyyy\r\n', null],
  ['one header', `${OK}X: `, 'y', null],
  ['trailers', `${OK}${CHUNKED}0\r\n`, 'X: yyyyyyyyyyyyyyyyyy\r\n', 200],
  ['100 Continue', '', 'HTTP/1.1 100 Continue\r\n\r\n', null],
  ['blank lines', '', '\r\n', null],
]
for (const [name, first, again, status] of floods) {
  test(`${name} without end takes neither memory nor time`, async (t) => {
    // No deadline applies: each must end for its own reason.
    stopClock(t)
    const { frozen } = freeze(context)
    const business = await givenBusiness(frozen)
    const offered = { bytes: 0 }
    const block = typeof again === 'string' ? again.repeat(65_536 / again.length) : again
    const flood = saysForEver(first, block, offered, OFFERED_BYTES)
    const receiver = await givenHostile(flood)
    await givenUrl(frozen, business, receiver.url)
    const ids = await Promise.all(
      Array.from({ length: AT_ONCE }, () => givenEvent(frozen, business)),
    )

    const growth = await growthDuring(async () => {
      assert.equal(await deliverDue(frozen, { jitter: () => 0 }), AT_ONCE)
    })

    for (const id of ids) {
      const { state, lastStatus, lastError } = await findDelivery(context, business, id)
      assert.equal(state, status === 200 ? 'delivered' : 'pending')
      assert.deepEqual([lastStatus, lastError], [status, status === null ? 'protocol' : null])
    }
    const attempts = await context.sql<{ bytes: number }[]>`
      select octet_length(answer) as bytes from delivery_attempt
      where business_id = ${business.businessId} and mode = 'test'
    `
    assert.equal(attempts.length, AT_ONCE)
    assert.ok(
      attempts.every(({ bytes }) => bytes <= 3 * 2_048),
      'three bytes for one that is none',
    )
    assert.ok(offered.bytes < TAKEN_BYTES_MAX, `${offered.bytes} bytes were taken`)
    assert.ok(growth < GROWTH_BYTES_MAX, `${growth} bytes of memory`)
  })
}

/** The largest growth of memory, checked between any two steps. */
async function growthDuring(run: () => Promise<void>): Promise<number> {
  const before = held()
  let most = before
  let running = true
  const look = () => {
    most = Math.max(most, held())
    if (running) setImmediate(look)
  }
  look()
  await run()
  running = false
  return most - before
}

function held(): number {
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
