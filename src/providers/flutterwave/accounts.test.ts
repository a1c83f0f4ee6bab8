import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type FlutterwaveWorld,
  flutterwaveWorld,
} from '../../../test/providers/flutterwave/world.ts'
import { HOUR, later, MINUTE } from '../../platform/clock.ts'
import { kobo, naira } from '../../platform/money.ts'

// One-off accounts of Flutterwave: what is issued, paid in, and sent back.

const KEY = '019a0000-0000-7000-8000-000000000009'
const AMOUNT = kobo(500_050n)
const SENDER = { name: 'CHI SAMPLE', bank: 'Zenith Bank', accountNumber: '0123456789' }

async function issued(world: FlutterwaveWorld, attempt = 1) {
  const outcome = await world.bank.issueOneOffAccount({
    key: KEY,
    attempt,
    accountName: 'Ada Stores',
    amount: AMOUNT,
    expiresAt: later(world.now(), 30 * MINUTE),
    holder: { email: 'ada@example.com', phone: '08031234567' },
  })
  assert(outcome.kind === 'issued', outcome.kind)
  const { accountNumber, handle = '' } = outcome
  const enquire = () => world.bank.enquireCredit!({ key: KEY, accountNumber, handle })
  const pay = (amount = AMOUNT) => world.standIn.books.accounts.pay(accountNumber, amount, SENDER)
  return { outcome, enquire, pay }
}

test('the account is at a bank of our list, for the amount in naira, under our reference', async () => {
  const world = await flutterwaveWorld()

  const { outcome } = await issued(world)

  const bank = { name: 'Wema Bank', code: '035', slug: 'wema-bank' }
  const handle = `one/${KEY}.1.1`
  const { accountNumber } = outcome
  const accountName = 'Ada Stores'
  assert.deepEqual(outcome, { kind: 'issued', accountNumber, bank, accountName, handle })
  assert.equal(world.standIn.books.accounts.all[0]!.amount, AMOUNT)
  await world.close()
})

test('if the customer bears their fee, the amount to send includes it, and that arrives', async () => {
  const world = await flutterwaveWorld({ rules: { customerPaysFee: true } })
  const { outcome, enquire, pay } = await issued(world)
  const payable = kobo(AMOUNT + 10_001n)

  assert.equal(outcome.payable, payable)
  assert.equal(pay(AMOUNT), false, 'without it, the bank sends the transfer back')
  assert.deepEqual(await enquire(), { kind: 'not_found' })
  assert.equal(pay(payable), true)

  const found = await enquire()

  assert(found.kind === 'credit')
  assert.deepEqual([found.credit.amount, found.fee], [payable, 10_001n])
  await world.close()
})

test('an answered amount below what was asked, or none, is not shown to a customer', async () => {
  for (const amount of ['5000.49', null, 'N/A']) {
    const world = await flutterwaveWorld()
    const answer = (usual: string) => {
      const content = JSON.parse(usual) as { data: Record<string, unknown> }
      content.data['amount'] = amount
      return { body: JSON.stringify(content) }
    }
    world.standIn.controls.fail({ answer }, 'create_account')

    await assert.rejects(issued(world), /unknown/)
    await world.close()
  }
})

test('a number whose answer was lost is given up, and the next is issued', async () => {
  const world = await flutterwaveWorld()
  world.standIn.controls.fail('after', 'create_account')
  await assert.rejects(issued(world), /unknown/)

  const { outcome, enquire, pay } = await issued(world)

  assert.equal(outcome.handle, `one/${KEY}.1.2`)
  pay()
  assert.equal((await enquire()).kind, 'credit')
  await world.close()
})

test('a notification names the account by our key, and a card payment is none', async () => {
  const world = await flutterwaveWorld()
  const { pay } = await issued(world)
  pay()
  const read = (txRef: string) => {
    const told = world.standIn.notices.write('charge.completed', { data: { tx_ref: txRef } })
    return world.bank.readNotification?.(told)
  }
  const told = world.standIn.notices.made.at(-1)!

  const about = { kind: 'about', what: 'one_off_account', key: KEY }
  assert.deepEqual(world.bank.readNotification?.(told), about)
  assert.deepEqual(read(KEY), { kind: 'about', what: 'charge', key: KEY })
  await world.close()
})

