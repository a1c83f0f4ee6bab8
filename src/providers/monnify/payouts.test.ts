import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  BUSY_ACCOUNT,
  holderOf,
  NOBODYS_ACCOUNT,
  REVERSING_ACCOUNT,
  SLOW_ACCOUNT,
} from '../../../test/providers/monnify/books.ts'
import { type MonnifyWorld, monnifyWorld } from '../../../test/providers/monnify/world.ts'
import banks from '../../accounts/banks/banks.json' with { type: 'json' }
import { DAY, HOUR, MINUTE } from '../../platform/clock.ts'
import { type Kobo, kobo, naira } from '../../platform/money.ts'
import { certainCode } from './banks.ts'

const GTB = { code: '058', nipCode: '000013' }
const SOMEBODYS = '0123456789'

async function transferOf(
  { rails }: MonnifyWorld,
  key: string,
  accountNumber = SOMEBODYS,
  amount: Kobo = naira(5_000),
  bank: { code: string; nipCode: string | null } = GTB,
) {
  const found = await rails.bank.enquireBeneficiary({ bank, accountNumber })
  assert(found.kind === 'found')
  const { accountName, enquiry } = found
  const narration = 'Rent · “März” 🏠'
  return { key, enquiry, bank, accountNumber, accountName, amount, narration }
}

test('an amount is paid to the kobo, with a text that the bank takes', async () => {
  const world = await monnifyWorld()
  const request = await transferOf(world, 'k', SOMEBODYS, kobo(112_233n))

  const sent = await world.rails.bank.transfer(request)

  assert(sent.kind === 'sent')
  assert.match(sent.sessionId, /^MFDS\|/)
  assert.equal(sent.fee, naira(10))
  const transfer = world.books.transfers.get('k')!
  assert.equal(transfer.amount, 112_233n)
  assert.equal(transfer.narration, 'Rent Marz')
  assert.deepEqual(await world.rails.bank.enquireTransfer({ key: 'k' }), sent)
})

test('a transfer in progress is accepted, and sent when the bank has done it', async () => {
  const world = await monnifyWorld()
  const { bank } = world.rails

  assert.deepEqual(await bank.transfer(await transferOf(world, 'k', SLOW_ACCOUNT)), {
    kind: 'accepted',
  })
  assert.deepEqual(await bank.enquireTransfer({ key: 'k' }), { kind: 'accepted' })
  world.advance(HOUR)
  assert.equal((await bank.enquireTransfer({ key: 'k' })).kind, 'sent')
})

test('a transfer that was sent comes back a day later', async () => {
  const world = await monnifyWorld()
  const { bank } = world.rails
  const before = world.books.balance

  const sent = await bank.transfer(await transferOf(world, 'k', REVERSING_ACCOUNT))
  assert.equal(sent.kind, 'sent')
  world.advance(DAY)

  const reversed = { kind: 'reversed', reason: 'reversed_by_bank', said: 'REVERSED' }
  assert.deepEqual(await bank.enquireTransfer({ key: 'k' }), reversed)
  assert.equal(world.books.balance, before - naira(10), 'but for the fee')
})

test('the same amount to the same account within two minutes is not made, and may be later', async () => {
  const world = await monnifyWorld()
  const { bank } = world.rails
  await bank.transfer(await transferOf(world, 'k1'))
  const second = await transferOf(world, 'k2')

  assert.deepEqual(await bank.transfer(second), { kind: 'unknown' })
  assert.deepEqual(await bank.enquireTransfer({ key: 'k2' }), { kind: 'not_found' })
  world.advance(2 * MINUTE)
  assert.equal((await bank.transfer(second)).kind, 'sent')
  assert.equal(world.books.transfers.size, 2)
})

