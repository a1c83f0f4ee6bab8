import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { afterEach, beforeEach, test } from 'node:test'
import { promisify } from 'node:util'
import {
  forgetPending,
  givenEvent,
  givenReceiver,
  givenUrl,
  verifies,
} from '../../../test/receiver.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../../../test/support.ts'
import { HOUR, later } from '../../platform/clock.ts'
import { createEndpoint } from './endpoints.ts'
import { resendEvent, resendRange, sendTest } from './events.ts'
import { replayAsCurl } from './replay.ts'
import { changeWebhooks, deliverDue } from './webhooks.ts'

// Resends, tests and replays with several endpoints.

const context = useContext()
const wire = { formats: {}, inVersion: (_version: string, payload: string) => payload }

let business: GivenBusiness
beforeEach(async () => {
  business = await givenBusiness(context)
})
afterEach(() => forgetPending(context))

async function givenAdded(url: string, events: string[] = ['*']) {
  const { endpoint, secret } = await createEndpoint(context, business, { url, events }, null)
  return { ...endpoint, secret }
}

test('what failed is resent to the endpoints where it failed, and only once', async () => {
  const well = await givenReceiver()
  const ill = await givenReceiver((n) => ({ status: n === 1 ? 410 : 200 }))
  await givenUrl(context, business, well.url)
  const { route } = await givenAdded(ill.url, ['transaction.success'])
  const from = context.now()
  await givenEvent(context, business)
  await deliverDue(context)
  await context.sql`
    update delivery set state = 'failed', next_at = null
    where business_id = ${business.businessId} and endpoint = ${route}
  `
  const range = { from, to: later(from, HOUR), onlyFailed: true }

  const [one, two] = [
    await resendRange(context, business, range),
    await resendRange(context, business, range),
  ]
  await deliverDue(context)

  assert.deepEqual([one, two], [1, 0])
  assert.deepEqual([well.received.length, ill.received.length], [1, 2])
})

test('an event is resent to every endpoint that it was sent to, or to one', async () => {
  const [first, second, third] = [
    await givenReceiver(),
    await givenReceiver(),
    await givenReceiver(),
  ]
  await givenUrl(context, business, first.url)
  const { route } = await givenAdded(second.url, ['transaction.success'])
  await givenAdded(third.url, ['refund.failed'])
  const eventId = await givenEvent(context, business)
  const key = { ...business, eventId }
  await deliverDue(context)

  await resendEvent(context, key)
  await deliverDue(context)
  await resendEvent(context, key, route)
  await deliverDue(context)
  await resendEvent(context, key, 'settings')
  await deliverDue(context)

  const counts = [first, second, third].map(({ received }) => received.length)
  assert.deepEqual(counts, [3, 3, 0])
})

test('a test event goes to the endpoint that is tested, and to no other', async () => {
  const [first, second] = [await givenReceiver(), await givenReceiver()]
  await givenUrl(context, business, first.url)
  const { route } = await givenAdded(second.url, ['refund.failed'])

  await sendTest(context, business, route)
  await deliverDue(context)

  assert.deepEqual([first.received.length, second.received.length], [0, 1])
})

test('the command that sends an event again is what a receiver accepts, without the secret', async () => {
  const receiver = await givenReceiver()
  await changeWebhooks(context, business, { urls: { standard: receiver.url } })
  const { route, secret } = await givenAdded(receiver.url)
  const eventId = await givenEvent(context, business, {
    payload: `{"event":"transaction.success","data":{"name":"Ada's \\"shop\\" $HOME"}}`,
  })
  const key = { ...business, eventId }
  await forgetPending(context)

  const commands = [
    await replayAsCurl(context, wire, key, 'settings'),
    await replayAsCurl(context, wire, key, route),
  ]
  for (const command of commands) await runCurl(command)

  const [own, added] = receiver.received
  assert.ok(await verifies(own!, business.webhookSecret))
  assert.ok(await verifies(added!, secret))
  assert.equal(own!.body, added!.body)
  assert.match(own!.body, /Ada's \\"shop\\" \$HOME/)
  for (const command of commands) assert.ok(!command.includes('whsec_'))
})

/** Does what curl would, which not every machine has, with the words that a shell reads. */
async function runCurl(command: string): Promise<void> {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`
  const { stdout } = await promisify(execFile)('sh', ['-c', script])
  const [flag, method, url = '', ...rest] = stdout.split('\0').slice(0, -1)
  assert.deepEqual([flag, rest.at(-2)], ['-X', '--data-binary'])
  const headers = new Headers()
  for (let i = 0; i < rest.length - 2; i += 2) {
    assert.equal(rest[i], '-H')
    const [name = '', value = ''] = rest[i + 1]!.split(/: (.*)/s)
    headers.set(name, value)
  }
  await fetch(url, { method: method!, headers, body: rest.at(-1)! })
}
