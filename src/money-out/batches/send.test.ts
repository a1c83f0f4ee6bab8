import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { useApi } from '../../../test/api.ts'
import { givenBatch } from '../../../test/payout-batches.ts'
import { payoutsOf } from '../../../test/payouts.ts'
import {
  type GivenBusiness,
  givenBusiness,
  givenProcess,
  useContext,
} from '../../../test/support.ts'
import { later, MINUTE, SECOND } from '../../platform/clock.ts'
import { claimLines } from './batches.sql.ts'
import { sendLine } from './send.ts'

// One line and two who act on it: it is paid once, and not at all once it is cancelled.

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
before(() => context.opened)
beforeEach(async () => {
  business = await givenBusiness(context)
})

/** A batch that is being sent, and its line as a worker has claimed it. */
async function givenClaimed() {
  const batch = await givenBatch(context, api, business, [{}])
  assert.equal((await batch.send()).status, 200)
  context.advance(1 * SECOND)
  const now = context.now()
  const lines = await claimLines(context.sql, now, later(now, 2 * MINUTE), 100)
  const line = lines.find(({ businessId }) => businessId === business.businessId)
  assert(line)
  return { batch, line }
}

test('a line that two workers send at the same time is paid once', async () => {
  const { batch, line } = await givenClaimed()
  const other = await givenProcess(context)

  await Promise.all([sendLine(context, line), sendLine(other, line)])
  await sendLine(context, line)

  assert.equal((await payoutsOf(context, business)).length, 1)
  const [sent] = await batch.lines()
  assert.equal(sent.status, 'success')
})

test('a line that a worker has claimed is not paid any more once the batch is cancelled', async () => {
  const { batch, line } = await givenClaimed()
  assert.equal((await batch.cancel()).status, 200)

  await sendLine(context, line)

  assert.deepEqual(await payoutsOf(context, business), [])
  const [cancelled] = await batch.lines()
  assert.equal(cancelled.status, 'cancelled')
})

test('the bank recognizes the payout of a line without a reference after a restore', async () => {
  const { line } = await givenClaimed()
  await sendLine(context, line)

  const [payout] = await payoutsOf(context, business)
  assert.notEqual(payout?.railKey, null)
  assert.equal(payout?.payoutId, line.payoutId)
})
