import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import { assertBooksTie } from '../../../test/books.ts'
import { endEventsOf } from '../../../test/payments.ts'
import { FAILING_LATE_ACCOUNT, LATE_ACCOUNT } from '../../../test/payouts.ts'
import {
  AMOUNT,
  barrier,
  countRefunded,
  entriesOf,
  fetchRefund,
  givenPaid,
  type Paid,
  refundIn,
  refundsOf,
  sorted,
} from '../../../test/refunds.ts'
import {
  type GivenBusiness,
  givenBusiness,
  type TestContext,
  useContext,
} from '../../../test/support.ts'
import { balancesOf } from '../../core/ledger/ledger.ts'
import { openAlarms } from '../../operator/notices/alarms.ts'
import { take } from '../../operator/notifications/notifications.ts'
import { watchRails } from '../../operator/operation/watch.ts'
import { DAY, MINUTE } from '../../platform/clock.ts'
import { NOBODYS_ACCOUNT } from '../../providers/sandbox/names.ts'
import type { Refund } from './refunds.sql.ts'
import { toWireRefund } from './refunds.ts'
import { sendDue } from './send.ts'

// Refunds to another account than the one that paid.

const PAYEE = '0123456789'
const to = (accountNumber: string, bankCode = '058') => ({
  destination: { bankCode, accountNumber },
})

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
beforeEach(async () => {
  business = await givenBusiness(context)
})
afterEach(async () => {
  await assertBooksTie(context)
  const never = new Date('2100-01-01')
  await context.sql`update refund set next_ask_at = ${never} where next_ask_at is not null`
})

const availableOf = async () => (await balancesOf(context, business)).available.available

async function post(paid: Paid, body: object) {
  const sent = { transaction: paid.id, ...body }
  return api.post('/api/v1/refunds', { key: business.keys.secretKey, body: sent })
}

for (const way of ['card', 'bank_transfer', 'dedicated_virtual_account'] as const) {
  test(`a payment by ${way} is refunded to another account of the customer`, async () => {
    const paid = await givenPaid(api, business, way)
    const before = await availableOf()

    const { status, body } = await post(paid, {
      amount: 100_000,
      destination: { bank_code: '058', account_number: PAYEE },
    })

    assert.equal(status, 201)
    assert.equal(body.data.status, 'processed')
    assert.deepEqual(body.data.destination.bank.code, '058')
    assert.equal(body.data.destination.account_number, PAYEE)
    assert.notEqual(body.data.destination.account_name, '')
    const [refund] = await refundsOf(context, business)
    assert.deepEqual(await entriesOf(context, refund!), [
      'hold available bank_clearing 100000',
      'post_hold available bank_clearing 100000',
    ])
    assert.equal(await availableOf(), before - 100_000n)
    const { created, ...record } = body.data
    assert.equal(created, true)
    assert.deepEqual(await fetchRefund(api, business, record.id), record)
    const told = (await endEventsOf(context, business)).filter(({ type }) => /^refund/.test(type))
    assert.deepEqual(told, [{ type: 'refund.processed', data: toWireRefund(refund!) }])
  })
}

test('an account that nobody has, and a bank that does not exist, are named, and nothing is held', async () => {
  const paid = await givenPaid(api, business)
  const before = await availableOf()
  const asked = (bank_code: string, account_number: string) =>
    post(paid, { destination: { bank_code, account_number } })

  const nobodys = await asked('058', NOBODYS_ACCOUNT)
  const noBank = await asked('997', PAYEE)
  const short = await asked('058', '12345')

  assert.equal(noBank.body.code, 'unknown_bank')
  assert.equal(short.status, 400)
  assert.match(short.text, /destination.account_number/)
  assert.equal(nobodys.status, 422)
  assert.equal(await availableOf(), before)
  assert.deepEqual(await refundsOf(context, business), [])
})

test('a refund to an account that fails is back with the business, and another account gets it', async () => {
  const paid = await givenPaid(api, business)
  const before = await availableOf()
  const failing = scripted(async () => ({ kind: 'failed', reason: 'account_closed' }))

  const failed = await refundIn(failing, business, paid, null, to(PAYEE))
  assert.deepEqual([failed.status, failed.failure], ['failed', 'account_closed'])
  assert.equal(await availableOf(), before)
  const sent = await refundIn(context, business, paid, null, to('0123456780', '044'))

  assert.equal(sent.status, 'processed')
  assert.equal(await countRefunded(context, paid), AMOUNT)
})

test('while the outcome is unknown, no other account gets the money; once it failed, one does', async () => {
  const paid = await givenPaid(api, business)
  let says: 'unknown' | 'failed' = 'unknown'
  const silent = scripted(async () =>
    says === 'failed' ? { kind: 'failed', reason: 'account_blocked' } : { kind: 'unknown' },
  )
  const first = await refundIn(silent, business, paid, null, to(PAYEE))
  assert.equal(first.status, 'pending')

  const other = await sorted([
    refundIn(context, business, paid, null, to('0123456780')),
    refundIn(context, business, paid, 100, to('0123456780')),
    refundIn(context, business, paid, null),
  ])
  assert.deepEqual(other, { done: [], refused: Array(3).fill('refund_too_large') })
  context.advance(1 * DAY)
  await sendDue(silent)
  assert.equal((await only()).status, 'pending', 'no time that passes ends it')
  says = 'failed'
  context.advance(1 * DAY)
  await sendDue(silent)
  assert.equal((await only()).status, 'failed')

  const second = await refundIn(context, business, paid, null, to('0123456780'))
  assert.equal(second.status, 'processed')
  assert.equal(await countRefunded(context, paid), AMOUNT)
})

