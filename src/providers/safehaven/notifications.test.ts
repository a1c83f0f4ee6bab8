import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COLLECTION_FEE } from '../../../test/providers/safehaven/books.ts'
import {
  BANK,
  PAYEE,
  type SafehavenWorld,
  safehavenWorld,
  TOKEN,
} from '../../../test/providers/safehaven/world.ts'
import { later, MINUTE } from '../../platform/clock.ts'
import { kobo, naira } from '../../platform/money.ts'

// Credits at Safe Haven's stand-in: unsigned notifications, and the answers to our enquiries.

const SENDER = { bank: '000013', accountNumber: PAYEE, accountName: 'OBI ADA' }

async function oneOff(world: SafehavenWorld, amount = naira(5_000)) {
  const issued = await world.bank.issueOneOffAccount({
    key: world.newKey(),
    attempt: 0,
    accountName: 'Ada Stores',
    amount,
    expiresAt: later(world.now(), 30 * MINUTE),
  })
  assert(issued.kind === 'issued')
  return issued
}

async function permanent(world: SafehavenWorld) {
  const number = '22222222222'
  const asked = { key: 'i', onBehalfOf: 'b', type: 'BVN', number } as const
  const sent = await world.identity.sendCode(asked)
  assert(sent.kind === 'sent')
  const identity = { type: 'BVN', number, session: sent.session, code: '123456' } as const
  const issued = await world.bank.issueAccount({
    key: world.newKey(),
    attempt: 0,
    accountName: 'Ada Stores',
    bvn: null,
    holder: { email: 'ada@example.com', phone: '08031234567' },
    identity,
  })
  assert(issued.kind === 'issued')
  return issued
}

test('a credit to a one-off account is a hint, and a credit once they have said so', async (t) => {
  const world = await safehavenWorld(t)
  const { accountNumber } = await oneOff(world)
  const paid = world.controls.pay({ accountNumber, amount: 500_000n, from: SENDER, narration: 'x' })
  assert(paid)

  const hint = world.bank.readNotification(world.lastNews())
  assert.deepEqual(hint, { kind: 'hint', reference: `va:${paid.sessionId}` })
  assert(hint.kind === 'hint')
  const said = await world.bank.confirmCredit(hint)
  assert.deepEqual(said, {
    kind: 'credit',
    fee: COLLECTION_FEE,
    credit: {
      sessionId: paid.sessionId,
      accountNumber,
      amount: 500_000n,
      senderName: 'OBI ADA',
      senderBankCode: '058',
      senderAccountNumber: PAYEE,
      narration: 'x',
      occurredAt: world.now(),
    },
  })
})

test('a credit to a permanent account is asked about by the other call', async (t) => {
  const world = await safehavenWorld(t)
  const { accountNumber } = await permanent(world)
  world.controls.news.all.length = 0
  const paid = world.controls.pay({ accountNumber, amount: 12_345n, from: SENDER })
  assert(paid)
  const [news] = world.controls.news.all
  const hint = world.bank.readNotification({
    ...world.lastNews(),
    body: Buffer.from(news!.body),
  })
  assert.deepEqual(hint, { kind: 'hint', reference: `nip:${paid.sessionId}` })
  assert(hint.kind === 'hint')
  const said = await world.bank.confirmCredit(hint)
  assert(said.kind === 'credit')
  assert.partialDeepStrictEqual(said.credit, { accountNumber, amount: 12_345n })
  assert.equal(said.fee, undefined, 'they keep nothing of it')
})

test('a reference of the wrong kind is asked about by both calls', async (t) => {
  const world = await safehavenWorld(t)
  const { accountNumber } = await oneOff(world)
  const paid = world.controls.pay({ accountNumber, amount: 500_000n, from: SENDER })!
  const said = await world.bank.confirmCredit({ reference: `nip:${paid.sessionId}` })
  assert.equal(said.kind, 'credit')
})

