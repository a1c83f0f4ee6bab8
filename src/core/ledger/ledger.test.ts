import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { givenBusiness, useContext } from '../../../test/support.ts'
import { DAY, later } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { kobo } from '../../platform/money.ts'
import type { BusinessId, Scope } from '../context.ts'
import { type AccountName, type ChartName, chart } from './chart.ts'
import type { Entry } from './ledger.sql.ts'
import * as ledger from './ledger.ts'

const context = useContext()

// Each case is a story that an accountant can read, on the accounts of a new business. One
// line is one step; E1 and E2 are causes, each of which moves money for one reason only once:
//
//   post    <cause> <debit account> <credit account> <kobo> [<refusal>]
//   hold    <cause> <debit account> <credit account> <kobo> [<refusal>]
//   post    <cause> [<refusal>]           posts the hold
//   void    <cause> [<refusal>]           voids the hold
//   balance <account> <available> [<posted>]

story(
  'a hold leaves the available balance at once, and arrives when posted',
  `
  post    E1 bank_clearing available 5000
  balance available 5000
  balance bank_clearing -5000
  hold    E2 available fees 2000
  balance available 3000 5000
  balance fees 0
  post    E2
  balance available 3000 3000
  balance fees 2000
`,
)

story(
  'a voided hold comes back whole',
  `
  post    E1 bank_clearing unmatched 5000
  hold    E2 unmatched bank_clearing 5000
  balance unmatched 0 5000
  void    E2
  balance unmatched 5000 5000
  balance bank_clearing -5000
`,
)

story(
  'an account without overdraft refuses the kobo that it does not have',
  `
  post    E1 bank_clearing available 5000
  post    E2 available fees 5001 insufficient_balance
  hold    E3 available fees 5001 insufficient_balance
  hold    E4 available fees 5000
  hold    E5 available fees 1 insufficient_balance
  post    E6 available fees 1 insufficient_balance
  void    E4
  post    E7 available fees 5000
  balance available 0
  balance fees 5000
`,
)

story(
  'an account with overdraft goes as low as it must',
  `
  post    E1 adjustments available 900000000000000
  balance adjustments -900000000000000
  balance available 900000000000000
`,
)

for (const account of ['available', 'pending', 'fees', 'vat', 'unmatched']) {
  story(
    `${account} never goes below zero`,
    `
  post    E1 ${account} bank_clearing 1 insufficient_balance
  balance ${account} 0
`,
  )
}

story(
  'money that is only held for an account cannot be spent from it',
  `
  post    E1 bank_clearing unmatched 5000
  hold    E2 unmatched available 5000
  post    E3 available fees 1 insufficient_balance
  post    E2
  post    E4 available fees 1
  balance available 4999
`,
)

story(
  'a cause moves money for one reason once',
  `
  post    E1 bank_clearing available 5000
  post    E1 bank_clearing available 5000 already_written
  hold    E1 available fees 1 already_written
  balance available 5000
`,
)

story(
  'a hold is closed once, whichever way comes first',
  `
  post    E1 bank_clearing available 5000
  hold    E2 available fees 100
  hold    E3 available fees 100
  post    E2
  post    E2 already_written
  void    E2 already_written
  void    E3
  post    E3 already_written
  void    E3 already_written
  balance available 4900
  balance fees 100
`,
)

story(
  'what was never held is not closed',
  `
  post    E1 bank_clearing available 5000
  post    E1 no_hold
  void    E9 no_hold
  balance available 5000
`,
)

story(
  'nothing moves for nothing, backwards, or from an account to itself',
  `
  post    E1 bank_clearing available 0 refused_by_the_database
  post    E2 bank_clearing available -1 refused_by_the_database
  post    E3 available available 100 refused_by_the_database
  balance available 0
  balance bank_clearing 0
`,
)

test('entries that are posted together are written together or not at all', async () => {
  const scope = await givenAccounts()
  const [first, second] = [entryOf(scope, 'bank_clearing', 'available', 1_000), entryOf(scope)]

  const posting = context.sql.begin((sql) => ledger.post(sql, context.now(), [first, second]))

  await assert.rejects(posting, ledger.InsufficientBalance)
  const { available, bank_clearing } = await ledger.balancesOf(context, scope)
  assert.deepEqual([available.posted, bank_clearing.posted], [0n, 0n])
  assert.equal((await entriesOf(scope, first.causeId)).length, 0)
})

test('an entry needs two open accounts', async () => {
  const scope = { businessId: newId<'business'>(context.now()), mode: 'test' as const }

  const posting = ledger.post(context.sql, context.now(), [entryOf(scope)])

  await assert.rejects(posting, /needs two accounts that exist/)
})

