import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { givenPerson } from '../../../test/logins.ts'
import { contextOn, disconnect, type TestContext, useContext } from '../../../test/support.ts'
import { untilDone } from '../../../test/until-done.ts'
import type { Context } from '../../core/context.ts'
import { DAY, HOUR, later, MINUTE } from '../../platform/clock.ts'
import { kobo } from '../../platform/money.ts'
import type {
  RailStatementLine,
  StatementOutcome,
  StatementRequest,
} from '../../providers/outcomes.ts'

import { fetchStatements } from './fetch.ts'
import { reconcileNightly } from './nightly.ts'
import { reconcile } from './reconciliation.ts'

const context = useContext()
let other: TestContext
before(async () => {
  await context.opened
  other = contextOn(context.database)
})
after(() => disconnect(other))

/** Each test has its own rail and nights. */
let rail = 'rail'
let midnight = new Date('2027-01-10T23:00:00Z')
beforeEach(() => {
  midnight = later(midnight, 100 * DAY)
  rail = `rail-${midnight.getTime()}`
})

const day = (days: number) => later(midnight, days * DAY)
const line = (sessionId: string, occurredAt: Date): RailStatementLine => {
  const said = { accountNumber: '0123456789', narration: '' }
  return { sessionId, direction: 'debit', amount: kobo(500), occurredAt, ...said }
}
type Answer = (request: StatementRequest) => StatementOutcome
type Told = { message: string; fields: Record<string, unknown> }

/** A process at this time, whose only live rail answers so; and the errors that it logs. */
function at(now: Date, answer: Answer, on: Context = context) {
  const told: Told[] = []
  const asked: StatementRequest[] = []
  const error = (fields: object, message: string) =>
    void told.push({ message, fields: { ...fields } })
  const bank = {
    name: rail,
    async fetchStatement(request: StatementRequest) {
      asked.push(request)
      return answer(request)
    },
  }
  const rails = { test: context.rails.test, live: [{ bank }] }
  return { on: { ...on, rails, now: () => now, log: { ...on.log, error } }, told, asked }
}

const toItsEnd = (on: Context) => untilDone(on, fetchStatements)

const statements = () => context.sql<{ periodFrom: Date; names: string[] }[]>`
  select s.period_from,
    (
      select coalesce(array_agg(l.session_id order by l.position), '{}')
      from statement_line l where l.statement_id = s.statement_id
    ) as names
  from statement s
  where s.rail = ${rail}
  order by s.period_from
`
const mails = () => context.sql<{ email: string; note: string }[]>`
  select email, note from login_letter where kind = 'reconciliation' order by created_at, email
`

test('the statement of the day that is over is fetched once, half an hour after midnight', async () => {
  const lines = [line('a', later(midnight, -HOUR))]
  const answer = (): StatementOutcome => ({ kind: 'fetched', lines })
  const early = at(later(midnight, 29 * MINUTE), answer)
  await toItsEnd(early.on)
  const first = at(later(midnight, 30 * MINUTE), answer)
  const twin = at(later(midnight, 30 * MINUTE), answer, other)

  await Promise.all([toItsEnd(first.on), toItsEnd(twin.on)])
  await toItsEnd(at(later(midnight, 20 * HOUR), answer).on)

  assert.equal(first.asked.length + twin.asked.length, 1)
  const [asked] = [...first.asked, ...twin.asked]
  assert.deepEqual(asked!.to, midnight)
  assert.deepEqual(
    (await statements()).map(({ periodFrom, names }) => [periodFrom, names]),
    [
      [day(-2), []],
      [day(-1), ['a']],
    ],
  )
  const { theirs } = await reconcile(context, { mode: 'live', rail })
  assert.equal(theirs.theirs_only.debit.count, 1)
})

