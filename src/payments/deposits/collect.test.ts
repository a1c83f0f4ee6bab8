import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { givenPayment, useApi } from '../../../test/api.ts'
import { assertBooksTie } from '../../../test/books.ts'
import {
  creditTo,
  deposited,
  eventsOf,
  givenDedicated,
  listDeposits,
  notify,
  transfer,
  verifyPayment,
} from '../../../test/payments.ts'
import {
  contextOn,
  disconnect,
  type GivenBusiness,
  givenBusiness,
  useContext,
} from '../../../test/support.ts'
import { changeSettings } from '../../accounts/businesses/businesses.ts'
import { balancesOf } from '../../core/ledger/ledger.ts'
import { HOUR, later } from '../../platform/clock.ts'
import { parsePublicId } from '../../platform/ids.ts'
import type { DedicatedAccount, Issued } from '../virtual-accounts/virtual-accounts.rows.ts'
import { findByNumber } from '../virtual-accounts/virtual-accounts.ts'
import { insertCollections } from './collect.sql.ts'
import { workedOut } from './collect.ts'
import { findDeposit } from './deposits.sql.ts'
import { receive } from './receive.ts'

const PLAY_MONEY = 10_000_000n

const context = useContext()
const api = useApi(context)

afterEach(() => assertBooksTie(context))

/** The webhooks of deposits, without the one for the account. */
async function deliveredOf(business: GivenBusiness) {
  const events = await eventsOf(context, business)
  return events.filter(({ type }) => type !== 'dedicated_virtual_account.created')
}

// Calculated by hand, in kobo: amount, fee, VAT, net.
const worked: [amount: number, fee: number, vat: number, net: number][] = [
  [100, 1, 0, 99],
  [150, 2, 0, 148],
  [10_000, 100, 8, 9_892],
  [99_999, 1_000, 75, 98_924],
  [2_999_900, 29_999, 2_250, 2_967_651],
  [2_999_901, 30_000, 2_250, 2_967_651],
  [50_000_000, 30_000, 2_250, 49_967_750],
]
for (const [amount, fee, vat, net] of worked) {
  test(`a deposit of ${amount} kobo costs ${fee} and ${vat} of VAT, and ${net} are the business's`, async () => {
    const business = await givenBusiness(context)
    const { account_number } = await givenDedicated(api, business)

    const { body } = await transfer(api, business, { account_number, amount })

    const payment = await verifyPayment(api, business, body.data.session_id)
    assert.deepEqual([payment.amount, payment.fees, payment.net_amount], [amount, fee + vat, net])
    const { available, fees, vat: owed } = await balancesOf(context, business)
    assert.deepEqual(
      [available.posted - PLAY_MONEY, fees.posted, owed.posted],
      [BigInt(net), BigInt(fee), BigInt(vat)],
    )
  })
}

test('a single kobo is a deposit, and all of it is the fee', async () => {
  const business = await givenBusiness(context)
  const { account_number } = await givenDedicated(api, business)

  const { body } = await transfer(api, business, { account_number, amount: 1 })

  const payment = await verifyPayment(api, business, body.data.session_id)
  assert.deepEqual([payment.status, payment.fees, payment.net_amount], ['success', 1, 0])
})

test('a deposit is a payment, with two events on the route of dedicated accounts', async () => {
  const business = await givenBusiness(context)
  const account = await givenDedicated(api, business, {
    first_name: 'Mary Ann',
    last_name: 'Example',
  })
  const credit = creditTo(
    context,
    account.account_number,
    250_000,
    '999999261121100000000000000001',
  )

  const answer = await notify(api, context, { ...credit, narration: 'For shoes' })

  assert.deepEqual([answer.status, answer.body.message], [200, 'Credited'])
  const payment = await verifyPayment(api, business, credit.sessionId)
  assert.deepEqual(
    [payment.status, payment.channel, payment.amount, payment.requested_amount],
    ['success', 'dedicated_virtual_account', 250_000, 250_000],
  )
  assert.equal(payment.paid_at, credit.occurredAt.toISOString())
  assert.deepEqual(payment.authorization, {
    sender_name: 'Ngozi Sample',
    sender_bank: 'Test Bank',
    sender_bank_code: '001',
    sender_account_number: '******7890',
    receiver_account_number: account.account_number,
    receiver_bank: 'Test Bank',
    narration: 'For shoes',
    session_id: credit.sessionId,
  })
  const { bvn: _, nin: __, ...customer } = account.customer
  assert.deepEqual(payment.customer, customer)
  const told = new Map((await deliveredOf(business)).map(({ type, data }) => [type, data]))
  assert.deepEqual(
    told,
    new Map<string, unknown>([
      ['transaction.success', payment],
      [
        'transfer.received',
        {
          amount: 250_000,
          account_number: account.account_number,
          source: 'Ngozi Sample',
          reference: credit.sessionId,
          transaction_uuid: parsePublicId('transaction', payment.id),
        },
      ],
    ]),
  )
})

