import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  FAILING_ACCOUNT,
  LATE_ACCOUNT,
  RETURNING_ACCOUNT,
  REVERSED_ACCOUNT,
} from '../../../test/providers/paystack/transfers.ts'
import { type PaystackWorld, paystackWorld } from '../../../test/providers/paystack/world.ts'
import { banks } from '../../accounts/banks/banks.ts'
import { DAY, HOUR, MINUTE } from '../../platform/clock.ts'
import { type Kobo, kobo, naira } from '../../platform/money.ts'
import { NOBODYS_ACCOUNT } from '../sandbox/names.ts'

const GTB = { code: '058', nipCode: '000013' }
const SOMEBODYS = '0123456789'
const KEY = '019a0000-0000-7000-8000-000000000001'
const OTHER = '019a0000-0000-7000-8000-000000000002'

async function orderOf(
  { bank: rail }: PaystackWorld,
  key = KEY,
  accountNumber = SOMEBODYS,
  amount: Kobo = naira(5_000),
) {
  const found = await rail.enquireBeneficiary({ bank: GTB, accountNumber })
  assert(found.kind === 'found')
  const { accountName, enquiry } = found
  return { key, enquiry, bank: GTB, accountNumber, accountName, amount, narration: 'Rent' }
}

test('an amount is paid to the kobo, and costs what Paystack says', async () => {
  const world = await paystackWorld()
  const { books } = world.standIn
  const before = books.balance()

  const sent = await world.bank.transfer(await orderOf(world, KEY, SOMEBODYS, kobo(112_233n)))

  assert(sent.kind === 'sent')
  assert.match(sent.sessionId, /^TRF_/)
  assert.equal(sent.fee, naira(10))
  assert.equal(before - books.balance(), 112_233n + naira(10))
  assert.deepEqual(await world.bank.enquireTransfer({ key: KEY }), sent)
  await world.close()
})

test('a transfer in progress is accepted, and sent when the bank has done it', async () => {
  const world = await paystackWorld()

  const first = await world.bank.transfer(await orderOf(world, KEY, LATE_ACCOUNT))
  const meanwhile = await world.bank.enquireTransfer({ key: KEY })
  world.advance(HOUR)
  const then = await world.bank.enquireTransfer({ key: KEY })

  assert.deepEqual([first, meanwhile], [{ kind: 'accepted' }, { kind: 'accepted' }])
  assert.equal(then.kind, 'sent')
  await world.close()
})

test('a transfer that failed has taken nothing, and its key pays nothing later', async () => {
  const world = await paystackWorld()
  const before = world.standIn.books.balance()
  const order = await orderOf(world, KEY, FAILING_ACCOUNT)

  const failed = await world.bank.transfer(order)

  const outcome = { kind: 'failed', reason: 'refused_by_bank', said: 'failed' }
  assert.deepEqual(failed, outcome)
  assert.deepEqual(await world.bank.transfer(order), outcome)
  assert.equal(world.standIn.books.balance(), before)
  await world.close()
})

test('money that comes back is reversed, whether it was sent before or not', async () => {
  const world = await paystackWorld()
  const before = world.standIn.books.balance()
  const sent = await world.bank.transfer(await orderOf(world, KEY, RETURNING_ACCOUNT))
  const accepted = await world.bank.transfer(await orderOf(world, OTHER, REVERSED_ACCOUNT))
  assert.deepEqual([sent.kind, accepted.kind], ['sent', 'accepted'])

  world.advance(DAY)

  const reversed = { kind: 'reversed', reason: 'reversed_by_bank', said: 'reversed' }
  for (const key of [KEY, OTHER]) {
    assert.deepEqual(await world.bank.enquireTransfer({ key }), reversed)
  }
  assert.equal(world.standIn.books.balance(), before)
  await world.close()
})