test('of two accounts asked for at once, one gets the money', async () => {
  for (let round = 0; round < 8; round++) {
    const paid = await givenPaid(api, business)
    const meet = barrier(2)
    const asked: string[] = []
    const racing = scripted(
      async ({ key }, real) => {
        asked.push(key)
        return real()
      },
      async (real) => {
        await meet()
        return real()
      },
    )

    const { done, refused } = await sorted([
      refundIn(racing, business, paid, null, to(PAYEE)),
      refundIn(racing, business, paid, null, to('0123456780', '044')),
    ])

    assert.deepEqual([done.length, refused], [1, ['refund_too_large']])
    assert.deepEqual(asked, [done[0]!.refundId])
    assert.equal(await countRefunded(context, paid), AMOUNT)
  }
})

test('a reference names one account', async () => {
  const paid = await givenPaid(api, business)
  const named = { reference: 'back-1' }
  const first = await refundIn(context, business, paid, 1_000, { ...named, ...to(PAYEE) })

  const again = await refundIn(context, business, paid, 1_000, { ...named, ...to(PAYEE, '000013') })
  const { refused } = await sorted([
    refundIn(context, business, paid, 1_000, { ...named, ...to('0123456780') }),
    refundIn(context, business, paid, 1_000, { ...named, ...to(PAYEE, '044') }),
    refundIn(context, business, paid, 1_000, named),
  ])

  assert.equal(again.refundId, first.refundId, 'the NIP code names the same bank')
  assert.deepEqual(refused, Array(3).fill('duplicate_reference'))
})

test('one that is accepted and fails days later is failed with its reason', async () => {
  const paid = await givenPaid(api, business)
  const before = await availableOf()
  await refundIn(context, business, paid, 100_000, to(FAILING_LATE_ACCOUNT))
  assert.equal((await only()).status, 'pending')

  for (let day = 0; day < 3; day++) {
    context.advance(1 * DAY)
    await sendDue(context)
  }

  const failed = await only()
  assert.deepEqual([failed.status, failed.failure], ['failed', 'account_closed'])
  assert.equal(await availableOf(), before)
})

test('the bank has news of a transfer: its refund is enquired about at once', async () => {
  const paid = await givenPaid(api, business)
  await refundIn(context, business, paid, 100_000, to(LATE_ACCOUNT))
  const { refundId, rail } = await only()
  context.advance(2)

  const { bank } = context.rails.test
  const news = { kind: 'about', what: 'transfer', key: refundId } as const
  const telling = { ...bank, readNotification: () => news }
  const rails = { ...context.rails, test: { ...context.rails.test, bank: telling } }
  await take({ ...context, rails }, rail, { headers: {}, body: Buffer.alloc(0) })
  assert.equal(await sendDue(context), 1)
  context.advance(10 * MINUTE)
  await sendDue(context)

  assert.equal((await only()).status, 'processed')
})

test('a refund for which the provider needs an account is told to business and operator', async () => {
  const paid = await givenPaid(api, business)
  let needs = true
  const card = context.rails.test.card
  const stuck: TestContext = {
    ...context,
    rails: {
      ...context.rails,
      test: {
        ...context.rails.test,
        card: {
          ...card,
          refund: async () => ({ kind: 'accepted' }),
          enquireRefund: async () =>
            needs ? { kind: 'accepted', needsAccount: true } : { kind: 'accepted' },
        },
      },
    },
  }
  await refundIn(stuck, business, paid, 100_000)
  assert.equal(toWireRefund(await only()).needs_account, false)

  context.advance(1 * DAY)
  await sendDue(stuck)
  await watchRails(context)
  assert.equal(toWireRefund(await only()).needs_account, true)
  const [alarm] = await openAlarms(context)
  assert.equal(alarm?.kind, 'refund_needs_account')
  assert.match(alarm.detail, /^1 refund waits for a bank account .* Do not pay manually/)

  needs = false
  context.advance(1 * DAY)
  await sendDue(stuck)
  await watchRails(context)
  assert.equal(toWireRefund(await only()).needs_account, false)
  assert.deepEqual(await openAlarms(context), [])
})

async function only(): Promise<Refund> {
  const [refund, ...others] = await refundsOf(context, business)
  assert(refund && others.length === 0)
  return refund
}

type Bank = TestContext['rails']['test']['bank']
type Sent = Awaited<ReturnType<Bank['transfer']>>

/** The same process with a bank that answers transfers, and their enquiries, as the test says. */
function scripted(
  says: (request: { key: string }, real: () => Promise<Sent>) => Promise<Sent>,
  whenEnquired: <Found>(real: () => Promise<Found>) => Promise<Found> = (real) => real(),
): TestContext {
  const { bank } = context.rails.test
  const through: Bank = {
    ...bank,
    enquireBeneficiary: (request) => whenEnquired(() => bank.enquireBeneficiary(request)),
    transfer: (request) => says(request, () => bank.transfer(request)),
    enquireTransfer: (request) => says(request, () => bank.enquireTransfer(request)),
  }
  const rails = { ...context.rails, test: { ...context.rails.test, bank: through } }
  return { ...context, rails }
}