test('a line of midnight is of the day that begins, whatever the rail lists beside it', async () => {
  const lines = [line('first', midnight), line('last', later(midnight, -1))]
  const answer = (): StatementOutcome => ({ kind: 'fetched', lines })

  for (const days of [0, 1]) await toItsEnd(at(later(day(days), HOUR), answer).on)

  assert.deepEqual(
    (await statements()).map(({ periodFrom, names }) => [periodFrom, names]),
    [
      [day(-1), ['last']],
      [day(0), ['first']],
    ],
  )
})

test('days on which nothing ran are fetched afterwards, the oldest first', async () => {
  const none = (): StatementOutcome => ({ kind: 'fetched', lines: [] })
  await toItsEnd(at(later(midnight, HOUR), none).on)
  const back = at(later(midnight, 3 * DAY + HOUR), none)

  await toItsEnd(back.on)

  assert.deepEqual(
    back.asked.map(({ to }) => to),
    [day(1), day(2), day(3)],
  )
  const { gaps } = await reconcile(back.on, { mode: 'live', rail })
  assert.deepEqual(gaps, [])
})

test('pages are kept as they come, by whoever goes on, and what is listed twice is one line', async () => {
  const one = line('one', later(midnight, -3 * HOUR))
  const two = line('two', later(midnight, -2 * HOUR))
  const three = line('three', later(midnight, -HOUR))
  const answer = ({ page }: StatementRequest): StatementOutcome =>
    page === undefined
      ? { kind: 'fetched', lines: [one, two], next: '1' }
      : { kind: 'fetched', lines: [two, three] }
  const first = at(later(midnight, HOUR), answer)

  assert.equal(await fetchStatements(first.on), 1)
  assert.deepEqual([...(await statements())], [], 'what is not whole is nothing yet')
  const second = at(later(midnight, HOUR), answer, other)
  await toItsEnd(second.on)

  assert.deepEqual(
    second.asked.map(({ page }) => page),
    ['1'],
  )
  assert.deepEqual(
    (await statements()).map(({ names }) => names),
    [['one', 'two', 'three']],
  )
})

test('an answer that comes when another process has the day changes nothing', async () => {
  const lines = [line('a', later(midnight, -HOUR))]
  const slow = at(later(midnight, HOUR), () => ({ kind: 'fetched', lines }))
  const asked = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const { fetchStatement } = slow.on.rails.live[0]!.bank
  slow.on.rails.live[0]!.bank.fetchStatement = async (request) => {
    asked.resolve()
    await held.promise
    return fetchStatement(request)
  }
  const waiting = fetchStatements(slow.on)
  await asked.promise
  const next = at(
    later(midnight, HOUR + 10 * MINUTE),
    () => ({ kind: 'fetched', lines: [] }),
    other,
  )
  await toItsEnd(next.on)
  held.resolve()
  await waiting

  assert.deepEqual(
    (await statements()).map(({ names }) => names),
    [[]],
  )
})

test('what a rail lists late comes with a later statement, once; what was before the first never', async () => {
  const late = line('late', later(midnight, -HOUR))
  const before = line('before', day(-2))
  const known = line('known', later(midnight, -2 * HOUR))
  const own = line('own', later(midnight, HOUR))
  await toItsEnd(at(later(midnight, HOUR), () => ({ kind: 'fetched', lines: [known] })).on)
  const lines = [before, known, late, own]

  for (const days of [1, 2]) {
    await toItsEnd(at(later(day(days), HOUR), () => ({ kind: 'fetched', lines })).on)
  }

  assert.deepEqual(
    (await statements()).map(({ names }) => names),
    [['known'], ['late', 'own'], []],
  )
})

for (const [whose, ofLate] of [
  ['way back of a transfer whose way out was listed in time', { direction: 'credit' }],
  ['transfer', { sessionId: 'other' }],
] as const) {
  test(`the ${whose} is listed late, and comes with a later statement, once`, async () => {
    const out = line('a', later(midnight, HOUR))
    const late = { ...out, ...ofLate }
    const listed = [[], [out], [out, late], [out, late]]

    for (const [days, lines] of listed.entries()) {
      await toItsEnd(at(later(day(days), HOUR), () => ({ kind: 'fetched', lines })).on)
    }

    const lines = await context.sql`
      select l.session_id, l.direction from statement s
      join statement_line l on l.statement_id = s.statement_id
      where s.rail = ${rail}
      order by s.period_from
    `
    assert.deepEqual(
      lines,
      [out, late].map(({ sessionId, direction }) => ({ sessionId, direction })),
    )
  })
}

