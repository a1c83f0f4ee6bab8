import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { useApi } from '../../../test/api.ts'
import { creditTo, givenAccount } from '../../../test/payments.ts'
import { assertTies, briefly, imported, jsonFile, type Line } from '../../../test/statements.ts'
import { givenBusiness, type TestContext, useContext } from '../../../test/support.ts'
import { receive } from '../../payments/deposits/receive.ts'
import { returnDue } from '../../payments/deposits/return.ts'
import { walletAccountOf } from '../../payments/virtual-accounts/wallet-account.ts'
import { DAY, HOUR, later } from '../../platform/clock.ts'
import { isClean, reconcile } from './reconciliation.ts'

// "Each rail statement line is matched, unmatched-ours or unmatched-theirs, never two; totals tie."
// Transfers of two days, and two statements that list each of them any number of times, correctly
// or not, on its day or the other. The test counts the expected result itself.

const context = useContext()
const api = useApi(context)

const RUNS = 25
const NOBODYS = '0123456789'

let wallet: string
let oneOff: string

/** Accounts of a new business, issued by the bank of this run. */
async function openAccounts(on: TestContext, rail: string): Promise<void> {
  const business = await givenBusiness(context)
  wallet = (await walletAccountOf(on, business)).accountNumber
  oneOff = (await givenAccount(context, api, business)).account_number
  await context.sql`update virtual_account set rail = ${rail} where account_number = ${oneOff}`
}

type Day = 0 | 1
type Place = { day: Day; isWrong: boolean }
type Transfer = {
  /** When the transfer is booked: never, before the statements, or after both. */
  ours: 'never' | 'before' | 'after'
  /** A wrong amount is returned: that is another movement, on the second day. */
  to: 'wallet' | 'nobody' | 'one_off'
  day: Day
  amount: number
  listed: Place[]
  returned: Place[]
}

const place = fc.record({
  day: fc.constantFrom<Day>(0, 1),
  isWrong: fc.boolean(),
})
const places = fc.array(place, { maxLength: 3 })
const transfer = fc.record({
  ours: fc.constantFrom<Transfer['ours']>('never', 'before', 'before', 'after'),
  to: fc.constantFrom<Transfer['to']>('wallet', 'nobody', 'one_off'),
  day: fc.constantFrom<Day>(0, 1),
  amount: fc.integer({ min: 1, max: 400_000 }),
  listed: places,
  returned: places,
})

type Movement = Line & { day: Day; isOurs: boolean }
let run = 0

test('whatever two statements list of what moved, each line and each movement has one class and all ties', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(transfer, { maxLength: 14 }),
      fc.array(fc.nat(), { minLength: 100, maxLength: 100 }),
      async (transfers, order) => {
        run += 1
        await assertClasses(transfers, order)
      },
    ),
    { numRuns: RUNS },
  )
})