test('only a paid transfer under the reference is a credit', async () => {
  const changes: [change: object, kind: string][] = [
    [{}, 'credit'],
    [{ status: 'pending' }, 'not_found'],
    [{ status: 'failed' }, 'not_found'],
    [{ status: 'reversed' }, 'unknown'],
    [{ tx_ref: 'another' }, 'unknown'],
    [{ currency: 'USD' }, 'unknown'],
    [{ payment_type: 'card' }, 'unknown'],
    [{ charged_amount: null }, 'unknown'],
    [{ charged_amount: '5000.505' }, 'unknown'],
    [{ id: null }, 'unknown'],
  ]
  for (const [change, kind] of changes) {
    const world = await flutterwaveWorld()
    const { enquire, pay } = await issued(world)
    pay()
    const answer = (usual: string) => {
      const content = JSON.parse(usual) as { data: object }
      return { body: JSON.stringify({ ...content, data: { ...content.data, ...change } }) }
    }
    world.standIn.controls.fail({ answer }, 'verify')

    assert.equal((await enquire()).kind, kind, JSON.stringify(change))
    await world.close()
  }
})

test('the statement has the transfer by the same name, and the fee', async () => {
  const world = await flutterwaveWorld()
  const from = world.now()
  const { enquire, pay } = await issued(world)
  pay()
  const found = await enquire()
  world.advance(1 * HOUR)

  const said = await world.bank.fetchStatement!({ from, to: world.now() })

  assert(found.kind === 'credit' && said.kind === 'fetched')
  const { sessionId } = found.credit
  assert.deepEqual(
    said.lines.map((line) => [line.sessionId, line.direction, line.amount]),
    [
      [sessionId, 'credit', AMOUNT],
      [`fee-${sessionId}`, 'debit', found.fee],
    ],
  )
  await world.close()
})

test('a return whose row was lost in a crash is found by its key among all refunds', async () => {
  const world = await flutterwaveWorld({ rules: { openingBalance: naira(1_000_000) } })
  const { enquire, pay } = await issued(world)
  pay()
  const found = await enquire()
  assert(found.kind === 'credit')
  const { credit } = found
  const askedAt = world.now()
  const made = await world.bank.returnCredit({ key: 'r', credit, amount: AMOUNT })
  const find = (key: string) => world.bank.enquireReturn({ key, askedAt })

  assert.deepEqual(await find('r'), made)
  assert.equal((await find('other')).kind, 'unknown', 'it may still be on its way')
  world.advance(10 * MINUTE)
  assert.deepEqual(await find('other'), { kind: 'not_found' })
  await world.close()
})

test('a return of a payment that is not theirs is refused', async () => {
  const world = await flutterwaveWorld()
  const { enquire, pay } = await issued(world)
  pay()
  const found = await enquire()
  assert(found.kind === 'credit')

  for (const sessionId of ['MNFY|1', '', '999999999']) {
    const credit = { ...found.credit, sessionId }
    const outcome = await world.bank.returnCredit({ key: 'r', credit, amount: AMOUNT })
    assert.partialDeepStrictEqual(outcome, { kind: 'refused', reason: 'payment_unknown' })
  }
  await world.close()
})

test('lost, slow and refused requests are told as they are', async () => {
  const kinds = { before: 'unknown', '503': 'unknown', unauthorized: 'unavailable' } as const
  for (const [fault, kind] of Object.entries(kinds)) {
    const world = await flutterwaveWorld()
    world.standIn.controls.fail(fault as keyof typeof kinds, 'create_account')
    await assert.rejects(issued(world), new RegExp(kind))

    const { enquire } = await issued(world)
    for (let i = 0; i < 3; i++) world.standIn.controls.fail(fault as keyof typeof kinds, 'verify')
    assert.equal((await enquire()).kind, kind)
    await world.close()
  }
})
