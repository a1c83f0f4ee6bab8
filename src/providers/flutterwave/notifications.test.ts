import assert from 'node:assert/strict'
import { test } from 'node:test'
import { flutterwaveWorld } from '../../../test/providers/flutterwave/world.ts'
import { mutantsOf } from '../../../test/providers/mutants.ts'

const bodyOf = (content: object) => Buffer.from(JSON.stringify(content))

test('what Flutterwave tells is news of a charge, of a transfer, or nothing to us', async () => {
  const world = await flutterwaveWorld()
  const headers = { 'verif-hash': world.standIn.credentials.hash }
  const about = (what: string, key: string) => ({ kind: 'about', what, key })
  const lines: [content: object, notification: object][] = [
    [{ event: 'charge.completed', data: { tx_ref: 'k' } }, about('charge', 'k')],
    [{ event: 'charge.completed', data: { tx_ref: 'shop_77' } }, { kind: 'ignored' }],
    [{ event: 'charge.completed', data: {} }, { kind: 'unreadable' }],
    [{ event: 'charge.completed', data: null }, { kind: 'unreadable' }],
    [{ event: 'charge.completed', data: { tx_ref: ['k'] } }, { kind: 'unreadable' }],
    [{ event: 'transfer.completed', data: { reference: 't' } }, about('transfer', 't')],
    [{ event: 'transfer.completed', data: {} }, { kind: 'unreadable' }],
    [{ TransactionId: 7, status: 'completed' }, { kind: 'ignored' }],
    [{ event: 'subscription.cancelled', data: {} }, { kind: 'ignored' }],
    [{ 'event.type': 'CARD_TRANSACTION', txRef: 'k' }, { kind: 'ignored' }],
    [{ event: ['charge.completed'] }, { kind: 'unreadable' }],
    [{}, { kind: 'unreadable' }],
  ]

  for (const [content, notification] of lines) {
    const read = world.rail.readNotification?.({ headers, body: bodyOf(content) })
    assert.deepEqual(read, notification, JSON.stringify(content))
  }
  const events = world.logged.map((one) => (one as { event?: string }).event)
  assert.deepEqual(events, ['subscription.cancelled', 'CARD_TRANSACTION'])
  await world.close()
})

test('what does not have our hash is forged, whatever it says', async () => {
  const world = await flutterwaveWorld()
  const { hash } = world.standIn.credentials
  const body = bodyOf({ event: 'charge.completed', data: { tx_ref: 'k' } })
  const read = (headers: Record<string, string | string[] | undefined>) =>
    world.rail.readNotification?.({ headers, body })?.kind

  assert.equal(read({ 'verif-hash': hash }), 'about')
  const forged = [
    undefined,
    '',
    [hash],
    [hash, hash],
    hash.slice(1),
    hash.toUpperCase(),
    `${hash} `,
  ]
  for (const said of forged) assert.equal(read({ 'verif-hash': said }), 'forged', `${said}`)
  assert.equal(read({}), 'forged')
  assert.equal(read({ 'flutterwave-signature': hash }), 'forged', 'another header')
  await world.close()
})

test('a notification with the right hash that lies is worth nothing: the enquiry decides', async () => {
  const world = await flutterwaveWorld()
  const { rail, standIn } = world
  const opened = await rail.openPage({
    key: 'k',
    amount: 500_000n as never,
    email: 'ada@example.com',
    returnUrl: 'https://pay.example/x',
  })
  const data = { tx_ref: 'k', status: 'successful', amount: 5_000, currency: 'NGN' }
  const { headers, body } = standIn.notices.write('charge.completed', { data })

  const read = rail.readNotification?.({ headers, body })

  assert.deepEqual(read, { kind: 'about', what: 'charge', key: 'k' })
  assert(opened.kind === 'redirect_required')
  const { handle = '' } = opened
  assert.deepEqual(await rail.enquire({ key: 'k', handle }), { kind: 'pending' })
  await world.close()
})

test('of what has the hash and is strange, nothing is thrown', async () => {
  const world = await flutterwaveWorld()
  const headers = { 'verif-hash': world.standIn.credentials.hash }
  const data = { id: 7, tx_ref: 'k', amount: 5_000, currency: 'NGN', status: 'successful' }
  const usual = JSON.stringify({ event: 'charge.completed', data })

  for (const { name, body } of mutantsOf(usual)) {
    const read = world.rail.readNotification?.({ headers, body })
    assert(['about', 'ignored', 'unreadable'].includes(read?.kind ?? ''), name)
  }
  await world.close()
})
