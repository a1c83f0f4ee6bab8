import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { setWallet } from '../../../packages/devkit/sandbox/sandbox.ts'
import { givenPayment, useApi } from '../../../test/api.ts'
import { assertBooksTie } from '../../../test/books.ts'
import {
  balances,
  disputed,
  disputesOf,
  entriesOfDispute,
  givenOpening,
} from '../../../test/disputes.ts'
import { endsOrWaits } from '../../../test/lock-waits.ts'
import { eventsOf } from '../../../test/payments.ts'
import {
  AMOUNT,
  askRefund,
  givenPaid,
  NET,
  type Paid,
  PLAY_MONEY,
  refunded,
  refundIn,
} from '../../../test/refunds.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../../../test/support.ts'
import { changeSettings } from '../../accounts/businesses/businesses.ts'
import { HOUSE } from '../../core/context.ts'
import { listEntries } from '../../core/ledger/ledger.ts'
import { settleNow } from '../../money-out/settlements/settlements.ts'
import { walletOf } from '../../money-out/wallets/wallets.ts'
import { parsePublicId } from '../../platform/ids.ts'
import { kobo } from '../../platform/money.ts'
import { callDue } from './call.ts'
import { closeDispute } from './close.ts'
import { openDispute } from './open.ts'

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
beforeEach(async () => {
  business = await givenBusiness(context)
})
afterEach(() => assertBooksTie(context))

const net = NET.checkout + PLAY_MONEY
const setTo = (amount: number) => setWallet(context, business, kobo(amount))
const won = { status: 'won', by: 'operator' } as const
const lost = { status: 'lost', by: 'operator' } as const

test('a chargeback takes the whole payment from the wallet, and gives it back when it is won', async () => {
  const paid = await givenPaid(api, business)

  const dispute = await disputed(context, business, paid)

  assert.deepEqual(await balances(context, business), [
    `card_clearing -${AMOUNT}`,
    `available ${net - AMOUNT}`,
    `disputed ${AMOUNT}`,
  ])

  await closeDispute(context, dispute, won)

  assert.deepEqual(await balances(context, business), [
    `card_clearing -${AMOUNT}`,
    `available ${net}`,
  ])
})

test('a lost chargeback leaves the card rail, which takes the money', async () => {
  const paid = await givenPaid(api, business)
  const dispute = await disputed(context, business, paid, { fee: kobo(1_000) })

  const closed = await closeDispute(context, dispute, lost)

  assert.deepEqual([closed?.status, closed?.call], ['lost', null])
  assert.deepEqual(await balances(context, business), [
    'card_clearing 1000',
    `available ${net - AMOUNT - 1_000}`,
  ])
})

test('a lost recall sends the money of the transfer back to its sender', async () => {
  const paid = await givenPaid(api, business, 'bank_transfer')
  const dispute = await disputed(context, business, paid, { category: 'recall' })

  const closed = await closeDispute(context, dispute, lost)
  const underWay = (await walletOf(context, business)).disputed
  context.advance(60_000)
  await callDue(context)

  assert.deepEqual([closed?.call, closed?.callState], ['return', 'open'])
  assert.deepEqual([underWay, (await walletOf(context, business)).disputed], [kobo(AMOUNT), 0n])
  const [after] = await disputesOf(context, business, paid)
  assert.equal(after?.callState, 'done')
  assert.match(after?.sessionId ?? '', /^\d{30}$/)
  assert.deepEqual(await entriesOfDispute(context, dispute), [
    `post available disputed ${AMOUNT}`,
    `hold disputed bank_clearing ${AMOUNT}`,
    `post_hold disputed bank_clearing ${AMOUNT}`,
  ])
})

test('the house owes the stamp duty on what it sends back of a lost recall', async () => {
  const paid = await givenPaid(api, business, 'bank_transfer', { amount: 1_000_000 })
  const dispute = await disputed(context, business, paid, { category: 'recall' })
  await closeDispute(context, dispute, lost)
  context.advance(60_000)

  await callDue(context)

  const entries = await listEntries(context.sql, HOUSE, 'test', dispute.disputeId)
  const duties = entries.filter(({ reason }) => reason === 'rail_return_duty')
  assert.deepEqual(
    duties.map(({ debit, credit, amount }) => [debit, credit, amount]),
    [['rail_fees', 'stamp_duty', 5_000n]],
  )
})

