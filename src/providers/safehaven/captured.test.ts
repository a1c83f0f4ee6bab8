import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Instead } from '../../../test/providers/paper.ts'
import { answers, notifications } from '../../../test/providers/safehaven/captured.ts'
import { FEE_FAILED_NUMBER } from '../../../test/providers/safehaven/identities.ts'
import { done, given, TRANSFER } from '../../../test/providers/safehaven/on-paper.ts'
import { BANK, PAYEE, safehavenWorld } from '../../../test/providers/safehaven/world.ts'
import { assertSameShape } from '../../../test/providers/shapes.ts'
import { MINUTE } from '../../platform/clock.ts'
import { naira } from '../../platform/money.ts'

// The adapter and the stand-in against what Safe Haven really sends (captured.ts).

const { transfer, virtual } = notifications
const PERSON = { key: 'k', onBehalfOf: 'b', type: 'BVN' } as const

function read(body: object) {
  const token = 'token-of-ours'
  const request = { headers: {}, body: Buffer.from(JSON.stringify(body)), token }
  return given().bank.readNotification(request)
}

test('each notification that Safe Haven sends is read, whatever its capitals', () => {
  const inwards = { kind: 'hint', reference: 'nip:000004211020011401570815591371' }
  const { data } = transfer.body
  const out = { ...data, type: 'outwards', paymentReference: 'T-key-1' }

  assert.deepEqual(read(transfer.body), inwards)
  assert.deepEqual(read({ type: 'TRANSFER', data: { ...data, type: 'inwards' } }), inwards)
  assert.deepEqual(read({ eventType: 'transfer', data }), inwards)
  assert.deepEqual(read({ type: 'transfer', data: out }), {
    kind: 'about',
    what: 'transfer',
    key: 'key-1',
  })
  const credited = { kind: 'hint', reference: 'va:999240240129092434550231308787' }
  assert.deepEqual(read(virtual.body), credited)
  assert.deepEqual(read({ type: 'virtualaccount.transfer', data: virtual.body.data }), credited)
})

test('a credit is booked as their record says, in either capitals, and by an id of any form', async () => {
  const ids = [
    transfer.body.data.sessionId,
    // Twenty-eight digits, and forms of an id under ISO 20022.
    '0000142603151130001234567890',
    'E7F2A1C4-3B5D-4E6F-8A9B-0C1D2E3F4A5B',
    '20261128/NPS/000014.7788',
  ]
  for (const sessionId of ids) {
    const record = { ...transfer.body.data, sessionId, type: 'inwards', status: 'completed' }
    const world = given({ 'POST /transfers/status': done(record) })

    const said = await world.bank.confirmCredit({ reference: `nip:${sessionId}` })

    assert(said.kind === 'credit', sessionId)
    assert.equal(said.credit.sessionId, sessionId)
    assert.equal(said.credit.amount, naira(100))
    const isNip = /^\d{28,30}$/.test(sessionId)
    assert.equal(said.credit.senderBankCode !== '', isNip, 'only a NIP id names the bank')
  }
})

test('a type that they add is logged and ignored, and only what has no type is unreadable', () => {
  const logged: object[] = []
  const world = given()
  const token = 'token-of-ours'
  const told = (body: object) => {
    const bytes = Buffer.from(JSON.stringify(body))
    return world.bank.readNotification({ headers: {}, body: bytes, token })
  }
  world.log.warn = (fields) => void logged.push(fields)

  assert.deepEqual(told({ type: 'account.credit', data: {} }), { kind: 'ignored' })
  assert.deepEqual(logged, [])
  assert.deepEqual(told({ type: 'Mandate.Approved', data: {} }), { kind: 'ignored' })
  assert.deepEqual(told({ data: transfer.body.data }), { kind: 'unreadable' })
  assert.deepEqual(logged, [{ provider: 'safehaven', event: 'mandate.approved' }])
})

