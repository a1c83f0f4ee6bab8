import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import { assertBooksTie } from '../../../test/books.ts'
import {
  creditTo,
  deposited,
  eventsOf,
  givenAccount,
  givenDedicated,
  listDeposits,
  notify,
  notifyRaw,
} from '../../../test/payments.ts'
import {
  contextOn,
  disconnect,
  type GivenBusiness,
  givenBusiness,
  useContext,
} from '../../../test/support.ts'
import { HOUSE } from '../../core/context.ts'
import { balancesOf } from '../../core/ledger/ledger.ts'
import { MINUTE } from '../../platform/clock.ts'
import { kobo } from '../../platform/money.ts'
import type { BankCredit } from '../../providers/outcomes.ts'

import { listQuarantine } from './quarantine.ts'
import { receive } from './receive.ts'

const QUARANTINED = 'deposit.quarantined'
const AMOUNT = 250_000
const CONTENT_LENGTH_MAX = 16_384

const context = useContext()
const api = useApi(context)
let said: { fields: Record<string, unknown>; message: string }[] = []

beforeEach(async () => {
  await context.opened
  said = []
  context.log.error = (fields, message) => said.push({ fields: { ...fields }, message })
})
afterEach(() => assertBooksTie(context))

// Each field of a notification, altered, and what the business sees of it.
const changes: [what: string, change: Partial<BankCredit>, shown: object][] = [
  ['amount', { amount: kobo(AMOUNT + 1) }, { amount: AMOUNT + 1 }],
  ['sender', { senderName: 'Another Sample' }, { sender_name: 'Another Sample' }],
  ['sending bank', { senderBankCode: '044' }, { sender_bank_code: '044' }],
  [
    'sending account',
    { senderAccountNumber: '1234567891' },
    { sender_account_number: '******7891' },
  ],
  ['narration', { narration: 'For bags' }, { narration: 'For bags' }],
]
for (const [what, change, shown] of changes) {
  for (const to of ['dedicated', 'wallet', 'one-off'] as const) {
    test(`another ${what} under the same session id, to a ${to} account, changes nothing`, async () => {
      const business = await givenBusiness(context)
      const credit = creditTo(context, await numberOf(business, to), AMOUNT)
      const first = await deposited(context, credit)
      const before = await stateOf(business)

      for (let times = 0; times < 3; times++) {
        // Each notification has its own time, but is otherwise the same.
        context.advance(1 * MINUTE)
        const altered = { ...credit, ...change, occurredAt: context.now() }
        const { status, body } = await notify(api, context, altered)
        assert.deepEqual([status, body.message], [200, 'Quarantined for review'])
      }

      assert.deepEqual(await stateOf(business), before)
      const [item, ...others] = await listOwn(business)
      assert.deepEqual(others, [])
      assert.deepEqual([item.reason, item.session_id], ['altered', credit.sessionId])
      const all = await eventsOf(context, business)
      const told = all.filter(({ type }) => type === QUARANTINED)
      assert.deepEqual(told, [{ type: QUARANTINED, data: item }])
      assert.deepEqual(item.notified, {
        account_number: credit.accountNumber,
        amount: AMOUNT,
        sender_name: 'Ngozi Sample',
        sender_bank_code: '001',
        sender_account_number: '******7890',
        narration: '',
        ...shown,
      })
      assert.deepEqual(
        said.map(({ message }) => message),
        ['a notification was quarantined'],
      )
      assert.equal((await deposited(context, credit)).depositId, first.depositId)
    })
  }
}

test('a notification that differs only in its time is the same transfer', async () => {
  const business = await givenBusiness(context)
  const credit = creditTo(context, await numberOf(business, 'dedicated'), AMOUNT)
  const { depositId } = await deposited(context, credit)

  const occurredAt = new Date(credit.occurredAt.getTime() - 1 * MINUTE)
  const again = await deposited(context, { ...credit, occurredAt })

  assert.equal(again.depositId, depositId)
  assert.deepEqual([await listOwn(business), said], [[], []])
})

test('the same other story is kept once of each provider that tells it', async () => {
  const credit = creditTo(context, '9876543210', AMOUNT)
  const altered = { ...credit, amount: kobo(AMOUNT + 1) }
  for (const rail of ['one', 'two']) {
    assert.equal((await receive(context, 'test', credit, rail)).kind, 'suspended')
    for (let times = 0; times < 2; times++) {
      assert.equal((await receive(context, 'test', altered, rail)).kind, 'quarantined')
    }
  }

  const all = await listQuarantine(context, 'test')

  const kept = all.filter(({ sessionId }) => sessionId === credit.sessionId)
  assert.deepEqual(
    kept.map(({ rail }) => rail),
    ['one', 'two'],
  )
})

