import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { COLLECTION_FEE, REVERSING_ACCOUNT } from '../../../test/providers/monnify/books.ts'
import { type MonnifyWorld, monnifyWorld } from '../../../test/providers/monnify/world.ts'
import { stopClock } from '../../../test/stopped-clock.ts'
import { kobo, naira } from '../../platform/money.ts'
import { momentOf } from './values.ts'

const AMOUNT = naira(5_000)

async function accountOf({ rails, now }: MonnifyWorld): Promise<string> {
  const issued = await rails.bank.issueOneOffAccount({
    key: 'account',
    attempt: 0,
    accountName: 'ADA',
    amount: AMOUNT,
    expiresAt: now(),
    holder: { email: 'ada@example.com', phone: null },
  })
  assert(issued.kind === 'issued')
  return issued.accountNumber
}

for (const shape of ['array', 'object', 'empty'] as const) {
  test(`a credit whose payer is written as ${shape} is read`, async () => {
    const world = await monnifyWorld()
    const accountNumber = await accountOf(world)
    world.controls.shapes(shape)
    world.controls.pay(accountNumber, AMOUNT)

    const read = world.rails.bank.readNotification(world.controls.told[0]!)

    assert(read.kind === 'credit')
    const { credit, fee } = read
    assert.equal(fee, COLLECTION_FEE, 'what they do not settle')
    assert.match(credit.sessionId, /^MNFY\|/)
    assert.equal(credit.accountNumber, accountNumber)
    assert.equal(credit.amount, AMOUNT)
    assert.equal(credit.senderName, shape === 'empty' ? '' : 'Ada Obi')
    assert.equal(credit.senderBankCode, shape === 'empty' ? '' : '058')
    assert.deepEqual(credit.occurredAt, world.now())
    const confirmed = await world.rails.bank.confirmCredit({ reference: credit.sessionId })
    assert.deepEqual(confirmed, { kind: 'credit', credit, fee })
  })
}

test('what is settled of a credit says its fee only where it can', async () => {
  const world = await monnifyWorld()
  const accountNumber = await accountOf(world)
  world.controls.pay(accountNumber, AMOUNT)
  const told = JSON.parse(world.controls.told[0]!.body.toString())
  const settled: [unknown, bigint | undefined][] = [
    ['4990.00', 1_000n],
    [4_999.99, 1n],
    ['5000.00', undefined],
    ['5000.01', undefined],
    ['0.00', undefined],
    ['-1.00', undefined],
    ['much', undefined],
    [null, undefined],
  ]
  for (const [settlementAmount, fee] of settled) {
    const eventData = { ...told.eventData, settlementAmount }
    const read = world.rails.bank.readNotification(world.controls.sign({ ...told, eventData }))
    assert(read.kind === 'credit')
    assert.equal(read.fee, fee, String(settlementAmount))
  }
})

test('what is not signed is a hint in their sandbox, and forged elsewhere', async () => {
  const sandbox = await monnifyWorld({ signs: false })
  const accountNumber = await accountOf(sandbox)
  sandbox.controls.pay(accountNumber, AMOUNT)
  const told = sandbox.controls.told[0]!

  const hint = sandbox.rails.bank.readNotification(told)
  assert(hint.kind === 'hint')
  const confirmed = await sandbox.rails.bank.confirmCredit(hint)
  assert(confirmed.kind === 'credit')
  assert.equal(confirmed.credit.amount, AMOUNT)
  const wrong = { ...told, headers: { 'monnify-signature': 'a'.repeat(128) } }
  assert.deepEqual(sandbox.rails.bank.readNotification(wrong), { kind: 'forged' })
  const live = await monnifyWorld()
  assert.deepEqual(live.rails.bank.readNotification(told), { kind: 'forged' })
})

test('a hint of what nobody paid, or of what is not there, is no credit', async () => {
  const world = await monnifyWorld({ signs: false })
  await accountOf(world)
  const [open] = world.books.payments.keys()
  for (const reference of [open!, 'MNFY|none', '', 'x'.repeat(65), '../..']) {
    const outcome = await world.rails.bank.confirmCredit({ reference })
    assert.deepEqual(outcome, { kind: 'not_found' }, reference)
  }
})

