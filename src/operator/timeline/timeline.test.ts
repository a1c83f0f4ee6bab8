import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { givenPayment, useApi } from '../../../test/api.ts'
import { disputed } from '../../../test/disputes.ts'
import {
  askForAccount,
  decide,
  givenDedicated,
  pay,
  runJobs,
  transfer,
  verifyPayment,
} from '../../../test/payments.ts'
import { givenPaid, refunded } from '../../../test/refunds.ts'
import { givenSplit, givenSubaccounts, subaccountIdOf } from '../../../test/splits.ts'
import { type GivenBusiness, givenBusiness, useContext } from '../../../test/support.ts'
import { changeSettings } from '../../accounts/businesses/businesses.ts'
import { settleNow } from '../../money-out/settlements/settlements.ts'
import { contest } from '../../payments/disputes/answer.ts'
import { callDue } from '../../payments/disputes/call.ts'
import { closeDispute } from '../../payments/disputes/close.ts'
import { subaccountCode } from '../../payments/splits/subaccounts.ts'
import { abandonDue } from '../../payments/transactions/expire.ts'
import { HOUR, MINUTE, SECOND } from '../../platform/clock.ts'
import type { ReturnOutcome } from '../../providers/outcomes.ts'

const context = useContext()
const api = useApi(context)

let business: GivenBusiness
before(async () => {
  await context.opened
  business = await givenBusiness(context)
})

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects out of an answer.
type Loose = any

async function timelineOf(reference: string, owner = business): Promise<Loose> {
  const { id } = await verifyPayment(api, owner, reference)
  const { status, body, text } = await api.get(`/api/v1/transactions/${id}/timeline`, {
    key: owner.keys.secretKey,
  })
  assert.equal(status, 200, text)
  return body.data
}

const kinds = ({ steps }: Loose) => steps.map(({ kind }: Loose) => kind)
const stepOf = ({ steps }: Loose, kind: string) => steps.find((step: Loose) => step.kind === kind)

test('the timeline of a card payment has each attempt, entry and event', async () => {
  const { access_code, reference } = await givenPayment(api, business)
  context.advance(1_000)
  await pay(api, access_code, 'no_funds')
  context.advance(1_000)
  await pay(api, access_code, 'success')
  await runJobs(context)

  const timeline = await timelineOf(reference)

  assert.deepEqual(kinds(timeline), ['started', 'card', 'card', 'succeeded', 'receipt'])
  const [, first, second] = timeline.steps
  assert.match(first.detail, /408408\*{6}0037: declined\. The account has too little money\.$/)
  assert.match(second.detail, /408408\*{6}4081: approved$/)
  assert.equal(stepOf(timeline, 'receipt').title, 'Receipt sent')
  const sums = timeline.entries.map(({ debit, credit, amount }: Loose) => [debit, credit, amount])
  assert.deepEqual(sums.sort(), [
    ['the card network', 'VAT', 1_313],
    ['the card network', 'available balance', 481_187],
    ['the card network', 'fees', 17_500],
  ])
  assert.deepEqual(
    timeline.events.map(({ type, status }: Loose) => [type, status]),
    [['transaction.success', 'none']],
  )
  assert.equal(timeline.split, null)
  assert.doesNotMatch(JSON.stringify(timeline), /4084084084084081|4084080000670037/)
})

test('the timeline has transfers of a wrong amount, and the one that paid', async () => {
  const { access_code, reference } = await givenPayment(api, business)
  const account_number = await askForAccount(api, access_code)
  await transfer(api, business, { account_number, amount: 400_000 })
  context.advance(1_000)
  await transfer(api, business, { account_number, amount: 500_000 })
  await runJobs(context)

  const timeline = await timelineOf(reference)

  const seen = kinds(timeline)
  assert.deepEqual(seen.slice(0, 3), ['started', 'account', 'transfer_returned'])
  assert(seen.includes('transfer') && seen.includes('succeeded'))
  assert.match(
    stepOf(timeline, 'transfer_returned').detail,
    /^₦4,000.00 from Ngozi Sample, \*{6}\d{4}: too little for this payment; returned$/,
  )
  assert.deepEqual(timeline.events.map(({ type }: Loose) => type).sort(), [
    'bank_transfer.rejected',
    'deposit.returned',
    'deposit.returning',
    'transaction.success',
  ])
  const back = timeline.entries.filter(({ reason }: Loose) => reason === 'returned transfer')
  assert.deepEqual(
    back.map(({ amount, state }: Loose) => [amount, state]),
    [
      [400_000, 'held'],
      [400_000, 'hold_posted'],
    ],
  )
})

