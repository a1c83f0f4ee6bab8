import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import {
  creditTo,
  deposited,
  givenAccount,
  givenDedicated,
  listDeposits,
} from '../../../test/payments.ts'
import { askToPay, FAILING_ACCOUNT } from '../../../test/payouts.ts'
import { givenPaid, refunded } from '../../../test/refunds.ts'
import { assertTies, briefly, imported, jsonFile, type Line } from '../../../test/statements.ts'
import { givenBusiness, type TestContext, useContext } from '../../../test/support.ts'
import { receive } from '../../payments/deposits/receive.ts'
import { returnDue } from '../../payments/deposits/return.ts'
import { assign } from '../../payments/deposits/suspend.ts'
import { walletAccountOf } from '../../payments/virtual-accounts/wallet-account.ts'
import { DAY, HOUR, later } from '../../platform/clock.ts'
import { newId, publicId } from '../../platform/ids.ts'
import { closeException } from './exceptions.ts'
import { importStatement } from './import.ts'
import type { Books } from './reconciliation.rows.ts'
import { isClean, reconcile } from './reconciliation.ts'

const context = useContext()
const api = useApi(context)

let banks = 0

/** A bank of its own per test, so that tests do not see each other's exceptions. */
function onNewBank(): { on: TestContext; books: Books } {
  banks += 1
  const rail = `bank-${banks}`
  const { test: rails, live } = context.rails
  const on = {
    ...context,
    rails: { test: { ...rails, bank: { ...rails.bank, name: rail } }, live },
  }
  return { on, books: { mode: 'test', rail } }
}

/** The number of a wallet account issued by the bank of this context. */
async function walletNumber(on: TestContext): Promise<string> {
  return (await walletAccountOf(on, await givenBusiness(context))).accountNumber
}

const today = () => ({ from: later(context.now(), -HOUR), to: later(context.now(), HOUR) })
const yesterday = () => ({ from: later(today().from, -DAY), to: today().from })

function lineFor({ sessionId, amount, occurredAt }: ReturnType<typeof creditTo>): Line {
  const occurred_at = occurredAt.toISOString()
  return { session_id: sessionId, direction: 'credit', amount: Number(amount), occurred_at }
}

test('everything that moves at the bank is in our books once, and ties with the ledger', async () => {
  const business = await givenBusiness(context)
  const moved: Record<string, [direction: string, amount: number]> = {}
  const since = context.now()

  // In: to a payment, a dedicated account, the wallet, with a wrong amount, and to an unknown
  // number.
  const byTransfer = await givenPaid(api, business, 'bank_transfer')
  await givenPaid(api, business, 'dedicated_virtual_account')
  await givenPaid(api, business, 'card')
  const { body } = await api.get('/api/v1/balance', { key: business.keys.secretKey })
  await deposited(context, creditTo(context, body.data.account.account_number, 700, 'to-wallet'))
  const { account_number: oneOff } = await givenAccount(context, api, business)
  await deposited(context, creditTo(context, oneOff, 499_999, 'too-little'))
  await receive(context, 'test', creditTo(context, '0123456789', 300, 'for-nobody'))
  // Out: the return of the wrong amount, a partial refund, a payout. One payout fails.
  await returnDue(context)
  const refund = await refunded(api, business, byTransfer, 100_000)
  const payout = await askToPay(api, business, { amount: 250_000 })
  await askToPay(api, business, { amount: 1_000, account_number: FAILING_ACCOUNT })
  for (const deposit of await listDeposits(api, business)) {
    moved[deposit.session_id] = ['credit', deposit.amount]
    if (deposit.return_session_id) moved[deposit.return_session_id] = ['debit', deposit.amount]
  }
  moved['for-nobody'] = ['credit', 300]
  moved[refund.session_id] = ['debit', 100_000]
  moved[payout.body.data.session_id] = ['debit', 250_000]

  const occurred_at = context.now().toISOString()
  const lines = Object.entries(moved).map(
    ([session_id, [direction, amount]]) => ({ session_id, direction, amount, occurred_at }) as Line,
  )
  const file = jsonFile('sandbox', { from: since, to: later(context.now(), 1) }, lines)
  const statement = await imported(context, file)
  const report = await reconcile(context, statement, statement)

  assert.equal(lines.length, 5 + 3)
  assert.equal(report.theirs.matched.credit.count, 5)
  assert.equal(report.theirs.matched.debit.count, 3)
  assert.deepEqual(report.ours.matched, report.theirs.total)
  assert.deepEqual(report.exceptions, { open: 0, closed: 0, listed: [] })
  assert.equal(
    report.ledger.clearing,
    499_999n + 100_000n + 250_000n - 500_000n * 2n - 700n - 499_999n - 300n,
  )
  await assertTies(context, report)
})

