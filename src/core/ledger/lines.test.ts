import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useContext } from '../../../test/support.ts'
import { newId } from '../../platform/ids.ts'
import { kobo } from '../../platform/money.ts'
import type { BusinessId, Scope } from '../context.ts'
import type { AccountName } from './chart.ts'
import type { Entry } from './ledger.sql.ts'

import * as ledger from './ledger.ts'

// The statement of a wallet: the change of each line, and the balance after it.

const context = useContext()
const ALL = { below: null, offset: 0, max: 100 }

test('each line has its change and the balance after it, holds included', async () => {
  const scope = await givenAccounts()
  await post(entryOf(scope, 'bank_clearing', 'available', 5_000))
  const paid = entryOf(scope, 'available', 'fees', 2_000)
  await hold(paid)
  await ledger.postHold(context.sql, context.now(), paid)
  const given = entryOf(scope, 'available', 'fees', 1_000)
  await hold(given)
  await ledger.voidHold(context.sql, context.now(), given)
  const awaited = entryOf(scope, 'unmatched', 'available', 700)
  await post(entryOf(scope, 'bank_clearing', 'unmatched', 700))
  await hold(awaited)
  await post(entryOf(scope, 'bank_clearing', 'fees', 9))

  const before = ['1000=3000', '-1000=2000', '-2000=3000', '5000=5000']
  assert.deepEqual(await linesOf(scope), before)
  await ledger.postHold(context.sql, context.now(), awaited)
  assert.deepEqual(await linesOf(scope), ['700=3700', ...before])
  assert.equal(await ledger.countLines(context.sql, scope, 'available'), 5)
})

test('lines of equal time have an order, and each page continues the previous one', async () => {
  const scope = await givenAccounts()
  const now = context.now()
  const amounts = [5, 70, 10_000]
  const paid = amounts.map((amount) => entryOf(scope, 'bank_clearing', 'available', amount))
  const held = entryOf(scope, 'available', 'fees', 600)
  await ledger.post(context.sql, now, paid)
  await ledger.hold(context.sql, now, held)
  await ledger.voidHold(context.sql, now, held)
  const [first] = paid
  // The books verify every real reason.
  const others = ['a_reason', 'another', 'x_reason'].map((reason, i) => ({
    ...first!,
    reason: reason as never,
    amount: kobo(3 + i),
  }))
  await ledger.post(context.sql, now, others)
  const all = await ledger.listLines(context.sql, scope, 'available', ALL)

  const paged: ledger.Line[] = []
  for (const _ of all) {
    const below = paged.at(-1) ?? null
    const page = { below, offset: 0, max: 1 }
    paged.push(...(await ledger.listLines(context.sql, scope, 'available', page)))
  }

  assert.deepEqual(paged, all)
  assert.equal(all.length, 8)
  for (const [i, { amount, balance }] of all.entries()) {
    assert.equal(balance - amount, all[i + 1]?.balance ?? 0n)
  }
})

test('asking since when a missing hold exists is a fault', async () => {
  const scope = await givenAccounts()
  await assert.rejects(
    ledger.heldSince(context.sql, entryOf(scope, 'available', 'fees', 1)),
    /there is no hold/,
  )
})

/** Every account of the chart, empty. */
async function givenAccounts(): Promise<Scope> {
  const businessId = newId<'business'>(context.now()) as BusinessId
  const scope = { businessId, mode: 'test' } as const
  await ledger.openAccounts(context.sql, context.now(), scope)
  return scope
}

function entryOf(scope: Scope, debit: AccountName, credit: AccountName, amount: number): Entry {
  const [causeId, occurredAt] = [newId(context.now()), context.now()]
  const reason = 'wallet_adjustment' as const
  return { ...scope, causeId, reason, debit, credit, amount: kobo(amount), occurredAt }
}

function post(...entries: Entry[]): Promise<void> {
  return ledger.post(context.sql, context.now(), entries)
}

function hold(entry: Entry): Promise<void> {
  return ledger.hold(context.sql, context.now(), entry)
}

async function linesOf(scope: Scope): Promise<string[]> {
  const lines = await ledger.listLines(context.sql, scope, 'available', ALL)
  return lines.map(({ amount, balance }) => `${amount}=${balance}`)
}
