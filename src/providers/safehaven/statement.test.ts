import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PAYEE, safehavenWorld } from '../../../test/providers/safehaven/world.ts'
import { banks } from '../../accounts/banks/banks.ts'
import { HOUR, later, MINUTE, SECOND } from '../../platform/clock.ts'
import { naira } from '../../platform/money.ts'
import { institutionOf, SAFE_HAVEN, SAFE_HAVEN_NIP_CODE } from './banks.ts'

const SENDER = { bank: '000013', accountNumber: PAYEE, accountName: 'OBI ADA' }

/** Banks of our list that Safe Haven cannot pay, because their NIP code is not known. */
const MISSING = [
  ['001', '00305', '035A', '070022', '109', '40165', '50083', '50298', '50439', '50442', '50570'],
  ['50572', '50582', '50697', '50800', '50809', '50875', '50968', '51056', '51297', '51308'],
  ['51316', '51322', '51333', '51364', '51368', '51450', '51457', '51458', '90012'],
].flat()

test('every bank of our list has one code of theirs, or is said to be missing', () => {
  const missing = banks.filter(({ nipCode }) => nipCode === null).map(({ code }) => code)
  assert.deepEqual(missing.sort(), [...MISSING].sort())
  const codes = banks.flatMap(({ nipCode }) => (nipCode === null ? [] : [nipCode]))
  assert.equal(new Set(codes).size, codes.length)
  for (const code of codes) assert.match(code, /^\d{6}$/)
})

test('Safe Haven itself is as our list has it', () => {
  const listed = banks.find(({ code }) => code === SAFE_HAVEN.code)
  assert.partialDeepStrictEqual(listed, { ...SAFE_HAVEN, nipCode: SAFE_HAVEN_NIP_CODE })
})

test('the sender’s institution is read from a session id of the network, and of no other', () => {
  assert.equal(institutionOf('000013260315120000000000000077'), '000013')
  assert.equal(institutionOf('0000132603151200000000000077'), '000013')
  for (const odd of ['', '000013', 'MNFY|00|01', `${'0'.repeat(31)}`]) {
    assert.equal(institutionOf(odd), '', odd)
  }
})

test('an operator sees their banks and what can be paid out', async (t) => {
  const { bank, config } = await safehavenWorld(t, { balance: 123_456n })
  const listed = await bank.listBanks!()
  assert(listed.kind === 'listed')
  assert.deepEqual(listed.banks[1], {
    name: 'Guaranty Trust Bank',
    code: '000013',
    nipCode: '000013',
  })
  assert.deepEqual(await bank.balances!(), {
    kind: 'known',
    balances: [{ account: config.accountNumber, available: 123_456n }],
  })
})

test('a statement names payouts and credits as they were booked, and fees as its own', async (t) => {
  const world = await safehavenWorld(t)
  const from = world.now()
  const sent = await world.bank.transfer(await world.payment(world.newKey()))
  const issued = await world.bank.issueOneOffAccount({
    key: 'k1',
    attempt: 0,
    accountName: 'Ada Stores',
    amount: naira(5_000),
    expiresAt: later(from, 30 * MINUTE),
  })
  assert(sent.kind === 'sent' && issued.kind === 'issued')
  const { accountNumber } = issued
  const paid = world.controls.pay({ accountNumber, amount: 500_000n, from: SENDER })!
  world.advance(SECOND)
  const fetched = await world.bank.fetchStatement!({ from, to: world.now() })
  assert(fetched.kind === 'fetched')
  const lines = fetched.lines.map(({ sessionId, direction, amount }) => ({
    name: sessionId.startsWith('cba:') ? 'own' : sessionId,
    direction,
    amount: Number(amount),
  }))
  assert.deepEqual(lines.reverse(), [
    { name: sent.sessionId, direction: 'debit', amount: 500_050 },
    { name: 'own', direction: 'debit', amount: 1_000 },
    { name: 'own', direction: 'debit', amount: 75 },
    { name: paid.sessionId, direction: 'credit', amount: 500_000 },
    { name: 'own', direction: 'debit', amount: 500 },
  ])
  const first = fetched.lines.find(({ sessionId }) => sessionId === sent.sessionId)
  assert.equal(first?.accountNumber, PAYEE)
})

test('a statement is of the moments that were asked for', async (t) => {
  const world = await safehavenWorld(t)
  const pay = async () => world.bank.transfer(await world.payment(world.newKey()))
  await pay()
  world.advance(HOUR)
  const from = world.now()
  await pay()
  world.advance(HOUR)
  const to = world.now()
  await pay()
  const fetched = await world.bank.fetchStatement!({ from, to })
  assert(fetched.kind === 'fetched')
  const paid = fetched.lines.filter(({ amount }) => amount === 500_050n)
  assert.deepEqual(
    paid.map(({ occurredAt }) => occurredAt),
    [from],
  )
})

test('a statement of many pages is whole, and one with a line that cannot be read is unknown', async (t) => {
  const world = await safehavenWorld(t)
  const account = world.books.find(world.config.accountNumber)!
  for (let line = 0; line < 250; line += 1) {
    world.books.move(account, 100n, { reference: `r${line}`, narration: '' })
  }
  const from = world.now()
  world.advance(SECOND)
  const fetched = await world.bank.fetchStatement!({ from, to: world.now() })
  assert(fetched.kind === 'fetched')
  assert.equal(new Set(fetched.lines.map(({ sessionId }) => sessionId)).size, 250)
  const whole = { from, to: world.now() }
  world.controls.alter = (_, text) => text.replace('"type":"Credit"', '"type":"Gift"')
  assert.deepEqual(await world.bank.fetchStatement!(whole), { kind: 'unknown' })
  world.controls.alter = (_, text) => text.replace('"amount":1', '"amount":1.005')
  assert.deepEqual(await world.bank.fetchStatement!(whole), { kind: 'unknown' })
})

test('a statement of some days comes a day at a time, and together they are the whole', async (t) => {
  const world = await safehavenWorld(t)
  const account = world.books.find(world.config.accountNumber)!
  const from = world.now()
  for (let line = 0; line < 10; line += 1) {
    world.books.move(account, 100n, { reference: `r${line}`, narration: '' })
    world.advance(6 * HOUR)
  }
  const to = world.now()

  const days: number[] = []
  const names: string[] = []
  for (let page: string | undefined; ; ) {
    const fetched = await world.bank.fetchStatement!({ from, to, ...(page && { page }) })
    assert(fetched.kind === 'fetched')
    days.push(fetched.lines.length)
    names.push(...fetched.lines.map(({ sessionId }) => sessionId))
    page = fetched.next
    if (page === undefined) break
  }

  assert.deepEqual(days, [4, 4, 2])
  assert.equal(new Set(names).size, 10)
})

test('a page whose answer is lost is read again, and not for ever', async (t) => {
  const world = await safehavenWorld(t)
  const period = { from: world.now(), to: later(world.now(), HOUR) }
  const call = 'GET /accounts/:id/statement'
  world.controls.fail({ call, how: 'text_502', times: 2 })
  assert.equal((await world.bank.fetchStatement!(period)).kind, 'fetched')
  world.controls.fail({ call, how: 'text_502', times: 3 })
  assert.equal((await world.bank.fetchStatement!(period)).kind, 'unknown')
})