test('a line that is missing, one too many, one twice, one of another amount: each has its class', async () => {
  const { on, books } = onNewBank()
  const wallet = await walletNumber(on)
  const [right, missing, wrong, twice] = ['right', 'missing', 'wrong', 'twice'].map((session, i) =>
    creditTo(context, wallet, 1_000 + i, `${session}-${banks}`),
  ) as [Credit, Credit, Credit, Credit]
  for (const credit of [right, missing, wrong, twice]) await deposited(on, credit)
  const lines = [
    lineFor(right),
    { ...lineFor(wrong), amount: 999_999 },
    lineFor(twice),
    lineFor(twice),
    { ...lineFor(right), session_id: 'extra' },
    // The same session id in the other direction is another movement.
    { ...lineFor(right), direction: 'debit' as const },
  ]

  const statement = await imported(on, jsonFile(books.rail, today(), lines))
  const report = await reconcile(on, books, statement)

  assert.deepEqual(briefly(report), {
    theirs: {
      total: [6, 1_000 + 999_999 + 1_003 * 2 + 1_000 * 2],
      matched: [2, 2_003],
      wrong_amount: [1, 999_999],
      duplicate: [1, 1_003],
      theirs_only: [2, 2_000],
    },
    ours: {
      total: [4, 4_006],
      matched: [2, 2_003],
      wrong_amount: [1, 1_002],
      ours_only: [1, 1_001],
    },
  })
  const line = (position: number) => `${publicId('statement', statement.statementId)}:${position}`
  const listed = report.exceptions.listed.map((one) => [
    one.class,
    one.sessionId,
    one.id,
    one.first,
  ])
  const [ours] = listed.filter(([kind]) => kind === 'ours_only')
  assert.deepEqual(listed.filter((one) => one !== ours).sort(), [
    ['duplicate', twice.sessionId, line(4), line(3)],
    ['theirs_only', 'extra', line(5), null],
    ['theirs_only', right.sessionId, line(6), null],
    ['wrong_amount', wrong.sessionId, line(2), null],
  ])
  assert.equal(ours![1], missing.sessionId)
  assert.match(ours![2]!, /^dep_[0-9a-f]{32}$/)
  assert(report.exceptions.listed.every(({ next }) => next.length > 20))
  assert(!isClean(report))
  await assertTies(on, report)
})

type Credit = ReturnType<typeof creditTo>

test('a line that the bank lists a day late matches then, and both days say so', async () => {
  const { on, books } = onNewBank()
  const wallet = await walletNumber(on)
  const late = {
    ...creditTo(context, wallet, 5_000, `late-${banks}`),
    occurredAt: later(yesterday().from, HOUR),
  }
  await deposited(on, late)

  const first = await imported(on, jsonFile(books.rail, yesterday(), []))
  const missing = await reconcile(on, books, first)
  const second = await imported(on, jsonFile(books.rail, today(), [lineFor(late)]))

  assert.deepEqual(briefly(missing).ours['ours_only'], [1, 5_000])
  assert.equal(missing.exceptions.open, 1)
  const [before, after, all] = [
    await reconcile(on, books, first),
    await reconcile(on, books, second),
    await reconcile(on, books),
  ]
  for (const report of [before, after, all]) {
    assert.equal(report.exceptions.open, 0)
    await assertTies(on, report)
  }
  assert.deepEqual(briefly(before).ours['matched'], [1, 5_000])
  assert.deepEqual(before.elsewhere.movements.credit, { count: 1, amount: 5_000n })
  assert.deepEqual(briefly(after).theirs['matched'], [1, 5_000])
  assert.deepEqual(after.elsewhere.lines.credit, { count: 1, amount: 5_000n })
  assert.deepEqual(all.elsewhere.lines.credit.count + all.elsewhere.movements.credit.count, 0)
})

test('money that the bank tells of after its statement matches by itself', async () => {
  const { on, books } = onNewBank()
  const wallet = await walletNumber(on)
  const credit = creditTo(context, wallet, 5_000, `untold-${banks}`)
  const statement = await imported(on, jsonFile(books.rail, today(), [lineFor(credit)]))
  assert.equal((await reconcile(on, books, statement)).exceptions.listed[0]!.class, 'theirs_only')

  await deposited(on, credit)

  const report = await reconcile(on, books, statement)
  assert.deepEqual(briefly(report).theirs['matched'], [1, 5_000])
  assert(isClean(report))
  await assertTies(on, report)
})

test('a transfer that two statements list is matched once, by the one that came first', async () => {
  const { on, books } = onNewBank()
  const credit = creditTo(context, await walletNumber(on), 5_000, `both-${banks}`)
  await deposited(on, credit)

  const first = await imported(on, jsonFile(books.rail, today(), [lineFor(credit)]))
  const second = await imported(on, jsonFile(books.rail, today(), [lineFor(credit)]))

  const report = await reconcile(on, books, second)
  assert.deepEqual(briefly(report).theirs['duplicate'], [1, 5_000])
  assert.equal(report.exceptions.listed[0]!.first, `${publicId('statement', first.statementId)}:1`)
  assert.deepEqual(report.elsewhere.movements.credit.count, 1)
  assert(isClean(await reconcile(on, books, first)))
  await assertTies(on, report)
})

