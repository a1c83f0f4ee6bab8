import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stopNow } from '../../../test/stopped-clock.ts'
import { useContext } from '../../../test/support.ts'
import { DAY, later, SECOND } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { kobo } from '../../platform/money.ts'
import type { BusinessId, Scope } from '../context.ts'
import type { AccountName } from './chart.ts'
import type { Entry } from './ledger.sql.ts'

import * as ledger from './ledger.ts'

// What the ledger returns for an account: sums of days, lines, and balances with holds. Each
// business has both modes and two accounts with different amounts, so a missing filter shows.

const context = useContext()
stopNow(context)

test('the sums of days are those of one account, from the first day', async () => {
  const { scope, live } = await givenBoth()
  const [first, second] = [context.now(), later(context.now(), 1 * DAY)]
  context.advance(-1 * SECOND)
  await post(entryOf(scope, 'bank_clearing', 'available', 90_000))
  context.advance(1 * SECOND)
  await post(entryOf(scope, 'bank_clearing', 'available', 7_000))
  await post(entryOf(live, 'bank_clearing', 'available', 11))
  context.advance(1 * DAY)
  await post(entryOf(scope, 'available', 'fees', 40))
  await hold(entryOf(scope, 'available', 'fees', 5))

  const sums = await ledger.sumLinesByDay(context.sql, scope, 'available', [first, second])
  const pending = await ledger.sumLinesByDay(context.sql, scope, 'pending', [first, second])
  const ofLive = await ledger.sumLinesByDay(context.sql, live, 'available', [second])

  assert.equal(sums.available, 96_955n)
  assert.deepEqual([...sums.sums].sort(), [
    [1, 7_000n],
    [2, -45n],
  ])
  assert.equal(pending.available, 0n)
  assert.deepEqual([...pending.sums.values()], [0n, 0n])
  assert.deepEqual({ ...ofLive, sums: [...ofLive.sums] }, { available: 11n, sums: [] })
})

test('accounts that are not open have no sums, and balances of zero', async () => {
  const scope = {
    businessId: newId<'business'>(context.now()) as BusinessId,
    mode: 'test',
  } as const

  const { available, sums } = await ledger.sumLinesByDay(context.sql, scope, 'available', [
    context.now(),
  ])

  assert.equal(available, 0n)
  assert.equal(sums.size, 0)
  const balances = Object.values(await ledger.balancesOf(context, scope))
  assert(balances.length > 0)
  assert(balances.every(({ posted, available }) => posted === 0n && available === 0n))
})

test('lines are those of one mode and one account', async () => {
  const { scope, live } = await givenBoth()
  await post(entryOf(scope, 'bank_clearing', 'available', 7_000))
  await post(entryOf(live, 'bank_clearing', 'available', 11))
  await post(entryOf(live, 'bank_clearing', 'available', 22))

  assert.deepEqual(await linesOf(scope, 'available'), ['7000=7000'])
  assert.deepEqual(await linesOf(scope, 'pending'), [])
  assert.deepEqual((await linesOf(live, 'available')).length, 2)
  assert.equal(await ledger.countLines(context.sql, scope, 'available'), 1)
  assert.equal(await ledger.countLines(context.sql, live, 'available'), 2)
})

test('lines are newest first; with equal time and cause, the later step is first', async () => {
  const { scope } = await givenBoth()
  await post(entryOf(scope, 'bank_clearing', 'available', 7_000))
  context.advance(1 * SECOND)
  const held = entryOf(scope, 'available', 'fees', 50)
  await hold(held)
  await ledger.voidHold(context.sql, context.now(), held)
  context.advance(1 * SECOND)
  await post(entryOf(scope, 'bank_clearing', 'available', 1))

  assert.deepEqual(await linesOf(scope, 'available'), [
    '1=7001',
    '50=7000',
    '-50=6950',
    '7000=7000',
  ])
})

