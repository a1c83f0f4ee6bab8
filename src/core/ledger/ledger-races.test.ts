import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asOwner, contextOn, disconnect, givenBusiness, useContext } from '../../../test/support.ts'
import { newId } from '../../platform/ids.ts'
import { kobo } from '../../platform/money.ts'
import type { Scope } from '../context.ts'
import type { AccountName } from './chart.ts'
import type { Entry } from './ledger.sql.ts'
import { balancesOf, post } from './ledger.ts'

const BUSINESSES = 50
const PROCESSES = 3
const BATCHES = 40

const context = useContext()

test('batches over the same accounts wait for each other and find all accounts', async () => {
  const businesses = await Promise.all(
    Array.from({ length: BUSINESSES }, () => givenBusiness(context)),
  )
  // The statistics of the table decide the plan.
  await asOwner(context, (sql) => sql`analyze ledger_account`)
  const processes = Array.from({ length: PROCESSES }, () => contextOn(context.database))
  const batch = (): Entry[] =>
    businesses.flatMap((business) => [
      entry(business, 'bank_clearing', 'unmatched', 7),
      entry(business, 'unmatched', 'fees', 2),
      entry(business, 'unmatched', 'vat', 1),
    ])

  const undone = new Error('undone')
  await Promise.all(
    processes.map(async ({ hot }) => {
      for (let i = 0; i < BATCHES; i++) {
        // Half of them roll back, so that others continue from the earlier state.
        const posted = hot.begin(async (sql) => {
          await post(sql, context.now(), batch())
          if (i % 2 === 0) throw undone
        })
        await posted.catch((error: unknown) => assert.equal(error, undone))
      }
    }),
  )

  const count = BigInt((PROCESSES * BATCHES) / 2)
  for (const business of businesses) {
    const { unmatched, fees, vat } = await balancesOf(context, business)
    assert.deepEqual(
      [unmatched.posted, fees.posted, vat.posted],
      [4n * count, 2n * count, 1n * count],
    )
  }
  await Promise.all(processes.map(disconnect))
})

test('concurrent entries in opposite directions do not deadlock', async () => {
  const business = await givenBusiness(context)
  const both = ['fees', 'unmatched'] as const
  const fund = both.map((name) => entry(business, 'adjustments', name, 1_000))
  await post(context.sql, context.now(), fund)

  await Promise.all(
    Array.from({ length: 120 }, (_, i) => {
      const [from, to] = i % 2 === 0 ? both : both.toReversed()
      return post(context.sql, context.now(), [entry(business, from!, to!, 1)])
    }),
  )

  const { fees, unmatched } = await balancesOf(context, business)
  assert.deepEqual([fees.posted, unmatched.posted], [1_000n, 1_000n])
})

function entry(
  { businessId, mode }: Scope,
  debit: AccountName,
  credit: AccountName,
  amount: number,
): Entry {
  const now = context.now()
  const [causeId, reason] = [newId(now), 'wallet_adjustment'] as const
  return { businessId, mode, causeId, reason, debit, credit, amount: kobo(amount), occurredAt: now }
}