test('what waited in suspense stays matched when it is assigned', async () => {
  const { on, books } = onNewBank()
  const business = await givenBusiness(context)
  const credit = creditTo(context, '0123456789', 5_000, `nobody-${banks}`)
  await receive(on, 'test', credit)
  const statement = await imported(on, jsonFile(books.rail, today(), [lineFor(credit)]))
  const before = await reconcile(on, books, statement)

  const [suspended] = await context.sql<{ id: string }[]>`
    select suspended_credit_id as id from suspended_credit where session_id = ${credit.sessionId}
  `
  const { account_number } = await givenDedicated(api, business)
  await assign(on, 'test', {
    suspendedCredit: publicId('suspended_credit', suspended!.id),
    accountNumber: account_number,
    by: 'Ada Example',
  })

  const after = await reconcile(on, books, statement)
  assert(isClean(before))
  assert.deepEqual(after, before)
})

test('balances that the lines do not lead from one to the other do not tie', async () => {
  const { on, books } = onNewBank()
  const credit = creditTo(context, await walletNumber(on), 5_000, `balance-${banks}`)
  await deposited(on, credit)
  const tie = async (balances: { opening_balance?: number; closing_balance?: number }) => {
    const file = jsonFile(books.rail, { ...today(), ...balances }, [lineFor(credit)])
    const { statement } = await importStatement(on, file, {})
    return (await reconcile(on, books, statement)).ties.balances
  }

  assert.equal(await tie({ opening_balance: -100, closing_balance: 4_900 }), true)
  assert.equal(await tie({ opening_balance: 0, closing_balance: 4_999 }), false)
  assert.equal(await tie({ opening_balance: 0 }), null)
  assert.equal(await tie({}), null)
})

test('an exception is closed once, with a name and a reason, and comes back to nobody', async () => {
  const { on, books } = onNewBank()
  const missing = creditTo(context, await walletNumber(on), 5_000, `closed-${banks}`)
  await deposited(on, missing)
  const extra = { ...lineFor(missing), session_id: `extra-${banks}` }
  const statement = await imported(on, jsonFile(books.rail, today(), [extra]))
  const { listed } = (await reconcile(on, books, statement)).exceptions
  const [ours, theirs] = listed.toSorted((one, other) => one.class.localeCompare(other.class))
  const why = { by: 'Ada Example', note: 'The bank has sent a letter.' }

  await closeException(on, { id: ours!.id, ...why })
  const both = await Promise.allSettled(
    [1, 2].map(() => closeException(on, { id: theirs!.id, ...why })),
  )

  assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  await assert.rejects(closeException(on, { id: ours!.id, ...why }), { code: 'already_closed' })
  const report = await reconcile(on, books, statement)
  assert.deepEqual(report.exceptions, { open: 0, closed: 2, listed: [] })
  assert.deepEqual(briefly(report).ours['ours_only'], [1, 5_000], 'it is still what it is')
  assert(isClean(report))
  const kept = await context.sql`
    select closed_by, note from reconciliation_note where rail = ${books.rail}
  `
  assert.deepEqual(
    [...kept].map((row) => ({ ...row })),
    [why, why].map(({ by, note }) => ({ closedBy: by, note })),
  )
})

test('what has been told of meanwhile is no exception any more, and cannot be closed', async () => {
  const { on, books } = onNewBank()
  const credit = creditTo(context, await walletNumber(on), 5_000, `meanwhile-${banks}`)
  const statement = await imported(on, jsonFile(books.rail, today(), [lineFor(credit)]))
  const [listed] = (await reconcile(on, books, statement)).exceptions.listed

  const { depositId } = await deposited(on, credit)

  const why = { by: 'Ada Example', note: 'It never came.' }
  for (const id of [listed!.id, publicId('deposit', depositId)]) {
    await assert.rejects(closeException(on, { id, ...why }), { code: 'not_found' })
  }
})

test('what is no exception cannot be closed, and neither can one without a reason', async () => {
  const { on, books } = onNewBank()
  const credit = creditTo(context, await walletNumber(on), 5_000, `fine-${banks}`)
  const { depositId } = await deposited(on, credit)
  const statement = await imported(on, jsonFile(books.rail, today(), [lineFor(credit)]))
  const stm = publicId('statement', statement.statementId)
  const why = { by: 'Ada Example', note: 'No reason.' }

  const unknown = [
    `${stm}:1`,
    `${stm}:2`,
    `${stm}:0`,
    `${stm}:1e3`,
    `${stm}:99999999999`,
    stm,
    publicId('deposit', depositId),
    publicId('payout', newId(context.now())),
    '',
    'dep_',
  ]
  for (const id of unknown) {
    await assert.rejects(closeException(on, { id, ...why }), { code: 'not_found' }, id)
  }
  const wrong = [{ by: '' }, { note: ' ' }, { note: 'two\nlines' }, { note: 'x'.repeat(1_001) }]
  for (const one of wrong) {
    await assert.rejects(closeException(on, { id: stm, ...why, ...one }), {
      code: 'invalid_request',
    })
  }
})
