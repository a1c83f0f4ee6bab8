import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useContext } from '../../../test/support.ts'
import { undone } from '../../../test/undone.ts'
import { type BusinessId, HOUSE, type Scope } from '../../core/context.ts'
import { later } from '../../platform/clock.ts'
import { idAt } from '../../platform/ids.ts'
import { firstPage } from '../../platform/paging.ts'
import type { Mode } from '../../providers/outcomes.ts'
import type { TransactionId } from '../transactions/transactions.rows.ts'

import {
  findDeposit,
  findPayingDeposit,
  listDepositsOf,
  listQuarantined,
  listSuspended,
  tallyDeposits,
  tallyQuarantined,
  tallySuspended,
} from './deposits.sql.ts'

// Lists and counts over rows that differ in one thing. A database transaction writes them and is
// rolled back.

const context = useContext()

const AT = new Date('2026-11-16T10:00:00Z')
const uuid = (number: number) => `019ab6a0-c4d8-7c1e-9f3e-${String(number).padStart(12, '0')}`
const [FIRST, SECOND] = [uuid(1), uuid(2)] as BusinessId[] as [BusinessId, BusinessId]
const PAYMENT = uuid(3) as TransactionId
const first: Scope = { businessId: FIRST, mode: 'test' }
const others: Scope[] = [
  { businessId: FIRST, mode: 'live' },
  { businessId: SECOND, mode: 'test' },
  { businessId: SECOND, mode: 'live' },
]
const SENDER = {
  rail: 'sandbox',
  accountNumber: '9900000001',
  senderName: 'Ngozi Sample',
  senderBankCode: '001',
  senderAccountNumber: '1234567890',
  narration: '',
  occurredAt: AT,
}
let sessions = 0

test('deposits are summed by ranges of time, with the first moment and without the last', async () => {
  const [start, middle, end] = [AT, later(AT, 1_000), later(AT, 2_000)]
  const rows = [
    depositOf(first, later(start, -1), 1),
    depositOf(first, start, 10),
    depositOf(first, later(middle, -1), 100),
    depositOf(first, middle, 1_000),
    depositOf(first, end, 10_000),
    ...others.map((scope) => depositOf(scope, start, 7)),
  ]

  const sums = await undone(context, async (sql) => {
    await sql`insert into deposit ${sql(rows)}`
    const stretches = [
      { from: middle, to: end },
      { from: start, to: middle },
      { from: later(end, 1), to: later(end, 2) },
    ]
    return tallyDeposits(sql, first, stretches)
  })

  assert.deepEqual(
    [...sums],
    [
      { count: 1, amount: 1_000n },
      { count: 2, amount: 110n },
      { count: 0, amount: 0n },
    ],
  )
})

test('the deposits of a payment are listed in order, and one of them paid', async () => {
  const of = { transactionId: PAYMENT }
  const unmatched = { accountKind: 'one_off', state: 'unmatched', reason: 'late', nextReturnAt: AT }
  const rows = [
    { ...depositOf(first, AT, 2), ...of, ...unmatched },
    { ...depositOf(first, later(AT, 1), 1), ...of },
    { ...depositOf(first, later(AT, 2), 3), ...of, ...unmatched },
    { ...depositOf(first, AT, 4, 9), transactionId: uuid(4) },
    ...others.map((scope) => ({ ...depositOf(scope, AT, 5), ...of })),
  ]

  await undone(context, async (sql) => {
    for (const row of rows) await sql`insert into deposit ${sql(row)}`
    const key = { ...first, id: PAYMENT }

    const listed = await listDepositsOf(sql, key)

    assert.deepEqual(
      listed.map(({ amount }) => amount),
      [2n, 1n, 3n],
    )
    assert.equal((await findPayingDeposit(sql, key))?.amount, 1n)
    assert.equal(await findPayingDeposit(sql, { ...key, id: uuid(5) as TransactionId }), null)
  })
})

