import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import { givenPaid } from '../../../test/refunds.ts'
import { contextOn, disconnect, givenBusiness, useContext } from '../../../test/support.ts'
import type { WrongRow } from '../../core/ledger/verify.ts'
import { DAY, MINUTE, SECOND } from '../../platform/clock.ts'
import { verifySinceSeal } from '../books.ts'
import { forgetOperation } from './operation.ts'
import { askForVerification, lastVerifications, verifyDue } from './verification.ts'

const context = useContext()
const api = useApi(context)

beforeEach(async () => {
  await context.opened
  await context.sql`delete from book_verification`
})

const never = async () => assert.fail('nothing is to be read')
/** What a verification returns. */
const found = (wrong: WrongRow[]) => ({ wrong, entries: 0n })
const wrongRow = { what: 'Something', where: 'a\nb', found: '1', expected: '2' }

test('nothing is read until somebody asks, and then once', async () => {
  assert.equal(await verifyDue(context, 'one', never), 0)
  await givenPaid(api, await givenBusiness(context), 'card')

  await askForVerification(context, 'operator@example.com')
  assert.equal((await lastVerifications(context)).open!.state, 'asked')
  assert.equal(await verifyDue(context, 'one', verifySinceSeal), 1)

  const { open, last } = await lastVerifications(context)
  assert.equal(open, null)
  assert.deepEqual(
    [last!.state, last!.findings, last!.askedBy],
    ['right', 0, 'operator@example.com'],
  )
  assert(last!.entriesRead > 0n)
  assert(last!.steps > 0 && last!.stepsDone === last!.steps)
  assert.equal(await verifyDue(context, 'one', never), 0)
})

test('ten who ask at once ask for one', async () => {
  await Promise.all(
    Array.from({ length: 10 }, (_, who) => askForVerification(context, `operator ${who}`)),
  )
  const rows = await context.sql`select from book_verification`
  assert.equal(rows.length, 1)
  let read = 0
  const counted = async () => {
    read += 1
    return found([])
  }
  const ran = await Promise.all(['a', 'b', 'c', 'd'].map((p) => verifyDue(context, p, counted)))
  assert.deepEqual([read, ran.toSorted()], [1, [0, 0, 0, 1]])
})

test('how far it has come is seen while it runs', async () => {
  await askForVerification(context, 'each hour')
  const seen: unknown[] = []
  await verifyDue(context, 'one', async (_sql, tell) => {
    for (const done of [0, 1, 2]) {
      await tell(done, 2)
      const { open } = await lastVerifications(context)
      seen.push([open!.state, open!.stepsDone, open!.steps, open!.process])
    }
    return found([])
  })
  assert.deepEqual(seen, [
    ['running', 0, 2, 'one'],
    ['running', 1, 2, 'one'],
    ['running', 2, 2, 'one'],
  ])
})

test('what is wrong is counted, and the first of it told', async () => {
  await askForVerification(context, 'each hour')
  const told: string[] = []
  const on = { ...context, log: { ...context.log, error: (_: object, m: string) => told.push(m) } }
  await verifyDue(on, 'one', async () => found(Array.from({ length: 30 }, () => wrongRow)))
  const { last } = await lastVerifications(context)
  assert.deepEqual([last!.state, last!.findings, told.length], ['wrong', 30, 30])
  const lines = last!.firstFindings.split('\n')
  assert.deepEqual([lines.length, lines[0]], [20, 'Something: a b: found 1, expected 2'])
})

test('one that fails has ended, and says so, and another may be asked for', async () => {
  await askForVerification(context, 'each hour')
  const fails = async () => {
    throw new TypeError('Ada Example')
  }
  await assert.rejects(verifyDue(context, 'one', fails), /Ada Example/)
  const { open, last } = await lastVerifications(context)
  assert.equal(open, null)
  assert.deepEqual(
    [last!.state, last!.firstFindings],
    ['failed', 'It failed with TypeError: see the log.'],
  )
  await askForVerification(context, 'each hour')
  assert.equal(await verifyDue(context, 'one', verifySinceSeal), 1)
})

test('what a process left that died is taken up by another, and the first changes nothing more', async () => {
  await askForVerification(context, 'each hour')
  const other = contextOn(context.database)
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
  const { promise: goOn, resolve: letGo } = Promise.withResolvers<void>()
  const dying = verifyDue(context, 'dying', async () => {
    reach()
    await goOn
    return found([wrongRow])
  })
  try {
    await reached
    other.advance(59 * SECOND)
    assert.equal(await verifyDue(other, 'other', never), 0, 'it is still waited for')
    other.advance(2 * SECOND)
    assert.equal(await verifyDue(other, 'other', verifySinceSeal), 1)
    context.log = { ...context.log, error: () => {} }
    letGo()
    await dying
    const { last } = await lastVerifications(context)
    assert.deepEqual([last!.state, last!.process], ['right', 'other'])
  } finally {
    letGo()
    await disconnect(other)
  }
})

test('what ended more than ninety days ago is forgotten, and what is open is kept', async () => {
  await askForVerification(context, 'each hour')
  await verifyDue(context, 'one', async () => found([]))
  await askForVerification(context, 'each hour')
  context.advance(89 * DAY)
  await forgetOperation(context)
  assert.notEqual((await lastVerifications(context)).last, null)
  context.advance(1 * DAY + MINUTE)
  await forgetOperation(context)
  const { open, last } = await lastVerifications(context)
  assert.deepEqual([open?.state, last], ['asked', null])
})

test('one that fails takes nothing back of what the last complete one found', async () => {
  await askForVerification(context, 'each hour')
  context.log = { ...context.log, error: () => {} }
  await verifyDue(context, 'one', async () => found([wrongRow]))
  context.advance(MINUTE)
  await askForVerification(context, 'each hour')
  const fails = async () => {
    throw new Error('canceling statement due to lock timeout')
  }
  await assert.rejects(verifyDue(context, 'one', fails))

  const { last, verdict } = await lastVerifications(context)

  assert.deepEqual([last!.state, verdict!.state], ['failed', 'wrong'])
})
