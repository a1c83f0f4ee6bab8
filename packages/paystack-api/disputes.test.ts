import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { webhookFormats } from '../../src/http/paystack.ts'
import { remindDue } from '../../src/payments/disputes/due.ts'
import { ask, openPaystackApi, type Sent } from '../../test/paystack-clients.ts'
import { givenLater } from '../../test/settlements.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../../test/support.ts'

// Disputes as Paystack's.

const context = useContext()
let open: Awaited<ReturnType<typeof openPaystackApi>>
let business: GivenBusiness
before(async () => {
  await context.opened
  open = await openPaystackApi(context)
  business = await givenLater(context)
})
after(() => open.close())

const send = (line: string, sent: Sent = {}) =>
  ask(open.app, line, { key: business.keys.secretKey, ...sent })

async function ours(path: string, payload: object) {
  const headers = { authorization: `Bearer ${business.keys.secretKey}` }
  const answer = await open.app.inject({ method: 'POST', url: `/api/v1${path}`, headers, payload })
  assert(answer.statusCode < 300, answer.payload)
  return JSON.parse(answer.payload).data
}

/** A payment by card that is disputed. Its number, and our id. */
async function disputed(reference: string) {
  const body = { email: 'ada@example.com', amount: 500_000, reference }
  await send('POST /transaction/initialize', { body })
  await ours(`/sandbox/transactions/${reference}/pay`, { channel: 'card' })
  const made = await ours('/sandbox/disputes', { reference, outcome: 'won' })
  const { body: found } = await send(`GET /dispute/transaction/${reference}`)
  return { id: found.data.id as number, ours: made.id as string }
}

const EVIDENCE = {
  customer_email: 'ada@example.com',
  customer_name: 'Ada Example',
  customer_phone: '0800 000 0000',
  service_details: 'An indigo dress',
  delivery_address: '1 Example Street, Lagos',
}

test('a dispute is found by its number, our id and its payment, and waits for an answer', async () => {
  const { id, ours: own } = await disputed('found')

  const byNumber = await send(`GET /dispute/${id}`)
  const byId = await send(`GET /dispute/${own}`)
  const listed = await send('GET /dispute?status=awaiting-merchant-feedback&transaction=found')

  const { status, resolution, refund_amount, category, transaction, customer } = byNumber.body.data
  assert.deepEqual(
    [status, resolution, refund_amount, category, transaction.reference, customer.email],
    ['awaiting-merchant-feedback', null, 500_000, 'chargeback', 'found', 'ada@example.com'],
  )
  assert.match(byNumber.body.data.last4, /^\d{4}$/)
  assert.deepEqual(byId.body.data, byNumber.body.data)
  assert.deepEqual(listed.body.data, [byNumber.body.data])
  assert.equal((await send('GET /dispute?status=resolved&transaction=found')).body.meta.total, 0)
})

test('evidence contests a dispute at once, and declining it afterwards changes nothing', async () => {
  const { id } = await disputed('contested')

  const given = await send(`POST /dispute/${id}/evidence`, { body: EVIDENCE })
  const body = { resolution: 'declined', message: 'Delivered', uploaded_filename: 'a.pdf' }
  const resolved = await send(`PUT /dispute/${id}/resolve`, { body })

  assert.deepEqual([given.body.data.dispute, given.body.data.delivery_date], [id, ''])
  assert.deepEqual([resolved.status, resolved.body.data.resolution], [200, 'declined'])
  const { data } = (await send(`GET /dispute/${id}`)).body
  assert.equal(data.status, 'awaiting-bank-feedback')
  assert.match(data.messages[1].body, /Ada Example.*An indigo dress.*1 Example Street/s)
  const late = await send(`PUT /dispute/${id}/resolve`, {
    body: { resolution: 'merchant-accepted', message: 'Yes', refund_amount: 500_000 },
  })
  assert.deepEqual([late.status, late.body.code], [400, 'dispute_answered'])
})