test('a credit of another form is named in the statement as it is in the list', async () => {
  const sessionId = 'E7F2A1C4-3B5D-4E6F-8A9B-0C1D2E3F4A5B'
  const at = '2026-11-28T10:00:00.000Z'
  const line = { _id: 'L1', amount: 100, paymentReference: 'NPS/1', transactionDate: at }
  const credit = { amount: 100, paymentReference: 'NPS/1', sessionId, type: 'inwards' }
  const world = given({
    'GET /transfers': done([credit], 1),
    'GET /accounts/65f0c0de0000000000000001/statement': done([{ ...line, type: 'credit' }], 1),
  })

  const said = await world.bank.fetchStatement!({
    from: new Date('2026-11-28T00:00:00Z'),
    to: new Date('2026-11-29T00:00:00Z'),
  })

  assert(said.kind === 'fetched')
  assert.deepEqual(
    said.lines.map((one) => [one.sessionId, one.direction]),
    [[sessionId, 'credit']],
  )
})

test('their captured answers mean in progress, unknown, no code and not opened', async () => {
  const { processing, not_located, no_code, refused } = answers
  const transfers = given({
    'GET /transfers': done([], 0),
    'POST /transfers': processing.body,
    'POST /transfers/status': new Instead(400, not_located.body),
  })
  const opened = given({ 'POST /virtual-accounts': new Instead(refused.http, refused.body) })
  const identity = given({ 'POST /identity/v2': new Instead(201, no_code.body) })

  const sent = await transfers.bank.transfer({ key: 'key-1', ...TRANSFER })
  const asked = { key: 'key-1', handle: processing.body.data.sessionId, askedAt: new Date(0) }
  const later = await transfers.bank.enquireTransfer(asked)
  const code = await identity.identity.sendCode({ ...PERSON, number: '22222222222' })
  const account = await opened.bank.issueOneOffAccount({
    key: 'k',
    attempt: 0,
    accountName: 'SHOP',
    amount: naira(5_000),
    expiresAt: new Date('2026-11-29T10:00:00Z'),
  })

  assert.deepEqual(sent, { kind: 'accepted', handle: processing.body.data.sessionId })
  assert.equal(later.kind, 'unknown')
  assert.equal(code.kind, 'not_sent')
  assert.notEqual(account.kind, 'issued')
})

test('what the stand-in says has no field that Safe Haven does not send, and none of another type', async (t) => {
  const world = await safehavenWorld(t)
  const said = new Map<string, unknown>()
  world.controls.alter = (call, text) => {
    said.set(call, JSON.parse(text))
    return text
  }
  const dataOf = (call: string) => (said.get(call) as { data: unknown }).data

  const issued = await world.bank.issueOneOffAccount({
    key: world.newKey(),
    attempt: 0,
    accountName: 'SHOP',
    amount: naira(5_000),
    expiresAt: new Date(world.now().getTime() + 30 * MINUTE),
  })
  assert(issued.kind === 'issued')
  world.controls.fates.set(PAYEE, 'vanishing')
  await world.bank.transfer(await world.payment(world.newKey()))
  assertSameShape(said.get('POST /transfers'), answers.processing.body, 'transfer')
  const from = { bank: BANK.nipCode!, accountNumber: PAYEE, accountName: 'SAMPLE PAYER' }
  const { accountNumber } = issued
  world.controls.pay({ accountNumber, amount: naira(5_000), from })
  const hint = world.bank.readNotification(world.lastNews())
  assert(hint.kind === 'hint')
  await world.bank.confirmCredit(hint)
  assertSameShape(dataOf('POST /virtual-accounts/status'), virtual.body.data, 'credit')
  world.controls.pay({ accountNumber: world.config.accountNumber, amount: naira(9), from })
  await world.identity.sendCode({ ...PERSON, number: FEE_FAILED_NUMBER })
  assertSameShape(said.get('POST /identity/v2'), answers.no_code.body, 'identity')

  const real = [virtual, transfer]
  for (const { body } of world.controls.news.all) {
    const { type, data } = JSON.parse(body)
    if (data.type === 'Outwards') {
      assertSameShape(data, answers.processing.body.data, 'outwards')
      continue
    }
    const beside = real.find((one) => one.body.type === type)
    assert(beside, type)
    assertSameShape({ type, data }, beside.body, type)
  }
})
