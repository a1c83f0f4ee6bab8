import assert from 'node:assert/strict'
import { afterEach, before, beforeEach, test } from 'node:test'
import { parsePublicId } from '../../src/platform/ids.ts'
import { useApi } from '../api.ts'
import { assertBooksTie } from '../books.ts'
import {
  creditTo,
  eventsOf,
  givenAccount,
  givenDedicated,
  listDeposits,
  notify,
  transfer,
  verifyPayment,
} from '../payments.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../support.ts'

// What the contract says of money that arrives at an account number, and what it leaves open: the
// sandbox's transfers to each kind of account, the list of deposits, what is put aside.

const context = useContext()
const api = useApi(context)

const AMOUNT = 500_000
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

let business: GivenBusiness
before(async () => {
  await context.opened
  // What is put aside is said loudly, on purpose.
  context.log = { ...context.log, error: () => {} }
})
beforeEach(async () => {
  business = await givenBusiness(context)
})
afterEach(() => assertBooksTie(context))

const get = (path: string, by = business) => api.get(`/api/v1${path}`, { key: by.keys.secretKey })

async function walletNumber(by = business): Promise<string> {
  return (await get('/balance', by)).body.data.account.account_number
}

const numbers = {
  one_off: async () => (await givenAccount(context, api, business)).account_number,
  dedicated: async () => (await givenDedicated(api, business)).account_number as string,
  wallet: () => walletNumber(),
}
for (const [kind, numberOf] of Object.entries(numbers)) {
  test(`a transfer in the sandbox reaches a ${kind} account, and is the same one when sent again`, async () => {
    const account_number = await numberOf()
    const sent = { account_number, amount: AMOUNT, narration: 'For shoes' }

    const { status, body } = await transfer(api, business, sent)

    assert.equal(status, 200)
    const { id, session_id, transaction_id, received_at, updated_at } = body.data
    assert.deepEqual(body.data, {
      id,
      domain: 'test',
      status: 'matched',
      reason: null,
      amount: AMOUNT,
      currency: 'NGN',
      account_number,
      account_kind: kind,
      sender_name: 'Ngozi Sample',
      sender_bank_code: '001',
      sender_account_number: '******0000',
      narration: 'For shoes',
      session_id,
      return_session_id: null,
      transaction_id,
      received_at,
      updated_at,
    })
    assert.match(id, /^dep_[0-9a-f]{32}$/)
    assert.match(session_id, /^\d{30}$/)
    for (const moment of [received_at, updated_at]) assert.match(moment, ISO)
    assert.equal(transaction_id === null, kind === 'wallet', 'a wallet’s pays no transaction')
    assert.deepEqual(await listDeposits(api, business), [body.data])

    const again = await transfer(api, business, { ...sent, session_id })
    assert.deepEqual(again.body.data, body.data)
    const other = await transfer(api, business, { ...sent, session_id, amount: AMOUNT + 1 })
    assert.deepEqual([other.status, other.body.code], [422, 'session_conflict'])
    assert.deepEqual(await listDeposits(api, business), [body.data])
  })

  test(`nobody else can send to a ${kind} account in the sandbox`, async () => {
    const stranger = await givenBusiness(context, 'Other Store')
    const sent = { account_number: await numberOf(), amount: AMOUNT }

    const { status, body } = await transfer(api, stranger, sent)

    assert.deepEqual([status, body.code], [404, 'account_not_found'])
    assert.deepEqual(await listDeposits(api, business), [])
  })

  test(`a ${kind} account resolves at its bank to what stands on it, for whoever asks`, async () => {
    const account_number = await numberOf()
    const names = {
      one_off: 'DEMO STORE',
      dedicated: 'DEMO STORE/ADA EXAMPLE',
      wallet: 'DEMO STORE',
    } as Record<string, string>
    const stranger = await givenBusiness(context, 'Other Store')

    for (const path of ['/api/v1/accounts/resolve', '/accounts/resolve']) {
      const { status, body } = await api.post(path, {
        key: stranger.keys.secretKey,
        body: { bank_code: '001', account_number },
      })
      assert.deepEqual([status, body.data.account_name], [200, names[kind]])
      const { body: elsewhere } = await api.post(path, {
        key: stranger.keys.secretKey,
        body: { bank_code: '058', account_number },
      })
      assert(!elsewhere.data.account_name.includes('DEMO STORE'), 'at another bank it is another’s')
    }
  })
}