test('a wallet that is short pays nothing', async () => {
  const world = await monnifyWorld({ balance: naira(5_000) })

  const outcome = await world.rails.bank.transfer(await transferOf(world, 'k'))

  const said = 'D04 The transfer was not made'
  assert.deepEqual(outcome, { kind: 'failed', reason: 'rail_balance_too_low', said })
  assert.equal(world.books.balance, naira(5_000))
})

test('a key asked again is never refused for what the first one took', async () => {
  const world = await monnifyWorld({ balance: naira(5_010) })
  const request = await transferOf(world, 'k')
  world.controls.fail('after', 'transfer')
  assert.deepEqual(await world.rails.bank.transfer(request), { kind: 'unknown' })

  const refusal = '{"requestSuccessful":false,"responseMessage":"x","responseCode":"D04"}'
  world.controls.fail({ answer: () => ({ status: 200, body: refusal }) }, 'transfer')

  assert.equal((await world.rails.bank.transfer(request)).kind, 'sent')
  assert.equal(world.books.balance, 0n)
})

test('a bank that Monnify calls otherwise is asked for by its code', async () => {
  const world = await monnifyWorld()
  const opay = { code: '999992', nipCode: '100004' }
  const kuda = { code: '50211', nipCode: '090267' }
  await world.rails.bank.transfer(await transferOf(world, 'k1', SOMEBODYS, naira(1), opay))
  await world.rails.bank.transfer(await transferOf(world, 'k2', SOMEBODYS, naira(2), kuda))
  await world.rails.bank.transfer(await transferOf(world, 'k3', SOMEBODYS, naira(3), kuda))

  assert.deepEqual(
    [...world.books.transfers.values()].map(({ bankCode }) => bankCode),
    ['305', '50211', '50211'],
  )
  assert.equal(world.controls.calls()['banks'], 1, 'their list is kept for a day')
  const none = { bank: { code: '99999', nipCode: null }, accountNumber: SOMEBODYS }
  assert.deepEqual(await world.rails.bank.resolveAccount(none), { kind: 'not_found' })
})

test('nobody is found at an account that is none', async () => {
  const world = await monnifyWorld()
  for (const accountNumber of [NOBODYS_ACCOUNT, '123', '', '01234567890']) {
    const outcome = await world.rails.bank.resolveAccount({ bank: GTB, accountNumber })
    assert.deepEqual(outcome, { kind: 'not_found' }, accountNumber)
  }
})

test('every bank of our list is certain, found by its NIP code, or said to be missing', () => {
  const missing = banks.filter(
    (bank) => certainCode({ code: bank.code, nipCode: bank.nip_code }) === null && !bank.nip_code,
  )
  // docs/rails/monnify.md has their number. Monnify must list them for us to find their code.
  assert.equal(missing.length, 28)
  assert.equal(certainCode({ code: '999992', nipCode: '100004' }), '305')
  assert.equal(certainCode({ code: '999991', nipCode: '100033' }), null)
})

test('an account that is nobody’s is not found, and a bank that is busy is not blamed on it', async () => {
  const world = await monnifyWorld()
  const enquired = (accountNumber: string) =>
    world.rails.bank.enquireBeneficiary({ bank: GTB, accountNumber })

  assert.deepEqual(await enquired(NOBODYS_ACCOUNT), { kind: 'not_found' })
  assert.deepEqual(await enquired(BUSY_ACCOUNT), { kind: 'unavailable' })
})

test('the name leaves as the enquiry returned it, and another name pays nothing', async () => {
  const world = await monnifyWorld()
  const request = await transferOf(world, 'k')
  const plain = { ...request, key: 'other', accountName: 'SAMPLE OHOLDER NIG LTD 6789' }

  const [sent, refused] = [
    await world.rails.bank.transfer(request),
    await world.rails.bank.transfer(plain),
  ]

  assert.equal(request.accountName, holderOf(request.accountNumber))
  assert.equal(sent.kind, 'sent')
  const said = 'D01 Beneficiary account name mismatch'
  assert.deepEqual(refused, { kind: 'failed', reason: 'enquiry_differs', said })
})