test('what the bank cannot send back stays held, for a person to decide', async () => {
  const paid = await givenPaid(api, business, 'bank_transfer', { sender: '9999999999' })
  const dispute = await disputed(context, business, paid, { category: 'fraud_report' })
  await closeDispute(context, dispute, lost)
  context.advance(60_000)

  await callDue(context)

  const [after] = await disputesOf(context, business, paid)
  assert.equal(after?.callState, 'refused')
  assert((await balances(context, business)).includes(`disputed ${AMOUNT}`))
  const told = (await eventsOf(context, business)).filter(({ type }) => /^dispute\./.test(type))
  assert.deepEqual(
    told.map(({ type, data }) => [type, data.returned]),
    [
      ['dispute.created', null],
      ['dispute.closed', 'pending'],
      ['dispute.updated', 'failed'],
    ],
  )
})

test('pending money is taken first, then available money, and the rest is a debt', async () => {
  await changeSettings(context, business, { settlement: 'T+1' })
  const first = await givenPaid(api, business)
  await settleNow(context, business)
  await setTo(100_000)
  await givenPaid(api, business, 'card', { amount: 200_000 })

  await disputed(context, business, first)

  const taken = await balances(context, business)
  assert.deepEqual(taken.slice(1), [`disputed ${AMOUNT}`, `debt -${AMOUNT - 100_000 - 196_775}`])
})

test('pending money that a won dispute gives back waits for its settlement day again', async () => {
  await changeSettings(context, business, { settlement: 'T+1' })
  const paid = await givenPaid(api, business)
  await setTo(50_000)
  const before = await balances(context, business)
  const dispute = await disputed(context, business, paid)

  await closeDispute(context, dispute, won)

  assert.deepEqual(await balances(context, business), before)
  await settleNow(context, business)
  assert.equal((await balances(context, business))[1], `available ${NET.checkout + 50_000}`)
})

test('pending money that a won dispute gives back after its settlement day is available', async () => {
  await changeSettings(context, business, { settlement: 'T+1' })
  const first = await givenPaid(api, business)
  await givenPaid(api, business)
  await setTo(50_000)
  const dispute = await disputed(context, business, first, { amount: kobo(200_000) })
  await settleNow(context, business)

  await closeDispute(context, dispute, won)

  assert.equal((await balances(context, business))[1], `available ${2 * NET.checkout + 50_000}`)
})

test('a debt is paid by what the wallet receives next, before anything else leaves', async () => {
  await changeSettings(context, business, { settlement: 'T+1' })
  const paid = await givenPaid(api, business)
  await settleNow(context, business)
  await setTo(50_000)
  await disputed(context, business, paid)
  assert((await balances(context, business)).includes(`debt -${AMOUNT - 50_000}`))

  await givenPaid(api, business, 'card', { amount: 200_000 })
  await settleNow(context, business)
  const rest = AMOUNT - 50_000 - 196_775
  assert.deepEqual((await balances(context, business)).slice(1), [
    `disputed ${AMOUNT}`,
    `debt -${rest}`,
  ])

  await givenPaid(api, business, 'card')
  await settleNow(context, business)
  assert.deepEqual((await balances(context, business)).slice(1), [
    `available ${NET.checkout - rest}`,
    `disputed ${AMOUNT}`,
  ])
})

test('a won dispute pays the debt that it made, and gives the rest back', async () => {
  const paid = await givenPaid(api, business)
  await setTo(50_000)
  const dispute = await disputed(context, business, paid)

  await closeDispute(context, dispute, won)

  assert.deepEqual((await balances(context, business)).slice(1), ['available 50000'])
})

