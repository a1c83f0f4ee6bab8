import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import { assertBooksTie } from '../../../test/books.ts'
import {
  creditTo,
  deposited,
  eventsOf,
  givenAccount,
  listDeposits,
  verifyPayment,
} from '../../../test/payments.ts'
import { contextOn, disconnect, givenBusiness, useContext } from '../../../test/support.ts'
import { kobo } from '../../platform/money.ts'
import { happening } from '../transactions/history.ts'
import { settlementOf } from '../transactions/settle.ts'
import { change, findByReference, topicOf } from '../transactions/transactions.ts'
import type { Issued, OneOffAccount } from '../virtual-accounts/virtual-accounts.rows.ts'
import { findByNumber } from '../virtual-accounts/virtual-accounts.ts'
import { matchedDeposit } from './deposits.ts'
import { insertMatches, type Match } from './match.sql.ts'
import { receive } from './receive.ts'

// Many paying transfers in one statement: each gets its own outcome.

const AMOUNT = 500_000

const context = useContext()
const api = useApi(context)

afterEach(() => assertBooksTie(context))

test('forty payments, notified three times each by two processes at once, are each paid once', async () => {
  const business = await givenBusiness(context)
  const payments = []
  for (let i = 0; i < 40; i++) payments.push(await givenAccount(context, api, business))
  const credits = payments.map(({ account_number }) => creditTo(context, account_number, AMOUNT))
  const twin = contextOn(context.database)

  const deposits = await Promise.all(
    [context, twin, context].flatMap((process) =>
      credits.map((credit) => deposited(process, credit)),
    ),
  )

  assert.equal(new Set(deposits.map(({ depositId }) => depositId)).size, 40)
  assert.deepEqual(new Set(deposits.map(({ state }) => state)), new Set(['matched']))
  for (const { reference } of payments) {
    assert.equal((await verifyPayment(api, business, reference)).status, 'success')
  }
  const told = (await eventsOf(context, business)).map(({ data }) => data.reference)
  assert.deepEqual(told.toSorted(), payments.map(({ reference }) => reference).toSorted())
  await disconnect(twin)
})

test('each transfer of a batch gets its own outcome, and nothing is stored of one that does not pay', async () => {
  const business = await givenBusiness(context)
  const [paid, changed, closed, known] = [
    await givenMatch(business),
    await givenMatch(business),
    await givenMatch(business),
    await givenMatch(business),
  ]
  await change(context, changed.transaction, () => ({ message: happening('network_down') }))
  await deposited(context, creditTo(context, closed.account.accountNumber, AMOUNT))
  // The session id of another credit: this payment stays open.
  const other = await givenAccount(context, api, business)
  await deposited(context, creditTo(context, other.account_number, AMOUNT, 'known/0001'))
  known.match.deposit.sessionId = 'known/0001'

  const outcome = await insertMatches(
    context.hot,
    context.now(),
    [known, paid, changed, closed].map(({ match }) => match),
  )

  assert.deepEqual(outcome, {
    paid: [paid.match.deposit.depositId],
    known: [known.match.deposit.depositId],
  })
  const statuses = await Promise.all(
    [paid, changed, closed, known].map(
      async ({ reference }) => (await verifyPayment(api, business, reference)).status,
    ),
  )
  assert.deepEqual(statuses, ['success', 'ongoing', 'success', 'ongoing'])
  assert.equal((await listDeposits(api, business)).length, 3)
  // A released session id is free: the same transfer pays when it is notified again.
  const again = await deposited(context, changed.credit)
  assert.equal(again.state, 'matched')
})

test('what arrives for a payment that has failed is not income, and says why', async () => {
  const { transaction, credit } = await givenMatch(await givenBusiness(context))
  await change(context, transaction, () => ({
    status: 'failed',
    happened: happening('network_down'),
  }))

  const { state, reason } = await deposited(context, credit)

  assert.deepEqual([state, reason], ['unmatched', 'closed'])
})

test('two transfers to one account at once: the first pays, the second is returned', async () => {
  const business = await givenBusiness(context)
  const accounts = []
  for (let i = 0; i < 20; i++) accounts.push(await givenAccount(context, api, business))

  const deposits = await Promise.all(
    accounts.flatMap(({ account_number }) => [
      deposited(context, creditTo(context, account_number, AMOUNT)),
      deposited(context, creditTo(context, account_number, AMOUNT)),
    ]),
  )

  const reasons = deposits.map(({ reason }) => reason ?? 'matched').toSorted()
  assert.deepEqual(reasons, [...Array(20).fill('already_paid'), ...Array(20).fill('matched')])
})

test('an open checkout hears of a transfer once, whether it pays or not', async (t) => {
  const { transaction, credit } = await givenMatch(await givenBusiness(context))
  let heard = 0
  t.after(
    context.pubSub.subscribe(topicOf(transaction.id), () => {
      heard += 1
    }),
  )
  const small = { ...credit, sessionId: `${credit.sessionId}-small`, amount: kobo(AMOUNT - 1) }

  const heardAfter = []
  for (const one of [small, small, credit, credit]) {
    await receive(context, 'test', one, 'sandbox')
    heardAfter.push(heard)
  }

  assert.deepEqual(heardAfter, [1, 1, 2, 2])
})

/** A paying transfer, before it is written. */
async function givenMatch(business: Awaited<ReturnType<typeof givenBusiness>>) {
  const { reference, account_number } = await givenAccount(context, api, business)
  const account = (await findByNumber(context, 'test', account_number)) as Issued<OneOffAccount>
  const transaction = await findByReference(context, business, reference)
  const credit = creditTo(context, account_number, AMOUNT)
  const settlement = await settlementOf(context, transaction, {
    channel: 'bank_transfer',
    amount: credit.amount,
    authorizationDetails: '{}',
    gatewayResponse: 'Approved',
    paidAt: credit.occurredAt,
    clearing: 'bank_clearing',
  })
  const deposit = matchedDeposit('sandbox', account, credit, transaction.id, context.now())
  const match: Match = { deposit, settlement }
  return { reference, account, transaction, credit, match }
}
