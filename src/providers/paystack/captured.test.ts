import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { Value } from 'typebox/value'
import { EXPIRED } from '../../../test/providers/paystack/books.ts'
import { notifications } from '../../../test/providers/paystack/captured.ts'
import { DocumentedError, documented } from '../../../test/providers/paystack/documented.ts'
import { codeOf } from '../../../test/providers/paystack/tokens.ts'
import { FAILING_ACCOUNT, RETURNING_ACCOUNT } from '../../../test/providers/paystack/transfers.ts'
import {
  OFFERS,
  type PaystackWorld,
  paystackWorld,
} from '../../../test/providers/paystack/world.ts'
import { assertSameShape } from '../../../test/providers/shapes.ts'
import { naira } from '../../platform/money.ts'
import { paystackParts } from './paystack.ts'

// The adapter and the stand-in against what Paystack publishes: captured.ts, documented.ts.

const NOW = new Date('2026-11-28T10:00:00Z')
const SECRET = 'sk_live_0000000001'
const RETURN_URL = 'https://pay.example/checkout/abc'

function read(event: string, data: object, logged: object[] = []) {
  const log = { warn: (fields: object) => void logged.push(fields) }
  const offers = [...OFFERS]
  const own = { secretKey: SECRET, baseUrl: 'https://api.paystack.co', pageMs: 1 }
  const rail = paystackParts(
    { ...own, offers, issuers: [] },
    { now: () => NOW, log, banks: [] },
  ).card
  const body = Buffer.from(JSON.stringify({ event: event.split(' ')[0], data }))
  const signature = createHmac('sha512', SECRET).update(body).digest('hex')
  return rail.readNotification?.({ headers: { 'x-paystack-signature': signature }, body })
}

test('each notification that Paystack publishes is read', () => {
  const kinds = Object.entries(notifications).map(([name, { data }]) => [name, read(name, data)])

  const refundOf = (key: string) => ({ kind: 'about', what: 'refunds_of_charge', key })
  const ofRefund = refundOf('tvunjbbd-412829-4b18075d-c7had')
  assert.deepEqual(Object.fromEntries(kinds), {
    'charge.success': { kind: 'about', what: 'charge', key: 'qTPrJoy9Bx' },
    'charge.success of a transfer': { kind: 'about', what: 'charge', key: 'zuz8ggd1ro' },
    'charge.success of a permanent account': {
      kind: 'credit',
      credit: {
        sessionId: 'zuz8ggd1rp',
        accountNumber: '9930000902',
        amount: 25_100n,
        senderName: 'NGOZI SAMPLE',
        senderBankCode: '',
        senderAccountNumber: 'XXXXXX0011',
        narration: 'NIP: NGOZI SAMPLE -1123344343/44343231232',
        occurredAt: new Date('2023-09-12T13:29:09Z'),
      },
      fee: 376n,
    },
    'bank.transfer.rejected': { kind: 'ignored' },
    'charge.dispute.create': {
      kind: 'dispute',
      dispute: {
        id: '358950',
        of: { charge: 'v3mjfgbnc19v97x' },
        status: 'needs_response',
        category: 'chargeback',
        reason: 'Customer complained about debit without value',
        amount: 5_800n,
        dueAt: new Date('2020-11-25T18:00:00Z'),
      },
    },
    'refund.pending': ofRefund,
    'refund.processing': ofRefund,
    'refund.processed': ofRefund,
    'refund.failed': ofRefund,
    'refund.needs-attention': refundOf('88bfa94509eb96aa9785641c26cc57cc'),
    // With an underscore, it is no key of ours.
    'transfer.success': { kind: 'ignored' },
    'transfer.failed': { kind: 'about', what: 'transfer', key: '1976435206' },
    'transfer.reversed': { kind: 'about', what: 'transfer', key: 'jvrjckwenm' },
  })
})

test('a type that they add is logged and ignored', () => {
  const logged: object[] = []

  for (const [name, { data }] of Object.entries(notifications)) read(name, data, logged)
  assert.deepEqual(logged, [])
  assert.deepEqual(read('virtual_terminal.opened', {}, logged), { kind: 'ignored' })

  assert.deepEqual(logged, [{ provider: 'paystack', event: 'virtual_terminal.opened' }])
})