test('a session names one deposit of its mode and rail', async () => {
  const asked = { mode: 'test', rail: 'sandbox', sessionId: 'same' } as const
  const named = [asked, { ...asked, mode: 'live' }, { ...asked, rail: 'other' }] as const

  const amounts = await undone(context, async (sql) => {
    const found = []
    for (const [i, name] of named.entries()) {
      const { mode, rail, sessionId } = name
      const deposit = { ...depositOf({ businessId: FIRST, mode }, AT, i + 1, i), ...name }
      const { businessId, depositId } = deposit
      await sql`insert into deposit ${sql(deposit)}`
      await sql`
        insert into deposit_session ${sql({ businessId, mode, rail, sessionId, depositId })}
      `
    }
    for (const name of named) found.push((await findDeposit(sql, name))?.amount)
    return [...found, await findDeposit(sql, { ...asked, sessionId: 'another' })]
  })

  assert.deepEqual(amounts, [1n, 2n, 3n, null])
})

test('credits in suspense are counted in each mode, with the time of the first, up to a maximum', async () => {
  const assigned = { state: 'assigned', assignedNumber: '1', assignedBy: 'A', assignedAt: AT }
  const rows = [
    suspendedOf('test', later(AT, 1)),
    suspendedOf('test', later(AT, 2)),
    suspendedOf('live', later(AT, 3)),
    suspendedOf('live', later(AT, 4)),
    suspendedOf('live', later(AT, 5)),
    { ...suspendedOf('test', AT), ...assigned },
    { ...suspendedOf('live', AT), ...assigned },
  ]

  await undone(context, async (sql) => {
    for (const row of rows) await sql`insert into suspended_credit ${sql(row)}`

    const counts = await tallySuspended(sql, 100)
    const few = await tallySuspended(sql, 4)
    const oldest = await listSuspended(sql, 'live', 2)

    assert.deepEqual(
      counts.toSorted((one, other) => one.count - other.count),
      [
        { mode: 'test', count: 2, since: later(AT, 1) },
        { mode: 'live', count: 3, since: later(AT, 3) },
      ],
    )
    assert.equal(
      few.reduce((sum, { count }) => sum + count, 0),
      4,
    )
    assert.deepEqual(
      oldest.map(({ createdAt }) => createdAt),
      [later(AT, 3), later(AT, 4)],
    )
  })
})

test('quarantined notifications are counted in each mode, after a given time, up to a maximum', async () => {
  const rows = [
    quarantinedOf(FIRST, 'test', AT),
    quarantinedOf(FIRST, 'test', later(AT, 1)),
    quarantinedOf(SECOND, 'test', later(AT, 2)),
    quarantinedOf(HOUSE, 'test', later(AT, 3)),
    quarantinedOf(FIRST, 'live', later(AT, 4)),
    quarantinedOf(FIRST, 'live', later(AT, -1)),
  ]

  await undone(context, async (sql) => {
    await sql`insert into deposit_quarantine ${sql(rows)}`

    const counts = await tallyQuarantined(sql, AT, 100)
    const few = await tallyQuarantined(sql, AT, 3)
    const page = firstPage(2)
    const { rows: newest } = await listQuarantined(sql, 'test', page)

    assert.deepEqual(
      counts.toSorted((one, other) => one.count - other.count),
      [
        { mode: 'live', count: 1 },
        { mode: 'test', count: 3 },
      ],
    )
    assert.equal(
      few.reduce((sum, { count }) => sum + count, 0),
      3,
    )
    assert.deepEqual(
      newest.map(({ businessId }) => businessId),
      [HOUSE, SECOND],
    )
  })
})

/** A matched deposit at this time. `nth` makes several of them distinct. */
function depositOf({ businessId, mode }: Scope, at: Date, amount: number, nth = 0) {
  sessions += 1
  return {
    ...SENDER,
    businessId,
    mode,
    depositId: idAt(at).replace(/.$/, String(nth)),
    sessionId: `session-${sessions}`,
    accountKind: 'dedicated',
    transactionId: uuid(100 + sessions),
    amount,
    state: 'matched',
    createdAt: at,
  }
}

function suspendedOf(mode: Mode, createdAt: Date) {
  sessions += 1
  const [suspendedCreditId, sessionId] = [idAt(createdAt), `session-${sessions}`]
  const row = { businessId: HOUSE, mode, suspendedCreditId, sessionId, amount: 1, createdAt }
  return { ...SENDER, ...row }
}

function quarantinedOf(businessId: BusinessId, mode: Mode, createdAt: Date) {
  sessions += 1
  return {
    businessId,
    mode,
    quarantineId: idAt(createdAt),
    reason: 'altered',
    rail: 'sandbox',
    sessionId: `session-${sessions}`,
    content: '{}',
    digest: Buffer.alloc(32, sessions),
    createdAt,
  }
}