test('the balance of a party excludes payments and holds, and is never negative', async () => {
  const { scope, live } = await givenBoth()
  const [p1, p2, p3] = [newId(context.now()), newId(context.now()), newId(context.now())]
  for (const where of [scope, live]) {
    for (const party of [p1, p2]) {
      await ledger.openPartyAccounts(context.sql, context.now(), where, party)
    }
  }
  await post(entryOf(scope, 'bank_clearing', `available/${p1}`, 900))
  await post(entryOf(live, 'bank_clearing', `available/${p1}`, 5))
  await post(entryOf(scope, `available/${p1}`, 'fees', 100))
  await hold(entryOf(scope, `available/${p1}`, 'fees', 20))

  const found = await ledger.partyBalancesOf(context, scope, [p2, p1, p3])

  assert.deepEqual(found, [
    { available: 0n, pending: 0n },
    { available: 780n, pending: 0n },
    { available: 0n, pending: 0n },
  ])
  await assert.rejects(
    post(entryOf(scope, `available/${p1}`, 'fees', 781)),
    ledger.InsufficientBalance,
  )
})

test('holds of two modes are distinct, even with equal cause and reason', async () => {
  const { scope, live } = await givenBoth()
  const held = entryOf(scope, 'available', 'fees', 20)
  await post(entryOf(scope, 'bank_clearing', 'available', 900))
  await post(entryOf(live, 'bank_clearing', 'available', 900))
  await hold({ ...held, ...live, amount: kobo(30) })
  context.advance(1 * SECOND)
  const since = context.now()
  await hold({ ...held, occurredAt: since })

  assert.deepEqual(await ledger.heldSince(context.sql, held), since)
  await ledger.postHold(context.sql, context.now(), { ...held, ...live })
  assert.equal((await ledger.balancesOf(context, live)).fees.posted, 30n)
  assert.equal((await ledger.balancesOf(context, scope)).available.available, 880n)
})

test('accounts are summed by kind, live before test, with parties together', async () => {
  const { scope, live } = await givenBoth()
  const party = newId(context.now())
  await ledger.openPartyAccounts(context.sql, context.now(), scope, party)
  await post(entryOf(live, 'bank_clearing', 'available', 11))

  const kinds = await ledger.sumByKind(context.sql)
  const names = kinds.map(({ mode, account }) => `${mode} ${account}`)

  const modes = kinds.map(({ mode }) => mode)
  assert.deepEqual(modes, [...modes].sort().reverse())
  const ofTest = names.filter((name) => name.startsWith('test '))
  assert.deepEqual(ofTest, [...ofTest].sort())
  assert(ofTest.includes('test available/party') && !names.includes(`test available/${party}`))
})

/** Every account of the chart, empty, in both modes of one business. */
async function givenBoth(): Promise<{ scope: Scope; live: Scope }> {
  const businessId = newId<'business'>(context.now()) as BusinessId
  const [scope, live]: Scope[] = [
    { businessId, mode: 'test' },
    { businessId, mode: 'live' },
  ]
  for (const one of [scope!, live!]) await ledger.openAccounts(context.sql, context.now(), one)
  return { scope: scope!, live: live! }
}

function entryOf(scope: Scope, debit: AccountName, credit: AccountName, amount: number): Entry {
  const [causeId, occurredAt] = [newId(context.now()), context.now()]
  const reason = 'wallet_adjustment' as const
  return { ...scope, causeId, reason, debit, credit, amount: kobo(amount), occurredAt }
}

function post(entry: Entry): Promise<void> {
  return ledger.post(context.sql, context.now(), [entry])
}

function hold(entry: Entry): Promise<void> {
  return ledger.hold(context.sql, context.now(), entry)
}

async function linesOf(scope: Scope, account: 'available' | 'pending'): Promise<string[]> {
  const all = { below: null, offset: 0, max: 100 }
  const lines = await ledger.listLines(context.sql, scope, account, all)
  return lines.map(({ amount, balance }) => `${amount}=${balance}`)
}