test('what the stand-in tells has no field that Paystack does not send, and none of another type', async () => {
  const world = await paystackWorld()
  await play(world)

  const told = world.standIn.controls.notices.made.map(({ event, body }) => {
    const { data } = JSON.parse(body.toString())
    const isPermanent = data.channel === 'dedicated_nuban'
    const which = isPermanent ? 'a permanent account' : 'a transfer'
    const name = event === 'charge.success' ? `charge.success of ${which}` : event
    assertSameShape(data, notifications[name]!.data, event)
    return event
  })

  assert.deepEqual([...new Set(told)].sort(), [
    'bank.transfer.rejected',
    'charge.dispute.create',
    'charge.success',
    'refund.failed',
    'refund.needs-attention',
    'refund.pending',
    'refund.processed',
    'refund.processing',
    'transfer.failed',
    'transfer.reversed',
    'transfer.success',
  ])
  await world.close()
})

test('each answer of the stand-in is as Paystack’s OpenAPI document describes it', async () => {
  const world = await paystackWorld()
  const answered = await play(world)

  for (const { path, call, body } of answered) {
    const schema = body.status === true ? documented[call] : DocumentedError
    assert.deepEqual(Value.Errors(schema, body), [], path)
  }

  const calls = new Set(answered.filter(({ body }) => body.status).map(({ call }) => call))
  assert.deepEqual([...calls].sort(), Object.keys(documented).sort(), 'each call is played')
  assert(answered.some(({ body }) => body.status === false && 'code' in body))
  await world.close()
})

test('a field of another type, one too many and one too few are noticed', async () => {
  const good = {
    status: true,
    message: 'Balances retrieved',
    data: [{ currency: 'NGN', balance: 7 }],
  }
  const wrong = [
    { ...good, data: [{ currency: 'NGN', balance: '7' }] },
    { ...good, data: [{ currency: 'NGN', balance: 7, available: 7 }] },
    { ...good, data: [{ currency: 'NGN' }] },
  ]

  const found = wrong.map((body) => Value.Check(documented.balance, body))

  assert.deepEqual(Value.Errors(documented.balance, good), [])
  assert.deepEqual(found, [false, false, false])
})

type Ask = (call: Called['call'], method: string, path: string, body?: object) => Promise<void>

/** The card that paid `first`. */
async function chargeAgain({ standIn }: PaystackWorld, ask: Ask): Promise<void> {
  const { books } = standIn
  const authorization_code = codeOf(books.find('first')!)
  const asked = { authorization_code, email: 'ngozi@example.com', amount: '90000' }
  const [whole, part] = ['/transaction/charge_authorization', '/transaction/partial_debit']
  books.tokens.fates.push('approved', { says: EXPIRED }, 'processing', 'paused')
  for (const reference of ['a', 'b', 'c', 'd', 'd']) {
    await ask('charge_token', 'POST', whole, { ...asked, reference })
  }
  const partly = { ...asked, currency: 'NGN', at_least: '10000' }
  books.tokens.fates.push({ has: naira(500) }, { has: naira(50) })
  for (let times = 1; times <= 2; times++) await ask('partial_debit', 'POST', part, partly)
  await ask('charge_token', 'POST', whole, { ...asked, email: 'other@example.com' })
  await ask('charge_token', 'POST', whole, { ...asked, authorization_code: 'AUTH_nobodys' })
  const forget = '/customer/authorization/deactivate'
  for (let times = 1; times <= 2; times++) {
    await ask('forget_token', 'POST', forget, { authorization_code })
  }
}

type Called = { path: string; call: keyof typeof documented; body: { status: boolean } }

