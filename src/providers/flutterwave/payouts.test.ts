import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type FlutterwaveWorld,
  flutterwaveWorld,
} from '../../../test/providers/flutterwave/world.ts'
import { kobo, naira } from '../../platform/money.ts'

// Name enquiries and payouts, beyond what all providers promise.

const BANK = { code: '058', nipCode: '000013' }
const NUMBER = '0200000001'
const KEY = '019a0000-0000-7000-8000-000000000009'

async function order(world: FlutterwaveWorld, amount = kobo(800_007n), accountNumber = NUMBER) {
  const found = await world.bank.enquireBeneficiary({ bank: BANK, accountNumber })
  assert(found.kind === 'found')
  const { accountName, enquiry } = found
  return { key: KEY, enquiry, bank: BANK, accountNumber, accountName, amount, narration: 'Rent' }
}

test('the amount is sent in naira, to the account of the name enquiry', async () => {
  const world = await flutterwaveWorld()

  const sent = await world.bank.transfer(await order(world))

  const [made] = world.standIn.books.transfers.all
  assert.deepEqual([made!.amount, made!.accountNumber, made!.bankCode], [800_007n, NUMBER, '058'])
  const { id, fee } = made!
  assert.deepEqual(sent, { kind: 'sent', sessionId: `${id}`, fee, handle: `${id}/sent` })
  await world.close()
})

test('a bank without three digits is asked for by its NIP code, one they lack is not found', async () => {
  const world = await flutterwaveWorld()
  const bank = { code: '50515', nipCode: '090405' }

  const found = await world.bank.resolveAccount({ bank, accountNumber: NUMBER })
  const none = await world.bank.resolveAccount({
    bank: { code: '99999', nipCode: '999999' },
    accountNumber: NUMBER,
  })

  assert.equal(found.kind, 'found')
  assert.deepEqual(none, { kind: 'not_found' })
  await world.close()
})

test('the list of banks is fetched once a day, and an old one serves if it is down', async () => {
  const world = await flutterwaveWorld()
  const resolve = () => world.bank.resolveAccount({ bank: BANK, accountNumber: NUMBER })
  await resolve()
  await resolve()
  assert.equal(world.standIn.controls.calls()['banks'], 1)
  world.advance(25 * 3_600_000)
  for (let i = 0; i < 3; i++) world.standIn.controls.fail('503', 'banks')

  assert.equal((await resolve()).kind, 'found')
  await world.close()
})

test('a transfer to another account than was enquired about is not sent', async () => {
  const world = await flutterwaveWorld()
  const asked = { ...(await order(world)), accountNumber: '0200000009' }

  const outcome = await world.bank.transfer(asked)

  assert.deepEqual(outcome, { kind: 'failed', reason: 'enquiry_differs' })
  assert.equal(world.standIn.books.transfers.all.length, 0)
  await world.close()
})

test('without enough on the balance it fails, in the words of the operator', async () => {
  const world = await flutterwaveWorld()

  const outcome = await world.bank.transfer(await order(world, naira(200_000)))

  assert.partialDeepStrictEqual(outcome, { kind: 'failed', reason: 'rail_balance_too_low' })
  await world.close()
})

test('a refusal in new words is unknown, and a list of others proves nothing', async () => {
  const world = await flutterwaveWorld()
  const asked = await order(world)
  const sorry = { status: 400, body: '{"status":"error","message":"New words"}' }
  world.standIn.controls.fail({ answer: () => sorry }, 'create_transfer')
  await world.bank.transfer(asked)
  world.standIn.controls.heedReference(false)

  const enquired = await world.bank.enquireTransfer({ key: 'another', askedAt: world.now() })

  assert.deepEqual(enquired, { kind: 'unknown' })
  world.standIn.controls.heedReference(true)
  const none = await world.bank.enquireTransfer({ key: 'another', askedAt: world.now() })
  assert.deepEqual(none, { kind: 'not_found' })
  await world.close()
})

test('a success that becomes a failure is a reversal, a failure before is none', async () => {
  const world = await flutterwaveWorld()
  const sent = await world.bank.transfer(await order(world))
  assert(sent.kind === 'sent')
  const { transfers } = world.standIn.books
  transfers.end(transfers.all[0]!, 'FAILED', 'DISBURSE FAILED: reversed')
  const { handle = '' } = sent

  const known = await world.bank.enquireTransfer({ key: KEY, handle })
  const unseen = await world.bank.enquireTransfer({ key: KEY, handle: handle.split('/')[0]! })

  assert.deepEqual([known.kind, unseen.kind], ['reversed', 'failed'])
  await world.close()
})

test('a transfer of another currency, amount or account under our key is not ours', async () => {
  const changes: [object, object][] = [
    [{ currency: 'USD' }, { kind: 'unknown' }],
    [{ reference: 'another' }, { kind: 'unknown' }],
    [{ status: 'REVERSED' }, { kind: 'unknown' }],
    [{ amount: 8000.06 }, { kind: 'failed', reason: 'duplicate' }],
    [{ amount: 800_007 }, { kind: 'failed', reason: 'duplicate' }],
    [{ account_number: '0200000009' }, { kind: 'failed', reason: 'duplicate' }],
    [{ account_number: null }, { kind: 'unknown' }],
  ]
  for (const [change, outcome] of changes) {
    const world = await flutterwaveWorld()
    const asked = await order(world)
    await world.bank.transfer(asked)
    const answer = (usual: string) => {
      const content = JSON.parse(usual) as { data: object[] }
      return { body: JSON.stringify({ ...content, data: [{ ...content.data[0], ...change }] }) }
    }
    world.standIn.controls.fail({ answer }, 'find_transfer')

    const second = await world.bank.transfer(asked)

    assert.partialDeepStrictEqual(second, outcome, JSON.stringify(change))
    await world.close()
  }
})

test('lost, slow and refused requests are told as they are, and move money at most once', async () => {
  const kinds = {
    before: 'unknown',
    after: 'unknown',
    '503': 'unknown',
    '503_after': 'unknown',
    failure_inside: 'unknown',
    unauthorized: 'unavailable',
    rate_limited: 'unavailable',
  } as const
  for (const [fault, kind] of Object.entries(kinds)) {
    const world = await flutterwaveWorld()
    const asked = await order(world)
    world.standIn.controls.fail(fault as keyof typeof kinds, 'create_transfer')

    assert.equal((await world.bank.transfer(asked)).kind, kind, fault)
    assert.equal((await world.bank.transfer(asked)).kind, 'sent', fault)

    assert.equal(world.standIn.books.transfers.paidTo(NUMBER), asked.amount)
    await world.close()
  }
})

test('an enquiry that fails says nothing of the money', async () => {
  for (const call of ['find_transfer', 'transfer'] as const) {
    for (const fault of ['before', '503', 'failure_inside'] as const) {
      const world = await flutterwaveWorld()
      const sent = await world.bank.transfer(await order(world))
      assert(sent.kind === 'sent')
      for (let i = 0; i < 3; i++) world.standIn.controls.fail(fault, call)
      const { handle = '' } = sent
      const asked = { key: KEY, ...(call === 'transfer' && { handle }) }

      assert.equal((await world.bank.enquireTransfer(asked)).kind, 'unknown', `${call} ${fault}`)
      await world.close()
    }
  }
})