test('the timeline of a reversed payment has each refund, and the reversal', async () => {
  const { access_code, reference } = await givenPayment(api, business)
  await pay(api, access_code, 'success')
  const { id } = await verifyPayment(api, business, reference)
  context.advance(1_000)
  await refunded(api, business, { id }, 200_000)
  context.advance(1_000)
  await refunded(api, business, { id })

  const timeline = await timelineOf(reference)

  const refunds = timeline.steps.filter(({ kind }: Loose) => kind === 'refund')
  assert.equal(refunds.length, 4)
  assert.equal(kinds(timeline).at(-1), 'reversed')
  assert.deepEqual(
    timeline.refunds.map(({ amount, status }: Loose) => [amount, status]),
    [
      [200_000, 'processed'],
      [300_000, 'processed'],
    ],
  )
  const held = timeline.entries.filter(({ state }: Loose) => state === 'held')
  const posted = timeline.entries.filter(({ state }: Loose) => state === 'hold_posted')
  assert.deepEqual([held.length, posted.length], [2, 2])
  assert.deepEqual(timeline.events.map(({ type }: Loose) => type).sort(), [
    ...Array(2).fill('refund.pending'),
    ...Array(2).fill('refund.processed'),
    'transaction.reversed',
    'transaction.success',
  ])
})

test('a shared payment shows each part to the kobo, and when each was settled', async () => {
  const owner = await givenBusiness(context)
  await changeSettings(context, owner, { settlement: 'T+1' })
  const codes = await givenSubaccounts(api, owner, 2)
  const split_code = await givenSplit(
    api,
    owner,
    codes.map((subaccount) => ({ subaccount_id: subaccount, share: 12.5 })),
  )
  const { access_code, reference } = await givenPayment(api, owner, { split_code })
  const before = await timelineOf(reference, owner)
  assert.deepEqual(
    before.split.parts.map(({ amount }: Loose) => amount),
    [null, null, null, null, null],
  )
  await pay(api, access_code, 'success')
  const unsettled = await timelineOf(reference, owner)
  assert(!kinds(unsettled).includes('settlement'))
  const names = codes.map((id) => subaccountCode(subaccountIdOf(id)))
  const pending = ['', ...names.map((code) => ` of ${code}`)].map((of) => `pending balance${of}`)
  const credited = unsettled.entries.map(({ credit }: Loose) => credit)
  assert.deepEqual(credited.sort(), ['VAT', 'fees', ...pending].sort())
  await settleNow(context, owner)

  const timeline = await timelineOf(reference, owner)

  const parts = timeline.split.parts.map(({ amount }: Loose) => amount)
  assert.deepEqual(parts, [17_500, 1_313, 356_187, 62_500, 62_500])
  assert.equal(
    parts.reduce((sum: number, part: number) => sum + part, 0),
    500_000,
  )
  const settled = timeline.steps.filter(({ kind }: Loose) => kind === 'settlement')
  assert.equal(settled.length, 3)
  assert(settled.some(({ detail }: Loose) => detail === '₦3,561.87 to available balance'))
  assert(settled.some(({ detail }: Loose) => detail.endsWith(`of ${names[0]}`)))
})

for (const [what, says, back] of [
  ['is being returned', { kind: 'accepted' }, ['held']],
  ['has gone back', { kind: 'returned', sessionId: 'S1' }, ['held', 'hold_posted']],
  [
    'the bank will not return',
    { kind: 'refused', reason: 'account_closed' },
    ['held', 'hold_voided'],
  ],
] as [string, ReturnOutcome, string[]][]) {
  test(`money that came too much and ${what} stands among what moved, to the last entry`, async (t) => {
    const owner = await givenBusiness(context)
    const { test: rails } = context.rails
    t.after(() => {
      context.rails.test = rails
    })
    context.rails.test = {
      ...rails,
      bank: { ...rails.bank, returnCredit: async () => says },
      card: { ...rails.card, reverse: async () => says },
    }
    const { access_code, reference } = await givenPayment(api, owner)
    const account_number = await askForAccount(api, access_code)
    await transfer(api, owner, { account_number, amount: 400_000 })
    const { body } = await pay(api, access_code, 'page')
    await pay(api, access_code, 'success')
    await decide(api, body.data.next.url, 'approve')
    context.advance(1 * MINUTE)
    await runJobs(context)

    const { entries } = await timelineOf(reference, owner)

    const moved = entries.filter(({ amount }: Loose) => [400_000, 500_000].includes(amount))
    assert.deepEqual(
      moved.map(({ amount, state }: Loose) => `${amount} ${state}`).sort(),
      [400_000, 500_000]
        .flatMap((amount) => ['posted', ...back].map((state) => `${amount} ${state}`))
        .sort(),
    )
  })
}

test('a payment that its customer cancels ends at that moment, with its event', async () => {
  const cancelled = await givenPayment(api, business)
  context.advance(90 * SECOND)

  await api.post(`/checkout/${cancelled.access_code}/cancel`)

  const { steps, events } = await timelineOf(cancelled.reference)
  const { at, kind } = steps.at(-1)
  assert.equal(kind, 'abandoned')
  assert(Math.abs(Date.parse(at) - context.now().getTime()) < MINUTE, at)
  assert.deepEqual(
    events.map(({ type }: Loose) => type),
    ['transaction.abandoned'],
  )
})