test('"transfer.received" and "transaction.success": "including every deposit to a dedicated virtual account"', async () => {
  const { account_number } = await givenDedicated(api, business)
  const credit = creditTo(context, account_number, AMOUNT)

  await notify(api, context, credit)

  const rows = await context.sql<{ type: string; route: string; payload: string }[]>`
    select type, route, payload from event
    where business_id = ${business.businessId} and route = 'dedicated_virtual_account'
    order by type
  `
  const [success, received] = rows.map(({ payload }) => JSON.parse(payload))
  assert.deepEqual(
    rows.map(({ type }) => type),
    ['transaction.success', 'transfer.received'],
  )
  const payment = await verifyPayment(api, business, credit.sessionId)
  assert.deepEqual(received, {
    event: 'transfer.received',
    data: {
      amount: AMOUNT,
      account_number,
      source: 'Ngozi Sample',
      reference: credit.sessionId,
      transaction_uuid: parsePublicId('transaction', payment.id),
    },
    created_at: received.created_at,
  })
  assert.match(received.created_at, ISO)
  assert.deepEqual(Object.keys(received), ['event', 'data', 'created_at'])
  assert.deepEqual(success.data, payment)
})

test('a deposit makes one successful transaction, of the customer whose account it is', async () => {
  const { account_number, customer } = await givenDedicated(api, business)
  const { body } = await transfer(api, business, { account_number, amount: AMOUNT })

  const payment = await verifyPayment(api, business, body.data.session_id)

  assert.equal(payment.id, body.data.transaction_id)
  assert.deepEqual(
    [payment.status, payment.channel, payment.fees, payment.net_amount, payment.metadata],
    ['success', 'dedicated_virtual_account', 5_375, 494_625, null],
  )
  const { bvn: _bvn, nin: _nin, ...known } = customer
  assert.deepEqual(payment.customer, known)
  const { body: listed } = await get('/transactions')
  assert.deepEqual(
    listed.data.map(({ id }: { id: string }) => id),
    [payment.id],
  )
})

test('a list of deposits shows all kinds, newest first, page by page', async () => {
  const kinds: string[] = []
  for (const [kind, numberOf] of Object.entries(numbers)) {
    await transfer(api, business, { account_number: await numberOf(), amount: AMOUNT })
    context.advance(1)
    kinds.unshift(kind)
  }
  const pages = [await get('/deposits?perPage=2'), await get('/deposits?perPage=2&page=2')]
  const shown = pages.flatMap(({ body }) => body.data)
  assert.deepEqual(
    shown.map(({ account_kind }: { account_kind: string }) => account_kind),
    kinds,
  )
  const { next, ...meta } = pages[0]!.body.meta
  assert.deepEqual(meta, { total: 3, total_capped: false, page: 1, perPage: 2, pageCount: 2 })
  assert.deepEqual((await get(`/deposits?cursor=${next}`)).body.data, shown.slice(2))
})

test('what came under the session id of another transfer is shown to its business, masked', async () => {
  const { account_number } = await givenDedicated(api, business)
  const credit = creditTo(context, account_number, AMOUNT)
  await notify(api, context, credit)
  assert.deepEqual((await get('/deposits/quarantine')).body.data, [])

  for (const narration of ['second', 'third', 'third']) {
    await notify(api, context, { ...credit, narration })
    context.advance(1)
  }

  const { status, body } = await get('/deposits/quarantine')
  assert.equal(status, 200)
  const [{ id, created_at }] = body.data
  assert.deepEqual(body.data[0], {
    id,
    reason: 'altered',
    session_id: credit.sessionId,
    notified: {
      account_number,
      amount: AMOUNT,
      sender_name: 'Ngozi Sample',
      sender_bank_code: '001',
      sender_account_number: '******7890',
      narration: 'third',
    },
    created_at,
  })
  assert.match(id, /^qua_[0-9a-f]{32}$/)
  assert.match(created_at, ISO)
  assert.deepEqual(
    body.data.map(({ notified }: { notified: { narration: string } }) => notified.narration),
    ['third', 'second'],
  )
  assert.deepEqual(body.meta, {
    total: 2,
    total_capped: false,
    page: 1,
    perPage: 50,
    pageCount: 1,
    next: null,
  })
  const { body: first } = await get('/deposits/quarantine?perPage=1')
  const { body: second } = await get(`/deposits/quarantine?perPage=1&cursor=${first.meta.next}`)
  assert.deepEqual([...first.data, ...second.data], body.data)
  const told = (await eventsOf(context, business)).map(({ type }) => type)
  assert.equal(told.filter((type) => type === 'deposit.quarantined').length, 2)
  assert.equal(told.length, 5, 'and nothing else was told of it')
})

test('what names two businesses is shown to neither, and nothing of the one to the other', async () => {
  const other = await givenBusiness(context, 'Other Store')
  const mine = await givenDedicated(api, business)
  const theirs = await givenDedicated(api, other)
  const credit = creditTo(context, mine.account_number, AMOUNT)
  await notify(api, context, credit)

  const answer = await notify(api, context, { ...credit, accountNumber: theirs.account_number })

  assert.deepEqual([answer.status, answer.body.message], [200, 'Quarantined for review'])
  for (const one of [business, other]) {
    assert.deepEqual((await get('/deposits/quarantine', one)).body.data, [])
  }
  assert.deepEqual(await listDeposits(api, other), [])
})