test('an amount of 2^63 - 1 kobo is stored exactly', async () => {
  const scope = await givenAccounts()
  const most = kobo(2n ** 63n - 1n)
  const entry = { ...entryOf(scope, 'bank_clearing', 'available'), amount: most }

  await ledger.post(context.sql, context.now(), [entry])

  const { available } = await ledger.balancesOf(context, scope)
  assert.equal(available.posted, most)
  assert.equal((await entriesOf(scope, entry.causeId))[0]?.amount, most)
})

test('an entry cannot reach accounts of another business or mode', async () => {
  const [north, south] = [await givenAccounts(), await givenAccounts()]
  await ledger.post(context.sql, context.now(), [entryOf(north, 'bank_clearing', 'available')])

  const { available } = await ledger.balancesOf(context, south)

  assert.equal(available.posted, 0n)
  const live = await ledger.balancesOf(context, { ...north, mode: 'live' })
  assert.equal(live.available.posted, 0n)
})

test('concurrent entries in both directions do not deadlock', async () => {
  const scope = await givenAccounts()
  const fund = [
    entryOf(scope, 'adjustments', 'available', 1_000),
    entryOf(scope, 'adjustments', 'unmatched', 1_000),
  ]
  await ledger.post(context.sql, context.now(), fund)
  const move = (there: boolean) => {
    const east = entryOf(scope, 'available', 'unmatched', 1)
    const west = entryOf(scope, 'unmatched', 'available', 1)
    const clearing = entryOf(scope, there ? 'bank_clearing' : 'adjustments', 'fees', 1)
    return context.sql.begin((sql) =>
      ledger.post(sql, context.now(), there ? [east, clearing, west] : [west, clearing, east]),
    )
  }

  await Promise.all(Array.from({ length: 120 }, (_, i) => move(i % 2 === 0)))

  const { available, unmatched, fees } = await ledger.balancesOf(context, scope)
  assert.deepEqual([available.posted, unmatched.posted, fees.posted], [1_000n, 1_000n, 120n])
})

test('an entry has the time of the movement and the time of the booking', async () => {
  const scope = await givenAccounts()
  const [occurredAt, written] = [later(context.now(), -1 * DAY), context.now()]
  const entry = { ...entryOf(scope, 'adjustments', 'available'), occurredAt }

  await ledger.post(context.sql, written, [entry])

  const [found] = await entriesOf(scope, entry.causeId)
  assert.deepEqual([found?.occurredAt, found?.createdAt], [occurredAt, written])
})

test('of concurrent spends of the last kobo, exactly as many succeed as there is money for', async () => {
  for (const funded of [0, 1, 7]) {
    const scope = await givenAccounts()
    const fund = entryOf(scope, 'adjustments', 'available', funded * 50 || 49)
    await ledger.post(context.sql, context.now(), [fund])

    const spends = Array.from({ length: 40 }, () => {
      const spend = entryOf(scope, 'available', 'fees', 50)
      return ledger.post(context.sql, context.now(), [spend]).then(
        () => 'spent',
        (error: unknown) => error instanceof ledger.InsufficientBalance && 'insufficient',
      )
    })
    const outcomes = Object.groupBy(await Promise.all(spends), (outcome) => String(outcome))

    assert.equal(outcomes['spent']?.length ?? 0, funded)
    assert.equal(outcomes['insufficient']?.length, 40 - funded)
  }
})

test('of concurrent post and void of a hold, one closes it', async () => {
  const scope = await givenAccounts()
  await ledger.post(context.sql, context.now(), [entryOf(scope, 'adjustments', 'available', 900)])
  for (let round = 0; round < 9; round++) {
    const held = entryOf(scope, 'available', 'fees', 100)
    await ledger.hold(context.sql, context.now(), held)

    const ends = await Promise.allSettled([
      ledger.postHold(context.sql, context.now(), held),
      ledger.voidHold(context.sql, context.now(), held),
      ledger.postHold(context.sql, context.now(), held),
    ])

    const refused = ends.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]
    assert.equal(refused.length, 2)
    for (const { reason } of refused) assert(reason instanceof ledger.AlreadyWritten)
  }
})

