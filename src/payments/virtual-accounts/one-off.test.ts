import assert from 'node:assert/strict'
import { type TestContext as Test, test } from 'node:test'
import { givenPayment, useApi } from '../../../test/api.ts'
import {
  contextOn,
  disconnect,
  type GivenBusiness,
  givenBusiness,
  useContext,
} from '../../../test/support.ts'
import type { Context } from '../../core/context.ts'
import { later, MINUTE } from '../../platform/clock.ts'
import type { BankRail } from '../../providers/rails.ts'
import type { Transaction } from '../transactions/transactions.rows.ts'
import { findByReference } from '../transactions/transactions.ts'
import { listOneOffsOf, oneOffAccountFor } from './one-off.ts'
import type { OneOffAccount } from './virtual-accounts.rows.ts'
import { setOneOffNumbers } from './virtual-accounts.sql.ts'

const BANK = { name: 'Test Bank', code: '001', slug: 'test-bank' }

const context = useContext()
const api = useApi(context)

test('a payment whose account is requested a hundred times by three processes has one account', async () => {
  const business = await givenBusiness(context)
  const payments = await Promise.all([1, 2, 3, 4].map(() => paymentOf(business)))
  const processes = [context, contextOn(context.database), contextOn(context.database)]

  const accounts = await Promise.all(
    Array.from({ length: 100 }, (_, i) =>
      oneOffAccountFor(processes[i % 3]!, payments[Math.trunc(i / 25)]!),
    ),
  )

  const numbers = accounts.map(({ accountNumber, transactionId }) => ({
    accountNumber,
    transactionId,
  }))
  assert.equal(new Set(numbers.map((one) => JSON.stringify(one))).size, 4)
  for (const payment of payments) {
    const kept = await listOneOffsOf(context.sql, payment)
    assert.equal(kept.length, 1)
    const [{ virtualAccountId, ...account }] = kept as [OneOffAccount]
    const told = accounts.find((one) => one.virtualAccountId === virtualAccountId)
    assert.deepEqual(keptOf(told!), keptOf({ virtualAccountId, ...account }))
  }
  await Promise.all(processes.slice(1).map(disconnect))
})

for (const [what, accountName, minutes, endsAfter] of [
  ['nothing of its name and end', undefined, undefined, 30],
  ['another name and an earlier end', 'ITS OWN NAME', 10, 10],
  ['a later end, after which the payment is over', undefined, 40, 30],
] as const) {
  test(`where a bank says ${what}, what is answered at first is what stands in the row`, async (t) => {
    const payment = await paymentOf(await givenBusiness(context))
    const begun = context.now()
    const process = processWith(t, async (request) => ({
      ...(await context.rails.test.bank.issueOneOffAccount(request)),
      ...(accountName && { accountName }),
      ...(minutes && { expiresAt: later(begun, minutes * MINUTE) }),
    }))

    const first = await oneOffAccountFor(process, payment)
    const [row] = await listOneOffsOf(context.sql, payment)

    assert.deepEqual(keptOf(first), keptOf(row!))
    assert.deepEqual([first.assignedAt, first.updatedAt], [row!.assignedAt, row!.updatedAt])
    assert.deepEqual(keptOf(await oneOffAccountFor(process, payment)), keptOf(row!))
    const lifeMs = row!.expiresAt.getTime() - begun.getTime()
    assert.equal(Math.floor(lifeMs / MINUTE), endsAfter)
  })
}

test('a number that the bank issues twice is not used twice', async (t) => {
  const business = await givenBusiness(context)
  const repeating = processWith(t, async ({ attempt }) => ({
    kind: 'issued',
    accountNumber: `000000010${attempt}`,
    bank: BANK,
  }))

  const accounts = []
  for (let i = 0; i < 3; i++) {
    accounts.push(await oneOffAccountFor(repeating, await paymentOf(business)))
  }

  const numbers = accounts.map(({ accountNumber }) => accountNumber)
  assert.deepEqual(numbers, ['0000000100', '0000000101', '0000000102'])
})

test('a bank that only repeats itself is given up, and a later call finishes', async (t) => {
  const business = await givenBusiness(context)
  const payment = await paymentOf(business)
  const one = async () => ({ kind: 'issued', accountNumber: '0000000200', bank: BANK }) as const
  await oneOffAccountFor(processWith(t, one), await paymentOf(business))

  await assert.rejects(oneOffAccountFor(processWith(t, one), payment), { code: 'rail_unavailable' })
  const account = await oneOffAccountFor(context, payment)

  assert.notEqual(account.accountNumber, '0000000200')
  assert.equal((await listOneOffsOf(context.sql, payment)).length, 1)
})

test('of two numbers for one account the first stays, and both callers get it', async () => {
  const business = await givenBusiness(context)
  const payment = await paymentOf(business)
  const { virtualAccountId } = await oneOffAccountFor(context, payment)
  const [{ accountNumber }] = (await listOneOffsOf(context.sql, payment)) as [OneOffAccount]
  const { businessId, mode } = business
  const foreign = await oneOffAccountFor(context, await paymentOf(business))

  const account = { businessId, mode, virtualAccountId, bank: BANK, assignedAt: context.now() }
  const numbers = await setOneOffNumbers(context.hot, [
    { ...account, accountNumber: '0000000300' },
    { ...account, accountNumber: foreign.accountNumber },
  ])

  assert.deepEqual(numbers, [accountNumber, null])
  const other = { ...account, virtualAccountId: foreign.virtualAccountId }
  assert.deepEqual(
    await setOneOffNumbers(context.hot, [
      { ...other, accountNumber: '0000000301' },
      { ...account, accountNumber: '0000000302' },
    ]),
    [foreign.accountNumber, accountNumber],
  )
})

async function paymentOf(business: GivenBusiness): Promise<Transaction> {
  const { reference } = await givenPayment(api, business)
  return findByReference(context, business, reference)
}

/** Another process, whose bank issues accounts this way. */
function processWith(t: Test, issueOneOffAccount: BankRail['issueOneOffAccount']): Context {
  const process = contextOn(context.database)
  t.after(() => disconnect(process))
  process.rails.test = {
    ...process.rails.test,
    bank: { ...process.rails.test.bank, issueOneOffAccount },
  }
  return process
}

/** What concurrent callers get. */
function keptOf({ businessId, mode, ...account }: OneOffAccount) {
  const { virtualAccountId, transactionId, ordinal, amount, accountName, accountNumber } = account
  const { bank, createdAt, expiresAt } = account
  return {
    ...{ businessId, mode, virtualAccountId, transactionId, ordinal, amount, accountName },
    ...{ accountNumber, bank, createdAt, expiresAt },
  }
}