test('an event emitted hours after the payment expired is in its timeline', async () => {
  const { reference } = await givenPayment(api, business)
  const { expires_at } = await verifyPayment(api, business, reference)

  context.advance(Date.parse(expires_at) - context.now().getTime() + 5 * HOUR)
  await abandonDue(context)

  const { events } = await timelineOf(reference)
  assert.deepEqual(
    events.map(({ type }: Loose) => type),
    ['transaction.abandoned'],
  )
})

test('the timeline says how a payment ended: failed, abandoned, or paid by deposit', async () => {
  const failed = await givenPayment(api, business)
  for (let i = 0; i < 5; i++) await pay(api, failed.access_code, 'declined')
  const abandoned = await givenPayment(api, business)
  const { secretKey: key } = business.keys
  await api.post(`/api/v1/sandbox/transactions/${abandoned.reference}/expire`, { key })
  const { account_number } = await givenDedicated(api, business)
  const { body } = await transfer(api, business, { account_number, amount: 300_000 })

  assert.equal(kinds(await timelineOf(failed.reference)).at(-1), 'failed')
  const end = await timelineOf(abandoned.reference)
  assert.equal(kinds(end).at(-1), 'abandoned')
  assert.deepEqual(
    end.events.map(({ type }: Loose) => type),
    ['transaction.abandoned'],
  )
  const deposited = await timelineOf(body.data.session_id)
  assert.deepEqual(deposited.events.map(({ type }: Loose) => type).sort(), [
    'transaction.success',
    'transfer.received',
  ])
  assert.deepEqual([...kinds(deposited)].sort().slice(-3), ['started', 'succeeded', 'transfer'])
})

test('an event of another payment that only mentions this one is not in its timeline', async () => {
  const first = await givenPayment(api, business)
  const { id } = await verifyPayment(api, business, first.reference)
  const second = await givenPayment(api, business, { metadata: { replaces: id } })
  for (const { access_code } of [first, second]) await pay(api, access_code, 'success')

  assert.equal((await timelineOf(first.reference)).events.length, 1)
})

test('the timeline of another business’s payment is not found', async () => {
  const stranger = await givenBusiness(context, 'Other Store')
  const { reference } = await givenPayment(api, business)
  const { id } = await verifyPayment(api, business, reference)
  for (const asked of [id, reference, '1', '01990000-0000-7000-8000-000000000000']) {
    const { status, body } = await api.get(`/api/v1/transactions/${asked}/timeline`, {
      key: stranger.keys.secretKey,
    })
    assert.deepEqual([status, body.code], [404, 'transaction_not_found'])
  }
})

test('the timeline has a dispute from its opening to the return of its money', async () => {
  const paid = await givenPaid(api, business, 'bank_transfer')
  context.advance(1_000)
  const dispute = await disputed(context, business, paid, {
    category: 'recall',
    caseNumber: '2867091',
  })
  context.advance(1_000)
  await contest(context, dispute, 'Delivered to Morenike Sample.')
  context.advance(1_000)
  await closeDispute(context, dispute, { status: 'lost', by: 'operator' })
  context.advance(1 * MINUTE)
  await callDue(context)

  const timeline = await timelineOf(paid.reference)

  const steps = timeline.steps.filter(({ kind }: Loose) => kind === 'dispute')
  assert.deepEqual(
    steps.map(({ title, detail }: Loose) => [title, detail]),
    [
      ['Dispute opened', '₦5,000.00, case 2867091: Goods were not delivered'],
      ['Dispute contested', null],
      ['Dispute lost', '₦5,000.00, by an operator'],
      ['Disputed money sent back', '₦5,000.00'],
    ],
  )
  assert(!JSON.stringify(timeline).includes('Morenike'), 'the evidence is not a part of it')
  const moved = timeline.entries.filter(({ debit, credit }: Loose) =>
    [debit, credit].includes('disputed money'),
  )
  assert.deepEqual(
    moved.map(({ reason, state }: Loose) => [reason, state]),
    [
      ['disputed', 'posted'],
      ['disputed money, sent back to the payer', 'held'],
      ['disputed money, sent back to the payer', 'hold_posted'],
    ],
  )
})

test('the timeline of an accepted dispute says who gave it up, without an answer', async () => {
  const paid = await givenPaid(api, business)
  const dispute = await disputed(context, business, paid)
  context.advance(1_000)
  await closeDispute(context, dispute, { status: 'accepted', by: 'silence' })

  const { steps } = await timelineOf(paid.reference)

  const titles = steps
    .filter(({ kind }: Loose) => kind === 'dispute')
    .map(({ title }: Loose) => title)
  assert.deepEqual(titles, ['Dispute opened', 'Dispute accepted'])
})
