import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { changeWebhooks, EVENTS_TOPIC } from '../../src/core/events/webhooks.ts'
import { useApi } from '../../test/api.ts'
import { givenEvent } from '../../test/receiver.ts'
import { givenBusiness, until, useContext } from '../../test/support.ts'

// What `cowrie listen` gets for a business whose webhooks have Paystack's format.

const context = useContext()
const api = useApi(context)

test('a developer who listens gets Paystack’s format, signed as theirs', async (t) => {
  const { keys, webhookSecret, ...business } = await givenBusiness(context)
  const key = keys.secretKey
  await changeWebhooks(context, business, { urls: {}, format: 'paystack' })
  const base = await api.app.listen({ port: 0, host: '127.0.0.1' })
  const leaving = new AbortController()
  t.after(() => leaving.abort())
  const { body: stream } = await fetch(`${base}/api/v1/events/stream`, {
    headers: { authorization: `Bearer ${key}` },
    signal: leaving.signal,
  })
  let text = ''
  const reading = (async () => {
    for await (const part of stream!.pipeThrough(new TextDecoderStream())) text += part
  })().catch((error) => assert(leaving.signal.aborted, error))
  t.after(() => reading)
  const told = async (count: number) => {
    await givenEvent(context, business, { type: 'bank_transfer.rejected' })
    context.pubSub.publish(EVENTS_TOPIC)
    const line = await until(`event ${count} is told`, async () => {
      return text.match(/^data: .+$/gm)?.[count - 1] ?? null
    })
    return JSON.parse(line.slice('data: '.length)) as Told
  }
  type Told = { headers: Record<string, string>; body: string }

  const before = await told(1)
  await api.put('/api/v1/webhooks/signing-key', { key, body: { secret_key: key } })
  const after = await told(2)

  const { event, data, ...more } = JSON.parse(after.body)
  assert.deepEqual([event, typeof data, more], ['bank.transfer.rejected', 'object', {}])
  const signed = (secret: string, { body }: Told) =>
    createHmac('sha512', secret).update(body).digest('hex')
  assert.equal(before.headers['x-paystack-signature'], signed(webhookSecret, before))
  assert.equal(after.headers['x-paystack-signature'], signed(key, after))
})