test('each altered notification of one session id is listed, newest first, in pages', async () => {
  const business = await givenBusiness(context)
  const credit = creditTo(context, await numberOf(business, 'dedicated'), AMOUNT)
  await deposited(context, credit)
  for (const amount of [1, 2, 3]) {
    await receive(context, 'test', { ...credit, amount: kobo(amount) })
    context.advance(1)
  }

  const whole = await listOwn(business)
  const { body } = await api.get('/api/v1/deposits/quarantine?perPage=2', {
    key: business.keys.secretKey,
  })
  const rest = await listOwn(business, `?perPage=2&cursor=${body.meta.next}`)

  const amounts = (items: Item[]) => items.map(({ notified }) => notified.amount)
  assert.deepEqual(amounts(whole), [3, 2, 1])
  assert.deepEqual([amounts(body.data), amounts(rest)], [[3, 2], [1]])
  assert.equal(body.meta.total, 3)
})

test('a business sees an altered notification for another account of its own', async () => {
  const business = await givenBusiness(context)
  const [first, second] = [
    await numberOf(business, 'dedicated'),
    await numberOf(business, 'dedicated'),
  ]
  const credit = creditTo(context, first, AMOUNT)
  await deposited(context, credit)

  await receive(context, 'test', { ...credit, accountNumber: second })

  const [item] = await listOwn(business)
  assert.equal(item!.notified.account_number, second)
})

for (const [whom, accountNumberOf] of [
  ['another business', async () => numberOf(await givenBusiness(context), 'dedicated')],
  ['nobody', async () => 'nobody 1'],
] as const) {
  test(`an account of ${whom} under the session id of one is visible to the operator only`, async () => {
    const [business, stranger] = [await givenBusiness(context), await givenBusiness(context)]
    const credit = creditTo(context, await numberOf(business, 'dedicated'), AMOUNT)
    await deposited(context, credit)
    const accountNumber = await accountNumberOf()

    for (const _ of ['once', 'again']) {
      const { body } = await notify(api, context, { ...credit, accountNumber })
      assert.equal(body.message, 'Quarantined for review')
    }

    assert.deepEqual([await listOwn(business), await listOwn(stranger)], [[], []])
    const [item, ...others] = (await listQuarantine(context, 'test')).filter(
      ({ sessionId }) => sessionId === credit.sessionId,
    )
    assert.deepEqual([item!.businessId, others], [HOUSE, []])
    assert.equal(JSON.parse(item!.content).accountNumber, accountNumber)
    assert.equal(said.length, 1)
  })
}

test('what one business sees in quarantine another does not', async () => {
  const [business, stranger] = [await givenBusiness(context), await givenBusiness(context)]
  const credit = creditTo(context, await numberOf(business, 'dedicated'), AMOUNT)
  await deposited(context, credit)
  await receive(context, 'test', { ...credit, amount: kobo(1) })

  assert.equal((await listOwn(business)).length, 1)
  assert.deepEqual(await listOwn(stranger), [])
  const { body } = await api.get('/api/v1/deposits/quarantine', { key: stranger.keys.secretKey })
  assert.equal(body.meta.total, 0)
})

test('the log line names no account, no person and no amount', async () => {
  const business = await givenBusiness(context)
  const credit = creditTo(context, await numberOf(business, 'dedicated'), AMOUNT)
  await deposited(context, credit)

  await receive(context, 'test', { ...credit, senderName: 'Another Sample' })

  const [alarm] = said
  assert.deepEqual(Object.keys(alarm!.fields).sort(), ['mode', 'quarantineId', 'rail', 'reason'])
})

test('an altered notification sent 150 times to three processes is listed and logged once', async () => {
  const business = await givenBusiness(context)
  const processes = [context, contextOn(context.database), contextOn(context.database)]
  for (const one of processes.slice(1)) one.log.error = context.log.error
  const credit = creditTo(context, await numberOf(business, 'dedicated'), AMOUNT)
  await deposited(context, credit)
  const altered = { ...credit, amount: kobo(7) }

  const received = await Promise.all(
    Array.from({ length: 150 }, (_, i) => receive(processes[i % 3]!, 'test', altered)),
  )

  assert.deepEqual(new Set(received.map(({ kind }) => kind)), new Set(['quarantined']))
  assert.deepEqual([(await listOwn(business)).length, said.length], [1, 1])
  await Promise.all(processes.slice(1).map(disconnect))
})