test('after any posts and holds in any order, the balances equal those of a plain model', async () => {
  const names = ['available', 'unmatched', 'fees', 'bank_clearing'] as const
  const step = fc.record({
    debit: fc.constantFrom(...names),
    credit: fc.constantFrom(...names),
    amount: fc.integer({ min: 1, max: 300 }),
    kind: fc.constantFrom('post', 'hold and post', 'hold and void', 'hold'),
  })
  const steps = fc.array(
    step.filter(({ debit, credit }) => debit !== credit),
    { maxLength: 12 },
  )
  await fc.assert(
    fc.asyncProperty(steps, async (stepsTaken) => {
      const scope = await givenAccounts()
      const posted = new Map<string, bigint>(names.map((name) => [name, 0n]))
      const held = new Map<string, bigint>(names.map((name) => [name, 0n]))
      const add = (map: Map<string, bigint>, name: string, amount: number) =>
        map.set(name, map.get(name)! + BigInt(amount))
      for (const { debit, credit, amount, kind } of stepsTaken) {
        const entry = entryOf(scope, debit, credit, amount)
        const fits = chart[debit].overdraft || posted.get(debit)! - held.get(debit)! >= amount
        const asked =
          kind === 'post'
            ? ledger.post(context.sql, context.now(), [entry])
            : ledger.hold(context.sql, context.now(), entry)
        if (!fits) {
          await assert.rejects(asked, ledger.InsufficientBalance)
          continue
        }
        await asked
        if (kind === 'hold') add(held, debit, amount)
        if (kind === 'hold and post') await ledger.postHold(context.sql, context.now(), entry)
        if (kind === 'hold and void') await ledger.voidHold(context.sql, context.now(), entry)
        if (kind === 'post' || kind === 'hold and post') {
          add(posted, debit, -amount)
          add(posted, credit, amount)
        }
      }
      const balances = await ledger.balancesOf(context, scope)
      for (const name of names) {
        assert.equal(balances[name].posted, posted.get(name))
        assert.equal(balances[name].available, posted.get(name)! - held.get(name)!)
      }
    }),
    { numRuns: 25 },
  )
})

test('the books of all these tests balance, play money included', async () => {
  const business = await givenBusiness(context)

  const { available, adjustments } = await ledger.balancesOf(context, business)

  assert.equal(available.posted, 10_000_000n)
  assert.equal(adjustments.posted, -10_000_000n)
})

/** Every account of the chart, empty. */
async function givenAccounts(): Promise<Scope> {
  const scope = {
    businessId: newId<'business'>(context.now()) as BusinessId,
    mode: 'test',
  } as const
  await ledger.openAccounts(context.sql, context.now(), scope)
  return scope
}

function entryOf(
  scope: Scope,
  debit: AccountName = 'available',
  credit: AccountName = 'fees',
  amount = 1_001,
  causeId: string = newId(context.now()),
): Entry {
  const occurredAt = context.now()
  const reason = 'wallet_adjustment' as const
  return { ...scope, causeId, reason, debit, credit, amount: kobo(amount), occurredAt }
}

function entriesOf({ businessId, mode }: Scope, causeId: string) {
  return ledger.listEntries(context.sql, businessId, mode, causeId)
}

function story(name: string, text: string): void {
  test(name, async () => {
    const scope = await givenAccounts()
    const causes = new Map<string, string>()
    for (const line of text.trim().split('\n')) {
      const [verb = '', first = '', ...words] = line.trim().split(/\s+/)
      if (verb === 'balance') {
        await balance(scope, first, words)
        continue
      }
      const causeId = causes.get(first) ?? newId(context.now())
      causes.set(first, causeId)
      await step(scope, verb, causeId, words, line)
    }
  })
}

async function balance(scope: Scope, account: string, [available, posted]: string[]) {
  const found = (await ledger.balancesOf(context, scope))[account as ChartName]
  assert.equal(found.available, BigInt(available!), `what is available in ${account}`)
  if (posted !== undefined) assert.equal(found.posted, BigInt(posted), `posted in ${account}`)
}

async function step(scope: Scope, verb: string, causeId: string, words: string[], line: string) {
  const isClosing = words.length < 3
  const [debit, credit, amount, refusal] = isClosing ? ['', '', '0', words[0]] : words
  const names = [debit, credit] as [AccountName, AccountName]
  const entry = entryOf(scope, ...names, Number(amount), causeId)
  const run = () => {
    const [sql, now] = [context.sql, context.now()]
    if (verb === 'void') return ledger.voidHold(sql, now, entry)
    if (verb === 'hold') return ledger.hold(sql, now, entry)
    assert.equal(verb, 'post', `a story has no step "${verb}"`)
    return isClosing ? ledger.postHold(sql, now, entry) : ledger.post(sql, now, [entry])
  }
  const answered = await run().then(() => undefined, nameOf)
  assert.equal(answered, refusal, line.trim())
}

function nameOf(error: unknown): string {
  if (error instanceof ledger.InsufficientBalance) return 'insufficient_balance'
  if (error instanceof ledger.AlreadyWritten) return 'already_written'
  const message = error instanceof Error ? error.message : String(error)
  if (/there is no hold/.test(message)) return 'no_hold'
  return /violates check constraint/.test(message) ? 'refused_by_the_database' : message
}