test('with one-time passwords on, a transfer waits, and the operator is told how to turn them off', async () => {
  const world = await paystackWorld()
  const { transfers } = world.standIn.books
  transfers.needsOtp = true
  const before = world.standIn.books.balance()

  const first = await world.bank.transfer(await orderOf(world))
  await world.bank.transfer(await orderOf(world, OTHER))
  transfers.approve(OTHER)
  world.advance(30 * MINUTE)

  assert.deepEqual(first, { kind: 'accepted' })
  const warned = world.logged.filter((one) => 'said' in one && one.said === 'otp')
  assert.match(JSON.stringify(warned[0]), /Turn off the confirmation of transfers/)
  const abandoned = { kind: 'failed', reason: 'request_rejected', said: 'abandoned' }
  assert.deepEqual(await world.bank.enquireTransfer({ key: KEY }), abandoned)
  assert.equal((await world.bank.enquireTransfer({ key: OTHER })).kind, 'sent')
  assert.equal(before - world.standIn.books.balance(), naira(5_010))
  await world.close()
})

test('a balance that is short pays nothing', async () => {
  const world = await paystackWorld({ rules: { openingBalance: naira(5_000) } })

  const outcome = await world.bank.transfer(await orderOf(world))

  const said = 'Your balance is not enough to fulfil this request'
  assert.deepEqual(outcome, { kind: 'failed', reason: 'rail_balance_too_low', said })
  assert.deepEqual(await world.bank.enquireTransfer({ key: KEY }), { kind: 'not_found' })
  await world.close()
})

test('a business that may not pay out waits for Paystack, and is told in the log', async () => {
  const world = await paystackWorld()
  world.standIn.books.transfers.isStarter = true

  assert.deepEqual(await world.bank.transfer(await orderOf(world)), { kind: 'unavailable' })

  assert(world.logged.some((one) => 'call' in one && one.call === 'transfer'))
  await world.close()
})

test('a crash between recipient and transfer leaves one recipient, and pays once', async () => {
  const world = await paystackWorld()
  const { books, controls } = world.standIn
  const order = await orderOf(world)
  controls.fail('before', 'create_transfer')
  assert.deepEqual(await world.bank.transfer(order), { kind: 'unknown' })
  assert.deepEqual(await world.bank.enquireTransfer({ key: KEY }), { kind: 'not_found' })

  const again = await world.anotherBank().transfer(order)

  assert.equal(again.kind, 'sent')
  assert.equal(books.transfers.recipients.length, 1)
  assert.equal(books.transfers.paidTo(SOMEBODYS), naira(5_000))
  await world.close()
})

test('a recipient whose answer is lost has moved nothing', async () => {
  for (const fault of ['before', 'after', '502', '502_after', 'unauthorized'] as const) {
    const world = await paystackWorld()
    const order = await orderOf(world)
    world.standIn.controls.fail(fault, 'recipient')

    assert.deepEqual(await world.bank.transfer(order), { kind: 'unavailable' }, fault)
    assert.equal(world.standIn.books.transfers.all.length, 0)
    assert.equal((await world.bank.transfer(order)).kind, 'sent', fault)
    await world.close()
  }
})

test('a request whose answer was lost is found by its reference, which Paystack takes once', async () => {
  const world = await paystackWorld({ rules: { openingBalance: naira(5_050) } })
  const order = await orderOf(world)
  world.standIn.controls.fail('after', 'create_transfer')
  assert.deepEqual(await world.bank.transfer(order), { kind: 'unknown' })

  const again = await world.bank.transfer(order)

  assert.equal(again.kind, 'sent', 'neither as a duplicate, nor for the balance that it took')
  assert.equal(world.standIn.books.transfers.paidTo(SOMEBODYS), naira(5_000))
  await world.close()
})