test('the signature is HMAC-SHA512 over the bytes, in small letters', async () => {
  const { rails, credentials } = await monnifyWorld()
  const body = Buffer.from('{"eventType":"SETTLEMENT",  "eventData":{}}')
  const signature = createHmac('sha512', credentials.secretKey).update(body).digest('hex')
  const read = (text: string) =>
    rails.bank.readNotification({ headers: { 'monnify-signature': text }, body }).kind

  assert.equal(read(signature), 'ignored')
  for (const wrong of [signature.toUpperCase(), signature.slice(1), '', `${signature} `]) {
    assert.equal(read(wrong), 'forged')
  }
})

test('what is not a credit says what to enquire about, or is of no use', async () => {
  const { rails, controls, logged } = await monnifyWorld()
  const read = (eventType: string, eventData: object) =>
    rails.bank.readNotification(controls.sign({ eventType, eventData }))

  for (const event of ['SUCCESSFUL', 'FAILED', 'REVERSED']) {
    assert.deepEqual(read(`${event}_DISBURSEMENT`, { reference: 'p' }), {
      kind: 'about',
      what: 'transfer',
      key: 'p',
    })
  }
  for (const event of ['SUCCESSFUL', 'FAILED']) {
    assert.deepEqual(read(`${event}_REFUND`, { refundReference: 'r' }), {
      kind: 'about',
      what: 'return',
      key: 'r',
    })
  }
  const byCard = { paymentMethod: 'CARD', paymentReference: 'c' }
  assert.deepEqual(read('SUCCESSFUL_TRANSACTION', byCard), {
    kind: 'about',
    what: 'charge',
    key: 'c',
  })
  assert.deepEqual(read('REJECTED_PAYMENT', { amount: 5 }), { kind: 'unreadable' })
  assert.deepEqual(read('LOW_BALANCE_ALERT', {}), { kind: 'ignored' })
  assert.deepEqual(read('SOMETHING_NEW', {}), { kind: 'ignored' })
  assert.match(logged.join(), /SOMETHING_NEW/)
  assert.deepEqual(read('something odd', {}), { kind: 'unreadable' })
  assert.deepEqual(read('SUCCESSFUL_TRANSACTION', {}), { kind: 'unreadable' })
  assert.deepEqual(read('FAILED_DISBURSEMENT', { reference: '' }), { kind: 'unreadable' })
})

test('a credit that is not paid, not of naira, or of an odd amount is not booked', async () => {
  const world = await monnifyWorld()
  world.controls.pay(await accountOf(world), AMOUNT)
  const told = JSON.parse(world.controls.told[0]!.body.toString())
  for (const change of [
    { paymentStatus: 'PENDING' },
    { paymentStatus: 'REVERSED' },
    { currency: 'USD' },
    { amountPaid: '5000.005' },
    { amountPaid: -5000 },
    { amountPaid: 0 },
    { destinationAccountInformation: {} },
    { transactionReference: 'x'.repeat(65) },
  ]) {
    const sent = { ...told, eventData: { ...told.eventData, ...change } }
    const read = world.rails.bank.readNotification(world.controls.sign(sent))
    assert.deepEqual(read, { kind: 'unreadable' }, JSON.stringify(change))
  }
})

const MOMENTS: [string, string | null][] = [
  ['2021-11-17 11:28:42.615', '2021-11-17T10:28:42.615Z'],
  ['2026-06-26 23:19:13.5', '2026-06-26T22:19:13.500Z'],
  ['2026-06-27T09:51:14', '2026-06-27T08:51:14.000Z'],
  ['2026-06-27T09:11:14.596774984', '2026-06-27T08:11:14.596Z'],
  ['2026-06-27T09:11:14.000+0000', '2026-06-27T09:11:14.000Z'],
  ['30/08/2023 5:13:57 PM', '2023-08-30T16:13:57.000Z'],
  ['02/08/2022 03:35:22 AM', '2022-08-02T02:35:22.000Z'],
  ['02/08/2022 12:05:00 AM', '2022-08-01T23:05:00.000Z'],
  ['02/08/2022 12:05:00 PM', '2022-08-02T11:05:00.000Z'],
  ['2026-13-01 00:00:00', null],
  ['yesterday', null],
  ['', null],
]
for (const [text, moment] of MOMENTS) {
  test(`the moment "${text}" is ${moment}`, () => {
    assert.equal(momentOf(text)?.toISOString() ?? null, moment)
  })
}