async function assertClasses(transfers: Transfer[], order: number[]): Promise<void> {
  const rail = `bank-${run}`
  const on = onBank(rail)
  await openAccounts(on, rail)
  const end = later(context.now(), HOUR)
  const middle = later(context.now(), -HOUR)
  const days = [
    { from: later(middle, -DAY), to: middle },
    { from: middle, to: end },
  ] as const
  const moments = days.map(({ from }) => later(from, HOUR / 2)) as [Date, Date]
  const named = transfers.map((one, i) => ({ ...one, session: `${run}/${i}` }))

  const book = async (when: Transfer['ours']) => {
    for (const { ours, to, session, amount, day } of named) {
      if (ours !== when) continue
      const number = { wallet, nobody: NOBODYS, one_off: oneOff }[to]
      const credit = { ...creditTo(context, number, amount, session), occurredAt: moments[day] }
      await receive(on, 'test', credit)
    }
    await returnDue(on)
  }
  await book('before')
  // Returns have session ids only after they were sent: known for transfers before the statements.
  const returns = new Map(
    (
      await context.sql<{ sessionId: string; returnSessionId: string }[]>`
        select session_id, return_session_id from deposit
        where rail = ${rail} and state = 'returned'
      `
    ).map((row) => [row.sessionId, row.returnSessionId]),
  )
  const movements: Movement[] = []
  const files: [Line[], Line[]] = [[], []]
  const note = (movement: Movement, listed: Place[]) => {
    movements.push(movement)
    const { day: _, isOurs: __, ...line } = movement
    for (const { day, isWrong } of listed) {
      files[day].push({ ...line, amount: line.amount + (isWrong ? 7 : 0) })
    }
  }
  for (const { session, amount, day, ours, listed, returned } of named) {
    const occurred_at = moments[day].toISOString()
    const isOurs = ours !== 'never'
    note({ session_id: session, direction: 'credit', amount, occurred_at, day, isOurs }, listed)
    const back = returns.get(session)
    if (back === undefined) continue
    const debit = { session_id: back, direction: 'debit' as const, amount, occurred_at }
    note({ ...debit, day: 1, isOurs: true }, returned)
  }
  const shuffled = files.map((lines) =>
    lines
      .map((line, i) => ({ line, at: order[i % order.length]! }))
      .sort((one, other) => one.at - other.at)
      .map(({ line }) => line),
  ) as [Line[], Line[]]

  const first = await imported(on, jsonFile(rail, days[0], shuffled[0]))
  const second = await imported(on, jsonFile(rail, days[1], shuffled[1]))
  await book('after')
  // A return after the statements is in our books only.
  for (const { ours, to, amount, session } of named) {
    if (ours !== 'after' || to !== 'one_off') continue
    const occurred_at = moments[1].toISOString()
    const back = { session_id: `back of ${session}`, direction: 'debit' as const, amount }
    movements.push({ ...back, occurred_at, day: 1, isOurs: true })
  }

  const expected = workedOut(movements, shuffled)
  for (const day of [0, 1] as const) {
    const report = await reconcile(on, { mode: 'test', rail }, day === 0 ? first : second)
    assert.deepEqual(briefly(report), expected.of(day))
    assert.equal(report.exceptions.open, expected.exceptions(day))
    assert.equal(report.exceptions.listed.length, report.exceptions.open)
    assert.equal(isClean(report), report.exceptions.open === 0)
    await assertTies(on, report)
  }
  const all = await reconcile(on, { mode: 'test', rail })
  assert.deepEqual(briefly(all), expected.of(null))
  assert.equal(all.exceptions.open, expected.exceptions(null))
  await assertTies(on, all)
}

/** Line by line, in the order of the statements: the first line of a session id counts. */
function workedOut(movements: Movement[], files: [Line[], Line[]]) {
  const known = new Map(movements.map((movement) => [nameOf(movement), movement]))
  const spoken = new Map<string, string>()
  const lines: { class: string; day: Day; amount: number }[] = []
  for (const day of [0, 1] as const) {
    for (const line of files[day]) {
      const movement = known.get(nameOf(line))!
      const isFirst = !spoken.has(nameOf(line))
      const met = movement.amount === line.amount ? 'matched' : 'wrong_amount'
      const found = movement.isOurs ? met : 'theirs_only'
      if (isFirst) spoken.set(nameOf(line), found)
      lines.push({ class: isFirst ? found : 'duplicate', day, amount: line.amount })
    }
  }
  const ours = movements
    .filter(({ isOurs }) => isOurs)
    .map((movement) => ({ ...movement, class: spoken.get(nameOf(movement)) ?? 'ours_only' }))
  const sum = (
    rows: { class: string; day: Day; amount: number }[],
    day: Day | null,
    kind?: string,
  ) =>
    rows
      .filter((row) => (day === null || row.day === day) && (kind ?? row.class) === row.class)
      .reduce<[number, number]>(([n, total], { amount }) => [n + 1, total + amount], [0, 0])
  const classes = (rows: typeof lines, day: Day | null, kinds: string[]) => ({
    total: sum(rows, day),
    ...Object.fromEntries(kinds.map((kind) => [kind, sum(rows, day, kind)])),
  })
  return {
    of: (day: Day | null) => ({
      theirs: classes(lines, day, ['matched', 'wrong_amount', 'duplicate', 'theirs_only']),
      ours: classes(ours, day, ['matched', 'wrong_amount', 'ours_only']),
    }),
    exceptions: (day: Day | null) =>
      lines.filter((one) => one.class !== 'matched' && (day === null || one.day === day)).length +
      ours.filter((one) => one.class === 'ours_only' && (day === null || one.day === day)).length,
  }
}

const nameOf = ({ direction, session_id }: Line) => `${direction} ${session_id}`

/** A bank of its own for each run. */
function onBank(name: string): TestContext {
  const { test: rails, live } = context.rails
  return { ...context, rails: { test: { ...rails, bank: { ...rails.bank, name } }, live } }
}