test('two versions of a transfer at once: one is booked, the other is quarantined', async () => {
  const business = await givenBusiness(context)
  const accountNumber = await numberOf(business, 'dedicated')
  for (let round = 0; round < 20; round++) {
    const credit = creditTo(context, accountNumber, 1_000)
    const stories = [credit, { ...credit, amount: kobo(2_000) }]

    const received = await Promise.all(stories.map((one) => receive(context, 'test', one)))

    const kinds = received.map(({ kind }) => kind)
    assert.deepEqual(kinds.toSorted(), ['credited', 'quarantined'])
    const [deposit] = await listDeposits(api, business)
    const [kept] = await listOwn(business)
    const [first, other] = kinds[0] === 'credited' ? [1_000, 2_000] : [2_000, 1_000]
    assert.deepEqual([deposit.amount, kept!.notified.amount], [first, other])
  }
})

// Notifications that are signed by the bank but contain no credit. The last element: what is
// stored.
const unreadable: [name: string, body: string | Buffer, kept?: string][] = [
  ['what is no JSON', 'a credit of 500'],
  ['nothing', ''],
  ['another event', '{"event":"debit","data":{}}'],
  ['no amount', '{"event":"credit","data":{"session_id":"1","account_number":"0123456789"}}'],
  [
    'half a kobo',
    '{"event":"credit","data":{"session_id":"1","account_number":"0123456789","amount":0.5}}',
  ],
  ['an end of text in it', 'a\0b', 'a\ufffdb'],
  ['what is no UTF-8', Buffer.from([0x61, 0xff, 0x62]), 'a\ufffdb'],
  ['20 KB', 'x'.repeat(20_000), 'x'.repeat(CONTENT_LENGTH_MAX)],
  [
    '20 KB, cut within a letter',
    `x${'😀'.repeat(5_000)}`,
    `x${'😀'.repeat(5_000)}`.slice(0, CONTENT_LENGTH_MAX).toWellFormed(),
  ],
]
for (const [name, sent, kept = String(sent)] of unreadable) {
  test(`a notification with ${name} is acknowledged, stored once, and logged once`, async () => {
    const before = await listQuarantine(context, 'test')

    for (let times = 0; times < 3; times++) {
      const { status, body } = await notifyRaw(api, sent, context.now())
      assert.deepEqual([status, body.message], [200, 'Quarantined for review'])
      context.advance(1 * MINUTE)
    }

    const items = (await listQuarantine(context, 'test')).slice(before.length)
    assert.deepEqual(
      items.map(({ businessId, reason, sessionId, content }) => [
        businessId,
        reason,
        sessionId,
        content,
      ]),
      [[HOUSE, 'unreadable', null, kept]],
    )
    assert.equal(said.length, 1)
  })
}

test('a notification that the bank did not sign, or signed long ago, is not stored', async () => {
  const before = await listQuarantine(context, 'test')

  const stale = await notifyRaw(api, 'stale', new Date(context.now().getTime() - 6 * MINUTE))
  const forged = await api.post('/api/v1/rails/sandbox/notifications', { raw: 'forged' })

  assert.deepEqual([stale.status, forged.status], [400, 401])
  assert.deepEqual(await listQuarantine(context, 'test'), before)
  assert.deepEqual(said, [])
})

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects out of an answer.
type Item = any

async function listOwn({ keys }: GivenBusiness, query = ''): Promise<Item[]> {
  const { body } = await api.get(`/api/v1/deposits/quarantine${query}`, { key: keys.secretKey })
  return body.data
}

async function numberOf(
  business: GivenBusiness,
  kind: 'dedicated' | 'wallet' | 'one-off',
): Promise<string> {
  switch (kind) {
    case 'dedicated':
      return (await givenDedicated(api, business)).account_number
    case 'one-off':
      return (await givenAccount(context, api, business)).account_number
    case 'wallet': {
      const { body } = await api.get('/api/v1/balance', { key: business.keys.secretKey })
      return body.data.account.account_number
    }
  }
}

/** All that a deposit moves. */
async function stateOf(business: GivenBusiness) {
  return {
    balances: await balancesOf(context, business),
    deposits: await listDeposits(api, business),
    events: (await eventsOf(context, business)).filter(({ type }) => type !== QUARANTINED),
  }
}