test('if a payment has the session id as reference, the deposit gets another reference', async () => {
  const business = await givenBusiness(context)
  const { account_number } = await givenDedicated(api, business)
  await givenPayment(api, business, { reference: 'taken' })

  const deposits = await Promise.all(
    ['taken', 'free-1', 'free-2', 'odd/session-id', '..'].map((sessionId) =>
      deposited(context, creditTo(context, account_number, 1_000, sessionId)),
    ),
  )

  const records = await Promise.all(
    deposits.map(async ({ transactionId }) => {
      const { body } = await api.get(`/api/v1/transactions/${transactionId}`, {
        key: business.keys.secretKey,
      })
      return body.data
    }),
  )
  const [taken, free1, free2, odd, dots] = records.map(({ reference }) => reference)
  assert.deepEqual([free1, free2], ['free-1', 'free-2'])
  for (const reference of [taken, odd, dots]) assert.match(reference, /^[A-Za-z0-9_-]{22}$/)
  const waiting = await verifyPayment(api, business, 'taken')
  assert.equal(waiting.status, 'pending')
})

test('a known notification writes nothing, whatever reference its payment would get', async () => {
  const business = await givenBusiness(context)
  const { account_number } = await givenDedicated(api, business)
  const made = later(context.now(), -1 * HOUR)
  const [known, unknown] = ['known', 'unknown'].map((sessionId) => ({
    ...creditTo(context, account_number, 1_000, sessionId),
    occurredAt: made,
  }))
  await deposited(context, known!)
  const account = await findByNumber(context, 'test', account_number)
  const [again, first] = await Promise.all(
    [known!, unknown!].map((credit) =>
      workedOut(context, 'sandbox', account as Issued<DedicatedAccount>, credit, false),
    ),
  )

  const claimed = await insertCollections(context.sql, context.now(), [again!, first!])

  assert.deepEqual([...claimed], [first!.deposit.depositId])
  const { body } = await api.get('/api/v1/transactions', { key: business.keys.secretKey })
  assert.equal(body.data.length, 2)
  assert.equal((await deliveredOf(business)).length, 4)
  const name = { mode: 'test', rail: 'sandbox', sessionId: 'unknown' } as const
  assert.deepEqual((await findDeposit(context.sql, name))?.occurredAt, made)
})

test('one session id in 200 notifications by three processes is one deposit', async () => {
  const business = await givenBusiness(context)
  const { account_number } = await givenDedicated(api, business)
  const processes = [context, contextOn(context.database), contextOn(context.database)]
  const credit = creditTo(context, account_number, 500_000, 'race-dedicated-1')

  const deposits = await Promise.all(
    Array.from({ length: 200 }, (_, i) => deposited(processes[i % 3]!, credit)),
  )

  assert.equal(new Set(deposits.map(({ depositId }) => depositId)).size, 1)
  assert.equal((await deliveredOf(business)).length, 2)
  assert.equal((await listDeposits(api, business)).length, 1)
  await Promise.all(processes.slice(1).map(disconnect))
})

test('three processes that get the same fifty transfers in different orders book each once', async () => {
  const business = await givenBusiness(context)
  const { account_number } = await givenDedicated(api, business)
  const processes = [context, contextOn(context.database), contextOn(context.database)]
  const credits = Array.from({ length: 50 }, (_, i) =>
    creditTo(context, account_number, 1_000, `orders-${i}`),
  )

  await Promise.all(
    processes.flatMap((one, i) =>
      (i === 1 ? credits.toReversed() : credits).map((credit) => receive(one, 'test', credit)),
    ),
  )

  const { fees } = await balancesOf(context, business)
  assert.equal(fees.posted, 500n)
  assert.equal((await deliveredOf(business)).length, 100)
  await Promise.all(processes.slice(1).map(disconnect))
})

test('a business that is settled the next day waits for its deposits too', async () => {
  const business = await givenBusiness(context)
  await changeSettings(context, business, { settlement: 'T+1' })
  const { account_number } = await givenDedicated(api, business)

  await transfer(api, business, { account_number, amount: 10_000 })

  const { available, pending } = await balancesOf(context, business)
  assert.deepEqual([available.posted, pending.posted], [PLAY_MONEY, 9_892n])
})
