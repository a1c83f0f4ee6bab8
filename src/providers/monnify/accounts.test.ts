import assert from 'node:assert/strict'
import { test } from 'node:test'
import { WRONG_BVN } from '../../../test/providers/monnify/books.ts'
import { monnifyWorld } from '../../../test/providers/monnify/world.ts'
import { MINUTE, SECOND } from '../../platform/clock.ts'
import { naira } from '../../platform/money.ts'

const HOLDER = { email: 'ada@example.com', phone: null }
const oneOff = (world: { now(): Date }, key = 'k', attempt = 1) => ({
  key,
  attempt,
  accountName: 'Ada’s Stores',
  amount: naira(5_000),
  expiresAt: new Date(world.now().getTime() + 30 * MINUTE),
  holder: HOLDER,
})
const NONE =
  '{"requestSuccessful":false,"responseMessage":"Cannot find account","responseCode":"99"}'
const permanent = (key = 'k', bvn: string | null = null) => ({
  key,
  attempt: 0,
  accountName: 'ADA STORES/NGOZI SAMPLE',
  bvn,
  holder: HOLDER,
})

test('a one-off account lives for forty minutes, whatever was asked for', async () => {
  const world = await monnifyWorld()

  const issued = await world.rails.bank.issueOneOffAccount(oneOff(world))

  assert(issued.kind === 'issued')
  assert.equal(issued.expiresAt?.getTime(), world.now().getTime() + 2_400 * SECOND)
  assert.equal(issued.bank.slug, 'sterling-bank')
  assert.match(issued.handle ?? '', /^MNFY\|/)
  assert.equal([...world.books.payments.values()][0]!.paymentReference, 'k-1')
})

test('an account that was asked for again later is the same one and ends when it did', async () => {
  const world = await monnifyWorld()
  const first = await world.rails.bank.issueOneOffAccount(oneOff(world))
  world.advance(10 * MINUTE)

  assert.deepEqual(await world.another().bank.issueOneOffAccount(oneOff(world)), first)
  assert.equal(world.books.payments.size, 1)
})

test('without an e-mail no account is asked for', async () => {
  const world = await monnifyWorld()
  const { holder: _, ...nobody } = oneOff(world)
  const { holder: __, ...noHolder } = permanent()
  const missing = { kind: 'holder_incomplete', field: 'email' }

  assert.deepEqual(await world.rails.bank.issueOneOffAccount(nobody), missing)
  assert.deepEqual(await world.rails.bank.issueAccount(noHolder), missing)
  assert.deepEqual(world.controls.calls(), {})
})

test('an e-mail that Monnify does not take is told as the one that is missing', async () => {
  const world = await monnifyWorld()
  const holder = { email: 'nobody', phone: null }

  const outcome = await world.rails.bank.issueOneOffAccount({ ...oneOff(world), holder })

  assert.deepEqual(outcome, { kind: 'holder_incomplete', field: 'email' })
})

test('a permanent account is at the first issuer of the list, and is made once', async () => {
  const world = await monnifyWorld()

  const issued = await world.rails.bank.issueAccount(permanent())

  assert(issued.kind === 'issued')
  assert.equal(issued.bank.slug, 'wema-bank')
  assert.equal(issued.handle, 'k-0')
  world.controls.fail('502_after', 'reserve')
  assert.equal((await world.rails.bank.issueAccount(permanent('late'))).kind, 'unknown')
  const again = await world.rails.bank.issueAccount(permanent('late'))
  assert.equal(again.kind, 'issued')
  assert.equal(world.books.reserved.size, 2)
})

test('a bank that opens no accounts now is followed by the next one of the list', async () => {
  const world = await monnifyWorld()
  world.books.closedIssuers.add('035')

  const issued = await world.rails.bank.issueAccount(permanent())

  assert(issued.kind === 'issued')
  assert.equal(issued.bank.slug, 'sterling-bank')
  for (const code of ['232', '50515']) world.books.closedIssuers.add(code)
  const none = await world.rails.bank.issueAccount(permanent('another'))
  assert.deepEqual(none, { kind: 'unavailable' })
})

test('a hundred businesses share a customer, and each gets an account', async () => {
  const world = await monnifyWorld()
  const keys = Array.from({ length: 100 }, (_, at) => `business-${at}`)

  const issued = await Promise.all(keys.map((key) => world.rails.bank.issueAccount(permanent(key))))

  const numbers = issued.map((one) => one.kind === 'issued' && one.accountNumber)
  assert.equal(new Set(numbers).size, 100)
  for (const { customerEmail } of world.books.reserved.values()) {
    assert.match(customerEmail, /^ada\+[0-9a-f]{10}@example\.com$/)
  }
})

test('a person who has an account there already is told so, and nothing is tried twice', async () => {
  const world = await monnifyWorld()
  const body = JSON.stringify({
    requestSuccessful: false,
    responseMessage: 'You cannot reserve more than 1 account(s) for a customer',
    responseCode: 'R42',
  })
  world.controls.fail({ answer: () => ({ status: 422, body }) }, 'reserve')
  world.controls.fail({ answer: () => ({ status: 404, body: NONE }) }, 'read account')

  const outcome = await world.rails.bank.issueAccount(permanent())

  assert.deepEqual(outcome, { kind: 'one_per_person' })
  assert.equal(world.controls.calls()['reserve'], 1)
})

test('a BVN lifts the account that was issued under the handle, and no other', async () => {
  const world = await monnifyWorld()
  const issued = await world.rails.bank.issueAccount(permanent())
  assert(issued.kind === 'issued' && issued.handle)
  const { accountNumber, handle } = issued
  const raise = (bvn: string, of: string | undefined = handle) =>
    world.rails.bank.raiseTier({ key: 'k', accountNumber, bvn, ...(of && { handle: of }) })

  assert.deepEqual(await raise(WRONG_BVN), { kind: 'refused', number: 'bvn' })
  assert.equal(world.books.reserved.get('k-0')!.bvn, null)
  assert.deepEqual(await raise('22222222222'), { kind: 'raised' })
  assert.equal(world.books.reserved.get('k-0')!.bvn, '22222222222')
  assert.equal((await raise('22222222222', 'another')).kind, 'unknown')
  assert.equal((await raise('22222222222', '')).kind, 'unknown')
})

test('a permanent account is closed once; a one-off account ends by itself', async () => {
  const world = await monnifyWorld()
  const kept = await world.rails.bank.issueAccount(permanent())
  const passing = await world.rails.bank.issueOneOffAccount(oneOff(world))
  assert(kept.kind === 'issued' && passing.kind === 'issued')
  const close = ({ accountNumber, handle = '' }: typeof kept) =>
    world.rails.bank.closeAccount({ key: 'k', accountNumber, handle })

  assert.deepEqual(await close(kept), { kind: 'closed' })
  assert.deepEqual(await close(kept), { kind: 'not_found' })
  assert.deepEqual(await close(passing), { kind: 'ends_by_itself' })
  assert.equal(world.books.reserved.size, 0)
})
