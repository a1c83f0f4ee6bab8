import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventsOf } from '../../../test/payments.ts'
import { forgetPending, freeze, givenEvent, givenReceiver } from '../../../test/receiver.ts'
import { givenBusiness, useContext } from '../../../test/support.ts'
import { untilDone } from '../../../test/until-done.ts'
import { DAY, HOUR } from '../../platform/clock.ts'
import { changeWebhooks, deliverDue } from './webhooks.ts'

// The other webhook URL of a business hears what becomes of one that fails.

const context = useContext()

async function givenTwoUrls() {
  const { frozen, advance } = freeze(context)
  const business = await givenBusiness(frozen)
  let answer = 500
  const healthy = await givenReceiver()
  const failing = await givenReceiver(() => ({ status: answer }))
  const urls = { standard: healthy.url, dedicated_virtual_account: failing.url }
  const events = ['transfer.received', 'webhook.failing', 'webhook.disabled', 'webhook.enabled']
  await changeWebhooks(frozen, business, { urls, events: [...events, 'webhook.recovered'] })
  /** Sends one event to the URL that answers so; then what the other URL has been told. */
  const send = async (status: number) => {
    answer = status
    const to = { route: 'dedicated_virtual_account', type: 'transfer.received' } as const
    await givenEvent(frozen, business, to)
    await deliverDue(frozen)
    return told()
  }
  const told = async () => {
    await untilDone(frozen, deliverDue)
    await forgetPending(context)
    const bodies = healthy.received.splice(0).map(({ body }) => JSON.parse(body))
    return bodies.map(({ event, data }) => [event, data])
  }
  return { frozen, advance, business, url: failing.url, send, told }
}

test('a URL that fails for a day is told once, and once that it works again', async () => {
  const { frozen, advance, url, send } = await givenTwoUrls()
  const about = {
    domain: 'test',
    which: 'dedicated_virtual_account',
    url,
    failing_since: frozen.now().toISOString(),
    disabled_reason: null,
  }

  assert.deepEqual(await send(500), [])
  advance(DAY - 1)
  assert.deepEqual(await send(500), [])
  advance(1)
  assert.deepEqual(await send(500), [['webhook.failing', about]])
  assert.deepEqual(await send(500), [])
  assert.deepEqual(await send(200), [['webhook.recovered', about]])
  assert.deepEqual(await send(200), [])
})

test('a short failure is not told', async () => {
  const { advance, send } = await givenTwoUrls()

  await send(500)
  advance(HOUR)

  assert.deepEqual(await send(200), [])
})

test('a URL that is turned off is told, why, and that it was set again', async () => {
  const { frozen, business, url, send, told } = await givenTwoUrls()
  const about = { domain: 'test', which: 'dedicated_virtual_account', url }
  const since = frozen.now().toISOString()

  const off = { ...about, failing_since: since, disabled_reason: 'gone' }
  assert.deepEqual(await send(410), [['webhook.disabled', off]])

  await changeWebhooks(frozen, business, { urls: { dedicated_virtual_account: url } })
  const on = { ...about, failing_since: null, disabled_reason: null }
  assert.deepEqual(await told(), [['webhook.enabled', on]])
})

test('five days and ten failures turn it off, and the event is kept if no URL is on', async () => {
  const { frozen, advance, business, send } = await givenTwoUrls()
  await changeWebhooks(frozen, business, { urls: { standard: null } })
  const since = frozen.now()
  for (let i = 0; i < 9; i++) await send(500)
  advance(5 * DAY)
  await send(500)

  const events = await eventsOf(context, business)
  const off = events.filter(({ type }) => type === 'webhook.disabled')
  assert.deepEqual(
    off.map(({ data }) => [data.disabled_reason, data.failing_since]),
    [['failing', since.toISOString()]],
  )
})
