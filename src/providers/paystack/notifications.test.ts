import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mutantsOf } from '../../../test/providers/mutants.ts'
import { paystackWorld } from '../../../test/providers/paystack/world.ts'
import { givenReceiver } from '../../../test/receiver.ts'
import { naira } from '../../platform/money.ts'

const OPEN = {
  key: 'k',
  amount: naira(5_000),
  email: 'ada@example.com',
  returnUrl: 'https://pay.example/checkout/abc',
}

test('what Paystack tells is news of a charge, of a refund, or nothing to us', async () => {
  const world = await paystackWorld()
  const { rail, standIn } = world
  const { notices } = standIn.controls
  const note = { merchant_note: 'cowrie r', transaction_reference: 'k' }
  const lines: [event: unknown, data: unknown, notification: object][] = [
    ['charge.success', { reference: 'k' }, { kind: 'about', what: 'charge', key: 'k' }],
    ['charge.failed', { reference: 'k' }, { kind: 'about', what: 'charge', key: 'k' }],
    ['charge.success', { reference: 'shop_77' }, { kind: 'ignored' }],
    ['charge.success', {}, { kind: 'unreadable' }],
    ['charge.success', null, { kind: 'unreadable' }],
    ['charge.success', { reference: ['k'] }, { kind: 'unreadable' }],
    ['charge.dispute.create', { id: 1 }, { kind: 'ignored' }],
    ['refund.failed', note, { kind: 'about', what: 'refund', key: 'r' }],
    [
      'refund.pending',
      { transaction_reference: 'k' },
      { kind: 'about', what: 'refunds_of_charge', key: 'k' },
    ],
    [
      'refund.processed',
      { merchant_note: 'Refund for transaction k', transaction_reference: 'k' },
      { kind: 'about', what: 'refunds_of_charge', key: 'k' },
    ],
    ['refund.processing', {}, { kind: 'unreadable' }],
    ['transfer.success', { reference: 't' }, { kind: 'about', what: 'transfer', key: 't' }],
    ['transfer.failed', { reference: 't' }, { kind: 'about', what: 'transfer', key: 't' }],
    ['transfer.reversed', { reference: 't' }, { kind: 'about', what: 'transfer', key: 't' }],
    ['transfer.success', { reference: 'shop_77' }, { kind: 'ignored' }],
    ['transfer.success', {}, { kind: 'unreadable' }],
    [
      'direct_debit.authorization.active',
      { authorization_code: 'AUTH_1', customer: { email: 'ada@example.com' } },
      { kind: 'about', what: 'mandates', key: 'ada@example.com' },
    ],
    ['direct_debit.authorization.created', { customer: {} }, { kind: 'unreadable' }],
    ['customeridentification.failed', {}, { kind: 'ignored' }],
    [undefined, {}, { kind: 'unreadable' }],
    [['charge.success'], {}, { kind: 'unreadable' }],
  ]

  for (const [event, data, notification] of lines) {
    const { headers, body } = notices.sign('x', { event, data })
    assert.deepEqual(rail.readNotification?.({ headers, body }), notification, `${event}`)
  }
  await world.close()
})

test('what is not signed with our key over these very bytes is forged', async () => {
  const world = await paystackWorld()
  const { rail, standIn } = world
  const content = { event: 'charge.success', data: { reference: 'k' } }
  const { headers, body } = standIn.controls.notices.sign('x', content)
  const signature = headers['x-paystack-signature']!
  const read = (changes: object, bytes = body) =>
    rail.readNotification?.({ headers: { ...headers, ...changes }, body: bytes })?.kind

  assert.equal(read({}), 'about')
  const forged: object[] = [
    { 'x-paystack-signature': undefined },
    { 'x-paystack-signature': '' },
    { 'x-paystack-signature': [signature, signature] },
    { 'x-paystack-signature': signature.slice(0, -1) },
    { 'x-paystack-signature': signature.toUpperCase() },
    { 'x-paystack-signature': `${signature} ` },
  ]
  for (const changes of forged) assert.equal(read(changes), 'forged', JSON.stringify(changes))
  assert.equal(read({}, Buffer.concat([body, Buffer.from(' ')])), 'forged')
  assert.equal(read({}, Buffer.from(JSON.stringify(content, null, 1))), 'forged')
  await world.close()
})

test('of what is signed and strange, nothing is thrown', async () => {
  const world = await paystackWorld()
  const { rail, standIn } = world
  await rail.openPage(OPEN)
  await world.customer.pays('k')
  const usual = standIn.controls.notices.made[0]!.body.toString()
  const { createHmac } = await import('node:crypto')

  for (const { name, body } of mutantsOf(usual)) {
    const key = standIn.credentials.secretKey
    const signature = createHmac('sha512', key).update(body).digest('hex')
    const read = rail.readNotification?.({ headers: { 'x-paystack-signature': signature }, body })
    assert(['about', 'ignored', 'unreadable'].includes(read?.kind ?? ''), name)
  }
  await world.close()
})

test('notifications are lost, doubled, held back and out of order', async () => {
  const { url, received, arrived } = await givenReceiver()
  const world = await paystackWorld({ notifyUrl: url })
  const { controls } = world.standIn
  for (const key of ['lost', 'double', 'held-1', 'held-2'])
    await world.rail.openPage({ ...OPEN, key })
  const told = () =>
    received.map(({ headers, body }) => {
      const news = world.rail.readNotification?.({ headers, body: Buffer.from(body) })
      return news?.kind === 'about' ? news.key : news?.kind
    })

  controls.notify('lose')
  controls.pay('lost')
  controls.notify('double')
  controls.pay('double')
  await arrived(2)
  controls.notify('hold')
  controls.pay('held-1')
  controls.pay('held-2')
  await controls.deliver({ reversed: true })

  assert.deepEqual(told(), ['double', 'double', 'held-2', 'held-1'])
  assert.equal(controls.notices.made.length, 4)
  await world.close()
})

test('a notification that was not taken comes again', async () => {
  const { url, received, arrived } = await givenReceiver((n) => ({ status: n === 1 ? 500 : 200 }))
  const world = await paystackWorld({ notifyUrl: url })
  await world.rail.openPage(OPEN)
  world.customer.pays('k')
  await arrived(1)

  await world.standIn.controls.deliver()
  await world.standIn.controls.deliver()
  await world.standIn.controls.deliver()

  assert.equal(received.length, 2)
  assert.equal(received[0]?.body, received[1]?.body)
  await world.close()
})
