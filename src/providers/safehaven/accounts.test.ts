import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  CALLBACK,
  PAYEE,
  PERSON,
  type SafehavenWorld,
  safehavenWorld,
  TOKEN,
} from '../../../test/providers/safehaven/world.ts'
import { later, MINUTE } from '../../platform/clock.ts'
import { kobo, naira } from '../../platform/money.ts'
import { amountTaken, phoneOf } from './accounts.ts'

const SENDER = { bank: '000013', accountNumber: PAYEE, accountName: 'OBI ADA' }
const HOLDER = { email: 'ada@example.com', phone: '0803 123 4567' }

const oneOff = (world: SafehavenWorld, key: string, amount = naira(5_000)) =>
  world.bank.issueOneOffAccount({
    key,
    attempt: 0,
    accountName: 'Ada Stores',
    amount,
    expiresAt: later(world.now(), 30 * MINUTE),
  })

async function identityOf(world: SafehavenWorld, code = '123456') {
  const asked = { key: 'i', onBehalfOf: 'b', type: 'BVN', number: PERSON } as const
  const sent = await world.identity.sendCode(asked)
  assert(sent.kind === 'sent')
  return { type: 'BVN', number: PERSON, session: sent.session, code } as const
}

const permanent = (world: SafehavenWorld, key: string, more: object) =>
  world.bank.issueAccount({
    key,
    attempt: 0,
    accountName: 'Ada Stores',
    bvn: null,
    holder: HOLDER,
    ...more,
  })

test('a one-off account says until when it is good, and its handle closes it', async (t) => {
  const world = await safehavenWorld(t)
  const issued = await oneOff(world, 'k1')
  assert(issued.kind === 'issued')
  assert.deepEqual(issued.bank.code, '51113')
  assert.deepEqual(issued.expiresAt, later(world.now(), 30 * MINUTE))
  const [made] = world.books.virtualAccounts
  assert.equal(made?.callbackUrl, `${CALLBACK}/${TOKEN}`)
  assert.equal(made?.externalReference, 'k1-0')
  const { accountNumber } = issued
  const close = { key: 'k1', accountNumber, handle: issued.handle! }
  assert.deepEqual(await world.bank.closeAccount!(close), { kind: 'closed' })
  assert.deepEqual(await world.bank.closeAccount!(close), { kind: 'not_found' })
  assert.equal(world.controls.pay({ accountNumber, amount: 500_000n, from: SENDER }), null)
  const without = { key: 'k1', accountNumber }
  assert.deepEqual(await world.bank.closeAccount!(without), { kind: 'not_found' })
})

test('a one-off account takes its amount to the kobo, though theirs is in whole naira', async (t) => {
  const world = await safehavenWorld(t)
  for (const amount of [500_000n, 500_001n, 99n, 100n, 1n]) {
    const issued = await oneOff(world, world.newKey(), kobo(amount))
    assert(issued.kind === 'issued')
    const { accountNumber } = issued
    assert.notEqual(world.controls.pay({ accountNumber, amount, from: SENDER }), null, `${amount}`)
  }
  const fixed = JSON.stringify(amountTaken(kobo(500_000n)))
  assert.equal(fixed, '{"amountControl":"Fixed","amount":5000}')
  const above = JSON.stringify(amountTaken(kobo(500_001n)))
  assert.equal(above, '{"amountControl":"UnderPayment","amount":5001}')
})

test('a one-off account whose answer was lost is issued anew, and shown once', async (t) => {
  const world = await safehavenWorld(t)
  world.controls.fail({ call: 'POST /virtual-accounts', how: 'after' })
  assert.deepEqual(await oneOff(world, 'k1'), { kind: 'unknown' })
  const issued = await oneOff(world, 'k1')
  assert(issued.kind === 'issued')
  assert.equal(world.books.virtualAccounts.length, 2)
})

test('all who ask at once for one account are told the same number', async (t) => {
  const world = await safehavenWorld(t)
  const all = await Promise.all([1, 2, 3].map(() => oneOff(world, 'k1')))
  for (const one of all) assert.deepEqual(one, all[0])
  assert.equal(world.books.virtualAccounts.length, 1)
})

test('nobody is given a permanent account before their code was judged', async (t) => {
  const world = await safehavenWorld(t)
  const identity = await identityOf(world)
  const required = { kind: 'identity_required' }
  assert.deepEqual(await permanent(world, 'k1', {}), required)
  assert.deepEqual(await permanent(world, 'k1', { bvn: PERSON }), required)
  const { email } = HOLDER
  for (const [holder, field] of [
    [undefined, 'email'],
    [{ email, phone: null }, 'phone'],
    [{ email, phone: '12345' }, 'phone'],
  ] as const) {
    const said = await permanent(world, 'k1', { identity, holder })
    assert.deepEqual(said, { kind: 'holder_incomplete', field })
  }
  assert(!world.controls.calls.includes('POST /accounts/v2/subaccount'))
  const wrong = { identity: { ...identity, code: '000000' } }
  assert.deepEqual(await permanent(world, 'k1', wrong), required)
})

test('a permanent account is opened once for who has shown a code, and its money is swept', async (t) => {
  const world = await safehavenWorld(t)
  const identity = await identityOf(world)
  const issued = await permanent(world, 'k1', { identity })
  assert(issued.kind === 'issued')
  assert.equal(issued.expiresAt, undefined)
  assert.deepEqual(await permanent(world, 'k1', { identity }), issued)
  assert.deepEqual(
    await world.another().bank.issueAccount({
      key: 'k1',
      attempt: 0,
      accountName: 'Ada Stores',
      bvn: null,
      holder: HOLDER,
      identity,
    }),
    issued,
  )
  const { accountNumber } = issued
  world.controls.pay({ accountNumber, amount: 500_000n, from: SENDER })
  assert.equal(world.books.balance(accountNumber), 0n)
})

test('a permanent account whose answer was lost is found', async (t) => {
  const world = await safehavenWorld(t)
  const identity = await identityOf(world)
  world.controls.fail({ call: 'POST /accounts/v2/subaccount', how: 'after' })
  assert.deepEqual(await permanent(world, 'k1', { identity }), { kind: 'unknown' })
  assert.equal((await permanent(world, 'k1', { identity })).kind, 'issued')
  assert.equal(world.books.accounts.filter(({ isSubAccount }) => isSubAccount).length, 1)
})

test('an account is lifted nowhere: it was verified when it was opened', async (t) => {
  const { bank, controls } = await safehavenWorld(t)
  const asked = { key: 'k1', accountNumber: '0100000028', bvn: PERSON }
  assert.deepEqual(await bank.raiseTier(asked), { kind: 'refused', number: 'bvn' })
  assert.equal(controls.calls.length, 0)
})

test('a phone number is written as they want it, or not at all', () => {
  const rows: [string, string | null][] = [
    ['08031234567', '+2348031234567'],
    ['0803 123-4567', '+2348031234567'],
    ['+2348031234567', '+2348031234567'],
    ['2348031234567', '+2348031234567'],
    ['8031234567', null],
    ['+14155550100', null],
    ['', null],
  ]
  for (const [text, expected] of rows) assert.equal(phoneOf(text), expected, text)
})