test('a part of a payment is disputed, and the rest is refunded when it is closed', async () => {
  const paid = await givenPaid(api, business)
  const dispute = await disputed(context, business, paid, { amount: kobo(200_000) })

  const refused = await askRefund(api, business, { transaction: paid.reference })
  assert.deepEqual([refused.status, refused.body.code], [409, 'payment_disputed'])

  await closeDispute(context, dispute, lost)
  const refund = await refunded(api, business, paid)
  assert.equal(refund.amount, AMOUNT - 200_000)
  const more = await askRefund(api, business, { transaction: paid.reference, amount: 100 })
  assert.equal(more.body.code, 'refund_too_large')
})

test('by default a dispute is about what was not refunded, and never about more than was paid', async () => {
  const paid = await givenPaid(api, business)
  await refunded(api, business, paid, 100_000)

  const dispute = await disputed(context, business, paid)
  assert.equal(dispute.amount, kobo(AMOUNT - 100_000))

  const opening = givenOpening({ amount: kobo(100_001) })
  const refusal = openDispute(context, { ...business, id: paid.id }, opening)
  await assert.rejects(refusal, { code: 'dispute_too_large' })
})

test('after a dispute that was won, all of the payment can be disputed again', async () => {
  const paid = await givenPaid(api, business)
  await closeDispute(context, await disputed(context, business, paid), won)

  const { amount } = await disputed(context, business, paid)

  assert.equal(amount, kobo(AMOUNT))
})

test('the same case number is the same dispute, and of another payment it is refused', async () => {
  const [paid, other] = [await givenPaid(api, business), await givenPaid(api, business)]
  const opening = givenOpening()
  const { dispute } = await openDispute(context, { ...business, id: paid.id }, opening)

  const again = await openDispute(context, { ...business, id: paid.id }, opening)
  const elsewhere = openDispute(context, { ...business, id: other.id }, opening)

  assert.deepEqual([again.isNew, again.dispute.disputeId], [false, dispute.disputeId])
  await assert.rejects(elsewhere, { code: 'duplicate_case' })
})

test('of twenty openings of one case at once, one opens it', async () => {
  const paid = await givenPaid(api, business)
  const opening = givenOpening()

  const all = await Promise.all(
    Array.from({ length: 20 }, () => openDispute(context, { ...business, id: paid.id }, opening)),
  )

  assert.equal(all.filter(({ isNew }) => isNew).length, 1)
  assert((await balances(context, business)).includes(`disputed ${AMOUNT}`))
})

for (const first of ['refund', 'dispute'] as const) {
  test(`a dispute and a refund at once, the ${first} first, never take more than was paid`, async () => {
    const paid = await givenPaid(api, business)
    const key = { ...business, id: paid.id }
    const open = () => openDispute(context, key, givenOpening())
    const refund = () => refundIn(context, business, paid, null)
    const both = first === 'refund' ? [refund, open] : [open, refund]
    let second: Promise<unknown> = Promise.resolve()

    await context.sql.begin(async (sql) => {
      await sql`select from transaction where id = ${paid.id} for update`
      const one = both[0]!()
      await endsOrWaits(context, one)
      second = Promise.allSettled([one, both[1]!()])
    })
    await second

    const [dispute] = await disputesOf(context, business, paid)
    const [row] = await context.sql<[{ refunded: bigint }]>`
      select refunded from transaction where id = ${paid.id}
    `
    assert((dispute?.amount ?? 0n) + row!.refunded <= BigInt(AMOUNT))
    assert((dispute?.amount ?? 0n) + row!.refunded > 0n)
  })
}

test('of a win and a loss at once, one counts', async () => {
  const paid = await givenPaid(api, business)
  const dispute = await disputed(context, business, paid)

  const all = await Promise.all(
    Array.from({ length: 10 }, (_, i) => closeDispute(context, dispute, i % 2 ? won : lost)),
  )

  assert.equal(all.filter((one) => one !== null).length, 1)
})

test('a payment that nobody paid cannot be disputed', async () => {
  const { id, reference } = await givenPayment(api, business)
  const paid = { id: parsePublicId('transaction', id) as Paid['id'], reference }

  await assert.rejects(disputed(context, business, paid), { code: 'not_disputable' })
  assert.deepEqual(await disputesOf(context, business, paid), [])
})