test('another amount, or another account, under a known key is not sent', async () => {
  const world = await paystackWorld()
  const order = await orderOf(world)
  await world.bank.transfer(order)
  const duplicate = { kind: 'failed', reason: 'duplicate' }

  const more = { ...order, amount: kobo(order.amount + 1n) }
  const other = await orderOf(world, KEY, '0123456780')

  assert.deepEqual(await world.bank.transfer(more), duplicate)
  assert.deepEqual(await world.bank.transfer(other), duplicate)
  assert.equal(world.standIn.books.transfers.all.length, 1)
  await world.close()
})

test('a recipient of another account or bank gets nothing', async () => {
  for (const change of [{ account_number: '0123456780' }, { bank_code: '011' }]) {
    const world = await paystackWorld()
    const order = await orderOf(world)
    const answer = (usual: string) => {
      const content = JSON.parse(usual)
      Object.assign(content.data.details, change)
      return { body: JSON.stringify(content) }
    }
    world.standIn.controls.fail({ answer }, 'recipient')

    assert.deepEqual(await world.bank.transfer(order), { kind: 'unavailable' })

    assert.equal(world.standIn.books.transfers.all.length, 0)
    await world.close()
  }
})

test('only the account of the name enquiry is paid, in whole kobo, under a key of ours', async () => {
  const world = await paystackWorld()
  const order = await orderOf(world)
  const rejected = { kind: 'failed', reason: 'request_rejected' }

  const differs = { kind: 'failed', reason: 'enquiry_differs' }
  const enquiry = '058/0123456780'
  assert.deepEqual(await world.bank.transfer({ ...order, enquiry }), differs)
  assert.deepEqual(await world.bank.transfer({ ...order, amount: kobo(0) }), rejected)
  for (const key of ['short', KEY.toUpperCase(), `${KEY}/../x`]) {
    assert.deepEqual(await world.bank.transfer({ ...order, key }), rejected, key)
    assert.deepEqual(await world.bank.enquireTransfer({ key }), { kind: 'not_found' }, key)
  }
  assert.equal(world.standIn.books.transfers.all.length, 0)
  await world.close()
})

test('nobody is found at an account or a bank that does not exist', async () => {
  const world = await paystackWorld()
  const none = { kind: 'not_found' }
  for (const accountNumber of [NOBODYS_ACCOUNT, '123', '', '01234567890']) {
    assert.deepEqual(await world.bank.resolveAccount({ bank: GTB, accountNumber }), none)
  }
  const bank = { code: '99999', nipCode: null }
  assert.deepEqual(await world.bank.resolveAccount({ bank, accountNumber: SOMEBODYS }), none)
  await world.close()
})

test('their list of banks is read page by page, each bank once', async () => {
  const world = await paystackWorld()

  const listed = await world.bank.listBanks!()

  assert(listed.kind === 'listed')
  assert.deepEqual(
    listed.banks.map(({ code }) => code).sort(),
    banks.map(({ code }) => code).sort(),
  )
  assert.equal(world.standIn.controls.calls()['banks'], Math.ceil(banks.length / 100))
  await world.close()
})

test('the statement has each transfer, and one that came back twice', async () => {
  const world = await paystackWorld()
  const { books } = world.standIn
  const from = world.now()
  const opening = books.balance()
  const sent = await world.bank.transfer(await orderOf(world))
  await world.bank.transfer(await orderOf(world, OTHER, RETURNING_ACCOUNT))
  world.advance(DAY + HOUR)
  await world.bank.enquireTransfer({ key: OTHER })
  world.advance(1)

  const fetched = await world.bank.fetchStatement!({ from, to: world.now() })

  assert(fetched.kind === 'fetched' && sent.kind === 'sent')
  const lines = fetched.lines.map(({ direction, amount }) => [direction, amount])
  const [debit, credit] = [
    ['debit', naira(5_000)],
    ['credit', naira(5_000)],
  ]
  assert.deepEqual(lines, [debit, debit, credit])
  assert(fetched.lines.some(({ sessionId }) => sessionId === sent.sessionId))
  const fees = naira(10)
  assert.equal(opening - books.balance(), naira(5_000) + fees, 'the lines, and the fee of one')
  await world.close()
})