test('a dispute is declined with a message alone', async () => {
  const { id } = await disputed('declined')

  const body = { resolution: 'declined', message: 'Delivered on 3 November' }
  await send(`PUT /dispute/${id}/resolve`, { body })

  const { data } = (await send(`GET /dispute/${id}`)).body
  assert.deepEqual(
    [data.status, data.messages[1].body],
    ['awaiting-bank-feedback', 'Delivered on 3 November'],
  )
})

test('an accepted dispute is resolved, for its whole amount only', async () => {
  const { id } = await disputed('accepted')
  const accept = (more: object) =>
    send(`PUT /dispute/${id}/resolve`, {
      body: { resolution: 'merchant-accepted', message: 'We agree', ...more },
    })

  const part = await accept({ refund_amount: 1_002 })
  const whole = await accept({ refund_amount: 500_000 })

  assert.deepEqual([part.status, part.body.code], [400, 'invalid_params'])
  assert.match(part.body.message, /all that is disputed: 500000/)
  assert.deepEqual(
    [whole.body.data.status, whole.body.data.resolution],
    ['resolved', 'merchant-accepted'],
  )
  assert.equal(whole.body.data.transaction.status, 'reversed')
  assert.equal((await send('GET /dispute?status=resolved')).body.data[0].id, id)
})

test('what is missing or unknown is named, and another business finds nothing', async () => {
  const { id } = await disputed('refused')
  const { keys } = await givenBusiness(context)
  const cases: [line: string, sent: Sent, status: number, message: RegExp][] = [
    [`POST /dispute/${id}/evidence`, { body: {} }, 400, /customer_email is required/],
    [`PUT /dispute/${id}/resolve`, { body: { message: 'x' } }, 400, /resolution is required/],
    [
      `PUT /dispute/${id}/resolve`,
      { body: { resolution: 'no' } },
      400,
      /resolution must be one of/,
    ],
    [`PUT /dispute/${id}`, { body: { refund_amount: 1 } }, 403, /part of a dispute/],
    [`GET /dispute/${id}/upload_url`, {}, 403, /files/],
    ['GET /dispute/export', {}, 403, /files/],
    ['GET /dispute/1', {}, 404, /./],
    ['GET /dispute?status=lost', {}, 400, /status must be one of/],
    [`GET /dispute/${id}`, { key: keys.secretKey }, 404, /./],
    ['GET /dispute/transaction/refused', { key: keys.secretKey }, 404, /./],
  ]
  for (const [line, sent, status, message] of cases) {
    const answer = await send(line, sent)
    assert.deepEqual([answer.status, answer.body.status], [status, false], `${line} ${answer.text}`)
    assert.match(answer.body.message, message, line)
  }
})

test('receivers are told of a dispute, a reminder and its end by Paystack’s events', async () => {
  const { id, ours: own } = await disputed('told')
  const eventsOf = async () => {
    const rows = await context.sql<{ type: string; payload: string }[]>`
      select type, payload from event
      where business_id = ${business.businessId} and mode = 'test' and type like 'dispute.%'
        and payload like ${`%${own}%`}
      order by event_id
    `
    const format = webhookFormats(context).paystack
    const bodies = rows.map(({ payload }) => format.bodyOf(payload, business))
    return (await Promise.all(bodies)).map((body) => JSON.parse(body))
  }
  context.advance(30 * 24 * 3_600_000)
  await remindDue(context)
  await send(`PUT /dispute/${id}/resolve`, {
    body: { resolution: 'merchant-accepted', message: 'We agree' },
  })

  const told = await eventsOf()

  assert.deepEqual(
    told.map(({ event }) => event),
    ['charge.dispute.create', 'charge.dispute.remind', 'charge.dispute.resolve'],
  )
  for (const { data } of told) {
    assert.deepEqual(
      [data.id, data.transaction.reference, data.refund_amount, data.customer],
      [id, 'told', 500_000, null],
    )
  }
  assert.equal(told[2].data.resolution, 'merchant-accepted')
})