test('what nobody has paid is not found, whoever says it was', async (t) => {
  const world = await safehavenWorld(t)
  for (const reference of [
    'va:000013260315120000000000000099',
    'nip:1',
    'x:1',
    '',
    'va:',
    'va:a b',
  ]) {
    assert.deepEqual(await world.bank.confirmCredit({ reference }), { kind: 'not_found' })
  }
})

test('our own account is nobody’s deposit: neither a top-up, nor what is swept to it', async (t) => {
  const world = await safehavenWorld(t)
  const { accountNumber } = world.config
  const paid = world.controls.pay({ accountNumber, amount: 500_000n, from: SENDER })!
  assert.deepEqual(world.bank.readNotification(world.lastNews()), { kind: 'ignored' })
  const reference = `nip:${paid.sessionId}`
  assert.deepEqual(await world.bank.confirmCredit({ reference }), { kind: 'not_found' })

  const own = await permanent(world)
  world.controls.pay({ accountNumber: own.accountNumber, amount: 500_000n, from: SENDER })
  assert.deepEqual(world.bank.readNotification(world.lastNews()), { kind: 'ignored' })
  assert.equal(world.books.balance(own.accountNumber), 0n, 'it is swept')
})

test('news of a payout and of a return says what it is about, and a credit it is not', async (t) => {
  const world = await safehavenWorld(t)
  const order = await world.payment(world.newKey())
  const sent = await world.bank.transfer(order)
  assert(sent.kind === 'sent')
  const about = { kind: 'about', what: 'transfer', key: order.key }
  assert.deepEqual(world.bank.readNotification(world.lastNews()), about)
  const reference = `nip:${sent.sessionId}`
  assert.deepEqual(await world.bank.confirmCredit({ reference }), { kind: 'not_found' })

  const key = world.newKey()
  const owner = await world.bank.resolveAccount({ bank: BANK, accountNumber: PAYEE })
  assert(owner.kind === 'found')
  const credit = {
    sessionId: '000013260315120000000000000077',
    accountNumber: '8000000010',
    amount: naira(5_000),
    senderName: owner.accountName,
    senderBankCode: '058',
    senderAccountNumber: PAYEE,
    narration: '',
    occurredAt: world.now(),
  }
  await world.bank.returnCredit({ key, credit, amount: kobo(1n) })
  assert.deepEqual(world.bank.readNotification(world.lastNews()), {
    kind: 'about',
    what: 'return',
    key,
  })
})

test('what does not come to the secret address is forged, whatever it says', async (t) => {
  const world = await safehavenWorld(t)
  const { accountNumber } = await oneOff(world)
  world.controls.pay({ accountNumber, amount: 500_000n, from: SENDER })
  const { headers, body } = world.lastNews()
  const read = (token?: string) => {
    const told = { headers, body, ...(token !== undefined && { token }) }
    return world.bank.readNotification(told)
  }
  for (const token of [undefined, '', `${TOKEN} `, TOKEN.slice(1), TOKEN.toUpperCase()]) {
    assert.deepEqual(read(token), { kind: 'forged' }, `${token}`)
  }
  assert.equal(read(TOKEN).kind, 'hint')
})