test('a rail that does not answer is asked again, later and later, and each time it is said', async () => {
  const silent = () => ({ kind: 'unavailable' }) as const
  const begin = later(midnight, HOUR)
  const told: unknown[] = []
  for (const minutes of [0, 4, 5, 19, 20, 79, 80, 139, 140]) {
    const one = at(later(begin, minutes * MINUTE), silent)
    await toItsEnd(one.on)
    told.push(...one.told.map(({ message, fields }) => [minutes, message, fields['tries']]))
  }

  assert.deepEqual(told, [
    [0, 'a statement was not fetched', 1],
    [5, 'a statement was not fetched', 2],
    [20, 'a statement was not fetched', 3],
    [80, 'a statement was not fetched', 4],
    [140, 'a statement was not fetched', 5],
  ])
  const { unfetched } = await reconcile(context, { mode: 'live', rail })
  assert.deepEqual(
    unfetched.map(({ tries }) => tries),
    [5],
  )
})

test('a line that no file could have keeps the whole statement out, and is said', async () => {
  const odd = { ...line('with a space', later(midnight, -HOUR)) }
  const one = at(later(midnight, HOUR), () => ({ kind: 'fetched', lines: [odd] }))

  await toItsEnd(one.on)

  assert.deepEqual([...(await statements())], [])
  assert.equal(one.told[0]!.fields['says'], 'unreadable')
})

test('what was settled to an account of our own is listed, and is no exception', async () => {
  const settled = { ...line('settlement-1', later(midnight, -HOUR)), isSettlement: true }
  const one = at(later(midnight, HOUR), () => ({ kind: 'fetched', lines: [settled] }))

  await toItsEnd(one.on)

  const { theirs, exceptions } = await reconcile(context, { mode: 'live', rail })
  assert.equal(theirs.theirs_only.debit.count, 1)
  assert.deepEqual([exceptions.open, exceptions.closed], [0, 1])
})

test('the night waits for statements until six, and mails each operator once what is open', async () => {
  const people = [
    await givenPerson(context, null, 'owner', { isOperator: true }),
    await givenPerson(context, null, 'owner', { isOperator: true }),
  ]
  const addresses = people.map(({ email }) => email).sort()
  const silent = () => ({ kind: 'unknown' }) as const
  const lines = [line('nobody knows', later(midnight, -HOUR))].map((one) => ({
    ...one,
    sessionId: 'nobodys',
  }))
  const waits = at(later(midnight, HOUR), silent)
  await toItsEnd(waits.on)
  await reconcileNightly(waits.on)
  assert.deepEqual([...(await mails())], [], 'a statement may still come')

  const comes = at(later(midnight, 2 * HOUR), () => ({ kind: 'fetched', lines }))
  await toItsEnd(comes.on)
  const twin = at(later(midnight, 2 * HOUR), silent, other)
  await Promise.all([reconcileNightly(comes.on), reconcileNightly(twin.on)])
  await reconcileNightly(at(later(midnight, 20 * HOUR), silent).on)

  const first = await mails()
  assert.deepEqual(first.map(({ email }) => email).sort(), addresses)
  for (const { note } of first) assert.match(note, new RegExp(`^${rail}, live: 1 open$`, 'm'))

  const six = at(later(midnight, DAY + 6 * HOUR), silent)
  await toItsEnd(six.on)
  await reconcileNightly(six.on)
  const second = (await mails()).slice(first.length)
  assert.deepEqual(second.map(({ email }) => email).sort(), addresses)
  for (const { note } of second) {
    assert.match(note, /live: 1 open, no statement for \d{4}-\d\d-\d\d$/m)
  }
})