test('a statement that takes too long is read on from where it ended', async (t) => {
  const world = await monnifyWorld()
  const { bank } = world.rails
  const from = world.now()
  const holder = { email: 'ada@example.com', phone: null }
  const asked = { key: 'a', attempt: 0, accountName: 'ADA', bvn: null, holder }
  const issued = await bank.issueAccount(asked)
  assert(issued.kind === 'issued')
  for (let count = 1; count <= 250; count++) world.controls.pay(issued.accountNumber, AMOUNT)
  world.advance(1_000)
  const pass = stopClock(t)
  for (let page = 0; page < 2; page++) world.controls.fail({ meanwhile: () => pass(600) }, 'search')
  const request = { from, to: world.now(), timeoutMs: 2_000 }

  const first = await bank.fetchStatement(request)
  assert(first.kind === 'fetched' && first.next !== undefined)
  const rest = await bank.fetchStatement({ ...request, page: first.next })

  assert(rest.kind === 'fetched' && rest.next === undefined)
  const names = [...first.lines, ...rest.lines].map(({ sessionId }) => sessionId)
  assert.deepEqual([first.lines.length, new Set(names).size], [200, 250])
})

test('a transfer that came back has left and has come', async () => {
  const world = await monnifyWorld()
  const { bank } = world.rails
  const from = world.now()
  const GTB = { code: '058', nipCode: '000013' }
  const to = { bank: GTB, accountNumber: REVERSING_ACCOUNT }
  const found = await bank.enquireBeneficiary(to)
  assert(found.kind === 'found')
  const sent = await bank.transfer({ ...found, ...to, key: 'p', amount: AMOUNT, narration: 'x' })
  assert(sent.kind === 'sent')
  world.advance(25 * 3_600_000)
  world.controls.tick()

  const statement = await bank.fetchStatement({ from, to: world.now() })

  assert(statement.kind === 'fetched')
  assert.deepEqual(
    statement.lines.map(({ sessionId, direction }) => [sessionId, direction]),
    [
      [sent.sessionId, 'debit'],
      [sent.sessionId, 'credit'],
    ],
  )
})

test('balances, banks and the statement say what moved, page after page', async () => {
  const world = await monnifyWorld()
  const { bank } = world.rails
  const from = world.now()
  const holder = { email: 'ada@example.com', phone: null }
  const asked = { key: 'a', attempt: 0, accountName: 'ADA', bvn: null, holder }
  const issued = await bank.issueAccount(asked)
  assert(issued.kind === 'issued')
  for (let count = 1; count <= 250; count++) {
    world.advance(1_000)
    world.controls.pay(issued.accountNumber, kobo(naira(count)))
  }
  const GTB = { code: '058', nipCode: '000013' }
  for (const [key, accountNumber] of [
    ['p1', '0123456789'],
    ['p2', REVERSING_ACCOUNT],
  ] as const) {
    const found = await bank.enquireBeneficiary({ bank: GTB, accountNumber })
    assert(found.kind === 'found')
    await bank.transfer({ ...found, key, bank: GTB, accountNumber, amount: AMOUNT, narration: 'x' })
  }
  world.advance(1_000)

  const statement = await bank.fetchStatement({ from, to: world.now() })

  assert(statement.kind === 'fetched')
  const sums = { credit: 0n, debit: 0n }
  for (const { direction, amount } of statement.lines) sums[direction] += amount
  assert.equal(statement.lines.length, 252)
  assert.equal(sums.credit, (250n * 251n * 100n) / 2n)
  assert.equal(sums.debit, 2n * AMOUNT)
  const later = await bank.fetchStatement({ from: world.now(), to: new Date(8e12) })
  assert.deepEqual(later, { kind: 'fetched', lines: [] })
  assert.deepEqual(await bank.balances(), {
    kind: 'known',
    balances: [{ account: world.credentials.walletAccount, available: world.books.balance }],
  })
  const listed = await bank.listBanks()
  assert(listed.kind === 'listed')
  assert.partialDeepStrictEqual(listed.banks, [{ code: '305', nipCode: '100004' }])
})