test('news that is of no use is ignored, and news that cannot be read is kept', async (t) => {
  const { bank } = await safehavenWorld(t)
  const read = (said: unknown) => {
    const text = typeof said === 'string' ? said : JSON.stringify(said)
    return bank.readNotification({ headers: {}, body: Buffer.from(text), token: TOKEN } as never)
  }
  const data = { sessionId: '1', type: 'Inwards' }
  for (const type of ['account.credit', 'subaccount.created', 'identityCreditCheck', 'new.kind']) {
    assert.deepEqual(read({ type, data }), { kind: 'ignored' }, type)
  }
  const outwards = { type: 'Outwards', sessionId: '1', paymentReference: 'somebody else’s' }
  assert.deepEqual(read({ type: 'transfer', data: outwards }), { kind: 'ignored' })
  const unreadable = [
    '',
    'null',
    '[]',
    '{',
    '[[[',
    { data },
    { type: { a: 1 }, data },
    { type: 'transfer' },
    { type: 'transfer', data: [] },
    { type: 'transfer', data: { type: 'Sideways', sessionId: '1' } },
    { type: 'transfer', data: { type: 'Inwards', sessionId: '' } },
    { type: 'transfer', data: { type: 'Inwards', sessionId: '../1' } },
    { type: 'virtualAccount.transfer', data: { sessionId: 'x'.repeat(65) } },
    { type: 'virtualAccount.transfer', data: { sessionId: { a: 1 } } },
  ]
  for (const said of unreadable) {
    assert.deepEqual(read(said), { kind: 'unreadable' }, JSON.stringify(said))
  }
})

test('amounts are the same as numbers and as texts, and parts of a kobo are no amount', async (t) => {
  const world = await safehavenWorld(t)
  const { accountNumber } = await oneOff(world, kobo(123_456n))
  const paid = world.controls.pay({ accountNumber, amount: 123_456n, from: SENDER })!
  const confirm = () => world.bank.confirmCredit({ reference: `va:${paid.sessionId}` })
  for (const form of ['number', 'string'] as const) {
    world.controls.amountsAs(form)
    const said = await confirm()
    assert(said.kind === 'credit')
    assert.equal(said.credit.amount, 123_456n)
  }
  for (const odd of ['1234.567', '-1234.56', '0', '""', 'null', '"1,234.56"', '{}', '1e400']) {
    world.controls.alter = (_, text) => text.replace(/"amount":[^,]+/, `"amount":${odd}`)
    assert.deepEqual(await confirm(), { kind: 'unknown' }, odd)
  }
})

test('a credit that is not done, or that came back, is not booked', async (t) => {
  const world = await safehavenWorld(t)
  const { accountNumber } = await oneOff(world)
  const paid = world.controls.pay({ accountNumber, amount: 500_000n, from: SENDER })!
  const confirm = () => world.bank.confirmCredit({ reference: `va:${paid.sessionId}` })
  for (const [name, value, kind] of [
    ['status', '"Processing"', 'unknown'],
    ['status', '"Failed"', 'not_found'],
    ['status', '"Reversed"', 'not_found'],
    ['status', 'null', 'unknown'],
    ['responseCode', '"30"', 'unknown'],
    ['responseCode', 'null', 'unknown'],
    ['isReversed', 'true', 'unknown'],
    ['sessionId', '"000013260315120000000000000098"', 'unknown'],
    ['creditAccountNumber', '"80000"', 'unknown'],
    ['createdAt', '"yesterday"', 'unknown'],
  ] as const) {
    const pattern = new RegExp(`"${name}":("[^"]*"|true|false|null)`)
    world.controls.alter = (_, text) => text.replace(pattern, `"${name}":${value}`)
    assert.deepEqual(await confirm(), { kind }, `${name} ${value}`)
  }
  world.controls.alter = null
  assert.equal((await confirm()).kind, 'credit')
})

test('an odd text loses no credit: it is cleaned', async (t) => {
  const world = await safehavenWorld(t)
  const { accountNumber } = await oneOff(world)
  for (const odd of [
    'a\tb',
    'a\u2028b',
    '\u0007',
    'a\r\nb',
    'x'.repeat(10_000),
    '😀'.repeat(500),
  ]) {
    const from = { ...SENDER, accountName: odd }
    const paid = world.controls.pay({ accountNumber, amount: 500_000n, from, narration: odd })!
    const said = await world.bank.confirmCredit({ reference: `va:${paid.sessionId}` })
    assert(said.kind === 'credit', odd)
    for (const text of [said.credit.senderName, said.credit.narration]) {
      assert(text.isWellFormed() && !/\p{Cc}|\p{Zl}/u.test(text) && text.length <= 200, odd)
    }
  }
})