/** Everything that the stand-in answers or tells. */
async function play(world: PaystackWorld): Promise<Called[]> {
  const { rail, standIn, advance, later } = world
  const { controls, url, credentials, books } = standIn
  const answered: Called[] = []
  const ask = async (call: Called['call'], method: string, path: string, body?: object) => {
    const headers = {
      authorization: `Bearer ${credentials.secretKey}`,
      'content-type': 'application/json',
    }
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const answer = await fetch(url + path, { method, headers, ...sent })
    answered.push({ path, call, body: (await answer.json()) as Called['body'] })
  }
  const page = { email: 'ngozi@example.com', amount: '500000', callback_url: RETURN_URL }
  await ask('initialize', 'POST', '/transaction/initialize', { ...page, reference: 'first' })
  await ask('initialize', 'POST', '/transaction/initialize', { ...page, reference: 'first' })
  await ask('initialize', 'POST', '/transaction/initialize', { email: 'ngozi@example.com' })
  await ask('verify', 'GET', '/transaction/verify/first')
  await ask('verify', 'GET', '/transaction/verify/nothing')
  controls.decline('first')
  await ask('verify', 'GET', '/transaction/verify/first')
  controls.pay('first')
  await rail.openPage({
    key: 'second',
    amount: naira(9_000),
    email: 'ngozi@example.com',
    returnUrl: RETURN_URL,
  })
  controls.pay('second')
  for (const ending of ['processed', 'failed', 'needs-attention'] as const) {
    controls.nextRefund(ending)
    await ask('create_refund', 'POST', '/refund', { transaction: 'first', amount: 10_000 })
  }
  await ask('create_refund', 'POST', '/refund', { transaction: 'first', amount: 99_999_999 })
  await ask('create_refund', 'POST', '/refund', { transaction: 'nothing' })
  await ask('refunds', 'GET', '/refund')
  later()
  await ask('refunds', 'GET', '/refund')
  for (const { id } of books.refunds) await ask('refund', 'GET', `/refund/${id}`)
  await ask('refund', 'GET', '/refund/1')
  const account = { currency: 'NGN', account_number: '0123456789', bank_id: '9' }
  const stuck = books.refunds.find(({ status }) => status === 'needs-attention')!.id
  const retry = '/refund/retry_with_customer_details'
  for (let times = 1; times <= 2; times++) {
    await ask('retry_refund', 'POST', `${retry}/${stuck}`, { refund_account_details: account })
  }
  controls.settle()
  advance(1)
  await ask('settlements', 'GET', '/settlement')
  await ask('settlement', 'GET', `/settlement/${books.settlements[0]!.id}/transactions`)
  await ask('transactions', 'GET', '/transaction')
  for (const { id } of books.charges) await ask('transaction', 'GET', `/transaction/${id}`)
  await ask('transaction', 'GET', '/transaction/1')
  await ask('balance', 'GET', '/balance')
  const email = 'ngozi+1@example.com'
  await ask('customer', 'GET', `/customer/${encodeURIComponent(email)}`)
  const named = { email, first_name: 'NGOZI', last_name: 'SAMPLE', phone: '08030000001' }
  await ask('create_customer', 'POST', '/customer', named)
  const { code: customer } = books.accounts.customers[0]!
  await ask('create_account', 'POST', '/dedicated_account', { customer: 'CUS_none' })
  const wanted = { customer, preferred_bank: 'wema-bank' }
  await ask('create_account', 'POST', '/dedicated_account', wanted)
  await ask('customer', 'GET', `/customer/${customer}`)
  const sender = { name: 'ADA OBI', bank: 'Sample Bank', accountNumber: '0123456789' }
  books.accounts.pay(books.accounts.all[0]!.number, naira(700), sender)
  for (const { id } of books.accounts.all) {
    await ask('close_account', 'DELETE', `/dedicated_account/${id}`)
  }
  await ask('close_account', 'DELETE', '/dedicated_account/1')
  const expiry = { account_expires_at: new Date(world.now().getTime() + 60_000).toISOString() }
  const byTransfer = { email, amount: 40_000, reference: 'by-transfer', bank_transfer: expiry }
  await ask('charge', 'POST', '/charge', byTransfer)
  await ask('charge', 'POST', '/charge', byTransfer)
  const { number } = books.find('by-transfer')!.transfer!
  books.accounts.pay(number, naira(300), sender)
  books.accounts.pay(number, naira(400), sender)
  await ask('verify', 'GET', '/transaction/verify/by-transfer')
  await ask('transactions', 'GET', '/transaction')
  books.disputes.open(books.find('second')!)
  await ask('banks', 'GET', '/bank?country=nigeria&perPage=2')
  for (const number of ['0123456789', '0000000000']) {
    await ask('resolve', 'GET', `/bank/resolve?account_number=${number}&bank_code=058`)
  }
  const payees = ['0123456789', FAILING_ACCOUNT, RETURNING_ACCOUNT]
  for (const account_number of payees) {
    const payee = { type: 'nuban', name: 'NGOZI SAMPLE', account_number, bank_code: '058' }
    await ask('recipient', 'POST', '/transferrecipient', payee)
  }
  for (const [i, { code: recipient }] of books.transfers.recipients.entries()) {
    const reference = `transfer-number-${i}`
    const sent = { source: 'balance', amount: 10_000, recipient, reference, reason: 'Rent' }
    await ask('create_transfer', 'POST', '/transfer', sent)
    await ask('create_transfer', 'POST', '/transfer', sent)
    await ask('verify_transfer', 'GET', `/transfer/verify/${reference}`)
  }
  await ask('create_transfer', 'POST', '/transfer', { source: 'balance', amount: 1 })
  await ask('verify_transfer', 'GET', '/transfer/verify/nothing')
  await chargeAgain(world, ask)
  later()
  await ask('transfers', 'GET', '/transfer')
  return answered
}
